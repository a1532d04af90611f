use super::interleave::{column, deinterleave, interleave};
use faro_simd::{CACHE_LINE, Processor, StreamingStores, interleave_pair, take_column};

/// The bytes from which on stores bypass the caches: so much memory leaves them before it is used again, and
/// bypassing them saves reading it before it is written.
const LARGE: usize = 8 << 20;

/// The bytes of a tile, which is interleaved in the nearest cache and stored from there.
const TILE: usize = 4 << 10;

/// The largest row in bytes. A tile has too few longer rows to gain anything.
const LONGEST_ROW: usize = 256;

/// Does what [`interleave`] does, with stores that bypass the caches if that is faster.
///
/// # Panics
///
/// As [`interleave`].
pub fn interleave_large<T: Copy>(packets: &[&[T]], woven: &mut [T]) {
    match tile_rows::<T>(packets.len(), woven.len()) {
        Some(rows) => interleave_past_caches(packets, woven, rows),
        None => interleave(packets, woven),
    }
}

/// Does what [`deinterleave`] does, with stores that bypass the caches if that is faster.
///
/// # Panics
///
/// As [`deinterleave`].
pub fn deinterleave_large<T: Copy>(woven: &[T], packets: &mut [&mut [T]]) {
    match tile_rows::<T>(packets.len(), woven.len()) {
        // With one packet at a time and a tile, other numbers of packets are slower than through the caches.
        Some(rows) if packets.len() == 2 && Processor::detect().avx512().is_some() => {
            deinterleave_past_caches(woven, packets, rows);
        }
        _ => deinterleave(woven, packets),
    }
}

/// Returns the number of rows of a tile, which fill whole cache lines, or none if the caches are not to be bypassed.
fn tile_rows<T>(packets: usize, items: usize) -> Option<usize> {
    let row = packets * size_of::<T>();
    let large = size_of::<T>() * items >= LARGE && row <= LONGEST_ROW;
    large.then(|| (TILE / row).next_multiple_of(CACHE_LINE))
}

/// The items before the first cache line of `woven` are written one by one. They may end within a row: then the rows that
/// follow begin with another packet.
fn interleave_past_caches<T: Copy>(packets: &[&[T]], woven: &mut [T], rows: usize) {
    let count = packets.len();
    assert!(packets.iter().all(|packet| packet.len() * count == woven.len()), "packets of one length");
    let head = woven.as_ptr().align_offset(CACHE_LINE).min(CACHE_LINE).min(woven.len());
    let rotated: Vec<&[T]> =
        (head..head + count).map(|next| &packets[next % count][next / count..]).collect();
    let (first, rest) = woven.split_at_mut(head);
    let (whole, last) = rest.split_at_mut(rest.len() / count * count);
    let end = head + whole.len();
    stream_rows(&rotated, whole, rows);
    for (index, to) in first.iter_mut().enumerate().chain((end..).zip(last)) {
        *to = packets[index % count][index / count];
    }
}

/// Interleaves packets until `woven` is full; some packets may have an item more.
fn stream_rows<T: Copy>(packets: &[&[T]], woven: &mut [T], rows: usize) {
    let (count, height) = (packets.len(), woven.len() / packets.len());
    let mut tile = woven[..rows.min(height) * count].to_vec();
    let stream = StreamingStores::new();
    let done = match (packets, Processor::detect().avx512()) {
        (&[a, b], Some(avx512)) => interleave_pair(avx512, [a, b], woven, Some(&stream)),
        _ => 0,
    };
    for start in (done..height).step_by(rows) {
        let rows = start..height.min(start + rows);
        let packets: Vec<&[T]> = packets.iter().map(|packet| &packet[rows.clone()]).collect();
        let tile = &mut tile[..rows.len() * count];
        interleave(&packets, tile);
        stream.copy(tile, &mut woven[rows.start * count..rows.end * count]);
    }
}

