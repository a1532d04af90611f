//! What to type instead of a mistyped command line.
//!
//! A tip is a command line that the program accepts, as far as what was meant can be told; otherwise a sentence.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use faro::Word;
use faro::stacks::Stack;
use faro::word::closest_name;
use faro_render::one_based;

use crate::arguments::playing_card;
use crate::arguments::script::{is_script, with_interpreter};

/// Options that do not exist. Each row has the commands (empty for all), the options, and what to type instead.
const OPTIONS: &[(&str, &str, &str)] = &[
    (
        "deck",
        "--card",
        "--track AS,7, which marks cards, or `faro where --card`, which follows one",
    ),
    (
        "cycles",
        "--card --track",
        "`faro where --card` follows one card",
    ),
    (
        "where",
        "--track",
        "--card AS, or --at 7 for the card that starts at position 7",
    ),
    (
        "where",
        "--pos --place",
        "--position P for the card that is at P afterwards, or --at P for the card that starts there",
    ),
    (
        "deck",
        "--at --position --pos",
        "`faro where --position P` names the card at a position",
    ),
    (
        "where deck",
        "--to --goal",
        "`faro route` finds the shuffles that bring a card to a position",
    ),
    ("deck where", "--hands", "--deal 4x5"),
    (
        "odds",
        "--lands --hits --successes --copies --outs",
        "--of K",
    ),
    ("odds", "--hand --draw --drawn --draws", "--see N"),
    ("bits", "--bits --state --seed", "--state-bits B"),
    ("mix", "--within --below", "--until D"),
    (
        "audit",
        "--ignore-bad --skip --ignore --lenient",
        "--skip-bad N",
    ),
    ("where", "--each --path", "--times T"),
    (
        "matrix law simulate",
        "--card",
        "`faro where --card` follows one card, and `faro mix --card` its position after riffles",
    ),
    ("certify", "--pdf", "--html FILE, and print the page"),
    (
        "sizes",
        "--cards -n",
        "`faro order 52 out` finds how many shuffles restore a deck of 52",
    ),
    (
        "sweep",
        "--limit",
        "--summary, or a smaller range such as 2..=20",
    ),
    (
        "law",
        "--summary",
        "`faro mix 4 gsr` has the distances without the orders",
    ),
    ("route solve", "--inverse", "--allow in,out,in^-1,out^-1"),
    (
        "audit",
        "--faces",
        "faces such as AS are read without an option; --start gives their order",
    ),
    ("audit", "--trials --count --num", "--samples M"),
    ("audit", "--confidence --significance", "--alpha A"),
    ("prove", "--alpha", "--confidence D with --certify"),
    (
        "where cycles route matrix solve",
        "--faces",
        "faces are read without an option, and --start new-deck names the cards by them",
    ),
    (
        "order cycles law matrix simulate",
        "--times --time --riffles --repeat --shuffles",
        "write a power, such as 'out^7' or 'gsr^7'",
    ),
    (
        "deck where",
        "--riffles --repeat --shuffles -t",
        "--times T",
    ),
    ("mix", "--repeat --shuffles -t", "--riffles A..=B"),
    (
        "simulate deck matrix",
        "--trials --runs --num --count --decks",
        "--samples M",
    ),
    ("sizes sweep", "--shuffle -s", "--kind out or --kind in"),
    (
        "route solve",
        "--moves --shuffle -s",
        "--allow in,out,cut:1",
    ),
    ("group", "--allow --shuffle -s", "--moves out,in,cut:1"),
    (
        "deck cycles where route matrix",
        "--stack --order --deck",
        "--start STACK or FILE",
    ),
    (
        "deck cycles where matrix law simulate order",
        "--stack --order",
        "--cards N",
    ),
    (
        "deck cycles sweep mix law matrix simulate hands prove",
        PICTURES,
        "--svg FILE",
    ),
    ("audit", PICTURES, "--html FILE, a page with pictures"),
    (
        "",
        PICTURES,
        "pictures are drawn by --svg FILE of deck, cycles, sweep, mix, law, matrix, simulate and hands",
    ),
    (
        "",
        "--size --deck-size --number --num-cards --decksize",
        "--cards N, or the number first, as in '52 out'",
    ),
    ("", "--type", "--kind out, --kind in, or --shuffle WORD"),
    ("", "--json", "--format json"),
    ("", "--csv", "--format csv"),
    ("", "--out --file -o", "--output FILE"),
    (
        "",
        "--no-color --no-colour --nocolor --colour",
        "--color never, --color always, or NO_COLOR=1",
    ),
];

