//! The program `faro` parses arguments, runs one command and writes its report, which the crate `faro-render`
//! formats.
//!
//! | file | idea |
//! |---|---|
//! | `command/` | one file per command: its arguments, computation and report |
//!
//! The crate `faro-console` is shared by the commands. `faro-explore` serves the page, and `faro-process` runs
//! programs.

mod command;

use std::ffi::OsString;
use std::process::ExitCode;
use std::rc::Rc;

use clap::builder::StyledStr;
use clap::{CommandFactory, Parser};

use command::Command;
use faro_console::answer::{Answer, Question};
use faro_console::args::OutputArgs;
use faro_console::exit::Exit;
use faro_console::output::print_error;
use faro_console::{error, output, watch};

/// Card shuffles, exact and simulated: what they do to a deck, and how random it is afterwards.
///
/// Cards and positions are counted from 1 at the top of the deck.
#[derive(Parser)]
#[command(name = "faro", version, propagate_version = true, max_term_width = 100, after_help = EXAMPLES)]
#[command(after_long_help = format!("{EXAMPLES}\n\n{ENVIRONMENT}"))]
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
    if faro_process::guard::is_asked(&arguments) {
        return faro_process::guard::run().map(|()| Exit::Success);
    }
    if let Some((budget, question)) = faro_explore::worker::asked(&arguments) {
        return faro_explore::worker::run(budget, |progress| ask(question, progress)).map(|()| Exit::Success);
    }
    error::check_readable(&arguments)?;
    if arguments.get(1).is_some_and(|command| command == "help") {
        // `faro help --help` is `faro help`.
        arguments.retain(|argument| argument != "-h" && argument != "--help");
    }
    let args = match Args::try_parse_from(&arguments) {
        Ok(args) => args,
        Err(error) if error.use_stderr() => {
            return Err(error::one_line(error, &arguments, &Args::command()));
        }
        Err(help) => return output::help(&help.render(), &OutputArgs::default()).map(|()| Exit::Success),
    };
    match &args.command {
        Some(command) => {
            faro_sample::kernel::Processor::check_environment()?;
            if command.computes() {
                output::working(&args.output);
            }
            let done = command.run(&args.output, Args::command);
            watch::end_waiting();
            done
        }
        None => output::help(&short_help(), &args.output).map(|()| Exit::Success),
    }
}

/// Returns the help of bare `faro`, which fits a page. Its only output argument needs no heading.
fn short_help() -> StyledStr {
    Args::command().mut_arg("format", |format| format.help_heading(None)).render_help()
}

/// Runs a command without a terminal and without writing files, and returns its output or its picture.
///
/// `progress` receives the number of steps done and the total number of steps.
fn ask(question: Question, progress: fn(u64, u64)) -> anyhow::Result<Vec<u8>> {
    let program = OsString::from("faro");
    let arguments = std::iter::once(program).chain(question.arguments).collect::<Vec<_>>();
    error::check_readable(&arguments)?;
    let mut args = Args::try_parse_from(&arguments)
        .map_err(|error| error::one_line(error, &arguments, &Args::command()))?;
    let Some(command) = args.command.take() else { anyhow::bail!("expected a command") };
    let answer = Rc::new(Answer::new(question.part, progress));
    args.output.collect_in(Rc::clone(&answer));
    command.run(&args.output, Args::command)?;
    Ok(answer.take())
}
