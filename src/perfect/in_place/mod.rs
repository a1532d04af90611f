//! Perfect shuffles of slices of any type: in place, or into another slice.

mod blocks;
mod plan;

use std::ops::Range;

use plan::{Plan, deinterleave, in_falling_order, interleave};

use super::weave::{Kind, Weave};
use crate::Error;

/// Shuffles a slice perfectly in place: interleaves its two halves.
///
/// The first half (out) or the second half (in) provides the first item. If the length is odd, this half has
/// one item more. `Kind::Out` also interleaves two arrays that are stored one after the other, for example
/// two audio channels.
///
/// Takes O(n) time, for a large slice about one and a half times as long as a copy, and memory of up to 2 MB
/// plus a thousandth of the slice. See [`weave_packets`].
///
/// ```
/// use faro::Kind;
/// use faro::perfect::{unweave, weave};
///
/// let mut deck = [0, 1, 2, 3, 4, 5, 6, 7];
/// weave(Kind::Out, &mut deck);
/// assert_eq!(deck, [0, 4, 1, 5, 2, 6, 3, 7]);
/// unweave(Kind::Out, &mut deck);
/// weave(Kind::In, &mut deck);
/// assert_eq!(deck, [4, 0, 5, 1, 6, 2, 7, 3]);
///
/// let mut odd = ['a', 'b', 'c', 'x', 'y'];
/// weave(Kind::Out, &mut odd);
/// assert_eq!(odd, ['a', 'x', 'b', 'y', 'c']);
/// ```
pub fn weave<T: Copy>(kind: Kind, deck: &mut [T]) {
    let (cards, kind) = moving(kind, deck.len());
    weave_equal(kind, 2, &mut deck[cards]);
}

/// Inverts [`weave`], with the same time and memory.
///
/// The items at even (out) or odd (in) indices move to the first half, the others to the second.
///
/// ```
/// use faro::Kind;
/// use faro::perfect::unweave;
///
/// let mut points = [1.0, -1.0, 2.0, -2.0, 3.0, -3.0];
/// unweave(Kind::Out, &mut points); // from x, y, x, y, …
/// assert_eq!(points, [1.0, 2.0, 3.0, -1.0, -2.0, -3.0]);
/// ```
pub fn unweave<T: Copy>(kind: Kind, deck: &mut [T]) {
    let (cards, kind) = moving(kind, deck.len());
    unweave_equal(kind, 2, &mut deck[cards]);
}

/// Writes the result of [`weave`] to another slice.
///
/// Takes O(n) time, for a large slice about as long as a copy, and some kilobytes of memory.
///
/// # Panics
///
/// If the slices have different lengths.
///
/// ```
/// use faro::Kind;
/// use faro::perfect::weave_into;
///
/// let mut frames = [0; 6];
/// weave_into(Kind::Out, &[1, 2, 3, -1, -2, -3], &mut frames);
/// assert_eq!(frames, [1, -1, 2, -2, 3, -3]);
/// ```
pub fn weave_into<T: Copy>(kind: Kind, deck: &[T], woven: &mut [T]) {
    let (cards, kind) = copy_fixed(kind, deck, woven);
    weave_equal_into(kind, 2, &deck[cards.clone()], &mut woven[cards]);
}

/// Writes the result of [`unweave`] to another slice.
///
/// [`weave_into`] has the same time, memory and panics.
///
/// ```
/// use faro::Kind;
/// use faro::perfect::unweave_into;
///
/// let mut deck = [0; 5];
/// unweave_into(Kind::In, &[2, 0, 3, 1, 4], &mut deck);
/// assert_eq!(deck, [0, 1, 2, 3, 4]);
/// ```
pub fn unweave_into<T: Copy>(kind: Kind, woven: &[T], deck: &mut [T]) {
    let (cards, kind) = copy_fixed(kind, woven, deck);
    unweave_equal_into(kind, 2, &woven[cards.clone()], &mut deck[cards]);
}

