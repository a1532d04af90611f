//! The pages of help.
//!
//! They are the first page, `-h` of a command, which fits a screen of 24 rows, and `--help` with everything.

use std::io::{self, Write};

use anstyle::AnsiColor;
use clap::{Arg, Command};
use faro::{Kind, Weave};
use faro_render::view::{Page, Strip, StripRow, Tint};

/// Width of a line of `-h`, in columns.
const WIDTH: usize = 80;

/// Width of the first column of `-h`.
const COLUMN: usize = 24;

/// Maximum number of options of `-h`.
const MAX_OPTIONS: usize = 10;

/// Number of examples of `-h`.
const EXAMPLES: usize = 2;

/// The commands by the question that they answer.
pub const QUESTIONS: [(&str, &[&str]); 5] = [
    (
        "What does this shuffle do?",
        &[
            "order", "cycles", "deck", "where", "inspect", "route", "solve", "group", "sweep",
            "sizes",
        ],
    ),
    (
        "How random is it?",
        &["mix", "law", "matrix", "simulate", "hands", "odds"],
    ),
    (
        "Is my shuffle fair?",
        &["audit", "prove", "certify", "bits", "verify", "deal"],
    ),
    ("Show me", &["explore", "list"]),
    ("Also", &["merge", "completions", "man", "help"]),
];

/// The commands that most people need, which the list of commands marks.
const NEEDED: [&str; 8] = [
    "order", "deck", "where", "inspect", "mix", "simulate", "audit", "prove",
];

/// The first page of help: questions, each with commands that answer it.
const FIRST: [(&str, &[(&str, &str)]); 4] = [
    (
        "What does this shuffle do?",
        &[
            ("faro order 52 out", "8 shuffles bring 52 cards back"),
            ("faro inspect 3 1 4 2", "what an arrangement is"),
        ],
    ),
    (
        "How random is it?",
        &[("faro mix 52", "how far from random after each riffle")],
    ),
    (
        "Is my shuffle fair?",
        &[
            ("faro audit decks.txt", "a verdict on decks, one a line"),
            (
                "faro prove -- python3 fair.py",
                "the exact law of a program's shuffle",
            ),
        ],
    ),
    (
        "Show me",
        &[("faro explore", "shuffles to play with, in the browser")],
    ),
];

/// The options of each command that people use most, in the order of `-h`. A command that is not here shows its first ten.
const USUAL: [(&str, &str); 21] = [
    ("order", "kind timeout"),
    ("cycles", "start svg kind timeout"),
    (
        "deck",
        "times each track faces start deal numbers samples svg",
    ),
    ("where", "card position at times start deal kind"),
    ("sizes", "below divides count limit timeout"),
    ("group", "moves contains timeout"),
    ("sweep", "kind summary svg threads"),
    ("route", "from to all allow start depth timeout"),
    ("solve", "allow depth timeout"),
    (
        "mix",
        "riffles until card deck composition exact all samples svg",
    ),
    (
        "simulate",
        "samples seed against histogram orders card svg shard threads",
    ),
    ("merge", "partial missing histogram svg"),
    ("law", "sort tree statistic at-least at-most svg"),
    ("matrix", "samples exact seed start kind threads svg"),
    (
        "audit",
        "exec cards decks start see hands until-decided html",
    ),
    (
        "prove",
        "cards adapter certify samples at-most timeout html",
    ),
    (
        "certify",
        "cards decks plan seed samples state-bits date html check",
    ),
    (
        "verify",
        "scheme deal commitment server-seed client-seed nonce dealt search print",
    ),
    ("deal", "secret commit client-seed nonce cards hands reveal"),
    (
        "odds",
        "of see at-least at-most exactly want games happened",
    ),
    ("inspect", "start cards allow depth timeout"),
];

/// The headings of `--help`, with the options under each.
const HEADINGS: [(&str, &str); 5] = [
    (
        "The deck and the shuffle",
        "cards shuffle kind start composition",
    ),
    ("Chance", "samples seed threads"),
    ("Limits", "timeout depth allow"),
    (
        "Pictures and files",
        "svg size ascii html junit report shard",
    ),
    ("Output", "format output color quiet help version"),
];

