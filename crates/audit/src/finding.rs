//! The result of a check: the deviation, its size, and its p-value.

use super::card_names::CardNames;
use super::check::Check;
use super::words::{counted, number};
use faro_permutation::Statistic;

/// The permutations that a check counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "lowercase")
)]
pub enum Stream {
    /// Each deck, relative to the starting order.
    Decks,
    /// The step to each deck from the previous one.
    ///
    /// If decks are uniform and independent, so are the steps. They show dependence of a deck on the previous one.
    Steps,
    /// For each card, the card that replaces it in the next deck: the step between the inverses of decks.
    ///
    /// It shows dependence if a program shuffles the previous deck, and prints the position of each card.
    Replacements,
    /// Each deck, relative to the inverse of the previous deck.
    ///
    /// It shows dependence if a program prints the position of each card, and shuffles the printed list.
    Inverses,
    /// The order of the visible cards of each deck. It is uniform if the decks are uniform.
    Ranks,
}

/// The size of a deviation, in the unit of its check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Effect {
    /// A cell of a table was counted `times` as often as expected; row and column from 0.
    Cell {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// The count.
        count: u64,
        /// Observed divided by expected.
        times: f64,
    },
    /// An observed mean, the expected mean, and their difference in standard deviations of one deck.
    Mean {
        /// The observed mean.
        observed: f64,
        /// The mean under a fair shuffle.
        fair: f64,
        /// The difference in standard deviations of one deck.
        deviations: f64,
    },
    /// The chi-square distance Σ (p − q)²/q of a table from the fair one.
    ///
    /// The value is an unbiased estimate, which can be slightly negative.
    Distance(f64),
    /// A number of decks with a property that half of all decks are expected to have.
    Half {
        /// Number of decks with the property.
        count: u64,
        /// Number of decks.
        of: u64,
    },
    /// The number of pairs of equal decks, and the expected number.
    Collisions {
        /// Number of pairs.
        pairs: f64,
        /// The expected number under a fair shuffle.
        fair: f64,
        /// Number of equally likely decks for which the observed number of pairs is expected.
        states: Option<f64>,
    },
    /// A statistic's mean in the first and in the last part of the run.
    Drift {
        /// The statistic.
        statistic: Statistic,
        /// Mean in the first part.
        first: f64,
        /// Mean in the last part.
        last: f64,
    },
}

/// The result of one check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The check.
    pub check: Check,
    /// The permutations that the check counted.
    pub stream: Stream,
    /// The test statistic. For tables and means it is the deviation from the expectation in standard deviations, for
    /// cells and collisions the count.
    pub statistic: f64,
    /// The probability that a fair shuffle deviates at least this much in the check.
    ///
    /// It is at least 2^-1022, about 2·10^-308, which replaces smaller values.
    pub p_value: f64,
    /// The p-value corrected for all checks (Holm 1979).
    ///
    /// The probability that a fair shuffle has any corrected p-value of at most alpha is at most alpha.
    pub adjusted_p_value: f64,
    /// The size of the deviation.
    pub effect: Effect,
}

impl Stream {
    /// Returns the name of the stream.
    pub fn name(self) -> &'static str {
        match self {
            Stream::Decks => "decks",
            Stream::Steps => "steps",
            Stream::Replacements => "replacements",
            Stream::Inverses => "inverses",
            Stream::Ranks => "ranks",
        }
    }
}

impl Finding {
    /// Returns the meaning of the check in words, with the counted permutations unless they are the decks.
    pub fn meaning(&self) -> String {
        let prefix = match self.stream {
            Stream::Decks => "",
            Stream::Steps => "from deck to deck: ",
            Stream::Replacements => "card by card from deck to deck: ",
            Stream::Inverses => "from the inverse of a deck to the next: ",
            Stream::Ranks => "order of the cards that are seen: ",
        };
        format!("{prefix}{}", self.check.meaning())
    }

    /// Returns the observation and the expectation in words.
    ///
    /// The cards of steps are named by their positions in the deck before, counted from 1.
    ///
    /// ```
    /// use faro_audit::{CardNames, Check, Evidence, judge};
    ///
    /// let mut evidence = Evidence::new(4)?;
    /// (0..100).try_for_each(|_| evidence.add(&[1, 0, 3, 2]))?;
    /// let judgement = judge(&mut evidence, 0.001);
    /// let cell = judgement.findings.iter().find(|one| one.check == Check::CardPositionCell).unwrap();
    /// let text = cell.observation(&CardNames::Numbers(1));
    /// assert!(text.ends_with("in 100 decks, 4 times the expected number"));
    /// # Ok::<(), faro_audit::Error>(())
    /// ```
    pub fn observation(&self, names: &CardNames) -> String {
        let names = if self.stream == Stream::Steps {
            &CardNames::Numbers(1)
        } else {
            names
        };
        match self.effect {
            Effect::Cell {
                row,
                column,
                count,
                times,
            } => {
                let event = event(self.check, row, column, names);
                format!(
                    "{event} in {}, {} times the expected number",
                    counted(count, "deck"),
                    number(times)
                )
            }
            Effect::Mean { observed, fair, .. } => {
                // A mean of 0 is computed as a sum with rounding errors.
                let fair = if fair.abs() < 1e-9 { 0.0 } else { fair };
                format!("{}, expected {}", number(observed), number(fair))
            }
            Effect::Distance(distance) => format!("chi-square distance {}", number(distance)),
            Effect::Half { count, of } => format!("{count} of {of}, expected half of them"),
            Effect::Collisions {
                pairs,
                fair,
                states,
            } => {
                let about = states.map_or(String::new(), |states| {
                    format!("; as from {}", counted(number(states), "different deck"))
                });
                format!(
                    "{} of equal decks, expected {}{about}",
                    counted(pairs, "pair"),
                    number(fair)
                )
            }
            Effect::Drift {
                statistic,
                first,
                last,
            } => {
                let name = statistic.name().replace('_', " ");
                format!(
                    "mean {name} {} in the first part, {} in the last",
                    number(first),
                    number(last)
                )
            }
        }
    }
}

