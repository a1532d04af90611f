//! The group that the out- and the in-shuffle generate, by the theorem of Diaconis, Graham and Kantor.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive};

use super::weave::{Kind, Weave};
use faro_math::number::{Budget, Natural, OrderError, UnfactoredError};
use faro_permutation::group::Order;

/// The group that the out- and the in-shuffle of a deck generate.
///
/// It is given by the theorem of Diaconis, Graham and Kantor (*The mathematics of perfect shuffles*, 1983), for
/// any number of cards.
///
/// For n = cards/2, there are 2^n·n! permutations that keep mirror pairs (the i-th position from the top and
/// the i-th from the bottom). The group is one of these, where Zk is cyclic and 2^k before ⋊ elementary
/// abelian:
///
/// | cards | order | as a group |
/// |---|---|---|
/// | 2^k | k·2^k | 2^k ⋊ Zk |
/// | 12 | 2^6·120 | 2^6 ⋊ PGL(2,5) |
/// | 24 | 2^11·95040 | 2^11 ⋊ M12 |
/// | other even, n ≡ 0 modulo 4 | 2^(n−2)·n! | 2^(n−1) ⋊ An |
/// | other even, n ≡ 1 modulo 4 | 2^(n−1)·n! | 2^n ⋊ An |
/// | other even, n ≡ 2 modulo 4 | 2^n·n! | 2^n ⋊ Sn |
/// | other even, n ≡ 3 modulo 4 | 2^(n−1)·n! | 2^(n−1) ⋊ Sn |
/// | 3 | 3! | S3 |
/// | other odd | cards·m, where m is the order of 2 modulo the cards | Zcards ⋊ Zm |
///
/// In an odd deck the shuffles are i → 2i (out) and i → 2i + 1 (in) modulo the number of cards. The inverse of
/// an out-shuffle followed by an in-shuffle is i → i + 1, so that the group has all maps i → 2^j·i + c.
///
/// ```
/// use faro::perfect::{Case, FaroGroup};
///
/// let group = FaroGroup::new(52u32)?;
/// assert_eq!((group.order().to_string(), group.name()), ("2^26 · 26!".into(), "2^26 ⋊ S26".into()));
/// assert_eq!(FaroGroup::new(24u32)?.order().value().unwrap(), 194_641_920u32.into());
///
/// let huge = FaroGroup::new(10u64.pow(18))?;
/// assert_eq!(huge.case(), &Case::Residue(0));
/// assert_eq!(huge.order().to_string(), "2^499999999999999998 · 500000000000000000!");
/// # Ok::<(), faro::number::OrderError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FaroGroup {
    cards: BigUint,
    case: Case,
}

/// The case of the theorem on the group of perfect shuffles that applies to a deck size.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Case {
    /// At most one card.
    Trivial,
    /// An odd number of cards, from 3.
    Odd {
        /// The multiplicative order of 2 modulo the number of cards.
        order_of_two: BigUint,
    },
    /// 2^k cards.
    PowerOfTwo {
        /// The exponent k, which is at least 1.
        exponent: u64,
    },
    /// Twelve cards.
    Twelve,
    /// Twenty-four cards: the Mathieu group M12 acts on the mirror pairs.
    TwentyFour,
    /// Any other even number of cards n, with the residue of n/2 modulo 4.
    Residue(u8),
}

impl FaroGroup {
    /// Returns the group for the given number of cards.
    ///
    /// # Errors
    ///
    /// [`OrderError::Unfactored`] if an odd number of cards has more than 64 bits and was not
    /// factored in ten seconds.
    pub fn new(cards: impl Into<BigUint>) -> Result<FaroGroup, OrderError> {
        FaroGroup::with_budget(cards, &Budget::default())
    }

    /// Returns the group as [`new`](Self::new) does, within `budget` instead of ten seconds.
    ///
    /// # Errors
    ///
    /// [`OrderError::Unfactored`] if an odd number of cards has more than 64 bits and was not factored within
    /// the budget.
    pub fn with_budget(
        cards: impl Into<BigUint>,
        budget: &Budget,
    ) -> Result<FaroGroup, OrderError> {
        let cards = cards.into();
        let case = if cards <= BigUint::one() {
            Case::Trivial
        } else if cards.is_odd() {
            Case::Odd {
                order_of_two: Weave::new(Kind::Out, cards.clone()).order_within(budget)?,
            }
        } else {
            even(&cards)
        };
        Ok(FaroGroup { cards, case })
    }

    /// Returns the number of cards.
    pub fn cards(&self) -> &BigUint {
        &self.cards
    }

    /// Returns the case of the theorem.
    pub fn case(&self) -> &Case {
        &self.case
    }

