use num_bigint::{BigInt, BigUint};
use num_traits::Zero;

use super::excess::Excess;

/// The law of a card's position after k riffles, less 1/n, as a series in 1/a, a = 2^k.
/// The probability that the card at i moves to j is [z^i] of Σ (1 + (h + 1)(z − 1)/a)^j (1 + h(z − 1)/a)^(n − 1
/// − j) over h below a, divided by a: each card is marked with a packet, in the inverse shuffle. By Euler and
/// Maclaurin the sum is, exactly,
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
pub(super) struct Series {
    cards: usize,
    card: usize,
    riffles: u64,
}

/// Number of bits kept beyond the wanted ones.
const GUARD: u64 = 64;

/// Number of correct bits of the largest part of the result.
const WANTED: u64 = 64;

/// Number of bits in the first attempt.
const FIRST_BITS: u64 = 192;

/// g_m is stored divided by 6^m, and B_p/p! multiplied by 6^p. The latter is then neither large nor small,
/// since B_p/p! is about 2/(2π)^p.
const SCALE: u64 = 6;

impl Series {
    pub(super) fn new(cards: usize, card: usize, riffles: u64) -> Series {
        Series { cards, card, riffles }
    }

    /// Returns the excess of each position, to 64 bits of the largest one.
    pub(super) fn excess(&self) -> Excess {
        if self.cards == 1 {
            return Excess { parts: vec![0], exponent: 0 };
        }
        let mut bits = FIRST_BITS;
        loop {
            let (numbers, exponent) = self.with_bits(bits);
            // Each g_m has an error of at most 3 units, each H_q of 16n units, and the sum over q of 25 times
            // as much.
            let error = BigUint::from(400 * self.cards as u64).bits();
            if numbers.iter().any(|number| number.bits() > error + WANTED) {
                return Excess::rounded(&numbers, exponent);
            }
            bits *= 2;
        }
    }

    /// Returns the excess of each position as integers times a power of two. The largest g_m has `bits` bits.
    fn with_bits(&self, bits: u64) -> (Vec<BigInt>, i64) {
        let n = self.cards;
        let (coefficients, exponent) = self.coefficients(bits);
        let bernoulli = Bernoulli::new(n, bits + GUARD);
        let last = last_order(n, bits);
        let sums: Vec<[BigInt; 2]> = (0..=last).map(|q| bernoulli.convolved(&coefficients, q)).collect();
        // The lower half comes from the upper half of the card at the same distance from the other end, for
        // which all odd powers of 1/a have the opposite sign.
        let upper: Vec<BigInt> = sums.iter().map(|[even, odd]| even + odd).collect();
        let lower: Vec<BigInt> = sums.iter().map(|[even, odd]| even - odd).collect();
        let half = n.div_ceil(2);
        let above = (0..half).map(|j| self.at(j, &upper));
        let below = (0..n - half).rev().map(|j| self.at(j, &lower));
        (above.chain(below).collect(), exponent)
    }

    /// Returns Σ H_q 6^q C(j, q) (n − 1 − q)!/(n − 1)! by Horner's rule.
    fn at(&self, position: usize, sums: &[BigInt]) -> BigInt {
        let last = position.min(sums.len() - 1);
        let factor = |q: usize| SCALE * (position - q) as u64;
        let divisor = |q: usize| (q as u64 + 1) * (self.cards - 1 - q) as u64;
        (0..last).rev().fold(sums[last].clone(), |sum, q| &sums[q] + sum * factor(q) / divisor(q))
    }

    /// Returns g_m/6^m for m = 0 … n − 1, as integers times a power of two.
    fn coefficients(&self, bits: u64) -> (Vec<BigInt>, i64) {
        let (n, i) = (self.cards, self.card);
        let [near, far] = [i, n - 1 - i].map(|place| self.binomial_terms(place, bits + GUARD));
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
        // 6a is 3·2^(k + 1).
        let halvings = self.riffles as i64 + 1;
        let mut term = Float { size: BigUint::from(1u32), exponent: 0 }.times(1, 3, halvings, bits);
        let mut terms = vec![Float::zero()];
        for m in 1..n {
            let place = place as u64;
            terms.push(if m > place { term.clone() } else { Float::zero() });
            let (above, below) = if m > place { (m, m - place) } else { (1, 1) };
            term = term.times((n - m) * above, 3 * below, halvings, bits);
        }
        terms
    }
}

/// Returns the first q after which the rest of the series is below a unit: 3^q/q! times less than n·2^(bits +
/// 4).
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
        Float { size: BigUint::ZERO, exponent: 0 }
    }

    /// Returns the number times `above`/`below`, divided by 2^`halvings`.
    fn times(&self, above: u64, below: u64, halvings: i64, bits: u64) -> Float {
        // A product and a quotient by a word each change the length by at most a word.
        let shift = bits as i64 + 64 - self.size.bits() as i64;
        let size = shifted(&self.size, shift) * above / below;
        Float { size, exponent: self.exponent - shift - halvings }
    }

    /// Returns the exponent e of a power of two with number < 2^e.
    fn top(&self) -> i64 {
        if self.size.is_zero() { i64::MIN } else { self.exponent + self.size.bits() as i64 }
    }

    fn in_units_of(&self, exponent: i64) -> BigUint {
        if self.top() <= exponent { BigUint::ZERO } else { shifted(&self.size, self.exponent - exponent) }
    }
}

fn shifted(number: &BigUint, places: i64) -> BigUint {
    if places < 0 { number >> places.unsigned_abs() } else { number << places.unsigned_abs() }
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
            let pair =
                |j: usize| if 2 * j == p { &even[j] * &even[j] } else { (&even[j] * &even[p - j]) << 1 };
            let sum: BigInt = (1..=p / 2).map(pair).sum();
            even.push((sum >> places) / (2 * p + 1));
        }
        Bernoulli { even, places }
    }

    /// Returns two sums of g_m·B_(m − q)/(m − q)!: over even m and over odd m.
    fn convolved(&self, coefficients: &[BigInt], q: usize) -> [BigInt; 2] {
        let mut sum = BigInt::ZERO;
        for (p, bernoulli) in self.even.iter().enumerate() {
            let Some(coefficient) = coefficients.get(q + 2 * p) else { break };
            if coefficient.is_zero() {
                continue;
            }
            let product = coefficient * bernoulli;
            // The signs are +, +, −, +, − …: B_2p is positive for odd p, and so is B_0.
            if p == 0 || p % 2 == 1 { sum += product } else { sum -= product }
        }
        // B_1 = −1/2 is the only Bernoulli number of odd index that is not 0.
        let first = coefficients.get(q + 1).map_or(BigInt::ZERO, |next| next * -3);
        let sum = sum >> self.places;
        if q.is_multiple_of(2) { [sum, first] } else { [first, sum] }
    }
}
