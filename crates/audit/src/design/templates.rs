/// Returns the probabilities of each card (row) at each position after the naive shuffle, which swaps each position
/// in turn with any. O(n³).
pub fn naive(cards: usize) -> Vec<f64> {
    let share = 1.0 / cards as f64;
    let mut table = vec![0.0; cards * cards];
    for (card, row) in table.chunks_exact_mut(cards).enumerate() {
        row[card] = 1.0;
        for position in 0..cards {
            let moved = row[position] * share;
            row.iter_mut().for_each(|chance| *chance = *chance * (1.0 - share) + moved);
            row[position] = share;
        }
    }
    table
}

/// Returns the probabilities of each card (row) at each position after the shuffle of Fisher and Yates from the last
/// position on, each of whose swaps is left out with this probability. O(n³).
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Over all 27 choices for three cards.
    #[test]
    fn chances_of_three_cards() {
        let mut counts = [0.0; 9];
        for choice in 0..27usize {
            let mut deck = [0, 1, 2];
            (0..3).for_each(|position| deck.swap(position, choice / 3usize.pow(position as u32) % 3));
            deck.iter().enumerate().for_each(|(position, &card)| counts[3 * card + position] += 1.0 / 27.0);
        }
        assert!(naive(3).iter().zip(counts).all(|(found, counted)| (found - counted).abs() < 1e-12));
    }

    /// Without a swap left out the shuffle is fair; with all left out it moves nothing. Half of the swaps of two cards are
    /// left out, and half of the others move nothing.
    #[test]
    fn chances_of_skipped_swaps() {
        assert!(skipped(5, 0.0).iter().all(|chance| (chance - 0.2).abs() < 1e-12));
        assert_eq!(skipped(2, 1.0), [1.0, 0.0, 0.0, 1.0]);
        assert_eq!(skipped(2, 0.5), [0.75, 0.25, 0.25, 0.75]);
        let rows = skipped(6, 0.3);
        assert!(rows.chunks(6).all(|row| (row.iter().sum::<f64>() - 1.0).abs() < 1e-12));
    }
}