/// Arranges options under headings, and commands under the questions that they answer.
pub fn arranged(mut program: Command) -> Command {
    let about = |name: &str| {
        program
            .find_subcommand(name)
            .and_then(Command::get_about)
            .map(first_sentence)
    };
    let mut groups = String::new();
    for (question, commands) in QUESTIONS {
        groups += &format!("{question}\n");
        for name in commands {
            let about = about(name).unwrap_or_else(|| "The help of a command".into());
            let marked = match NEEDED.contains(name) {
                true => format!("{name} *"),
                false => name.to_string(),
            };
            groups += &format!("  {marked:<12} {about}\n");
        }
        groups += "\n";
    }
    let names: Vec<String> = program
        .get_subcommands()
        .map(|command| command.get_name().into())
        .collect();
    for name in names {
        program = program.mut_subcommand(name, with_headings);
    }
    let template = "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}Options:\n{options}{after-help}";
    program.before_long_help(groups).help_template(template)
}

fn with_headings(command: Command) -> Command {
    command.mut_args(|arg| {
        let heading = arg.get_long().and_then(|long| {
            HEADINGS
                .iter()
                .find(|(_, options)| options.split(' ').any(|option| option == long))
        });
        match heading {
            Some((heading, _)) if arg.get_help_heading().is_none() => arg.help_heading(*heading),
            _ => arg,
        }
    })
}

/// Writes the first page.
pub fn first_page(page: &Page, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "faro: card shuffles, exact, simulated, audited, proved and seen\n"
    )?;
    for (question, commands) in FIRST {
        page.heading(out, question)?;
        for (command, answer) in commands {
            write!(out, "  ")?;
            page.write(out, AnsiColor::Cyan.on_default(), &format!("{command:<31}"))?;
            writeln!(out, "{answer}")?;
        }
    }
    writeln!(out)?;
    if page.colour {
        faro_render::strip_in_half_lines(eight_shuffles(), page, out)?;
    }
    writeln!(out, "all commands: faro --help; one command: faro order -h")
}

/// Returns the history of 52 cards through eight out-shuffles.
fn eight_shuffles() -> Strip<'static> {
    let out = Weave::new(Kind::Out, 52u32)
        .to_permutation()
        .expect("a deck that can be listed");
    let row = move |times: u32| {
        let deck = out.pow(times).to_deck();
        let deck = deck.into_iter().map(u64::from);
        StripRow {
            label: String::new(),
            places: Vec::new(),
            deck: Box::new(deck),
        }
    };
    Strip {
        cards: 52,
        count: 9,
        label_width: 0,
        rows: Box::new((0..9).map(row)),
        tint: Box::new(|index| Tint::step(index, 52)),
        tracked: Vec::new(),
        name: None,
    }
}

/// Returns the command whose `-h` is asked for, if the arguments ask for one.
pub fn asked<'a>(program: &'a Command, arguments: &[String]) -> Option<&'a Command> {
    let before_dashes = arguments
        .iter()
        .skip(1)
        .take_while(|argument| *argument != "--");
    let before_dashes: Vec<&String> = before_dashes.collect();
    let is_short = before_dashes.iter().any(|argument| *argument == "-h")
        && !before_dashes.iter().any(|argument| *argument == "--help");
    before_dashes
        .iter()
        .find_map(|name| program.find_subcommand(name))
        .filter(|_| is_short)
}

