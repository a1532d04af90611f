//! Orders modulo primes: from p − 1, whose factors the sieve knows, every prime is divided out
//! for as long as the power of 2 stays 1.

use super::known::Known;
use super::returns::{LANES, returns};
use super::sieve::{BLOCK, PRIME};
use super::wheel;

/// Is 2^exponent ≡ 1 modulo the prime at a place? Then the divisor can go from its order.
#[derive(Clone, Copy, Default)]
pub(super) struct Question {
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

    /// Answers all of them. A divisor that can go may go again: the exponent is then shorter, and
    /// waits in a list that is still to come.
    fn answer(&mut self, orders: &mut [u32]) {
        for bits in (1..self.0.len()).rev() {
            let questions = std::mem::take(&mut self.0[bits]);
            for batch in questions.chunks(LANES) {
                self.answer_batch(batch, bits as u32, orders);
            }
            self.0[bits] = questions;
            self.0[bits].clear();
        }
    }

    fn answer_batch(&mut self, batch: &[Question], bits: u32, orders: &mut [u32]) {
        let lane = |lane: usize| batch.get(lane).unwrap_or(&batch[0]);
        let moduli = std::array::from_fn(|index| lane(index).modulus);
        let exponents = std::array::from_fn(|index| lane(index).exponent);
        let answers = returns(&moduli, &exponents, bits);
        for (&question, _) in batch.iter().zip(answers).filter(|(_, answer)| *answer) {
            orders[question.place as usize] /= question.divisor;
            if question.exponent.is_multiple_of(question.divisor) {
                self.ask(Question { exponent: question.exponent / question.divisor, ..question });
            }
        }
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
    orders: &mut [u32],
) {
    let first = usize::from(block == 0); // 1 is no prime
    for (place, _) in factors.iter().enumerate().skip(first).filter(|(_, factor)| **factor == PRIME) {
        let prime = wheel::number(block * BLOCK + place) as u32;
        orders[place] = questions.ask_for(prime, place as u32, known);
    }
    questions.answer(orders);
}
