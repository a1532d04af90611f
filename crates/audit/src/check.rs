use std::fmt;

use super::tables::Pass;
use faro_permutation::Statistic;

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
    /// The cards that began as neighbours and are still in their order, as far as it is seen; of one hand, those that
    /// are in it together.
    Score,
    /// Whether cards are rather where the naive shuffle leaves them.
    Naive,
    /// Whether cards are rather where skipped swaps leave them.
    Skipped,
    /// The cards in the hand of the positions where they began.
    OwnHand,
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

/// Defines what is known of each check: the number of its method, its name, what it is in a few words, and its law.
macro_rules! checks {
    ($($check:ident $(($pass:path))?, $method:literal, $name:literal, $meaning:literal, $law:literal;)+) => {
        /// The checks that are not of one statistic, in the order of the list that the program prints.
        const TABLE: &[Check] = &[$(Check::$check $(($pass))?),+];

        impl Check {
            fn description(self) -> Description {
                match self {
                    $(Check::$check $(($pass))? => Description::new($method, $name, $meaning, $law),)+
                    Check::Mean(statistic) => Description::new(
                        1,
                        format!("mean_{}", statistic.name()),
                        format!("mean {}", in_words(statistic)),
                        "sum of independent values of the exact law, by saddlepoint (Lugannani, Rice 1980)",
                    ),
                    Check::Law(statistic) => Description::new(
                        1,
                        format!("law_{}", statistic.name()),
                        format!("distribution of {}", in_words(statistic)),
                        "Pearson's chi-square against the exact law, rare values pooled",
                    ),
                }
            }
        }
    };
}

fn in_words(statistic: Statistic) -> String {
    statistic.name().replace('_', " ")
}

struct Description {
    method: u32,
    name: String,
    meaning: String,
    law: &'static str,
}

impl Description {
    fn new(
        method: u32,
        name: impl Into<String>,
        meaning: impl Into<String>,
        law: &'static str,
    ) -> Description {
        Description { method, name: name.into(), meaning: meaning.into(), law }
    }
}

