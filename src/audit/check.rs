use std::fmt;

use super::tables::Pass;
use crate::permutation::Statistic;

/// A check of the audit. [`law`](Check::law) is its distribution under a fair shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Check {
    /// The count of each order, for at most nine cards.
    Orders,
    /// The count of each card at each position.
    CardPosition,
    /// The largest or smallest count of a card at a position.
    CardPositionCell,
    /// Which cards are neighbours, in either order.
    Neighbours,
    /// Which of two neighbours is above the other.
    NeighbourOrder,
    /// The largest or smallest count of one card directly below another.
    NeighbourCell,
    /// The mean position of each card.
    MeanPosition,
    /// Which of two cards comes first (pairwise precedence), beyond what their mean positions imply.
    Precedence,
    /// The pair of cards whose order is most unequal.
    PrecedenceCell,
    /// The mean card at each position.
    MeanCard,
    /// Which of two positions holds the card that started higher, beyond what the mean cards imply.
    PositionPrecedence,
    /// The pair of positions whose cards are most unequally ordered.
    PositionPrecedenceCell,
    /// The mean of a statistic.
    Mean(Statistic),
    /// The distribution of a statistic.
    Law(Statistic),
    /// The number of even orders.
    Sign,
    /// The two top cards, in order.
    FirstTwo,
    /// The three top cards, in order.
    FirstThree,
    /// The draws of the Fisher–Yates pass that makes the deck.
    Draws(Pass),
    /// The draws of the passes, if they are random numbers of few bits modulo the number of choices.
    ShortDraws,
    /// Decks that came more than once.
    Collisions,
    /// Whether a statistic's mean changed over the run.
    Drift,
    /// Whether the card × position table changed over the run.
    CardPositionDrift,
    /// The count of each card in each hand.
    CardHand,
    /// The largest or smallest count of a card in a hand.
    CardHandCell,
    /// How often each card is among those that are seen.
    CardSeen,
    /// The largest or smallest count of a card among those that are seen.
    CardSeenCell,
    /// The cards that began as neighbours and are still in their order, as far as it is seen.
    Score,
    /// Whether cards are rather where the naive shuffle leaves them.
    Naive,
    /// Whether cards are rather where skipped swaps leave them.
    Skipped,
    /// Neighbours of the same kind.
    SameKind,
    /// Pairs of the same kind in a hand.
    Pairs,
    /// Kinds that are still in their order.
    Rises,
    /// The cards that are seen in two successive decks.
    SeenAgain,
    /// The cards that are in the same hand in two successive decks.
    SameHand,
    /// The kinds that are in the same group in two successive decks.
    SameKindAgain,
}

/// The checks that have changed, with the numbers of their methods.
const CHANGED: &[(Check, u32)] = &[
    (Check::CardPositionCell, 2),
    (Check::NeighbourCell, 2),
    (Check::PrecedenceCell, 2),
    (Check::PositionPrecedenceCell, 2),
    (Check::Drift, 2),
    (Check::CardHandCell, 2),
    (Check::CardSeenCell, 2),
    (Check::Naive, 2),
    (Check::Skipped, 2),
];

impl Check {
    /// Returns its name, in words separated by underscores.
    pub fn name(self) -> String {
        match self {
            Check::Orders => "orders".into(),
            Check::CardPosition => "card_position".into(),
            Check::CardPositionCell => "card_position_cell".into(),
            Check::Neighbours => "neighbours".into(),
            Check::NeighbourOrder => "neighbour_order".into(),
            Check::NeighbourCell => "neighbour_cell".into(),
            Check::MeanPosition => "mean_position".into(),
            Check::Precedence => "precedence".into(),
            Check::PrecedenceCell => "precedence_cell".into(),
            Check::MeanCard => "mean_card".into(),
            Check::PositionPrecedence => "heights".into(),
            Check::PositionPrecedenceCell => "heights_cell".into(),
            Check::Mean(statistic) => format!("mean_{}", statistic.name()),
            Check::Law(statistic) => format!("law_{}", statistic.name()),
            Check::Sign => "sign".into(),
            Check::FirstTwo => "first_two".into(),
            Check::FirstThree => "first_three".into(),
            Check::Draws(Pass::Down) => "draws_down".into(),
            Check::Draws(Pass::Up) => "draws_up".into(),
            Check::Draws(Pass::InsideOut) => "draws_inside_out".into(),
            Check::ShortDraws => "short_draws".into(),
            Check::Collisions => "repeats".into(),
            Check::Drift => "drift".into(),
            Check::CardPositionDrift => "card_position_drift".into(),
            Check::CardHand => "card_hand".into(),
            Check::CardHandCell => "card_hand_cell".into(),
            Check::CardSeen => "card_seen".into(),
            Check::CardSeenCell => "card_seen_cell".into(),
            Check::Score => "riffle_score".into(),
            Check::Naive => "naive_positions".into(),
            Check::Skipped => "skipped_positions".into(),
            Check::SameKind => "same_kind_neighbours".into(),
            Check::Pairs => "pairs_in_hand".into(),
            Check::Rises => "kind_order".into(),
            Check::SeenAgain => "seen_again".into(),
            Check::SameHand => "same_hand".into(),
            Check::SameKindAgain => "same_kind_again".into(),
        }
    }

