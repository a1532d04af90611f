//! A mistyped command line in parts, and the command lines that may be meant by it.

use std::path::Path;

use faro::Word;
use faro::stacks::Stack;
use faro_render::one_based;

use crate::arguments::playing_card;
use crate::arguments::script::{is_script, with_interpreter};

/// Commands that run another program.
pub const RUNNERS: [&str; 3] = ["audit", "prove", "certify"];

/// Commands that take a number of cards and a shuffle.
pub const SHUFFLERS: [&str; 8] = [
    "order", "cycles", "deck", "where", "mix", "law", "matrix", "simulate",
];

/// Commands that take a random shuffle and its powers.
const TAKING_RANDOM: [&str; 4] = ["deck", "law", "matrix", "simulate"];

/// A command line in parts.
pub struct Line<'a> {
    pub program: &'a clap::Command,
    pub command: &'a str,
    /// The arguments after the name of the command.
    pub words: Vec<&'a str>,
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

    pub fn has(&self, option: &str) -> bool {
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
    pub fn candidates(&self) -> Vec<Vec<String>> {
        let given = self.positional();
        let (numbers, others): (Vec<&str>, Vec<&str>) =
            given.iter().partition(|text| is_number(text));
        if self.program.find_subcommand(self.command).is_none() {
            return match self.command {
                "shuffles" if !given.is_empty() => vec![self.with("order", &given, &[])],
                text if is_number(text) || is_shuffle(text) => self.of_no_command(&given),
                _ => Vec::new(),
            };
        }
        if given.last() == Some(&"help") {
            return vec![vec![self.command.into(), "--help".into()]];
        }
        let mut found = Vec::new();
        // Words that are no arguments, as in `52 out shuffle` and `1 to 15`.
        let is_filler =
            |index: usize| self.positions.contains(&index) && FILLERS.contains(&self.words[index]);
        let kept = (0..self.words.len()).filter(|&index| !is_filler(index));
        let kept: Vec<&str> = kept.map(|index| self.words[index]).collect();
        if kept.len() < self.words.len() {
            let line = [&[self.command][..], &kept].concat();
            found.push(line.iter().map(|word| String::from(*word)).collect());
            let line = Line::new(&line, self.program);
            found.extend(line.iter().flat_map(Line::candidates));
        }
        // A long option with one hyphen.
        let is_long = |word: &&&str| {
            let letters = word.strip_prefix('-').unwrap_or_default();
            letters.len() > 1 && letters.starts_with(|letter: char| letter.is_ascii_alphabetic())
        };
        if let Some(typed) = self.words.iter().find(is_long) {
            found.push(self.with_word(typed, &format!("-{typed}")));
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
            // A number of four digits is a port, and a smaller one a number of cards.
            ("explore", [port]) if is_number(port) && port.len() > 3 => {
                found.push(self.with("explore", &[], &["--port", port]));
            }
            ("explore", [_]) => found.push(self.with("explore", &[], &[])),
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
        let first = self.command.trim_start_matches('-');
        let words = [&[first][..], given].concat();
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
        // A random shuffle by its name alone.
        if let Some((shuffle, before)) = given
            .split_last()
            .and_then(|(last, before)| Some((by_count(last)?, before)))
        {
            let command = if TAKING_RANDOM.contains(&command) {
                command
            } else {
                "mix"
            };
            found.push(self.with(command, &[before, &[shuffle]].concat(), &[]));
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
        self.of_stack(given, numbers, others, found);
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
        self.of_times(given, others, found);
    }

    /// Adds what was meant by the name of a stack: it is the order before the shuffle.
    fn of_stack(
        &self,
        given: &[&str],
        numbers: &[&str],
        others: &[&str],
        found: &mut Vec<Vec<String>>,
    ) {
        let command = self.command;
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
    }

    /// Adds what was meant by a number after the shuffle: how often it is repeated.
    fn of_times(&self, given: &[&str], others: &[&str], found: &mut Vec<Vec<String>>) {
        let command = self.command;
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
            command if TAKING_RANDOM.contains(&command) => {
                let power = format!("{shuffle}^{count}");
                found.push(self.with(command, &[before, &[power.as_str()]].concat(), &[]));
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

    /// Returns this line with an option that exists instead of `typed`. `tip` begins with it and its value, for example
    /// `--samples M`. A value in capital letters stands for the one that was typed.
    pub fn replaced(&self, typed: &str, tip: &str) -> Vec<Vec<String>> {
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

pub fn is_number(text: &str) -> bool {
    let digits = text.trim_start_matches(['+', '-']);
    digits.starts_with(|digit: char| digit.is_ascii_digit())
        && digits
            .chars()
            .all(|letter| letter.is_ascii_digit() || "_^eE+-.=,".contains(letter))
}

pub fn is_shuffle(text: &str) -> bool {
    Word::parse_counting_from(text, one_based::FIRST).is_ok()
}

/// Returns a command line as it is typed.
pub fn shown(words: &[String]) -> Option<String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_./:=,^+@%-".contains(letter);
    let quoted = |word: &String| match word.chars().all(is_plain) {
        true => Some(word.clone()),
        false => (!word.contains('\'')).then(|| format!("'{word}'")),
    };
    let words: Vec<String> = words.iter().map(quoted).collect::<Option<_>>()?;
    Some(format!("faro {}", words.join(" ")))
}
