//! The command line program: it parses arguments, runs one command and writes its report.
//!
//! | file | idea |
//! |---|---|
//! | `args` | arguments that several commands share |
//! | `argument`, `given` | arguments by position or by option: the number of cards, the shuffle, and others |
//! | `kinds` | the kinds of perfect shuffles of a list |
//! | `word` | words of the language of shuffles, and their errors; a shuffle given on the command line |
//! | `moves` | lists of allowed moves, and words made of them |
//! | `stack` | deck orders: by name, from a file, or after a shuffle |
//! | `start`, `playing_card` | the starting order of a deck, and the names of its cards |
//! | `command/` | one file per command: its arguments, computation and report |
//! | `view/` | the parts of a report: tables, figures, histograms |
//! | `render/` | one file per format: text, JSON, CSV, SVG |
//! | `printable` | escapes control characters in text from outside |
//! | `explore/` | the page in the browser, and the server that answers it |
//! | `answer`, `files` | questions from the page and their answers in memory; no values that name files |
//! | `output`, `stdout`, `destination` | write results and pictures to standard output and to files |
//! | `sealed` | files of JSON with a checksum |
//! | `overwrite` | refuses an output file that is also an input file |
//! | `palette` | the colours of text on a terminal |
//! | `threads` | the argument `--threads` |
//! | `effort` | time limits, by option |
//! | `exit` | the exit codes of commands that worked |
//! | `waiting`, `watch`, `signals` | progress, timeouts and signals |
//! | `probable_primes` | reports the probable primes that a result depends on |
//! | `one_based` | converts between indices from 0 and numbers from 1 |
//! | `integer`, `float`, `range`, `plural` | parse and format numbers and ranges |
//! | `probability` | formats probabilities and p-values with the digits that are right |
//! | `error`, `underline`, `tips` | error messages, with carets under a part of a text, and tips for mistypings |

mod answer;
mod args;
mod argument;
mod command;
mod destination;
mod effort;
mod error;
mod exit;
mod explore;
mod files;
mod float;
mod given;
mod integer;
mod kinds;
mod moves;
mod one_based;
mod output;
mod overwrite;
mod palette;
mod playing_card;
mod plural;
mod printable;
mod probability;
mod probable_primes;
mod range;
mod render;
mod sealed;
mod signals;
mod stack;
mod start;
mod stdout;
mod threads;
mod tips;
mod underline;
mod view;
mod waiting;
mod watch;
mod word;

use std::ffi::OsString;
use std::rc::Rc;

use clap::builder::StyledStr;
use clap::{CommandFactory, Parser};

use answer::{Answer, Question};
use args::OutputArgs;
use command::Command;
use exit::Exit;
pub use output::print_error;

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

/// Runs the command of the arguments. The error is one line.
pub fn run(arguments: impl Iterator<Item = OsString>) -> anyhow::Result<Exit> {
    let mut arguments: Vec<OsString> = arguments.collect();
    if command::guard::is_asked(&arguments) {
        return command::guard::run().map(|()| Exit::Success);
    }
    if let Some((budget, question)) = explore::worker::asked(&arguments) {
        return explore::worker::run(budget, |progress| ask(question, progress)).map(|()| Exit::Success);
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
            faro::kernel::Processor::check_environment()?;
            if command.computes() {
                output::working(&args.output);
            }
            let done = command.run(&args.output, Args::command);
            waiting::end();
            done
        }
        None => output::help(&short_help(), &args.output).map(|()| Exit::Success),
    }
}

/// Returns the help of bare `faro`, which fits a page: its only argument for output needs no heading.
fn short_help() -> StyledStr {
    Args::command().mut_arg("format", |format| format.help_heading(None)).render_help()
}

/// Answers a command without a terminal and without writing anything: parses its arguments, computes, and returns
/// the bytes that the program would print, or those of the picture. `progress` receives the steps done, and all.
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
