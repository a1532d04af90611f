//! Command lines that are typed in a wrong form, and the lines that are meant by them.

use std::path::Path;

use faro::stacks::Stack;
use faro_render::numbers::joined;

use crate::arguments::playing_card;
use crate::arguments::script::is_script;
use crate::arguments::typed_line::{
    Line, SHUFFLERS, by_name, is_number, is_shuffle, random_shuffle,
};

/// Wrong lines: their commands, with the options that they have, their arguments, and the arguments that are meant, or the
/// line if it begins with `faro`.
///
/// A capital letter stands for a word of the line:
///
/// | letter | word |
/// |---|---|
/// | R, S | a random shuffle, any shuffle |
/// | Y | the name of a random shuffle, which becomes the shuffle |
/// | W, V | a word that is no number and no option |
/// | F, C | a face, a number or a face |
/// | K, L | a stack |
/// | O | an option for a number of shuffles |
/// | B | a number of cards above 10 |
/// | D | a number of cards that is not 52 |
/// | X | hands such as 4x13 |
/// | P | a number of four digits or more, as a port or a number of samples |
/// | T | a number without commas |
/// | A | any word |
/// | others | a number |
///
/// `[N]` is a number or nothing. Options after the wrong line stay, and so do those in it if the row has none.
const ROWS: &[(&str, &str, &str)] = &[
    ("audit", "--skip-bad W", "W --skip-bad 10"),
    ("bits", "N W V", "--list"),
    ("bits", "W N", "N W"),
    ("bits", "W", "--list"),
    ("bits", "N W", "--list"),
    ("completions", "W V", "W"),
    ("completions", "--shell W", "W"),
    ("cycles", "N --list", "N out"),
    ("cycles", "N R", "faro simulate N R"),
    ("deck", "N S --times T --samples M", "N S^T --samples M"),
    ("deck", "K W T", "W --times T --start K"),
    ("deck", "N S --deal T hands", "N S --deal Tx5"),
    ("deck where", "[N] S --hands T", "[N] S --deal Tx5"),
    ("deck where", "[N] S --players T", "[N] S --deal Tx5"),
    ("deck", "[N] --players T", "[N] fisher-yates --deal Tx5"),
    ("deck where", "N S --deal T H", "N S --deal TxH"),
    ("deck where", "[N] S --deal T x H", "[N] S --deal TxH"),
    ("deck", "[N] --deal A", "[N] fisher-yates --deal A"),
    ("deck", "[N] S --each --count T", "[N] S --each --times T"),
    ("deck", "[N] R --count T", "[N] R --samples T"),
    ("deck", "[N] S --count T", "[N] S --times T"),
    ("deck", "[N] R --n T", "[N] R --samples T"),
    ("deck", "[N] S --n T", "[N] S --times T"),
    ("deck", "N R -n T", "N R --samples T"),
    ("deck", "N S -n T", "N S --times T"),
    ("deck simulate", "N R -s M", "N R --seed M"),
    ("deck simulate", "N R -s M -n T", "N R --seed M --samples T"),
    ("law", "N S W", "faro simulate N S --histogram W"),
    ("law", "N S --samples M", "faro simulate N S --samples M"),
    ("where --start", "F", "--card F"),
    ("where --start", "N", "--position N"),
    ("where", "[N] S", "[N] S --card 1"),
    ("where", "[N] S --card C --position T", "[N] S --card C"),
    ("where", "F in K", "--start K --card F"),
    ("where", "card F in K", "--start K --card F"),
    ("where", "F K", "--start K --card F"),
    ("where", "K F", "--start K --card F"),
    ("where", "top N S", "N S --card 1"),
    (
        "where",
        "is card C after T S shuffles",
        "52 S --card C --times T",
    ),
    ("deck --ascii", "[N] W", "[N] W --faces"),
    ("deck --ascii", "", "--faces"),
    ("deal", "commit", "--commit --secret club.key"),
    ("deal", "X", "--hands X"),
    ("deal", "T hands of H", "--hands TxH"),
    ("deal", "--hands T H", "--hands TxH"),
    ("explore", "P", "--port P"),
    ("explore", "A", ""),
    ("group", "M12", "24"),
    ("group", "N Y", "faro mix N Y"),
    ("group", "N R", "faro mix N R"),
    ("group", "W N", "N W"),
    ("inspect", "K L", "K --start L"),
    ("list", "shuffle", "shuffles"),
    ("list", "generator", "faro bits --list"),
    ("list", "generators", "faro bits --list"),
    ("matrix", "N S --card C", "N S --format csv"),
    ("matrix simulate", "N S against A", "N S --against A"),
    ("matrix simulate", "N S vs A", "N S --against A"),
    ("odds", "N G M", "N --of G --see M"),
    ("odds", "N G M J", "N --of G --see M --at-least J"),
    ("odds", "N G M at least J", "N --of G --see M --at-least J"),
    ("odds", "N aces M", "N --of 4 --see M"),
    ("route", "N --card M --position T", "N M T"),
    ("route", "N --from M --position T", "N M T"),
    ("simulate", "N S -n M", "N S --samples M"),
    ("simulate", "N Y P", "N Y --samples P"),
    ("simulate", "R P", "52 R --samples P"),
    ("simulate", "Y P", "52 Y --samples P"),
    ("sizes", "52 S M", "M S"),
    ("sizes", "52 M", "M"),
    ("sizes", "N S M", "N --kind S --limit M"),
    ("sizes", "N out in", "N both"),
    ("sizes", "N in out", "N both"),
    ("sizes", "order N", "N"),
    ("sizes", "N cards S", "faro order N S"),
    ("solve", "K N", "faro solve N new-deck K"),
    ("solve", "N S", "N () S"),
    ("solve", "N new-deck S", "N () S"),
    ("solve", "D new-deck A", "D () A"),
    ("verify", "deal A", "A"),
    ("hands", "N", "--ideal N"),
    ("hands", "X", "faro deck 52 fisher-yates --deal X"),
    ("cut", "N M", "faro deck N cut:M"),
    ("sweep", "N M", "N..=M"),
    ("sweep", "N M W", "N..=M W"),
    ("where", "N S C T", "N S --card C --times T"),
    ("where", "C N S T", "N S --card C --times T"),
    ("where", "K N", "--start K --position N"),
    ("where", "K", "--start K"),
    ("where", "N K", "--start K --position N"),
    ("where", "[N] S C", "[N] S --card C"),
    ("where", "[N] F S", "[N] S --card F"),
    ("where", "C N S", "N S --card C"),
    ("", "[N] --shuffles S", "[N] S"),
    ("where", "--card C --out T", "52 out --card C --times T"),
    ("deck", "[N] --out T", "[N] out --times T"),
    ("", "[N] --out", "[N] out"),
    ("", "[N] -out", "[N] out"),
    ("", "[N] --in", "[N] in"),
    ("", "[N] -in", "[N] in"),
    // The number of shuffles.
    ("riffle riffles", "N", "faro mix N"),
    ("riffle riffles", "N T", "faro mix N --riffles T"),
    ("mix", "N T riffles", "N --riffles T"),
    ("mix", "N T riffle", "N --riffles T"),
    ("mix", "N -n T", "N --riffles T"),
    ("mix", "T riffles", "--riffles T"),
    ("order where", "[N] R", "faro mix [N] R"),
    ("deck", "N T riffles", "N gsr^T"),
    (MIXERS, "[N] riffle T", "faro mix [N] --riffles T"),
    (MIXERS, "[N] riffles T", "faro mix [N] --riffles T"),
    (MIXERS, "[N] Y T", "faro mix [N] Y --times T"),
    (MIXERS, "[N] Y", "faro mix [N] Y"),
    ("law", "B Y", "faro mix B Y"),
    (DRAWERS, "[N] Y T", "[N] Y^T"),
    (DRAWERS, "[N] Y", "[N] Y"),
    (BY_POWER, "[N] W O T", "[N] W^T"),
    ("", "N S x T", "N S^T"),
    ("deck", "N R T", "N R^T"),
    ("deck where", "N S T", "N S --times T"),
    ("deck where", "N T S", "N S --times T"),
    ("deck where --start", "S T", "S --times T"),
    ("deck where", "N T", "N out --times T"),
    ("mix", "N S T", "N S --riffles T"),
    ("mix", "N T", "N --riffles T"),
    ("simulate", "N S T", "N S --samples T"),
    (BY_POWER, "N S T", "N S^T"),
    (BY_POWER, "N T S", "N S^T"),
    ("cycles matrix --start", "S T", "S^T"),
    ("cycles order", "N T", "N out^T"),
    // The order before the shuffle.
    ("cycles deck matrix", "[N] K", "[N] --start K"),
    ("cycles deck matrix", "[N] K W", "[N] W --start K"),
    ("cycles deck matrix", "K N W", "N W --start K"),
    // A shuffle that is typed as an option.
    ("", "[N] W --packets M", "[N] packets:M:W"),
    ("", "[N] W --inverse", "[N] W^-1"),
];

