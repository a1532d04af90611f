//! The source of the decks: a file, standard input, or a program.
//!
//! Decks are read until the requested number is reached, or until no more arrive. A program that receives a seed is run
//! a second time, to find out whether the same seed gives the same decks.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use data_encoding::HEXLOWER;
use faro_render::numbers::counted;
use sha2::{Digest, Sha256};

use super::remedies;
use crate::arguments::script::{names_data, not_started};
use crate::arguments::tips::of_named_shuffle;
use crate::arguments::typed_line::random_shuffle;
use crate::child::flow::{Patience, ReadOutcome, ThreadedReader};
use crate::child::program::{CommandLine, PlaceholderValues, RunningProgram};
use crate::intake::guess::LOOKED_AT;
use crate::intake::{Intake, Stop, Unit};
use crate::output;
use crate::output::error::{failed, invalid};
use crate::output::signals;
use crate::output::watch::Watch;

/// The source of decks that the user named on the command line.
pub enum InputSource {
    File(PathBuf),
    Standard,
    /// A program. `argument` is the option that named it, and `written` the text of the option's value.
    Program {
        argument: &'static str,
        written: String,
        line: CommandLine,
    },
}

/// A source that was opened or started, so that its decks can be read.
pub struct Open<'a> {
    pub source: &'a InputSource,
    pub flow: ThreadedReader,
    program: Option<RunningProgram>,
}

impl InputSource {
    pub fn open(&self, values: &PlaceholderValues) -> anyhow::Result<Open<'_>> {
        let unreadable = |error| self.refuse(unreadable(&error));
        let (flow, program) = match self {
            InputSource::File(path) if is_pipe(path) => {
                (ThreadedReader::new(Late::Unopened(path.clone())), None)
            }
            InputSource::File(path) => (
                ThreadedReader::new(File::open(path).map_err(|error| self.no_file(&error))?),
                None,
            ),
            InputSource::Standard => {
                if io::stdin().is_terminal() {
                    output::note(
                        "reading decks from the keyboard, one a line; or name a file, or a program with --exec",
                    );
                }
                (ThreadedReader::new(io::stdin()), None)
            }
            InputSource::Program { line, .. } => {
                let started = RunningProgram::start(&line.filled(values));
                let (program, flow) = started.map_err(|error| {
                    self.refuse(not_started(&self.name().unwrap_or_default(), &error))
                })?;
                (Ok(flow), Some(program))
            }
        };
        Ok(Open {
            source: self,
            flow: flow.map_err(unreadable)?,
            program,
        })
    }

    pub fn program(&self) -> Option<&CommandLine> {
        match self {
            InputSource::Program { line, .. } => Some(line),
            _ => None,
        }
    }

    /// Returns whether the source is a program.
    pub fn is_program(&self) -> bool {
        self.program().is_some()
    }

    /// Returns whether the decks are typed at a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, InputSource::Standard) && io::stdin().is_terminal()
    }

    /// Returns whether the source is a program with `{seed}` in its arguments.
    pub fn takes_seed(&self) -> bool {
        self.program().is_some_and(|line| line.mentions("{seed}"))
    }

    /// Returns the name of the source for a report, or `None` for standard input.
    pub fn name(&self) -> Option<String> {
        match self {
            InputSource::File(path) => Some(path.display().to_string()),
            InputSource::Standard => None,
            InputSource::Program { written, .. } => Some(written.clone()),
        }
    }

    /// Returns the error for a file that cannot be opened. It mentions programs, because the user may have meant one.
    fn no_file(&self, error: &io::Error) -> anyhow::Error {
        let why = unreadable(error);
        match self {
            InputSource::File(path) if path.to_string_lossy().contains("://") => {
                self.refuse(format!(
                    "this is an address; download it, as in curl -s {} | faro audit",
                    path.display()
                ))
            }
            InputSource::File(path)
                if error.kind() == io::ErrorKind::NotFound && !names_data(path) =>
            {
                let name = path.to_string_lossy();
                if let Some(shuffle) = random_shuffle(&name) {
                    return self.refuse(of_named_shuffle("audit", shuffle));
                }
                let program = match may_be_program(path) {
                    true => name,
                    false => "PROGRAM".into(),
                };
                self.refuse(format!(
                    "{why}; a program comes after --, as in faro audit -- {program}"
                ))
            }
            _ => self.refuse(why),
        }
    }

    /// Returns an error that names the source, without the claim that the argument is invalid.
    pub fn fail(&self, why: impl Display) -> anyhow::Error {
        match self.name() {
            Some(name) => failed(name, self.with_program(&why.to_string())),
            None => self.refuse(why),
        }
    }

    /// Returns a message with the program instead of FILE in the line to type.
    fn with_program(&self, why: &str) -> String {
        let parts = || {
            let (before, line) = why.rsplit_once("type ")?;
            let (filter, faro) = line.split_once("FILE | faro ")?;
            Some((before, filter.trim_end_matches(['<', ' ']), faro))
        };
        match (self, parts()) {
            (InputSource::Program { written, .. }, Some((before, filter, faro))) => {
                format!("{before}type {written} | {filter} | faro {faro}")
            }
            _ => why.into(),
        }
    }

    /// Returns an error that names the source as an invalid argument.
    pub fn refuse(&self, why: impl Display) -> anyhow::Error {
        match self {
            InputSource::File(path) => invalid("[FILE]", path.display(), why),
            InputSource::Standard => anyhow::anyhow!("standard input: {why}"),
            InputSource::Program {
                argument, written, ..
            } => invalid(argument, written, self.with_program(&why.to_string())),
        }
    }
}