/// Returns the event that a cell of a check counts.
fn event(check: Check, row: usize, column: usize, names: &CardNames) -> String {
    match check {
        Check::NeighbourCell => {
            format!("{} directly below {}", names.name(column), names.name(row))
        }
        Check::PrecedenceCell => format!("{} above {}", names.name(row), names.name(column)),
        Check::PositionPrecedenceCell => {
            format!(
                "position {} holds a card from higher up than position {}",
                row + 1,
                column + 1
            )
        }
        Check::CardHandCell => format!("{} in hand {}", names.name(row), column + 1),
        Check::CardSeenCell => format!("{} among the cards that are seen", names.name(row)),
        _ => format!("{} at position {}", names.name(row), column + 1),
    }
}

#[cfg(feature = "serde")]
mod serialize {
    use super::{CardNames, Check, Effect, Finding, Stream};
    use crate::words::log10;
    use serde::ser::{Serialize, SerializeStruct, Serializer};

    #[derive(serde::Serialize)]
    #[serde(rename = "Finding")]
    struct Fields<'a> {
        check: String,
        of: Stream,
        statistic: f64,
        p_value: f64,
        p_value_log10: Option<f64>,
        adjusted_p_value: f64,
        adjusted_p_value_log10: Option<f64>,
        effect: EffectOf<'a>,
        seen: String,
    }

    /// Serializes the effect of a finding, with field names that depend on its check.
    struct EffectOf<'a>(&'a Finding);

    /// Cards and positions are counted from 1. The logarithms are `None` if only a bound of the p-value is known.
    impl Serialize for Finding {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let fields = Fields {
                check: self.check.name(),
                of: self.stream,
                statistic: self.statistic,
                p_value: self.p_value,
                p_value_log10: log10(self.p_value),
                adjusted_p_value: self.adjusted_p_value,
                adjusted_p_value_log10: log10(self.adjusted_p_value),
                effect: EffectOf(self),
                seen: self.observation(&CardNames::Numbers(1)),
            };
            fields.serialize(serializer)
        }
    }

    impl Serialize for EffectOf<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut fields = serializer.serialize_struct("Effect", 4)?;
            match self.0.effect {
                Effect::Cell {
                    row,
                    column,
                    count,
                    times,
                } => {
                    let [first, second] = cell_names(self.0.check);
                    fields.serialize_field(first, &(row + 1))?;
                    fields.serialize_field(second, &(column + 1))?;
                    fields.serialize_field("count", &count)?;
                    fields.serialize_field("times_fair", &times)?;
                }
                Effect::Mean {
                    observed,
                    fair,
                    deviations,
                } => {
                    fields.serialize_field("observed", &observed)?;
                    fields.serialize_field("fair", &fair)?;
                    fields.serialize_field("deviations", &deviations)?;
                }
                Effect::Distance(distance) => {
                    fields.serialize_field("chi_square_distance", &distance)?;
                }
                Effect::Half { count, of } => {
                    fields.serialize_field("count", &count)?;
                    fields.serialize_field("of", &of)?;
                }
                Effect::Collisions {
                    pairs,
                    fair,
                    states,
                } => {
                    fields.serialize_field("pairs", &pairs)?;
                    fields.serialize_field("fair", &fair)?;
                    fields.serialize_field("states", &states)?;
                }
                Effect::Drift {
                    statistic,
                    first,
                    last,
                } => {
                    fields.serialize_field("statistic", &statistic)?;
                    fields.serialize_field("first", &first)?;
                    fields.serialize_field("last", &last)?;
                }
            }
            fields.end()
        }
    }

    fn cell_names(check: Check) -> [&'static str; 2] {
        match check {
            Check::NeighbourCell => ["card", "card_below"],
            Check::PrecedenceCell => ["card", "other_card"],
            Check::PositionPrecedenceCell => ["position", "other_position"],
            _ => ["card", "position"],
        }
    }
}