/// Commands that show a random shuffle by its distances only.
const MIXERS: &str = "order cycles where mix";

/// Commands that take a random shuffle and its powers.
const DRAWERS: &str = "deck law matrix simulate";

/// Commands that take a number of shuffles as a power.
const BY_POWER: &str = "order cycles law matrix simulate";

const OPTIONS_OF_TIMES: [&str; 6] = [
    "--times",
    "--time",
    "--riffles",
    "--repeat",
    "--shuffles",
    "-t",
];

/// Returns command lines that the user may have meant by `line`, the likeliest first.
pub fn rewritten(line: &Line) -> Vec<Vec<String>> {
    let rows = ROWS.iter().filter_map(|row| by_row(line, *row));
    let power = riffles_of_power(line);
    power
        .into_iter()
        .chain(rows)
        .chain(of_lists(&[&[line.command][..], &line.words].concat()))
        .collect()
}

/// Returns the line of `faro mix` that is meant by a power of a riffle, such as `52 gsr^7`.
fn riffles_of_power(line: &Line) -> Option<Vec<String>> {
    let [cards, word] = line.positional()[..] else {
        return None;
    };
    let riffles = word
        .strip_prefix("gsr^")
        .filter(|riffles| is_number(riffles))?;
    let words = [&["mix", cards, "--riffles", riffles], &line.options()[..]].concat();
    ["order", "where"]
        .contains(&line.command)
        .then(|| words.into_iter().map(String::from).collect())
}

