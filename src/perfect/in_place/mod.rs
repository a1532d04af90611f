//! Perfect shuffles of slices, of cards or of anything else: in place, or into another slice.
//!
//! | file | idea |
//! |---|---|
//! | `mod` | the functions, and which cards of an odd deck move |
//! | `plan` | how a large deck is cut into blocks |
//! | `together` | blocks brought to their places and woven there |
//! | `apart` | the same backwards |

mod apart;
mod plan;
mod together;

use std::ops::Range;

use super::{Kind, UnequalPackets, Weave};
use crate::kernel::weave::{deinterleave_large, interleave_large};
use plan::Plan;
use together::in_order;

/// The out-shuffle of a slice, in place: the first half and the second fall one item each in turn,
/// the first half first. Of an odd number, the first half has one more.
///
/// What lies one half behind the other comes to lie in pairs: two channels become frames, two
/// arrays of numbers one of pairs.
///
/// Cost: O(n), for a large slice about one and a half times what a copy of it costs. Memory: up to
/// 2 MB and a thousandth of the slice. See [`weave_packets`].
///
/// ```
/// use faro::perfect::{unweave_out, weave_out};
///
/// let mut deck = [0, 1, 2, 3, 4, 5, 6, 7];
/// weave_out(&mut deck);
/// assert_eq!(deck, [0, 4, 1, 5, 2, 6, 3, 7]);
/// unweave_out(&mut deck);
/// assert_eq!(deck, [0, 1, 2, 3, 4, 5, 6, 7]);
///
/// let mut odd = ['a', 'b', 'c', 'x', 'y'];
/// weave_out(&mut odd);
/// assert_eq!(odd, ['a', 'x', 'b', 'y', 'c']);
/// ```
pub fn weave_out<T: Copy>(deck: &mut [T]) {
    weave_pair(Kind::Out, deck);
}

/// The in-shuffle of a slice, in place: the second half falls first. Of an odd number, the second
/// half has one more. Cost and memory as [`weave_out`].
///
/// ```
/// use faro::perfect::weave_in;
///
/// let mut deck = [0, 1, 2, 3, 4, 5, 6, 7];
/// weave_in(&mut deck);
/// assert_eq!(deck, [4, 0, 5, 1, 6, 2, 7, 3]);
///
/// let mut odd = [0, 1, 2, 3, 4];
/// weave_in(&mut odd);
/// assert_eq!(odd, [2, 0, 3, 1, 4]);
/// ```
pub fn weave_in<T: Copy>(deck: &mut [T]) {
    weave_pair(Kind::In, deck);
}

/// What undoes [`weave_out`]: the items at even indices come first, then those at odd ones. Cost
/// and memory as there.
///
/// ```
/// use faro::perfect::unweave_out;
///
/// let mut points = [1.0, -1.0, 2.0, -2.0, 3.0, -3.0];
/// unweave_out(&mut points); // x, y, x, y … apart
/// assert_eq!(points, [1.0, 2.0, 3.0, -1.0, -2.0, -3.0]);
/// ```
pub fn unweave_out<T: Copy>(deck: &mut [T]) {
    unweave_pair(Kind::Out, deck);
}

/// What undoes [`weave_in`]: the items at odd indices come first, then those at even ones. Cost
/// and memory as [`weave_out`].
///
/// ```
/// use faro::perfect::unweave_in;
///
/// let mut deck = [4, 0, 5, 1, 6, 2, 7, 3];
/// unweave_in(&mut deck);
/// assert_eq!(deck, [0, 1, 2, 3, 4, 5, 6, 7]);
/// ```
pub fn unweave_in<T: Copy>(deck: &mut [T]) {
    unweave_pair(Kind::In, deck);
}

/// [`weave_out`] into another slice; that which is given stays as it is.
///
/// Cost: O(n), for a large slice about what a copy costs. Memory: some kilobytes.
///
/// # Panics
///
/// Unless both slices have the same length.
///
/// ```
/// use faro::perfect::weave_out_into;
///
/// let mut frames = [0; 6];
/// weave_out_into(&[1, 2, 3, -1, -2, -3], &mut frames);
/// assert_eq!(frames, [1, -1, 2, -2, 3, -3]);
/// ```
pub fn weave_out_into<T: Copy>(deck: &[T], woven: &mut [T]) {
    weave_pair_into(Kind::Out, deck, woven);
}

/// [`weave_in`] into another slice. Cost, memory and panics as [`weave_out_into`].
///
/// ```
/// use faro::perfect::weave_in_into;
///
/// let mut woven = [0; 5];
/// weave_in_into(&[0, 1, 2, 3, 4], &mut woven);
/// assert_eq!(woven, [2, 0, 3, 1, 4]);
/// ```
pub fn weave_in_into<T: Copy>(deck: &[T], woven: &mut [T]) {
    weave_pair_into(Kind::In, deck, woven);
}

