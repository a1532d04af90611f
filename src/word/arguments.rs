//! Parses a move with its arguments, and suggests moves for unknown names.

use std::ops::Range;

use num_bigint::BigInt;
use winnow::stream::Location;

use super::entry::{Argument, Entry, Move, Slot};
use super::error::{WordErrorKind, closest_name, other_name};
use super::reader::{Input, Parsed, brief, found, longer, text};
use super::tree::MAX_DIGITS;
use super::{moves, shuffles};

pub fn one_move(input: &mut Input) -> Parsed<Move> {
    let (name, span) = text(input, |letter| letter.is_alphanumeric() || letter == '-');
    longer(input, &span)?;
    let mut texts = Vec::new();
    while found(input, ':').is_some() {
        let (text, span) = text(input, |letter| !letter.is_whitespace() && !"():^,".contains(letter));
        longer(input, &span)?;
        texts.push((text, span));
    }
    let with_chance = texts.iter().any(|(text, _)| text.contains('.'));
    let entry = named(name, with_chance).ok_or_else(|| unknown(name).at(span.clone()))?;
    let mut arguments = Vec::new();
    let mut slots = entry.slots.iter().peekable();
    for (text, span) in texts {
        arguments.push(argument(entry, slots.peek().copied(), text, span)?);
        slots.next_if(|slot| !matches!(slot, Slot::Counts(_)));
    }
    let given = arguments.len();
    match slots.next() {
        None | Some(Slot::MaybeCount(_) | Slot::Option(_) | Slot::Settings(_)) => {}
        Some(Slot::Counts(_)) if given > 0 => {}
        Some(_) => return Err(missing(entry, given).at(span.start..input.current_token_start())),
    }
    Ok(Move { entry, arguments })
}

/// Finds an entry by its name or its short form. If a fixed move and a random shuffle have the same name, a
/// decimal argument selects the random one: `overhand:3:2`, `overhand:0.5`.
fn named(name: &str, with_chance: bool) -> Option<&'static Entry> {
    let called = |entry: &&Entry| entry.name == name || entry.short == Some(name);
    let fixed = moves::TABLE.iter().find(called);
    let random = shuffles::TABLE.iter().find(called);
    if with_chance { random.or(fixed) } else { fixed.or(random) }
}

fn argument(entry: &Entry, slot: Option<&Slot>, text: &str, span: Range<usize>) -> Parsed<Argument> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && digits.len() > MAX_DIGITS {
        return Err(WordErrorKind::TooManyDigits.at(span));
    }
    let number = is_number.then(|| text.parse::<BigInt>().expect("a sign and digits"));
    let problem = match slot {
        None => format!("{} takes no further argument", entry.name),
        Some(_) if text.is_empty() => "an argument is missing after ':'".into(),
        Some(slot) => format!("'{}' is not {}", brief(text), slot.expected()),
    };
    let wrong = || arguments(entry, problem).at(span);
    slot.and_then(|slot| slot.read(text, number)).ok_or_else(wrong)
}

fn missing(entry: &Entry, given: usize) -> WordErrorKind {
    let problem = if given == 0 { "needs an argument" } else { "needs another argument" };
    let problem = format!("{} {problem}", entry.name);
    match shuffles::TABLE.iter().find(|other| other.name == entry.name && !std::ptr::eq(*other, entry)) {
        Some(random) => WordErrorKind::Arguments {
            problem,
            usage: format!(
                "{} such as {} for a random shuffle, or {}",
                random.usage(),
                random.examples[0],
                entry.usage()
            ),
            meaning: entry.meaning,
        },
        None => arguments(entry, problem),
    }
}

fn arguments(entry: &Entry, problem: String) -> WordErrorKind {
    WordErrorKind::Arguments { problem, usage: entry.usage(), meaning: entry.meaning }
}

/// Returns the error for an unknown move, with a suggestion.
fn unknown(name: &str) -> WordErrorKind {
    let letters =
        |kind| moves::TABLE.iter().any(|entry| entry.short.is_some_and(|short| short.starts_with(kind)));
    let remedy = if name.chars().all(letters) {
        let apart: Vec<String> = name.chars().take(20).map(String::from).collect();
        format!("expected spaces between moves: {}", apart.join(" "))
    } else if let Some(remedy) = other_name(name) {
        remedy.into()
    } else if let Some(meant) = with_number(name) {
        format!("did you mean '{meant}'?")
    } else if let Some(near) = closest_name(name, names()) {
        format!("did you mean '{near}'?")
    } else {
        let names: Vec<&str> = moves::TABLE.iter().map(|entry| entry.name).collect();
        format!("expected one of {}, or a random shuffle such as gsr or fisher-yates", names.join(", "))
    };
    WordErrorKind::UnknownMove { name: brief(name), remedy }
}

/// Returns the probable meaning of a name with a number, such as `in3` or `cut26`.
fn with_number(name: &str) -> Option<String> {
    let letters = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number = &name[letters.len()..];
    let entry = named(letters, false).filter(|_| !number.is_empty())?;
    let sign = if entry.slots.is_empty() { '^' } else { ':' };
    Some(format!("{letters}{sign}{number}"))
}

/// Returns all names, each followed by its short form.
fn names() -> impl Iterator<Item = &'static str> {
    let entries = moves::TABLE.iter().chain(shuffles::TABLE);
    entries.flat_map(|entry| std::iter::once(entry.name).chain(entry.short))
}
