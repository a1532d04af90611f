//! The law of the position of one card after riffles.
//!
//! It is a Markov chain for the first riffles, and a series for more.

use std::borrow::Cow;

use num_bigint::{BigInt, BigUint};
use num_traits::Zero;

use super::Magnitude;
use super::magnitude::product_above;
use crate::Error;

/// The law of one card's position after riffles, and its distances from uniform.
///
/// The first riffles, of up to about 4n packets, are a Markov chain in fixed point. For more riffles, and where
/// the distance is below 10^-12, the law is a series in 1/2^k. The series is computed in integers, with enough
/// bits that the result has 64 correct ones. So the distances have all digits of an `f64` after any number of
/// riffles. After many riffles, the distance of the card at i falls by a factor of 2^(min(i, n − 1 − i) + 1)
/// per riffle.
///
/// ```
/// use faro::riffle::CardPosition;
/// // The card at the bottom of 52, after one riffle.
/// let mut card = CardPosition::new(52, 51)?;
/// card.riffle();
/// assert_eq!(format!("{:.4}", card.distance().total_variation.to_f64()), "0.8726");
/// # Ok::<(), faro::Error>(())
/// ```
#[derive(Debug)]
pub struct CardPosition {
    cards: usize,
    card: usize,
    riffles: u64,
    /// The chain, or `None` as soon as it is not accurate enough.
    chain: Option<PositionChain>,
}

/// The distances of the law of a card's position from uniform: see [`CardPosition`].
#[derive(Clone, Debug, PartialEq)]
pub struct CardDistance {
    /// The total variation distance, from 0 to 1.
    ///
    /// It is the largest difference between the probabilities of any set of positions.
    pub total_variation: Magnitude,
    /// The separation: the largest 1 − n·probability, from 0 to 1.
    pub separation: Magnitude,
    /// 1 minus the separation: n times the smallest probability.
    pub separation_complement: Magnitude,
    /// The L-infinity distance: the largest |n·probability − 1|.
    pub l_infinity: Magnitude,
    /// The chi-square distance: the mean of (n·probability − 1)² over the positions.
    pub chi_square: Magnitude,
}

impl CardPosition {
    /// Maximum number of cards.
    ///
    /// The slowest case, a middle card of 2000 after seven riffles, takes about two seconds.
    pub const MAX_CARDS: usize = 2000;

    /// Returns the law of the card at position `card`, counted from 0, before the first riffle.
    ///
    /// # Errors
    ///
    /// [`Error::NoCard`] if `card` is not below `cards`, and [`Error::TooManyCards`] if `cards` exceeds
    /// [`CardPosition::MAX_CARDS`].
    pub fn new(cards: usize, card: usize) -> Result<CardPosition, Error> {
        if card >= cards {
            return Err(Error::NoCard { card, cards });
        }
        Error::check_cards(cards as u64, 1..=CardPosition::MAX_CARDS as u64)?;
        Ok(CardPosition {
            cards,
            card,
            riffles: 0,
            chain: Some(PositionChain::new(cards, card)),
        })
    }

    /// Advances the law of the card's position by one riffle.
    pub fn riffle(&mut self) {
        self.riffles += 1;
        // With more than 4n packets the series takes few bits.
        let few_packets = self.riffles <= 2 + u64::from(self.cards.ilog2());
        let riffled = |mut chain: PositionChain| {
            chain.riffle();
            chain
        };
        self.chain = self
            .chain
            .take()
            .filter(|_| few_packets)
            .map(riffled)
            .filter(PositionChain::is_accurate);
    }

    /// Returns the distances of the card's position from uniform after the riffles so far.
    pub fn distance(&self) -> CardDistance {
        let excess = self.excess();
        let separation = excess.separation();
        let complement = match &self.chain {
            Some(chain) => chain.min_chance() * self.cards as f64,
            None => 1.0 - separation.to_f64(),
        };
        CardDistance {
            total_variation: excess.total_variation(),
            separation,
            separation_complement: Magnitude::scaled(complement, 0),
            l_infinity: excess.l_infinity(),
            chi_square: excess.chi_square(),
        }
    }

