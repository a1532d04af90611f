use super::super::magnitude::product_above;
use super::excess::Excess;

/// The law of a card's position, riffle by riffle.
///
/// Suppose the card moves from position i to j. Then the cards that were above it in its packet, and no others
/// of this packet, are above j. So the probability is C(j, i)/2^(j + 1) from the top packet and C(n − 1 − j, i
/// − j)/2^(n − j) from the bottom packet (Gilbert, Shannon, Reeds). O(n²) per riffle.
#[derive(Debug)]
pub(super) struct Chain {
    /// The probabilities less 1/n, in fixed point. A riffle adds less than 4n units to the error of each.
    pub excess: Excess,
    /// The probabilities themselves. All terms are positive, so that even probabilities far below 1/n keep
    /// their digits.
    chances: Vec<f64>,
}

/// The unit of an excess is 2^−`PLACES`.
const PLACES: u32 = 120;

/// The unit of the probability of tosses is 2^−`TOSS_PLACES`.
const TOSS_PLACES: u32 = 127;

/// A size of the largest excess at which an error of some thousands of units per riffle is below one part in
/// 10^18.
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

    /// Returns whether the largest excess is so large that the error does not matter.
    pub(super) fn is_accurate(&self) -> bool {
        self.excess.largest() >= ENOUGH
    }

    pub(super) fn rarest(&self) -> f64 {
        self.chances.iter().copied().fold(1.0, f64::min)
    }
}

/// The probabilities of 0, 1, 2, … heads in a number of tosses of a coin.
struct Tosses {
    fixed: Vec<u128>,
    floating: Vec<f64>,
}

impl Tosses {
    fn none() -> Tosses {
        Tosses { fixed: vec![1 << TOSS_PLACES], floating: vec![1.0] }
    }

    /// Returns the law for one toss more.
    fn next(&self) -> Tosses {
        let places = 0..=self.fixed.len();
        let fixed = |i: usize| self.fixed.get(i).map_or(0, |chance| chance / 2);
        let floating = |i: usize| self.floating.get(i).map_or(0.0, |chance| chance / 2.0);
        // `wrapping_sub` makes the index before the first one larger than the last, where the probability is 0.
        Tosses {
            fixed: places.clone().map(|i| fixed(i.wrapping_sub(1)) + fixed(i)).collect(),
            floating: places.map(|i| floating(i.wrapping_sub(1)) + floating(i)).collect(),
        }
    }

    /// Returns half the mean of `parts`, weighted by the probabilities of the tosses.
    fn fixed(&self, parts: &[i128]) -> i128 {
        let times = |(&toss, part): (&u128, &i128)| {
            let product = product_above(toss, part.unsigned_abs()) as i128;
            if *part < 0 { -product } else { product }
        };
        self.fixed.iter().zip(parts).map(times).sum()
    }

    /// Returns the mean of `numbers`, weighted by the probabilities of the tosses.
    fn mean(&self, numbers: &[f64]) -> f64 {
        self.floating.iter().zip(numbers).map(|(toss, number)| toss * number).sum()
    }
}
