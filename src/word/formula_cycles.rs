//! The cycle type of a formula, without a list of the deck.

use num_traits::ToPrimitive;

use super::formula::{Affine, Formula};
use faro_permutation::{CycleType, Images};

/// Maximum number of maps for which computing an image is faster than loading it from memory.
const MAX_MAPS: usize = 4;

/// Number of points at which [`ShortFormula::may_commute_with_reversal`] compares.
const COMPARED_POINTS: u32 = 64;

impl Formula {
    /// Returns the cycle type without listing the deck. Returns `None` if a list may be better.
    ///
    /// Images are computed if that is faster than a list, and if certainly no power of the shuffle reverses
    /// the deck. O(n) time and n bits of memory.
    ///
    /// ```
    /// use faro::Word;
    /// let word: Word = "in cut:5".parse()?;
    /// let cycle_type = word.formula(&1000u32.into(), &1.into())?.cycle_type_unless_reversed().unwrap();
    /// assert_eq!(cycle_type, word.permutation(1000)?.cycle_type());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cycle_type_unless_reversed(&self) -> Option<CycleType> {
        let short = ShortFormula::new(self)?;
        (!short.may_commute_with_reversal()).then(|| faro_permutation::cycle_type(&short))
    }
}

/// A formula of at most [`MAX_MAPS`] affine maps, for a deck with 32-bit positions.
struct ShortFormula {
    cards: u32,
    maps: Vec<Map>,
}

/// The map of p to a·p + c modulo M. The position M stays.
struct Map {
    modulus: u64,
    multiplier: u64,
    addend: u64,
    /// The reciprocal of the modulus M in fixed point: ⌊2^64 / M⌋, or less by 1.
    reciprocal: u64,
}

impl ShortFormula {
    fn new(formula: &Formula) -> Option<ShortFormula> {
        let maps = formula.maps().filter(|maps| maps.len() <= MAX_MAPS)?;
        let maps = maps.into_iter().map(Map::new).collect::<Option<_>>()?;
        Some(ShortFormula {
            cards: formula.cards().to_u32()?,
            maps,
        })
    }

    /// Returns whether the map commutes with the reversal at the first points. If it does not, no power
    /// reverses the deck, since a permutation commutes with its powers.
    fn may_commute_with_reversal(&self) -> bool {
        let commutes =
            |card| self.image(self.cards - 1 - card) == self.cards - 1 - self.image(card);
        (0..self.cards.min(COMPARED_POINTS)).all(commutes)
    }
}

impl Images for ShortFormula {
    fn degree(&self) -> usize {
        self.cards as usize
    }

    #[inline]
    fn image(&self, point: u32) -> u32 {
        self.maps
            .iter()
            .fold(u64::from(point), |point, map| map.image(point)) as u32
    }
}

impl Map {
    fn new(affine: &Affine) -> Option<Map> {
        let [modulus, multiplier, addend] = affine.reduced()?;
        Some(Map {
            modulus,
            multiplier,
            addend,
            reciprocal: u64::MAX / modulus,
        })
    }

    #[inline]
    fn image(&self, point: u64) -> u64 {
        let product = self.multiplier * point + self.addend;
        // The quotient of the product and the modulus, which may be too small by 1.
        let quotient = ((u128::from(product) * u128::from(self.reciprocal)) >> 64) as u64;
        let rest = product - quotient * self.modulus;
        let residue = if rest < self.modulus {
            rest
        } else {
            rest - self.modulus
        };
        if point == self.modulus {
            point
        } else {
            residue
        }
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;
    use crate::Word;

    const WORDS: [&str; 10] = [
        "in cut:5",
        "out",
        "in",
        "reverse out",
        "cut:-3 out in",
        "packets:4:in cut:1",
        "(out cut:7)^1 in^-3",
        "in^5 out^-2 cut:1 in",
        "cut:0",
        "reverse",
    ];

    #[test]
    fn images_are_those_of_the_permutation() {
        for word in WORDS {
            let word: Word = word.parse().unwrap();
            for cards in [8u32, 12, 52, 64, 1000, 99_996] {
                let formula = word.formula(&cards.into(), &1.into()).unwrap();
                let (short, permutation) = (
                    ShortFormula::new(&formula).unwrap(),
                    word.permutation(cards as usize).unwrap(),
                );
                assert!(
                    (0..cards).all(|card| short.image(card) == permutation.image(card)),
                    "{word} {cards}"
                );
                match formula.cycle_type_unless_reversed() {
                    Some(cycle_type) => {
                        assert_eq!(cycle_type, permutation.cycle_type(), "{word} {cards}");
                        assert_eq!(permutation.reversed_after(), None, "{word} {cards}");
                    }
                    None => assert!(short.may_commute_with_reversal()),
                }
            }
        }
    }

    /// The largest numbers in the arithmetic are from moduli of almost 32 bits.
    #[test]
    fn images_in_large_decks() {
        for (word, cards) in [
            ("in cut:5", u32::MAX - 1),
            ("out^-3 in", u32::MAX - 1),
            ("reverse in^2", 1 << 31),
        ] {
            let formula = word
                .parse::<Word>()
                .unwrap()
                .formula(&cards.into(), &1.into())
                .unwrap();
            let short = ShortFormula::new(&formula).unwrap();
            for card in
                (0..cards)
                    .step_by(40_000_003)
                    .chain([0, 1, cards / 2, cards - 2, cards - 1])
            {
                assert_eq!(
                    BigUint::from(short.image(card)),
                    formula.position(&card.into()),
                    "{word} {card}"
                );
            }
        }
    }
}