    /// Returns the probability of each position, the top first.
    pub fn chances(&self) -> Vec<f64> {
        let (excess, uniform) = (self.excess(), 1.0 / self.cards as f64);
        let unit = Magnitude::scaled(1.0, excess.exponent).to_f64();
        excess
            .parts
            .iter()
            .map(|&part| (uniform + part as f64 * unit).max(0.0))
            .collect()
    }

    fn excess(&self) -> Cow<'_, Excess> {
        match &self.chain {
            Some(chain) => Cow::Borrowed(&chain.excess),
            None => Cow::Owned(PositionSeries::new(self.cards, self.card, self.riffles).excess()),
        }
    }
}

/// The law of a card's position, riffle by riffle.
///
/// Suppose the card moves from position i to j. Then the cards that were above it in its packet, and no others
/// of this packet, are above j. So the probability is C(j, i)/2^(j + 1) from the top packet and C(n − 1 − j, i
/// − j)/2^(n − j) from the bottom packet (Gilbert, Shannon, Reeds). O(n²) per riffle.
#[derive(Debug)]
struct PositionChain {
    /// The excess of each position: the probability of the card there less 1/n, in fixed point. A riffle adds less
    /// than 4n units of rounding error to each.
    pub excess: Excess,
    /// The probability of the card at each position. All terms are positive, so that even probabilities far below
    /// 1/n keep their digits.
    chances: Vec<f64>,
}

/// Number of fractional bits of a fixed-point excess: its unit is 2^−`EXCESS_BITS`.
const EXCESS_BITS: u32 = 120;

/// Number of fractional bits of the fixed-point probability of a number of heads: its unit is 2^−`TOSS_BITS`.
const TOSS_BITS: u32 = 127;

/// Minimum size of the largest excess in fixed point. From this size on, an error of some thousands of units
/// per riffle is below one part in 10^18.
const MIN_ACCURATE_EXCESS: u128 = 1 << 80;

impl PositionChain {
    fn new(cards: usize, card: usize) -> PositionChain {
        let uniform = (1i128 << EXCESS_BITS) / cards as i128;
        let (mut parts, mut chances) = (vec![-uniform; cards], vec![0.0; cards]);
        parts[card] += 1 << EXCESS_BITS;
        chances[card] = 1.0;
        PositionChain {
            excess: Excess {
                parts,
                exponent: -i64::from(EXCESS_BITS),
            },
            chances,
        }
    }

    fn riffle(&mut self) {
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

    /// Returns whether the largest excess is so large that its fixed-point rounding error does not matter.
    fn is_accurate(&self) -> bool {
        self.excess.largest() >= MIN_ACCURATE_EXCESS
    }

    fn min_chance(&self) -> f64 {
        self.chances.iter().copied().fold(1.0, f64::min)
    }
}

/// The binomial law of a fair coin: the probabilities of 0, 1, 2, … heads in a number of tosses.
struct Tosses {
    fixed: Vec<u128>,
    floating: Vec<f64>,
}

impl Tosses {
    fn none() -> Tosses {
        Tosses {
            fixed: vec![1 << TOSS_BITS],
            floating: vec![1.0],
        }
    }

    /// Returns the law of the heads after one more toss.
    fn next(&self) -> Tosses {
        let places = 0..=self.fixed.len();
        let fixed = |i: usize| self.fixed.get(i).map_or(0, |chance| chance / 2);
        let floating = |i: usize| self.floating.get(i).map_or(0.0, |chance| chance / 2.0);
        // `wrapping_sub` makes the index before the first one larger than the last, where the probability is 0.
        Tosses {
            fixed: places
                .clone()
                .map(|i| fixed(i.wrapping_sub(1)) + fixed(i))
                .collect(),
            floating: places
                .map(|i| floating(i.wrapping_sub(1)) + floating(i))
                .collect(),
        }
    }

    /// Returns half the mean of `parts[heads]` over the number of heads, in fixed point.
    fn fixed(&self, parts: &[i128]) -> i128 {
        let times = |(&toss, part): (&u128, &i128)| {
            let product = product_above(toss, part.unsigned_abs()) as i128;
            if *part < 0 { -product } else { product }
        };
        self.fixed.iter().zip(parts).map(times).sum()
    }

