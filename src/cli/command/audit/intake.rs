//! Bytes to decks to evidence.

use std::ops::ControlFlow;

use faro::audit::lines::{Cutter, LineError, Naming, Reader};
use faro::audit::{Evidence, Judgement, MAX_CARDS, SequentialAudit};

/// Bad lines that a report shows.
const SHOWN: usize = 10;

/// What has come in.
pub struct Intake {
    cutter: Cutter,
    decks: Decks,
}

/// Reads lines, and adds the decks to the evidence.
struct Decks {
    reader: Reader,
    chain: bool,
    evidence: Option<Evidence>,
    /// No more decks are wanted.
    most: u64,
    sequential: Option<SequentialAudit>,
    bad: BadLines,
}

/// Lines that were passed over.
pub struct BadLines {
    /// DrawTables are not tolerated.
    most: u64,
    pub number: u64,
    /// The first of them.
    pub shown: Vec<LineError>,
}

/// Why no more is read.
pub enum Stop {
    Enough,
    /// The decks decide.
    Decided,
    /// A line that is no deck, one more than is tolerated.
    Bad(LineError),
    /// DrawTables cards than are audited.
    TooManyCards(usize),
}

impl Intake {
    pub fn new(reader: Reader, chain: bool, most: u64, bad: u64) -> Intake {
        let bad = BadLines { most: bad, number: 0, shown: Vec::new() };
        let decks = Decks { reader, chain, evidence: None, most, sequential: None, bad };
        Intake { cutter: Cutter::default(), decks }
    }

    /// Look at the decks as they come, and takes no more when they decide.
    pub fn until_decided(mut self, alpha: f64) -> Intake {
        self.decks.sequential = Some(SequentialAudit::new(alpha));
        self
    }

    /// Takes in a piece.
    pub fn take(&mut self, piece: &[u8]) -> ControlFlow<Stop> {
        self.cutter.cut(piece, |line| self.decks.line(line))
    }

    /// Takes in a last line without an end.
    pub fn finish(&mut self) -> ControlFlow<Stop> {
        match self.cutter.rest() {
            [] => ControlFlow::Continue(()),
            rest => self.decks.line(rest),
        }
    }

    /// The decks that have come.
    pub fn decks(&self) -> u64 {
        self.decks.evidence.as_ref().map_or(0, Evidence::decks)
    }

    /// The lines that have come, blank ones included.
    pub fn lines(&self) -> u64 {
        self.decks.reader.lines()
    }

    pub fn naming(&self) -> Option<Naming> {
        self.decks.reader.naming()
    }

    /// What is known of the decks, judged; and the lines that were none.
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