    /// Returns its name and the number of its method, such as `sign/1`: a check whose statistic or p-value changes gets
    /// a new number.
    pub fn identifier(self) -> String {
        let changed = CHANGED.iter().find(|(check, _)| *check == self);
        format!("{}/{}", self.name(), changed.map_or(1, |(_, number)| *number))
    }

    /// Returns a description of a few words.
    pub fn meaning(self) -> String {
        let of = |statistic: Statistic| statistic.name().replace('_', " ");
        match self {
            Check::Orders => "all orders".into(),
            Check::CardPosition => "cards at positions".into(),
            Check::CardPositionCell => "a card at a position".into(),
            Check::Neighbours => "neighbours".into(),
            Check::NeighbourOrder => "order of neighbours".into(),
            Check::NeighbourCell => "one card below another".into(),
            Check::MeanPosition => "mean position of each card".into(),
            Check::Precedence => "which of two cards is first".into(),
            Check::PrecedenceCell => "order of two cards".into(),
            Check::MeanCard => "mean card at each position".into(),
            Check::PositionPrecedence => "which position has the higher card".into(),
            Check::PositionPrecedenceCell => "order at two positions".into(),
            Check::Mean(statistic) => format!("mean {}", of(statistic)),
            Check::Law(statistic) => format!("distribution of {}", of(statistic)),
            Check::Sign => "even and odd orders".into(),
            Check::FirstTwo => "two top cards".into(),
            Check::FirstThree => "three top cards".into(),
            Check::Draws(Pass::Down) => "draws, from the last card down".into(),
            Check::Draws(Pass::Up) => "draws, from the first card up".into(),
            Check::Draws(Pass::InsideOut) => "draws, inside out".into(),
            Check::ShortDraws => "draws by few bits, modulo the choices".into(),
            Check::Collisions => "repeated decks".into(),
            Check::Drift => "changes over the run".into(),
            Check::CardPositionDrift => "card positions over the run".into(),
            Check::CardHand => "cards in hands".into(),
            Check::CardHandCell => "a card in a hand".into(),
            Check::CardSeen => "which cards are seen".into(),
            Check::CardSeenCell => "a card that is seen".into(),
            Check::Score => "cards still in order".into(),
            Check::Naive => "cards where naive swaps leave them".into(),
            Check::Skipped => "cards where skipped swaps leave them".into(),
            Check::SameKind => "neighbours that look alike".into(),
            Check::Pairs => "pairs that look alike in a hand".into(),
            Check::Rises => "kinds still in order".into(),
            Check::SeenAgain => "cards seen again".into(),
            Check::SameHand => "cards in the same hand again".into(),
            Check::SameKindAgain => "kinds at the same position again".into(),
        }
    }

