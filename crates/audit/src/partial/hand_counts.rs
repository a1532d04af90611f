//! Counts how many cards of each kind the hands have, and compares the counts with their exact law.

use super::laws::hypergeometric;
use crate::design::Design;

use faro_math::statistics::chi_square;

/// Maximum number of counts. For a design with more of them, hands are not counted.
const MAX_COUNTS: usize = 1 << 16;

/// Counts of hands by their number of cards of a kind, for each hand size and each kind.
#[derive(Clone, Debug)]
pub struct HandCounts {
    /// The different hand sizes, in increasing order.
    sizes: Vec<usize>,
    kinds: usize,
    /// For each hand size and each kind, the numbers of hands with 0, 1, … cards of the kind.
    pub counts: Vec<u64>,
}

impl HandCounts {
    /// Returns the counts of no decks. They are empty if the cards are distinct, or if each hand has all cards.
    pub fn new(design: &Design) -> HandCounts {
        let kinds = design.kinds().map_or(0, <[usize]>::len);
        let mut sizes = if design.is_ordered() {
            vec![design.seen()]
        } else {
            design.groups().to_vec()
        };
        sizes.retain(|&size| size > 0 && size < design.cards());
        sizes.sort_unstable();
        sizes.dedup();
        let length: usize = sizes.iter().map(|size| (size + 1) * kinds).sum();
        let kept = if length <= MAX_COUNTS { length } else { 0 };
        HandCounts {
            sizes,
            kinds,
            counts: vec![0; kept],
        }
    }

    /// Adds a deck, given by the count of each kind in each group of places, the hidden group last.
    pub fn add(&mut self, design: &Design, counts: &[u32]) {
        if self.counts.is_empty() {
            return;
        }
        let groups = design.groups();
        for (kind, row) in counts.chunks_exact(groups.len() + 1).enumerate() {
            if design.is_ordered() {
                self.add_hand(self.sizes[0], kind, row[..groups.len()].iter().sum());
            } else {
                groups
                    .iter()
                    .zip(row)
                    .for_each(|(&size, &count)| self.add_hand(size, kind, count));
            }
        }
    }

    fn add_hand(&mut self, size: usize, kind: usize, count: u32) {
        if let Some(start) = self.start(size, kind) {
            self.counts[start + count as usize] += 1;
        }
    }

    /// Returns the index in `counts` of the number of hands of `size` cards with no card of the kind.
    fn start(&self, size: usize, kind: usize) -> Option<usize> {
        let before = self.sizes.iter().take_while(|&&other| other < size);
        let first: usize = before.map(|other| (other + 1) * self.kinds).sum();
        self.sizes
            .contains(&size)
            .then_some(first + kind * (size + 1))
    }

    /// Returns the numbers of hands by their number of cards of a kind, with the exact law. There is an entry for each
    /// hand size and each kind.
    pub fn tables(&self, design: &Design) -> Vec<KindInHands> {
        let kinds = design.kinds().unwrap_or_default().iter().enumerate();
        let kinds = || kinds.clone().filter(|_| !self.counts.is_empty());
        let of_kind = |size: usize, (kind, &of_kind): (usize, &usize)| {
            let start = self.start(size, kind)?;
            let law = hypergeometric(design.cards(), of_kind, size)
                .probabilities()
                .to_vec();
            Some(KindInHands {
                kind,
                size,
                counts: self.counts[start..=start + size].to_vec(),
                law,
            })
        };
        self.sizes
            .iter()
            .flat_map(|&size| kinds().filter_map(move |kind| of_kind(size, kind)))
            .collect()
    }
}

/// The numbers of hands of one size by their number of cards of one kind.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct KindInHands {
    /// The index of the kind in the design.
    pub kind: usize,
    /// Number of cards in a hand.
    pub size: usize,
    /// The numbers of hands with 0, 1, … cards of the kind.
    pub counts: Vec<u64>,
    /// The probabilities of 0, 1, … cards of the kind in a hand after a fair shuffle.
    pub law: Vec<f64>,
}

/// Minimum difference from the expected count, in standard deviations, for a count to be unusual.
const MIN_DEVIATIONS: f64 = 2.0;

/// Level of the corrected p-value below which the counts of a kind are unusual.
const UNUSUAL_LEVEL: f64 = 1e-3;

impl KindInHands {
    /// Returns the number of hands that were counted.
    pub fn hands(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the expected number of hands with `count` cards of the kind.
    pub fn expected(&self, count: usize) -> f64 {
        self.law[count] * self.hands() as f64
    }

    /// Returns the numbers of cards of the kind that hands have too often, and those that they have too rarely.
    pub fn unusual(&self) -> [Vec<usize>; 2] {
        let deviation = |count: usize| {
            let spread = (self.expected(count) * (1.0 - self.law[count])).sqrt();
            (self.counts[count] as f64 - self.expected(count)) / spread.max(f64::MIN_POSITIVE)
        };
        let beyond = |sign: f64| {
            (0..self.law.len())
                .filter(|&count| sign * deviation(count) > MIN_DEVIATIONS)
                .collect()
        };
        [beyond(1.0), beyond(-1.0)]
    }

    /// Returns whether the p-value of the counts times `tables`, the number of tables, is below 0.001.
    pub fn is_unusual(&self, tables: usize) -> bool {
        self.p_value()
            .is_some_and(|p_value| p_value * (tables as f64) < UNUSUAL_LEVEL)
    }

    /// Returns the p-value of the counts by a chi-square test against the law. Returns `None` if there are too few
    /// hands.
    ///
    /// It is exact only if each deck has one such hand, since hands of the same deck are dependent.
    pub fn p_value(&self) -> Option<f64> {
        chi_square(&self.counts, &self.law).map(|test| test.p_value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two hands of two cards, from a deck of six cards of which two are hidden. A hand has 0, 1 or 2 red cards.
    #[test]
    fn hands_are_counted() {
        let design = Design::hands(6, &[2, 2])
            .unwrap()
            .with_kinds(&[3, 3])
            .unwrap();
        let mut counts = HandCounts::new(&design);
        counts.add(&design, &[2, 0, 1, 0, 2, 1]);
        let [red, black]: [KindInHands; 2] = counts.tables(&design).try_into().unwrap();
        assert_eq!(
            (red.counts.as_slice(), black.counts.as_slice()),
            ([1, 0, 1].as_slice(), [1, 0, 1].as_slice())
        );
        assert!((red.law[1] - 0.6).abs() < 1e-12 && (red.expected(2) - 0.4).abs() < 1e-12);
        let seen = Design::first_cards(6, 2)
            .unwrap()
            .with_kinds(&[3, 3])
            .unwrap();
        let mut counts = HandCounts::new(&seen);
        (0..500).for_each(|_| counts.add(&seen, &[1, 0, 2, 0, 1, 2]));
        let table = &counts.tables(&seen)[0];
        assert_eq!(
            (table.hands(), table.counts[1], table.unusual()),
            (500, 500, [vec![1], vec![0, 2]])
        );
        assert!(table.p_value().unwrap() < 1e-50);
    }

    #[test]
    fn distinct_cards_and_whole_decks_have_no_tables() {
        for design in [
            Design::first_cards(6, 2).unwrap(),
            Design::first_cards(6, 6)
                .unwrap()
                .with_kinds(&[3, 3])
                .unwrap(),
        ] {
            assert!(HandCounts::new(&design).tables(&design).is_empty());
        }
    }
}
