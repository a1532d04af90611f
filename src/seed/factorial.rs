use std::f64::consts::{LOG2_E, TAU};

/// log2 n!: the bits that tell one order of n cards from all others, on average.
///
/// To about 15 digits: a sum where n is small, else Stirling's series (de Moivre 1730), whose next term is
/// below 10^-19.
///
/// ```
/// // 52! = 80658175170943878571660636856403766975289505440883277824000000000000
/// assert!((faro::seed::log2_factorial(52) - 225.581003).abs() < 1e-6);
/// ```
pub fn log2_factorial(cards: u64) -> f64 {
    const SMALL: u64 = 200;
    if cards < SMALL {
        return (2..=cards).map(|card| (card as f64).log2()).sum();
    }
    let n = cards as f64;
    let correction = (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / (1260.0 * n * n)) / (n * n)) / n;
    n * (n.log2() - LOG2_E) + 0.5 * (TAU * n).log2() + correction * LOG2_E
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The series goes on where the sum ends.
    #[test]
    fn sums_of_logarithms() {
        let mut sum = 0.0;
        for cards in 0..2000u64 {
            sum += (cards.max(1) as f64).log2();
            assert!((log2_factorial(cards) - sum).abs() < 1e-11 * sum.max(1.0), "{cards}");
        }
    }
}
