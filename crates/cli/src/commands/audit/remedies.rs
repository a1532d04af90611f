//! What to type for a line that is no deck, as the end of its message.

use faro_audit::MAX_CARDS;
use faro_audit::lines::{LineError, LineErrorKind, longest_run};
use faro_render::numbers::joined;

use crate::arguments::playing_card;
use crate::child::program::CommandLine;
use crate::intake::guess;
use crate::intake::hints;
use crate::intake::related::is_before;
use crate::intake::{Intake, Unit};

/// Returns the message for a line that is no deck.
pub fn message(error: &LineError, intake: &Intake, program: Option<&CommandLine>) -> String {
    if let Some(whole) = of_other_text(error, intake, program) {
        return whole;
    }
    let seen = guess::remedy(intake.begin()).filter(|_| {
        !intake.is_filtered() && error.kind != LineErrorKind::Utf16 && !is_begun(intake)
    });
    let hands = sizes_of_hands(intake.begin())
        .filter(|_| error.line == 1 && !is_begun(intake))
        .filter(|_| {
            let kind = &error.kind;
            matches!(
                kind,
                LineErrorKind::NotANumber { .. } | LineErrorKind::NotAFace { .. }
            )
        });
    let what = match (&error.kind, &hands) {
        (LineErrorKind::Json, _) if seen.is_some() => "this is no list of cards".into(),
        (_, Some(_)) => "these cards are no whole deck".into(),
        (LineErrorKind::NotANumber { found }, None) if playing_card::normal(found).is_some() => {
            match is_begun(intake) {
                true => format!("'{found}' is not a number, as the cards before are"),
                false => format!("'{found}' is a card, but this is no whole deck"),
            }
        }
        (kind, None) => kind.to_string(),
    };
    let of_hands = || {
        let sizes = joined(hands?, ",");
        Some(format!(
            "; for the cards of hands type --hands {sizes} --cards 52"
        ))
    };
    let remedy = other_hands(error, intake)
        .or_else(of_hands)
        .or_else(|| of_first_order(error, intake))
        .or_else(|| of_first_cards(error, intake).map(String::from))
        .or_else(|| other_cards(error, intake, program))
        .or_else(|| of_fields(error, intake))
        .or(seen)
        .unwrap_or_else(|| of_kind(error, intake, program.is_some()));
    format!("{}: {what}{remedy}", place(error, intake))
}

/// Returns the line of an error. On a first line with several decks, as in a document of JSON, returns the deck too.
fn place(error: &LineError, intake: &Intake) -> String {
    let line = format!("{} {}", intake.unit(), error.line);
    match error.line {
        1 if intake.decks() > 0 => {
            let deck = intake.decks() + intake.bad_lines().number;
            format!("{line}, deck {deck}")
        }
        _ => line,
    }
}

/// Returns whether decks were read, or the form of the text is known.
fn is_begun(intake: &Intake) -> bool {
    intake.naming().is_some() || intake.form().is_some()
}

/// Returns whether a line can be left out, because other lines are decks.
fn is_left_out(error: &LineError, intake: &Intake) -> bool {
    error.line > 1 || is_begun(intake) || guess::has_plain_decks(intake.begin())
}

/// Returns the whole message for a text that is something else than decks.
fn of_other_text(
    error: &LineError,
    intake: &Intake,
    program: Option<&CommandLine>,
) -> Option<String> {
    if let Some(whole) = hints::refusal(intake.begin()).filter(|_| !is_begun(intake)) {
        return Some(whole);
    }
    if error.kind == LineErrorKind::Object && intake.begin().get(1).is_some_and(u8::is_ascii_digit)
    {
        return Some(match program {
            Some(_) => "the lists are in braces, as Python prints a set, which has no order; expected the list of the cards".into(),
            None => "the lists are in braces; unless they are sets of Python, which have no order, type tr -d '{}' <FILE | faro audit".into(),
        });
    }
    let begin = String::from_utf8_lossy(intake.begin());
    let inside = begin
        .split_once('{')
        .map_or("", |(_, inside)| inside.trim_start());
    if error.kind == LineErrorKind::Object && !inside.starts_with(['"', '\'', '}', '{', '[']) {
        return Some("these braces are no JSON, but hold cards or lists as a language prints them; expected a deck a line, such as 3 1 2 or AS 10H 2C".into());
    }
    let is_text = intake.unit() == Unit::Deck && hints::is_text(intake.begin());
    is_text.then(|| "this is text, not decks in bytes; leave --raw out".into())
}

