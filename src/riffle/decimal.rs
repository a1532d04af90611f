//! Decimal digits of numbers far beyond an `f64`.

/// A number from 2^127 to below 2^128 as an integer, times a power of two.
#[derive(Clone, Copy)]
struct Scaled {
    size: u128,
    exponent: i64,
}

impl Scaled {
    fn new(size: u128, exponent: i64) -> Scaled {
        let shift = size.leading_zeros();
        Scaled { size: size << shift, exponent: exponent - i64::from(shift) }
    }

    fn times(self, other: Scaled) -> Scaled {
        Scaled::new(product_above(self.size, other.size), self.exponent + other.exponent + 128)
    }

    /// Returns 10^`power`, by squaring: the error of 1/10 grows with the power, to 10^-32 at a million.
    fn power_of_ten(power: i64) -> Scaled {
        let base = if power < 0 { Scaled::new(TENTH, -131) } else { Scaled::new(10, 0) };
        let (mut base, mut left, mut product) = (base, power.unsigned_abs(), Scaled::new(1, 0));
        while left > 0 {
            if left % 2 == 1 {
                product = product.times(base);
            }
            base = base.times(base);
            left /= 2;
        }
        product
    }
}

/// 2^131/10, rounded.
const TENTH: u128 = 0xCCCC_CCCC_CCCC_CCCC_CCCC_CCCC_CCCC_CCCD;

/// Returns the product without its lower 128 bits.
pub fn product_above(a: u128, b: u128) -> u128 {
    let low = u128::from(u64::MAX);
    let (a1, a0, b1, b0) = (a >> 64, a & low, b >> 64, b & low);
    let middle = a1 * b0 + ((a0 * b0) >> 64);
    let other = a0 * b1 + (middle & low);
    a1 * b1 + (middle >> 64) + (other >> 64)
}

/// Returns `size`·2^`exponent` in scientific notation with this number of digits, up to 17; `size` is from 1 to below 2.
pub fn decimal(size: f64, exponent: i64, digits: u32) -> String {
    let whole = (size * 2f64.powi(52)) as u128;
    let number = Scaled::new(whole, exponent - 52);
    let mut power = ((exponent as f64 + size.log2()) * std::f64::consts::LOG10_2).floor() as i64;
    let bound = 10u128.pow(digits);
    loop {
        // The digits before the point are those that are printed.
        let scaled = number.times(Scaled::power_of_ten(i64::from(digits) - 1 - power));
        let kept = scaled.size >> (-scaled.exponent - 1);
        let rounded = kept.div_ceil(2);
        match rounded {
            _ if rounded >= bound => power += 1,
            _ if rounded < bound / 10 => power -= 1,
            _ => {
                let text = rounded.to_string();
                let point = if digits > 1 { "." } else { "" };
                return format!("{}{point}{}e{power}", &text[..1], &text[1..]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;

    #[test]
    fn the_digits_are_those_of_the_whole_number() {
        for exponent in [52i64, 60, 1000, 33_333, 200_000] {
            let size = 1.123_456_789_012_345_6f64;
            let whole = (BigUint::from((size * 2f64.powi(52)) as u64) << (exponent - 52)).to_string();
            for digits in [1, 5, 15] {
                let dropped = whole.len() - digits as usize;
                let kept: u64 = whole[..digits as usize + 1].parse().unwrap();
                let rounded = ((kept + 5) / 10).to_string();
                let point = if digits > 1 { "." } else { "" };
                let power = dropped + rounded.len() - 1;
                let known = format!("{}{point}{}e{power}", &rounded[..1], &rounded[1..]);
                assert_eq!(decimal(size, exponent, digits), known);
            }
        }
    }

    #[test]
    fn small_numbers_and_carries() {
        assert_eq!(decimal(1.0, -1074, 6), "4.94066e-324");
        assert_eq!(decimal(1.0, -480_000, 15), "4.00019616386068e-144495");
        assert_eq!(decimal(1.999_999_999, 2, 3), "8.00e0");
        assert_eq!(decimal(1.249_999_999, 3, 4), "1.000e1");
    }
}
