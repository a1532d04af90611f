//! Perfect shuffles of decks of any size, computed by multiplication modulo a number near the number of
//! cards.

use std::fmt;
use std::ops::Range;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use crate::Error;
use faro_permutation::{MAX_DEGREE, Permutation, PermutationError};

/// The kind of a perfect shuffle: whether the top packet or the bottom packet supplies the top card.
///
/// It prints as `out` or `in`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "lowercase")
)]
pub enum Kind {
    /// The top packet supplies the top card, which stays on top.
    ///
    /// 8 cards in two packets become `0 4 1 5 2 6 3 7`. In an odd deck, the top packet is the larger one.
    Out,
    /// The bottom packet supplies the top card, and the top card of before becomes the second.
    ///
    /// Of k packets, the top card becomes the k-th: 8 cards in two packets become `4 0 5 1 6 2 7 3`. In an odd deck,
    /// the bottom packet is the larger one.
    In,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Out => "out",
            Kind::In => "in",
        })
    }
}

/// A perfect shuffle of a deck of any size.
///
/// The deck is cut into k packets, and then has from the top one card of each in turn: from the top packet to the
/// bottom one ([`Kind::Out`]), or from the bottom packet to the top one ([`Kind::In`]).
///
/// If positions are counted from s, which is 0 for out and 1 for in, the shuffle multiplies each position by k
/// modulo M (Diaconis, Graham and Kantor 1983 for two packets; Ellis, Fan and Shallit 2002 for k):
///
/// | shuffle of n cards | M | exception |
/// |---|---|---|
/// | out, k equal packets | n − 1 | the last card stays |
/// | in, k equal packets | n + 1 | the residue 0 is not a position |
/// | out or in, two packets, n odd | n | |
///
/// [`Display`](fmt::Display) writes `out` or `in`, and with k ≠ 2 packets `packets:k:out` or `packets:k:in`.
///
/// ```
/// use faro::{Kind, Weave};
///
/// let out = Weave::new(Kind::Out, 52u32);
/// assert_eq!(out.order()?, 8u32.into());
///
/// // No deck is stored: 10^18 cards, 10^40 shuffles.
/// let huge = Weave::new(Kind::In, 10u64.pow(18));
/// let times = faro::num_bigint::BigInt::from(10).pow(40);
/// let position = huge.position_after(&0u32.into(), &times);
/// assert_eq!(huge.card_at(&position, &times), 0u32.into());
/// # Ok::<(), faro::number::OrderError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Weave {
    kind: Kind,
    cards: BigUint,
    packets: BigUint,
}

impl Weave {
    /// Returns the shuffle with two packets, for any number of cards.
    ///
    /// ```
    /// use faro::{Kind, Weave};
    /// assert_eq!(Weave::new(Kind::In, 5u32).to_permutation()?.to_deck(), [2, 0, 3, 1, 4]);
    /// # Ok::<(), faro::permutation::PermutationError>(())
    /// ```
    pub fn new(kind: Kind, cards: impl Into<BigUint>) -> Weave {
        Weave {
            kind,
            cards: cards.into(),
            packets: BigUint::from(2u32),
        }
    }

    /// Returns the shuffle with `packets` equal packets. Two packets may differ by a card.
    ///
    /// # Errors
    ///
    /// [`Error::UnequalPackets`] unless `packets` divides `cards` or is 2.
    ///
    /// ```
    /// use faro::{Kind, Weave};
    /// let out = Weave::with_packets(Kind::Out, 6u32, 3u32)?;
    /// assert_eq!(out.deck_after(&1.into())?.collect::<Vec<_>>(), [0, 2, 4, 1, 3, 5]);
    /// assert!(Weave::with_packets(Kind::Out, 52u32, 5u32).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_packets(
        kind: Kind,
        cards: impl Into<BigUint>,
        packets: impl Into<BigUint>,
    ) -> Result<Weave, Error> {
        let (cards, packets) = (cards.into(), packets.into());
        let two = packets == BigUint::from(2u32);
        if two || (!packets.is_zero() && cards.is_multiple_of(&packets)) {
            Ok(Weave {
                kind,
                cards,
                packets,
            })
        } else {
            Err(Error::UnequalPackets { cards, packets })
        }
    }

    /// Returns whether the shuffle is an out- or an in-shuffle.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns the number of cards.
    pub fn cards(&self) -> &BigUint {
        &self.cards
    }

    /// Returns the number of packets, which is also the factor that multiplies positions.
    pub fn packets(&self) -> &BigUint {
        &self.packets
    }

    /// Returns the modulus M of the table at [`Weave`], at least 1: for 52 cards 51 (out) or 53 (in).
    pub fn modulus(&self) -> BigUint {
        if !self.cards.is_multiple_of(&self.packets) {
            return self.cards.clone();
        }
        match self.kind {
            Kind::In => &self.cards + 1u32,
            Kind::Out if self.cards > BigUint::one() => &self.cards - 1u32,
            Kind::Out => BigUint::one(),
        }
    }

    /// Returns the number s of the first position: 0 for out, 1 for in.
    pub(crate) fn base(&self) -> u32 {
        match self.kind {
            Kind::Out => 0,
            Kind::In => 1,
        }
    }

    /// Returns k^times mod M, the factor of `times` shuffles. A negative number unshuffles.
    pub(super) fn multiplier(&self, times: &BigInt) -> BigUint {
        let modulus = self.modulus();
        let once = match times.sign() {
            Sign::Minus => self
                .packets
                .modinv(&modulus)
                .expect("k is coprime to M: it divides n, or both are odd"),
            _ => self.packets.clone(),
        };
        once.modpow(times.magnitude(), &modulus)
    }

    /// Returns the position, after `times` shuffles, of the card that starts at position `card`.
    ///
    /// A negative number unshuffles. One modular power: O(log times) products.
    ///
    /// # Panics
    ///
    /// If `card` is not below the number of cards.
    ///
    /// ```
    /// use faro::{Kind, Weave};
    /// let deck = Weave::new(Kind::In, 52u32);
    /// // Twenty-six in-shuffles reverse the deck.
    /// assert_eq!(deck.position_after(&0u32.into(), &26.into()), 51u32.into());
    /// ```
    pub fn position_after(&self, card: &BigUint, times: &BigInt) -> BigUint {
        assert!(
            card < &self.cards,
            "there is no card {card} among {}, counted from 0",
            self.cards
        );
        let modulus = self.modulus();
        if card == &modulus {
            return modulus; // the last card of an out-shuffle
        }
        // Positions are counted from s, the base. For in-shuffles (s = 1) the residue 0 stands for the last
        // position, M − 1.
        let residue = (card + self.base()) * self.multiplier(times) % &modulus;
        (residue + &modulus - self.base()) % modulus
    }

    /// Returns the card that is at `position` after `times` shuffles, identified by its initial position.
    ///
    /// # Panics
    ///
    /// If `position` is not below the number of cards.
    ///
    /// ```
    /// use faro::{Kind, Weave};
    /// let deck = Weave::new(Kind::Out, 8u32); // 0 4 1 5 2 6 3 7
    /// assert_eq!(deck.card_at(&3u32.into(), &1.into()), 5u32.into());
    /// ```
    pub fn card_at(&self, position: &BigUint, times: &BigInt) -> BigUint {
        self.position_after(position, &-times)
    }
}