/// Returns the remedy for a first line with other numbers than those of a deck, or with equal cards.
fn of_first_cards(error: &LineError, intake: &Intake) -> Option<&'static str> {
    if is_begun(intake) {
        return None;
    }
    match &error.kind {
        LineErrorKind::NotANumber { found } if error.line == 1 && found.parse::<i64>().is_ok() => {
            Some("; for cards that have other numbers use --start first")
        }
        LineErrorKind::TooOften { .. } | LineErrorKind::NotANumber { .. }
            if error.line == 1 && cards_of_first_two(intake.begin()) == Some(Cards::SomeAlike) =>
        {
            Some("; for cards that look alike type --composition first")
        }
        LineErrorKind::NotANumber { .. }
            if error.line == 1 && cards_of_first_two(intake.begin()) == Some(Cards::Different) =>
        {
            Some("; for cards that have other names use --start first")
        }
        LineErrorKind::TooOften { .. } if !is_left_out(error, intake) => {
            Some("; expected each card once")
        }
        _ => None,
    }
}

/// Returns the remedy for a first line with the name of an order, such as `# starting order: AS KD`, and its cards.
fn of_first_order(error: &LineError, intake: &Intake) -> Option<String> {
    let text = String::from_utf8_lossy(intake.begin());
    let mut lines = text.lines();
    let (name, cards) = lines.next()?.split_once(':')?;
    let mut words = name.split(|letter: char| !letter.is_alphabetic());
    let is_order = words.any(|word| is_before(word) || word.eq_ignore_ascii_case("order"));
    let are_alike = cards_in(cards) == lines.next().map(cards_in)? && cards_in(cards) > 2;
    (error.line == 1 && is_order && are_alike).then(|| {
        "; if this line is the order before the shuffle, type sed '1s/[^:]*: *//' FILE | faro audit --start first".into()
    })
}

/// Returns the remedy for JSON objects with lists in two fields.
fn of_fields(error: &LineError, intake: &Intake) -> Option<String> {
    let LineErrorKind::Fields { first, second } = &error.kind else {
        return None;
    };
    if let Some((outer, sizes)) = hints::hands_of_field(intake.begin(), first, second) {
        let sizes = joined(sizes, ",");
        return Some(format!(
            "; for the hands of all such fields type jq -c '[.{outer}[][]]' FILE | faro audit --hands {sizes} --cards 52"
        ));
    }
    if hints::are_pairs(intake.begin(), [first, second]) {
        let each = if intake.begin().starts_with(b"[") {
            ".[] | "
        } else {
            ""
        };
        return Some(format!(
            "; for the decks before and after the shuffle type jq -r '{each}[.{first}, .{second}] | map(join(\" \")) | join(\" | \")' FILE | faro audit --start each"
        ));
    }
    Some(match hints::outer(first, second) {
        Some(outer) => {
            format!("; for the lists of all such fields type jq -c '.{outer}[]' FILE | faro audit")
        }
        None => {
            let field = hints::likely_field(intake.begin(), [first, second]);
            format!(", for example --field {field}")
        }
    })
}

/// Returns the remedy for a kind of error.
fn of_kind(error: &LineError, intake: &Intake, is_program: bool) -> String {
    let is_left_out = || is_left_out(error, intake);
    let skipped = |what: &str| {
        let place = if is_program {
            ", before the program,"
        } else {
            ""
        };
        format!("; use --skip-bad 9{place} to skip up to 9 such {what}")
    };
    let remedy = match &error.kind {
        LineErrorKind::Unknown { .. } if error.line == 2 && is_below_header(intake.begin()) => {
            "; if line 1 is a header, type tail -n +2 FILE | faro audit --start first"
        }
        LineErrorKind::Few { found: 52.. } => "; leave --cards out",
        LineErrorKind::Few { .. } if !are_equally_long(intake.begin()) => {
            "; expected as many cards in each line"
        }
        LineErrorKind::Few { found } => {
            return of_part(*found, 52);
        }
        LineErrorKind::Hidden { seen, cards, .. } => {
            return format!("; for the cards seen only type --see {seen} --cards {cards}");
        }
        LineErrorKind::Utf16 => "; iconv -f UTF-16 -t UTF-8 FILE converts it",
        LineErrorKind::JsonEnd if intake.naming().is_some() => {
            "; --skip-bad 1 judges the decks before"
        }
        LineErrorKind::Alone if has_run_together(intake.begin()) => {
            "; for numbers of two digits without spaces type sed 's/../& /g' FILE | faro audit"
        }
        LineErrorKind::Alone
        | LineErrorKind::JsonEnd
        | LineErrorKind::Missing { .. }
        | LineErrorKind::AfterArray { .. }
        | LineErrorKind::Alike
        | LineErrorKind::NoStart => "",
        LineErrorKind::Beyond { card, first: 1, .. } if card == "0" => {
            "; expected all decks counted from 1, as the first one is"
        }
        LineErrorKind::Beyond {
            card,
            cards,
            first: 0,
        } if *card == cards.to_string() => {
            "; expected all decks counted from 0, as the first one is"
        }
        LineErrorKind::Beyond { cards: 2, .. } if intake.begin().starts_with(b"[[") => {
            "; the cards are lists of two numbers; expected each as one number or text"
        }
        LineErrorKind::Beyond { .. } if !is_left_out() && !are_equally_long(intake.begin()) => {
            "; expected as many cards in each line"
        }
        LineErrorKind::Beyond { .. } if !is_left_out() => return of_numbers(intake.begin()),
        LineErrorKind::NotANumber { found }
            if error.line == 1
                && playing_card::normal(found).is_some()
                && !guess::has_plain_decks(intake.begin()) =>
        {
            "; for the cards of hands type their sizes and that of the pack, such as --hands 2,2,2,5 --cards 52"
        }
        LineErrorKind::NotANumber { .. } if intake.lines() < 3 && is_heading(intake.begin()) => {
            "; no deck follows this line of headings"
        }
        LineErrorKind::NotANumber { .. }
            if intake.naming().is_none() && !guess::has_plain_decks(intake.begin()) =>
        {
            "; expected a deck a line, such as 3 1 2 or AS 10H 2C"
        }
        _ if is_left_out()
            && (intake.unit() == Unit::Deck || error.line == 1 && intake.decks() > 0) =>
        {
            return skipped("decks");
        }
        _ if is_left_out() => return skipped("lines"),
        _ => "",
    };
    remedy.into()
}

