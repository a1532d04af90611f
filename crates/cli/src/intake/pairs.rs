//! Recognises decks of which every second one follows from the others, as a deck before a shuffle or after a cut does.

/// Minimum number of decks that are compared.
const MIN_DECKS: usize = 12;

/// Minimum number of cards of decks that are compared with the decks before them.
const MIN_CARDS: usize = 8;

/// Returns the message for decks of which every second one follows from the others. `before` is the number of decks left out
/// before them.
pub fn message(decks: &[Vec<u32>], before: usize) -> Option<String> {
    let rest = (before + shuffled(decks)? + 1) % 2;
    Some(format!(
        "every second deck is the same, or follows from the deck before, as decks before a shuffle or after a cut do; --as lines takes all; for the others of decks a line type awk 'NR % 2 == {rest}' FILE | faro audit"
    ))
}

/// Returns the index of the first shuffled deck if every second deck follows from the others.
fn shuffled(decks: &[Vec<u32>]) -> Option<usize> {
    if decks.len() < MIN_DECKS {
        return None;
    }
    let is_same = |from: usize| {
        decks
            .iter()
            .skip(from)
            .step_by(2)
            .all(|deck| *deck == decks[from])
    };
    match [is_same(0), is_same(1)] {
        [true, true] => return None,
        [true, false] => return Some(1),
        [false, true] => return Some(0),
        [false, false] => {}
    }
    // The numbers of decks that follow from the deck before, and of those that do not.
    let counts = |from: usize| {
        let pairs = decks[from..].chunks_exact(2);
        let count = pairs.len();
        // A shuffle that gives each deck twice is judged.
        let differ = pairs.filter(|pair| pair[0] != pair[1]);
        let alike = differ.filter(|pair| is_alike(&pair[0], &pair[1])).count();
        [alike, count - alike]
    };
    let is_most = |part: usize, rest: usize| part >= 3 * rest;
    let follows = |from: usize| {
        let [[alike, other], [alike_next, other_next]] = [counts(from), counts(1 - from)];
        is_most(alike, other) && is_most(other_next, alike_next)
    };
    let fits = decks[0].len() >= MIN_CARDS;
    (0..2).find(|&from| fits && follows(from))
}

/// Returns whether a list of distinct cards is the cut or the reversal of another, or has half of its cards at the same places.
pub fn is_alike<T: PartialEq + Clone>(before: &[T], after: &[T]) -> bool {
    let top = before.iter().position(|card| after.first() == Some(card));
    let is_cut = top.is_some_and(|at| [&before[at..], &before[..at]].concat() == after);
    let stayed = before.iter().zip(after).filter(|(one, other)| one == other);
    is_cut || 2 * stayed.count() >= after.len() || before.iter().rev().eq(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_decks() {
        let fair = |at: u32| -> Vec<u32> {
            let cards = 0..13;
            cards
                .map(|card| (at + 2) * (card + 1) % 17 * 13 % 17)
                .collect()
        };
        let with = |other: fn(Vec<u32>) -> Vec<u32>| -> Vec<Vec<u32>> {
            let pairs = (0..12).map(|at| [fair(at), other(fair(at))]);
            pairs.flatten().collect()
        };
        let cut = with(|deck| [&deck[5..], &deck[..5]].concat());
        for (decks, first) in [
            (&with(|_| (0..13).collect())[..], Some(0)),
            (&with(|deck| deck.into_iter().rev().collect()), Some(0)),
            (&cut, Some(0)),
            (&cut[1..], Some(1)),
            (&(0..12).map(fair).collect::<Vec<_>>(), None),
            (&vec![fair(0); 24], None),
        ] {
            assert_eq!(shuffled(decks), first, "{decks:?}");
        }
    }
}
