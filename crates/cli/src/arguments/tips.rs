//! Tips for mistyped options, commands and command lines of programs.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use faro::word::closest_name;

use crate::arguments::playing_card;
use crate::arguments::script::{is_script, with_interpreter};

/// Options that do not exist. Each row has the commands (empty for all), the options, and what to type instead.
const OPTIONS: &[(&str, &str, &str)] = &[
    ("deck", "--card", "--track AS,7, which marks cards, or `faro where --card`, which follows one"),
    ("cycles", "--card --track", "`faro where --card` follows one card"),
    ("where", "--track", "--card AS, or --at 7 for the card that starts at position 7"),
    (
        "where",
        "--pos --place",
        "--position P for the card that is at P afterwards, or --at P for the card that starts there",
    ),
    ("deck", "--at --position --pos", "`faro where --position P` names the card at a position"),
    ("where deck", "--to --goal", "`faro route` finds the shuffles that bring a card to a position"),
    ("sizes", "--cards -n", "`faro order 52 out` finds how many shuffles restore a deck of 52"),
    ("sweep", "--limit", "--summary, or a smaller range such as 2..=20"),
    ("law", "--summary", "`faro mix 4 gsr` has the distances without the orders"),
    ("route solve", "--inverse", "--allow in,out,in^-1,out^-1"),
    ("audit", "--faces", "faces such as AS are read without an option; --start gives their order"),
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
        "--times --riffles --repeat --shuffles",
        "write a power, such as 'out^7' or 'gsr^7'",
    ),
    ("deck where", "--riffles --repeat --shuffles -t", "--times T"),
    ("mix", "--repeat --shuffles -t", "--riffles A..=B"),
    ("simulate deck matrix", "--trials --runs --num --count --decks", "--samples M"),
    ("sizes sweep", "--shuffle -s", "--kind out or --kind in"),
    ("route solve", "--moves --shuffle -s", "--allow in,out,cut:1"),
    ("group", "--allow --shuffle -s", "--moves out,in,cut:1"),
    ("deck cycles where route matrix", "--stack --order --deck", "--start STACK or FILE"),
    ("deck cycles where matrix law simulate order", "--stack --order", "--cards N"),
    ("deck cycles sweep mix law matrix simulate hands prove", PICTURES, "--svg FILE"),
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
    ("", "--no-color --no-colour --nocolor --colour", "--color never, --color always, or NO_COLOR=1"),
];

const PICTURES: &str = "--png --pdf --jpg --image --picture --plot --draw --svg";