/// Returns the remedy for a first line that has not the cards of --hands.
fn other_hands(error: &LineError, intake: &Intake) -> Option<String> {
    let is_face = |found: &str| playing_card::normal(found).is_some();
    let first = String::from_utf8_lossy(intake.begin());
    let cards = first.lines().next().map(cards_in);
    match &error.kind {
        _ if error.line > 1 => None,
        LineErrorKind::Count { found, .. } => intake.other_hands(Some(*found)),
        LineErrorKind::NotANumber { found } if is_face(found) => intake.other_hands(cards),
        LineErrorKind::Beyond { .. } => {
            let larger = || intake.other_hands(None);
            intake.other_hands(cards).or_else(larger)
        }
        _ => None,
    }
}

/// Returns the number of words of a line.
fn cards_in(line: &str) -> usize {
    let words = line.split([' ', ',', ';', '\t', '|']);
    words.filter(|word| !word.is_empty()).count()
}

/// Returns the numbers of cards between the bars of the first line, if these are several groups of playing cards.
fn sizes_of_hands(beginning: &[u8]) -> Option<Vec<usize>> {
    let text = String::from_utf8_lossy(beginning);
    let faces = |hand: &str| {
        let mut words = hand.split([' ', ',']).filter(|word| !word.is_empty());
        let are_faces = words.all(|word| playing_card::normal(word).is_some());
        are_faces.then(|| cards_in(hand)).filter(|&size| size > 0)
    };
    let hands = text.lines().next()?.split(['|', '/', ';']).map(faces);
    let sizes = hands.collect::<Option<Vec<usize>>>()?;
    (sizes.len() > 1).then_some(sizes)
}

/// Returns whether a text begins with a playing card.
fn first_is_face(text: &str) -> bool {
    let first = text
        .split([' ', ',', ';', '\t', '|'])
        .next()
        .unwrap_or_default();
    playing_card::normal(first).is_some() && first.parse::<u64>().is_err()
}

/// Returns whether a text is one line of several names with commas between them.
fn is_heading(beginning: &[u8]) -> bool {
    let text = String::from_utf8_lossy(beginning);
    let is_name = |field: &str| {
        field
            .trim()
            .starts_with(|letter: char| letter.is_alphabetic())
    };
    text.trim().lines().count() == 1 && text.contains(',') && text.split(',').all(is_name)
}

/// Returns whether the first lines of a text have equally many words.
fn are_equally_long(beginning: &[u8]) -> bool {
    let text = String::from_utf8_lossy(beginning);
    let text = guess::without_last(&text);
    let mut counts = text.lines().map(cards_in);
    let first = counts.next();
    counts.all(|count| Some(count) == first)
}

/// Returns whether the second and third line have the same cards.
fn is_below_header(beginning: &[u8]) -> bool {
    let end = beginning.iter().position(|&byte| byte == b'\n');
    end.is_some_and(|end| cards_of_first_two(&beginning[end..]).is_some())
}

/// Returns whether the first line is an even number of digits, at least eight.
fn has_run_together(beginning: &[u8]) -> bool {
    let text = String::from_utf8_lossy(beginning);
    let line = text.lines().next().unwrap_or_default().trim();
    let are_digits = line.bytes().all(|letter| letter.is_ascii_digit());
    are_digits && line.len() >= 8 && line.len().is_multiple_of(2)
}

