//! A mistyped command line in parts, and the command lines that may be meant by it.

use std::path::Path;

use faro::Word;
use faro::stacks::Stack;
use faro::word::other_name;
use faro_render::one_based;

use crate::arguments::script::{is_script, with_interpreter};
use crate::arguments::stack::closest_stack;

/// Commands that run another program.
pub const RUNNERS: [&str; 3] = ["audit", "prove", "certify"];

/// Commands that take a number of cards and a shuffle.
pub const SHUFFLERS: [&str; 8] = [
    "order", "cycles", "deck", "where", "mix", "law", "matrix", "simulate",
];

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

    /// Returns the arguments by position.
    pub fn positional(&self) -> Vec<&'a str> {
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
    pub fn options(&self) -> Vec<&'a str> {
        let words = self.words.iter().enumerate();
        words
            .filter(|(index, word)| !self.positions.contains(index) && **word != "--")
            .map(|(_, word)| *word)
            .collect()
    }

    /// Returns a command line with `positional` as arguments by position, followed by the options of the line.
    fn with(&self, command: &str, positional: &[&str]) -> Vec<String> {
        let words = [&[command][..], positional, &self.options()].concat();
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

    /// Returns the line without words that are no arguments, as in `52 out shuffle` and `1 to 15`.
    pub fn without_fillers(&self) -> Option<Vec<String>> {
        let is_filler =
            |index: usize| self.positions.contains(&index) && FILLERS.contains(&self.words[index]);
        let kept = (0..self.words.len()).filter(|&index| !is_filler(index));
        let kept: Vec<&str> = kept.map(|index| self.words[index]).collect();
        let words = [&[self.command][..], &kept].concat();
        (kept.len() < self.words.len()).then(|| words.into_iter().map(String::from).collect())
    }

    /// Returns the line with a name in several words as one, such as `si stebbins` and `fisher yates`.
    pub fn with_joined_name(&self) -> Option<Vec<String>> {
        let joined = |words: &[&str]| {
            let name = words.join("-");
            let is_name = Stack::named(&name).is_some()
                || SHUFFLERS.contains(&self.command) && is_shuffle(&name);
            let is_other = |word: &&str| word.starts_with('-') || Stack::named(word).is_some();
            match is_name {
                true => Some(name),
                false if words.iter().any(is_other) => None,
                false => closest_stack(&name).map(String::from),
            }
        };
        [2, 3].into_iter().find_map(|count| {
            let mut windows = (0..).zip(self.words.windows(count));
            let (at, name) = windows.find_map(|(at, words)| Some((at, joined(words)?)))?;
            let (before, after) = (&self.words[..at], &self.words[at + count..]);
            let words = [&[self.command], before, &[name.as_str()], after].concat();
            Some(words.into_iter().map(String::from).collect())
        })
    }

    /// Returns the line with a second hyphen before a long option that has one.
    pub fn with_long_option(&self) -> Option<Vec<String>> {
        let is_long = |word: &&&str| {
            let letters = word.strip_prefix('-').unwrap_or_default();
            letters.len() > 1 && letters.starts_with(|letter: char| letter.is_ascii_alphabetic())
        };
        let typed = self.words.iter().find(is_long)?;
        Some(self.with_word(typed, &format!("-{typed}")))
    }

    /// Returns command lines that the user may have meant, the likeliest first.
    pub fn candidates(&self) -> Vec<Vec<String>> {
        let given = self.positional();
        if self.program.find_subcommand(self.command).is_none() {
            return match self.command {
                "shuffles" if !given.is_empty() => vec![self.with("order", &given)],
                "faro" | "./faro" | "$" => {
                    let words = self.words.iter().copied();
                    vec![
                        words
                            .skip_while(|word| *word == "faro")
                            .map(String::from)
                            .collect(),
                    ]
                }
                text if is_number(text) || is_shuffle(text) => self.of_no_command(&given),
                file if Path::new(file).is_file() => vec![self.with("audit", &[file])],
                stack if Stack::named(stack).is_some() => {
                    vec![self.with("deck", &["--start", stack])]
                }
                _ => Vec::new(),
            };
        }
        if given.last() == Some(&"help") {
            return vec![vec![self.command.into(), "--help".into()]];
        }
        let mut found = Vec::new();
        // An assignment such as `n=52` is meant as the number itself.
        let assigned = given.iter().position(|text| number_of(text).is_some());
        if let Some(at) = assigned {
            let mut positional = given.clone();
            positional[at] = number_of(given[at]).unwrap_or_default();
            found.push(self.with(self.command, &positional));
            found.push(self.with(self.command, &[&positional[..], &["out"]].concat()));
        }
        if SHUFFLERS.contains(&self.command) {
            self.of_shuffler(&given, &mut found);
        }
        if let ("certify", [script]) = (self.command, &given[..])
            && is_script(script)
        {
            let run = with_interpreter(script);
            let program = std::iter::once("--").chain(run.split(' '));
            let mut line = self.with("certify", &[]);
            line.extend(program.map(String::from));
            found.push(line);
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
            ([cards], []) => vec![self.with("order", &[cards, "out"])],
            ([] | [_], [shuffle]) => {
                vec![self.with("deck", &[&numbers[..], &[shuffle]].concat())]
            }
            _ => Vec::new(),
        }
    }

    /// Adds the command lines that may be meant by a shuffle that is typed in several words, or in one with other signs.
    fn of_shuffler(&self, given: &[&str], found: &mut Vec<Vec<String>>) {
        let mut add = |positional: &[&[&str]]| {
            found.push(self.with(self.command, &positional.concat()));
        };
        // Moves joined by other signs, such as `in-out`.
        const SIGNS: [char; 4] = ['-', ',', ';', '+'];
        if let Some(at) = given.iter().position(|text| {
            text.contains(SIGNS) && text.split(SIGNS).map(str::trim).all(is_shuffle)
        }) {
            let moves = given[at].split(|sign| sign == ' ' || SIGNS.contains(&sign));
            let moves: Vec<&str> = moves.filter(|text| !text.is_empty()).collect();
            add(&[&given[..at], &[&moves.join(" ")], &given[at + 1..]]);
        }
        for rewritten in [exchanged, renamed, with_other_signs, without_sign] {
            let mut written = (0..).zip(given);
            if let Some((at, word)) = written.find_map(|(at, text)| Some((at, rewritten(text)?))) {
                add(&[&given[..at], &[&word], &given[at + 1..]]);
            }
        }
        // A power as two words, such as `out x3`.
        let (numbers, others): (Vec<&str>, Vec<&str>) =
            given.iter().partition(|text| is_number(text));
        if let [shuffle, power] = others[..]
            && let Some(power) = match power {
                "twice" => Some("2"),
                "thrice" => Some("3"),
                _ => power.strip_prefix(['x', '^', '*']),
            }
        {
            add(&[&numbers, &[&format!("{shuffle}^{power}")]]);
        }
        // Several words that are one shuffle, such as `in cut 26` and `Out In`.
        let mut words: Vec<String> = Vec::new();
        let typed = given.iter().flat_map(|text| text.split_whitespace());
        for word in typed.filter(|word| !["then", "and"].contains(word)) {
            let with_argument = words.last().map(|last| format!("{last}:{word}"));
            let with_argument = with_argument.map(|joined| renamed(&joined).unwrap_or(joined));
            match with_argument.filter(|joined| is_number(word) && is_shuffle(joined)) {
                Some(joined) => *words.last_mut().expect("a word before") = joined,
                None => words.push(word.into()),
            }
        }
        let (numbers, others): (Vec<&str>, Vec<&str>) = words
            .iter()
            .map(String::as_str)
            .partition(|text| is_number(text));
        let word = others.join(" ");
        let word = if is_shuffle(&word) {
            word
        } else {
            word.to_lowercase()
        };
        let meant = [&numbers[..], &[&word]].concat();
        if meant != given && numbers.len() <= 1 && !others.is_empty() && is_shuffle(&word) {
            add(&[&meant]);
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
            "--start" if !Path::new(value).is_file() => {
                line(closest_stack(value).unwrap_or(value), after)
            }
            // A cut has a number of cards.
            "--allow" | "--moves" => {
                let moves = value.split(',');
                let moves = moves.map(|word| if word == "cut" { "cut:1" } else { word });
                line(&moves.collect::<Vec<_>>().join(","), after)
            }
            _ => line(value, after),
        });
        // A value such as 4x13 is no other argument.
        let is_shape = |text: &str| text.split('x').all(is_number) && text.contains('x');
        let after = match after.split_first() {
            Some((next, rest)) if is_shape(next) => rest,
            _ => after,
        };
        let with_example = (!is_placeholder).then(|| line(value, after));
        with_given.into_iter().chain(with_example).collect()
    }
}