/// Shuffles a slice perfectly in place, with any number of equal packets.
///
/// One item of each packet is taken in turn, beginning with the first packet (out) or the last packet (in). Two
/// packets may differ by an item, as in [`weave`].
///
/// With `Kind::Out` this transposes a matrix of `packets` rows that is stored row by row.
///
/// Takes O(n) time. A slice of up to 2 MB is copied and interleaved from the copy. A larger one is divided into
/// blocks of up to 200 KB, which are moved along the cycles of their permutation. Each group of blocks is
/// interleaved when its last block arrives.
///
/// This needs memory for one group and one block, together below 1 MB, and a byte for each block. Since blocks
/// seldom fill the packets, it also needs copies of some items of each block: for two packets less than a
/// thousandth of the slice, for more packets less than an eighth. For more than 64 packets, or if no such
/// division exists (rare below nine packets), it needs a copy of the slice.
///
/// # Errors
///
/// [`Error::UnequalPackets`] unless `packets` divides the number of items or is 2.
///
/// ```
/// use faro::Kind;
/// use faro::perfect::weave_packets;
///
/// let mut deck = [0, 1, 2, 3, 4, 5];
/// weave_packets(Kind::Out, 3, &mut deck)?;
/// assert_eq!(deck, [0, 2, 4, 1, 3, 5]);
/// assert!(weave_packets(Kind::Out, 4, &mut deck).is_err());
/// # Ok::<(), faro::Error>(())
/// ```
pub fn weave_packets<T: Copy>(kind: Kind, packets: usize, deck: &mut [T]) -> Result<(), Error> {
    Weave::with_packets(kind, deck.len(), packets)?;
    match packets {
        2 => weave(kind, deck),
        _ => weave_equal(kind, packets, deck),
    }
    Ok(())
}

/// Inverts [`weave_packets`], with the same time, memory and errors.
///
/// ```
/// use faro::Kind;
/// use faro::perfect::unweave_packets;
///
/// let mut pixels = *b"RGBRGBRGB";
/// unweave_packets(Kind::Out, 3, &mut pixels)?;
/// assert_eq!(&pixels, b"RRRGGGBBB");
/// # Ok::<(), faro::Error>(())
/// ```
pub fn unweave_packets<T: Copy>(kind: Kind, packets: usize, deck: &mut [T]) -> Result<(), Error> {
    Weave::with_packets(kind, deck.len(), packets)?;
    match packets {
        2 => unweave(kind, deck),
        _ => unweave_equal(kind, packets, deck),
    }
    Ok(())
}

/// Writes the result of [`weave_packets`] to another slice.
///
/// Takes the time of [`weave_into`], and memory of some kilobytes plus 16 bytes for each packet.
///
/// # Errors
///
/// The errors of [`weave_packets`].
///
/// # Panics
///
/// If the slices have different lengths.
///
/// ```
/// use faro::Kind;
/// use faro::perfect::weave_packets_into;
///
/// let mut woven = [0; 6];
/// weave_packets_into(Kind::In, 3, &[0, 1, 2, 3, 4, 5], &mut woven)?;
/// assert_eq!(woven, [4, 2, 0, 5, 3, 1]);
/// # Ok::<(), faro::Error>(())
/// ```
pub fn weave_packets_into<T: Copy>(
    kind: Kind,
    packets: usize,
    deck: &[T],
    woven: &mut [T],
) -> Result<(), Error> {
    Weave::with_packets(kind, deck.len(), packets)?;
    match packets {
        2 => weave_into(kind, deck, woven),
        _ => weave_equal_into(kind, packets, deck, woven),
    }
    Ok(())
}

/// Writes the result of [`unweave_packets`] to another slice.
///
/// [`weave_packets_into`] has the same time, memory, errors and panics.
///
/// ```
/// use faro::Kind;
/// use faro::perfect::unweave_packets_into;
///
/// let mut deck = [0; 6];
/// unweave_packets_into(Kind::In, 3, &[4, 2, 0, 5, 3, 1], &mut deck)?;
/// assert_eq!(deck, [0, 1, 2, 3, 4, 5]);
/// # Ok::<(), faro::Error>(())
/// ```
pub fn unweave_packets_into<T: Copy>(
    kind: Kind,
    packets: usize,
    woven: &[T],
    deck: &mut [T],
) -> Result<(), Error> {
    Weave::with_packets(kind, deck.len(), packets)?;
    match packets {
        2 => unweave_into(kind, woven, deck),
        _ => unweave_equal_into(kind, packets, woven, deck),
    }
    Ok(())
}

