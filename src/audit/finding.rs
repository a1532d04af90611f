use std::fmt;

use super::tables::Pass;
use crate::simulate::Statistic;

/// What is looked at. Each says what of a fair shuffle it is held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// What a check was made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stream {
    /// Each deck, as against the starting order.
    Decks,
    /// Each deck, as against the deck before it: if decks are fair and independent this is uniform too,
    /// and what one deck tells of the next is seen here.
    Steps,
}

/// How large a deviation is, in the terms of what was looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// A cell of a table came `times` as often as is fair; row and column from 0.
    Cell {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// What was counted.
        count: u64,
        /// Observed by expected.
        times: f64,
    },
    /// A mean, the fair one, and their distance in standard deviations of one deck.
    Mean {
        /// What was observed.
        observed: f64,
        /// What is fair.
        fair: f64,
        /// The distance in standard deviations of one deck; 0 is fair.
        deviations: f64,
    },
    /// The chi-square distance of a table from the fair one, Σ (p − q)²/q over its cells or its parts,
    /// without bias: 0 is fair, and what is estimated may be a little below.
    Distance(f64),
    /// So many of so many decks, where half were fair.
    Half {
        /// The decks.
        count: u64,
        /// Of so many.
        of: u64,
    },
    /// Pairs of decks that are equal, and how many a fair shuffle would have.
    Repeats {
        /// The pairs.
        pairs: f64,
        /// What is fair.
        fair: f64,
        /// About so many different decks there are, each as likely, which would have as many.
        states: Option<f64>,
    },
    /// A statistic's mean in the first and in the last part of the run.
    Drift {
        /// The statistic.
        statistic: Statistic,
        /// The first part's mean.
        first: f64,
        /// The last part's mean.
        last: f64,
    },
}

/// What one check found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The check.
    pub check: Check,
    /// What it was made of.
    pub stream: Stream,
    /// The test statistic: for tables and means in standard deviations from what is fair, for cells and
    /// repeats the count.
    pub statistic: f64,
    /// The chance that a fair shuffle deviates as much or more in this check.
    pub p_value: f64,
    /// The same with all checks in view (Holm 1979): below alpha in one of a thousand fair audits at most,
    /// where alpha is 0.001.
    pub adjusted_p_value: f64,
    /// How large the deviation is.
    pub effect: Effect,
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
}

impl Check {
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
}

impl Stream {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Stream::Decks => "decks",
            Stream::Steps => "steps",
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}
