//! What to type instead of a mistyped command line.
//!
//! A tip is a command line that the program accepts, as far as what was meant can be told; otherwise a sentence.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use faro::word::{closest_name, other_name};

use crate::arguments::rewritten::{is_face, rewritten, with_joined_list, with_named_cards};
use crate::arguments::script::{is_script, names_data, with_interpreter};
use crate::arguments::typed_line::{
    Line, RUNNERS, SHUFFLERS, is_number, is_shuffle, random_shuffle, shown,
};

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
        "--track --from --top",
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
    ("deck where", "--hands --players", "--deal 4x5"),
    (
        "audit certify hands inspect merge verify",
        "--file --files --input --in --log --data --path --read --infile --from --src --decks-file",
        "the file comes without an option, as in `faro audit FILE`",
    ),
    (
        "prove",
        "--file --script --program --cmd --command --run",
        "a program comes after --, as in `faro prove -- python3 fair.py`",
    ),
    (
        "certify",
        "--exec --program --cmd --command --run",
        "a program comes after --, as in `faro certify -- python3 fair.py`",
    ),
    ("audit", "--program --cmd --command --run", "--exec CMD"),
    (
        "audit",
        "--order --sorted --initial --original",
        "--start FILE",
    ),
    (
        "audit",
        "--jokers --packs",
        "packs and jokers are recognised by their names; --composition '2 packs' says that cards look alike",
    ),
    ("audit", "--verbose -v", "--all"),
    ("audit", "--quick --fast", "--until-decided"),
    (
        "mix",
        "--packs --decks",
        "the number of cards is that of all packs, as in `faro mix 312`",
    ),
    ("route", "--card", "--from P"),
    ("hands", "--riffles --number", "--ideal N"),
    (
        "mix",
        "--of --see --want",
        "`faro odds 60 --of 24 --see 7` has the chances of a hand",
    ),
    (
        "audit",
        "--delimiter --separator --sep --header --skip-header --no-header --skip-lines",
        "separators and headers are recognised by themselves; leave it out",
    ),
    (
        "odds",
        "--suit --rank --color --colour",
        "--of 13 for a suit, --of 4 for a rank",
    ),
    ("-v", "-v", "--version"),
    (
        "odds",
        "--lands --hits --successes --copies --outs --aces --kings --hearts",
        "--of K",
    ),
    (
        "deck simulate",
        "--random",
        "leave it out: gsr, fisher-yates and other random shuffles draw by themselves",
    ),
    (
        "law",
        "--order --orders",
        "every order has a row; --format csv writes them all",
    ),
    (
        "deck order cycles where",
        "--jokers",
        "54 cards have the jokers; leave it out",
    ),
    ("law", "--exact", "the law is exact by itself; leave it out"),
    (
        "law",
        "--exactly --equal",
        "leave it out: the table has the probability of each value",
    ),
    ("odds", "--hand --draw --drawn --draws", "--see N"),
    ("odds", "--deck --size", "--cards N"),
    ("odds", "--min --least", "--at-least K"),
    ("odds", "--max --most", "--at-most K"),
    ("odds", "-k --k", "--exactly K"),
    (
        "odds",
        "--between --range",
        "--at-least A; the answer has the probability of each number",
    ),
    ("bits", "--bits --state --seed", "--state-bits B"),
    (
        "mix",
        "--within --below --tv --threshold --epsilon",
        "--until D",
    ),
    (
        "audit",
        "--ignore-bad --skip --ignore --lenient",
        "--skip-bad N",
    ),
    ("where", "--each --path", "--times T"),
    (
        "matrix law simulate",
        "--card",
        "`faro matrix --format csv` has a row for each card, and `faro mix --card` its positions after riffles",
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
    (
        "sizes",
        "--max --to --up-to --upto",
        "`faro sweep 2..=1000 out` has all sizes up to 1000; --limit N is a number of sizes",
    ),
    ("sizes", "--period --shuffles --times", "--order K"),
    (
        "sweep",
        "--from --to --range",
        "the range first, such as 2..=100",
    ),
    (
        "sweep",
        "--step --by --even",
        "every size of the range has a row; --format csv writes rows to choose from",
    ),
    ("route solve", "--inverse", "--allow in,out,in^-1,out^-1"),
    (
        "audit",
        "--base --zero-based --one-based --index",
        "numbers from 0 and from 1 are both read; leave it out",
    ),
    (
        "audit",
        "--faces",
        "faces such as AS are read without an option; --start gives their order",
    ),
    ("audit", "--trials --count --num", "--samples M"),
    ("audit", "--confidence --significance", "--alpha A"),
    ("prove", "--alpha", "--confidence D with --certify"),
    (
        "prove",
        "--language --lang --list",
        "--adapter LANGUAGE, or --example LANGUAGE",
    ),
    (
        "prove",
        "--exec",
        "a program comes after --, as in faro prove -- python3 fair.py",
    ),
    ("verify", "--list --schemes", "--scheme NAME"),
    ("verify", "--seed --secret", "--server-seed HEX"),
    (
        "deal",
        "--seed",
        "--client-seed TEXT for the part of the players, --secret FILE for your own",
    ),
    ("route solve", "--max --limit", "--depth N"),
    (
        "deal",
        "--players --deal",
        "hands are dealt by --hands, such as 4x13",
    ),
    (
        "where cycles route matrix solve inspect",
        "--faces",
        "faces are read without an option, and --start new-deck names the cards of a deck of 52 by them",
    ),
    (
        "order cycles law matrix simulate",
        "--times --time --riffles --repeat --shuffles --power",
        "write a power, such as 'out^7' or 'gsr^7'",
    ),
    (
        "deck where",
        "--riffles --repeat --shuffles --after -t -x",
        "--times T",
    ),
    (
        "mix",
        "--repeat --shuffles --steps --max --k -t -k",
        "--riffles A..=B",
    ),
    (
        "simulate deck matrix",
        "--trials --runs --num --count --decks",
        "--samples M",
    ),
    ("simulate", "--n", "--samples M"),
    ("simulate", "--statistic --stat", "--histogram S"),
    (
        "group",
        "--order --size --count",
        "leave it out: the order of the group comes first",
    ),
    ("sizes sweep", "--shuffle -s", "--kind out or --kind in"),
    (
        "route solve",
        "--moves --shuffle -s",
        "--allow in,out,cut:1",
    ),
    (
        "group",
        "--allow --generators --shuffle -s",
        "--moves out,in,cut:1",
    ),
    (
        "deck cycles where route matrix inspect",
        "--stack --order --deck --from",
        "--start STACK or FILE",
    ),
    (
        "deck cycles where matrix law simulate order",
        "--stack --order --deck",
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
        "--n --size --deck-size --number --num-cards --decksize",
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

const PICTURES: &str = "--png --pdf --jpg --image --picture --plot --svg --html";

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
        "test check fair fairness bias proof",
        "faro audit FILE, or faro prove",
    ),
    (
        "track position follow card locate",
        "faro where 52 out --card 1",
    ),
    ("path elmsley bring", "faro route 52 1 7"),
    ("period restore reset perfect weave", "faro order 52 out"),
    ("probability exact", "faro law 4 gsr, or faro matrix 52 gsr"),
    (
        "stats statistics montecarlo monte-carlo",
        "faro simulate 52 gsr",
    ),
    ("seed crack rng entropy enough 2^32", "faro bits 52 32"),
    (
        "luck chance chances hypergeometric draw lands likely poker",
        "faro odds 60 --of 24 --see 7",
    ),
    ("gui web ui serve page browser app", "faro explore"),
    (
        "how what which",
        "faro mix 52 for riffles, or faro order 52 out for perfect shuffles",
    ),
    ("permutation perm analyse analyze", "faro inspect 3 1 2"),
    ("version", "faro --version"),
];

