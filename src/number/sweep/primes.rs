//! Orders modulo primes: from p − 1, whose factors the sieve knows, every prime is divided out
//! for as long as the power of 2 stays 1.

use super::avx512::powers_are_one;
use super::known::Known;
use super::returns::{LANES, inverse, returns};
use super::sieve::{BLOCK, PRIME};
use super::wheel;
use crate::simd::Avx512;

/// Is 2^exponent ≡ 1 modulo the prime at a place? Then the divisor can go from its order.
#[derive(Clone, Copy)]
struct Question {
    modulus: u32,
    exponent: u32,
    divisor: u32,
    place: u32,
}

/// The questions that wait, by the bits of their exponents.
pub(super) struct Questions([Vec<Question>; 33]);

impl Questions {
    pub(super) fn new() -> Questions {
        Questions(std::array::from_fn(|_| Vec::new()))
    }

    /// Asks whether the order can lose `divisor`, having `exponent` without it.
    fn ask(&mut self, question: Question) {
        // Where 2^e is less than p and e is not 0, it is not 1.
        if question.exponent >= question.modulus.ilog2() {
            self.0[bits(question.exponent)].push(question);
        }
    }

    /// Asks for each prime that divides p − 1, and returns what the order certainly divides.
    fn ask_for(&mut self, prime: u32, place: u32, known: &Known) -> u32 {
        let (twos, mut rest) = ((prime - 1).trailing_zeros(), (prime - 1) >> (prime - 1).trailing_zeros());
        // 2 is a square modulo the primes ±1 modulo 8 (Gauss, Disquisitiones art. 112).
        let order = if prime % 8 == 1 || prime % 8 == 7 { (prime - 1) / 2 } else { prime - 1 };
        let mut ask = |divisor: u32| {
            self.ask(Question { modulus: prime, exponent: order / divisor, divisor, place });
        };
        if twos >= 3 {
            ask(2);
        }
        if rest.is_multiple_of(3) {
            ask(3);
        }
        while rest.is_multiple_of(3) {
            rest /= 3;
        }
        while rest > 1 {
            let divisor = known.smallest_factor(rest);
            ask(divisor);
            while rest.is_multiple_of(divisor) {
                rest /= divisor;
            }
        }
        order
    }

    /// Asks for a divisor of the order modulo the prime at a place of a block.
    #[inline]
    #[cfg_attr(not(target_arch = "x86_64"), expect(dead_code))]
    pub(super) fn ask_at(&mut self, block: usize, place: u32, exponent: u32, divisor: u32) {
        let modulus = wheel::number(block * BLOCK + place as usize) as u32;
        self.ask(Question { modulus, exponent, divisor, place });
    }

    /// Answers all of them. A divisor that can go may go again: the exponent is then shorter, and
    /// waits in a list that is still to come.
    pub(super) fn answer(&mut self, wide: Option<Avx512>, orders: &mut [u32; BLOCK]) {
        for bits in (1..self.0.len()).rev() {
            let mut questions = std::mem::take(&mut self.0[bits]);
            for batch in questions.chunks(LANES) {
                self.answer_batch(batch, bits as u32, wide, orders);
            }
            questions.clear();
            self.0[bits] = questions;
        }
    }

    fn answer_batch(
        &mut self,
        batch: &[Question],
        bits: u32,
        wide: Option<Avx512>,
        orders: &mut [u32; BLOCK],
    ) {
        let (mut moduli, mut exponents) = ([3; LANES], [1 << (bits - 1); LANES]);
        for (question, (modulus, exponent)) in batch.iter().zip(moduli.iter_mut().zip(&mut exponents)) {
            (*modulus, *exponent) = (question.modulus, question.exponent);
        }
        let mut answers = match wide {
            Some(wide) => powers_are_one(wide, &moduli, &exponents, bits),
            None => returns(&moduli, &exponents, bits),
        };
        while let Some(&question) = batch.get(answers.trailing_zeros() as usize) {
            self.divide_out(question, orders);
            answers &= answers - 1;
        }
    }

    fn divide_out(&mut self, question: Question, orders: &mut [u32; BLOCK]) {
        let by = Divisor::new(question.divisor);
        let order = &mut orders[question.place as usize % BLOCK];
        *order = by.divide(*order).unwrap_or(*order);
        if let Some(exponent) = by.divide(question.exponent) {
            self.ask(Question { exponent, ..question });
        }
    }
}

/// Exact division by 2 or by an odd number, by multiplication with its inverse modulo 2^32.
struct Divisor {
    inverse: u32,
    shift: u32,
}

impl Divisor {
    #[inline]
    fn new(divisor: u32) -> Divisor {
        let shift = u32::from(divisor == 2);
        Divisor { inverse: inverse(divisor >> shift), shift }
    }

    /// The quotient if there is no remainder, of a number that the divisor is known to divide or
    /// whose product with it is below 2^32: where there is a remainder, what comes out is larger
    /// than the number.
    #[inline]
    fn divide(&self, number: u32) -> Option<u32> {
        let quotient = number.wrapping_mul(self.inverse).rotate_right(self.shift);
        (quotient < number).then_some(quotient)
    }
}

fn bits(exponent: u32) -> usize {
    (u32::BITS - exponent.leading_zeros()) as usize
}

/// Writes the orders modulo the primes of a block.
pub(super) fn orders(
    block: usize,
    factors: &[u16],
    known: &Known,
    questions: &mut Questions,
    orders: &mut [u32; BLOCK],
) {
    let first = usize::from(block == 0); // 1 is no prime
    for (place, _) in factors.iter().enumerate().skip(first).filter(|(_, factor)| **factor == PRIME) {
        let prime = wheel::number(block * BLOCK + place) as u32;
        orders[place] = questions.ask_for(prime, place as u32, known);
    }
    questions.answer(None, orders);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_division() {
        for divisor in [2, 3, 5, 7, 11, 32_749, 536_870_909] {
            for number in (1..2000).chain([divisor, 2 * divisor, (1 << 30) / divisor * divisor, 1 << 30]) {
                let expected = (number % divisor == 0).then_some(number / divisor);
                let small = u64::from(number) * u64::from(divisor) < 1 << 32;
                if small || expected.is_some() {
                    assert_eq!(Divisor::new(divisor).divide(number), expected, "{number}/{divisor}");
                }
            }
        }
    }
}
