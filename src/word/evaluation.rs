//! The effect of a word without random shuffles: a power of one perfect shuffle, or a permutation.

use std::ops::Range;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive, Zero};

use super::fit::{FitError, FitErrorKind};
use super::moves::{Act, Move};
use super::tree::{Atom, Factor, Word};
use crate::perfect::{Deck, WeavePower};
use crate::{Error, Permutation, Weave};
use faro_math::number::{Budget, OrderError};
use faro_permutation::MAX_DEGREE;

/// The effect of a word on decks of one size.
///
/// [`Word::evaluate`](super::Word::evaluate) creates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// A power of one perfect shuffle, in closed form for any deck.
    Power(WeavePower),
    /// The permutation of a listed deck.
    Permutation(Permutation),
}

impl Evaluation {
    /// Returns the smallest positive number of shuffles that restores the deck.
    ///
    /// # Errors
    ///
    /// [`OrderError`] if the modulus of a perfect shuffle was not factored within the budget.
    pub fn order_within(&self, budget: &Budget) -> Result<BigUint, OrderError> {
        match self {
            Evaluation::Power(power) => power.order_within(budget),
            Evaluation::Permutation(permutation) => Ok(permutation.order()),
        }
    }

    /// Returns the position, after `times` shuffles, of the card that starts at position `card`.
    ///
    /// # Panics
    ///
    /// If `card` is not below the number of cards.
    pub fn position_after(&self, card: &BigUint, times: &BigInt) -> BigUint {
        match self {
            Evaluation::Power(power) => power.position_after(card, times),
            Evaluation::Permutation(permutation) => {
                let card = card.to_u32().expect("a card of the deck");
                permutation.image_after(card, times.clone()).into()
            }
        }
    }

    /// Returns the deck after `times` shuffles, card by card.
    ///
    /// # Errors
    ///
    /// The errors of [`Weave::deck_after`](crate::Weave::deck_after).
    pub fn deck_after(&self, times: &BigInt) -> Result<Cards, Error> {
        Ok(match self {
            Evaluation::Power(power) => Cards::Power(power.deck_after(times)?),
            Evaluation::Permutation(permutation) => {
                // The card at a position is its image under the inverse.
                let positions = 0..permutation.degree() as u32;
                Cards::Permutation(Arc::new(permutation.pow(-times)), positions)
            }
        })
    }
}

/// Iterates over the cards of a deck from top to bottom, each named by its starting position, from 0.
///
/// [`Evaluation::deck_after`] creates it.
#[derive(Clone, Debug)]
pub enum Cards {
    /// The deck of a power of a perfect shuffle.
    Power(Deck),
    /// The images of a permutation, and the range of the remaining positions.
    Permutation(Arc<Permutation>, Range<u32>),
}

impl Iterator for Cards {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        match self {
            Cards::Power(deck) => deck.next(),
            Cards::Permutation(deck, positions) => Some(deck.image(positions.next()?).into()),
        }
    }
}

impl Word {
    /// Returns the permutation of the word for a deck of `cards` cards.
    ///
    /// O(n) for each move and each group, for any exponents. Typical words hold two or three permutations of
    /// n cards at a time. The maximum number of permutations held at a time is about the logarithm of the
    /// word's length.
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
            return Err(FitError {
                letter: 0,
                kind: FitErrorKind::TooManyCards { cards: count },
            });
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
    /// use faro::number::Budget;
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
        let too_many = || FitError {
            letter: 0,
            kind: FitErrorKind::TooManyCards {
                cards: cards.clone(),
            },
        };
        Ok(Evaluation::Permutation(
            self.permutation(cards.to_usize().ok_or_else(too_many)?)?,
        ))
    }

    /// Returns the maximum number of permutations that are held at a time while the word is evaluated.
    fn max_held(&self) -> usize {
        max_held(&self.factors)
    }
}

/// Returns the product of the factors. It starts with the factor that needs the most memory and continues on
/// both sides, so that nested groups do not each hold an unfinished product (Ershov 1958).
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

fn max_held(factors: &[Factor]) -> usize {
    let mut needs: Vec<usize> = factors.iter().map(memory).collect();
    needs.sort_unstable_by(|a, b| b.cmp(a));
    let first = needs.first().copied().unwrap_or(1);
    needs.get(1).map_or(first, |second| first.max(second + 1))
}

fn memory(factor: &Factor) -> usize {
    match &factor.atom {
        Atom::Group(word) => word.max_held(),
        _ => 1,
    }
}

fn power(factor: &Factor, cards: usize) -> Permutation {
    if factor.exponent.is_zero() {
        return Permutation::identity(cards); // a random shuffle with the exponent 0 too
    }
    let once = match &factor.atom {
        Atom::Move(move_) => deal(move_, cards),
        Atom::Group(word) => product(&word.factors, cards),
        Atom::List(images) => {
            Permutation::from_images(images.clone()).expect("a list of all positions")
        }
        Atom::Literal(cycles) => {
            Permutation::from_cycles(cards, cycles).expect("disjoint cycles that fit")
        }
    };
    if factor.exponent.is_one() {
        once
    } else {
        once.pow(factor.exponent.clone())
    }
}

