//! Elementary functions in plain arithmetic: the same bits in every build and on every processor.
//!
//! The functions of the standard library call the system's functions, which differ between processors (with and without
//! fused multiplication) and between systems. The standard `powi` is multiplied out in one build, and folded to a
//! differently rounded constant in another. Figures that two people compare, such as p-values, are computed with the
//! functions of this module.

pub use libm::{
    cbrt, cos, exp, exp2, expm1 as exp_m1, lgamma as ln_gamma, log as ln, log1p as ln_1p, log2,
    log10, pow as powf, sin,
};

/// Returns `x`^`n` by repeated squaring.
pub fn powi(x: f64, n: u32) -> f64 {
    let (mut power, mut square, mut left) = (1.0, x, n);
    while left > 0 {
        if left & 1 == 1 {
            power *= square;
        }
        square *= square;
        left >>= 1;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers() {
        for n in 0..40 {
            assert_eq!(powi(3.0, n), 3u64.pow(n) as f64);
            assert_eq!(powi(-2.0, n), (-2i64).pow(n) as f64);
        }
        // The expected value is the rounded product, which differs in its last bit from 1/27 rounded.
        let third = 1.0 / 3.0;
        assert_eq!(powi(third, 3), third * third * third);
    }

    /// The expected sum is a hash of all bits; logarithms and exponentials of other libraries may differ in the last
    /// bits.
    #[test]
    fn the_same_bits_everywhere() {
        let (mut sum, mut x) = (0u64, 0.01f64);
        while x < 500.0 {
            for value in [
                exp(-x),
                ln(x),
                log2(x),
                ln_1p(x),
                exp_m1(-x),
                exp2(-x),
                powf(x, 1.7),
                ln_gamma(x),
            ] {
                sum = sum.wrapping_mul(31).wrapping_add(value.to_bits());
            }
            x *= 1.01;
        }
        assert_eq!(sum, 0xa24e7e74e4367467);
    }
}