const PICTURES: &str = "--png --pdf --jpg --image --picture --plot --svg";

/// Commands that do not exist, and what to type instead.
const COMMANDS: &[(&str, &str)] = &[
    (
        "shuffle random generate show",
        "faro deck 52 out, or faro deck 52 fisher-yates --samples 5",
    ),
    ("riffle riffles distance mixing random-ness", "faro mix 52"),
    ("stack stacks", "faro list stacks"),
    ("move moves", "faro list moves"),
    ("shuffles words", "faro list shuffles"),
    ("checks", "faro list checks"),
    ("generators generator", "faro bits --list"),
    (
        "test check fair fairness bias",
        "faro audit FILE, or faro prove",
    ),
    (
        "track position follow card locate",
        "faro where 52 out --card 1",
    ),
    ("path elmsley bring", "faro route 52 1 7"),
    ("period restore reset", "faro order 52 out"),
    (
        "probability odds exact",
        "faro law 4 gsr, or faro matrix 52 gsr",
    ),
    (
        "stats statistics montecarlo monte-carlo",
        "faro simulate 52 gsr",
    ),
    ("seed crack rng entropy enough 2^32", "faro bits 52 32"),
    (
        "luck chance chances hypergeometric draw lands likely",
        "faro odds 60 --of 24 --see 7",
    ),
    ("gui web ui serve page browser app", "faro explore"),
    ("version", "faro --version"),
];

/// Example command lines of commands that require an option.
const MISSING: &[(&str, &str)] = &[
    ("where", "faro where 52 out --card 1 --times 3"),
    ("prove", "faro prove -- python3 fair.py"),
    ("merge", "faro merge part1.json part2.json"),
];

/// Commands that run another program.
const RUNNERS: [&str; 3] = ["audit", "prove", "certify"];

/// Commands that take a number of cards and a shuffle.
const SHUFFLERS: [&str; 8] = [
    "order", "cycles", "deck", "where", "mix", "law", "matrix", "simulate",
];

/// A command line in parts.
pub struct Line<'a> {
    program: &'a clap::Command,
    command: &'a str,
    /// The arguments after the name of the command.
    words: Vec<&'a str>,
    /// The indices, in `words`, of the arguments by position. Those of a program to be run do not count.
    positions: Vec<usize>,
}

impl<'a> Line<'a> {
    /// Splits a command line. The result is `None` if it has no command.
    pub fn new(arguments: &[&'a str], program: &'a clap::Command) -> Option<Line<'a>> {
        let (command, words) = arguments.split_first()?;
        let takes_value = |option: &str| {
            let known = program
                .find_subcommand(command)
                .into_iter()
                .chain([program]);
            known.flat_map(clap::Command::get_arguments).any(|arg| {
                let is_it = arg
                    .get_long()
                    .is_some_and(|long| option.strip_prefix("--") == Some(long))
                    || arg.get_short().is_some_and(|short| {
                        option.strip_prefix('-') == Some(short.encode_utf8(&mut [0; 4]))
                    });
                is_it && arg.get_action().takes_values()
            })
        };
        let (mut positions, mut is_value) = (Vec::new(), false);
        let is_runner = RUNNERS.contains(command);
        let mut is_after = false;
        for (index, word) in words
            .iter()
            .enumerate()
            .take_while(|(_, word)| **word != "--" || !is_runner)
        {
            if *word == "--" {
                is_after = true;
                continue;
            }
            let is_option = word.starts_with('-') && !is_number(word) && !is_after;
            if !is_value && !is_option {
                positions.push(index);
            }
            is_value = !is_value && takes_value(word);
        }
        Some(Line {
            program,
            command,
            words: words.to_vec(),
            positions,
        })
    }