/// [`unweave_out`] into another slice. Cost, memory and panics as [`weave_out_into`].
///
/// ```
/// use faro::perfect::unweave_out_into;
///
/// let mut channels = [0; 6];
/// unweave_out_into(&[1, -1, 2, -2, 3, -3], &mut channels);
/// assert_eq!(channels, [1, 2, 3, -1, -2, -3]);
/// ```
pub fn unweave_out_into<T: Copy>(woven: &[T], deck: &mut [T]) {
    unweave_pair_into(Kind::Out, woven, deck);
}

/// [`unweave_in`] into another slice. Cost, memory and panics as [`weave_out_into`].
///
/// ```
/// use faro::perfect::unweave_in_into;
///
/// let mut deck = [0; 5];
/// unweave_in_into(&[2, 0, 3, 1, 4], &mut deck);
/// assert_eq!(deck, [0, 1, 2, 3, 4]);
/// ```
pub fn unweave_in_into<T: Copy>(woven: &[T], deck: &mut [T]) {
    unweave_pair_into(Kind::In, woven, deck);
}

/// The perfect shuffle of a slice in equal packets, in place: one item of each packet falls in
/// turn, from the top packet down (out) or from the bottom packet up (in). Two packets may differ
/// by an item, as in [`weave_out`] and [`weave_in`].
///
/// With `Kind::Out`, a matrix of `packets` rows, stored row by row, comes to lie column by column.
///
/// Cost: O(n). Slices of up to 2 MB are copied and woven back. Larger ones are cut into blocks of
/// up to 200 KB, which are moved along the cycles of their permutation; each group of blocks that
/// belong together is woven when its last one arrives. Memory: blocks for one such group and one
/// block, together below 1 MB; a byte for each block; and, since blocks seldom fill the packets,
/// some cards of each, below an eighth of the slice, and of two packets below a thousandth. Of more than 64 packets, or where no blocks do so (seldom below nine packets), a
/// copy of the slice.
///
/// # Errors
///
/// [`UnequalPackets`] unless the number of packets divides that of the items, or is 2.
///
/// ```
/// use faro::Kind;
/// use faro::perfect::weave_packets;
///
/// let mut deck = [0, 1, 2, 3, 4, 5];
/// weave_packets(Kind::Out, 3, &mut deck)?;
/// assert_eq!(deck, [0, 2, 4, 1, 3, 5]);
/// assert!(weave_packets(Kind::Out, 4, &mut deck).is_err());
/// # Ok::<(), faro::perfect::UnequalPackets>(())
/// ```
pub fn weave_packets<T: Copy>(kind: Kind, packets: usize, deck: &mut [T]) -> Result<(), UnequalPackets> {
    Weave::with_packets(kind, deck.len(), packets)?;
    match packets {
        2 => weave_pair(kind, deck),
        _ => weave_equal(kind, packets, deck),
    }
    Ok(())
}

/// What undoes [`weave_packets`], with its cost, memory and errors.
///
/// ```
/// use faro::Kind;
/// use faro::perfect::unweave_packets;
///
/// let mut pixels = *b"RGBRGBRGB";
/// unweave_packets(Kind::Out, 3, &mut pixels)?;
/// assert_eq!(&pixels, b"RRRGGGBBB");
/// # Ok::<(), faro::perfect::UnequalPackets>(())
/// ```
pub fn unweave_packets<T: Copy>(kind: Kind, packets: usize, deck: &mut [T]) -> Result<(), UnequalPackets> {
    Weave::with_packets(kind, deck.len(), packets)?;
    match packets {
        2 => unweave_pair(kind, deck),
        _ => unweave_equal(kind, packets, deck),
    }
    Ok(())
}

/// [`weave_packets`] into another slice. Cost as [`weave_out_into`]; memory: some kilobytes, and 16
/// bytes a packet.
///
/// # Errors
///
/// As [`weave_packets`].
///
/// # Panics
///
/// Unless both slices have the same length.
///
/// ```
/// use faro::Kind;
/// use faro::perfect::weave_packets_into;
///
/// let mut woven = [0; 6];
/// weave_packets_into(Kind::In, 3, &[0, 1, 2, 3, 4, 5], &mut woven)?;
/// assert_eq!(woven, [4, 2, 0, 5, 3, 1]);
/// # Ok::<(), faro::perfect::UnequalPackets>(())
/// ```
pub fn weave_packets_into<T: Copy>(
    kind: Kind,
    packets: usize,
    deck: &[T],
    woven: &mut [T],
) -> Result<(), UnequalPackets> {
    Weave::with_packets(kind, deck.len(), packets)?;
    match packets {
        2 => weave_pair_into(kind, deck, woven),
        _ => weave_equal_into(kind, packets, deck, woven),
    }
    Ok(())
}