checks! {
    Orders, 1, "orders", "all orders",
        "pairs in n! equally likely cells";
    CardPosition, 1, "card_position", "cards at positions",
        "pairs: fixed points of a random order; for many decks (n-1)/n of Pearson's chi-square, with (n-1)^2 \
         degrees of freedom";
    CardPositionCell, 2, "card_position_cell", "a card at a position",
        "binomial, probability 1/n; smallest of n^2 p-values (Bonferroni)";
    Neighbours, 1, "neighbours", "neighbours",
        "pairs: common neighbours, on the representations (n-1,1) and (n-2,2) of S_n";
    NeighbourOrder, 1, "neighbour_order", "order of neighbours",
        "pairs: common neighbours in the same order, on (n-1,1) and (n-2,1,1)";
    NeighbourCell, 2, "neighbour_cell", "one card below another",
        "binomial, probability 1/n; smallest of n(n-1) p-values (Bonferroni)";
    MeanPosition, 1, "mean_position", "mean position of each card",
        "pairs: on (n-1,1), with covariance (n+1)/3";
    Precedence, 1, "precedence", "which of two cards is first",
        "pairs: on (n-2,1,1), with covariance 1/3";
    PrecedenceCell, 2, "precedence_cell", "order of two cards",
        "binomial, probability 1/2; smallest of n(n-1)/2 p-values (Bonferroni)";
    MeanCard, 1, "mean_card", "mean card at each position",
        "pairs: on (n-1,1), with covariance (n+1)/3";
    PositionPrecedence, 1, "heights", "which position has the higher card",
        "pairs: on (n-2,1,1), with covariance 1/3";
    PositionPrecedenceCell, 2, "heights_cell", "order at two positions",
        "binomial, probability 1/2; smallest of n(n-1)/2 p-values (Bonferroni)";
    Sign, 1, "sign", "even and odd orders",
        "binomial, probability 1/2";
    FirstTwo, 1, "first_two", "two top cards",
        "pairs in n(n-1) equally likely cells";
    FirstThree, 1, "first_three", "three top cards",
        "pairs in n(n-1)(n-2) equally likely cells";
    Draws(Pass::Down), 1, "draws_down", "draws, from the last card down",
        "pairs: draw b uniform among b+1, independent of the others (Durstenfeld 1964)";
    Draws(Pass::Up), 1, "draws_up", "draws, from the first card up",
        "pairs: draw b uniform among b+1, independent of the others (Durstenfeld 1964)";
    Draws(Pass::InsideOut), 1, "draws_inside_out", "draws, inside out",
        "pairs: draw b uniform among b+1, independent of the others (Durstenfeld 1964)";
    ShortDraws, 2, "short_draws", "draws by few bits, modulo the choices",
        "log-likelihood ratio, saddlepoint bound of its exact law; weighted Bonferroni over bits and passes";
    Collisions, 1, "repeats", "repeated decks",
        "number of equal pairs among n! orders, exact (birthday problem)";
    Drift, 2, "drift", "changes over the run",
        "chi-square of the parts' means; smallest p-value of all statistics";
    CardPositionDrift, 1, "card_position_drift", "card positions over the run",
        "chi-square of the parts' tables, (n-1)^2 degrees of freedom a part";
    CardHand, 1, "card_hand", "cards in hands",
        "pairs: fixed points of a random order, in groups";
    CardHandCell, 2, "card_hand_cell", "a card in a hand",
        "binomial; smallest of all p-values (Bonferroni)";
    CardSeen, 1, "card_seen", "which cards are seen",
        "pairs: common cards, hypergeometric";
    CardSeenCell, 2, "card_seen_cell", "a card that is seen",
        "binomial; smallest of all p-values (Bonferroni)";
    Score, 3, "riffle_score", "cards still in order",
        "sum of independent values of the exact law, by saddlepoint; of many cards normal";
    Naive, 2, "naive_positions", "cards where naive swaps leave them",
        "linear in the positions, gamma law with exact skewness (Hoeffding 1951)";
    Skipped, 2, "skipped_positions", "cards where skipped swaps leave them",
        "linear in the positions, gamma law with exact skewness (Hoeffding 1951)";
    OwnHand, 1, "own_hand", "cards in the hand where they began",
        "of one hand hypergeometric, by saddlepoint; gamma law with exact mean, variance and skewness (Hoeffding 1951)";
    SameKind, 1, "same_kind_neighbours", "neighbours that look alike",
        "gamma law with exact mean, variance and skewness";
    Pairs, 1, "pairs_in_hand", "pairs that look alike in a hand",
        "sum of independent values of the exact law, by saddlepoint";
    Rises, 1, "kind_order", "kinds still in order",
        "given their sizes, the signs of the decks' sums are fair coins";
    SeenAgain, 1, "seen_again", "cards seen again",
        "sum of independent hypergeometric numbers, by saddlepoint";
    SameHand, 2, "same_hand", "cards in the same hand again",
        "gamma law with exact mean, variance and skewness (Hoeffding 1951)";
    SameKindAgain, 1, "same_kind_again", "kinds at the same position again",
        "gamma law with exact mean, variance and skewness";
}

impl Check {
    /// Returns its name, in words separated by underscores.
    pub fn name(self) -> String {
        self.description().name
    }

    /// Returns its name and the number of its method, such as `sign/1`: a check whose statistic or p-value changes gets
    /// a new number.
    pub fn identifier(self) -> String {
        let Description { name, method, .. } = self.description();
        format!("{name}/{method}")
    }

    /// Returns a description of a few words.
    pub fn meaning(self) -> String {
        self.description().meaning
    }

    /// Returns its distribution for fair and independent decks of n cards, and the source.
    ///
    /// "Pairs" are pairs of decks: the statistic sums what every two decks have in common. Its first three
    /// moments are exact, and its tail is that of Pearson's law with these moments and a larger kurtosis
    /// ([`PairSum`](faro_math::statistics::PairSum)).
    pub fn law(self) -> &'static str {
        self.description().law
    }

    /// Returns every check, in the order of the list that the program prints.
    pub fn each() -> impl Iterator<Item = Check> {
        let of_pairs = TABLE.iter().take_while(|check| **check != Check::Sign).count();
        let (plain, others) = TABLE.split_at(of_pairs);
        let statistics = || Statistic::OF_DECKS.into_iter();
        let of_statistics = statistics().map(Check::Mean).chain(statistics().map(Check::Law));
        plain.iter().copied().chain(of_statistics).chain(others.iter().copied())
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}