    /// Returns the order of the group: the number of reachable arrangements of the deck.
    pub fn order(&self) -> Order {
        let half = self.pairs();
        match &self.case {
            Case::Trivial => Order::with_multiple(1u32, 0u32),
            Case::Odd { order_of_two } => Order::with_multiple(&self.cards * order_of_two, 0u32),
            Case::PowerOfTwo { exponent } => Order::with_multiple(*exponent, *exponent),
            Case::Twelve => Order::with_multiple(120u32, 6u32),
            Case::TwentyFour => Order::with_multiple(95_040u32, 11u32),
            Case::Residue(0) => Order::with_factorial(&half - 2u32, half),
            Case::Residue(2) => Order::with_factorial(half.clone(), half),
            Case::Residue(_) => Order::with_factorial(&half - 1u32, half),
        }
    }

    /// Returns the index in the group of all permutations that keep mirror pairs.
    ///
    /// Returns `None` for an odd deck, whose shuffles do not keep mirror pairs.
    ///
    /// ```
    /// use faro::perfect::FaroGroup;
    /// let index = |cards: u32| FaroGroup::new(cards).unwrap().index().unwrap().value().unwrap();
    /// assert_eq!([index(52), index(54), index(56), index(24)], [1u32, 2, 4, 10_080].map(Into::into));
    /// ```
    pub fn index(&self) -> Option<Order> {
        let half = self.pairs();
        match &self.case {
            Case::Odd { .. } => None,
            Case::Trivial | Case::Residue(2) => Some(Order::with_multiple(1u32, 0u32)),
            Case::PowerOfTwo { exponent } => {
                Some(Order::with_factorial(&half - *exponent, half).divided_by(*exponent))
            }
            Case::Twelve => Some(Order::with_multiple(6u32, 0u32)),
            Case::TwentyFour => Some(Order::with_multiple(10_080u32, 0u32)),
            Case::Residue(0) => Some(Order::with_multiple(4u32, 0u32)),
            Case::Residue(_) => Some(Order::with_multiple(2u32, 0u32)),
        }
    }

    /// Returns the size of the smallest blocks of more than one position.
    ///
    /// Returns `None` if the group is primitive.
    ///
    /// In an even deck the blocks are the mirror pairs. In an odd deck there is a block system for each
    /// divisor of the number of cards: positions that are congruent modulo the divisor. The size of the smallest
    /// blocks is the smallest prime factor; for a prime number of cards there are none.
    ///
    /// # Errors
    ///
    /// [`UnfactoredError`] if an odd number of cards has more than 64 bits and was not factored within the
    /// budget.
    ///
    /// ```
    /// use faro::{number::Budget, perfect::FaroGroup};
    /// let block = |cards: u32| FaroGroup::new(cards).unwrap().block(&Budget::default()).unwrap();
    /// assert_eq!([block(52), block(51), block(53)], [Some(2u32.into()), Some(3u32.into()), None]);
    /// ```
    pub fn block(&self, budget: &Budget) -> Result<Option<BigUint>, UnfactoredError> {
        Ok(match &self.case {
            Case::Trivial | Case::PowerOfTwo { exponent: 1 } => None,
            Case::Odd { .. } => {
                let factors = self.cards.factor_within(budget)?;
                let smallest = factors.powers()[0].prime.clone();
                (smallest != self.cards).then_some(smallest)
            }
            _ => Some(2u32.into()),
        })
    }

    /// Returns the structure of the group, as in the table of [`FaroGroup`].
    pub fn name(&self) -> String {
        let (cards, half) = (&self.cards, &self.pairs());
        match &self.case {
            Case::Trivial => "1".into(),
            // The general formula for odd decks gives the same group as Z3 ⋊ Z2.
            Case::Odd { .. } if *cards == 3u32.into() => "S3".into(),
            Case::Odd { order_of_two } => format!("Z{cards} ⋊ Z{order_of_two}"),
            Case::PowerOfTwo { exponent: 1 } => "Z2".into(),
            Case::PowerOfTwo { exponent } => format!("2^{exponent} ⋊ Z{exponent}"),
            Case::Twelve => "2^6 ⋊ PGL(2,5)".into(),
            Case::TwentyFour => "2^11 ⋊ M12".into(),
            Case::Residue(0) => format!("2^{} ⋊ A{half}", half - 1u32),
            Case::Residue(1) => format!("2^{half} ⋊ A{half}"),
            Case::Residue(2) => format!("2^{half} ⋊ S{half}"),
            Case::Residue(_) => format!("2^{} ⋊ S{half}", half - 1u32),
        }
    }

    /// Returns the number of mirror pairs.
    fn pairs(&self) -> BigUint {
        &self.cards >> 1
    }
}

/// Returns the case of an even deck of at least two cards.
fn even(cards: &BigUint) -> Case {
    if cards.count_ones() == 1 {
        return Case::PowerOfTwo {
            exponent: cards.bits() - 1,
        };
    }
    match cards.to_u64() {
        Some(12) => Case::Twelve,
        Some(24) => Case::TwentyFour,
        _ => Case::Residue(((cards >> 1u8) % 4u32).to_u8().expect("below 4")),
    }
}
