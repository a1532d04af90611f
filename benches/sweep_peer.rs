//! This library's part of `benches/peers/sweep.sh`: the orders of 2 modulo all odd numbers to an end.
//!
//! `time END THREADS` prints microseconds and the sum of the orders; `portable END THREADS` the
//! same without the instructions of a particular machine.

use std::num::NonZero;
use std::time::Instant;

use faro::number::OrderSweep;

fn time(end: u64, threads: NonZero<usize>, prepare: impl FnOnce(OrderSweep) -> OrderSweep) {
    let start = Instant::now();
    let mut sweep = prepare(OrderSweep::with_threads(1..=end, threads).unwrap());
    let sum: u64 = sweep.map_segments(|segment| segment.orders().iter().sum::<u64>()).sum();
    println!("{} {sum}", start.elapsed().as_micros());
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["time", end, threads] => time(end.parse().unwrap(), threads.parse().unwrap(), |sweep| sweep),
        ["portable", end, threads] => {
            time(end.parse().unwrap(), threads.parse().unwrap(), OrderSweep::portable);
        }
        _ => {} // `cargo bench` runs every bench; this one needs its arguments
    }
}