    /// Returns the mean of `numbers[heads]` over the number of heads.
    fn mean(&self, numbers: &[f64]) -> f64 {
        self.floating
            .iter()
            .zip(numbers)
            .map(|(toss, number)| toss * number)
            .sum()
    }
}

/// The differences of the probabilities of n positions from 1/n, as integers times a power of two. Their sums
/// are exact.
#[derive(Clone, Debug)]
struct Excess {
    pub parts: Vec<i128>,
    pub exponent: i64,
}

/// Number of bits to which [`Excess`] rounds its largest part.
const ROUNDED_BITS: u64 = 100;

impl Excess {
    /// Rounds `numbers`, in units of 2^`exponent`, so that the largest one has at most a hundred bits.
    fn rounded(numbers: &[BigInt], exponent: i64) -> Excess {
        let bits = numbers.iter().map(BigInt::bits).max().unwrap_or(0);
        let dropped = bits.saturating_sub(ROUNDED_BITS);
        let part =
            |number: &BigInt| i128::try_from(number >> dropped).expect("a hundred bits are left");
        Excess {
            parts: numbers.iter().map(part).collect(),
            exponent: exponent + dropped as i64,
        }
    }

    /// Returns the absolute value of the part that is furthest from 0.
    fn largest(&self) -> u128 {
        self.sizes().max().unwrap_or(0)
    }

    /// Returns the total variation distance from uniform: half the sum of the absolute excesses.
    fn total_variation(&self) -> Magnitude {
        number(&self.sizes().map(BigUint::from).sum(), self.exponent - 1)
    }

    /// Returns the separation: n times the largest shortfall of a position's probability from 1/n.
    fn separation(&self) -> Magnitude {
        let least = self.parts.iter().copied().min().unwrap_or(0).min(0);
        self.times_cards(least.unsigned_abs().into(), self.exponent)
    }

    /// Returns the L-infinity distance: n times the largest absolute excess.
    fn l_infinity(&self) -> Magnitude {
        self.times_cards(self.largest().into(), self.exponent)
    }

    /// Returns the chi-square distance: n times the sum of the squared excesses.
    fn chi_square(&self) -> Magnitude {
        let squares = self.sizes().map(|size| BigUint::from(size).pow(2)).sum();
        self.times_cards(squares, 2 * self.exponent)
    }

    fn times_cards(&self, sum: BigUint, exponent: i64) -> Magnitude {
        number(&(sum * self.parts.len()), exponent)
    }

    fn sizes(&self) -> impl Iterator<Item = u128> + '_ {
        self.parts.iter().map(|part| part.unsigned_abs())
    }
}

/// Returns an integer times a power of two as an `f64`. Only the first hundred bits are used.
fn number(whole: &BigUint, exponent: i64) -> Magnitude {
    let dropped = whole.bits().saturating_sub(ROUNDED_BITS);
    let top = u128::try_from(whole >> dropped).expect("a hundred bits are left");
    Magnitude::scaled(top as f64, exponent + dropped as i64)
}

/// The law of a card's position after k riffles, less 1/n, as a series in 1/a with a = 2^k.
///
/// The inverse shuffle marks each card with one of the packets h = 0 … a − 1. The probability that the card
/// at i moves to j is [z^i] of Σ (1 + (h + 1)(z − 1)/a)^j (1 + h(z − 1)/a)^(n − 1 − j) over h, divided by a.
/// By Euler and Maclaurin the sum is, exactly,
///
/// 1/n + Σ r_m(i) l_m(j)/a^m over m = 1 … n − 1, with
///
/// (n − m) r_m(i) = (−1)^(n − 1 − i) C(m − 1, n − 1 − i) + (−1)^(m − i) C(m − 1, i),
///
/// (n − 1 − m)! l_m(j) = Σ B_(m − q)/(m − q)! C(j, q) (n − 1 − q)! over q ≤ m.
///
/// These are the eigenvalues 1/a^m of the chain with its eigenvectors (Ciucu, *No-feedback card guessing for
/// dovetail shuffles*, 1998). Here the sum over m is taken first: with H_q = Σ g_m B_(m − q)/(m − q)!, the
/// excess is Σ H_q C(j, q) (n − 1 − q)!/(n − 1)!.
struct PositionSeries {
    cards: usize,
    card: usize,
    riffles: u64,
}

/// Number of bits kept beyond [`CORRECT_BITS`].
const GUARD_BITS: u64 = 64;

/// Number of correct bits of the largest part of the result.
const CORRECT_BITS: u64 = 64;

