//! The checks of partly visible decks. A [`Design`] defines what is visible, and so which checks are possible.

use super::evidence::PartialEvidence;
use super::laws::{
    Space, by_law, by_law_from, doubled, fitted_upper_tail, hypergeometric, in_own_groups, law,
    least_probable, matches, mean_of, moments, of_steps,
};
use super::{kinds, laws, score};
use crate::check::Check;
use crate::checks::{self, Fair, Found, cells, of_pairs};
use crate::design::Design;
use crate::finding::{Effect, Stream};
use faro_math::number::log2_factorial;
use faro_math::statistics::{PairSum, least_of, normal_survival, pairs};
use faro_permutation::Statistic;

/// The probability of skipping a swap for which the check of skipped swaps is optimised.
const SKIP_PROBABILITY: f64 = 0.1;

/// Variance below which a sum of weights counts as constant. The variance is then only rounding error, because all
/// weights are equal. After a naive shuffle, for example, each card has the probability 1/n at the last position.
const MIN_VARIANCE: f64 = 1e-18;

/// Returns the results of all checks that the design of the evidence allows.
pub fn all(evidence: &PartialEvidence) -> Vec<(Stream, Found)> {
    if evidence.decks == 0 {
        return Vec::new();
    }
    let view = View::new(evidence);
    let mut decks = vec![
        view.table(),
        view.seen(),
        view.mean_place(),
        view.cell(),
        view.seen_cell(),
        view.changes(),
    ];
    let steps = match evidence.design.kinds() {
        None => {
            decks.extend([view.mean_card(), view.score(), view.naive(), view.skipped()]);
            decks.extend([view.equal(), view.fixed_points(), view.first_two()]);
            vec![view.same_places(), view.seen_again()]
        }
        Some(kinds) => {
            decks.extend([
                view.same_kind_neighbours(kinds),
                view.pairs(kinds),
                view.rises(),
                view.naive(),
                view.skipped(),
                view.equal(),
            ]);
            vec![view.shared()]
        }
    };
    let check_ranks = |ranks| checks::all(ranks, &Fair::new(ranks.cards()));
    let ranks = evidence.ranks.as_ref().map(check_ranks).unwrap_or_default();
    let with_stream = |stream| move |found| (stream, found);
    let found = decks.into_iter().flatten().map(with_stream(Stream::Decks));
    let found = found.chain(steps.into_iter().flatten().map(with_stream(Stream::Steps)));
    found
        .chain(ranks.into_iter().map(with_stream(Stream::Ranks)))
        .collect()
}

/// The evidence of partly visible decks, with the columns of its table. All hidden places form one group.
struct View<'a> {
    evidence: &'a PartialEvidence,
    design: &'a Design,
    decks: u64,
    cards: f64,
    kinds: Vec<usize>,
    /// The number of places in each group, the hidden group included, and for each group the count of each kind of
    /// card.
    groups: Vec<usize>,
    columns: Vec<Vec<u64>>,
}