    fn positional(&self) -> Vec<&'a str> {
        self.positions
            .iter()
            .map(|&index| self.words[index])
            .collect()
    }

    fn has(&self, option: &str) -> bool {
        self.words
            .iter()
            .any(|word| word.split('=').next() == Some(option))
    }

    /// Returns the arguments that are not by position: options and their values.
    fn options(&self) -> Vec<&'a str> {
        let words = self.words.iter().enumerate();
        words
            .filter(|(index, word)| !self.positions.contains(index) && **word != "--")
            .map(|(_, word)| *word)
            .collect()
    }

    /// Returns a command line with `positional` as arguments by position, followed by `more` and the options of the
    /// line.
    fn with(&self, command: &str, positional: &[&str], more: &[&str]) -> Vec<String> {
        let words = [&[command][..], positional, more, &self.options()].concat();
        words.into_iter().map(String::from).collect()
    }

    /// Returns the line with `meant` instead of the argument `typed`.
    fn with_word(&self, typed: &str, meant: &str) -> Vec<String> {
        let words = self.words.iter();
        let words = words.map(|&word| if word == typed { meant } else { word });
        std::iter::once(self.command)
            .chain(words)
            .map(String::from)
            .collect()
    }

    /// Returns command lines that the user may have meant, the likeliest first.
    fn candidates(&self) -> Vec<Vec<String>> {
        let given = self.positional();
        let (numbers, others): (Vec<&str>, Vec<&str>) =
            given.iter().partition(|text| is_number(text));
        if self.program.find_subcommand(self.command).is_none() {
            let is_meant =
                is_number(self.command) || (is_shuffle(self.command) && !is_synonym(self.command));
            return if is_meant {
                self.of_no_command(&given)
            } else {
                Vec::new()
            };
        }
        if given.last() == Some(&"help") {
            return vec![vec![self.command.into(), "--help".into()]];
        }
        let mut found = Vec::new();
        // Words that are no arguments, as in `52 out shuffle` and `1 to 15`.
        let is_filler = |word: &&&str| !FILLERS.contains(word);
        let plain: Vec<&str> = self.words.iter().filter(is_filler).copied().collect();
        if plain.len() < self.words.len() {
            let line = [&[self.command][..], &plain].concat();
            found.push(line.iter().map(|word| String::from(*word)).collect());
            let line = Line::new(&line, self.program);
            found.extend(line.iter().flat_map(Line::candidates));
        }
        // A long option with one hyphen.
        let hyphen = |word: &&str| {
            let letters = word.strip_prefix('-').unwrap_or_default();
            letters.len() > 1 && letters.starts_with(|letter: char| letter.is_ascii_alphabetic())
        };
        if let Some(at) = self.words.iter().position(hyphen) {
            let mut words: Vec<String> =
                self.words.iter().map(|word| String::from(*word)).collect();
            words[at].insert(0, '-');
            found.push([vec![self.command.into()], words].concat());
        }
        // An assignment such as `n=52` is meant as the number itself.
        let assigned = given.iter().position(|text| number_of(text).is_some());
        if let Some(at) = assigned {
            let mut positional = given.clone();
            positional[at] = number_of(given[at]).unwrap_or_default();
            found.push(self.with(self.command, &positional, &[]));
            found.push(self.with(self.command, &[&positional[..], &["out"]].concat(), &[]));
        }
        if SHUFFLERS.contains(&self.command) {
            self.of_shuffler(&given, &numbers, &others, &mut found);
        }
        match (self.command, &given[..]) {
            ("group", [moves, cards]) if !is_number(moves) && is_number(cards) => {
                found.push(self.with("group", &[cards, moves], &[]));
            }
            ("sweep", [from, to, rest @ ..]) if is_number(from) && is_number(to) => {
                let range = format!("{from}..={to}");
                found.push(self.with("sweep", &[&[range.as_str()][..], rest].concat(), &[]));
            }
            ("bits", [generator, ..] | [_, generator]) if !is_number(generator) => {
                found.push(vec!["bits".into(), "--list".into()]);
            }
            // A number of four digits is a port, and a smaller one a number of cards.
            ("explore", [port]) if is_number(port) && port.len() > 3 => {
                found.push(self.with("explore", &[], &["--port", port]));
            }
            ("explore", [_]) => found.push(self.with("explore", &[], &[])),
            ("odds", [cards, of, see]) => {
                found.push(self.with("odds", &[cards], &["--of", of, "--see", see]));
            }
            ("list", ["generators" | "generator"]) => {
                found.push(vec!["bits".into(), "--list".into()]);
            }
            ("prove", _) if self.words.contains(&"node") && !self.words.contains(&"--") => {
                found.push(self.with_word("node", "javascript"));
            }
            ("certify", [script]) if is_script(script) => {
                let run = with_interpreter(script);
                let program: Vec<&str> = std::iter::once("--").chain(run.split(' ')).collect();
                found.push(
                    [
                        self.with("certify", &[], &[]),
                        program.into_iter().map(String::from).collect(),
                    ]
                    .concat(),
                );
            }
            ("mix", _) if self.has("-k") => {
                found.push(self.with_word("-k", "--riffles"));
            }
            _ => {}
        }
        found
    }

    fn of_no_command(&self, given: &[&str]) -> Vec<Vec<String>> {
        let words = [&[self.command][..], given].concat();
        let chosen = |is: fn(&str) -> bool| -> Vec<&str> {
            words.iter().copied().filter(|text| is(text)).collect()
        };
        let (numbers, shuffles) = (chosen(is_number), chosen(is_shuffle));
        match (&numbers[..], &shuffles[..]) {
            ([cards], []) => vec![self.with("order", &[cards, "out"], &[])],
            ([] | [_], [shuffle]) => {
                vec![self.with("deck", &[&numbers[..], &[shuffle]].concat(), &[])]
            }
            _ => Vec::new(),
        }
    }

    /// Adds the command lines that may be meant by a number of cards and a shuffle in a wrong form.
    fn of_shuffler(
        &self,
        given: &[&str],
        numbers: &[&str],
        others: &[&str],
        found: &mut Vec<Vec<String>>,
    ) {
        let command = self.command;
        // A move and its argument as two words, such as `cut 26`.
        for (at, pair) in given.windows(2).enumerate() {
            let joined = format!("{}:{}", pair[0], pair[1]);
            if let Some(shuffle) = by_count(pair[0]).filter(|_| is_number(pair[1])) {
                self.of_count(&given[..at], shuffle, pair[1], found);
            } else if is_number(pair[1]) && is_shuffle(&joined) && !is_shuffle(pair[0]) {
                let positional = [&given[..at], &[joined.as_str()], &given[at + 2..]].concat();
                found.push(self.with(command, &positional, &[]));
            }
        }
        // Moves joined by hyphens or commas, such as `in-out`.
        if let Some(at) = given
            .iter()
            .position(|text| text.contains(['-', ',']) && text.split(['-', ',']).all(is_shuffle))
        {
            let word = given[at].replace(['-', ','], " ");
            let positional = [&given[..at], &[word.as_str()], &given[at + 1..]].concat();
            found.push(self.with(command, &positional, &[]));
        }
        if command == "deck" && self.has("--ascii") {
            found.push(self.with(command, given, &["--faces"]));
        }
        self.of_powers(given, others, found);
        // A power as two words, such as `out x3`.
        if let [rest @ .., shuffle, power] = given
            && let Some(power) = power.strip_prefix(['x', '^', '*'])
        {
            let word = format!("{shuffle}^{power}");
            found.push(self.with(command, &[rest, &[word.as_str()]].concat(), &[]));
        }
        if let ([stack, shuffle], [count], "deck") = (others, numbers, command)
            && Stack::named(stack).is_some()
            && given.last() == Some(count)
        {
            found.push(self.with("deck", &[shuffle], &["--times", count, "--start", stack]));
        }
        if let ([stack], [place], "where") = (others, numbers, command)
            && Stack::named(stack).is_some()
        {
            found.push(self.with("where", &[], &["--start", stack, "--position", place]));
        }
        if let ([stack, rest @ ..], true) =
            (others, matches!(command, "deck" | "cycles" | "matrix"))
            && Stack::named(stack).is_some()
            && !self.has("--start")
        {
            found.push(self.with(command, &[numbers, rest].concat(), &["--start", stack]));
        }
        if command == "where"
            && !["--card", "--at", "--position"]
                .iter()
                .any(|option| self.has(option))
        {
            self.of_where(given, found);
        }
        // An option instead of a word, such as `out --inverse` or `in --packets 3`.
        if let [shuffle] = others {
            let packets = self.words.iter().position(|word| *word == "--packets");
            let count = packets.and_then(|at| self.words.get(at + 1));
            let word = match (count, self.has("--inverse")) {
                (Some(count), _) => Some(format!("packets:{count}:{shuffle}")),
                (None, true) => Some(format!("{shuffle}^-1")),
                (None, false) => None,
            };
            let cards = numbers.first().filter(|number| Some(*number) != count);
            let words =
                [Some(command), cards.copied(), word.as_deref()].map(|word| word.map(String::from));
            found.extend(word.map(|_| words.into_iter().flatten().collect()));
        }
        // Several words that are one shuffle, such as `in cut:26`.
        if others.len() > 1 && numbers.len() <= 1 {
            let word = others.join(" ");
            if is_shuffle(&word) {
                found.push(self.with(command, &[numbers, &[word.as_str()]].concat(), &[]));
            }
        }
        let (cards, count, shuffle) = match (given, others) {
            // A shuffle and a number of shuffles, such as `out 2`, where the cards come from a starting order.
            ([shuffle, count], [_]) if self.has("--start") && is_number(count) => {
                (None, *count, *shuffle)
            }
            ([cards, shuffle, count], [_]) if is_number(count) && is_number(cards) => {
                (Some(*cards), *count, *shuffle)
            }
            // Two numbers, such as `52 3`: cards and a number of shuffles.
            ([cards, count], []) if !["law", "matrix", "simulate"].contains(&command) => {
                (Some(*cards), *count, "out")
            }
            _ => return,
        };
        let positional: Vec<&str> = cards.into_iter().chain([shuffle]).collect();
        match command {
            "deck" | "where" => found.push(self.with(command, &positional, &["--times", count])),
            "mix" if others.is_empty() => {
                found.push(self.with(
                    command,
                    &cards.into_iter().collect::<Vec<_>>(),
                    &["--riffles", count],
                ));
            }
            "mix" => found.push(self.with(command, &positional, &["--riffles", count])),
            "simulate" if !self.has("--samples") => {
                found.push(self.with(command, &positional, &["--samples", count]));
            }
            _ => {
                let power = format!("{shuffle}^{count}");
                let positional: Vec<&str> = cards.into_iter().chain([power.as_str()]).collect();
                found.push(self.with(command, &positional, &[]));
            }
        }
    }

    /// Adds what was meant by a random shuffle and a number, such as `riffle 7`: as many shuffles.
    fn of_count(&self, before: &[&str], shuffle: &str, count: &str, found: &mut Vec<Vec<String>>) {
        let positional = [before, &[shuffle]].concat();
        match self.command {
            "deck" | "law" | "matrix" | "simulate" => {
                let power = format!("{shuffle}^{count}");
                found.push(self.with(self.command, &[before, &[power.as_str()]].concat(), &[]));
            }
            _ if shuffle == "gsr" => found.push(self.with("mix", before, &["--riffles", count])),
            _ => found.push(self.with("mix", &positional, &["--times", count])),
        }
    }

    /// Adds the power that may be meant by an option with a number of shuffles, such as `--times 3`, in a command
    /// without this option.
    fn of_powers(&self, given: &[&str], others: &[&str], found: &mut Vec<Vec<String>>) {
        let is_count = |word: &&str| {
            [
                "--times",
                "--time",
                "--riffles",
                "--repeat",
                "--shuffles",
                "-t",
            ]
            .contains(word)
        };
        let (Some(at), [shuffle]) = (self.words.iter().position(is_count), others) else {
            return;
        };
        if ["deck", "where", "mix"].contains(&self.command) {
            return;
        }
        let Some(count) = self.words.get(at + 1).filter(|count| is_number(count)) else {
            return;
        };
        let power = format!("{shuffle}^{count}");
        let cards = given.iter().find(|text| is_number(text) && *text != count);
        let words = [Some(self.command), cards.copied(), Some(power.as_str())]
            .into_iter()
            .flatten();
        found.push(words.map(String::from).collect());
    }

    /// Adds what was meant by `1 52 out`, `52 out 1` or `52 AS out`: the number before the shuffle is that of the cards.
    fn of_where(&self, given: &[&str], found: &mut Vec<Vec<String>>) {
        let Some(at) = given.iter().position(|text| is_shuffle(text)) else {
            return;
        };
        let card = given
            .iter()
            .position(|text| playing_card::normal(text).is_some() && !is_number(text));
        let cards = (0..at).rev().find(|&index| is_number(given[index]));
        let card = card.or_else(|| {
            (0..given.len()).find(|&index| is_number(given[index]) && Some(index) != cards)
        });
        let positional: Vec<&str> = cards
            .map(|index| given[index])
            .into_iter()
            .chain([given[at]])
            .collect();
        if let Some(card) = card {
            found.push(self.with("where", &positional, &["--card", given[card]]));
        }
    }
}

