use std::fmt;

use super::tables::Pass;
use crate::permutation::Statistic;

/// What is looked at. Each says what of a fair shuffle it is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Check {
    /// How often each order came, of at most nine cards.
    Orders,
    /// How often each card lay at each position.
    CardPosition,
    /// The card and the position that met most often, or least.
    CardPositionCell,
    /// Which cards lie side by side, either way round.
    Neighbours,
    /// Which of two neighbours lies above the other.
    NeighbourOrder,
    /// The two cards that followed one another most often, or least.
    NeighbourCell,
    /// Where each card lies on average.
    MeanPosition,
    /// Which of two cards comes first, beyond their mean positions.
    Precedence,
    /// The two cards whose order is the most lopsided.
    PrecedenceCell,
    /// Which card lies at each position on average.
    MeanCard,
    /// Which of two positions holds the card that started higher, beyond the mean cards.
    Heights,
    /// The two positions whose cards are the most often in one order.
    HeightsCell,
    /// The mean of a statistic.
    Mean(Statistic),
    /// How often each value of a statistic came.
    Law(Statistic),
    /// Whether even and odd orders come as often.
    Sign,
    /// The two cards on top, in their order.
    FirstTwo,
    /// The three cards on top, in their order.
    FirstThree,
    /// The draws of a Fisher–Yates pass that would have made the decks.
    Draws(Pass),
    /// Orders that came more than once.
    Repeats,
    /// Whether a statistic's mean changed over the run.
    Drift,
    /// Whether the card × position table changed over the run.
    CardPositionDrift,
}

impl Check {
    /// What it is called, in words parted by underscores.
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
            Check::Heights => "heights".into(),
            Check::HeightsCell => "heights_cell".into(),
            Check::Mean(statistic) => format!("mean_{}", statistic.name()),
            Check::Law(statistic) => format!("law_{}", statistic.name()),
            Check::Sign => "sign".into(),
            Check::FirstTwo => "first_two".into(),
            Check::FirstThree => "first_three".into(),
            Check::Draws(Pass::Down) => "draws_down".into(),
            Check::Draws(Pass::Up) => "draws_up".into(),
            Check::Draws(Pass::InsideOut) => "draws_inside_out".into(),
            Check::Repeats => "repeats".into(),
            Check::Drift => "drift".into(),
            Check::CardPositionDrift => "card_position_drift".into(),
        }
    }

    /// What is looked at, in a few words.
    pub fn meaning(self) -> String {
        let of = |statistic: Statistic| statistic.name().replace('_', " ");
        match self {
            Check::Orders => "all orders".into(),
            Check::CardPosition => "cards at positions".into(),
            Check::CardPositionCell => "a card at a position".into(),
            Check::Neighbours => "neighbours".into(),
            Check::NeighbourOrder => "which neighbour is above".into(),
            Check::NeighbourCell => "a card below a card".into(),
            Check::MeanPosition => "mean positions of cards".into(),
            Check::Precedence => "which card is first".into(),
            Check::PrecedenceCell => "the order of two cards".into(),
            Check::MeanCard => "mean cards of positions".into(),
            Check::Heights => "which position has the first".into(),
            Check::HeightsCell => "the order at two positions".into(),
            Check::Mean(statistic) => format!("mean {}", of(statistic)),
            Check::Law(statistic) => format!("law of {}", of(statistic)),
            Check::Sign => "even orders".into(),
            Check::FirstTwo => "two cards on top".into(),
            Check::FirstThree => "three cards on top".into(),
            Check::Draws(Pass::Down) => "draws from the last card down".into(),
            Check::Draws(Pass::Up) => "draws from the first card up".into(),
            Check::Draws(Pass::InsideOut) => "draws from inside out".into(),
            Check::Repeats => "equal decks".into(),
            Check::Drift => "changes over the run".into(),
            Check::CardPositionDrift => "changes of cards at positions".into(),
        }
    }

    /// The law that it has where decks are fair and independent, and where that is known from; n cards.
    ///
    /// "Pairs" are those of decks: a table is compared with what is fair by what any two decks have in common,
    /// whose first three moments are exact, with the tail of the gamma law that has them
    /// ([`PairSum`](crate::statistics::PairSum)).
    pub fn law(self) -> &'static str {
        match self {
            Check::Orders => "pairs in n! equally likely cells",
            Check::CardPosition => {
                "pairs: fixed points of a random order; for many decks (n-1)/n of Pearson's chi-square, with \
                 (n-1)^2 degrees of freedom"
            }
            Check::CardPositionCell => "binomial, chance 1/n; the least of n^2 (Sidak 1967)",
            Check::Neighbours => {
                "pairs: neighbours in common, on the representations (n-1,1) and (n-2,2) of S_n"
            }
            Check::NeighbourOrder => "pairs: the same way round, on (n-1,1) and (n-2,1,1)",
            Check::NeighbourCell => "binomial, chance 1/n; the least of n(n-1) (Sidak 1967)",
            Check::MeanPosition | Check::MeanCard => "pairs: on (n-1,1), where the covariance is (n+1)/3",
            Check::Precedence | Check::Heights => "pairs: on (n-2,1,1), where the covariance is 1/3",
            Check::PrecedenceCell | Check::HeightsCell => {
                "binomial, chance 1/2; the least of n(n-1)/2 (Sidak 1967)"
            }
            Check::Mean(_) => "sum of the statistic's exact law, by saddlepoint (Lugannani, Rice 1980)",
            Check::Law(_) => "Pearson's chi-square against the statistic's exact law, rare values pooled",
            Check::Sign => "binomial, chance 1/2",
            Check::FirstTwo => "pairs in n(n-1) equally likely cells",
            Check::FirstThree => "pairs in n(n-1)(n-2) equally likely cells",
            Check::Draws(_) => {
                "pairs: draw b uniform among b+1, independent of the others (Durstenfeld 1964)"
            }
            Check::Repeats => "equal pairs among n! orders: the birthday problem, Poisson",
            Check::Drift => "chi-square of the parts' means about the whole's; the least of all statistics",
            Check::CardPositionDrift => {
                "chi-square of the parts' tables about the whole's, (n-1)^2 degrees a part"
            }
        }
    }

    /// One of each, as a list shows them.
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
            Check::Heights,
            Check::HeightsCell,
        ];
        let others = [
            Check::Sign,
            Check::FirstTwo,
            Check::FirstThree,
            Check::Draws(Pass::Down),
            Check::Draws(Pass::Up),
            Check::Draws(Pass::InsideOut),
            Check::Repeats,
            Check::Drift,
            Check::CardPositionDrift,
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
