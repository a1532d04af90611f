//! Bytes to decks to evidence.

use std::ops::ControlFlow;

use faro::audit::lines::{Cutter, LineError, Naming, Reader};
use faro::audit::{Evidence, Fair, Judgement, Looks, MAX_CARDS, Verdict};

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
    looks: Option<Growing>,
    bad: BadLines,
}

/// A sample that is looked at as it doubles.
struct Growing {
    alpha: f64,
    /// The laws, found at the first look.
    fair: Option<Fair>,
    looks: u32,
    /// When so many decks have come it is looked again.
    next: u64,
    /// What the last look saw.
    judged: Option<Judgement>,
}

/// The first look is at so many decks.
const FIRST_LOOK: u64 = 64;

impl Growing {
    fn new(alpha: f64) -> Growing {
        Growing { alpha, fair: None, looks: 0, next: FIRST_LOOK, judged: None }
    }

    /// Whether it is time to look, and the decks decide.
    fn decides(&mut self, evidence: &mut Evidence) -> bool {
        evidence.decks() == self.next && self.look(evidence).verdict == Verdict::Unfair
    }

    fn look(&mut self, evidence: &mut Evidence) -> &Judgement {
        (self.looks, self.next) = (self.looks + 1, 2 * self.next);
        let fair = self.fair.get_or_insert_with(|| Fair::new(evidence.cards()));
        self.judged.insert(evidence.judge_by(fair, self.alpha, Looks::Again(self.looks)))
    }

    /// What is to be said of all the decks that came.
    fn last_look(mut self, evidence: &mut Evidence) -> Judgement {
        match self.judged.take() {
            Some(judged) if judged.decks == evidence.decks() => judged,
            _ => self.look(evidence).clone(),
        }
    }
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
    /// The decks decide.
    Decided,
    /// A line that is no deck, one more than is tolerated.
    Bad(LineError),
    /// More cards than are audited.
    TooManyCards(usize),
}

impl Intake {
    pub fn new(reader: Reader, chain: bool, most: u64, bad: u64) -> Intake {
        let bad = BadLines { most: bad, number: 0, shown: Vec::new() };
        let decks = Decks { reader, chain, evidence: None, most, looks: None, bad };
        Intake { cutter: Cutter::default(), decks }
    }

    /// Looks at the decks as they come, and takes no more when they decide.
    pub fn until_decided(mut self, alpha: f64) -> Intake {
        self.decks.looks = Some(Growing::new(alpha));
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
        let Decks { evidence, looks, bad, .. } = self.decks;
        let mut evidence = evidence.expect("decks came");
        let judgement = match looks {
            Some(growing) => growing.last_look(&mut evidence),
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
        let new = if self.chain { Evidence::of_chain } else { Evidence::new };
        let evidence = self.evidence.get_or_insert_with(|| new(deck.len()));
        evidence.add(deck);
        if evidence.decks() >= self.most {
            return ControlFlow::Break(Stop::Enough);
        }
        let decided = self.looks.as_mut().is_some_and(|growing| growing.decides(evidence));
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
