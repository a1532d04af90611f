//! This library's part of `benches/peers/sweep.sh`: the orders of 2 modulo all odd numbers to an end.
//!
//! `time END THREADS` prints microseconds and the sum of the orders.

use std::time::Instant;

use faro_math::number::OrderSweep;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    // `cargo bench` runs every bench; this one needs its arguments.
    if let ["time", end, threads] = arguments[..] {
        let start = Instant::now();
        let mut sweep =
            OrderSweep::with_threads(1..=end.parse().unwrap(), threads.parse().unwrap()).unwrap();
        let sum: u64 = sweep
            .map_segments(|segment| segment.orders().iter().sum::<u64>())
            .sum();
        println!("{} {sum}", start.elapsed().as_micros());
    }
}
