//! The checks of an audit: their names, what they count, and the sources of their laws.

use std::fmt;

use faro_permutation::Statistic;

use super::tables::Pass;

/// A check of the audit. [`Check::law`] is its distribution under a fair shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Check {
    /// The count of each order, for decks of at most nine cards.
    Orders,
    /// The count of each card at each position.
    CardPosition,
    /// The largest or smallest count of a card at a position.
    CardPositionCell,
    /// The pairs of cards that are neighbours, in either order.
    Neighbours,
    /// The order of the two cards in pairs of neighbours.
    NeighbourOrder,
    /// The largest or smallest count of one card directly below another.
    NeighbourCell,
    /// The mean position of each card.
    MeanPosition,
    /// The order of every two cards (pairwise precedence), beyond the part that mean positions imply.
    Precedence,
    /// The pair of cards whose order is most unevenly distributed.
    PrecedenceCell,
    /// The mean card at each position.
    MeanCard,
    /// The order of the cards at every two positions, beyond the part that mean cards imply.
    PositionPrecedence,
    /// The pair of positions whose cards have the most unevenly distributed order.
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
    /// The draws of the Fisher–Yates pass that produces the deck.
    Draws(Pass),
    /// The draws of Fisher–Yates passes, tested for numbers of few bits modulo the number of choices.
    ShortDraws,
    /// Decks that occurred more than once.
    Collisions,
    /// Changes of a statistic's mean over the run.
    Drift,
    /// Changes of the card × position table over the run.
    CardPositionDrift,
    /// The count of each card in each hand.
    CardHand,
    /// The largest or smallest count of a card in a hand.
    CardHandCell,
    /// The count of each card among the visible cards.
    CardSeen,
    /// The largest or smallest count of a card among the visible cards.
    CardSeenCell,
    /// The number of cards that started as neighbours and are visible in the same order. If the design is one hand: the
    /// number of neighbours that are in it together.
    Score,
    /// An excess of cards at the positions to which the naive shuffle moves them.
    Naive,
    /// An excess of cards at the positions at which a Fisher–Yates shuffle leaves them if it skips swaps.
    Skipped,
    /// The number of cards that are dealt to the hand to which their starting positions belong.
    OwnHand,
    /// The number of neighbours of the same kind.
    SameKind,
    /// The number of pairs of the same kind in a hand.
    Pairs,
    /// The number of pairs of cards whose kinds are successive in the starting order and that are in this order, minus
    /// the number of such pairs in reversed order.
    Rises,
    /// The number of cards that are visible in two successive decks.
    SeenAgain,
    /// The number of cards that are in the same hand in two successive decks.
    SameHand,
    /// The similarity of two successive decks: the products of the counts of each kind in each group of places.
    SameKindAgain,
}

