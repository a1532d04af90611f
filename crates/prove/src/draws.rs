//! Random values for the draws of a program.

use faro_sample::shuffle::{Choices, Generator};

/// Minimum number of values of a wide draw. A wide draw has too many values to run each of them, so its values are
/// grouped by their effect.
pub const WIDE: u64 = 4096;

/// Returns a list with a random number below each bound in `bounds`.
pub fn below_all(bounds: &[u64], generator: &mut Generator) -> Vec<u64> {
    bounds
        .iter()
        .map(|&bound| below(generator, bound))
        .collect()
}

/// Returns a random number below `bound`, all equally likely, by rejection.
pub fn below(generator: &mut Generator, bound: u64) -> u64 {
    if let Ok(bound) = u32::try_from(bound) {
        return generator.below(bound).into();
    }
    let unused = (bound - 1).leading_zeros();
    loop {
        let number = (0..4).fold(0, |number, _| {
            number << 16 | u64::from(generator.below(1 << 16))
        });
        if number >> unused < bound {
            return number >> unused;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_sample::shuffle::Seed;

    #[test]
    fn random_numbers_below_large_bounds() {
        let mut generator = Generator::unit(&Seed::from(1), 0);
        for bound in [1 << 33, 1 << 53, (1 << 53) + 1, 3 << 40, u64::MAX] {
            let mut top = [0u32; 4];
            for _ in 0..4000 {
                let number = below(&mut generator, bound);
                assert!(number < bound);
                top[(u128::from(number) * 4 / u128::from(bound)) as usize] += 1;
            }
            // Five standard deviations of the binomial law with 4000 trials and probability 1/4.
            assert!(
                top.iter().all(|count| count.abs_diff(1000) < 137),
                "{bound}: {top:?}"
            );
        }
    }
}
