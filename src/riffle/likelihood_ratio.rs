//! The likelihood ratio of an order: its probability after an a-shuffle over its probability in a random deck.

use faro_math::number::elementary::{exp, ln, ln_1p, powi};
use faro_math::statistics::Law;

/// Factors below this bound are multiplied one by one. For larger ones, Euler and Maclaurin's correction is
/// exact to the last digit.
const SMALL: f64 = 40.0;

/// Returns ln of n!·C(a + n − r, n)/aⁿ = ∏ (a + i − r)/a over i = 1..n (Bayer and Diaconis 1992).
///
/// It is minus infinity for r > a. O(1). With the factors paired around their middle b, it is n·ln(b/a) + Σ
/// ln(1 + j/b) over j from −(n − 1)/2 to (n − 1)/2. The first part changes its sign once. The second part is
/// negative, and small where the first part is small, so that nothing cancels.
pub fn ln_ratio(cards: u64, packets: f64, rising: u64) -> f64 {
    let (n, r) = (cards as f64, rising as f64);
    if r > packets {
        return f64::NEG_INFINITY;
    }
    let peeled = (SMALL - (packets - r)).clamp(0.0, n).ceil();
    let small = (1..=peeled as u64).map(|i| ln((packets - r + i as f64) / packets));
    let rest = n - peeled;
    let shift = (n + peeled + 1.0) / 2.0 - r;
    let middle = packets + shift;
    small.sum::<f64>() + rest * ln_1p(shift / packets) + spread(rest, middle)
}

/// Returns Σ ln(1 + j/b), where b is `middle` and j are `count` numbers at distance 1 centred at 0.
fn spread(count: f64, middle: f64) -> f64 {
    if count <= 1.0 {
        return 0.0;
    }
    let (low, high) = (middle - count / 2.0, middle + count / 2.0);
    let power = |exponent| 1.0 / powi(high, exponent) - 1.0 / powi(low, exponent);
    let first = -count / (high * low) / 24.0;
    let others = 7.0 / 2880.0 * power(3) - 31.0 / 40_320.0 * power(5) + 127.0 / 215_040.0 * power(7);
    middle * area(count / (2.0 * middle)) - first + others
}

/// Returns the integral of ln(1 + x) from −h to h: −2 Σ h^(2j+1)/(2j(2j + 1)).
fn area(h: f64) -> f64 {
    if h > 0.25 {
        return (1.0 + h) * ln_1p(h) - (1.0 - h) * ln_1p(-h) - 2.0 * h;
    }
    let terms = (1..=13).rev().map(f64::from);
    -2.0 * powi(h, 3) * terms.fold(0.0, |tail, j| tail * h * h + 1.0 / (2.0 * j * (2.0 * j + 1.0)))
}

/// Returns the law of the number of rising sequences minus 1 after a shuffle with `packets` packets.
///
/// This is the number of descents of the cards' positions. Any order with r rising sequences has
/// probability C(a + n − r, n)/aⁿ (Bayer and Diaconis, *Trailing the dovetail shuffle to its lair*, 1992).
/// The descents of a deck that was sorted by random keys with a values have the same law. O(n²).
pub fn descents_after_packets(cards: usize, packets: f64) -> Law {
    let fair = Law::descents(cards);
    let descents = cards.min(packets as usize);
    let weigh = |(descents, &chance): (usize, &f64)| {
        exp(ln(chance) + ln_ratio(cards as u64, packets, descents as u64 + 1))
    };
    Law::new(fair.probabilities().iter().take(descents).enumerate().map(weigh).collect::<Vec<f64>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closed_form_is_the_product() {
        for (cards, packets) in
            [(1, 1), (5, 2), (52, 1), (52, 32), (52, 128), (300, 64), (300, 4096), (300, 1 << 40)]
        {
            for r in 1..=cards.min(packets) {
                let factors = (1..=cards).map(|i| ((i as f64 - r as f64) / packets as f64).ln_1p());
                let (sum, scale) = factors.fold((0.0, 0.0), |(sum, scale), x| (sum + x, scale + x.abs()));
                let ratio = ln_ratio(cards, packets as f64, r);
                assert!((ratio - sum).abs() <= 2e-14 * scale, "{cards} {packets} {r}: {ratio} {sum}");
            }
        }
        assert_eq!(ln_ratio(5, 2.0, 3), f64::NEG_INFINITY);
        assert!((0..480).all(|riffles| ln_ratio(1, 2f64.powi(riffles), 1) == 0.0));
    }
}
