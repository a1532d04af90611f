//! The program `faro` parses arguments, runs one command and writes its report.
//!
//! | folder | what it has |
//! |---|---|
//! | `commands/` | a file or a folder for each command: its arguments, computation and report |
//! | `intake/` | decks from files and pipes, counted for an audit |
//! | `child/` | other programs that are run |
//! | `page/` | the server of the page; the files of the page are in `page/` beside `src/` |
//! | `arguments/` | what is typed: numbers, decks, words, seeds |
//! | `output/` | what is written: text, JSON, CSV, files, progress, errors |
//!
//! Each folder uses only those below it.

mod arguments;
mod child;
mod commands;
mod help;
mod intake;
mod output;
mod page;

use std::ffi::OsString;
use std::process::ExitCode;
use std::rc::Rc;

use clap::{CommandFactory, FromArgMatches, Parser};

use arguments::mistakes;
use commands::Command;
use output::answer::{Answer, Question};
use output::error::Exit;
use output::options::OutputArgs;
use output::{print_error, spinner};
use page::answering;

/// Card shuffles, exact and simulated: what they do to a deck, and how random it is afterwards.
///
/// Cards and positions are counted from 1 at the top of the deck. A * marks the commands that most people need.
#[derive(Parser)]
#[command(name = "faro", version, propagate_version = true, max_term_width = 100, after_help = EXAMPLES)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{ENVIRONMENT}"))]
#[command(mut_subcommands(with_negative_numbers))]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    output: OutputArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro order 52 out             8 shuffles restore the deck
  faro deck 52 in --times 26    the reversed deck
  faro order 52 'in cut:26'     any shuffle, as a word";

const ENVIRONMENT: &str = "\
Environment:
  FARO_SIMD=none|avx2|neon|avx512   the largest vector instructions to use; results stay the same
  NO_COLOR=1                        text without colours, unless --color says otherwise";

/// The value names of arguments that are numbers.
const NUMBERS: &str = "A B C C,… D G H J J..=J/K K K|NxE M N P Q R T BITS CARDS DECK FROM ORDER SECONDS SILENCE[,ALL] \
                       SIZES TO";

/// Accepts negative numbers as the values of arguments that are numbers, so that errors say which numbers are expected.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command.mut_args(|arg| {
        let name = arg.get_value_names().and_then(|names| names.first());
        let is_number = name.is_some_and(|name| NUMBERS.split(' ').any(|number| name == number));
        arg.allow_negative_numbers(is_number)
    })
}

/// Exit code of a command that failed.
const FAILED: u8 = 2;

fn main() -> ExitCode {
    match run(std::env::args_os()) {
        Ok(exit) => exit.into(),
        Err(error) => {
            print_error(&error, std::env::args_os());
            ExitCode::from(FAILED)
        }
    }
}

/// Parses the arguments and runs the command. The error is one line.
fn run(arguments: impl Iterator<Item = OsString>) -> anyhow::Result<Exit> {
    let mut arguments: Vec<OsString> = arguments.collect();
    if crate::child::guard::is_asked(&arguments) {
        return crate::child::guard::run().map(|()| Exit::Success);
    }
    if let Some(asked) = answering::asked(&arguments) {
        return answering::run(asked, ask).map(|()| Exit::Success);
    }
    mistakes::check_readable(&arguments)?;
    if arguments.get(1).is_some_and(|command| command == "help") {
        // `faro help --help` is `faro help`.
        arguments.retain(|argument| argument != "-h" && argument != "--help");
    }
    let texts: Vec<String> = arguments
        .iter()
        .map(|text| text.to_string_lossy().into_owned())
        .collect();
    if texts[1..] == ["-h"] {
        return output::help_page(&OutputArgs::default(), help::first_page).map(|()| Exit::Success);
    }
    let program = if may_ask_for_help(&texts[1..]) {
        help::arranged(Args::command())
    } else {
        Args::command()
    };
    if let Some(command) = help::asked(&program, &texts) {
        let written = output::help_page(&OutputArgs::default(), |page, out| {
            help::short(command, page, out)
        });
        return written.map(|()| Exit::Success);
    }
    let parsed = program.try_get_matches_from(&arguments);
    let mut args = match parsed.and_then(|mut matches| Args::from_arg_matches_mut(&mut matches)) {
        Ok(args) => args,
        Err(error) if error.use_stderr() => {
            return Err(mistakes::of_parser(
                &error,
                &arguments,
                &Args::command(),
                &is_accepted,
            ));
        }
        Err(help) => {
            return output::help(&help.render(), &OutputArgs::default()).map(|()| Exit::Success);
        }
    };
    match &mut args.command {
        Some(command) => {
            faro_sample::kernel::Processor::check_environment()?;
            if command.computes() {
                output::working(&args.output);
            }
            let done = command.run(&args.output, Args::command);
            spinner::end();
            done.map_err(|error| {
                mistakes::of_command(error, &arguments, &Args::command(), &is_accepted)
            })
        }
        None => output::help_page(&args.output, help::first_page).map(|()| Exit::Success),
    }
}

/// Returns whether the parser accepts a command line, given without the name of the program.
fn is_accepted(words: &[String]) -> bool {
    match Args::try_parse_from(std::iter::once("faro").chain(words.iter().map(String::as_str))) {
        Ok(args) => args.command.is_some(),
        Err(error) => !error.use_stderr(),
    }
}

/// Returns whether the arguments may ask for help, which takes longer to arrange than to run most commands.
fn may_ask_for_help(arguments: &[String]) -> bool {
    arguments
        .iter()
        .any(|text| text == "help" || (text.starts_with('-') && text.contains('h')))
}

/// Runs a command without a terminal and without writing files, and returns its output or its picture.
///
/// `progress` receives the number of steps done and the total number of steps.
fn ask(question: Question, progress: fn(u64, u64)) -> anyhow::Result<Vec<u8>> {
    let program = OsString::from("faro");
    let arguments = std::iter::once(program)
        .chain(question.arguments)
        .collect::<Vec<_>>();
    mistakes::check_readable(&arguments)?;
    let mut args = Args::try_parse_from(&arguments)
        .map_err(|error| mistakes::of_parser(&error, &arguments, &Args::command(), &is_accepted))?;
    let Some(mut command) = args.command.take() else {
        anyhow::bail!("expected a command")
    };
    let answer = Rc::new(Answer::new(question.part, progress));
    args.output.collect_in(Rc::clone(&answer));
    command.run(&args.output, Args::command)?;
    Ok(answer.take())
}