/// What to type for the chance of a hand.
const NO_NAMES: &str = "expected for example `faro odds 60 --of 24 --see 7`; hands have no names: a royal flush is `faro odds --of 4x5 --see 5 --at-least 5`, and aces full of kings, one of 156 full houses, `faro odds --see 5 --want 3/4 --want 2/4`";

/// Commands with a required argument, some with an option, and what to type for it.
const MISSING: &[(&str, &str)] = &[
    (
        "completions",
        "expected bash, elvish, fish, powershell or zsh, as in 'faro completions bash'",
    ),
    (
        "law",
        "expected for example 'faro law 4 gsr --statistic descents --at-least 2'",
    ),
    ("odds", NO_NAMES),
    (
        "merge",
        "expected for example 'faro merge part1.json part2.json'",
    ),
    (
        "deal --commit",
        "try `faro deal --commit --secret club.key`, which makes this file",
    ),
];

/// Returns a command line that the user may have meant by `line`, and that `is_accepted` accepts.
pub fn corrected(line: &Line, is_accepted: &dyn Fn(&[String]) -> bool) -> Option<String> {
    shown(&meant(line).into_iter().find(|words| is_accepted(words))?)
}

/// Returns command lines that the user may have meant by `line`, the likeliest first.
fn meant(line: &Line) -> Vec<Vec<String>> {
    let mut found = rewritten(line);
    let typed = [&[line.command][..], &line.words].concat();
    for plainer in [
        with_named_cards(&typed),
        with_joined_list(&typed),
        line.with_long_option(),
        line.without_fillers(),
        line.with_joined_name(),
    ] {
        let Some(words) = plainer else { continue };
        let typed: Vec<&str> = words.iter().map(String::as_str).collect();
        found.extend(Line::new(&typed, line.program).iter().flat_map(meant));
        found.push(words);
    }
    found.extend(line.candidates());
    found
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
                    .or_else(|| similar(typed, line)),
                false => position(typed, line),
            }
        }
        ErrorKind::ArgumentConflict if RUNNERS.contains(&line.command) && line.has("--") => {
            let program = line.words.iter().skip_while(|word| **word != "--");
            let program = program.copied().collect::<Vec<_>>().join(" ");
            Some(format!(
                "for the decks of the program type faro {} {program}",
                line.command
            ))
        }
        ErrorKind::ArgumentConflict if line.has("-n") && line.has("--cards") => {
            Some("-n is --cards; the number of decks is --samples".into())
        }
        ErrorKind::ArgumentConflict if line.has("--shard") && line.has("--format") => {
            Some("a shard is JSON by itself; leave --format out".into())
        }
        ErrorKind::ArgumentConflict if line.command == "odds" && line.has("--of") => {
            Some("several kinds of cards are wanted by --want 2/4 --want 3/13".into())
        }
        ErrorKind::MissingRequiredArgument => {
            let is_meant = |(names, _): &&(&str, &str)| {
                let (name, option) = names.split_once(' ').unwrap_or((names, ""));
                name == line.command
                    && (name != "odds" || line.options().is_empty())
                    && (option.is_empty() || line.has(option))
            };
            let (_, tip) = MISSING.iter().find(is_meant)?;
            Some((*tip).into())
        }
        ErrorKind::InvalidValue => {
            let typed = named(ContextKind::InvalidValue)?;
            let of = |option| {
                named(ContextKind::InvalidArg).is_some_and(|name| name.starts_with(option))
            };
            if of("--kind") && is_shuffle(typed) {
                return Some(format!(
                    "other shuffles are given by --shuffle {typed}, or by position"
                ));
            }
            if of("--deck") && is_number(typed) {
                return Some(format!("the number of cards is --cards {typed}"));
            }
            if of("--statistic") && typed.starts_with("derangement") {
                return Some(
                    "these have no fixed points: --statistic fixed-points --at-most 0".into(),
                );
            }
            let Some(ContextValue::Strings(known)) = error.get(ContextKind::ValidValue) else {
                return None;
            };
            let similar = closest_name(typed, known.iter().map(String::as_str))?;
            Some(format!("did you mean '{similar}'?"))
        }
        _ => None,
    }
}