/// Defines the properties of each check. They are the number of its method, its name, a short description,
/// and its distribution.
macro_rules! checks {
    ($($check:ident $(($pass:path))?, $method:literal, $name:literal, $meaning:literal, $law:literal;)+) => {
        /// The checks that are not for one statistic, in the order in which the program lists them.
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
        Description {
            method,
            name: name.into(),
            meaning: meaning.into(),
            law,
        }
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
    Drift, 3, "drift", "changes over the run",
        "chi-square of the parts' means, with Edgeworth's first term; smallest p-value of all statistics";
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
    Score, 4, "riffle_score", "cards still in order",
        "sum of independent values of the exact law, by saddlepoint; of many cards normal";
    Naive, 3, "naive_positions", "cards where naive swaps leave them",
        "linear in the positions, the larger tail of the normal law and of the gamma law with exact skewness (Hoeffding \
         1951); not computed for a skewness above 1/2";
    Skipped, 3, "skipped_positions", "cards where skipped swaps leave them",
        "linear in the positions, the larger tail of the normal law and of the gamma law with exact skewness (Hoeffding \
         1951); not computed for a skewness above 1/2";
    OwnHand, 2, "own_hand", "cards in the hand where they began",
        "of one hand, and of two of all cards, hypergeometric, by saddlepoint; otherwise the larger tail of the normal law \
         and of the gamma law with exact skewness (Hoeffding 1951); not computed for a skewness above 1/2";
    SameKind, 2, "same_kind_neighbours", "neighbours that look alike",
        "the larger tail of the normal law and of the gamma law with exact skewness; not computed for a skewness above 1/2";
    Pairs, 1, "pairs_in_hand", "pairs that look alike in a hand",
        "sum of independent values of the exact law, by saddlepoint";
    Rises, 1, "kind_order", "kinds still in order",
        "given their sizes, the signs of the decks' sums are fair coins";
    SeenAgain, 1, "seen_again", "cards seen again",
        "sum of independent hypergeometric numbers, by saddlepoint";
    SameHand, 3, "same_hand", "cards in the same hand again",
        "of two hands of all cards hypergeometric, by saddlepoint; otherwise as own_hand";
    SameKindAgain, 2, "same_kind_again", "kinds at the same position again",
        "successive pairs: Pearson's law with exact mean, variance and skewness; not computed for a skewness above 1/2";
}

impl Check {
    /// Returns the name of the check, in words separated by underscores.
    pub fn name(self) -> String {
        self.description().name
    }

    /// Returns the check's name and the number of its method, for example `sign/1`.
    ///
    /// If the statistic or the p-value of a check changes, its method gets a new number.
    pub fn identifier(self) -> String {
        let Description { name, method, .. } = self.description();
        format!("{name}/{method}")
    }

    /// Returns a description of the check in a few words.
    pub fn meaning(self) -> String {
        self.description().meaning
    }

    /// Returns the check's distribution for fair and independent decks of n cards, and the source.
    ///
    /// "Pairs" are pairs of decks: the statistic is a sum over all pairs of decks of a quantity that measures how
    /// similar the two decks are. Its first three moments are exact. Its tail is the tail of Pearson's law with these
    /// moments and a larger kurtosis.
    pub fn law(self) -> &'static str {
        self.description().law
    }

    /// Returns every check, in the order in which the program lists them.
    pub fn each() -> impl Iterator<Item = Check> {
        let of_pairs = TABLE
            .iter()
            .take_while(|check| **check != Check::Sign)
            .count();
        let (plain, others) = TABLE.split_at(of_pairs);
        let statistics = || Statistic::OF_DECKS.into_iter();
        let of_statistics = statistics()
            .map(Check::Mean)
            .chain(statistics().map(Check::Law));
        plain
            .iter()
            .copied()
            .chain(of_statistics)
            .chain(others.iter().copied())
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Check {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

/// A test of random numbers, and the checks of an audit that are this test for decks of cards.
///
/// The tests are those that laboratories apply. Their names are from Knuth, The Art of Computer Programming, volume 2,
/// section 3.3.2, except duplicates (Knuth's collision test) and interplay (dependence between places).
///
/// ```
/// use faro_audit::{Check, LaboratoryTest};
/// let duplicates = LaboratoryTest::ALL.iter().find(|test| test.name == "duplicates").unwrap();
/// assert_eq!(duplicates.checks, [Check::Collisions]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaboratoryTest {
    /// The name of the test.
    pub name: &'static str,
    /// The checks of an audit that do this test for decks of cards. Empty if an audit does not make the test.
    pub checks: &'static [Check],
    /// What the checks count, and in which cases they are more or less sensitive than the test.
    pub remark: &'static str,
}

impl LaboratoryTest {
    /// All tests, in the order in which laboratories list them.
    pub const ALL: [LaboratoryTest; 8] = [
        LaboratoryTest {
            name: "frequency",
            checks: &[Check::CardPosition, Check::CardPositionCell, Check::Orders],
            remark: "each card at each position; stronger: also the largest single deviation, and of small decks every order",
        },
        LaboratoryTest {
            name: "serial correlation",
            checks: &[
                Check::Neighbours,
                Check::NeighbourOrder,
                Check::Drift,
                Check::CardPositionDrift,
            ],
            remark: "neighbours in a deck and changes over the run; stronger: all pairs of cards, and the steps from deck to deck \
                     by every check",
        },
        LaboratoryTest {
            name: "runs",
            checks: &[
                Check::Mean(Statistic::Descents),
                Check::Law(Statistic::Descents),
                Check::Mean(Statistic::RisingSequences),
                Check::Law(Statistic::RisingSequences),
            ],
            remark: "descents, which are one fewer than ascending runs, against their exact law; stronger: also those of the \
                     inverse order",
        },
        LaboratoryTest {
            name: "overlaps",
            checks: &[Check::NeighbourCell, Check::FirstTwo, Check::FirstThree],
            remark: "overlapping pairs: each card directly below each other; of triples only those of the three top cards",
        },
        LaboratoryTest {
            name: "coupon collector",
            checks: &[],
            remark: "not made: an audit does not count the decks until each card has been at a position",
        },
        LaboratoryTest {
            name: "poker",
            checks: &[Check::Pairs, Check::SameKind],
            remark: "cards that look alike in a hand or as neighbours; made with a composition or hands only, because the cards of \
                     a deck are different",
        },
        LaboratoryTest {
            name: "duplicates",
            checks: &[Check::Collisions],
            remark: "decks that occur again, against the exact law of the birthday problem",
        },
        LaboratoryTest {
            name: "interplay",
            checks: &[
                Check::Draws(Pass::Down),
                Check::Draws(Pass::Up),
                Check::Draws(Pass::InsideOut),
                Check::Precedence,
                Check::PositionPrecedence,
            ],
            remark: "independence of the draws from which a deck follows, and the order of each two cards and positions",
        },
    ];
}
