//! Perfect shuffles of slices in place, for data that are not cards.

use super::weave::Kind;

/// Shuffles a slice perfectly in place: interleaves its two halves.
///
/// The first half (out) or the second half (in) provides the first item, and has one item more if the length is odd.
///
/// Takes O(n) time and O(log n) memory (Jain, *A simple in-place algorithm for in-shuffle*, 2004). For more packets
/// apply [`Weave::to_permutation`](super::Weave::to_permutation).
///
/// ```
/// use faro::Kind;
/// use faro::perfect::{unweave, weave};
///
/// let mut deck = [0, 1, 2, 3, 4, 5, 6, 7];
/// weave(Kind::Out, &mut deck);
/// assert_eq!(deck, [0, 4, 1, 5, 2, 6, 3, 7]);
/// unweave(Kind::Out, &mut deck);
/// assert_eq!(deck, [0, 1, 2, 3, 4, 5, 6, 7]);
/// ```
pub fn weave<T>(kind: Kind, deck: &mut [T]) {
    in_shuffle(moving(kind, deck));
}

/// Inverts [`weave`].
///
/// The items at even (out) or odd (in) indices move to the first half, the others to the second.
pub fn unweave<T>(kind: Kind, deck: &mut [T]) {
    inverse_in_shuffle(moving(kind, deck));
}

/// Returns the part of the deck whose cards move, which has an even length and is in-shuffled. An out-shuffle leaves
/// the first card in place, and the last card of an even deck. An in-shuffle leaves the last card of an odd deck.
fn moving<T>(kind: Kind, deck: &mut [T]) -> &mut [T] {
    match (kind, deck.len() % 2, deck) {
        (Kind::Out, 0, [_, moving @ .., _]) => moving,
        (Kind::Out, 1, [_, moving @ ..]) | (Kind::In, 1, [moving @ .., _]) => moving,
        (_, _, deck) => deck,
    }
}

/// In-shuffles a deck of even length. Its first step brings equal numbers of cards from both halves into a block of 3^k
/// − 1 cards, which it in-shuffles along cycles. It then in-shuffles the remaining cards in the same way.
fn in_shuffle<T>(deck: &mut [T]) {
    let modulus = largest_power_of_3(deck.len() + 1);
    let (block, half) = (modulus - 1, deck.len() / 2);
    if block > 0 {
        deck[block / 2..half + block / 2].rotate_right(block / 2);
        move_along_cycles(&mut deck[..block], |position| 2 * position % modulus);
        in_shuffle(&mut deck[block..]);
    }
}

/// Inverts [`in_shuffle`], by the inverses of its steps in reverse order.
fn inverse_in_shuffle<T>(deck: &mut [T]) {
    let modulus = largest_power_of_3(deck.len() + 1);
    let (block, half) = (modulus - 1, deck.len() / 2);
    if block > 0 {
        inverse_in_shuffle(&mut deck[block..]);
        let halve = |position: usize| (position + position % 2 * modulus) / 2;
        move_along_cycles(&mut deck[..block], halve);
        deck[block / 2..half + block / 2].rotate_left(block / 2);
    }
}

/// Moves each card from its position i, counted from 1, to `next`(i): 2i or i/2 modulo 3^k. Since 2 generates the units
/// modulo 3^k, each power of 3 leads one cycle, and there are no others.
fn move_along_cycles<T>(block: &mut [T], next: impl Fn(usize) -> usize) {
    let mut leader = 1;
    while leader <= block.len() {
        let mut position = next(leader);
        while position != leader {
            block.swap(leader - 1, position - 1);
            position = next(position);
        }
        leader *= 3;
    }
}

fn largest_power_of_3(at_most: usize) -> usize {
    3usize.pow(at_most.ilog(3))
}