/// Returns the remedy for lines of equally many numbers that are not those of decks of this size.
fn of_numbers(beginning: &[u8]) -> String {
    let text = String::from_utf8_lossy(beginning);
    let lines = guess::without_last(&text).lines();
    let numbers = |line: &str| -> Vec<u64> {
        // A date or a name may stand before the cards.
        let has_words = line.contains([':', '=']);
        let run = longest_run(line).filter(|_| has_words);
        let line = run.map_or(line, |(place, _)| &line[place]);
        let words = line.split(|letter: char| !letter.is_ascii_digit());
        words.filter_map(|word| word.parse().ok()).collect()
    };
    let seen = lines.clone().next().map_or(0, |line| numbers(line).len());
    let has_twice = |line: &str| {
        let mut cards = numbers(line);
        cards.sort_unstable();
        cards.windows(2).any(|pair| pair[0] == pair[1])
    };
    if lines.clone().any(has_twice) {
        return "; lines have numbers that come twice, and a deck has each card once".into();
    }
    let mut all: Vec<u64> = lines.flat_map(numbers).collect();
    all.sort_unstable();
    all.dedup();
    let (first, last) = (all.first(), all.last());
    if cards_of_first_two(beginning) == Some(Cards::Different) || first > Some(&1) {
        return "; for cards that have other numbers use --start first".into();
    }
    let cards = last.map_or(0, |last| last + u64::from(first == Some(&0)));
    let is_known = all.len() as u64 == cards;
    of_part(seen, if is_known { cards } else { cards.max(52) })
}

/// Returns the remedy for lines of `seen` cards of a deck.
fn of_part(seen: usize, cards: u64) -> String {
    format!(
        "; for hands of a deck of {cards} type --hands {seen} --cards {cards}, or --see {seen} --cards {cards} for its first cards in their order"
    )
}

/// What the cards of a deck are, by their names.
#[derive(PartialEq)]
enum Cards {
    Different,
    SomeAlike,
}

/// Returns what the cards are if the first two lines or lists of a text have the same cards.
fn cards_of_first_two(beginning: &[u8]) -> Option<Cards> {
    let text = String::from_utf8_lossy(beginning);
    let is_separator = |letter: char| letter.is_whitespace() || ",;|[\"'".contains(letter);
    let sorted = |deck: &str| {
        let words = deck.split(is_separator).filter(|word| !word.is_empty());
        let mut cards: Vec<String> = words.map(String::from).collect();
        cards.sort_unstable();
        cards
    };
    let decks = text.split(['\n', ']']).map(sorted);
    let mut decks = decks.filter(|cards| !cards.is_empty());
    let first = decks.next()?;
    let are_alike = first.windows(2).any(|pair| pair[0] == pair[1]);
    (decks.next()? == first).then_some(match are_alike {
        true => Cards::SomeAlike,
        false => Cards::Different,
    })
}

/// Returns the remedy for a first deck that has other cards than the arguments say, or fewer than the second line.
fn other_cards(
    error: &LineError,
    intake: &Intake,
    program: Option<&CommandLine>,
) -> Option<String> {
    let text = String::from_utf8_lossy(intake.begin());
    let text = guess::without_last(&text);
    let mut counts = text.lines().map(cards_in);
    let (first, second) = (counts.next(), counts.next());
    let is_alike = second.is_none() || second == first;
    if let (LineErrorKind::Beyond { .. }, Some(second)) = (&error.kind, second)
        && first < Some(second)
        && error.line <= 2
        && intake.unit() == Unit::Line
    {
        return Some(format!(
            "; use --cards {second} --skip-bad 9 to skip up to 9 lines with fewer cards"
        ));
    }
    // The first line may be a header.
    let is_first = error.line == 1 || error.line == 2 && intake.naming().is_none();
    // In a document of JSON on one line, other decks may have been read.
    let is_first = is_first && intake.decks() == 0;
    if !is_alike || !is_first || intake.unit() == Unit::Deck {
        return None;
    }
    match (&error.kind, program) {
        (LineErrorKind::Unknown { .. }, _) => Some(
            "; expected the cards of the given deck, by --start, --composition or --cards".into(),
        ),
        (LineErrorKind::Count { found, .. }, Some(line)) if !line.mentions("{cards}") => Some(
            format!("; use --cards {found}, or give the program the number: -- {line} '{{cards}}'"),
        ),
        (
            LineErrorKind::Count {
                found, expected, ..
            },
            _,
        ) if found < expected && first_is_face(text) => Some(of_part(*found, *expected as u64)),
        (
            LineErrorKind::Count {
                found, expected, ..
            },
            _,
        ) => Some(if found < expected {
            format!(
                "; use --cards {found}, or `faro audit --see {found}` for the first cards of a deck"
            )
        } else if *found <= MAX_CARDS {
            format!("; use --cards {found}")
        } else {
            "; expected a deck a line".into()
        }),
        _ => None,
    }
}
