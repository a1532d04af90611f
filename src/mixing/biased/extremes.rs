use super::coefficients::{Labels, Symmetric, ln_coefficient};
use crate::Error;
use crate::riffle::Magnitude;
use faro_sample::shuffle::Chance;

/// Maximum number of cards.
const MAX_CARDS: u64 = 1_000_000;

/// Number of correct digits of a result whose logarithm is at most [`SMALL_LN`] in size.
const DIGITS: u32 = 12;

/// Size up to which exponentiating a logarithm costs no digit.
const SMALL_LN: f64 = 8.0;

/// Riffles with a biased cut.
///
/// Each card belongs to the top packet with the same probability, which need not be 1/2.
///
/// All interleavings of the two packets are equally likely. k such riffles are one riffle with 2^k packets,
/// whose probabilities x are the products of k factors p or 1 − p. The reversed deck is the least probable
/// order: all its n cards are from different packets, which gives the elementary symmetric function e of the x.
/// New-deck order is the most probable one and gives the complete symmetric function h (Fulman, *The
/// combinatorics of biased riffle shuffles*, 1998; Assaf, Diaconis and Soundararajan, *A rule of thumb for
/// riffle shuffling*, 2011). Both are coefficients of products over all packets. They are computed by Newton's
/// identities if they are near their value in a random deck, and by Cauchy's integral otherwise.
///
/// ```
/// use faro::mixing::BiasedRiffles;
/// let even = BiasedRiffles::new(52, "0.5".parse()?)?.extremes(7);
/// assert_eq!(format!("{:.10}", even.separation.to_f64()), "0.9999945573");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BiasedRiffles {
    pub(super) cards: usize,
    pub(super) top: Chance,
}

/// The distances that depend only on the most and the least probable order.
#[derive(Clone, Debug, PartialEq)]
pub struct Extremes {
    /// The separation: the largest 1 − Q/U, from 0 to 1.
    pub separation: Magnitude,
    /// 1 minus the separation.
    pub separation_complement: Magnitude,
    /// The L-infinity distance: the largest |Q/U − 1|.
    pub l_infinity: Magnitude,
}

impl BiasedRiffles {
    /// Maximum number of riffles.
    pub const MAX_RIFFLES: u32 = 480;

    /// Maximum number of cards for which the probabilities of orders are computed: two packs.
    pub const MAX_ESTIMATED_CARDS: usize = 104;

    /// Returns the riffles of `cards` cards that belong to the top packet with probability `top`.
    ///
    /// # Errors
    ///
    /// [`Error::TooFewCards`] if `cards` is 0, and [`Error::TooManyCards`] if it exceeds 1,000,000.
    pub fn new(cards: usize, top: Chance) -> Result<BiasedRiffles, Error> {
        Error::check_cards(cards as u64, 1..=MAX_CARDS)?;
        Ok(BiasedRiffles { cards, top })
    }

    /// Returns the probability that a card belongs to the top packet.
    pub(super) fn top(&self) -> f64 {
        let [comes, not] = self.top.odds();
        f64::from(comes) / f64::from(comes + not)
    }

    /// Returns max(p, 1 − p), where p is the probability that a card belongs to the top packet.
    pub fn largest(&self) -> f64 {
        self.top().max(1.0 - self.top())
    }

    /// Returns the separation and the L-infinity distance after `riffles` riffles.
    ///
    /// O(n) after few riffles and if the distances are near 0. Otherwise the time is proportional to `riffles`.
    ///
    /// # Panics
    ///
    /// If `riffles` exceeds [`BiasedRiffles::MAX_RIFFLES`].
    pub fn extremes(&self, riffles: u32) -> Extremes {
        assert!(riffles <= BiasedRiffles::MAX_RIFFLES, "{riffles} riffles");
        let (n, labels) = (self.cards as f64, Labels::new(self.top(), riffles));
        let number = |number: f64| Magnitude::scaled(number, 0).to_digits(DIGITS);
        if n * labels.largest() < 0.25 && n * n * labels.power_sum(2) < 1.0 {
            let [less, more] = [Symmetric::Elementary, Symmetric::Complete]
                .map(|kind| difference(kind, &labels, self.cards));
            return Extremes {
                separation: number(less),
                separation_complement: number(1.0 - less),
                l_infinity: number(more),
            };
        }
        let [least, most] = [Symmetric::Elementary, Symmetric::Complete]
            .map(|kind| ln_coefficient(kind, &labels, self.cards));
        let exponential =
            |ln: f64| if ln.abs() < SMALL_LN { number(ln.exp()) } else { Magnitude::from_ln(ln) };
        Extremes {
            separation: number(-least.exp_m1()),
            separation_complement: exponential(least),
            l_infinity: match most {
                ..SMALL_LN => number(most.exp_m1().max(0.0)),
                _ => Magnitude::from_ln(most + (-(-most).exp()).ln_1p()),
            },
        }
    }
}

/// Maximum number of terms of a sum in which each term is at most a quarter of the term before.
const TERMS: usize = 30;

/// Returns |n!·c − 1|, where c is the coefficient of t^n, by Newton's identities.
fn difference(kind: Symmetric, labels: &Labels, cards: usize) -> f64 {
    let sign = if kind == Symmetric::Elementary { -1.0 } else { 1.0 };
    let sums: Vec<f64> = (0..TERMS as i32).map(|j| labels.power_sum(j)).collect();
    let mut differences = vec![0.0, 0.0];
    for m in 2..=cards {
        let (mut falling, mut sum) = (1.0, 0.0);
        for (j, power_sum) in sums.iter().enumerate().take(m + 1).skip(2) {
            falling *= sign * (m + 1 - j) as f64;
            let term = sign * falling * power_sum;
            sum += term * (1.0 + sign * differences[m - j]);
            if term.abs() < 1e-18 * f64::abs(sum) {
                break;
            }
        }
        differences.push(differences[m - 1] + sum);
    }
    differences[cards]
}
