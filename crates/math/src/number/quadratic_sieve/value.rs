//! The absolute value of a polynomial at a place, for division by the primes of the base.

use num_bigint::BigUint;

/// Number of 32-bit words: values of the widest numbers have fewer than 192 bits.
const WORDS: usize = 6;

/// A positive number below 2^192.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    words: [u32; WORDS],
    /// Number of words in use; the words above are 0.
    length: usize,
}

impl Value {
    pub(super) fn new(number: &BigUint) -> Value {
        let mut words = [0; WORDS];
        for (word, digit) in words.iter_mut().zip(number.iter_u32_digits()) {
            *word = digit;
        }
        Value { words, length: number.iter_u32_digits().len() }
    }

    /// Returns the quotient, or `None` if the division leaves a remainder.
    #[inline]
    pub(super) fn divided_by(&self, divisor: u32) -> Option<Value> {
        let mut quotient = *self;
        let (divisor, mut rest) = (u64::from(divisor), 0u64);
        for word in quotient.words[..self.length].iter_mut().rev() {
            let dividend = rest << 32 | u64::from(*word);
            *word = (dividend / divisor) as u32;
            rest = dividend % divisor;
        }
        if quotient.length > 0 && quotient.words[quotient.length - 1] == 0 {
            quotient.length -= 1;
        }
        (rest == 0).then_some(quotient)
    }

    /// Returns the number, if it has at most 32 bits.
    pub(super) fn to_u32(self) -> Option<u32> {
        (self.length <= 1).then_some(self.words[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divides_as_big_integers_do() {
        let mut number = BigUint::from(1u32);
        for step in 1..34u32 {
            number = number * 23u32 + step;
            for divisor in [2, 3, 5, 97, 65_537, u32::MAX] {
                let exact = (&number % divisor == BigUint::ZERO).then(|| Value::new(&(&number / divisor)));
                assert_eq!(Value::new(&number).divided_by(divisor), exact, "{number} / {divisor}");
                assert_eq!(Value::new(&(&number * divisor)).divided_by(divisor), Some(Value::new(&number)));
            }
            assert_eq!(Value::new(&number).to_u32(), u32::try_from(&number).ok());
        }
    }
}