/// Returns the range of the cards that move, and the kind of their shuffle. In an odd deck one card stays, the
/// first (out) or the last (in), and the others are in-shuffled.
fn moving(kind: Kind, cards: usize) -> (Range<usize>, Kind) {
    match kind {
        _ if cards.is_multiple_of(2) => (0..cards, kind),
        Kind::Out => (1..cards, Kind::In),
        Kind::In => (0..cards - 1, Kind::In),
    }
}

/// Moves the cards as [`moving`] does, returns its result, and copies the card that stays.
fn copy_fixed<T: Copy>(kind: Kind, from: &[T], to: &mut [T]) -> (Range<usize>, Kind) {
    assert_eq!(from.len(), to.len(), "two slices of the same length");
    let (cards, kind) = moving(kind, from.len());
    to[..cards.start].copy_from_slice(&from[..cards.start]);
    to[cards.end..].copy_from_slice(&from[cards.end..]);
    (cards, kind)
}

fn weave_equal<T: Copy>(kind: Kind, packets: usize, deck: &mut [T]) {
    match Plan::new(packets, deck.len() / packets, size_of::<T>()) {
        Some(plan) => blocks::weave(kind, plan, deck),
        None => {
            let copy = deck.to_vec();
            weave_equal_into(kind, packets, &copy, deck);
        }
    }
}

fn unweave_equal<T: Copy>(kind: Kind, packets: usize, deck: &mut [T]) {
    match Plan::new(packets, deck.len() / packets, size_of::<T>()) {
        Some(plan) => blocks::unweave(kind, plan, deck),
        None => {
            let copy = deck.to_vec();
            unweave_equal_into(kind, packets, &copy, deck);
        }
    }
}

fn weave_equal_into<T: Copy>(kind: Kind, packets: usize, deck: &[T], woven: &mut [T]) {
    assert_eq!(deck.len(), woven.len(), "two slices of the same length");
    let height = (deck.len() / packets).max(1);
    interleave(&in_falling_order(kind, deck.chunks(height).collect()), woven);
}

fn unweave_equal_into<T: Copy>(kind: Kind, packets: usize, woven: &[T], deck: &mut [T]) {
    assert_eq!(deck.len(), woven.len(), "two slices of the same length");
    let height = (deck.len() / packets).max(1);
    deinterleave(woven, &mut in_falling_order(kind, deck.chunks_mut(height).collect()));
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [Kind; 2] = [Kind::Out, Kind::In];

    /// Returns all divisions of small decks into blocks.
    fn plans() -> impl Iterator<Item = Plan> {
        let largest = if cfg!(miri) { 7 } else { 90 };
        let packets = (2..=6).flat_map(move |packets| (1..=largest).map(move |height| (packets, height)));
        let plans = packets.flat_map(|(packets, height): (usize, usize)| {
            (1..=height).map(move |blocks| Plan {
                packets,
                blocks,
                length: height / blocks,
                rest: height % blocks,
            })
        });
        plans.filter(|plan| plan.depth() <= plan.length)
    }

    #[test]
    fn blocks_of_any_length_make_the_same_weave() {
        for plan in plans() {
            for kind in KINDS {
                let deck: Vec<u32> = (0..(plan.grid() + plan.packets * plan.rest) as u32).collect();
                let weave = Weave::with_packets(kind, deck.len(), plan.packets).unwrap();
                let expected: Vec<u32> =
                    weave.deck_after(&1.into()).unwrap().map(|card| card as u32).collect();
                let mut woven = deck.clone();
                blocks::weave(kind, plan, &mut woven);
                assert_eq!(woven, expected, "{weave} {plan:?}");
                blocks::unweave(kind, plan, &mut woven);
                assert_eq!(woven, deck, "{weave} back {plan:?}");
            }
        }
    }
}