fn deal(move_: &Move, cards: usize) -> Permutation {
    match move_.entry.act {
        Act::Deal(deal) => {
            Permutation::from_deck(deal(move_, cards)).expect("each card occurs once")
        }
        Act::Weave(_) => {
            let weave = move_.weave(&cards.into()).expect("it is a perfect shuffle");
            weave.to_permutation().expect("a deck that can be listed")
        }
        Act::Draw(_) => unreachable!("the word is not random"),
    }
}

impl Word {
    /// Returns the word as a power of one perfect shuffle, or `None` if it is no such power.
    ///
    /// There must be at least one move, and all moves must be the same perfect shuffle. The order and the cycle
    /// type of a power need no deck. O(length).
    ///
    /// # Errors
    ///
    /// [`FitError`] if the word does not [fit](Self::fits) the deck or is random.
    ///
    /// ```
    /// use faro::perfect::WeavePower;
    /// use faro::{Kind, Weave, Word};
    /// let word: Word = "(in^2)^5 in^-1".parse()?;
    /// assert_eq!(word.weave_power(&52u32.into())?, Some(WeavePower::new(Weave::new(Kind::In, 52u32), 9)));
    /// assert_eq!("in out".parse::<Word>()?.weave_power(&52u32.into())?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn weave_power(&self, cards: &BigUint) -> Result<Option<WeavePower>, FitError> {
        self.fits_and_is_fixed(cards)?;
        let mut weaves = self
            .letters()
            .into_iter()
            .map(|letter| weave_of(letter, cards));
        let Some(Some(first)) = weaves.next() else {
            return Ok(None);
        };
        let are_equal = weaves.all(|weave| weave.as_ref() == Some(&first));
        Ok(are_equal.then(|| WeavePower::new(first, exponents(&self.factors))))
    }
}

/// Returns the sum of the exponents, each multiplied by the exponents of the groups around it.
fn exponents(factors: &[Factor]) -> BigInt {
    let turns = |factor: &Factor| match &factor.atom {
        Atom::Group(word) => exponents(&word.factors) * &factor.exponent,
        _ => factor.exponent.clone(),
    };
    factors.iter().map(turns).sum()
}

fn weave_of(letter: &Atom, cards: &BigUint) -> Option<Weave> {
    match letter {
        Atom::Move(move_) => move_.weave(cards),
        _ => None,
    }
}

impl Move {
    /// Returns the perfect shuffle, or `None` if the move is none. The packets must fit the deck.
    pub(super) fn weave(&self, cards: &BigUint) -> Option<Weave> {
        let Act::Weave(weave) = self.entry.act else {
            return None;
        };
        let (kind, packets) = weave(self);
        Some(Weave::with_packets(kind, cards.clone(), packets).expect("packets that fit"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::fit::FitErrorKind;
    use crate::{Kind, Weave, Word};

    /// The closed form of a power of a perfect shuffle agrees with its permutation in all results.
    #[test]
    fn closed_forms_agree_with_permutations() {
        let budget = Budget::default();
        for (kind, cards, exponent) in [(Kind::In, 10u32, 1), (Kind::Out, 52, 3), (Kind::In, 7, -2)]
        {
            let power = WeavePower::new(Weave::new(kind, cards), exponent);
            let permutation = Evaluation::Permutation(power.to_permutation().unwrap());
            let both = [Evaluation::Power(power), permutation];
            let [one, other] = both
                .each_ref()
                .map(|each| each.order_within(&budget).unwrap());
            assert_eq!(one, other);
            for times in -5..12 {
                let [one, other] = both
                    .each_ref()
                    .map(|each| each.deck_after(&times.into()).unwrap());
                assert!(one.eq(other));
                for card in 0..cards {
                    let places = both
                        .each_ref()
                        .map(|each| each.position_after(&card.into(), &times.into()));
                    assert_eq!(places[0], places[1]);
                }
            }
        }
    }

    #[test]
    fn only_powers_of_one_weave_have_closed_forms() {
        let evaluate = |word: &str, cards: &BigUint| word.parse::<Word>().unwrap().evaluate(cards);
        let huge = BigUint::from(10u32).pow(30);
        assert!(matches!(
            evaluate("(in^2)^5 in^-1", &huge),
            Ok(Evaluation::Power(_))
        ));
        assert!(matches!(
            evaluate("in out", &8u32.into()),
            Ok(Evaluation::Permutation(_))
        ));
        assert_eq!(
            evaluate("in out", &huge).unwrap_err().kind,
            FitErrorKind::TooManyCards { cards: huge }
        );
        assert!(matches!(
            evaluate("gsr", &8u32.into()).unwrap_err().kind,
            FitErrorKind::Random { .. }
        ));
    }
}
