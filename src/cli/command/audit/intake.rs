//! Parses bytes into decks and counts them.

use std::ops::ControlFlow;

use faro::audit::lines::{Cutter, LineError, Naming, Reader};
use faro::audit::{Evidence, Judgement, MAX_CARDS, SequentialAudit};

/// The bad lines that a report shows.
const SHOWN: usize = 10;

/// The decks that have come, counted.
pub struct Intake {
    cutter: Cutter,
    decks: Decks,
}

/// Reads lines, and adds the decks to the evidence.
struct Decks {
    reader: Reader,
    chain: bool,
    evidence: Option<Evidence>,
    /// The number of decks to read.
    most: u64,
    sequential: Option<SequentialAudit>,
    bad: BadLines,
}

/// Lines that were skipped.
pub struct BadLines {
    /// The most that are tolerated.
    most: u64,
    pub number: u64,
    /// The first of them.
    pub shown: Vec<LineError>,
}

/// The reason to stop reading.
pub enum Stop {
    Enough,
    /// The decks show that the shuffle is unfair.
    Decided,
    /// A line that is not a deck, beyond the tolerated number.
    Bad(LineError),
    /// More cards than an audit accepts.
    TooManyCards(usize),
}

impl Intake {
    pub fn new(reader: Reader, chain: bool, most: u64, bad: u64) -> Intake {
        let bad = BadLines { most: bad, number: 0, shown: Vec::new() };
        let decks = Decks { reader, chain, evidence: None, most, sequential: None, bad };
        Intake { cutter: Cutter::default(), decks }
    }

    /// Judges the decks as they come, and stops as soon as they are unfair.
    pub fn until_decided(mut self, alpha: f64) -> Intake {
        self.decks.sequential = Some(SequentialAudit::new(alpha));
        self
    }

    /// Reads a piece.
    pub fn take(&mut self, piece: &[u8]) -> ControlFlow<Stop> {
        self.cutter.cut(piece, |line| self.decks.line(line))
    }

    /// Reads a last line without a line end.
    pub fn finish(&mut self) -> ControlFlow<Stop> {
        match self.cutter.rest() {
            [] => ControlFlow::Continue(()),
            rest => self.decks.line(rest),
        }
    }

    /// Returns the number of decks so far.
    pub fn decks(&self) -> u64 {
        self.decks.evidence.as_ref().map_or(0, Evidence::decks)
    }

    /// Returns the number of lines so far, blank ones included.
    pub fn lines(&self) -> u64 {
        self.decks.reader.lines()
    }

    pub fn naming(&self) -> Option<Naming> {
        self.decks.reader.naming()
    }

    /// Returns the evidence, its judgement, and the lines that were skipped.
    ///
    /// # Panics
    ///
    /// If no deck came.
    pub fn judged(self, alpha: f64) -> (Evidence, Judgement, BadLines) {
        let Decks { evidence, sequential, bad, .. } = self.decks;
        let mut evidence = evidence.expect("decks came");
        let judgement = match sequential {
            Some(sequential) => sequential.judge(&mut evidence),
            None => evidence.judge(alpha),
        };
        (evidence, judgement, bad)
    }
}

impl Decks {
    fn line(&mut self, line: &[u8]) -> ControlFlow<Stop> {
        let deck = match self.reader.read(line) {
            Ok(Some(deck)) => deck,
            Ok(None) => return ControlFlow::Continue(()),
            Err(error) => return self.bad.add(error),
        };
        if deck.len() > MAX_CARDS {
            return ControlFlow::Break(Stop::TooManyCards(deck.len()));
        }
        let new = if self.chain { Evidence::for_chain } else { Evidence::new };
        let evidence = self.evidence.get_or_insert_with(|| new(deck.len()));
        evidence.add(deck);
        if evidence.decks() >= self.most {
            return ControlFlow::Break(Stop::Enough);
        }
        let decided = self.sequential.as_mut().is_some_and(|audit| audit.is_decided(evidence));
        if decided { ControlFlow::Break(Stop::Decided) } else { ControlFlow::Continue(()) }
    }
}

impl BadLines {
    fn add(&mut self, error: LineError) -> ControlFlow<Stop> {
        self.number += 1;
        if self.number > self.most {
            return ControlFlow::Break(Stop::Bad(error));
        }
        if self.shown.len() < SHOWN {
            self.shown.push(error);
        }
        ControlFlow::Continue(())
    }
}