    /// Returns its distribution for fair and independent decks of n cards, and the source.
    ///
    /// "Pairs" are pairs of decks: the statistic sums what every two decks have in common. Its first three
    /// moments are exact, and its tail is that of Pearson's law with these moments and a larger kurtosis
    /// ([`PairSum`](crate::statistics::PairSum)).
    pub fn law(self) -> &'static str {
        match self {
            Check::Orders => "pairs in n! equally likely cells",
            Check::CardPosition => {
                "pairs: fixed points of a random order; for many decks (n-1)/n of Pearson's chi-square, with \
                 (n-1)^2 degrees of freedom"
            }
            Check::CardPositionCell => "binomial, probability 1/n; smallest of n^2 p-values (Bonferroni)",
            Check::Neighbours => {
                "pairs: common neighbours, on the representations (n-1,1) and (n-2,2) of S_n"
            }
            Check::NeighbourOrder => "pairs: common neighbours in the same order, on (n-1,1) and (n-2,1,1)",
            Check::NeighbourCell => "binomial, probability 1/n; smallest of n(n-1) p-values (Bonferroni)",
            Check::MeanPosition | Check::MeanCard => "pairs: on (n-1,1), with covariance (n+1)/3",
            Check::Precedence | Check::PositionPrecedence => "pairs: on (n-2,1,1), with covariance 1/3",
            Check::PrecedenceCell | Check::PositionPrecedenceCell => {
                "binomial, probability 1/2; smallest of n(n-1)/2 p-values (Bonferroni)"
            }
            Check::Mean(_) => {
                "sum of independent values of the exact law, by saddlepoint (Lugannani, Rice 1980)"
            }
            Check::Law(_) => "Pearson's chi-square against the exact law, rare values pooled",
            Check::Sign => "binomial, probability 1/2",
            Check::FirstTwo => "pairs in n(n-1) equally likely cells",
            Check::FirstThree => "pairs in n(n-1)(n-2) equally likely cells",
            Check::Draws(_) => {
                "pairs: draw b uniform among b+1, independent of the others (Durstenfeld 1964)"
            }
            Check::ShortDraws => "likelihood ratio, averaged over bits and passes; p = 1/ratio (Markov)",
            Check::Collisions => "number of equal pairs among n! orders, exact (birthday problem)",
            Check::Drift => "chi-square of the parts' means; smallest p-value of all statistics",
            Check::CardPositionDrift => "chi-square of the parts' tables, (n-1)^2 degrees of freedom a part",
            Check::CardHand => "pairs: fixed points of a random order, in groups",
            Check::CardHandCell => "binomial; smallest of all p-values (Bonferroni)",
            Check::CardSeen => "pairs: common cards, hypergeometric",
            Check::CardSeenCell => "binomial; smallest of all p-values (Bonferroni)",
            Check::Score => {
                "sum of independent values of the exact law, by saddlepoint; of many cards normal"
            }
            Check::Naive => "linear in the positions, gamma law with exact skewness (Hoeffding 1951)",
            Check::Skipped => "linear in the positions, gamma law with exact skewness (Hoeffding 1951)",
            Check::SameKind => "gamma law with exact mean, variance and skewness",
            Check::Pairs => "sum of independent values of the exact law, by saddlepoint",
            Check::Rises => "given their sizes, the signs of the decks' sums are fair coins",
            Check::SeenAgain => "sum of independent hypergeometric numbers, by saddlepoint",
            Check::SameHand => "gamma law with exact mean, variance and skewness (Hoeffding 1951)",
            Check::SameKindAgain => "gamma law with exact mean, variance and skewness",
        }
    }

    /// Returns every check, in the order of the list that the program prints.
    pub fn each() -> impl Iterator<Item = Check> {
        let plain = [
            Check::Orders,
            Check::CardPosition,
            Check::CardPositionCell,
            Check::Neighbours,
            Check::NeighbourOrder,
            Check::NeighbourCell,
            Check::MeanPosition,
            Check::Precedence,
            Check::PrecedenceCell,
            Check::MeanCard,
            Check::PositionPrecedence,
            Check::PositionPrecedenceCell,
        ];
        let others = [
            Check::Sign,
            Check::FirstTwo,
            Check::FirstThree,
            Check::Draws(Pass::Down),
            Check::Draws(Pass::Up),
            Check::Draws(Pass::InsideOut),
            Check::ShortDraws,
            Check::Collisions,
            Check::Drift,
            Check::CardPositionDrift,
            Check::CardHand,
            Check::CardHandCell,
            Check::CardSeen,
            Check::CardSeenCell,
            Check::Score,
            Check::Naive,
            Check::Skipped,
            Check::SameKind,
            Check::Pairs,
            Check::Rises,
            Check::SeenAgain,
            Check::SameHand,
            Check::SameKindAgain,
        ];
        let statistics = || Statistic::OF_DECKS.into_iter();
        let of_statistics = statistics().map(Check::Mean).chain(statistics().map(Check::Law));
        plain.into_iter().chain(of_statistics).chain(others)
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}