/// [`unweave_packets`] into another slice. Cost, memory, errors and panics as
/// [`weave_packets_into`].
///
/// ```
/// use faro::Kind;
/// use faro::perfect::unweave_packets_into;
///
/// let mut deck = [0; 6];
/// unweave_packets_into(Kind::In, 3, &[4, 2, 0, 5, 3, 1], &mut deck)?;
/// assert_eq!(deck, [0, 1, 2, 3, 4, 5]);
/// # Ok::<(), faro::perfect::UnequalPackets>(())
/// ```
pub fn unweave_packets_into<T: Copy>(
    kind: Kind,
    packets: usize,
    woven: &[T],
    deck: &mut [T],
) -> Result<(), UnequalPackets> {
    Weave::with_packets(kind, deck.len(), packets)?;
    match packets {
        2 => unweave_pair_into(kind, woven, deck),
        _ => unweave_equal_into(kind, packets, woven, deck),
    }
    Ok(())
}

/// The cards that move, and how: of an odd deck all but one, by an in-shuffle. Out, the top card
/// stays, and behind it the bottom packet falls first; in, the last one stays.
fn moving(kind: Kind, cards: usize) -> (Range<usize>, Kind) {
    match kind {
        _ if cards.is_multiple_of(2) => (0..cards, kind),
        Kind::Out => (1..cards, Kind::In),
        Kind::In => (0..cards - 1, Kind::In),
    }
}

fn weave_pair<T: Copy>(kind: Kind, deck: &mut [T]) {
    let (cards, kind) = moving(kind, deck.len());
    weave_equal(kind, 2, &mut deck[cards]);
}

fn unweave_pair<T: Copy>(kind: Kind, deck: &mut [T]) {
    let (cards, kind) = moving(kind, deck.len());
    unweave_equal(kind, 2, &mut deck[cards]);
}

fn weave_pair_into<T: Copy>(kind: Kind, deck: &[T], woven: &mut [T]) {
    let (cards, kind) = keep(kind, deck, woven);
    weave_equal_into(kind, 2, &deck[cards.clone()], &mut woven[cards]);
}

fn unweave_pair_into<T: Copy>(kind: Kind, woven: &[T], deck: &mut [T]) {
    let (cards, kind) = keep(kind, woven, deck);
    unweave_equal_into(kind, 2, &woven[cards.clone()], &mut deck[cards]);
}

/// As [`moving`]; the card that stays is copied.
fn keep<T: Copy>(kind: Kind, from: &[T], to: &mut [T]) -> (Range<usize>, Kind) {
    assert_eq!(from.len(), to.len(), "two slices of the same length");
    let (cards, kind) = moving(kind, from.len());
    to[..cards.start].copy_from_slice(&from[..cards.start]);
    to[cards.end..].copy_from_slice(&from[cards.end..]);
    (cards, kind)
}

fn weave_equal<T: Copy>(kind: Kind, packets: usize, deck: &mut [T]) {
    match Plan::new(packets, deck.len() / packets, size_of::<T>()) {
        Some(plan) => together::weave(kind, plan, deck),
        None => {
            let copy = deck.to_vec();
            weave_equal_into(kind, packets, &copy, deck);
        }
    }
}

fn unweave_equal<T: Copy>(kind: Kind, packets: usize, deck: &mut [T]) {
    match Plan::new(packets, deck.len() / packets, size_of::<T>()) {
        Some(plan) => apart::unweave(kind, plan, deck),
        None => {
            let copy = deck.to_vec();
            unweave_equal_into(kind, packets, &copy, deck);
        }
    }
}

fn weave_equal_into<T: Copy>(kind: Kind, packets: usize, deck: &[T], woven: &mut [T]) {
    assert_eq!(deck.len(), woven.len(), "two slices of the same length");
    let height = (deck.len() / packets).max(1);
    interleave_large(&in_order(kind, deck.chunks(height).collect()), woven);
}

fn unweave_equal_into<T: Copy>(kind: Kind, packets: usize, woven: &[T], deck: &mut [T]) {
    assert_eq!(deck.len(), woven.len(), "two slices of the same length");
    let height = (deck.len() / packets).max(1);
    deinterleave_large(woven, &mut in_order(kind, deck.chunks_mut(height).collect()));
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [Kind; 2] = [Kind::Out, Kind::In];

    /// Every way to cut every small deck into blocks.
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
                together::weave(kind, plan, &mut woven);
                assert_eq!(woven, expected, "{weave} {plan:?}");
                apart::unweave(kind, plan, &mut woven);
                assert_eq!(woven, deck, "{weave} back {plan:?}");
            }
        }
    }
}
