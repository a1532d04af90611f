//! Reads decks until there are enough, or until no more arrive. Checks whether a program makes the same decks again
//! if it is given the same seed.

use std::ops::ControlFlow;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use faro_audit::lines::{LineError, LineErrorKind};

use super::intake::{Intake, Stop, Unit};
use super::source::{Open, Source, unreadable};
use faro_console::watch::Watch;
use faro_console::{output, signals};
use faro_process::flow::Next;
use faro_process::patience::Patience;
use faro_process::program::Values;
use faro_render::plural::counted;

/// Interval between two checks for a signal or a timeout.
const TICK: Duration = Duration::from_millis(20);

/// Time for a program to end after it has closed its output, and for its output to close after it has ended.
const GRACE: Duration = Duration::from_millis(500);

/// The reason why reading ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The requested number of decks was read.
    Enough,
    /// The decks show that the shuffle is unfair.
    Decided,
    /// The end of the input.
    Eof,
    /// The program ended, but a process that it started keeps its output open.
    PipeHeldOpen,
    /// Ctrl-C.
    Interrupted,
    /// The time limit for all decks was reached.
    Deadline,
    /// No further deck arrived within the limit. The message says so.
    Silent(String),
}

/// Reads decks until one of the ends. If the source is a program, it has ended when the function returns.
pub fn listen(
    open: &mut Open,
    intake: &mut Intake,
    patience: Patience,
    watch: &Watch,
) -> anyhow::Result<End> {
    let end = heard(open, intake, patience, watch)?;
    let by_itself = matches!(end, End::Eof | End::PipeHeldOpen);
    let status = open.end(if by_itself { GRACE } else { Duration::ZERO });
    if let Some(status) = status.filter(|status| by_itself && !status.success()) {
        return Err(open.refuse(died(status, intake.decks())));
    }
    if intake.decks() == 0 {
        let why = nothing(&end, intake);
        return Err(if end == End::Interrupted { open.source.fail(why) } else { open.refuse(why) });
    }
    Ok(end)
}

fn heard(open: &mut Open, intake: &mut Intake, patience: Patience, watch: &Watch) -> anyhow::Result<End> {
    let begun = Instant::now();
    let (mut deck_came, mut heard) = (begun, begun);
    loop {
        let before = intake.decks();
        let stop = match open.flow.next(TICK) {
            Err(error) => return Err(open.refuse(unreadable(&error))),
            Ok(Next::Piece(piece)) => {
                heard = Instant::now();
                intake.take(&piece)
            }
            Ok(Next::End) => match intake.finish() {
                ControlFlow::Continue(()) => return Ok(End::Eof),
                stop => stop,
            },
            Ok(Next::Nothing) if heard.elapsed() > GRACE && open.is_held_open() => {
                return Ok(End::PipeHeldOpen);
            }
            Ok(Next::Nothing) => ControlFlow::Continue(()),
        };
        if let ControlFlow::Break(stop) = stop {
            return stopped(stop, open, intake);
        }
        let decks = intake.decks();
        if decks > before {
            // Counting takes time that is not the source's, so the clock starts after it.
            deck_came = Instant::now();
        }
        if !watch.goes_on_by(decks - before) {
            return Ok(End::Interrupted);
        }
        if patience.whole.is_some_and(|whole| begun.elapsed() >= whole) {
            return Ok(End::Deadline);
        }
        if let Some(silence) = patience.silence.filter(|&silence| deck_came.elapsed() >= silence) {
            let refusal = open.refuse(silent(silence, decks));
            return if decks == 0 { Err(refusal) } else { Ok(End::Silent(refusal.to_string())) };
        }
    }
}

fn stopped(stop: Stop, open: &mut Open, intake: &Intake) -> anyhow::Result<End> {
    match stop {
        Stop::Enough => Ok(End::Enough),
        Stop::Decided => Ok(End::Decided),
        Stop::Bad(error) => Err(open.refuse(with_remedy(&error, intake))),
        Stop::Array(why) => Err(open.refuse(why)),
        Stop::TooManyCards(cards) => {
            let most = faro_audit::MAX_CARDS;
            Err(open.refuse(format!("the deck has {cards} cards; expected at most {most}")))
        }
    }
}

fn with_remedy(error: &LineError, intake: &Intake) -> String {
    let remedy = match error.kind {
        LineErrorKind::NotANumber { .. } if intake.naming().is_none() => {
            "; a deck is numbers separated by spaces or commas; for card names give their order with --start"
        }
        LineErrorKind::Utf16 | LineErrorKind::Alone => "",
        LineErrorKind::Missing { .. } | LineErrorKind::AfterArray { .. } => "",
        LineErrorKind::Object | LineErrorKind::JsonEnd | LineErrorKind::Alike | LineErrorKind::NoStart => "",
        _ if error.line > 1 && intake.unit() == Unit::Deck => "; use --skip-bad N to skip such decks",
        _ if error.line > 1 => "; use --skip-bad N to skip such lines",
        _ => "",
    };
    format!("{} {}: {}{remedy}", intake.unit(), error.line, error.kind)
}

fn nothing(end: &End, intake: &Intake) -> &'static str {
    match (end, intake.lines()) {
        (End::Interrupted, _) => "interrupted before a deck came",
        (End::Deadline, _) => "no deck came within --timeout",
        (_, lines) if lines > 0 && intake.is_filtered() => {
            "no deck was found with --field or --pattern; expected it in every object or line with a deck"
        }
        _ if intake.unit() == Unit::Deck => "there is no whole deck in the input",
        (_, 0) => "the input is empty; expected one deck a line",
        _ => "there is no deck in the input; expected one a line",
    }
}

fn died(status: ExitStatus, decks: u64) -> String {
    format!("the program failed after {} ({status})", counted(decks, "deck"))
}

fn silent(silence: Duration, decks: u64) -> String {
    let (seconds, decks) = (counted(silence.as_secs_f64(), "second"), counted(decks, "deck"));
    format!("no deck came for {seconds}, after {decks}; use --timeout to wait longer")
}

/// Maximum number of bytes of output that are compared.
pub const COMPARED: usize = 1 << 12;

/// Time limit of the second run.
const REPEAT_PATIENCE: Duration = Duration::from_secs(10);

/// Runs the program again with the same values, and notes if its output begins differently.
pub fn note_other_decks(source: &Source, values: &Values, before: &[u8]) {
    if begins_again(source, values, before) == Some(false) {
        output::note(&format!(
            "run again with the seed {}, the program printed other decks: they do not depend on {{seed}} alone",
            values.seed
        ));
    }
}

/// Returns whether a second run's output begins with `before`, or `None` if it printed nothing.
///
/// If the time limit or a signal ends the run early, the bytes printed until then are compared.
fn begins_again(source: &Source, values: &Values, before: &[u8]) -> Option<bool> {
    let mut open = source.open(values).ok()?;
    let (begun, mut again) = (Instant::now(), Vec::new());
    let goes_on = || begun.elapsed() < REPEAT_PATIENCE && !signals::requested();
    while again.len() < before.len() && goes_on() {
        match open.flow.next(TICK) {
            Ok(Next::Piece(piece)) => again.extend(piece),
            Ok(Next::Nothing) if !open.is_held_open() => {}
            _ => break,
        }
    }
    open.end(Duration::ZERO);
    let compared = before.len().min(again.len());
    (compared > 0).then(|| again[..compared] == before[..compared])
}