/// Returns what is meant by `line` if it fits a row.
fn by_row(line: &Line, (commands, arguments, meant): (&str, &str, &str)) -> Option<Vec<String>> {
    let (options, commands): (Vec<&str>, Vec<&str>) = commands
        .split_whitespace()
        .partition(|word| word.starts_with('-'));
    let is_command = match &commands[..] {
        [] => SHUFFLERS.contains(&line.command),
        commands => commands.contains(&line.command),
    };
    if !is_command || !options.iter().all(|option| line.has(option)) {
        return None;
    }
    let slots: Vec<&str> = arguments.split_whitespace().collect();
    let with_options_last = [line.positional(), line.options()].concat();
    [&line.words, &with_options_last]
        .into_iter()
        .find_map(|words| by_words(line.command, words, &slots, meant))
}

/// Returns what is meant by a command with these arguments if the first of them fit `slots`, and options follow.
fn by_words(command: &str, words: &[&str], slots: &[&str], meant: &str) -> Option<Vec<String>> {
    let has_number = words.first().is_some_and(|word| is_number(word));
    let is_absent = slots.first() == Some(&OPTIONAL) && !has_number;
    let slots = &slots[usize::from(is_absent)..];
    let (words, rest) = words.split_at_checked(slots.len())?;
    let is_whole = rest.first().is_none_or(|word| word.starts_with('-'));
    if !is_whole || !slots.iter().zip(words).all(|(slot, word)| fits(slot, word)) {
        return None;
    }
    let (command, meant) = match meant.strip_prefix("faro ") {
        Some(meant) => (None, meant),
        None => (Some(command), meant),
    };
    let meant = meant.split_whitespace();
    let meant = meant.filter(|slot| has_number || *slot != OPTIONAL);
    let command = command.into_iter().map(String::from);
    let line = command.chain(meant.map(|slot| filled(slot, slots, words)));
    Some(line.chain(rest.iter().copied().map(String::from)).collect())
}

