use num_bigint::{BigInt, BigUint};

use super::entry::{Act, Move};
use super::fit::FitError;
use super::tree::{Atom, Factor, Word};
use crate::Weave;
use crate::perfect::WeavePower;

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
        let mut weaves = self.letters().into_iter().map(|letter| weave_of(letter, cards));
        let Some(Some(first)) = weaves.next() else { return Ok(None) };
        let same = weaves.all(|weave| weave.as_ref() == Some(&first));
        Ok(same.then(|| WeavePower::new(first, exponents(&self.factors))))
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
        Atom::Move(one) => one.weave(cards),
        _ => None,
    }
}

impl Move {
    /// Returns the perfect shuffle, or `None` if the move is none. The packets must fit the deck.
    pub(super) fn weave(&self, cards: &BigUint) -> Option<Weave> {
        let Act::Weave(weave) = self.entry.act else { return None };
        let (kind, packets) = weave(self);
        Some(Weave::with_packets(kind, cards.clone(), packets).expect("packets that fit"))
    }
}