/// Number of bits in the first attempt.
const FIRST_BITS: u64 = 192;

/// g_m is stored divided by 6^m, and B_p/p! multiplied by 6^p. The latter is then neither large nor small,
/// since B_p/p! is about 2/(2π)^p.
const SCALE_BASE: u64 = 6;

impl PositionSeries {
    fn new(cards: usize, card: usize, riffles: u64) -> PositionSeries {
        PositionSeries {
            cards,
            card,
            riffles,
        }
    }

    /// Returns the excess of each position (its probability less 1/n), to 64 bits of the largest one.
    fn excess(&self) -> Excess {
        if self.cards == 1 {
            return Excess {
                parts: vec![0],
                exponent: 0,
            };
        }
        let mut bits = FIRST_BITS;
        loop {
            let (numbers, exponent) = self.with_bits(bits);
            // The error is at most 3 units in each g_m, 16n units in each H_q, and 25 times this in the sum
            // over q.
            let error = BigUint::from(400 * self.cards as u64).bits();
            if numbers
                .iter()
                .any(|number| number.bits() > error + CORRECT_BITS)
            {
                return Excess::rounded(&numbers, exponent);
            }
            bits *= 2;
        }
    }

    /// Returns the excess of each position as integers times a power of two.
    ///
    /// The largest coefficient g_m of the series is rounded to `bits` bits.
    fn with_bits(&self, bits: u64) -> (Vec<BigInt>, i64) {
        let n = self.cards;
        let (coefficients, exponent) = self.coefficients(bits);
        let bernoulli = Bernoulli::new(n, bits + GUARD_BITS);
        let last = last_order(n, bits);
        let sums: Vec<[BigInt; 2]> = (0..=last)
            .map(|q| bernoulli.convolved(&coefficients, q))
            .collect();
        // The lower half comes from the upper half of the card at the same distance from the other end, for
        // which all odd powers of 1/a have the opposite sign.
        let upper: Vec<BigInt> = sums.iter().map(|[even, odd]| even + odd).collect();
        let lower: Vec<BigInt> = sums.iter().map(|[even, odd]| even - odd).collect();
        let half = n.div_ceil(2);
        let above = (0..half).map(|j| self.at(j, &upper));
        let below = (0..n - half).rev().map(|j| self.at(j, &lower));
        (above.chain(below).collect(), exponent)
    }

    /// Returns the series Σ H_q 6^q C(j, q) (n − 1 − q)!/(n − 1)! at the position j, by Horner's rule.
    ///
    /// H_q is `sums[q]`.
    fn at(&self, position: usize, sums: &[BigInt]) -> BigInt {
        let last = position.min(sums.len() - 1);
        let factor = |q: usize| SCALE_BASE * (position - q) as u64;
        let divisor = |q: usize| (q as u64 + 1) * (self.cards - 1 - q) as u64;
        (0..last).rev().fold(sums[last].clone(), |sum, q| {
            &sums[q] + sum * factor(q) / divisor(q)
        })
    }

    /// Returns the coefficients g_m/6^m of the series for m = 0 … n − 1, as integers times a power of two.
    fn coefficients(&self, bits: u64) -> (Vec<BigInt>, i64) {
        let (n, i) = (self.cards, self.card);
        let [near, far] = [i, n - 1 - i].map(|place| self.binomial_terms(place, bits + GUARD_BITS));
        let top = |terms: &[Float]| terms.iter().map(Float::top).max();
        let exponent = top(&near).max(top(&far)).unwrap_or(0) - bits as i64;
        let signed = |terms: &[Float], m: usize, negative: bool| {
            let size = BigInt::from(terms[m].in_units_of(exponent));
            if negative { -size } else { size }
        };
        let coefficient =
            |m: usize| signed(&near, m, (m + i) % 2 == 1) + signed(&far, m, (n - 1 - i) % 2 == 1);
        ((0..n).map(coefficient).collect(), exponent)
    }

