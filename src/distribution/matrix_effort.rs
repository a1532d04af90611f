use super::odometer;
use crate::Error;
use faro_sample::zoo::{RandomShuffle, Riffle, Transpositions, packets_by_primes};

/// Maximum number of cards of an exact matrix.
pub const MAX_CARDS: usize = 1000;

/// Maximum number of arithmetic operations for a matrix: some seconds.
pub const MAX_OPERATIONS: f64 = 2e10;

/// Maximum number of cards moved in all runs together, if a matrix is summed run by run.
pub const MAX_MOVED: f64 = 3e8;

pub fn check_work(operations: f64) -> Result<(), Error> {
    if operations > MAX_OPERATIONS { Err(Error::TooManyOperations { given: operations }) } else { Ok(()) }
}

/// Estimates the number of arithmetic operations for the matrix of a shuffle.
///
/// # Errors
///
/// [`Error::NoFormula`] if no formula is known and there are too many sequences of choices.
pub fn operations(shuffle: RandomShuffle, cards: usize) -> Result<f64, Error> {
    let n = cards as f64;
    Ok(match shuffle {
        _ if shuffle.is_uniform() => n.powi(2),
        RandomShuffle::Transpositions(plan) => steps(plan, cards) * n.powi(2),
        RandomShuffle::Riffle(Riffle::Packets(packets)) => {
            let prime = |(prime, times)| gathered(cards, prime as usize) + power(cards, times) + n.powi(3);
            packets_by_primes(packets).into_iter().map(prime).sum()
        }
        RandomShuffle::Riffle(Riffle::Cut(_)) => gathered(cards, 2),
        RandomShuffle::ShortKeys(keys) => gathered(cards, 2) + power(cards, keys.0),
        RandomShuffle::Shelves(shelves) => gathered(cards, 2 * shelves.0 as usize),
        RandomShuffle::Thorp | RandomShuffle::TopToRandom | RandomShuffle::RandomToTop => n.powi(2),
        RandomShuffle::Overhand(_) => n.powi(3),
        _ => {
            let moved = check_runs(odometer::leaves(&shuffle, cards), cards)?;
            moved * MAX_OPERATIONS / MAX_MOVED
        }
    })
}

/// Returns the number of cards moved in all `leaves` runs together, or an error if it is too large.
pub fn check_runs(leaves: f64, cards: usize) -> Result<f64, Error> {
    let moved = leaves * cards as f64;
    if moved > MAX_MOVED { Err(Error::NoFormula { sequences: leaves }) } else { Ok(moved) }
}

pub fn steps(plan: Transpositions, cards: usize) -> f64 {
    match plan {
        Transpositions::Pairs(times) => f64::from(times),
        _ => cards as f64,
    }
}

/// Returns the number of operations for the matrix of a shuffle that labels cards independently.
pub fn gathered(cards: usize, labels: usize) -> f64 {
    // About 10 √n probabilities of a binomial law of n trials matter.
    let window = (cards as f64).min(10.0 * (cards as f64).sqrt());
    labels as f64 * cards as f64 * window * window / 4.0
}

/// Returns the number of operations for a matrix power, by squaring.
pub fn power(cards: usize, times: u32) -> f64 {
    (cards as f64).powi(3) * 2.0 * f64::from(u32::BITS - times.leading_zeros())
}
