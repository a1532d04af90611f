//! The part of each deck that is known.

use crate::error::Error;
use crate::limits::{MAX_CARDS, MAX_PARTIAL_CARDS};
use crate::words::counted;

/// The common fault of a shuffle of equal cards, in words.
pub(crate) const NAIVE: &str = "a naive shuffle";

/// The common faults of a shuffle of distinct cards, in words.
pub(crate) const CHANGED_ORDER: &str = "a naive shuffle or too few riffles";

/// The part of each deck that is known.
///
/// A design says which places of the deal are visible, which of them have an order, and which cards look alike.
///
/// ```
/// use faro_audit::Design;
///
/// let hand = Design::first_cards(60, 7)?;
/// assert_eq!((hand.cards(), hand.seen(), hand.to_string()), (60, 7, "the first 7 of 60 cards".into()));
/// let bridge = Design::hands(52, &[13; 4])?;
/// assert_eq!(bridge.to_string(), "hands of 13, 13, 13 and 13 of 52 cards");
/// # Ok::<(), faro_audit::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    cards: usize,
    /// The number of cards of each kind, if some cards look alike.
    kinds: Option<Vec<usize>>,
    /// The number of places in each visible group, in the order of the deal. The cards of a group have no order.
    groups: Vec<usize>,
}

impl Design {
    /// Returns the design in which the first `seen` cards of each deck are visible, in their order.
    ///
    /// # Errors
    ///
    /// If `seen` is 0 or exceeds `cards` or [`MAX_CARDS`], or if `cards` is not between 2 and [`MAX_PARTIAL_CARDS`].
    pub fn first_cards(cards: usize, seen: usize) -> Result<Design, Error> {
        Design::new(cards, vec![1; seen])
    }

    /// Returns the design in which `hands` are visible, given by their sizes in the order of the deal.
    ///
    /// The cards of a hand have no order.
    ///
    /// # Errors
    ///
    /// If a hand is empty, if all hands together have no cards or more than `cards` or [`MAX_CARDS`], or if `cards` is not
    /// between 2 and [`MAX_PARTIAL_CARDS`].
    pub fn hands(cards: usize, hands: &[usize]) -> Result<Design, Error> {
        Design::new(cards, hands.to_vec())
    }

    fn new(cards: usize, groups: Vec<usize>) -> Result<Design, Error> {
        let seen = groups
            .iter()
            .try_fold(0, |sum: usize, &group| sum.checked_add(group));
        let visible = seen.unwrap_or(usize::MAX);
        if !(2..=MAX_PARTIAL_CARDS).contains(&cards) || visible.min(cards) > MAX_CARDS {
            return Err(Error::DesignSize {
                cards,
                seen: visible,
            });
        }
        let is_valid = !groups.contains(&0) && seen.is_some_and(|seen| (1..=cards).contains(&seen));
        if is_valid {
            Ok(Design {
                cards,
                kinds: None,
                groups,
            })
        } else {
            Err(Error::Places { cards })
        }
    }

    /// Returns the design with cards that look alike: `kinds` has the number of cards of each kind.
    ///
    /// # Errors
    ///
    /// If the numbers do not sum to all cards, if one of them is 0, or if there is only one kind.
    pub fn with_kinds(self, kinds: &[usize]) -> Result<Design, Error> {
        let sum = kinds
            .iter()
            .try_fold(0, |sum: usize, &kind| sum.checked_add(kind));
        if kinds.len() < 2 || kinds.contains(&0) || sum != Some(self.cards) {
            return Err(Error::Kinds { cards: self.cards });
        }
        Ok(Design {
            kinds: Some(kinds.to_vec()),
            ..self
        })
    }

    /// Returns the number of cards in a deck.
    pub fn cards(&self) -> usize {
        self.cards
    }

    /// Returns the number of visible cards in each deck.
    pub fn seen(&self) -> usize {
        self.groups.iter().sum()
    }

    /// Returns the number of cards of each kind, if some cards look alike.
    pub fn kinds(&self) -> Option<&[usize]> {
        self.kinds.as_deref()
    }

    /// Returns the sizes of the visible groups.
    pub fn groups(&self) -> &[usize] {
        &self.groups
    }

    /// Returns whether the order of the visible cards is known.
    pub fn is_ordered(&self) -> bool {
        self.groups.iter().all(|&group| group == 1)
    }