/// Returns a tip for an unknown command: what to type instead, the closest command, or how to list the commands.
fn command(typed: &str, program: &clap::Command) -> Option<String> {
    let typed = typed.to_lowercase();
    let tip_of = |name: &str| {
        let (_, tip) = COMMANDS.iter().find(|(names, _)| has(names, name))?;
        Some(format!("try {tip}"))
    };
    let commands = program.get_subcommands().map(clap::Command::get_name);
    let others = || COMMANDS.iter().flat_map(|(names, _)| names.split(' '));
    Some(if let Some(tip) = tip_of(&typed) {
        tip
    } else if let Some(name) = closest_name(&typed, commands) {
        format!("did you mean '{name}'?")
    } else {
        let tip = closest_name(&typed, others()).and_then(tip_of);
        tip.unwrap_or_else(|| "'faro --help' lists the commands".into())
    })
}

/// Returns the most similar option of the command, or the list of its options.
fn similar(typed: &str, line: &Line) -> Option<String> {
    let command = line.program.find_subcommand(line.command)?;
    let options = command
        .get_arguments()
        .filter(|option| !option.is_hide_set())
        .filter_map(clap::Arg::get_long);
    let options: Vec<&str> = options.collect();
    let general = line.program.get_arguments().filter_map(clap::Arg::get_long);
    let known = options.iter().copied().chain(general);
    if let Some(similar) = closest_name(typed.trim_start_matches('-'), known) {
        return Some(format!("did you mean '--{similar}'?"));
    }
    let options: Vec<String> = options.iter().map(|option| format!("--{option}")).collect();
    (!options.is_empty()).then(|| {
        format!(
            "the options of faro {} are {}; most commands have --format and --output too",
            line.command,
            options.join(", ")
        )
    })
}

/// Returns whether `names`, a list separated by spaces, contains `name`.
fn has(names: &str, name: &str) -> bool {
    names.split(' ').any(|known| known == name)
}