/// Words between arguments that are no arguments.
const FILLERS: [&str; 7] = ["shuffle", "shuffles", "cards", "card", "to", "times", "of"];

/// Returns the word of a random shuffle that people call by its name and the number of shuffles.
fn by_count(name: &str) -> Option<&'static str> {
    match name {
        "riffle" | "riffles" => Some("gsr"),
        "overhand" => Some("overhand:0.2"),
        _ => None,
    }
}

/// Returns the number of a text such as `n=52`.
fn number_of(text: &str) -> Option<&str> {
    let (name, number) = text.split_once('=')?;
    let is_name = ["n", "cards", "deck", "size"].contains(&name.to_lowercase().as_str());
    Some(number).filter(|number| is_name && is_number(number))
}

fn is_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['+', '-']);
    digits.starts_with(|digit: char| digit.is_ascii_digit())
        && digits
            .chars()
            .all(|letter| letter.is_ascii_digit() || "_^eE+-.=,".contains(letter))
}

fn is_shuffle(text: &str) -> bool {
    Word::parse_counting_from(text, one_based::FIRST).is_ok()
}

/// Returns whether a text is listed among the commands that do not exist, with a better tip.
fn is_synonym(text: &str) -> bool {
    COMMANDS
        .iter()
        .any(|(names, _)| has(names, &text.to_lowercase()))
}

