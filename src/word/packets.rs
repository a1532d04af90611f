use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use super::fit::{FitError, FitErrorKind};
use super::tree::{Atom, Factor, Word};
use faro_sample::zoo::{RandomShuffle, Riffle};

impl Word {
    /// Returns the number of packets of the single riffle with the same law as the word.
    ///
    /// An a-shuffle followed by a b-shuffle is an ab-shuffle (Bayer and Diaconis, *Trailing the dovetail
    /// shuffle to its lair*, 1992). The number is 1 for a word without riffles.
    ///
    /// # Errors
    ///
    /// [`FitError`] if the word has other moves than `gsr` and `riffle:A`, or [fits](Self::fits) no deck.
    ///
    /// ```
    /// use faro::Word;
    /// assert_eq!("gsr^7".parse::<Word>()?.packets()?, 128u32.into());
    /// assert_eq!("(riffle:3 gsr)^2".parse::<Word>()?.packets()?, 36u32.into());
    /// assert_eq!("gsr cut:26".parse::<Word>()?.packets().unwrap_err().letter, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn packets(&self) -> Result<BigUint, FitError> {
        for (letter, atom) in self.letters().into_iter().enumerate() {
            if packets_of(atom).is_none() {
                return Err(FitError { letter, kind: FitErrorKind::NoRiffle { name: name(atom) } });
            }
        }
        // The size of the deck does not matter: only the signs and the sizes of exponents are checked here.
        self.fits(&BigUint::ZERO)?;
        Ok(product(&self.factors))
    }
}

fn packets_of(atom: &Atom) -> Option<u32> {
    match atom {
        Atom::Move(one) => match one.random_shuffle()? {
            RandomShuffle::Riffle(Riffle::Packets(packets)) => Some(packets),
            _ => None,
        },
        Atom::Group(_) | Atom::Literal(_) => None,
    }
}

fn name(atom: &Atom) -> String {
    match atom {
        Atom::Move(one) => one.to_string(),
        Atom::Group(_) | Atom::Literal(_) => "a permutation".into(),
    }
}

fn product(factors: &[Factor]) -> BigUint {
    let power = |factor: &Factor| {
        if factor.exponent.is_zero() {
            return BigUint::one();
        }
        let once = match &factor.atom {
            Atom::Group(word) => product(&word.factors),
            atom => packets_of(atom).expect("all letters are riffles").into(),
        };
        // The exponents of a word that fits are bounded, except the exponent of a group without random
        // shuffles.
        factor.exponent.to_u32().map_or_else(BigUint::one, |times| once.pow(times))
    };
    factors.iter().map(power).product()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packets(text: &str) -> Result<BigUint, FitError> {
        text.parse::<Word>().unwrap().packets()
    }

    #[test]
    fn exponents_that_do_nothing() {
        let known =
            [("gsr^0", 1), ("(gsr^1000000000000)^0", 1), ("(gsr^0)^1000000000000", 1), ("riffle:1", 1)];
        for (word, known) in known {
            assert_eq!(packets(word).unwrap(), BigUint::from(known as u32), "{word}");
        }
    }

    #[test]
    fn other_words() {
        for (word, letter) in [("gsr gsr:cut=0.5", 1), ("()", 0), ("gsr^2 (gsr^-1)", 1), ("gsr^1000001", 0)] {
            assert_eq!(packets(word).unwrap_err().letter, letter, "{word}");
        }
    }
}
