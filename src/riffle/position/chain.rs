use super::super::magnitude::product_above;
use super::excess::Excess;

/// The law of a card's position, riffle by riffle.
///
/// Of the positions above the one that a card comes to, those that hold cards of its packet are as many as
/// lay above it in that packet. So the card at i comes to j with the probability C(j, i)/2^(j + 1) from the top
/// packet and C(n − 1 − j, i − j)/2^(n − j) from the bottom one (Gilbert, Shannon, Reeds). O(n²) a riffle.
pub(super) struct Chain {
    /// The probabilities less 1/n, in fixed point: a riffle adds less than 4n parts to the error of each.
    pub excess: Excess,
    /// The probabilities themselves: all terms are positive, so that those far below 1/n have their digits too.
    chances: Vec<f64>,
}

/// A part of an excess is 2 to minus this power.
const PLACES: u32 = 120;

/// A part of the probability of a toss is 2 to minus this power.
const TOSS_PLACES: u32 = 127;

/// A largest part for which the error of some thousands of parts a riffle is below a part in 10^18.
const ENOUGH: u128 = 1 << 80;

impl Chain {
    pub(super) fn new(cards: usize, card: usize) -> Chain {
        let even = (1i128 << PLACES) / cards as i128;
        let (mut parts, mut chances) = (vec![-even; cards], vec![0.0; cards]);
        parts[card] += 1 << PLACES;
        chances[card] = 1.0;
        Chain { excess: Excess { parts, exponent: -i64::from(PLACES) }, chances }
    }

    pub(super) fn riffle(&mut self) {
        let n = self.chances.len();
        let (mut parts, mut chances) = (vec![0; n], vec![0.0; n]);
        let mut row = Tosses::none();
        for heads in 0..n {
            for (position, from) in [(heads, 0), (n - 1 - heads, n - 1 - heads)] {
                parts[position] += row.fixed(&self.excess.parts[from..]);
                chances[position] += row.mean(&self.chances[from..]) / 2.0;
            }
            row = row.next();
        }
        (self.excess.parts, self.chances) = (parts, chances);
    }

    /// Returns whether the excess is so large that its error does not matter.
    pub(super) fn is_accurate(&self) -> bool {
        self.excess.largest() >= ENOUGH
    }

    pub(super) fn rarest(&self) -> f64 {
        self.chances.iter().copied().fold(1.0, f64::min)
    }
}

/// The probabilities of 0, 1, 2, … heads in some tosses of a coin.
struct Tosses {
    fixed: Vec<u128>,
    floating: Vec<f64>,
}

impl Tosses {
    fn none() -> Tosses {
        Tosses { fixed: vec![1 << TOSS_PLACES], floating: vec![1.0] }
    }

    /// With one toss more.
    fn next(&self) -> Tosses {
        let places = 0..=self.fixed.len();
        let fixed = |i: usize| self.fixed.get(i).map_or(0, |chance| chance / 2);
        let floating = |i: usize| self.floating.get(i).map_or(0.0, |chance| chance / 2.0);
        // The one before the first wraps round to one beyond the last.
        Tosses {
            fixed: places.clone().map(|i| fixed(i.wrapping_sub(1)) + fixed(i)).collect(),
            floating: places.map(|i| floating(i.wrapping_sub(1)) + floating(i)).collect(),
        }
    }

    /// Returns half the mean of as many parts.
    fn fixed(&self, parts: &[i128]) -> i128 {
        let times = |(&toss, part): (&u128, &i128)| {
            let product = product_above(toss, part.unsigned_abs()) as i128;
            if *part < 0 { -product } else { product }
        };
        self.fixed.iter().zip(parts).map(times).sum()
    }

    /// Returns the mean of as many numbers.
    fn mean(&self, numbers: &[f64]) -> f64 {
        self.floating.iter().zip(numbers).map(|(toss, number)| toss * number).sum()
    }
}
