//! Draws that follow from those of the deck before, as if a generator is seeded anew for each deck with successive
//! numbers.

use super::profile::{DRAWS_DOWN, Profile};
use crate::tables::{DrawTables, PairCounts, Pass};
use faro_math::number::elementary::{ln, powi};
use faro_math::statistics::{chi_square_survival, least_of};

/// The least expected number of decks in a cell of a chi-square test.
const LEAST_EXPECTED: f64 = 5.0;

/// The largest p-value of the differences of draws.
const SIGNIFICANT: f64 = 1e-9;

/// The differences are further from uniform than all else in the decks and in the steps between them by this factor at
/// least, as shares of the largest distances. If each deck is made from the one before, its draws are dependent too, but the steps are as far from fair.
const FURTHER: f64 = 10.0;

/// Returns −ln p of the differences between the draws of successive decks, if the profiles of decks and steps do not
/// explain them, nor the draws by themselves.
///
/// Differences of 0 are left out. In a chain of mixed decks, a draw that changes is equally likely to become any other.
pub fn successive_seeds(tables: &DrawTables, profiles: [&Profile; 2]) -> Option<f64> {
    let serial = tables.serial.as_ref()?;
    let rows = Pass::ALL.into_iter().flat_map(|pass| {
        let [differences, draws] = [serial.of(pass), tables.draws.of(pass)];
        let row_of = |table: &PairCounts, last| table.counts()[last * table.side()..][..=last].to_vec();
        (3..draws.side()).filter_map(move |last| row(&row_of(differences, last), &row_of(draws, last)))
    });
    let rows: Vec<(f64, f64)> = rows.collect();
    let least = rows.iter().map(|(p_value, _)| *p_value).fold(1.0, f64::min);
    let largest = rows.iter().map(|(_, distance)| *distance).fold(0.0, f64::max);
    let p_value = least_of(least, rows.len() as f64).max(f64::MIN_POSITIVE);
    let parts = profiles.into_iter().flat_map(|profile| &profile.parts[..DRAWS_DOWN]);
    let others = parts.map(|part| part.square() / part.own.max(1.0)).fold(0.0, f64::max);
    (p_value < SIGNIFICANT && largest > FURTHER * others).then(|| -ln(p_value))
}

/// Returns the p-value of the differences of independent draws, given the counts of both, and their chi-square distance as a
/// share of the largest one; none if there are too few counts.
fn row(differences: &[u64], draws: &[u64]) -> Option<(f64, f64)> {
    let (bound, degrees) = (draws.len(), draws.len() - 2);
    let all = differences[1..].iter().sum::<u64>() as f64;
    // Then the smallest expected number is too small; the pairs below take O(bound²) time.
    if all < LEAST_EXPECTED * (bound - 1) as f64 {
        return None;
    }
    let pairs = |difference: usize| -> f64 {
        (0..bound).map(|draw| draws[draw] as f64 * draws[(draw + difference) % bound] as f64).sum()
    };
    let pairs: Vec<f64> = (1..bound).map(pairs).collect();
    let scale = all / pairs.iter().sum::<f64>();
    if !pairs.iter().all(|pairs| pairs * scale >= LEAST_EXPECTED) {
        return None;
    }
    let cells = differences[1..].iter().zip(&pairs);
    let square: f64 =
        cells.map(|(&count, pairs)| powi(count as f64 - pairs * scale, 2) / (pairs * scale)).sum();
    Some((chi_square_survival(square, degrees as u64), (square - degrees as f64) / all / degrees as f64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::Chain;
    use crate::tables::Tables;
    use faro_sample::simulate::Tally;

    fn of(decks: impl Iterator<Item = Vec<u32>>) -> Option<f64> {
        let (mut tables, mut steps, mut chain) = (Tables::new(13), Tables::for_steps(13), Chain::default());
        for deck in decks {
            tables.add(&deck, 13);
            steps.add(chain.step(&deck), 13);
        }
        successive_seeds(tables.draw_tables(), [&Profile::new(&tables), &Profile::new(&steps)])
    }

    fn next(state: &mut u64) -> usize {
        *state = state.wrapping_mul(0x5_deec_e66d).wrapping_add(11) & ((1 << 48) - 1);
        (*state >> 17) as usize
    }

    fn from_seed(mut state: u64) -> Vec<u32> {
        let mut deck: Vec<u32> = (0..13).collect();
        (1..13).rev().for_each(|place| deck.swap(place, next(&mut state) % (place + 1)));
        deck
    }

    #[test]
    fn successive_seeds_are_seen() {
        assert!(of((0..1000).map(from_seed)).is_some());
        let mixed = |seed: u64| (seed ^ seed << 21).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 16;
        assert_eq!(of((1..1000).map(|number| from_seed(mixed(mixed(number))))), None);
    }

    /// Each deck is made from the one before, by a cut of a few cards or anywhere, and a swap.
    #[test]
    fn chains_have_other_causes() {
        for places in [4, 13] {
            let (mut deck, mut state) = ((0..13).collect::<Vec<u32>>(), 1);
            let decks = (0..1000).map(|_| {
                deck.rotate_left(next(&mut state) % places);
                deck.swap(next(&mut state) % 13, next(&mut state) % 13);
                deck.clone()
            });
            assert_eq!(of(decks), None);
        }
    }
}