    /// Returns whether a changed order can show: not if the visible cards have no order, and not for two cards, which the
    /// naive shuffle leaves in a fair order.
    pub(crate) fn shows_order(&self) -> bool {
        self.is_ordered() && self.seen() > 1 && self.cards > 2
    }

    /// Returns whether all decks that can be seen are equally likely, so that equal ones can be tested: not if some
    /// cards look alike and others are hidden or have no order.
    pub(crate) fn is_uniform(&self) -> bool {
        self.kinds.is_none() || self.is_ordered() && self.hidden() == 0
    }

    pub(crate) fn hidden(&self) -> usize {
        self.cards - self.seen()
    }

    /// Returns the mean place of each group in the deal, relative to the middle of all places. Hidden places come last.
    pub(crate) fn place_scores(&self) -> Vec<f64> {
        let middle = self.cards as f64 / 2.0;
        let mut before = 0.0;
        let mut score = |size: usize| {
            let score = before + size as f64 / 2.0 - middle;
            before += size as f64;
            score
        };
        self.all_groups().into_iter().map(&mut score).collect()
    }

    /// Returns the sizes of all groups. The hidden group comes last, if there is one.
    pub(crate) fn all_groups(&self) -> Vec<usize> {
        self.groups
            .iter()
            .copied()
            .chain(Some(self.hidden()).filter(|&hidden| hidden > 0))
            .collect()
    }

    /// Returns the number of cards of each kind: 1 for each card if all cards are distinct.
    pub(crate) fn all_kinds(&self) -> Vec<usize> {
        self.kinds.clone().unwrap_or_else(|| vec![1; self.cards])
    }

    /// Returns, in words, the fault that an audit of [`fewest_decks`](Self::fewest_decks) decks finds with 99 %
    /// power.
    pub(crate) fn common_fault(&self) -> &'static str {
        match (&self.kinds, self.shows_order()) {
            (None, _) => CHANGED_ORDER,
            (Some(_), true) => NAIVE,
            (Some(_), false) => "half as many again of one kind in a hand",
        }
    }

    /// Returns, in words, the checks of whole decks that the design does not allow.
    pub fn left_out(&self) -> &'static str {
        match (self.is_ordered(), &self.kinds) {
            (true, None) => "orders, positions and draws of whole decks",
            (true, Some(_)) if self.hidden() == 0 => {
                "orders of different cards, and positions and draws of whole decks"
            }
            (true, Some(_)) => {
                "orders of different cards, equal decks, and positions and draws of whole decks"
            }
            (false, None) => "orders, neighbours, and positions and draws of whole decks",
            (false, Some(_)) => {
                "orders, neighbours, equal decks, and positions and draws of whole decks"
            }
        }
    }
}

impl std::fmt::Display for Design {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let cards = self.cards;
        match (self.is_ordered(), self.hidden()) {
            (true, 0) => write!(f, "all of {cards} cards")?,
            (true, _) => write!(f, "the first {} of {cards} cards", self.seen())?,
            (false, _) => {
                let sizes: Vec<String> = self.groups.iter().map(usize::to_string).collect();
                match sizes.split_last() {
                    Some((last, [])) => write!(f, "a hand of {last} of {cards} cards")?,
                    Some((last, others)) => {
                        write!(
                            f,
                            "hands of {} and {last} of {cards} cards",
                            others.join(", ")
                        )?;
                    }
                    None => {}
                }
            }
        }
        self.kinds.as_ref().map_or(Ok(()), |kinds| {
            write!(f, " of {}", counted(kinds.len(), "kind"))
        })
    }
}

#[cfg(feature = "serde")]
mod serialize {
    use serde::ser::{Serialize, Serializer};

    use super::Design;

    /// In JSON: `{"seen": 7, "hands": null, "kinds": null, "means": "the first 7 of 60 cards", "left_out": "…"}`
    #[derive(serde::Serialize)]
    #[serde(rename = "Design")]
    struct Fields<'a> {
        seen: usize,
        /// The numbers of cards of the hands, or `None` if the order of the cards is visible.
        hands: Option<&'a [usize]>,
        /// The number of cards of each kind, if some look alike.
        kinds: Option<&'a [usize]>,
        means: String,
        left_out: &'static str,
    }

    impl Serialize for Design {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let hands = Some(self.groups()).filter(|_| !self.is_ordered());
            let (means, left_out) = (self.to_string(), self.left_out());
            Fields {
                seen: self.seen(),
                hands,
                kinds: self.kinds(),
                means,
                left_out,
            }
            .serialize(serializer)
        }
    }
}
