//! This library's part of `benches/peers/orders.sh`: orders of 2 modulo random odd numbers, whole batches.
//!
//! `write BITS COUNT FILE` writes the numbers, a line each; `time FILE` prints microseconds of
//! processor time a number, on this thread, and the sum of the orders.

use std::fs;
use std::time::Instant;

use faro::num_bigint::BigUint;
use faro_math::number::{Budget, multiplicative_order, multiplicative_order_within};

/// Returns odd numbers of exactly this number of bits, by xorshift64 (Marsaglia 2003).
fn odd_numbers(bits: u64, count: usize) -> Vec<BigUint> {
    let mut state = 88_172_645_463_325_252u64;
    let mut word = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let number = |_| {
        let mut number =
            (0..bits.div_ceil(64)).fold(BigUint::ZERO, |number, _| (number << 64u32) + word());
        number >>= number.bits().saturating_sub(bits);
        number.set_bit(0, true);
        number.set_bit(bits - 1, true);
        number
    };
    (0..count).map(number).collect()
}

fn time(path: &str) {
    let text = fs::read_to_string(path).unwrap();
    let numbers: Vec<BigUint> = text.lines().map(|line| line.parse().unwrap()).collect();
    let words: Option<Vec<u64>> = numbers
        .iter()
        .map(|number| u64::try_from(number).ok())
        .collect();
    let start = Instant::now();
    let sum: BigUint = match &words {
        Some(words) => words
            .iter()
            .map(|word| multiplicative_order(&2, word).unwrap())
            .sum(),
        None => numbers.iter().map(order).sum(),
    };
    println!(
        "{} {sum}",
        start.elapsed().as_nanos() as f64 / 1e3 / numbers.len() as f64
    );
}

fn order(modulus: &BigUint) -> BigUint {
    multiplicative_order_within(&2u32.into(), modulus, &Budget::unlimited()).unwrap()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["write", bits, count, path] => {
            let numbers = odd_numbers(bits.parse().unwrap(), count.parse().unwrap());
            let lines: Vec<String> = numbers.iter().map(|number| format!("{number}\n")).collect();
            fs::write(path, lines.concat()).unwrap();
        }
        ["time", path] => time(path),
        _ => {} // `cargo bench` runs every bench; this one needs its arguments
    }
}