impl View<'_> {
    fn new(evidence: &PartialEvidence) -> View<'_> {
        let (design, decks) = (&evidence.design, evidence.decks);
        let (kinds, groups) = (design.all_kinds(), design.all_groups());
        let seen = design.groups().len();
        let columns = (0..seen)
            .map(|group| evidence.counts_in(group).collect())
            .collect();
        let cards = design.cards() as f64;
        let view = View {
            evidence,
            design,
            decks,
            cards,
            kinds,
            groups,
            columns: Vec::new(),
        };
        View {
            columns: view.with_hidden(decks, columns),
            ..view
        }
    }

    /// Appends the column of the hidden group, if there is one: the counts of the cards that are in no visible group.
    /// `columns` are the counts of `decks` decks in the visible groups.
    fn with_hidden(&self, decks: u64, mut columns: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
        if self.groups.len() > columns.len() {
            let total = |kind: usize| columns.iter().map(|column| column[kind]).sum::<u64>();
            let hidden =
                (0..self.kinds.len()).map(|kind| decks * self.kinds[kind] as u64 - total(kind));
            columns.push(hidden.collect());
        }
        columns
    }

    fn is_distinct(&self) -> bool {
        self.design.kinds().is_none()
    }

    /// Tests the counts of kinds of cards in groups of places by the similarity of pairs of decks. `self_pairs` is the
    /// part of the sum of squares in which each deck is paired with itself.
    fn compare(
        &self,
        check: Check,
        groups: &[usize],
        columns: &[Vec<u64>],
        self_pairs: f64,
    ) -> Option<Found> {
        let column = |(counts, &size): (&Vec<u64>, &usize)| {
            let cell = |(&count, &of_kind): (&u64, &usize)| {
                (count as f64) * (count as f64) / of_kind as f64
            };
            counts.iter().zip(&self.kinds).map(cell).sum::<f64>() / size as f64
        };
        let whole: f64 = columns.iter().zip(groups).map(column).sum();
        let sum = (whole - self_pairs) / 2.0 - pairs(self.decks);
        of_pairs(check, self.law(groups), sum, self.decks)
    }

    fn law(&self, groups: &[usize]) -> PairSum {
        let largest = |sizes: &[usize]| sizes.iter().max().map_or(1.0, |&size| size as f64);
        let seen = &groups[..self.design.groups().len().min(groups.len())];
        let step = 1.0 / (largest(&self.kinds) * largest(seen));
        law(
            self.design.cards(),
            Space::of_parts(&self.kinds),
            Space::of_parts(groups),
            step,
        )
    }

    fn table(&self) -> Option<Found> {
        let check = if self.design.is_ordered() {
            Check::CardPosition
        } else {
            Check::CardHand
        };
        let self_pairs = if self.is_distinct() {
            self.decks as f64 * self.groups.len() as f64
        } else {
            self.evidence.kind_squares.own(&self.groups)
        };
        self.compare(check, &self.groups, &self.columns, self_pairs)
    }

    /// Tests the mean place in the deal of each card or kind of card. Hidden cards count as dealt after all others.
    fn mean_place(&self) -> Option<Found> {
        if self.groups.len() < 3 {
            return None;
        }
        let scores = self.design.place_scores();
        let sum = |kind: usize| {
            self.columns
                .iter()
                .zip(&scores)
                .map(|(column, score)| column[kind] as f64 * score)
                .sum::<f64>()
        };
        // Twice the statistic is the sum over all ordered pairs of decks, minus the pairs of a deck with itself.
        let whole: f64 = self
            .kinds
            .iter()
            .enumerate()
            .map(|(kind, &size)| sum(kind) * sum(kind) / size as f64)
            .sum();
        let places = || scores.iter().zip(&self.groups);
        let norm: f64 = places()
            .map(|(score, &size)| score * score * size as f64)
            .sum();
        let self_pairs = if self.is_distinct() {
            norm * self.decks as f64
        } else {
            self.evidence.kind_squares.own_places()
        };
        let each: Vec<f64> = places()
            .flat_map(|(&score, &size)| std::iter::repeat_n(score, size))
            .collect();
        let law = law(
            self.design.cards(),
            Space::of_parts(&self.kinds),
            Space::of_scores(&each),
            0.0,
        );
        of_pairs(
            Check::MeanPosition,
            law,
            (whole - self_pairs) / norm / 2.0,
            self.decks,
        )
    }

    /// Tests whether each card or kind of card is visible as often as expected.
    fn seen(&self) -> Option<Found> {
        let (hidden, seen) = (self.design.hidden(), self.design.seen());
        if hidden == 0 || self.design.groups().len() == 1 {
            return None;
        }
        let (last, others) = self.columns.split_last()?;
        let sum = |kind: usize| others.iter().map(|column| column[kind]).sum();
        let columns = [(0..self.kinds.len()).map(sum).collect(), last.clone()];
        let self_pairs = match self.is_distinct() {
            true => 2.0 * self.decks as f64,
            false => self.evidence.kind_squares.own_seen(seen, hidden),
        };
        self.compare(Check::CardSeen, &[seen, hidden], &columns, self_pairs)
    }

    /// Tests the least probable count of a card in a group of places. Only pairs of a card and a group that occur at
    /// most once in a deck are tested.
    fn cell(&self) -> Option<Found> {
        let counted = self.design.groups().iter().zip(&self.columns).enumerate();
        let cells = counted.flat_map(|(group, (&size, counts))| {
            let cells = counts.iter().zip(&self.kinds).enumerate();
            cells
                .filter(move |(_, (_, kind))| size == 1 || **kind == 1)
                .map(move |(row, (&count, &kind))| {
                    (row, group, count, kind as f64 * size as f64 / self.cards)
                })
        });
        let check = if self.design.is_ordered() {
            Check::CardPositionCell
        } else {
            Check::CardHandCell
        };
        least_probable(check, cells.collect(), self.decks)
    }

    /// Tests the card that is visible most often or least often, if all cards are distinct.
    fn seen_cell(&self) -> Option<Found> {
        if !self.is_distinct() || self.design.hidden() == 0 || self.design.groups().len() == 1 {
            return None;
        }
        let chance = self.design.seen() as f64 / self.cards;
        let hidden = self.columns.last()?.iter().enumerate();
        let cells = hidden
            .map(|(card, &hidden)| (card, 0, self.decks - hidden, chance))
            .collect();
        least_probable(Check::CardSeenCell, cells, self.decks)
    }

    /// Tests the mean starting position of the cards in each group of places.
    fn mean_card(&self) -> Option<Found> {
        let middle = (self.cards - 1.0) / 2.0;
        let scores: Vec<f64> = (0..self.kinds.len())
            .map(|card| card as f64 - middle)
            .collect();
        let norm: f64 = scores.iter().map(|score| score * score).sum();
        // The mean of all card numbers, which count from `first`.
        let centre = middle + f64::from(self.evidence.first);
        let decks = self.decks as f64;
        let total = |counts: &Vec<u64>| -> f64 {
            counts
                .iter()
                .zip(&scores)
                .map(|(&count, score)| count as f64 * score)
                .sum()
        };
        let self_pairs = |square: f64, sum: f64, size: f64| {
            // `sum` is a sum of card numbers minus their mean `centre`. The sum of the card numbers is larger by
            // `centre` for each card.
            let raw = sum + decks * size * centre;
            square - 2.0 * centre * size * raw + decks * (size * centre) * (size * centre)
        };
        let (&all_square, squares) = self.evidence.squares.split_last()?;
        let (mut whole, mut all) = (0.0, 0.0);
        for (group, (counts, &size)) in self.columns.iter().zip(&self.groups).enumerate() {
            let (sum, size) = (total(counts), size as f64);
            let square = match squares.get(group) {
                Some(&square) => self_pairs(square as f64, sum, size),
                None => self_pairs(all_square as f64, all, self.design.seen() as f64),
            };
            whole += (sum * sum - square) / size;
            all += sum;
        }
        let law = law(
            self.design.cards(),
            Space::of_scores(&scores),
            Space::of_parts(&self.groups),
            0.0,
        );
        of_pairs(Check::MeanCard, law, whole / norm / 2.0, self.decks)
    }

    /// Tests the score of the order: the number of pairs of cards that started as neighbours and are still in their
    /// order, minus the number of such pairs in reversed order.
    fn score(&self) -> Option<Found> {
        let (cards, seen, sum) = (self.design.cards(), self.design.seen(), self.evidence.score);
        let ends = |column: &Vec<u64>| Some(*column.first()? as i64 - *column.last()? as i64);
        if let &[size, _] = &self.groups[..] {
            let (least, law) = score::law_of_two(cards, size);
            // If two hands have all cards, the score depends on pairs of cards in the first hand, and on the first and
            // last card of the starting order.
            let pairs = if self.evidence.has_pairs { sum } else { 0 };
            let sum = pairs + score::ENDS * ends(self.columns.first()?)?;
            return by_law_from(
                Check::Score,
                (least, score::ENDS as f64),
                &law,
                sum,
                self.decks,
            );
        }
        // Hidden cards count as dealt after all others. In a run of hidden cards that started as neighbours, the signs
        // before and after the run cancel, except at the ends of the starting order.
        let hidden = self.columns.last().filter(|_| self.design.hidden() > 0);
        let sum = sum - hidden.and_then(ends).unwrap_or(0);
        if let Some(law) = score::law(cards, seen).filter(|_| self.design.is_ordered()) {
            return by_law_from(Check::Score, (-(seen as i64), 1.0), &law, sum, self.decks);
        }
        let (variance, mean) = (
            score::variance(&self.groups),
            sum as f64 / self.decks as f64,
        );
        let deviation = (self.decks as f64 * variance).sqrt();
        // Continuity correction by half a step, since the possible sums are integers.
        let p_value = (2.0 * normal_survival((sum.abs() as f64 - 0.5) / deviation)).min(1.0);
        let effect = Effect::Mean {
            observed: mean,
            fair: 0.0,
            deviations: mean / variance.sqrt(),
        };
        let statistic = sum as f64 / deviation;
        (variance > 1e-9).then_some(Found {
            check: Check::Score,
            statistic,
            p_value,
            effect,
        })
    }

    /// Tests for an excess of cards at the positions to which the naive shuffle moves them, with swaps from the first
    /// position or from the last.
    fn naive(&self) -> Option<Found> {
        self.excess_at_targets(Check::Naive, &laws::naive(self.design.cards()))
    }

    /// Tests for an excess of cards at the positions at which a Fisher–Yates shuffle leaves them if it skips swaps.
    fn skipped(&self) -> Option<Found> {
        self.excess_at_targets(
            Check::Skipped,
            &laws::skipped(self.design.cards(), SKIP_PROBABILITY),
        )
    }

    /// Tests for an excess of cards at the positions to which a biased shuffle or its mirror image moves them.
    /// `chances` has the probability of each card (row) at each position after the biased shuffle. Returns `None` if the
    /// starting order is unknown.
    fn excess_at_targets(&self, check: Check, chances: &[f64]) -> Option<Found> {
        let (start, root) = (self.evidence.start.as_ref()?, (self.decks as f64).sqrt());
        let tail = |is_mirrored: bool| {
            let (sum, [variance, third]) = self.weighted(chances, start, is_mirrored);
            if variance < MIN_VARIANCE {
                return None;
            }
            let deviation = variance.sqrt();
            let statistic = sum / deviation / root;
            let p_value = fitted_upper_tail(statistic, third / (variance * deviation) / root)?;
            let observed = sum / variance / self.decks as f64;
            let effect = Effect::Mean {
                observed,
                fair: 0.0,
                deviations: statistic / root,
            };
            Some(Found {
                check,
                statistic,
                p_value,
                effect,
            })
        };
        let tests: Vec<Found> = [false, true].into_iter().filter_map(tail).collect();
        let least = tests
            .iter()
            .min_by(|a, b| a.p_value.total_cmp(&b.p_value))?;
        Some(Found {
            p_value: least_of(least.p_value, tests.len() as f64),
            ..*least
        })
    }

    /// Returns the sum of the weights of all cards at their places over all decks, and the second and third moments of
    /// this sum for one fair deck. [`laws::weights`] has the weights.
    fn weighted(&self, chances: &[f64], start: &[u32], is_mirrored: bool) -> (f64, [f64; 2]) {
        let weights = laws::weights(chances, start, &self.groups, is_mirrored);
        let counts = self.columns.iter().flatten();
        let sum = counts
            .zip(&weights)
            .fold(0.0, |sum, (&count, (weight, _))| {
                sum + weight * count as f64
            });
        (sum, moments(self.design.cards(), weights.into_iter()))
    }

    /// Tests the number of pairs of decks whose visible cards are equal.
    fn equal(&self) -> Option<Found> {
        let orders = |sizes: &[usize]| -> f64 {
            sizes.iter().map(|&size| log2_factorial(size as f64)).sum()
        };
        let decks = log2_factorial(self.cards) - orders(&self.groups) - orders(&self.kinds);
        (self.decks > 1 && self.design.is_uniform())
            .then(|| self.evidence.collisions.check_among(decks))
    }

    /// Tests the number of cards at their starting positions, or in the hands to which these positions belong.
    fn fixed_points(&self) -> Option<Found> {
        let mut place = 0;
        let at_start = |(&size, counts): (&usize, &Vec<u64>)| {
            place += size;
            counts[place - size..place].iter().sum::<u64>()
        };
        let sum = self
            .design
            .groups()
            .iter()
            .zip(&self.columns)
            .map(at_start)
            .sum();
        match self.design.is_ordered() {
            true => self.matches(sum, self.decks),
            false => self.in_hands(Check::OwnHand, sum, self.decks),
        }
    }

    /// Tests the number of cards that are at the same position, or in the same hand, as in the previous deck. For a
    /// single hand, these are the cards that are visible in both decks.
    fn same_places(&self) -> Option<Found> {
        match (self.decks - 1, self.design.groups().len()) {
            (0, _) => None,
            (steps, _) if self.design.is_ordered() => self.matches(self.evidence.same, steps),
            (_, 1) => None,
            (steps, _) => self.in_hands(Check::SameHand, self.evidence.same, steps),
        }
    }

    /// Tests the number of cards of a deck that are in the hand in which they started. `sum` is the sum of this number
    /// over `decks` decks.
    fn in_hands(&self, check: Check, sum: u64, decks: u64) -> Option<Found> {
        let cards = self.design.cards();
        match *self.design.groups() {
            [hand] => return by_law(check, &hypergeometric(cards, hand, hand), sum, decks),
            // If two hands have all cards, the numbers of cards that return to each hand differ by a constant. So the
            // law of the first hand determines that of both.
            [hand, other] if hand + other == cards => {
                let law = hypergeometric(cards, hand, hand);
                let least = other as i64 - hand as i64;
                return by_law_from(check, (least, 1.0), &doubled(&law), sum as i64, decks);
            }
            _ => {}
        }
        let law = in_own_groups(&self.groups, self.design.groups().len());
        // Continuity correction by half a step, since the possible sums are integers.
        let (sum, fair) = (sum as f64, law[0] * decks as f64);
        mean_of(check, sum + (fair - sum).clamp(-0.5, 0.5), decks, law)
    }

    /// Tests the number of cards that are visible in both of two successive decks.
    fn seen_again(&self) -> Option<Found> {
        let (seen, steps) = (self.design.seen(), self.decks - 1);
        if steps == 0 || self.design.hidden() == 0 {
            return None;
        }
        let law = hypergeometric(self.design.cards(), seen, seen);
        by_law(Check::SeenAgain, &law, self.evidence.again, steps)
    }

    fn matches(&self, sum: u64, decks: u64) -> Option<Found> {
        let law = matches(self.design.cards(), self.design.seen());
        by_law(Check::Mean(Statistic::FixedPoints), &law, sum, decks)
    }

    fn first_two(&self) -> Option<Found> {
        let n = self.cards;
        let counts = &self.evidence.first_pairs;
        (!counts.is_empty())
            .then(|| cells(Check::FirstTwo, counts, self.decks, Some(n * (n - 1.0))))
    }

    /// Tests the number of neighbours of the same kind in a deck.
    fn same_kind_neighbours(&self, kinds: &[usize]) -> Option<Found> {
        let moments = kinds::same_kind_moments(kinds, self.design.seen());
        let is_counted = self.design.is_ordered() && self.design.seen() > 1;
        is_counted.then(|| {
            mean_of(
                Check::SameKind,
                self.evidence.alike as f64,
                self.decks,
                moments,
            )
        })?
    }

    /// Tests how similar two successive decks are: the products of the counts of each kind in each group, in the deck
    /// and in the previous one.
    fn shared(&self) -> Option<Found> {
        let steps = self.decks - 1;
        let law = self.law(&self.groups);
        let sum = self.evidence.kind_squares.shared(&self.groups) - steps as f64;
        of_steps(Check::SameKindAgain, law, sum, steps)
    }

    /// Tests the number of pairs of cards of the same kind in a hand, or among all visible cards.
    fn pairs(&self, kinds: &[usize]) -> Option<Found> {
        let visible = [self.design.seen()];
        let hands = if self.design.is_ordered() {
            &visible
        } else {
            self.design.groups()
        };
        let of_hand = |(&sum, &cards): (&u64, &usize)| {
            by_law(
                Check::Pairs,
                &kinds::pairs_law(kinds, cards)?,
                sum,
                self.decks,
            )
        };
        let found = self.evidence.pairs.iter().zip(hands).filter_map(of_hand);
        let least = found.min_by(|a, b| a.p_value.total_cmp(&b.p_value))?;
        Some(Found {
            p_value: least_of(least.p_value, hands.len() as f64),
            ..least
        })
    }

    /// Tests the number of pairs of cards whose kinds are successive in the starting order and that are in this order,
    /// minus the number of such pairs in reversed order.
    fn rises(&self) -> Option<Found> {
        let rises = self.evidence.rises.as_ref()?;
        let (deviation, decks) = (rises.deviation(), self.decks as f64);
        let statistic = rises.sum as f64 / deviation;
        let effect = Effect::Mean {
            observed: rises.sum as f64 / decks,
            fair: 0.0,
            deviations: statistic / decks.sqrt(),
        };
        (deviation > 0.0).then(|| Found {
            check: Check::Rises,
            statistic,
            p_value: rises.p_value(),
            effect,
        })
    }

    /// Tests whether the table of cards in groups of places changes over the run.
    fn changes(&self) -> Option<Found> {
        let evidence = self.evidence;
        let columns = |decks: u64, table: &[u64]| {
            let seen = 0..self.design.groups().len();
            let columns = seen
                .map(|group| evidence.counts_of(table, group).collect())
                .collect();
            self.with_hidden(decks, columns)
        };
        evidence.changes.check(
            (self.decks, evidence.table()),
            (&self.kinds, &self.groups),
            columns,
        )
    }
}