/// Returns a command line that the user may have meant by `line`, and that `is_accepted` accepts.
pub fn corrected(line: &Line, is_accepted: &dyn Fn(&[String]) -> bool) -> Option<String> {
    let meant = line.candidates();
    shown(meant.iter().find(|words| is_accepted(words))?)
}

impl Line<'_> {
    /// Returns this line with an option that exists instead of `typed`. `tip` begins with it and its value, for example
    /// `--samples M`. A value in capital letters stands for the one that was typed.
    fn replaced(&self, typed: &str, tip: &str) -> Vec<Vec<String>> {
        let tip = tip.split(", ").next().unwrap_or_default();
        let Some((option, value)) = tip.split_once(' ') else {
            return Vec::new();
        };
        let Some(at) = self
            .words
            .iter()
            .position(|word| word.split('=').next() == Some(typed))
        else {
            return Vec::new();
        };
        let (before, after) = (&self.words[..at], &self.words[at + 1..]);
        let is_placeholder = value
            .chars()
            .all(|letter| letter.is_ascii_uppercase() || ".=".contains(letter));
        let line = |value: &str, after: &[&str]| {
            let words = [&[self.command][..], before, &[option, value], after].concat();
            words.into_iter().map(String::from).collect::<Vec<String>>()
        };
        let given = match self.words[at].split_once('=') {
            Some((_, value)) => Some((value, after)),
            None => after
                .split_first()
                .filter(|(next, _)| !next.starts_with('-'))
                .map(|(next, rest)| (*next, rest)),
        };
        let with_given = given.map(|(value, after)| match option {
            "--svg" | "--html" => line(
                &Path::new(value)
                    .with_extension(&option[2..])
                    .to_string_lossy(),
                after,
            ),
            _ => line(value, after),
        });
        let with_example = (!is_placeholder).then(|| line(value, after));
        with_given.into_iter().chain(with_example).collect()
    }
}