/// Returns whether a text that is no file may be a program with its arguments, or the name of a program.
fn may_be_program(path: &Path) -> bool {
    let text = path.to_string_lossy();
    text.contains(' ') || !text.contains(['/', '.'])
}

pub fn unreadable(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::IsADirectory => {
            "this is a folder; expected a file, or several joined, as in cat FOLDER/* | faro audit"
                .into()
        }
        _ => format!("cannot read it: {error}"),
    }
}

impl Open<'_> {
    /// Returns whether the program has ended. If its output is still open, another process holds the pipe.
    pub fn is_held_open(&mut self) -> bool {
        self.program.as_mut().is_some_and(RunningProgram::has_ended)
    }

    /// Ends the program with all processes that it started.
    ///
    /// Returns the exit status of the program if it ended by itself within `patience`.
    pub fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        self.program
            .as_mut()
            .and_then(|program| program.end(patience))
    }

    /// Ends the program, and returns an error with `why` and the last lines of the program's standard error.
    pub fn refuse(&mut self, why: impl Display) -> anyhow::Error {
        self.end(Duration::ZERO);
        match &self.program {
            Some(program) => self
                .source
                .fail(format!("{why}{}", program.stderr.message())),
            None => self.source.refuse(why),
        }
    }
}

/// A named pipe that is opened by its first reader. Opening blocks until a writer opens the pipe, so the thread that
/// reads must do it.
enum Late {
    Unopened(PathBuf),
    Open(File),
}

