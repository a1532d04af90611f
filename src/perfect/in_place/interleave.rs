//! Interleaves packets, one item of each in turn, and separates them again.

/// Number of rows of a tile, for more packets than the compiler unrolls: a cache line of each packet for items
/// of 4 bytes.
const TILE: usize = 16;

/// Interleaves packets into `woven`: one item of each in turn, beginning with the first packet. O(items).
///
/// # Panics
///
/// If the packets differ in length or do not fill `woven`.
pub fn interleave<T: Copy>(packets: &[&[T]], woven: &mut [T]) {
    let height = height(packets.iter().map(|packet| packet.len()), woven.len());
    match *packets {
        [a] => woven.copy_from_slice(a),
        [a, b] => interleave_rows([a, b], woven),
        [a, b, c] => interleave_rows([a, b, c], woven),
        [a, b, c, d] => interleave_rows([a, b, c, d], woven),
        _ => {
            for tile in tiles(height) {
                for (index, packet) in packets.iter().enumerate() {
                    for row in tile.clone() {
                        woven[row * packets.len() + index] = packet[row];
                    }
                }
            }
        }
    }
}

/// Separates packets: the inverse of [`interleave`]. O(items).
///
/// # Panics
///
/// If the packets differ in length or `woven` does not fill them.
pub fn deinterleave<T: Copy>(woven: &[T], packets: &mut [&mut [T]]) {
    let height = height(packets.iter().map(|packet| packet.len()), woven.len());
    let count = packets.len();
    match packets {
        [a] => a.copy_from_slice(woven),
        [a, b] => deinterleave_rows(woven, [a, b]),
        [a, b, c] => deinterleave_rows(woven, [a, b, c]),
        [a, b, c, d] => deinterleave_rows(woven, [a, b, c, d]),
        _ => {
            for tile in tiles(height) {
                for (index, packet) in packets.iter_mut().enumerate() {
                    for row in tile.clone() {
                        packet[row] = woven[row * count + index];
                    }
                }
            }
        }
    }
}

/// Returns the common length of the packets.
fn height(mut lengths: impl ExactSizeIterator<Item = usize>, items: usize) -> usize {
    let packets = lengths.len();
    let height = items.checked_div(packets).unwrap_or(0);
    assert!(lengths.all(|length| length == height) && items == height * packets, "packets of one length");
    height
}

fn tiles(height: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    (0..height).step_by(TILE).map(move |start| start..height.min(start + TILE))
}

/// A loop that the compiler vectorizes for few packets.
#[inline(always)]
fn interleave_rows<T: Copy, const K: usize>(packets: [&[T]; K], woven: &mut [T]) {
    let (rows, _) = woven.as_chunks_mut::<K>();
    let packets = packets.map(|packet| &packet[..rows.len()]);
    for (index, row) in rows.iter_mut().enumerate() {
        *row = packets.map(|packet| packet[index]);
    }
}

#[inline(always)]
fn deinterleave_rows<T: Copy, const K: usize>(woven: &[T], packets: [&mut [T]; K]) {
    let (rows, _) = woven.as_chunks::<K>();
    let mut packets = packets.map(|packet| &mut packet[..rows.len()]);
    for (index, row) in rows.iter().enumerate() {
        for (packet, &item) in packets.iter_mut().zip(row) {
            packet[index] = item;
        }
    }
}
