//! Bytes to decks to evidence.

use std::ops::ControlFlow;

use faro::audit::lines::{Chain, Cutter, LineError, Naming, Reader};

use super::evidence::{Evidence, MAX_CARDS};

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
    chain: Option<Chain>,
    evidence: Option<Evidence>,
    /// No more decks are wanted.
    most: u64,
    bad: BadLines,
}

/// Lines that were passed over.
pub struct BadLines {
    /// More are not tolerated.
    most: u64,
    pub number: u64,
    /// The first of them.
    pub shown: Vec<LineError>,
}

/// Why no more is read.
pub enum Stop {
    Enough,
    /// A line that is no deck, one more than is tolerated.
    Bad(LineError),
    /// More cards than are audited.
    TooManyCards(usize),
}

impl Intake {
    pub fn new(reader: Reader, chain: bool, most: u64, bad: u64) -> Intake {
        let chain = chain.then(Chain::default);
        let bad = BadLines { most: bad, number: 0, shown: Vec::new() };
        Intake { cutter: Cutter::default(), decks: Decks { reader, chain, evidence: None, most, bad } }
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

    /// What is known of the decks, and the lines that were none; no evidence where no deck came.
    pub fn into_evidence(self) -> (Option<Evidence>, BadLines) {
        (self.decks.evidence, self.decks.bad)
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
        let evidence = self.evidence.get_or_insert_with(|| Evidence::new(deck.len()));
        evidence.add(match &mut self.chain {
            Some(chain) => chain.step(deck),
            None => deck,
        });
        match evidence.decks() {
            decks if decks >= self.most => ControlFlow::Break(Stop::Enough),
            _ => ControlFlow::Continue(()),
        }
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
