//! The program around the library: arguments in, one command run, one report rendered.
//!
//! | file | idea |
//! |---|---|
//! | `args` | what every command understands, and the deck and shuffle that most ask for |
//! | `shuffle` | a shuffle that was named, and its answers in closed form |
//! | `word` | words as they are written, and what is wrong with some |
//! | `moves`, `stack` | moves that may be done, and decks in orders that have a name |
//! | `command/` | one file a command: its arguments, its computation, its report |
//! | `view/` | what a report is made of: a table, a figure, a page to write on |
//! | `render/` | one file a format: text, JSON, CSV, SVG |
//! | `printable` | what comes from outside, made harmless for terminals and pages |
//! | `output`, `stdout`, `destination` | where the bytes go, and how a file is replaced |
//! | `picture` | what is drawn instead of being written |
//! | `threads` | how many threads work |
//! | `exit` | how a command ends |
//! | `watch`, `signals` | progress, and the end that a signal asks for |
//! | `probable` | what an answer rests on that is not proved |
//! | `count` | the step from counting from 0 to counting from 1 |
//! | `integer`, `real`, `range`, `plural`, `seed`, `face`, `refusal`, `caret` | numbers, ranges, seeds, playing cards and errors as people write them |

mod args;
mod command;
mod destination;
mod error;
mod exit;
mod float;
mod integer;
mod moves;
mod one_based;
mod output;
mod overwrite;
mod picture;
mod playing_card;
mod plural;
mod printable;
mod probable_primes;
mod range;
mod render;
mod seed;
mod shuffle;
mod signals;
mod stack;
mod stdout;
mod threads;
mod underline;
mod view;
mod watch;
mod word;

use std::ffi::OsString;

use clap::{CommandFactory, Parser};

use args::OutputArgs;
use command::Command;
use exit::Exit;
pub use printable::printable_lines;

/// Card shuffles, exact and simulated: what they do, and how random they are.
///
/// Cards and positions are counted from 1, top card first.
#[derive(Parser)]
#[command(name = "faro", version, propagate_version = true, max_term_width = 100, after_help = EXAMPLES)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    output: OutputArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro order --cards 52 --kind out             8 bring the deck back
  faro deck --cards 52 --kind in --times 26    the deck reversed
  faro order --cards 52 --shuffle 'in cut:26'  any shuffle, as a word";

/// Does what the arguments ask for, or says in one line why not.
pub fn run(arguments: impl Iterator<Item = OsString>) -> anyhow::Result<Exit> {
    let mut arguments: Vec<OsString> = arguments.collect();
    if command::guard::is_asked(&arguments) {
        return command::guard::run().map(|()| Exit::Success);
    }
    error::check_readable(&arguments)?;
    if arguments.get(1).is_some_and(|command| command == "help") {
        // Help on help is help.
        arguments.retain(|argument| argument != "-h" && argument != "--help");
    }
    let args = match Args::try_parse_from(&arguments) {
        Ok(args) => args,
        Err(error) if error.use_stderr() => return Err(error::one_line(error)),
        Err(help) => return output::help(&help.render(), &OutputArgs::default()).map(|()| Exit::Success),
    };
    match &args.command {
        Some(command) => command.run(&args.output, Args::command()),
        None => output::help(&Args::command().render_help(), &args.output).map(|()| Exit::Success),
    }
}
