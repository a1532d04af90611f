//! Sums over a range of numbers of rising sequences.

/// Size of the logarithm of a ratio below which the power series of [`divergence_term`] is used. There it is
/// more accurate than the closed form.
const MAX_SERIES_LN: f64 = 0.5;

/// A range of numbers of rising sequences, with the logarithms of their probabilities.
pub struct Window {
    /// The first number of rising sequences.
    pub first: u64,
    /// The logarithms of the probabilities in a uniformly random deck.
    pub ln_uniform: Vec<f64>,
    /// The logarithms of the ratios of the riffled to the uniform probability.
    pub ln_ratio: Vec<f64>,
}

impl Window {
    /// Returns ln U(r) and ln Q(r)/U(r) for each number r of rising sequences in the window.
    ///
    /// Q is the law after the riffle, and U that of a random deck.
    fn cells(&self) -> impl Iterator<Item = (f64, f64)> {
        self.ln_uniform
            .iter()
            .copied()
            .zip(self.ln_ratio.iter().copied())
    }

    /// Returns the total variation distance: the sum of max(Q − U, 0).
    ///
    /// Q and U are the probabilities of a number of rising sequences after the riffle and in a random deck.
    pub fn excess(&self) -> f64 {
        let more = self.cells().filter(|(_, ratio)| *ratio > 0.0);
        more.fold(0.0, |sum, (uniform, ratio)| {
            sum + difference(uniform, ratio)
        })
    }

    /// Returns ln Σ min(Q, U), the logarithm of 1 minus the total variation distance.
    ///
    /// Q and U are the probabilities of a number of rising sequences after the riffle and in a random deck.
    pub fn ln_common(&self) -> f64 {
        ln_sum(
            self.cells()
                .map(|(uniform, ratio)| uniform + ratio.min(0.0)),
        )
    }

    /// Returns the chi-square distance of two laws that are close.
    ///
    /// [`ln_chi_square`](Self::ln_chi_square) is for laws that are far apart.
    pub fn chi_square(&self) -> f64 {
        self.cells()
            .map(|(uniform, ratio)| difference(uniform / 2.0, ratio).powi(2))
            .sum()
    }

    /// Returns the natural logarithm of the chi-square distance.
    pub fn ln_chi_square(&self) -> f64 {
        ln_sum(
            self.cells()
                .map(|(uniform, ratio)| uniform + 2.0 * ln_difference(ratio)),
        )
    }

    /// Returns the probabilities of the numbers of rising sequences after the riffle, scaled to the sum 1.
    fn riffled(&self) -> Vec<f64> {
        let ln_total = ln_sum(self.cells().map(|(uniform, ratio)| uniform + ratio));
        self.cells()
            .map(|(uniform, ratio)| (uniform + ratio - ln_total).exp())
            .collect()
    }

    /// Returns the mean number of rising sequences of the riffled deck.
    pub fn mean(&self) -> f64 {
        (self.first..)
            .zip(self.riffled())
            .map(|(r, chance)| r as f64 * chance)
            .sum()
    }

    /// Returns the Kullback–Leibler divergence in nats, as the mean of the ratio's logarithm.
    ///
    /// The window must contain the riffled deck; it may contain little of the uniform one.
    pub fn far_divergence(&self) -> f64 {
        let terms = self.riffled().into_iter().zip(&self.ln_ratio);
        terms
            .filter(|(chance, _)| *chance > 0.0)
            .map(|(chance, ratio)| chance * ratio)
            .sum()
    }

    /// Returns the Kullback–Leibler divergence in nats, as a sum of terms that are not negative.
    ///
    /// The window must contain both decks. The result is the mean of x ln x − x + 1 over the uniform deck, with
    /// the ratio x.
    pub fn near_divergence(&self) -> f64 {
        let term = |((uniform, ratio), chance): ((f64, f64), f64)| match ratio {
            _ if ratio.abs() < MAX_SERIES_LN => uniform.exp() * divergence_term(ratio),
            f64::NEG_INFINITY => uniform.exp(),
            _ => chance * (ratio - 1.0) + uniform.exp(),
        };
        self.cells().zip(self.riffled()).map(term).sum()
    }
}

/// Returns e^u·(eˣ − 1), even if eˣ alone is too large for an `f64`.
fn difference(u: f64, x: f64) -> f64 {
    if x > 40.0 {
        (u + x).exp()
    } else {
        u.exp() * x.exp_m1()
    }
}

/// Returns ln |eˣ − 1|, even if eˣ is too large for an `f64`.
fn ln_difference(x: f64) -> f64 {
    if x > 40.0 { x } else { x.exp_m1().abs().ln() }
}

/// Returns x·eˣ − eˣ + 1 = Σ (j − 1)/j!·xʲ, near 0.
fn divergence_term(x: f64) -> f64 {
    let (mut power, mut sum) = (x, 0.0);
    for j in 2..20 {
        power *= x / f64::from(j);
        sum += power * f64::from(j - 1);
    }
    sum
}

/// Returns ln of a sum, given the logarithms of its terms.
fn ln_sum(terms: impl Iterator<Item = f64>) -> f64 {
    let terms: Vec<f64> = terms.collect();
    let largest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if largest == f64::NEG_INFINITY {
        return largest;
    }
    largest
        + terms
            .iter()
            .map(|term| (term - largest).exp())
            .sum::<f64>()
            .ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_series_meets_the_closed_form() {
        for x in [-0.5f64, 0.5] {
            assert!((divergence_term(x) - (x * x.exp() - x.exp_m1())).abs() < 1e-16);
        }
        assert_eq!(divergence_term(1e-150), 0.5e-300);
    }

    #[test]
    fn sums_of_huge_and_tiny_numbers() {
        assert_eq!(ln_sum([1e6, 1e6].into_iter()), 1e6 + 2f64.ln());
        assert_eq!(
            ln_sum([f64::NEG_INFINITY; 3].into_iter()),
            f64::NEG_INFINITY
        );
    }
}
