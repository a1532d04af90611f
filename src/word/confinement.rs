use num_bigint::BigUint;

use super::routine::Routine;
use crate::Permutation;
use crate::distribution::Leaves;
use crate::riffle::Magnitude;
use faro_math::number::{Budget, Fraction, factorial, ln_factorial};
use faro_permutation::group::{GroupError, NormalClosure};
use faro_sample::shuffle::{Generator, Seed, Shuffle};

/// The reason why the total variation distance of a repeated shuffle does not tend to 0.
///
/// The decks after k rounds are all in one set that contains only a part of all orders.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Confinement {
    /// The evidence for the set.
    pub evidence: Evidence,
    /// The size of the set divided by n!.
    ///
    /// The total variation distance is at least 1 minus this share, and tends to it.
    pub share: Magnitude,
}

/// The evidence for a [`Confinement`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// The shuffle makes no choice.
    Certain,
    /// All possible rounds were examined.
    AllRounds,
    /// A number of random rounds was examined. Other rounds may lead out of the set.
    RandomRounds(u32),
}

/// Maximum number of cards for which random rounds generate groups.
const MAX_SAMPLED_CARDS: usize = 208;

/// Maximum number of random rounds, and of moves of cards in all of them together.
const MAX_ROUNDS: u32 = 20_000;
const MAX_MOVES: f64 = 2e7;

impl Routine {
    /// Returns whether all orders are known to be equally likely.
    ///
    /// They are if one of the random shuffles is uniform, whatever precedes or follows it, or if there are
    /// fewer than two cards.
    ///
    /// ```
    /// use faro::Word;
    /// assert!("naive (cut:3 sort-keys)^2 gsr".parse::<Word>()?.routine(52)?.is_uniform());
    /// assert!(!"naive gsr^20".parse::<Word>()?.routine(52)?.is_uniform());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_uniform(&self) -> bool {
        self.cards() < 2 || self.draws_uniform()
    }

    /// Returns the reason why the repeated shuffle stays away from random, or `None` if none is known.
    ///
    /// For up to 10 cards all rounds are examined, and for up to 208 cards random rounds.
    ///
    /// ```
    /// use faro::Word;
    /// assert_eq!("gsr".parse::<Word>()?.routine(8)?.confinement(), None);
    /// let cycles = "sattolo".parse::<Word>()?.routine(8)?.confinement().unwrap();
    /// assert_eq!(cycles.share.to_f64(), 0.5); // even and odd orders in turn
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn confinement(&self) -> Option<Confinement> {
        if self.is_uniform() {
            return None;
        }
        if Leaves::new(self, self.cards()).take(2).count() == 1 {
            let share = Magnitude::from_ln(-ln_factorial(self.cards() as f64));
            return Some(Confinement { evidence: Evidence::Certain, share });
        }
        let (evidence, share) = match self.small_mixing() {
            Ok(mixing) => (Evidence::AllRounds, mixing.reached_at_once()),
            Err(_) => self.observed_share()?,
        };
        let all = Fraction::new(1u32, 1u32);
        (share != all).then(|| Confinement { evidence, share: Magnitude::from_fraction(&share) })
    }

    /// Returns the part of all orders that is reachable after k rounds, from random rounds. Returns `None` if
    /// the group that they generate is unknown.
    fn observed_share(&self) -> Option<(Evidence, Fraction)> {
        if self.cards() > MAX_SAMPLED_CARDS {
            return None;
        }
        let rounds = f64::from(MAX_ROUNDS).min(MAX_MOVES / self.moves()) as u32;
        let order = self.observed_order(rounds).ok()??;
        let cards = u32::try_from(self.cards()).ok()?;
        Some((Evidence::RandomRounds(rounds), Fraction::new(order, factorial(cards))))
    }

    fn observed_order(&self, rounds: u32) -> Result<Option<BigUint>, GroupError> {
        let mut closure = NormalClosure::new(self.cards(), Budget::unlimited());
        let first = self.round(0);
        for unit in 1..rounds {
            if closure.is_symmetric() {
                break;
            }
            closure.insert(self.round(unit).then(&first.inverse()))?;
        }
        closure.close(&first)?;
        Ok(closure.order())
    }

    /// Returns the permutation of a random round.
    fn round(&self, unit: u32) -> Permutation {
        let mut deck: Vec<u32> = (0..self.cards() as u32).collect();
        self.shuffle(&mut deck, &mut Generator::unit(&Seed::from(0), unit.into()));
        Permutation::from_deck(deck).expect("a shuffle keeps the cards")
    }
}
