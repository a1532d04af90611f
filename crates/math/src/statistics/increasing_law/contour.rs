//! The law of the longest increasing subsequence by contour integrals.
//!
//! Let Lₙ be the length for a uniform permutation of n items. By Gessel's theorem, Σₙ P(Lₙ ≤ l)·zⁿ/n! is the Toeplitz
//! determinant D(l) of the Bessel functions I(j − k)(2x), z = x². Cauchy's integral on a circle around 0, by the
//! trapezoidal rule, extracts each probability. The radius is close to a saddle point of the integrand, so that nothing
//! cancels (Bornemann, *Accuracy and stability of computing high-order derivatives of analytic functions by Cauchy
//! integrals*, 2011).

use super::circles::Circles;
use super::{lower, upper};

/// Returns the probability of each length 0 … `n`.
pub fn law(n: usize) -> Vec<f64> {
    let circles = Circles::new(n);
    let split = lower::largest(n);
    let mut at_most = vec![0.0; split + 1];
    let mut more = vec![0.0; n + 1];
    circles.each((1..=split).rev(), lower::saddle, |circle, lengths| {
        lower::at_most(&circles, circle, lengths, &mut at_most)
    });
    circles.each(split + 1..n, upper::saddle, |circle, lengths| {
        upper::more_than(&circles, circle, lengths, &mut more)
    });
    let mut law = vec![0.0; n + 1];
    (1..=split).for_each(|length| law[length] = at_most[length] - at_most[length - 1]);
    law[split + 1] = 1.0 - at_most[split] - more[split + 1];
    (split + 2..=n).for_each(|length| law[length] = more[length - 1] - more[length]);
    law
}
