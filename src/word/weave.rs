use num_bigint::{BigInt, BigUint};

use super::fit::Misfit;
use super::moves::{Act, Move};
use super::{Atom, Factor, Word};
use crate::Weave;

impl Word {
    /// The word as a power of one perfect shuffle, where all its moves are of one kind; none where
    /// they are not, or there are none. Orders and cycle types then need no deck. O(length).
    ///
    /// # Errors
    ///
    /// [`Misfit`] where the word does not [fit](Self::fits) the deck or is random.
    ///
    /// ```
    /// use faro::{Kind, Weave, Word};
    /// let word: Word = "(in^2)^5 in^-1".parse()?;
    /// assert_eq!(word.weave_power(&52u32.into())?, Some((Weave::new(Kind::In, 52u32), 9.into())));
    /// assert_eq!("in out".parse::<Word>()?.weave_power(&52u32.into())?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn weave_power(&self, cards: &BigUint) -> Result<Option<(Weave, BigInt)>, Misfit> {
        self.fits_and_is_fixed(cards)?;
        let mut weaves = self.letters().into_iter().map(|letter| weave_of(letter, cards));
        let Some(Some(first)) = weaves.next() else { return Ok(None) };
        let alike = weaves.all(|weave| weave.as_ref() == Some(&first));
        Ok(alike.then(|| (first, exponents(&self.factors))))
    }
}

/// The sum of the exponents, each as often as the groups around it say.
fn exponents(factors: &[Factor]) -> BigInt {
    let turns = |factor: &Factor| match &factor.atom {
        Atom::Group(word) => exponents(&word.factors) * &factor.exponent,
        _ => factor.exponent.clone(),
    };
    factors.iter().map(turns).sum()
}

fn weave_of(letter: &Atom, cards: &BigUint) -> Option<Weave> {
    match letter {
        Atom::Move(one) => one.weave(cards),
        _ => None,
    }
}

impl Move {
    /// The perfect shuffle that it is, if it is one. The packets must fit the deck.
    pub(super) fn weave(&self, cards: &BigUint) -> Option<Weave> {
        let Act::Weave(weave) = self.entry.act else { return None };
        let (kind, packets) = weave(self);
        Some(Weave::with_packets(kind, cards.clone(), packets).expect("packets that fit"))
    }
}
