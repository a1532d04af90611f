//! The likeliest whole number, from exact log-likelihoods.

use super::candidate::Estimate;
use faro_math::number::elementary::exp2;

/// The nats below the maximum that bound a 95 % interval: half of the chi-square quantile 3.84 (Wilks 1938).
pub const LIKELY: f64 = 1.92;

/// The numbers that are tried first, of each power of 2.
const EACH_POWER: f64 = 8.0;

/// Returns the likeliest whole number in a range, and its 95 % interval. `nats`, the log-likelihood, rises up to the
/// likeliest number and then falls.
pub fn likeliest(lowest: f64, highest: f64, nats: impl Fn(f64) -> f64) -> Estimate {
    let power = |step: u32| (lowest.max(1.0) * exp2(f64::from(step) / EACH_POWER)).round();
    let mut tried: Vec<f64> = (0..).map(power).take_while(|&value| value < highest).collect();
    tried.push(highest);
    let nats_of_tried: Vec<f64> = tried.iter().map(|&value| nats(value)).collect();
    let best = (0..tried.len()).max_by(|&a, &b| nats_of_tried[a].total_cmp(&nats_of_tried[b])).unwrap_or(0);
    let (from, to) = (tried[best.saturating_sub(1)], tried[(best + 1).min(tried.len() - 1)]);
    // The number before which it rises.
    let value = first(from, to, |value| nats(value) >= nats(value + 1.0));
    let most = nats(value);
    let is_likely = |value: f64| nats(value) > most - LIKELY;
    let low = first(lowest, value, is_likely);
    let high =
        if is_likely(highest) { highest } else { first(value, highest, |value| !is_likely(value)) - 1.0 };
    Estimate { value, low, high: high.max(value) }
}

/// Returns the first whole number from `low` on that is accepted, if `high` and all numbers after the first are. Beyond 2^53
/// the result is a number that a float represents.
fn first(mut low: f64, mut high: f64, is_accepted: impl Fn(f64) -> bool) -> f64 {
    if low >= high || is_accepted(low) {
        return low.min(high);
    }
    loop {
        let middle = ((low + high) / 2.0).floor();
        if middle <= low || middle >= high {
            return high;
        }
        if is_accepted(middle) { high = middle } else { low = middle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A parabola of which 1.92 is reached 19.6 from its top.
    #[test]
    fn tops_of_parabolas() {
        let parabola = |top: f64| move |value: f64| -(value - top) * (value - top) / 200.0;
        let of = |top, highest| likeliest(5.0, highest, parabola(top));
        assert_eq!(of(500.2, 1e9), Estimate { value: 500.0, low: 481.0, high: 519.0 });
        assert_eq!(of(8.0, 1e9), Estimate { value: 8.0, low: 5.0, high: 27.0 });
        assert_eq!(of(3.0, 1e9), Estimate { value: 5.0, low: 5.0, high: 22.0 });
        assert_eq!(of(500.2, 1e19), Estimate { value: 500.0, low: 481.0, high: 519.0 });
        assert_eq!(of(1000.0, 1005.0), Estimate { value: 1000.0, low: 981.0, high: 1005.0 });
    }
}