/// Returns a tip for an error of the argument parser.
///
/// It is a command line if one is accepted, otherwise a sentence.
pub fn of_parser(
    error: &clap::Error,
    line: &Line,
    is_accepted: &dyn Fn(&[String]) -> bool,
) -> Option<String> {
    let named = |kind| match error.get(kind) {
        Some(ContextValue::String(name)) => Some(name.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            command(named(ContextKind::InvalidSubcommand)?, line.program)
        }
        ErrorKind::UnknownArgument => {
            let typed = named(ContextKind::InvalidArg)?;
            match typed.starts_with('-') {
                true => option(line, typed.split('=').next().unwrap_or(typed), is_accepted)
                    .or_else(|| similar(error, typed, line)),
                false => position(typed, line),
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let (_, example) = MISSING.iter().find(|(name, _)| *name == line.command)?;
            Some(format!("expected for example '{example}'"))
        }
        ErrorKind::InvalidValue => {
            let typed = named(ContextKind::InvalidValue)?;
            let is_kind = named(ContextKind::InvalidArg)?.starts_with("--kind");
            if is_kind && is_shuffle(typed) {
                return Some(format!(
                    "other shuffles are given by --shuffle {typed}, or by position"
                ));
            }
            named(ContextKind::SuggestedValue).map(|similar| format!("did you mean '{similar}'?"))
        }
        _ => None,
    }
}

/// Returns a tip for an unknown command: what to type instead, the closest command, or how to list the commands.
fn command(typed: &str, program: &clap::Command) -> Option<String> {
    if let Some((_, tip)) = COMMANDS
        .iter()
        .find(|(names, _)| has(names, &typed.to_lowercase()))
    {
        return Some(format!("try {tip}"));
    }
    let closest = closest_name(
        typed,
        program.get_subcommands().map(clap::Command::get_name),
    );
    Some(closest.map_or_else(
        || "'faro --help' lists the commands".into(),
        |name| format!("did you mean '{name}'?"),
    ))
}

/// Returns the most similar option of the command, or the list of its options.
fn similar(error: &clap::Error, typed: &str, line: &Line) -> Option<String> {
    let command = line.program.find_subcommand(line.command)?;
    if let Some(ContextValue::String(similar)) = error.get(ContextKind::SuggestedArg)
        && is_similar(typed, similar)
    {
        return Some(format!("did you mean '{similar}'?"));
    }
    let options = command
        .get_arguments()
        .filter(|option| !option.is_hide_set())
        .filter_map(clap::Arg::get_long);
    let options: Vec<String> = options.map(|option| format!("--{option}")).collect();
    (!options.is_empty()).then(|| {
        format!(
            "the options of faro {} are {}",
            line.command,
            options.join(", ")
        )
    })
}

/// Returns whether `typed` may be a mistyping of `option`.
fn is_similar(typed: &str, option: &str) -> bool {
    let [typed, option] = [typed, option].map(|text| text.trim_start_matches('-'));
    let distance = strsim::damerau_levenshtein(typed, option);
    distance <= 2.max(typed.len() / 4) || typed.contains(option) || option.contains(typed)
}

/// Returns whether `names`, a list separated by spaces, contains `name`.
fn has(names: &str, name: &str) -> bool {
    names.split(' ').any(|known| known == name)
}

fn option(line: &Line, typed: &str, is_accepted: &dyn Fn(&[String]) -> bool) -> Option<String> {
    let is_meant = |(commands, names, _): &&(&str, &str, &str)| {
        (commands.is_empty() || has(commands, line.command)) && has(names, typed)
    };
    let (_, _, tip) = OPTIONS.iter().find(is_meant)?;
    if !tip.starts_with('-') {
        return Some((*tip).into());
    }
    let meant = line
        .replaced(typed, tip)
        .into_iter()
        .find(|words| is_accepted(words));
    Some(
        meant
            .and_then(|words| shown(&words))
            .map_or_else(|| format!("try {tip}"), |line| format!("try `{line}`")),
    )
}

/// Returns a command line as it is typed.
fn shown(words: &[String]) -> Option<String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_./:=,^+@%-".contains(letter);
    let quoted = |word: &String| match word.chars().all(is_plain) {
        true => Some(word.clone()),
        false => (!word.contains('\'')).then(|| format!("'{word}'")),
    };
    let words: Vec<String> = words.iter().map(quoted).collect::<Option<_>>()?;
    Some(format!("faro {}", words.join(" ")))
}

