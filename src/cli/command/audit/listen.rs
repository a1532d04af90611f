//! Taking in what comes, until it is enough.

use std::ops::ControlFlow;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use faro::audit::lines::{LineError, LineErrorKind};

use super::flow::Next;
use super::intake::{Intake, Stop};
use super::source::{Open, unreadable};
use crate::cli::plural::counted;
use crate::cli::watch::Watch;

/// So often it is asked whether to go on, even where nothing comes.
const TICK: Duration = Duration::from_millis(20);

/// How long a program may take to end once it has closed its output, and its output to close once it has
/// ended.
const GRACE: Duration = Duration::from_millis(500);

/// How long to wait.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patience {
    /// For the next deck.
    pub silence: Option<Duration>,
    /// For all of them.
    pub whole: Option<Duration>,
}

/// Why no more came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// As many decks as were asked for.
    Enough,
    /// As many as decide.
    Decided,
    /// All that there was.
    Eof,
    /// The program ended, but something that it started holds its output.
    PipeHeldOpen,
    /// Ctrl-C.
    Interrupted,
    /// The time for all was over.
    Deadline,
    /// Nothing came for too long, though it did before: how that is said.
    Silent(String),
}

/// Takes in what comes. The program, where it is one, has ended when this comes back.
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
        return Err(open.refuse(nothing(&end, intake)));
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
            // Now, and not when they were read: the time that counting takes is not the source's.
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
        Stop::TooManyCards(cards) => {
            let most = faro::audit::MAX_CARDS;
            Err(open.refuse(format!("decks of {cards} cards; up to {most} cards are audited")))
        }
    }
}

fn with_remedy(error: &LineError, intake: &Intake) -> String {
    let remedy = match error.kind {
        LineErrorKind::NotANumber { .. } if intake.naming().is_none() => {
            "; a deck is numbers parted by spaces or commas; names need their starting order, --start"
        }
        LineErrorKind::Utf16 | LineErrorKind::Alone => "",
        _ if error.line > 1 => "; --skip-bad passes over such lines",
        _ => "",
    };
    format!("{error}{remedy}")
}

fn nothing(end: &End, intake: &Intake) -> &'static str {
    match (end, intake.lines()) {
        (End::Interrupted, _) => "interrupted before a deck came",
        (End::Deadline, _) => "no deck came in the time that --timeout gives",
        (_, 0) => "nothing came; expected one deck a line",
        _ => "no deck came; expected one a line",
    }
}

fn died(status: ExitStatus, decks: u64) -> String {
    format!("the program failed after {} ({status})", counted(decks, "deck"))
}

fn silent(silence: Duration, decks: u64) -> String {
    let (seconds, decks) = (counted(silence.as_secs_f64(), "second"), counted(decks, "deck"));
    format!("no deck came for {seconds}, after {decks}; --timeout gives it longer")
}