/// Writes `-h` of a command: its usage, arguments, usual options and two examples, in at most 24 rows.
pub fn short(command: &Command, page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let name = command.get_name();
    let about = command.get_about().map(first_sentence).unwrap_or_default();
    writeln!(out, "{about}\n")?;
    let positions: Vec<&Arg> = command
        .get_positionals()
        .filter(|arg| !arg.is_hide_set())
        .collect();
    let usage: String = positions
        .iter()
        .map(|arg| format!(" {}", name_in_usage(arg)))
        .collect();
    page.bold(out, "Usage:")?;
    writeln!(out, " {}\n", format_args!("faro {name} [OPTIONS]{usage}"))?;
    let options = usual_options(command);
    for arg in positions.into_iter().chain(options) {
        let (flag, help) = (
            shown(arg),
            arg.get_help().map(first_sentence).unwrap_or_default(),
        );
        write!(out, "  ")?;
        page.write(
            out,
            AnsiColor::Cyan.on_default(),
            &format!("{flag:<COLUMN$}"),
        )?;
        let column = COLUMN.max(flag.chars().count()) + 3;
        writeln!(out, " {}", without_default(&help, WIDTH - column))?;
    }
    let examples = examples(command);
    let examples: Vec<&String> = examples.iter().take(EXAMPLES).collect();
    if !examples.is_empty() {
        writeln!(out)?;
        page.heading(out, "Examples:")?;
        examples
            .iter()
            .try_for_each(|line| writeln!(out, "{line}"))?;
    }
    let formats = if takes_formats(command) {
        "output: --format json|csv, --output FILE; "
    } else {
        ""
    };
    writeln!(out, "\n{formats}all options: faro {name} --help")
}

/// Returns the examples of a command that fit a line.
pub fn examples(command: &Command) -> Vec<String> {
    let text = command.get_after_help().map(ToString::to_string);
    let is_example = |line: &&str| {
        line.starts_with("  ")
            && line.contains("faro ")
            && !line.contains("the same")
            && line.chars().count() <= WIDTH
    };
    let text = text.unwrap_or_default();
    let lines = text.lines().skip(1).filter(is_example);
    lines.map(String::from).collect()
}

/// Returns whether a command writes a result in one of the formats.
fn takes_formats(command: &Command) -> bool {
    !["explore", "completions", "man"].contains(&command.get_name())
}

/// Returns the options of `-h` in its order.
fn usual_options(command: &Command) -> Vec<&Arg> {
    let usual = USUAL.iter().find(|(name, _)| *name == command.get_name());
    match usual {
        Some((_, options)) => {
            let option = |long| {
                let mut shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
                shown.find(|arg| arg.get_long() == Some(long))
            };
            options.split(' ').filter_map(option).collect()
        }
        None => {
            let is_own = |arg: &&Arg| !["help", "version"].contains(&arg.get_id().as_str());
            command
                .get_arguments()
                .filter(|arg| !arg.is_positional())
                .filter(is_own)
                .take(MAX_OPTIONS)
                .collect()
        }
    }
}

/// Returns an argument as its usage shows it: `[CARDS]`, `--times <T>`.
fn shown(arg: &Arg) -> String {
    let value = arg
        .get_value_names()
        .and_then(|names| names.first())
        .map(|name| name.to_string());
    let takes = arg.get_action().takes_values();
    match (arg.get_long(), value) {
        (Some(long), Some(value)) if takes => format!("--{long} <{value}>"),
        (Some(long), _) => format!("--{long}"),
        (None, value) => format!(
            "[{}]",
            value.unwrap_or_else(|| arg.get_id().to_string().to_uppercase())
        ),
    }
}

/// Returns the name of an argument in a usage: `[FROM]` for `[FROM: STACK|FILE|WORD]`.
fn name_in_usage(arg: &Arg) -> String {
    let shown = shown(arg);
    shown
        .split_once(": ")
        .map_or(shown.clone(), |(name, _)| format!("{name}]"))
}

/// Returns the first sentence, or the part of it before a colon or a semicolon.
fn first_sentence(text: &clap::builder::StyledStr) -> String {
    let text = text.to_string();
    let ends = [". ", "; ", "\n\n"]
        .into_iter()
        .flat_map(|end| text.match_indices(end));
    // A sentence does not end within brackets, because a default may have parts.
    let is_outside =
        |at: &usize| text[..*at].matches('[').count() == text[..*at].matches(']').count();
    let end = ends.map(|(at, _)| at).filter(is_outside).min();
    text[..end.unwrap_or(text.len())]
        .replace('\n', " ")
        .trim_end_matches('.')
        .into()
}

/// Returns a text without its default if it is wider than `width` characters.
fn without_default(text: &str, width: usize) -> &str {
    match text.chars().count() <= width {
        true => text,
        false => text.split(" [").next().unwrap_or(text),
    }
}