/// Returns a tip for a surplus argument by position.
fn position(typed: &str, line: &Line) -> Option<String> {
    let command = line.command;
    if RUNNERS.contains(&command) && is_number(typed) && line.has("--") {
        return Some(format!("try --cards {typed}"));
    }
    if RUNNERS.contains(&command) {
        let at = line.words.iter().position(|text| *text == typed)?;
        // The parser reports the word after the first one: `faro audit` takes the first as its file. So the program
        // begins one word earlier.
        let words = &line.words[at.saturating_sub(usize::from(command != "prove"))..];
        if words.len() > 1
            && words
                .iter()
                .all(|name| Path::new(name).is_file() && !is_script(name))
        {
            return Some(format!(
                "one file is read; join several, as in cat {} | faro {command}",
                words.join(" ")
            ));
        }
        let program = with_interpreter(&words.join(" "));
        return Some(format!(
            "a program comes after --, as in faro {command} -- {program}"
        ));
    }
    match command {
        "deal" if is_number(typed) => {
            Some("the deck has 52 cards; hands are dealt by --hands, such as 4x13".into())
        }
        _ if SHUFFLERS.contains(&command) => {
            Some("a shuffle of several moves is one argument in quotes, such as 'in cut:26'".into())
        }
        _ => None,
    }
}
