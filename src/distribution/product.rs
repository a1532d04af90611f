use super::order;
use super::tally::{Tally, Weight};

/// Returns the weights of one shuffle followed by another, from all pairs of reachable orders. O(pairs · n). None if
/// the common denominator does not fit.
pub fn product<W: Weight>(first: &Tally<W>, second: &Tally<W>) -> Option<Tally<W>> {
    let mut product = Tally::empty(first.cards, first.total.checked_mul(&second.total)?);
    // After a uniform shuffle all orders are equally likely, whatever came before.
    if first.is_uniform() || second.is_uniform() {
        let each = first.total.clone() * second.weights[0].clone();
        let each = if second.is_uniform() { each } else { second.total.clone() * first.weights[0].clone() };
        product.weights.fill(each);
        return Some(product);
    }
    let moves: Vec<_> =
        second.support().map(|(rank, weight)| (order::deck(first.cards, rank), weight)).collect();
    for (rank, before) in first.support() {
        let deck = order::deck(first.cards, rank);
        for (lies, weight) in &moves {
            let after = order::rank(lies.iter().map(|&place| deck[usize::from(place)]));
            product.add(after, before.clone() * (*weight).clone());
        }
    }
    Some(product)
}