impl fmt::Display for Weave {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.packets == BigUint::from(2u32) {
            write!(f, "{}", self.kind)
        } else {
            write!(f, "packets:{}:{}", self.packets, self.kind)
        }
    }
}

/// Iterates over the cards of a deck from top to bottom, each identified by its initial position.
///
/// [`Weave::deck_after`] returns it.
///
/// The deck is not stored: each card is the previous one plus a constant, modulo M.
#[derive(Clone, Debug)]
pub struct Deck {
    positions: Range<u64>,
    modulus: u64,
    base: u64,
    /// The residue of the next card, and the constant that is added to it.
    residue: u64,
    step: u64,
}

impl Iterator for Deck {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let position = self.positions.next()?;
        if position == self.modulus {
            return Some(position); // the last card of an out-shuffle
        }
        let residue = self.residue;
        let complement = self.modulus - self.step;
        self.residue = if residue >= complement {
            residue - complement
        } else {
            residue + self.step
        };
        Some(if residue < self.base {
            self.modulus - 1
        } else {
            residue - self.base
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.positions.size_hint()
    }
}

impl Weave {
    /// Returns the deck after `times` shuffles.
    ///
    /// A negative number unshuffles. One modular power, then O(1) for each card.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyToList`] if the number of cards, or M, has more than 64 bits.
    ///
    /// ```
    /// use faro::{Kind, Weave};
    /// let deck = Weave::new(Kind::Out, 8u32);
    /// assert_eq!(deck.deck_after(&1.into())?.collect::<Vec<_>>(), [0, 4, 1, 5, 2, 6, 3, 7]);
    /// assert_eq!(deck.deck_after(&(-1).into())?.collect::<Vec<_>>(), [0, 2, 4, 6, 1, 3, 5, 7]);
    /// # Ok::<(), faro::Error>(())
    /// ```
    pub fn deck_after(&self, times: &BigInt) -> Result<Deck, Error> {
        let (Some(cards), Some(modulus)) = (self.cards().to_u64(), self.modulus().to_u64()) else {
            return Err(Error::TooManyToList {
                given: self.cards().clone(),
            });
        };
        let step = self
            .multiplier(&-times)
            .to_u64()
            .expect("a residue is below the modulus");
        let base = u64::from(self.base());
        Ok(Deck {
            positions: 0..cards,
            modulus,
            base,
            residue: step * base,
            step,
        })
    }

    /// Returns the shuffle as a permutation. O(n).
    ///
    /// # Errors
    ///
    /// [`PermutationError::TooLong`] for more than [`MAX_DEGREE`] cards.
    ///
    /// ```
    /// use faro::{Kind, Weave};
    /// let out = Weave::new(Kind::Out, 8u32).to_permutation()?;
    /// assert_eq!(out.to_string(), "(1 2 4)(3 6 5)");
    /// # Ok::<(), faro::permutation::PermutationError>(())
    /// ```
    pub fn to_permutation(&self) -> Result<Permutation, PermutationError> {
        self.permutation_after(&BigInt::one())
    }

    /// Returns the permutation of `times` shuffles.
    pub(super) fn permutation_after(
        &self,
        times: &BigInt,
    ) -> Result<Permutation, PermutationError> {
        let degree = self.cards().to_usize().unwrap_or(usize::MAX);
        if degree > MAX_DEGREE {
            return Err(PermutationError::TooLong { degree });
        }
        // The image of a position is the card that is there after the inverse.
        let images = self.deck_after(&-times).expect("it has 32 bits");
        Permutation::from_images(images.map(|image| image as u32).collect::<Box<[u32]>>())
    }
}
