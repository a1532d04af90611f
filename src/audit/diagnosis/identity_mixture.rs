use crate::audit::tables::Tables;
use crate::number::elementary::{exp, ln};
use crate::number::ln_factorial;
use crate::permutation::Statistic;

/// Fewer decks may be left alone by chance.
const FEWEST: u64 = 3;

/// Of few cards a shuffle with few orders leaves some alone too.
const LEAST_NATS: f64 = 25.0;

/// The others have a fixed point on average, as those of any shuffle that is near fair; of a shuffle that does
/// little they have more.
const FIXED: f64 = 1.5;

/// A share of the decks, or steps, that change nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IdentityMixture {
    pub share: f64,
    /// How much likelier than of a fair shuffle it makes what was seen.
    pub nats: f64,
}

impl IdentityMixture {
    /// None where no more are left alone than chance leaves, or the others are hardly shuffled either.
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
        (mean < FIXED && nats > LEAST_NATS).then_some(IdentityMixture { share, nats })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Word;
    use crate::shuffle::{Generator, Seed, Shuffle};
    use crate::simulate::Tally;

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
