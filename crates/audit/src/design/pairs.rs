use faro_math::statistics::Law;

/// Maximum number of additions for a law. They take some ten milliseconds.
const MOST_STEPS: usize = 20_000_000;

/// Returns the law of the number of pairs of the same kind among `drawn` cards of a deck.
///
/// Returns `None` if it takes too long. `kinds` has the number of cards of each kind.
pub fn law(kinds: &[usize], drawn: usize) -> Option<Law> {
    let most = drawn * drawn.saturating_sub(1) / 2;
    let terms: usize = kinds.iter().map(|&kind| kind.min(drawn) + 1).sum();
    if terms.checked_mul((drawn + 1) * (most + 1))? > MOST_STEPS {
        return None;
    }
    // Entry (c, p) is the number of ways to draw c cards with p pairs from the kinds so far.
    let mut ways = vec![vec![0.0; most + 1]; drawn + 1];
    ways[0][0] = 1.0;
    for &kind in kinds {
        for cards in (1..=drawn).rev() {
            let (before, row) = ways.split_at_mut(cards);
            let mut choose = 1.0;
            for of_kind in 1..=kind.min(cards) {
                choose *= (kind - of_kind + 1) as f64 / of_kind as f64;
                let own = of_kind * (of_kind - 1) / 2;
                let rest = &before[cards - of_kind];
                row[0][own..].iter_mut().zip(rest).for_each(|(sum, way)| *sum += choose * way);
            }
        }
    }
    let whole: f64 = ways[drawn].iter().sum();
    Some(Law::new(ways[drawn].iter().map(|way| way / whole).collect::<Vec<f64>>()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_permutation::Permutation;

    /// Compares with counts over all orders of seven cards.
    #[test]
    fn laws_over_all_orders() {
        for (kinds, drawn) in [(vec![3, 4], 3), (vec![2, 2, 3], 4), (vec![1, 6], 2), (vec![3, 3, 1], 7)] {
            let kind_of: Vec<usize> =
                kinds.iter().enumerate().flat_map(|(kind, &cards)| vec![kind; cards]).collect();
            let mut counted = vec![0.0; drawn * (drawn - 1) / 2 + 1];
            for rank in 0..5040u32 {
                let deck = Permutation::unrank(7, rank).unwrap().to_deck();
                let drawn: Vec<usize> = deck[..drawn].iter().map(|&card| kind_of[card as usize]).collect();
                let later = |(index, kind)| drawn[index + 1..].iter().filter(|other| *other == kind).count();
                counted[drawn.iter().enumerate().map(later).sum::<usize>()] += 1.0 / 5040.0;
            }
            let law = law(&kinds, drawn).unwrap();
            for (pairs, chance) in counted.into_iter().enumerate() {
                assert!((law.probability(pairs) - chance).abs() < 1e-12, "{kinds:?} {drawn}: {pairs}");
            }
        }
    }
}
