use faro_simd::Processor;

/// The rows of a tile, if there are more packets than the compiler unrolls: a cache line of each packet for items of 4
/// bytes.
const TILE: usize = 16;

/// The rows from which two packets are taken, one after the other, while they stay in the nearest cache.
const BLOCK: usize = 1024;

/// Interleaves packets: writes one item of each in turn, beginning with the first packet. O(items).
///
/// # Panics
///
/// If the packets differ in length or do not fill `woven`.
pub fn interleave<T: Copy>(packets: &[&[T]], woven: &mut [T]) {
    let height = height(packets.iter().map(|packet| packet.len()), woven.len());
    match *packets {
        [a] => woven.copy_from_slice(a),
        [a, b] => interleave_pair(a, b, woven),
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
        [a, b] => deinterleave_pair(woven, a, b),
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

/// Copies the items of one packet, given the number of packets.
pub(super) fn column<T: Copy>(woven: &[T], packets: usize, packet: usize, column: &mut [T]) {
    match packets {
        2 => take_column::<T, 2>(&woven[packet..], column),
        3 => take_column::<T, 3>(&woven[packet..], column),
        4 => take_column::<T, 4>(&woven[packet..], column),
        _ => {
            for (to, &item) in column.iter_mut().zip(woven[packet..].iter().step_by(packets)) {
                *to = item;
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

fn interleave_pair<T: Copy>(a: &[T], b: &[T], woven: &mut [T]) {
    let done = Processor::detect()
        .avx512()
        .map_or(0, |avx512| faro_simd::interleave_pair(avx512, [a, b], woven, None));
    interleave_rows([&a[done..], &b[done..]], &mut woven[2 * done..]);
}

fn deinterleave_pair<T: Copy>(woven: &[T], a: &mut [T], b: &mut [T]) {
    let Some(avx512) = Processor::detect().avx512() else {
        return deinterleave_rows(woven, [a, b]);
    };
    for ((woven, a), b) in woven.chunks(2 * BLOCK).zip(a.chunks_mut(BLOCK)).zip(b.chunks_mut(BLOCK)) {
        let done = faro_simd::take_column(avx512, woven, 0, a, None);
        faro_simd::take_column(avx512, woven, 1, b, None);
        deinterleave_rows(&woven[2 * done..], [&mut a[done..], &mut b[done..]]);
    }
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

#[inline(always)]
fn take_column<T: Copy, const K: usize>(woven: &[T], column: &mut [T]) {
    let (rows, last) = woven.as_chunks::<K>();
    for (to, row) in column.iter_mut().zip(rows) {
        *to = row[0];
    }
    if let (Some(to), Some(&item)) = (column.get_mut(rows.len()), last.first()) {
        *to = item;
    }
}