/// A slot for a number or nothing.
const OPTIONAL: &str = "[N]";

/// Returns the single capital letter that stands for a word.
fn letter(slot: &str) -> Option<char> {
    let mut letters = slot.trim_matches(['[', ']']).chars();
    let first = letters.next().filter(char::is_ascii_uppercase)?;
    letters.next().is_none().then_some(first)
}

fn fits(slot: &str, word: &str) -> bool {
    match letter(slot) {
        None => slot == word,
        Some('R') => random_shuffle(word).is_some() && by_name(word).is_none(),
        Some('S') => is_shuffle(word),
        Some('Y') => by_name(word).is_some(),
        Some('V' | 'W') => !is_number(word) && !word.starts_with('-'),
        Some('F') => is_face(word),
        Some('C') => is_number(word) || is_face(word),
        Some('K' | 'L') => Stack::named(word).is_some(),
        Some('O') => OPTIONS_OF_TIMES.contains(&word),
        Some('D') => is_number(word) && word != "52",
        Some('X') => word
            .split_once('x')
            .is_some_and(|(hands, cards)| is_number(hands) && is_number(cards)),
        Some('B') => word.parse().is_ok_and(|cards: u64| cards > 10),
        Some('P') => is_number(word) && word.len() > 3,
        Some('A') => true,
        Some('T') => is_number(word) && !word.contains(','),
        Some(_) => is_number(word),
    }
}

/// Returns whether a word is the name of a playing card, and no number.
pub fn is_face(word: &str) -> bool {
    playing_card::normal(word).is_some() && !is_number(word)
}

/// Returns `slot` with the words of the line instead of its capital letters.
fn filled(slot: &str, wrong: &[&str], words: &[&str]) -> String {
    let word_of = |capital: char| {
        let at = wrong.iter().position(|slot| letter(slot) == Some(capital));
        let word = at.map(|at| words[at]);
        let shuffle = word.filter(|_| capital == 'Y').and_then(by_name);
        shuffle
            .or(word)
            .map_or_else(|| capital.into(), String::from)
    };
    let letters = slot.trim_matches(['[', ']']).chars();
    letters.map(word_of).collect()
}

/// Signs that people type between moves instead of a comma.
const MOVE_SIGNS: [char; 3] = [';', '+', '&'];

/// Options with a list, and what stands between its parts.
const LISTS: [(&str, &str); 4] = [
    ("--track", ","),
    ("--allow", ","),
    ("--moves", ","),
    ("--contains", " "),
];

/// Returns the words with the list after an option as one word, as in `--track 1 26 52`.
pub fn with_joined_list(words: &[&str]) -> Option<Vec<String>> {
    let separator_of = |word: &str| LISTS.iter().find(|(option, _)| *option == word);
    let (at, separator) = (0..)
        .zip(words)
        .find_map(|(at, word)| Some((at + 1, separator_of(word)?.1)))?;
    let is_part = |word: &&&str| !word.starts_with('-');
    let end = at + words[at..].iter().take_while(is_part).count();
    // A cut has a number of cards.
    let list = words[at..end]
        .iter()
        .map(|word| if *word == "cut" { "cut:1" } else { word });
    let list = list.collect::<Vec<_>>().join(separator);
    let joined = [&words[..at], &[list.as_str()], &words[end..]].concat();
    (end > at + 1).then(|| joined.into_iter().map(String::from).collect())
}

