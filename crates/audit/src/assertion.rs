//! Audits a shuffle in a unit test of the user's program.

use std::fmt::Write;
use std::num::NonZero;
use std::thread::available_parallelism;

use faro_sample::shuffle::{Choices, Generator, Seed};

use super::conclusion::Conclusion;
use super::diagnosis::diagnose_with;
use super::error::Error;
use super::evidence::Evidence;
use super::judge::judge;
use super::judgement::{Judgement, Verdict};

/// Asserts that a shuffle of 52 cards is fair, for use in a test. The same as [`FairnessTest::default`] with
/// [`assert`](FairnessTest::assert).
///
/// `shuffle` gets a seeded generator and the new deck 0 to 51, 5000 times, and shuffles the deck.
///
/// # Panics
///
/// If the decks are unfair, with the biases and the likely cause. A fair shuffle panics with probability at most 10^-6. The
/// generator's seed is fixed, so a shuffle that draws from nothing else passes always or never.
///
/// ```
/// use faro_audit::assert_fair;
///
/// assert_fair(|rng, deck| {
///     for last in (1..deck.len()).rev() {
///         deck.swap(last, rng.below(last + 1));
///     }
/// });
/// ```
///
/// A bound that is off by one:
///
/// ```should_panic
/// use faro_audit::assert_fair;
///
/// assert_fair(|rng, deck| {
///     for last in (1..deck.len()).rev() {
///         deck.swap(last, rng.below(last));
///     }
/// });
/// ```
#[track_caller]
pub fn assert_fair(shuffle: impl FnMut(&mut TestRng, &mut [u32])) {
    FairnessTest::default().assert(shuffle);
}

/// The share of the work of [`diagnose`](super::diagnose) that a test spends, since tests are seldom optimised.
const WORK: f64 = 0.05;

/// A test of a shuffle, with its size and its error rate.
///
/// ```
/// use faro_audit::FairnessTest;
///
/// FairnessTest { cards: 32, decks: 2000, ..FairnessTest::default() }.assert(|rng, deck| {
///     for last in (1..deck.len()).rev() {
///         deck.swap(last, rng.below(last + 1));
///     }
/// });
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FairnessTest {
    /// Number of cards, from 2 to [`MAX_CARDS`](super::MAX_CARDS). The default is 52.
    pub cards: usize,
    /// Number of decks. The default is 5000.
    pub decks: u64,
    /// Maximum probability with which a fair shuffle fails, above 0 and below 1. The default is 10^-6.
    pub error_rate: f64,
    /// Seed of the generator. The default is 1.
    pub seed: u64,
}

impl Default for FairnessTest {
    fn default() -> FairnessTest {
        FairnessTest {
            cards: 52,
            decks: 5000,
            error_rate: 1e-6,
            seed: 1,
        }
    }
}

/// The generator of a [`FairnessTest`]: ChaCha8 with the seed of the test.
///
/// With the feature `rand` it is a generator of the crate rand 0.10.
#[derive(Debug)]
pub struct TestRng(Generator);

impl TestRng {
    /// Returns a random number below `bound`, all equally likely.
    ///
    /// # Panics
    ///
    /// If `bound` is 0 or above 2^32 − 1.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u32::try_from(bound).expect("the bound must be below 2^32");
        self.0.below(bound) as usize
    }

    /// Returns a random word, all equally likely.
    pub fn next_u32(&mut self) -> u32 {
        self.0.below(1 << 16) << 16 | self.0.below(1 << 16)
    }

    /// Returns a random word of 64 bits, all equally likely.
    pub fn next_u64(&mut self) -> u64 {
        u64::from(self.next_u32()) << 32 | u64::from(self.next_u32())
    }
}

#[cfg(feature = "rand")]
impl rand::TryRng for TestRng {
    type Error = std::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(self.next_u32())
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(self.next_u64())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        bytes
            .iter_mut()
            .for_each(|byte| *byte = self.0.below(256) as u8);
        Ok(())
    }
}

impl FairnessTest {
    /// Asserts that a shuffle is fair.
    ///
    /// # Panics
    ///
    /// If the decks are unfair, if they are too few to show common faults, or if [`run`](Self::run) fails.
    #[track_caller]
    pub fn assert(&self, shuffle: impl FnMut(&mut TestRng, &mut [u32])) {
        let judged = self.judged(shuffle).map(|(mut evidence, judgement)| {
            if judgement.verdict == Verdict::Unfair {
                // The verdict is printed now, because finding the cause takes some seconds more.
                let plain = Conclusion::plain(self.cards, judgement.clone());
                eprintln!("{}", plain.verdict());
            }
            conclude(&mut evidence, judgement)
        });
        match judged {
            Ok(conclusion) if conclusion.judgement.verdict == Verdict::Fair => {}
            Ok(conclusion) => panic!("{}", self.message(&conclusion)),
            Err(error) => panic!("the shuffle cannot be tested: {error}"),
        }
    }

    /// Shuffles the decks, judges them, and looks for the cause of an unfair verdict.
    ///
    /// The search simulates a twentieth of the decks of [`diagnose`](super::diagnose), and tries neither mixtures nor
    /// decks that are reversed or cut, so that it does not name every cause.
    ///
    /// # Errors
    ///
    /// [`Error`] if the number of cards is out of range, or if the shuffle leaves something that is not a deck.
    pub fn run(&self, shuffle: impl FnMut(&mut TestRng, &mut [u32])) -> Result<Conclusion, Error> {
        let (mut evidence, judgement) = self.judged(shuffle)?;
        Ok(conclude(&mut evidence, judgement))
    }

    fn judged(
        &self,
        mut shuffle: impl FnMut(&mut TestRng, &mut [u32]),
    ) -> Result<(Evidence, Judgement), Error> {
        let mut rng = TestRng(Generator::unit(&Seed::from(self.seed), 0));
        let mut evidence = Evidence::new(self.cards)?;
        let new: Vec<u32> = (0..self.cards as u32).collect();
        let mut deck = new.clone();
        for _ in 0..self.decks {
            deck.copy_from_slice(&new);
            shuffle(&mut rng, &mut deck);
            evidence.add(&deck)?;
        }
        let judgement = judge(&mut evidence, self.error_rate);
        Ok((evidence, judgement))
    }

    /// Returns the message of a test that fails.
    fn message(&self, conclusion: &Conclusion) -> String {
        let FairnessTest {
            cards,
            decks,
            error_rate,
            seed,
        } = self;
        let mut text = format!("{}\n", conclusion.verdict());
        let effects = conclusion
            .effects()
            .into_iter()
            .map(|effect| effect.to_string());
        let remarks = conclusion.remarks().into_iter().map(|remark| remark.text);
        let remarks = remarks.filter(|_| conclusion.judgement.verdict == Verdict::Unfair);
        for line in effects.chain(remarks) {
            let _ = writeln!(text, "  {line}");
        }
        let _ = write!(
            text,
            "  {decks} decks of {cards} cards, error rate {error_rate:e}, seed {seed}"
        );
        text
    }
}

/// Finds the cause of unfair decks, by all threads.
fn conclude(evidence: &mut Evidence, judgement: Judgement) -> Conclusion {
    let diagnosis = (judgement.verdict == Verdict::Unfair).then(|| {
        let threads = available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        diagnose_with(evidence, &judgement, threads, WORK, &mut |_| true)
    });
    Conclusion::new(evidence, judgement, diagnosis)
}
