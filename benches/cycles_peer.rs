//! This library's part of `benches/peers/cycles.sh`: one permutation, written for the peer or timed here.
//!
//! `write POSITIONS FILE` writes the images, counted from 1, as a list that GAP reads;
//! `time POSITIONS` prints microseconds and the cycle type, fixed points left out.

mod scrambled;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::Instant;

use faro::Permutation;
use scrambled::scrambled;

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
    let moved = cycle_type
        .iter()
        .filter(|(length, _)| *length > &1u32.into());
    let pairs: Vec<String> = moved
        .map(|(length, count)| format!("[ {length}, {count} ]"))
        .collect();
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