/// Returns what is meant by several arguments in one word, or by one argument in a wrong form of list.
fn of_lists(typed: &[&str]) -> Vec<Vec<String>> {
    let line = |words: &[&str], rest: &[&str]| {
        let words = [words, rest].concat();
        vec![words.into_iter().map(String::from).collect()]
    };
    match typed {
        ["help", command, _, ..] => line(&["help", command], &[]),
        ["mix", packs, "decks" | "packs", rest @ ..] => {
            line(&["mix", "--composition", &format!("{packs} packs")], rest)
        }
        ["mix", packs, rest @ ..] if packs.ends_with("x52") => {
            let packs = packs.trim_end_matches("x52");
            line(&["mix", "--composition", &format!("{packs} packs")], rest)
        }
        [command @ ("group" | "route" | "solve"), rest @ ..]
            if rest.join(" ").contains(MOVE_SIGNS) =>
        {
            let rest: Vec<String> = rest
                .iter()
                .map(|word| word.replace(MOVE_SIGNS, ","))
                .collect();
            let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
            line(&[*command], &rest)
        }
        ["deck", cards @ ..] if cards.len() > 1 && cards.iter().all(|card| is_face(card)) => {
            line(&["inspect"], cards)
        }
        ["cycles" | "deck", cards @ ..] if is_permutation(cards) => line(&["inspect"], cards),
        ["sizes", limit, rest @ ..] if limit.strip_prefix('<').is_some_and(is_number) => {
            line(&["sizes", "--below", &limit[1..], "2..=1000"], rest)
        }
        ["solve", rest @ ..] if rest.iter().any(|word| is_deck_of_digits(word)) => {
            let apart = |word: &&str| match is_deck_of_digits(word) {
                true => digits_of(word).join(" "),
                false => String::from(*word),
            };
            let rest = rest.iter().map(apart).collect::<Vec<_>>();
            let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
            match rest[..] {
                [from, to] => of_lists(&["solve", from, to]),
                _ => line(&["solve"], &rest),
            }
        }
        ["inspect", before, after]
            if [before, after].iter().all(|file| Path::new(file).is_file()) =>
        {
            line(&["inspect", after, "--start", before], &[])
        }
        ["where", rest @ .., "--card", cards] if cards.contains(',') => {
            line(&["deck"], &[rest, &["--track", cards]].concat())
        }
        ["route", cards, way, rest @ ..] if way.contains(['-', '>', '.']) => {
            let (from, to) = way.split_once(['-', '>', '.']).unwrap_or_default();
            let to = to.trim_start_matches(['>', '.', '=']);
            match is_number(from) && is_number(to) {
                true => line(&["route", cards, from, to], rest),
                false => Vec::new(),
            }
        }
        ["odds", share, rest @ ..] if share.contains('/') => match share.split_once('/') {
            Some((of, cards)) if is_number(of) && is_number(cards) => {
                line(&["odds", cards, "--of", of], rest)
            }
            _ => Vec::new(),
        },
        ["solve", numbers @ ..] if is_permutation(numbers) => line(
            &[
                "solve",
                &numbers.len().to_string(),
                "()",
                &numbers.join(" "),
            ],
            &[],
        ),
        ["solve", words @ ..] if words.contains(&"to") => {
            let mut orders = words
                .split(|word| *word == "to")
                .map(|order| order.join(" "));
            match (orders.next(), orders.next()) {
                (Some(from), Some(to)) => of_lists(&["solve", &from, &to]),
                _ => Vec::new(),
            }
        }
        ["odds", ..] => of_wanted(typed).into_iter().collect(),
        ["inspect", digits] if is_deck_of_digits(digits) => line(&["inspect"], &digits_of(digits)),
        ["inspect", list] if list.split('-').filter(|card| !card.is_empty()).count() > 2 => {
            line(&["inspect"], &list.split('-').collect::<Vec<_>>())
        }
        ["solve", from, to, rest @ ..] => {
            let lists = by_number(from, to);
            let (from, to) = match &lists {
                Some([from, to]) => (&from[..], &to[..]),
                None => (*from, *to),
            };
            match (bracketed(from), bracketed(to)) {
                (Some((cards, _)), Some(_)) => line(&["solve", &cards.to_string(), from, to], rest),
                _ => Vec::new(),
            }
        }
        [
            command @ ("audit" | "certify"),
            "--exec",
            runs,
            script,
            rest @ ..,
        ] if is_script(script) => line(&[*command, "--exec", &format!("{runs} {script}")], rest),
        [command, cards, list, rest @ ..] if SHUFFLERS.contains(command) && list.contains(',') => {
            let Some((_, list)) = bracketed(list) else {
                return Vec::new();
            };
            line(&[*command, cards, &list], rest)
        }
        [command, first, rest @ ..] if first.ends_with(',') => {
            line(&[*command, first.trim_end_matches(',')], rest)
        }
        [command, first, rest @ ..] if SHUFFLERS.contains(command) => match first
            .split_once([' ', ','])
        {
            Some((cards, shuffle)) if is_number(cards) => line(&[*command, cards, shuffle], rest),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Returns what is meant by `--of 17 --want 2..=4`, where the kind has its number twice or not with the condition, and by
/// several numbers after `--exactly`.
fn of_wanted(words: &[&str]) -> Option<Vec<String>> {
    let at = |option: &str| words.iter().position(|word| *word == option);
    let value = |option| words.get(at(option)? + 1).copied();
    if let Some((low, high)) = value("--exactly").and_then(|numbers| numbers.split_once(',')) {
        let high = high.rsplit(',').next()?;
        let meant = ["--at-least", low, "--at-most", high];
        return Some(exchanged(words, at("--exactly")?, &meant));
    }
    let (of, wanted) = (value("--of")?, value("--want")?);
    let wanted = format!("{wanted}/{of}");
    let words = exchanged(words, at("--want")?, &["--want", &wanted]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let at = words.iter().position(|word| *word == "--of")?;
    Some(exchanged(&words, at, &[]))
}

/// Returns the words with `meant` instead of the option at an index and its value.
fn exchanged(words: &[&str], at: usize, meant: &[&str]) -> Vec<String> {
    let (before, after) = (&words[..at], &words[at + 2..]);
    let words = [before, meant, after].concat();
    words.into_iter().map(String::from).collect()
}

/// Returns the words with the name of a playing card as one word, such as `Ace of Spades`.
pub fn with_named_cards(words: &[&str]) -> Option<Vec<String>> {
    let at = words
        .windows(3)
        .position(|three| playing_card::normal(&three.join(" ")).is_some() && three[1] == "of")?;
    let (before, rest) = words.split_at(at);
    let (card, after) = rest.split_at(3);
    let name = card.join(" ");
    let words = [before, &[name.as_str()], after].concat();
    Some(words.into_iter().map(String::from).collect())
}

/// Returns whether words are the numbers from 1, in any order.
fn is_permutation(words: &[&str]) -> bool {
    let mut numbers: Vec<usize> = words.iter().filter_map(|word| word.parse().ok()).collect();
    numbers.sort_unstable();
    words.len() > 2 && numbers.len() == words.len() && numbers.into_iter().eq(1..=words.len())
}

/// Returns the digits of a text.
fn digits_of(text: &str) -> Vec<&str> {
    text.split("").filter(|digit| !digit.is_empty()).collect()
}

/// Returns whether the digits of a text are the numbers of a deck, as in `3142`.
fn is_deck_of_digits(text: &str) -> bool {
    let mut digits: Vec<char> = text.chars().collect();
    digits.sort_unstable();
    digits.len() > 2 && digits.into_iter().eq(('1'..='9').take(text.len()))
}

/// Returns two orders of the same names with the numbers of the names in the first one.
fn by_number(from: &str, to: &str) -> Option<[String; 2]> {
    let [from, to] = [from, to].map(|text| text.split([' ', ',']).collect::<Vec<_>>());
    let number = |name: &&str| from.iter().position(|other| other == name);
    let numbers = to.iter().map(number).collect::<Option<Vec<_>>>()?;
    let is_named = from.iter().any(|name| !is_number(name)) && from.len() == to.len();
    is_named.then(|| {
        [(0..from.len()).collect(), numbers].map(|list| joined(list.iter().map(|at| at + 1), " "))
    })
}

/// Returns the length of a list of numbers such as `1 2 3`, and the list in brackets.
fn bracketed(text: &str) -> Option<(usize, String)> {
    let numbers: Vec<&str> = text
        .split([' ', ','])
        .filter(|part| !part.is_empty())
        .collect();
    let is_list = numbers.len() > 1 && numbers.iter().all(|number| is_number(number));
    is_list.then(|| (numbers.len(), format!("[{}]", numbers.join(","))))
}
