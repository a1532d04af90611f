use super::candidate::Estimate;
use crate::tables::Tables;
use faro_math::number::elementary::{exp, ln};
use faro_math::number::ln_factorial;
use faro_permutation::Statistic;

/// The fewest unchanged decks: fewer may occur by chance.
const FEWEST: u64 = 3;

/// The least log-likelihood ratio, and that of a clear mixture: a shuffle of few cards with few orders leaves some decks
/// unchanged too (tuned).
const LEAST_NATS: f64 = 8.0;
const CLEAR_NATS: f64 = 25.0;

/// The largest mean number of fixed points of the other decks: near 1 for any shuffle that is nearly fair, more for one
/// that moves few cards (tuned).
const FIXED: f64 = 1.5;

/// A mixture with the identity: a share of the decks, or steps, is unchanged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IdentityMixture {
    pub share: f64,
    /// The share, and its interval of 95 %.
    pub estimate: Estimate,
    /// The log-likelihood ratio to a fair shuffle.
    pub nats: f64,
}

impl IdentityMixture {
    /// Returns none if no more are unchanged than by chance, or if the others are hardly shuffled either.
    pub fn new(tables: &Tables) -> Option<IdentityMixture> {
        let (cards, decks) = (tables.cards(), tables.decks() as f64);
        let fixed = tables.statistics().histogram(Statistic::FixedPoints)?;
        let same = *fixed.counts().get(cards).filter(|_| fixed.width() == 1)?;
        let (count, others) = (same as f64, decks - same as f64);
        let by_chance = decks / exp(ln_factorial(cards as f64));
        if cards < 4 || same < FEWEST || others < 1.0 || count < 10.0 * by_chance {
            return None;
        }
        let mean = (fixed.moments().sum as f64 - count * cards as f64) / others;
        let share = count / decks;
        let nats = count * (ln(share) + ln_factorial(cards as f64)) + others * ln(1.0 - share);
        (mean < FIXED && nats > LEAST_NATS).then_some(IdentityMixture {
            share,
            estimate: interval(share, decks),
            nats,
        })
    }

    /// Returns whether no other cause is likely. Else it may only keep others from being named.
    pub fn is_clear(&self) -> bool {
        self.nats > CLEAR_NATS
    }
}

/// Returns a share with its 95 % interval (Wilson, *Probable inference*, 1927).
fn interval(share: f64, decks: f64) -> Estimate {
    const Z: f64 = 1.96;
    let (square, whole) = (Z * Z / decks, 1.0 + Z * Z / decks);
    let middle = (share + square / 2.0) / whole;
    let half = Z * (share * (1.0 - share) / decks + square / (4.0 * decks)).sqrt() / whole;
    Estimate { value: share, low: middle - half, high: middle + half }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro::Word;
    use faro_sample::shuffle::{Generator, Seed, Shuffle};
    use faro_sample::simulate::Tally;

    fn of(cards: usize, word: &str, alone: usize) -> Option<IdentityMixture> {
        let routine = word.parse::<Word>().unwrap().routine(cards).unwrap();
        let mut generator = Generator::unit(&Seed::from(3), 0);
        let mut tables = Tables::new(cards);
        for number in 0..200 {
            let mut deck: Vec<u32> = (0..cards as u32).collect();
            if number >= alone {
                routine.shuffle(&mut deck, &mut generator);
            }
            tables.add(&deck, cards);
        }
        IdentityMixture::new(&tables)
    }

    #[test]
    fn some_decks_that_are_not_shuffled() {
        assert_eq!(of(52, "fisher-yates", 10).unwrap().share, 0.05);
        assert_eq!(of(6, "fisher-yates", 20).unwrap().share, 0.1);
        assert_eq!(of(52, "fisher-yates", 1), None);
        // Shuffles that leave a deck alone now and then, and do little else.
        assert_eq!(of(52, "skip:0.95", 0), None);
        assert_eq!(of(4, "fisher-yates", 0), None);
        assert_eq!(of(52, "fisher-yates", 200), None);
    }
}
