use super::ratio::ln_ratio;
use crate::number::elementary::{exp, ln};
use crate::statistics::Law;

/// The descents of where cards went, after one shuffle with this number of packets: one less than the rising
/// sequences. An order with r of these has probability C(a + n − r, n)/aⁿ (Bayer and Diaconis, *Trailing the
/// dovetail shuffle to its lair*, 1992). The descents of a deck sorted by keys of a values have the same
/// law. O(n²).
pub fn descents_after_packets(cards: usize, packets: f64) -> Law {
    let fair = Law::descents(cards);
    let descents = cards.min(packets as usize);
    let weigh = |(descents, &chance): (usize, &f64)| {
        exp(ln(chance) + ln_ratio(cards as u64, packets, descents as u64 + 1))
    };
    Law::new(fair.probabilities().iter().take(descents).enumerate().map(weigh).collect::<Vec<f64>>())
}