impl Read for Late {
    fn read(&mut self, piece: &mut [u8]) -> io::Result<usize> {
        if let Late::Unopened(path) = self {
            *self = Late::Open(File::open(path)?);
        }
        match self {
            Late::Open(file) => file.read(piece),
            Late::Unopened(_) => Ok(0),
        }
    }
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    std::fs::metadata(path).is_ok_and(|there| there.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_path: &Path) -> bool {
    false
}

/// Returns the SHA-256 of a regular file, or `None` if the file cannot be read.
pub fn sha256(path: &Path) -> Option<String> {
    // Opening a pipe without a writer would block forever.
    let mut file = path.is_file().then(|| File::open(path).ok()).flatten()?;
    let (mut digest, mut piece) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut piece) {
            Ok(0) => return Some(HEXLOWER.encode(&digest.finalize())),
            Ok(length) => digest.update(&piece[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}

/// Interval between two checks for a signal or a time limit.
const TICK: Duration = Duration::from_millis(20);

/// Time from its first byte for which the beginning of a text is kept before it is parsed, so that its form is guessed from
/// more than a few lines.
const HOLD: Duration = Duration::from_secs(1);

/// Time in which a program must end after it has closed its output, and in which its output must close after it has
/// ended.
const GRACE: Duration = Duration::from_millis(500);

/// The reason why the reading of decks has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadingEnd {
    /// The requested number of decks was read.
    Enough,
    /// The decks show that the shuffle is unfair (`--until-decided`).
    Decided,
    /// The input has ended.
    Eof,
    /// The program ended, but a process that it started keeps its output open.
    PipeHeldOpen,
    /// The user pressed Ctrl-C.
    Interrupted,
    /// The time limit for the whole input was reached.
    Deadline,
    /// No further deck arrived within the time limit, or the program failed. The value is the message.
    Broken(String),
}

/// Reads decks into `intake` until one of the ends. If the source is a program, it has ended when the function returns.
///
/// `begin` is called with the beginning of the text. It returns another intake if the text is not plain lines of decks.
pub fn listen(
    open: &mut Open,
    intake: &mut Intake,
    begin: &dyn Fn(&[u8]) -> anyhow::Result<Option<Intake>>,
    patience: Patience,
    watch: &Watch,
) -> anyhow::Result<ReadingEnd> {
    let end = heard(open, intake, begin, patience, watch)?;
    let by_itself = matches!(end, ReadingEnd::Eof | ReadingEnd::PipeHeldOpen);
    let status = open.end(if by_itself { GRACE } else { Duration::ZERO });
    if let Some(status) = status.filter(|status| by_itself && !status.success()) {
        let refusal = open.refuse(died(status, intake.decks()));
        return match intake.decks() {
            0 => Err(refusal),
            _ => Ok(ReadingEnd::Broken(refusal.to_string())),
        };
    }
    if intake.decks() == 0 {
        let why = nothing(&end, intake, open.source.is_program());
        return Err(if end == ReadingEnd::Interrupted {
            open.source.fail(why)
        } else {
            open.refuse(why)
        });
    }
    Ok(end)
}

fn heard(
    open: &mut Open,
    intake: &mut Intake,
    begin: &dyn Fn(&[u8]) -> anyhow::Result<Option<Intake>>,
    patience: Patience,
    watch: &Watch,
) -> anyhow::Result<ReadingEnd> {
    let begun = Instant::now();
    let (mut deck_came, mut heard) = (begun, begun);
    // The beginning of the text, and the time of its first byte. It is kept until its form is known.
    let (mut held, mut first) = (Some(Vec::new()), None);
    let shortest = patience.whole.into_iter().chain(patience.silence).min();
    let hold = shortest.map_or(HOLD, |limit| HOLD.min(limit / 2));
    loop {
        let before = intake.decks();
        let stop = match open.flow.next(TICK) {
            Err(error) => return Err(open.refuse(unreadable(&error))),
            Ok(ReadOutcome::Piece(piece)) => {
                heard = Instant::now();
                let since = *first.get_or_insert(heard);
                match held.take() {
                    None => intake.take(&piece),
                    Some(mut beginning) => {
                        beginning.extend(piece);
                        match beginning.len() < LOOKED_AT && since.elapsed() < hold {
                            true => {
                                held = Some(beginning);
                                ControlFlow::Continue(())
                            }
                            false => understood(&beginning, false, intake, begin)?,
                        }
                    }
                }
            }
            Ok(ReadOutcome::End) => {
                let stop = match held.take() {
                    Some(beginning) => understood(&beginning, true, intake, begin)?,
                    None => ControlFlow::Continue(()),
                };
                match stop {
                    ControlFlow::Continue(()) => match intake.finish() {
                        ControlFlow::Continue(()) => return Ok(ReadingEnd::Eof),
                        stop => stop,
                    },
                    stop => stop,
                }
            }
            Ok(ReadOutcome::Nothing) => {
                let is_held_open = heard.elapsed() > GRACE && open.is_held_open();
                let is_due = is_held_open || first.is_some_and(|since| since.elapsed() >= hold);
                match held.take_if(|held| is_due && held.contains(&b'\n')) {
                    Some(beginning) => understood(&beginning, is_held_open, intake, begin)?,
                    None if is_held_open => return Ok(ReadingEnd::PipeHeldOpen),
                    None => ControlFlow::Continue(()),
                }
            }
        };
        if let ControlFlow::Break(stop) = stop {
            return stopped(stop, open, intake);
        }
        let decks = intake.decks();
        if decks > before {
            // The silence is measured from the end of the parsing, because the source is not responsible for the time
            // that parsing takes.
            deck_came = Instant::now();
        }
        if !watch.goes_on_by(decks - before) {
            if let Some(beginning) = held.take()
                && let ControlFlow::Break(stop) = understood(&beginning, false, intake, begin)?
            {
                return stopped(stop, open, intake);
            }
            return Ok(ReadingEnd::Interrupted);
        }
        if patience.whole.is_some_and(|whole| begun.elapsed() >= whole) {
            return Ok(ReadingEnd::Deadline);
        }
        if let Some(silence) = patience
            .silence
            .filter(|&silence| deck_came.elapsed() >= silence)
        {
            let refusal = open.refuse(silent(silence, decks));
            return if decks == 0 {
                Err(refusal)
            } else {
                Ok(ReadingEnd::Broken(refusal.to_string()))
            };
        }
    }
}

/// Parses the beginning of a text, which was kept. If `begin` recognises another form than plain lines, the intake is
/// replaced. The form is guessed from whole lines, if the text goes on.
fn understood(
    beginning: &[u8],
    is_whole: bool,
    intake: &mut Intake,
    begin: &dyn Fn(&[u8]) -> anyhow::Result<Option<Intake>>,
) -> anyhow::Result<ControlFlow<Stop>> {
    let text = beginning.strip_prefix(b"\xef\xbb\xbf");
    let text = text.unwrap_or(beginning);
    Ok(match begin(lines(text, is_whole))? {
        Some(other) => {
            *intake = other;
            intake.take(text)
        }
        None => intake.take(beginning),
    })
}

/// Returns the lines of the beginning of a text, without the last one, which may be incomplete if the text goes on.
fn lines(beginning: &[u8], is_whole: bool) -> &[u8] {
    let end = beginning.iter().rposition(|&byte| byte == b'\n');
    match end.filter(|_| !is_whole) {
        Some(end) => &beginning[..=end],
        None => beginning,
    }
}

fn stopped(stop: Stop, open: &mut Open, intake: &Intake) -> anyhow::Result<ReadingEnd> {
    match stop {
        Stop::Enough => Ok(ReadingEnd::Enough),
        Stop::Decided => Ok(ReadingEnd::Decided),
        Stop::Bad(error) => {
            Err(open.refuse(remedies::message(&error, intake, open.source.program())))
        }
        Stop::Refused(why) => Err(open.refuse(why)),
        Stop::TooManyCards(cards) => {
            let most = faro_audit::MAX_CARDS;
            Err(open.refuse(format!(
                "the deck has {cards} cards; expected at most {most}"
            )))
        }
    }
}

fn nothing(end: &ReadingEnd, intake: &Intake, is_program: bool) -> &'static str {
    match (end, intake.lines()) {
        (ReadingEnd::Interrupted, _) => "interrupted before a deck came",
        (ReadingEnd::Deadline, _) => "no deck came within --timeout",
        (_, lines) if lines > 0 && intake.is_filtered() => {
            "no deck was found with --field or --pattern; expected it in every object or line with a deck"
        }
        _ if intake.unit() == Unit::Deck => "there is no whole deck in the input",
        (_, 0) if is_program => {
            "the program printed nothing on its standard output; expected one deck a line"
        }
        (_, 0) => "the input is empty; expected one deck a line",
        _ => "there is no deck in the input; expected one a line",
    }
}

fn died(status: ExitStatus, decks: u64) -> String {
    format!(
        "the program failed after {} ({status})",
        counted(decks, "deck")
    )
}

fn silent(silence: Duration, given: u64) -> String {
    let (seconds, decks) = (
        counted(silence.as_secs_f64(), "second"),
        counted(given, "deck"),
    );
    let more = match given {
        0 => "; use --timeout to wait longer",
        _ => ": --timeout waits longer, and --until-decided ends as soon as they decide",
    };
    format!("no deck came for {seconds}, after {decks}{more}")
}

/// Time limit of the second run of a program with the same seed.
const REPEAT_PATIENCE: Duration = Duration::from_secs(10);

/// Runs the program again with the same values. Prints a note if its output does not begin with `before`.
pub fn note_other_decks(source: &InputSource, values: &PlaceholderValues, before: &[u8]) {
    if begins_again(source, values, before) == Some(false) {
        output::note(&format!(
            "run again with the seed {}, the program printed other decks: they do not depend on {{seed}} alone",
            values.seed
        ));
    }
}

/// Returns whether the output of a second run begins with `before`, or `None` if the run printed nothing.
///
/// If the time limit or a signal ends the run early, only the bytes printed by then are compared.
fn begins_again(source: &InputSource, values: &PlaceholderValues, before: &[u8]) -> Option<bool> {
    let mut open = source.open(values).ok()?;
    let (begun, mut again) = (Instant::now(), Vec::new());
    let goes_on = || begun.elapsed() < REPEAT_PATIENCE && !signals::requested();
    while again.len() < before.len() && goes_on() {
        match open.flow.next(TICK) {
            Ok(ReadOutcome::Piece(piece)) => again.extend(piece),
            Ok(ReadOutcome::Nothing) if !open.is_held_open() => {}
            _ => break,
        }
    }
    open.end(Duration::ZERO);
    let compared = before.len().min(again.len());
    (compared > 0).then(|| again[..compared] == before[..compared])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_incomplete_line_does_not_show_the_form() {
        assert_eq!(lines(b"3 1 2\n1 3", false), b"3 1 2\n");
        assert_eq!(lines(b"3 1 2\n1 3", true), b"3 1 2\n1 3");
        assert_eq!(lines(b"3 1", false), b"3 1");
    }
}
