//! Our half of `benches/peers/cycles.sh`: one permutation, written for the peer or timed here.
//!
//! `write POSITIONS FILE` writes the images, counted from 1, as a list that GAP reads;
//! `time POSITIONS` prints microseconds and the cycle type, fixed points left out.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::Instant;

use faro::Permutation;

/// Fisher–Yates with xorshift64 (Marsaglia 2003): the same permutation in both halves.
fn scrambled(degree: usize) -> Permutation {
    let mut state = 88_172_645_463_325_252u64;
    let mut images: Vec<u32> = (0..degree as u32).collect();
    for i in (1..degree).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        images.swap(i, (state % (i as u64 + 1)) as usize);
    }
    Permutation::from_images(images).unwrap()
}

fn write(permutation: &Permutation, path: &str) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    write!(out, "images := [")?;
    for (index, image) in permutation.images().iter().enumerate() {
        write!(out, "{}{}", if index == 0 { "" } else { ",\n" }, image + 1)?;
    }
    writeln!(out, "];;")?;
    out.flush()
}

fn time(permutation: &Permutation) {
    let start = Instant::now();
    let cycle_type = permutation.cycle_type();
    let spent = start.elapsed().as_micros();
    let moved = cycle_type.iter().filter(|(length, _)| *length > &1u32.into());
    let pairs: Vec<String> = moved.map(|(length, count)| format!("[ {length}, {count} ]")).collect();
    println!("{spent} [ {} ]", pairs.join(", "));
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["write", positions, path] => write(&scrambled(positions.parse().unwrap()), path).unwrap(),
        ["time", positions] => time(&scrambled(positions.parse().unwrap())),
        _ => {} // `cargo bench` runs every bench; this one needs its arguments
    }
}
