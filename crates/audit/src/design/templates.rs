use faro_math::number::elementary::powi;

/// Returns the probability of each card (row) at each position after the naive shuffle.
///
/// The naive shuffle swaps each position in turn with a random one of all positions. O(n²).
///
/// Card i is at position i until step i, with probability q^i for q = 1 − 1/n. From step i on, each position that was
/// not swapped yet has the card with probability w = q^i/n. The swap of position j makes this probability 1/n, and each
/// later swap reduces its difference from w by the factor q.
pub fn naive(cards: usize) -> Vec<f64> {
    let share = 1.0 / cards as f64;
    let powers: Vec<f64> = (0..cards as u32).map(|steps| powi(1.0 - share, steps)).collect();
    let cell = |index: usize| {
        let (card, position) = (index / cards, index % cards);
        let settled = if position < card { 0.0 } else { powers[card] };
        share * (powers[card] + (1.0 - settled) * powers[cards - 1 - position])
    };
    (0..cards * cards).map(cell).collect()
}

/// Returns the probability of each card (row) at each position after skipped swaps.
///
/// The shuffle is Fisher–Yates from the last position down, and skips each swap with the probability `left_out`. O(n³).
pub fn skipped(cards: usize, left_out: f64) -> Vec<f64> {
    let mut table = vec![0.0; cards * cards];
    for (card, row) in table.chunks_exact_mut(cards).enumerate() {
        row[card] = 1.0;
        for position in (1..cards).rev() {
            let share = (1.0 - left_out) / (position + 1) as f64;
            let (own, whole) = (row[position], row[..=position].iter().sum::<f64>());
            row[..position].iter_mut().for_each(|chance| *chance += (own - *chance) * share);
            row[position] = share * whole + left_out * own;
        }
    }
    table
}

/// Returns the weight of each card in each group of places, group by group, with the size of the group. The weight is
/// the mean probability of the card at a place of the group, divided by 1/n, minus 1. With `is_mirrored`, the shuffle
/// is replaced by its mirror image.
pub fn weights(chances: &[f64], cards: usize, groups: &[usize], is_mirrored: bool) -> Vec<(f64, f64)> {
    let (mut place, mut weights) = (0, Vec::with_capacity(cards * groups.len()));
    for &size in groups {
        let end = if is_mirrored { cards - place } else { place + size };
        weights.extend((0..cards).map(|card| {
            let row = if is_mirrored { cards - 1 - card } else { card };
            let mean = chances[row * cards..][end - size..end].iter().sum::<f64>() / size as f64;
            (mean * cards as f64 - 1.0, size as f64)
        }));
        place += size;
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with counts over all choices for 2 to 5 cards.
    #[test]
    fn chances_of_few_cards() {
        for cards in 2..=5usize {
            let choices = cards.pow(cards as u32);
            let mut counts = vec![0.0; cards * cards];
            for choice in 0..choices {
                let mut deck: Vec<usize> = (0..cards).collect();
                (0..cards).for_each(|step| deck.swap(step, choice / cards.pow(step as u32) % cards));
                deck.iter().enumerate().for_each(|(position, &card)| counts[cards * card + position] += 1.0);
            }
            let pairs = naive(cards).into_iter().zip(counts);
            assert!(pairs.into_iter().all(|(found, count)| (found - count / choices as f64).abs() < 1e-14));
        }
    }

    /// If no swap is skipped, the shuffle is fair. If all are skipped, nothing moves. For two cards with probability
    /// 1/2, half of the swaps are skipped, and half of the others move nothing.
    #[test]
    fn chances_of_skipped_swaps() {
        assert!(skipped(5, 0.0).iter().all(|chance| (chance - 0.2).abs() < 1e-12));
        assert_eq!(skipped(2, 1.0), [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(skipped(2, 0.5), [0.75, 0.25, 0.25, 0.75]);
        let rows = skipped(6, 0.3);
        assert!(rows.chunks(6).all(|row| (row.iter().sum::<f64>() - 1.0).abs() < 1e-12));
    }
}