fn option(line: &Line, typed: &str, is_accepted: &dyn Fn(&[String]) -> bool) -> Option<String> {
    // A deck of 52 is a number of cards, and one of a name a stack.
    let value = line.words.iter().skip_while(|word| **word != typed).nth(1);
    let has_number = value.is_some_and(|value| is_number(value));
    let is_given = line
        .positional()
        .first()
        .is_some_and(|word| is_number(word));
    if is_number(typed) && typed.starts_with('-') {
        let at = line.words.iter().position(|word| *word == typed)?;
        let option = line.words[..at]
            .last()
            .filter(|word| word.starts_with("--"))?;
        return Some(format!("a negative number is written {option}={typed}"));
    }
    if let ("--csv" | "--json", Some(file)) = (typed, value.filter(|file| file.contains('.'))) {
        return Some(format!("try --format {} --output {file}", &typed[2..]));
    }
    let typed_or_size = match typed {
        "--deck" if has_number => "--size",
        // Beside a number of cards, another one is a number of decks.
        "--n" if is_given => "--trials",
        _ => typed,
    };
    let tip = other_option(line, typed_or_size)?;
    if !tip.starts_with('-') {
        return Some(tip.into());
    }
    // The other options of the line may be as unknown as the first one.
    let mut lines = line.replaced(typed, tip);
    for other in line.options() {
        let tip = other_option(line, other).filter(|tip| tip.starts_with('-') && other != typed);
        let Some(tip) = tip else { continue };
        let replaced = lines.iter().filter_map(|words| {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            Some(Line::new(&words, line.program)?.replaced(other, tip))
        });
        let replaced = replaced.flatten().collect::<Vec<_>>();
        lines.extend(replaced);
    }
    let meant = lines.iter().find(|words| is_accepted(words));
    Some(
        meant
            .and_then(|words| shown(words))
            .map_or_else(|| format!("try {tip}"), |line| format!("try `{line}`")),
    )
}

/// Returns what to type instead of an option that the command does not have.
fn other_option(line: &Line, typed: &str) -> Option<&'static str> {
    let is_meant = |(commands, names, _): &&(&str, &str, &str)| {
        (commands.is_empty() || has(commands, line.command)) && has(names, typed)
    };
    Some(OPTIONS.iter().find(is_meant)?.2)
}

/// Returns a tip for a command that runs programs, and is given a shuffle that this program knows.
pub fn of_named_shuffle(command: &str, shuffle: &str) -> String {
    match command {
        "audit" => format!(
            "the decks of a named shuffle are audited by faro deck 52 {shuffle} --samples 10000 | faro audit"
        ),
        _ => format!(
            "it takes programs; the law of a named shuffle is exact: try `faro law 4 {shuffle}`"
        ),
    }
}

/// Returns a tip for a surplus argument by position.
fn position(typed: &str, line: &Line) -> Option<String> {
    let command = line.command;
    if line.has("--adapter") || line.has("--example") {
        return Some(format!("it only prints a file; leave '{typed}' out"));
    }
    if RUNNERS.contains(&command) && is_number(typed) && line.has("--") {
        return Some(format!("try --cards {typed}"));
    }
    if RUNNERS.contains(&command) {
        let at = line.words.iter().position(|text| *text == typed)?;
        // The parser reports the word after the first one: `faro audit` takes the first as its file. So the program
        // begins one word earlier.
        let words = &line.words[at.saturating_sub(usize::from(command != "prove"))..];
        let joined = words.join(" ");
        if words.len() > 1 && Path::new(&joined).is_file() {
            return Some(format!("try `{}`", shown(&[command.into(), joined])?));
        }
        if words.len() > 1
            && words.iter().all(|name| {
                names_data(Path::new(name)) || Path::new(name).is_file() && !is_script(name)
            })
        {
            return Some(format!(
                "one file is read; join several of the same form without headers, as in cat {} | faro {command}",
                words.join(" ")
            ));
        }
        if let Some(shuffle) = line.positional().into_iter().find_map(random_shuffle) {
            return Some(of_named_shuffle(command, shuffle));
        }
        let program = with_interpreter(&joined);
        return Some(format!(
            "a program comes after --, as in faro {command} -- {program}"
        ));
    }
    match command {
        "deal" => Some("the deck has 52 cards; hands are dealt by --hands, such as 4x13".into()),
        "odds" if line.has("--see") => Some(format!("leave '{typed}' out")),
        "odds" => Some(NO_NAMES.into()),
        _ if line
            .positional()
            .iter()
            .filter(|word| is_face(word))
            .count()
            > 1 =>
        {
            Some("the order of a deck is given by --start FILE, with its cards in one line".into())
        }
        _ if SHUFFLERS.contains(&command) => {
            let remedy = line.positional().into_iter().find_map(other_name);
            let quotes =
                "a shuffle of several moves is one argument in quotes, such as 'in cut:26'";
            Some(match remedy {
                None if is_number(typed) => {
                    format!("several shuffles are a power, such as 'gsr^{typed}'")
                }
                remedy => remedy.unwrap_or(quotes).into(),
            })
        }
        _ => None,
    }
}