/// Takes the packets tile by tile. Each packet is divided at its own cache lines.
fn deinterleave_past_caches<T: Copy>(woven: &[T], packets: &mut [&mut [T]], rows: usize) {
    let (count, height) = (packets.len(), woven.len() / packets.len());
    assert!(packets.iter().all(|packet| packet.len() == height), "packets of one length");
    let heads =
        packets.iter().map(|packet| packet.as_ptr().align_offset(CACHE_LINE).min(CACHE_LINE).min(height));
    let heads: Vec<usize> = heads.collect();
    for (index, (packet, &head)) in packets.iter_mut().zip(&heads).enumerate() {
        column(woven, count, index, &mut packet[..head]);
    }
    let mut tile = woven[..rows.min(height)].to_vec();
    let stream = StreamingStores::new();
    for start in (0..height).step_by(rows) {
        for (index, (packet, head)) in packets.iter_mut().zip(&heads).enumerate() {
            let rows = height.min(start + head)..height.min(start + head + rows);
            let woven = &woven[rows.start * count..];
            stream_column(woven, count, index, &mut packet[rows], &mut tile, &stream);
        }
    }
}

fn stream_column<T: Copy>(
    woven: &[T],
    packets: usize,
    packet: usize,
    to: &mut [T],
    tile: &mut [T],
    stream: &StreamingStores,
) {
    let done = match Processor::detect().avx512() {
        Some(avx512) if packets == 2 => take_column(avx512, woven, packet, to, Some(stream)),
        _ => 0,
    };
    let to = &mut to[done..];
    if to.is_empty() {
        return;
    }
    let tile = &mut tile[..to.len()];
    column(&woven[done * packets..], packets, packet, tile);
    stream.copy(tile, to);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slices of many lengths that begin anywhere in a cache line.
    fn at_every_alignment<T: Copy + PartialEq + std::fmt::Debug>(item: fn(u8) -> T) {
        for (packets, height, start) in cases() {
            let items: Vec<T> = (0..packets * height).map(|index| item((index % 251) as u8)).collect();
            let columns: Vec<&[T]> = items.chunks(height).collect();
            let mut woven = vec![item(0); start + items.len()];
            interleave_past_caches(&columns, &mut woven[start..], CACHE_LINE);
            for (index, woven) in woven[start..].iter().enumerate() {
                assert_eq!(*woven, columns[index % packets][index / packets], "{packets} {height} {start}");
            }
            let mut back = vec![item(0); start + items.len()];
            let mut columns: Vec<&mut [T]> = back[start..].chunks_mut(height).collect();
            deinterleave_past_caches(&woven[start..], &mut columns, CACHE_LINE);
            assert_eq!(back[start..], items, "{packets} {height} {start}");
        }
    }

    fn cases() -> impl Iterator<Item = (usize, usize, usize)> {
        let (starts, heights): (_, &[usize]) =
            if cfg!(miri) { (5, &[1, 70]) } else { (CACHE_LINE, &[1, 2, 31, 64, 65, 127, 300]) };
        let starts = move |height| (0..starts).map(move |start| (height, start));
        let cases = heights.iter().flat_map(move |&height| starts(height));
        cases.flat_map(|(height, start)| (1..=6).map(move |packets| (packets, height, start)))
    }

    #[test]
    fn slices_at_all_alignments() {
        at_every_alignment(|byte| byte);
        at_every_alignment(|byte| [byte, !byte]);
        at_every_alignment(|byte| [byte, 1, 2]);
        at_every_alignment(|byte| u32::from(byte) * 0x0102_0305);
        at_every_alignment(|byte| (u32::from(byte), byte));
        at_every_alignment(|byte| [u64::from(byte), 1]);
        at_every_alignment(|byte| [u64::from(byte), 1, 2, 3]);
    }

    #[test]
    fn tiles_fill_cache_lines() {
        for packets in 1..=32 {
            assert_eq!(tile_rows::<u64>(packets, LARGE).unwrap() % CACHE_LINE, 0);
        }
        assert_eq!(tile_rows::<u64>(33, LARGE), None);
        assert_eq!(tile_rows::<u64>(2, LARGE / 8 - 1), None);
        assert_eq!(tile_rows::<()>(2, LARGE), None);
    }
}
