use super::Recorded;
use super::habits::same_sides;
use super::interval::{ratio_error, sums};
use faro_math::number::elementary::{exp, ln, ln_1p};

/// The prior of the two coefficients: its means, which are the values of ideal riffles, and the inverses of its
/// variances. It keeps the coefficients finite if all drops are alike, and has little weight beside one riffle
/// of 52 cards.
const PRIOR: [(f64, f64); 2] = [(0.0, 0.25), (1.0, 1.0)];

const STEPS: usize = 100;

/// Maximum change of a coefficient in one step, which keeps Newton's method from overshooting.
const LONGEST: f64 = 1.0;

/// A logistic regression of the drops on the cards left.
///
/// The log odds that a card drops from the same side again are persistence + balance · ln(cards left on that
/// side / cards left on the other).
pub struct Fit {
    /// The persistence and the balance.
    pub coefficients: [f64; 2],
    /// Two steps of one standard error in independent directions.
    ///
    /// They are the columns of a Cholesky factor of the covariance of the coefficients.
    pub steps: [[f64; 2]; 2],
    likelihood: f64,
}

/// Returns the riffles and their fit, turned upside down if that fits better.
///
/// A record does not show from which end of the deck the drops depend on one another.
pub fn better_side_up(riffles: &[Recorded]) -> (Vec<Recorded>, Fit) {
    let turned: Vec<Recorded> = riffles.iter().map(Recorded::turned).collect();
    let [one, other] = [Fit::new(riffles), Fit::new(&turned)];
    if other.likelihood > one.likelihood { (turned, other) } else { (riffles.to_vec(), one) }
}

/// The gradient, and the negative matrix of second derivatives.
type Derivatives = ([f64; 2], [[f64; 2]; 2]);

impl Fit {
    /// Fits by Newton's method. The logarithm of the likelihood is concave.
    pub fn new(riffles: &[Recorded]) -> Fit {
        let drops: Vec<(f64, f64)> = riffles.iter().flat_map(Recorded::choices).map(observed).collect();
        let mut coefficients = PRIOR.map(|(mean, _)| mean);
        for _ in 0..STEPS {
            let (gradient, information) = derivatives(&drops, coefficients);
            let step = applied(inverse(information), gradient);
            let longest = step[0].abs().max(step[1].abs());
            let scale = if longest > LONGEST { LONGEST / longest } else { 1.0 };
            coefficients = [coefficients[0] + scale * step[0], coefficients[1] + scale * step[1]];
            if longest < 1e-10 {
                break;
            }
        }
        let covariance = inverse(derivatives(&drops, coefficients).1);
        let likelihood = drops.iter().map(|drop| ln_likelihood(*drop, coefficients)).sum();
        Fit { coefficients, steps: columns(covariance, dispersion(riffles)), likelihood }
    }
}

/// Returns 1 if the drop is from the same side again and 0 otherwise, and the logarithm of the ratio of the
/// cards left.
fn observed((same, left): (bool, [usize; 2])) -> (f64, f64) {
    (f64::from(same), ln(left[0] as f64 / left[1] as f64))
}

fn ln_likelihood((same, x): (f64, f64), at: [f64; 2]) -> f64 {
    let odds = at[0] + at[1] * x;
    -ln_1p(exp(if same == 1.0 { -odds } else { odds }))
}

fn derivatives(drops: &[(f64, f64)], at: [f64; 2]) -> Derivatives {
    let mut gradient = [0, 1].map(|i| PRIOR[i].1 * (PRIOR[i].0 - at[i]));
    let mut information = [[PRIOR[0].1, 0.0], [0.0, PRIOR[1].1]];
    for &(same, x) in drops {
        let chance = logistic(at[0] + at[1] * x);
        let weight = chance * (1.0 - chance);
        gradient[0] += same - chance;
        gradient[1] += (same - chance) * x;
        information[0][0] += weight;
        information[0][1] += weight * x;
        information[1][1] += weight * x * x;
    }
    information[1][0] = information[0][1];
    (gradient, information)
}

pub fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + exp(-odds))
}

fn inverse([[a, b], [c, d]]: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
    let determinant = a * d - b * c;
    [[d / determinant, -b / determinant], [-c / determinant, a / determinant]]
}

fn applied(matrix: [[f64; 2]; 2], vector: [f64; 2]) -> [f64; 2] {
    matrix.map(|row| row[0] * vector[0] + row[1] * vector[1])
}

/// Returns the dispersion of riffles relative to independent drops: the variance of the proportion of drops
/// from the same side, divided by its variance in independent trials. For m riffles with independent drops it
/// has the chi-square law with m − 1 degrees of freedom, divided by m − 1.
fn dispersion(riffles: &[Recorded]) -> f64 {
    let counts = same_sides(riffles);
    let [same, all] = sums(&counts);
    let expected = same / all * (1.0 - same / all) / all;
    if riffles.len() < 2 || expected.is_nan() || expected <= 0.0 {
        return 1.0;
    }
    let error = ratio_error(&counts);
    error * error / expected
}

fn columns([[a, b], [_, d]]: [[f64; 2]; 2], dispersion: f64) -> [[f64; 2]; 2] {
    let scale = dispersion.sqrt();
    let first = a.sqrt();
    let rest = (d - b * b / a).max(0.0).sqrt();
    [[scale * first, scale * b / first], [0.0, scale * rest]]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At the fit the gradient is 0, and both standard errors are positive.
    #[test]
    fn the_gradient_is_zero_at_the_fit() {
        let riffles: Vec<Recorded> =
            ["LLRRLRLRRLLLRLRRLRLR", "RRLRLLLRRRRLLRLLRLRL"].map(|text| text.parse().unwrap()).into();
        let drops: Vec<_> = riffles.iter().flat_map(Recorded::choices).map(observed).collect();
        let fit = Fit::new(&riffles);
        assert!(derivatives(&drops, fit.coefficients).0.iter().all(|slope| slope.abs() < 1e-8));
        assert!(fit.steps[0][0] > 0.0 && fit.steps[1][1] > 0.0);
    }

    #[test]
    fn drops_that_are_all_alike_have_a_fit() {
        let perfect: Vec<Recorded> = vec!["RL".repeat(26).parse().unwrap(); 20];
        let fit = Fit::new(&perfect);
        assert!(fit.coefficients[0] < -3.0 && fit.coefficients.iter().all(|value| value.is_finite()));
        assert!(fit.steps.iter().flatten().all(|step| step.is_finite()));
    }
}