    /// Returns C(m − 1, place)·(n − 1)!/((n − 1 − m)!(n − m)(6a)^m) for m = 0 … n − 1, each from the one
    /// before.
    fn binomial_terms(&self, place: usize, bits: u64) -> Vec<Float> {
        let n = self.cards as u64;
        // With a = 2^k packets, 6a is 3·2^(k + 1).
        let halvings = self.riffles as i64 + 1;
        let mut term = Float {
            size: BigUint::from(1u32),
            exponent: 0,
        }
        .times(1, 3, halvings, bits);
        let mut terms = vec![Float::zero()];
        for m in 1..n {
            let place = place as u64;
            terms.push(if m > place {
                term.clone()
            } else {
                Float::zero()
            });
            let (above, below) = if m > place { (m, m - place) } else { (1, 1) };
            term = term.times((n - m) * above, 3 * below, halvings, bits);
        }
        terms
    }
}

/// Returns the first q after which the rest of the series is below a unit. The rest falls as 3^q/q!, from
/// less than n·2^(bits + 4).
fn last_order(cards: usize, bits: u64) -> usize {
    let (mut left, mut q) = ((bits + 20) as f64, 0);
    while left > 0.0 && q + 1 < cards {
        q += 1;
        left -= (q as f64 / 3.0).log2();
    }
    q
}

/// A non-negative number rounded to a given number of bits.
#[derive(Clone)]
struct Float {
    size: BigUint,
    exponent: i64,
}

impl Float {
    fn zero() -> Float {
        Float {
            size: BigUint::ZERO,
            exponent: 0,
        }
    }

    /// Returns the number times `above`/`below`, divided by 2^`halvings`.
    fn times(&self, above: u64, below: u64, halvings: i64, bits: u64) -> Float {
        // A product and a quotient by a word each change the length by at most a word.
        let shift = bits as i64 + 64 - self.size.bits() as i64;
        let size = shifted(&self.size, shift) * above / below;
        Float {
            size,
            exponent: self.exponent - shift - halvings,
        }
    }

    /// Returns the smallest e with `self` < 2^e.
    fn top(&self) -> i64 {
        if self.size.is_zero() {
            i64::MIN
        } else {
            self.exponent + self.size.bits() as i64
        }
    }

    fn in_units_of(&self, exponent: i64) -> BigUint {
        if self.top() <= exponent {
            BigUint::ZERO
        } else {
            shifted(&self.size, self.exponent - exponent)
        }
    }
}

fn shifted(number: &BigUint, places: i64) -> BigUint {
    if places < 0 {
        number >> places.unsigned_abs()
    } else {
        number << places.unsigned_abs()
    }
}

/// The numbers 36^p·|B_2p|/(2p)!, in fixed point.
struct Bernoulli {
    even: Vec<BigInt>,
    places: u64,
}

impl Bernoulli {
    /// Returns the numbers b_p for 2p below `end`, by Euler's (2p + 1)·b_p = Σ b_j b_(p − j). All terms are
    /// positive.
    fn new(end: usize, places: u64) -> Bernoulli {
        let mut even = vec![BigInt::from(1) << places, BigInt::from(3) << places];
        for p in 2..end.div_ceil(2).max(2) {
            let pair = |j: usize| {
                if 2 * j == p {
                    &even[j] * &even[j]
                } else {
                    (&even[j] * &even[p - j]) << 1
                }
            };
            let sum: BigInt = (1..=p / 2).map(pair).sum();
            even.push((sum >> places) / (2 * p + 1));
        }
        Bernoulli { even, places }
    }

    /// Returns H_q = Σ g_m·B_(m − q)/(m − q)!, split into the sums over even m and over odd m.
    ///
    /// B are the Bernoulli numbers, and g_m is `coefficients[m]`.
    fn convolved(&self, coefficients: &[BigInt], q: usize) -> [BigInt; 2] {
        let mut sum = BigInt::ZERO;
        for (p, bernoulli) in self.even.iter().enumerate() {
            let Some(coefficient) = coefficients.get(q + 2 * p) else {
                break;
            };
            if coefficient.is_zero() {
                continue;
            }
            let product = coefficient * bernoulli;
            // The stored Bernoulli numbers have no signs: B_0 and B_2p for odd p are positive, the others negative.
            if p == 0 || p % 2 == 1 {
                sum += product;
            } else {
                sum -= product;
            }
        }
        // B_1 = −1/2 is the only Bernoulli number of odd index that is not 0.
        let first = coefficients
            .get(q + 1)
            .map_or(BigInt::ZERO, |next| next * -3);
        let sum = sum >> self.places;
        if q.is_multiple_of(2) {
            [sum, first]
        } else {
            [first, sum]
        }
    }
}