/// Words between arguments that are no arguments.
const FILLERS: [&str; 10] = [
    "shuffle", "shuffles", "cards", "card", "from", "to", "times", "of", "bit", "bits",
];

/// Returns the number of a text such as `n=52`.
fn number_of(text: &str) -> Option<&str> {
    let (name, number) = text.split_once('=')?;
    let is_name = ["n", "cards", "deck", "size"].contains(&name.to_lowercase().as_str());
    Some(number).filter(|number| is_name && is_number(number))
}

/// Returns a name whose two parts are in another order, such as `faro-out`.
fn exchanged(text: &str) -> Option<String> {
    let (first, last) = text.split_once('-')?;
    let other = format!("{last}-{first}");
    (!is_shuffle(text) && is_shuffle(&other) && other_name(text).is_none()).then_some(other)
}

/// Returns a move with an argument whose name is another one, such as `piles:3`, or that is in brackets, such as `cut(26)`.
fn renamed(text: &str) -> Option<String> {
    if let Some((name, argument)) = text.strip_suffix(')').and_then(|text| text.split_once('(')) {
        let word = format!("{name}:{argument}");
        return renamed(&word).or_else(|| is_shuffle(&word).then_some(word));
    }
    let (name, argument) = text.split_once(':')?;
    let move_of = other_name(name)?
        .strip_prefix("did you mean '")?
        .split_once(':')?
        .0;
    Some(format!("{move_of}:{argument}")).filter(|word| is_shuffle(word))
}

