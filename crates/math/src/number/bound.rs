//! Bounds with few digits: a lower bound is rounded down and an upper bound up, so that they stay true.

/// The side from which a bound limits a number that is not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The number is at least the bound.
    Lower,
    /// The number is at most the bound.
    Upper,
}

impl Bound {
    /// Formats a bound with `places` decimals, rounded outwards.
    ///
    /// ```
    /// use faro_math::number::Bound;
    /// assert_eq!([Bound::Lower, Bound::Upper].map(|bound| bound.decimals(0.22716, 2)), ["0.22", "0.23"]);
    /// ```
    pub fn decimals(self, number: f64, places: usize) -> String {
        let (mantissa, exponent) = parsed(&format!("{number:e}"));
        let units = self.units(mantissa, exponent + places as i64).to_string();
        let padded = format!("{units:0>width$}", width = places + 1);
        let (whole, decimals) = padded.split_at(padded.len() - places);
        if places == 0 {
            whole.into()
        } else {
            format!("{whole}.{decimals}")
        }
    }

    /// Formats a bound in scientific notation with `digits` significant digits, rounded outwards.
    ///
    /// ```
    /// use faro_math::number::Bound;
    /// assert_eq!([Bound::Lower, Bound::Upper].map(|bound| bound.digits(0.0099999, 2)), ["9.9e-3", "1.0e-2"]);
    /// ```
    pub fn digits(self, number: f64, digits: usize) -> String {
        self.scientific(&format!("{number:e}"), digits)
    }

    /// Rounds a number in scientific notation, of any size, outwards to `digits` significant digits.
    pub fn scientific(self, number: &str, digits: usize) -> String {
        let (mantissa, mut exponent) = parsed(number);
        if mantissa == 0 {
            return "0".into();
        }
        let dropped = mantissa.to_string().len() as i64 - digits as i64;
        let mut units = self.units(mantissa, -dropped).to_string();
        exponent += dropped;
        if units.len() > digits {
            (units, exponent) = (units[..digits].into(), exponent + 1);
        }
        let point = if digits > 1 { "." } else { "" };
        format!(
            "{}{point}{}e{}",
            &units[..1],
            &units[1..],
            exponent + digits as i64 - 1
        )
    }

    /// Returns `mantissa`·10^`power`, rounded outwards to an integer.
    fn units(self, mantissa: u128, power: i64) -> u128 {
        match u32::try_from(power.unsigned_abs())
            .ok()
            .and_then(|size| 10u128.checked_pow(size))
        {
            Some(scale) if power >= 0 => mantissa.saturating_mul(scale),
            Some(scale) if self == Bound::Upper => mantissa.div_ceil(scale),
            Some(scale) => mantissa / scale,
            None => u128::from(self == Bound::Upper && mantissa > 0),
        }
    }
}

/// Returns the integer mantissa of a number in scientific notation, and the power of ten that multiplies it.
fn parsed(number: &str) -> (u128, i64) {
    let (mantissa, exponent) = number.split_once('e').unwrap_or((number, "0"));
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: String = whole.chars().chain(decimals.chars()).collect();
    let exponent: i64 = exponent.parse().unwrap_or_default();
    (
        digits.parse().unwrap_or_default(),
        exponent - decimals.len() as i64,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_rounded_outwards() {
        let both = |number: f64, places| {
            [Bound::Lower, Bound::Upper].map(|bound| bound.decimals(number, places))
        };
        assert_eq!(both(0.60312, 2), ["0.60", "0.61"]);
        assert_eq!(both(0.1, 5), ["0.10000", "0.10000"]);
        assert_eq!(both(0.999999, 3), ["0.999", "1.000"]);
        assert_eq!(both(22.716, 0), ["22", "23"]);
        assert_eq!(both(1e-300, 2), ["0.00", "0.01"]);
        assert_eq!(both(0.0, 2), ["0.00", "0.00"]);
        assert_eq!(both(120.0, 1), ["120.0", "120.0"]);
    }

    #[test]
    fn small_bounds_keep_their_digits() {
        let both = |number| [Bound::Lower, Bound::Upper].map(|bound| bound.digits(number, 3));
        assert_eq!(both(1.381541e-5), ["1.38e-5", "1.39e-5"]);
        assert_eq!(both(9.999e-3), ["9.99e-3", "1.00e-2"]);
        assert_eq!(both(0.25), ["2.50e-1", "2.50e-1"]);
        assert_eq!(both(1.0), ["1.00e0", "1.00e0"]);
        assert_eq!(both(0.0), ["0", "0"]);
        assert_eq!(
            Bound::Upper.scientific("4.000196163e-144495", 2),
            "4.1e-144495"
        );
        assert_eq!(
            Bound::Lower.scientific("4.000196163e-144495", 1),
            "4e-144495"
        );
    }

    /// Decimal text of a double is compared with it by parsing.
    #[test]
    fn bounds_are_on_the_right_side_and_near() {
        for step in 1..2000u32 {
            let number = f64::from(step) / 1999.0;
            for places in 1..6 {
                let parse = |bound: Bound| bound.decimals(number, places).parse::<f64>().unwrap();
                let (low, high) = (parse(Bound::Lower), parse(Bound::Upper));
                assert!(low <= number && number <= high, "{low} {number} {high}");
                assert!(high - low < 1.001 * 0.1f64.powi(places as i32));
            }
        }
    }
}
