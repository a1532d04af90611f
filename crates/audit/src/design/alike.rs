use faro_math::number::elementary::powi;

/// Returns three moments of the number of neighbours of the same kind in a deck.
///
/// The moments are the mean, the variance and the third central moment. Only the first `seen` cards count. `kinds` has
/// the number of cards of each kind.
///
/// Any k of the pairs of neighbours form c blocks of 2 or more cards in C(k − 1, c − 1)·C(seen − k, c) ways. The
/// probability that each block is of one kind follows from falling factorials: these are the factorial moments.
pub fn moments(kinds: &[usize], seen: usize) -> [f64; 3] {
    let cards = kinds.iter().sum::<usize>();
    // Σ over kinds of products of falling factorials.
    let sum = |lengths: &[usize]| -> f64 {
        kinds.iter().map(|&kind| lengths.iter().map(|&length| falling(kind, length)).product::<f64>()).sum()
    };
    let placed = |marked: usize, blocks: usize| choose(seen.saturating_sub(marked), blocks);
    let per =
        |number: f64, length: usize| if length <= cards { number / falling(cards, length) } else { 0.0 };
    let twos = sum(&[2]);
    let two_blocks = sum(&[4]) + twos * twos - sum(&[2, 2]);
    let three_and_two = sum(&[5]) + sum(&[3]) * twos - sum(&[3, 2]);
    let other_pairs: f64 = kinds.iter().map(|&kind| falling(kind, 4) * (twos - falling(kind, 2))).sum();
    let three_blocks =
        powi(twos, 3) - 3.0 * twos * sum(&[2, 2]) + 2.0 * sum(&[2, 2, 2]) + 3.0 * other_pairs + sum(&[6]);
    let first = placed(1, 1) * per(twos, 2);
    let second = 2.0 * (placed(2, 1) * per(sum(&[3]), 3) + placed(2, 2) * per(two_blocks, 4));
    let third = 6.0
        * (placed(3, 1) * per(sum(&[4]), 4)
            + 2.0 * placed(3, 2) * per(three_and_two, 5)
            + placed(3, 3) * per(three_blocks, 6));
    let (square, cube) = (second + first, third + 3.0 * second + first);
    [first, square - first * first, cube - 3.0 * first * square + 2.0 * powi(first, 3)]
}

/// The falling factorial n·(n − 1)·… with `length` factors.
fn falling(n: usize, length: usize) -> f64 {
    (0..length).map(|step| n as f64 - step as f64).map(|factor| factor.max(0.0)).product()
}

fn choose(n: usize, chosen: usize) -> f64 {
    falling(n, chosen) / falling(chosen, chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_permutation::Permutation;

    /// Compares with counts over all orders of seven cards.
    #[test]
    fn moments_over_all_orders() {
        for (kinds, seen) in
            [(vec![3, 4], 7), (vec![2, 2, 3], 7), (vec![2, 2, 3], 5), (vec![6, 1], 4), (vec![1, 5, 1], 2)]
        {
            let kind_of: Vec<usize> =
                kinds.iter().enumerate().flat_map(|(kind, &cards)| vec![kind; cards]).collect();
            let counts: Vec<f64> = (0..5040u32)
                .map(|rank| {
                    let deck = Permutation::unrank(7, rank).unwrap().to_deck();
                    let kinds: Vec<usize> = deck[..seen].iter().map(|&card| kind_of[card as usize]).collect();
                    kinds.windows(2).filter(|pair| pair[0] == pair[1]).count() as f64
                })
                .collect();
            let mean = counts.iter().sum::<f64>() / 5040.0;
            let central = |k: i32| counts.iter().map(|count| (count - mean).powi(k)).sum::<f64>() / 5040.0;
            for (found, counted) in moments(&kinds, seen).into_iter().zip([mean, central(2), central(3)]) {
                assert!((found - counted).abs() < 1e-9, "{kinds:?} {seen}: {found} {counted}");
            }
        }
    }
}