/// Returns a shuffle that has other brackets, or a power with another sign, such as `[out in]`, `out x 3` and `out*3`.
fn with_other_signs(text: &str) -> Option<String> {
    let is_list = text.contains(|letter: char| letter.is_ascii_digit()) || text == "[]";
    let group = match is_list {
        true => String::from(text),
        false => text.replace(['[', '{'], "(").replace([']', '}'], ")"),
    };
    let word = group
        .replace(" x ", "^")
        .replace("**", "^")
        .replace('*', "^");
    (word != text && is_shuffle(&word)).then_some(word)
}

/// Returns a shuffle without a sign that it needs: a power such as `out inx3`, letters such as `OOI` and `i o`, or the argument of a random
/// shuffle such as `overhand^5`.
fn without_sign(text: &str) -> Option<String> {
    let power = text.rsplit_once(['x', '×']).map(|(word, times)| {
        let word = word.trim();
        let is_group = word.contains(' ') && !word.ends_with(')');
        match is_group && is_number(times) {
            true => format!("({word})^{times}"),
            false => format!("{word}^{times}"),
        }
    });
    let letters = text.to_uppercase();
    let letters: Vec<String> = letters
        .chars()
        .filter(|letter| !" -,".contains(*letter))
        .map(String::from)
        .collect();
    let apart = letters.join(" ");
    let are_letters = text
        .chars()
        .all(|letter| letter.is_alphabetic() || " -,".contains(letter));
    let apart = (are_letters && apart != text).then_some(apart);
    let named = text
        .split_once('^')
        .and_then(|(name, times)| Some(format!("{}^{times}", by_name(name)?)));
    let mut meant = [power, apart, named].into_iter().flatten();
    meant.find(|word| is_shuffle(word))
}

/// Returns the word of a random shuffle that people call by its name.
pub fn by_name(name: &str) -> Option<&'static str> {
    match name {
        "riffle" | "riffles" => Some("gsr"),
        "overhand" | "hindu" => Some("overhand:0.2"),
        _ => None,
    }
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

/// Returns the random shuffle that a word is, or whose other name it is.
pub fn random_shuffle(text: &str) -> Option<&str> {
    let shuffle = Word::parse_counting_from(text, one_based::FIRST);
    let is_random = shuffle.is_ok_and(|shuffle| shuffle.is_random());
    by_name(text).or_else(|| is_random.then_some(text))
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