/// Commands that do not exist, and what to type instead.
const COMMANDS: &[(&str, &str)] = &[
    ("shuffle random generate show", "faro deck 52 out, or faro deck 52 fisher-yates --samples 5"),
    ("out in faro gsr cut monge", "faro deck 52 out shows the deck, faro order 52 out when it is restored"),
    ("riffle riffles distance entropy mixing random-ness", "faro mix 52"),
    ("stack stacks", "faro list stacks"),
    ("move moves", "faro list moves"),
    ("shuffles words", "faro list shuffles"),
    ("checks", "faro list checks"),
    ("test check fair fairness bias", "faro audit FILE, or faro prove"),
    ("track position follow card locate", "faro where 52 out --card 1"),
    ("path elmsley bring", "faro route 52 1 7"),
    ("period restore reset", "faro order 52 out"),
    ("probability odds exact", "faro law 4 gsr, or faro matrix 52 gsr"),
    ("stats statistics montecarlo monte-carlo", "faro simulate 52 gsr"),
    ("seed crack rng", "faro bits 52 32"),
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
const RUNNERS: [&str; 2] = ["audit", "prove"];

pub fn tip(error: &clap::Error, arguments: &[OsString]) -> Option<String> {
    let named = |kind| match error.get(kind) {
        Some(ContextValue::String(name)) => Some(name.as_str()),
        _ => None,
    };
    let arguments: Vec<&str> = arguments.iter().skip(1).filter_map(|argument| argument.to_str()).collect();
    match error.kind() {
        ErrorKind::InvalidSubcommand => command(named(ContextKind::InvalidSubcommand)?),
        ErrorKind::UnknownArgument => {
            let typed = named(ContextKind::InvalidArg)?;
            let command = *arguments.iter().find(|argument| !argument.starts_with('-'))?;
            match typed.starts_with('-') {
                true => option(command, typed.split('=').next().unwrap_or(typed)),
                false => position(command, typed, &arguments),
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let command = *arguments.iter().find(|argument| !argument.starts_with('-'))?;
            let (_, example) = MISSING.iter().find(|(name, _)| *name == command)?;
            Some(format!("expected for example '{example}'"))
        }
        ErrorKind::InvalidValue if named(ContextKind::InvalidArg)?.starts_with("--kind") => {
            let typed = named(ContextKind::InvalidValue)?;
            let is_word = typed.parse::<faro::Word>().is_ok();
            is_word.then(|| format!("other shuffles are given by --shuffle {typed}, or by position"))
        }
        _ => None,
    }
}

/// Returns a suggestion for an unknown command: the closest command, or how to list the commands.
///
/// Returns `None` for other errors, and if the parser makes a suggestion.
pub fn commands(error: &clap::Error, program: &clap::Command) -> Option<String> {
    let typed = match (error.kind(), error.get(ContextKind::InvalidSubcommand)) {
        (ErrorKind::InvalidSubcommand, Some(ContextValue::String(typed))) => typed,
        _ => return None,
    };
    if error.get(ContextKind::SuggestedSubcommand).is_some() {
        return None;
    }
    let closest = closest_name(typed, program.get_subcommands().map(clap::Command::get_name));
    Some(
        closest.map_or_else(
            || "'faro --help' lists the commands".into(),
            |name| format!("did you mean '{name}'?"),
        ),
    )
}

/// Returns the list of the command's options if an unknown option is not similar to any of them.
pub fn options(error: &clap::Error, arguments: &[OsString], program: &clap::Command) -> Option<String> {
    let typed = match (error.kind(), error.get(ContextKind::InvalidArg)) {
        (ErrorKind::UnknownArgument, Some(ContextValue::String(typed))) => typed,
        _ => return None,
    };
    if let Some(ContextValue::String(similar)) = error.get(ContextKind::SuggestedArg)
        && is_similar(typed, similar)
    {
        return None;
    }
    let command = arguments.iter().find_map(|name| program.find_subcommand(name))?;
    let options =
        command.get_arguments().filter(|option| !option.is_hide_set()).filter_map(clap::Arg::get_long);
    let options: Vec<String> = options.map(|option| format!("--{option}")).collect();
    (typed.starts_with("--") && !options.is_empty())
        .then(|| format!("the options of faro {} are {}", command.get_name(), options.join(", ")))
}

/// Returns whether `typed` may be a mistyping of `option`.
fn is_similar(typed: &str, option: &str) -> bool {
    let [typed, option] = [typed, option].map(|text| text.trim_start_matches('-'));
    let distance = strsim::damerau_levenshtein(typed, option);
    distance <= 2.max(typed.len() / 4) || typed.contains(option) || option.contains(typed)
}

fn command(typed: &str) -> Option<String> {
    let (_, tip) = COMMANDS.iter().find(|(names, _)| has(names, &typed.to_lowercase()))?;
    Some(format!("try {tip}"))
}

/// Returns whether `names`, a list separated by spaces, contains `name`.
fn has(names: &str, name: &str) -> bool {
    names.split(' ').any(|known| known == name)
}

fn option(command: &str, typed: &str) -> Option<String> {
    let is_meant = |(commands, names, _): &&(&str, &str, &str)| {
        (commands.is_empty() || has(commands, command)) && has(names, typed)
    };
    let (_, _, tip) = OPTIONS.iter().find(is_meant)?;
    Some(if tip.starts_with('-') { format!("try {tip}") } else { (*tip).into() })
}

/// Returns a tip for a surplus argument by position.
fn position(command: &str, typed: &str, arguments: &[&str]) -> Option<String> {
    if RUNNERS.contains(&command) && typed.parse::<u64>().is_ok() && arguments.contains(&"--") {
        return Some(format!("try --cards {typed}"));
    }
    if RUNNERS.contains(&command) {
        let line: Vec<&str> =
            arguments.iter().skip_while(|text| **text != command).skip(1).copied().collect();
        let at = line.iter().position(|text| !text.starts_with('-') && *text == typed)?;
        // `faro audit` takes the first word as its file, so the program is one word earlier.
        let words = &line[at.saturating_sub(usize::from(command == "audit"))..];
        if words.len() > 1 && words.iter().all(|name| Path::new(name).is_file() && !is_script(name)) {
            return Some(format!(
                "one file is read; join several, as in cat {} | faro {command}",
                words.join(" ")
            ));
        }
        let program = words.join(" ");
        let program = with_interpreter(&program);
        return Some(format!("a program comes after --, as in faro {command} -- {program}"));
    }
    let is_number = typed.starts_with(|letter: char| letter.is_ascii_digit());
    match command {
        _ if typed.strip_prefix(['x', '^', '*']).is_some_and(|times| times.parse::<u64>().is_ok()) => {
            Some(format!("a power is part of the shuffle, such as 'out^{}'", &typed[1..]))
        }
        "deck" if is_number => Some(format!("try --times {typed}")),
        "where" => {
            let card = arguments.iter().find(|text| playing_card::normal(text).is_some()).unwrap_or(&typed);
            Some(format!("try --card {card}"))
        }
        "verify" => Some(format!("a record is given by --deal, as in faro verify --deal {typed}")),
        "deal" if is_number => Some("the deck has 52 cards; hands are dealt by --hands, such as 4x13".into()),
        "explore" if is_number => Some(format!("try --port {typed}")),
        "mix" if is_number => Some(format!("try --riffles {typed}")),
        "group" => Some("moves are separated by commas, such as out,in,cut:1".into()),
        "simulate" if is_number => Some(format!("try --samples {typed}")),
        "order" | "cycles" | "deck" | "mix" | "law" | "matrix" | "simulate" => {
            Some("a shuffle of several moves is one argument in quotes, such as 'in cut:26'".into())
        }
        _ => None,
    }
}
