//! This library's part of `benches/peers/sizes.sh`: the moduli of an order, ascending, timed.
//!
//! `time ORDER TURNS` prints the mean microseconds of a turn, how many moduli there are, and
//! their sum. On Linux the time is processor time, which does not depend on other load;
//! elsewhere it is wall time.

use std::hint::black_box;
use std::time::Instant;

use faro_math::number::{Budget, Moduli};
use num_bigint::BigUint;

/// Returns the nanoseconds of processor time since the process began.
fn on_processor() -> Option<u128> {
    std::thread::yield_now(); // brings the account up to date
    let spent = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    spent.split(' ').next()?.parse().ok()
}

fn timed(work: impl FnOnce()) -> u128 {
    let (clock, processor) = (Instant::now(), on_processor());
    work();
    match (processor, on_processor()) {
        (Some(before), Some(after)) => after - before,
        _ => clock.elapsed().as_nanos(),
    }
}

fn time(order: u32, turns: u32) {
    let moduli = || {
        Moduli::with_order(order, &Budget::default())
            .unwrap()
            .ascending()
            .unwrap()
    };
    let turn = |_| moduli().for_each(|modulus| _ = black_box(&modulus));
    let spent = timed(|| (0..turns).for_each(turn)) as f64 / f64::from(turns) / 1e3;
    let (count, sum) = (moduli().count(), moduli().sum::<BigUint>());
    println!("{spent:.1} {count} {sum}");
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if let ["time", order, turns] = arguments[..] {
        time(order.parse().unwrap(), turns.parse().unwrap()); // `cargo bench` gives none
    }
}
