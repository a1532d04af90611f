use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use super::entry::{Act, Move};
use super::evaluation::Evaluation;
use super::fit::{FitError, FitErrorKind};
use super::tree::{Atom, Factor, Word};
use crate::Permutation;
use faro_permutation::MAX_DEGREE;

impl Word {
    /// Returns the permutation of the word for a deck of `cards` cards.
    ///
    /// O(n) for each move and each group, whatever the exponents. Typical words hold two or three permutations
    /// of n cards at a time. No word holds more than about the logarithm of its length.
    ///
    /// # Errors
    ///
    /// [`FitError`] if the word does not [fit](Self::fits) the deck or is random, or if the deck has more than
    /// [`MAX_DEGREE`] cards.
    ///
    /// ```
    /// use faro::Word;
    /// let word: Word = "out cut:3".parse()?;
    /// assert_eq!(word.permutation(8)?.to_deck(), [5, 2, 6, 3, 7, 0, 4, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn permutation(&self, cards: usize) -> Result<Permutation, FitError> {
        let count = BigUint::from(cards);
        self.fits_and_is_fixed(&count)?;
        if cards > MAX_DEGREE {
            return Err(FitError { letter: 0, kind: FitErrorKind::TooManyCards { cards: count } });
        }
        Ok(product(&self.factors, cards))
    }

    /// Returns the effect of the word on a deck, in closed form if there is one.
    ///
    /// This is a power of one perfect shuffle [if the word is one](Self::weave_power), and otherwise its
    /// [permutation](Self::permutation).
    ///
    /// # Errors
    ///
    /// The errors of [`permutation`](Self::permutation), except that a power of one perfect shuffle has no
    /// limit of cards.
    ///
    /// ```
    /// use faro::Word;
    /// use faro_math::number::Budget;
    ///
    /// let budget = Budget::default();
    /// let word: Word = "in cut:26".parse()?;
    /// assert_eq!(word.evaluate(&52u32.into())?.order_within(&budget)?, 8u32.into());
    /// let power: Word = "(in^2)^5 in^-1".parse()?;
    /// let power = power.evaluate(&10u64.pow(18).into())?;
    /// assert_eq!(power.order_within(&budget)?, 27_777_750_000u64.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluate(&self, cards: &BigUint) -> Result<Evaluation, FitError> {
        if let Some(power) = self.weave_power(cards)? {
            return Ok(Evaluation::Power(power));
        }
        let too_many = || FitError { letter: 0, kind: FitErrorKind::TooManyCards { cards: cards.clone() } };
        Ok(Evaluation::Permutation(self.permutation(cards.to_usize().ok_or_else(too_many)?)?))
    }

    /// Returns the maximum number of permutations that are held at a time while the word is evaluated.
    fn held(&self) -> usize {
        held(&self.factors)
    }
}

/// Returns the product of the factors. It starts with the factor that needs the most memory and continues on both
/// sides, so that nested groups do not each hold an unfinished product (Ershov 1958).
pub(super) fn product(factors: &[Factor], cards: usize) -> Permutation {
    let Some(pivot) = (0..factors.len()).max_by_key(|&index| memory(&factors[index])) else {
        return Permutation::identity(cards);
    };
    let mut product = power(&factors[pivot], cards);
    for factor in &factors[pivot + 1..] {
        product = product.into_then(&power(factor, cards));
    }
    for factor in factors[..pivot].iter().rev() {
        product = power(factor, cards).into_then(&product);
    }
    product
}

fn held(factors: &[Factor]) -> usize {
    let mut needs: Vec<usize> = factors.iter().map(memory).collect();
    needs.sort_unstable_by(|a, b| b.cmp(a));
    let first = needs.first().copied().unwrap_or(1);
    needs.get(1).map_or(first, |second| first.max(second + 1))
}

fn memory(factor: &Factor) -> usize {
    match &factor.atom {
        Atom::Group(word) => word.held(),
        _ => 1,
    }
}

fn power(factor: &Factor, cards: usize) -> Permutation {
    if factor.exponent.is_zero() {
        return Permutation::identity(cards); // a random shuffle with the exponent 0 too
    }
    let once = match &factor.atom {
        Atom::Move(one) => deal(one, cards),
        Atom::Group(word) => product(&word.factors, cards),
        Atom::Literal(cycles) => Permutation::from_cycles(cards, cycles).expect("disjoint cycles that fit"),
    };
    if factor.exponent.is_one() { once } else { once.pow(factor.exponent.clone()) }
}

fn deal(one: &Move, cards: usize) -> Permutation {
    match one.entry.act {
        Act::Deal(deal) => Permutation::from_deck(deal(one, cards)).expect("each card occurs once"),
        Act::Weave(_) => {
            let weave = one.weave(&cards.into()).expect("it is a perfect shuffle");
            weave.to_permutation().expect("a deck that can be listed")
        }
        Act::Draw(_) => unreachable!("the word is not random"),
    }
}
