use super::normal_survival;
use super::special::{beta, gamma_lower, gamma_upper};

/// A parameter above this counts as infinite: the law equals its limit in all relevant digits.
const NEARLY_NORMAL: f64 = 1e7;

/// A law of mean 0 and variance 1 on a half-line, with given skewness and excess kurtosis (Pearson, *Contributions to
/// the mathematical theory of evolution II*, 1895; *Supplement*, 1901). The kurtosis determines the weight of its upper
/// tail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Standardised {
    Normal,
    /// Type III: the gamma law with shape `shape`.
    Gamma {
        shape: f64,
    },
    /// Type VI: x = scale·(1 + y), where y has the beta prime law with the parameters `first` and `second`.
    BetaPrime {
        first: f64,
        second: f64,
        scale: f64,
    },
    /// Type V: the inverse of a gamma variable with shape `shape`.
    InverseGamma {
        shape: f64,
    },
}

impl Standardised {
    /// Creates the law with `skewness` and excess kurtosis `kurtosis`. A kurtosis below the gamma law's for this
    /// skewness is raised to it. If no law on a half-line has both, the skewness is raised. A negative skewness counts
    /// as 0.
    pub fn new(skewness: f64, kurtosis: f64) -> Standardised {
        let squared = skewness.max(0.0) * skewness.max(0.0);
        let above = 2.0 * kurtosis - 3.0 * squared;
        if above <= 1e-7 * squared || above <= 1e-12 {
            let shape = 4.0 / squared;
            return if shape > NEARLY_NORMAL { Standardised::Normal } else { Standardised::Gamma { shape } };
        }
        // p and q are the exponents of (x − a)^p·x^-q (Elderton, *Frequency curves and correlation*, 1906).
        let r = -6.0 * (kurtosis + 2.0 - squared) / above;
        let discriminant = squared * (r + 2.0) * (r + 2.0) + 16.0 * (r + 1.0);
        if discriminant <= 0.0 {
            return Standardised::inverse_gamma(kurtosis);
        }
        let (middle, half) = ((r - 2.0) / 2.0, (r * (r + 2.0) / 2.0 * (squared / discriminant).sqrt()).abs());
        let (above, below) = (middle + half, half - middle);
        let (first, second) = (above + 1.0, below - above - 1.0);
        if second > NEARLY_NORMAL {
            return Standardised::Gamma { shape: 4.0 / squared };
        }
        Standardised::BetaPrime { first, second, scale: 0.5 * discriminant.sqrt() }
    }

    /// Returns the inverse gamma law with `kurtosis` = 6(5a − 11)/((a − 3)(a − 4)), where a is the shape.
    fn inverse_gamma(kurtosis: f64) -> Standardised {
        let linear = 7.0 * kurtosis + 30.0;
        let root = (linear * linear - 4.0 * kurtosis * (12.0 * kurtosis + 66.0)).sqrt();
        let shape = (linear + root) / (2.0 * kurtosis);
        if shape > NEARLY_NORMAL { Standardised::Normal } else { Standardised::InverseGamma { shape } }
    }

    /// Returns P(X ≥ `z`) for a variable X with this law.
    pub fn upper_tail(self, z: f64) -> f64 {
        match self {
            Standardised::Normal => normal_survival(z),
            Standardised::Gamma { shape } => {
                gamma_upper(shape, (shape + shape.sqrt() * z).max(f64::MIN_POSITIVE))
            }
            Standardised::BetaPrime { first, second, scale } => {
                let value = z + scale * (1.0 + first / (second - 1.0));
                if value <= scale { 1.0 } else { beta(second, first, scale / value) }
            }
            Standardised::InverseGamma { shape } => {
                let value = 1.0 + z / (shape - 2.0).sqrt();
                if value <= 0.0 { 1.0 } else { gamma_lower(shape, (shape - 1.0) / value) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moments ∫ k·z^(k−1)·tail, by the midpoint rule over the whole law, equal the given ones.
    #[test]
    fn laws_have_their_moments() {
        for (skewness, kurtosis, kind) in [
            (1.0, 1.5, "Gamma"),
            (1.2, 2.6, "BetaPrime"),
            (0.5, 0.47, "BetaPrime"),
            (0.3, 1.0, "InverseGamma"),
        ] {
            let law = Standardised::new(skewness, kurtosis);
            assert!(format!("{law:?}").starts_with(kind), "{law:?}");
            let (step, least, most) = (1e-3, -30.0, 400.0);
            let mut moments = [0.0, least, least * least, 0.0, f64::powi(least, 4)];
            for index in 0..((most - least) / step) as u32 {
                let z = least + (f64::from(index) + 0.5) * step;
                let tail = law.upper_tail(z) * step;
                moments[1] += tail;
                moments[2] += 2.0 * z * tail;
                moments[4] += 4.0 * z * z * z * tail;
            }
            assert!(moments[1].abs() < 1e-3 && (moments[2] - 1.0).abs() < 0.05, "{law:?}: {moments:?}");
            assert!((moments[4] / (3.0 + kurtosis) - 1.0).abs() < 0.05, "{law:?}: {moments:?}");
        }
        assert_eq!(Standardised::new(0.0, 0.0), Standardised::Normal);
        assert_eq!(Standardised::new(-0.5, 0.0), Standardised::Normal);
    }

    /// The kurtosis rises in small steps, across the types of Pearson's laws.
    #[test]
    fn tails_grow_with_the_kurtosis() {
        let tails: Vec<f64> = (0..30)
            .map(|step| Standardised::new(0.6, 0.54 + 0.05 * f64::from(step)).upper_tail(8.0))
            .collect();
        assert!(tails.windows(2).all(|pair| pair[0] < pair[1]), "{tails:?}");
    }
}
