//! This library's part of `benches/peers/groups.sh`: the group of out and in, timed in the process.
//!
//! `write CARDS FILE` writes the two shuffles, counted from 1, as lists that GAP reads;
//! `time CARDS [ROUNDS]` prints the best and the median nanoseconds of that number of rounds, how the
//! order is proved, and the order.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::Instant;

use faro::{Group, Kind, Permutation, Weave};

fn shuffles(cards: u32) -> [Permutation; 2] {
    [Kind::Out, Kind::In].map(|kind| Weave::new(kind, cards).to_permutation().unwrap())
}

fn write(cards: u32, path: &str) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(path)?);
    for (name, shuffle) in ["outs", "ins"].into_iter().zip(shuffles(cards)) {
        let images: Vec<String> = shuffle
            .images()
            .iter()
            .map(|image| (image + 1).to_string())
            .collect();
        writeln!(out, "{name} := [{}];;", images.join(",\n"))?;
    }
    out.flush()
}

fn time(cards: u32, rounds: usize) {
    let shuffles = shuffles(cards);
    let mut spent = Vec::new();
    let mut last = None;
    for _ in 0..rounds {
        let start = Instant::now();
        let group = Group::generated_by(&shuffles).unwrap();
        let order = group.order();
        // The time includes that of the number, if it can be written out.
        let value = order.value();
        spent.push(start.elapsed().as_nanos());
        last = Some((group.proof(), order, value));
    }
    spent.sort_unstable();
    let (proof, order, value) = last.expect("at least one round");
    let order = value.map_or(order.to_string(), |value| value.to_string());
    println!("{} {} {proof:?} {order}", spent[0], spent[rounds / 2]);
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["write", cards, path] => write(cards.parse().unwrap(), path).unwrap(),
        ["time", cards] => time(cards.parse().unwrap(), 1),
        ["time", cards, rounds] => time(cards.parse().unwrap(), rounds.parse().unwrap()),
        _ => {} // `cargo bench` runs every bench; this one needs its arguments
    }
}
