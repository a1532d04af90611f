//! The question as it is typed, and its answer.

use faro::riffle::Magnitude;
use faro_math::number::Wide;
use faro_math::statistics::binomial_tail;
use faro_render::numbers::{counted, joined};
use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};

use super::kinds::{MAX, Of, Wanted, count};
use super::law::{DeckComposition, EventChance};
use super::report::{Asked, Games, OddsReport, SeenRow};
use crate::arguments::argument::DeckSize;
use crate::arguments::integer::{Integer, Range};
use crate::output::error::invalid;
use crate::output::probability::Number;

/// How likely a hand is, and how rare a run of games.
///
/// The first D cards of a fairly shuffled deck are seen, and K of its cards are of the kind that counts. Without a
/// condition a table has the probability of each number of them. All probabilities are exact: JSON and CSV have the
/// fractions, if the number of hands has at most 1000 digits and the computation is short.
///
/// With --games and --happened, the answer says how often a fair shuffle meets the condition as often as it was met, or
/// more often. This holds if the condition was chosen before the games. It also says how many games would show a bias
/// of a tenth: a shuffle that makes the condition (or its opposite, if that is rarer) a tenth more frequent is then found
/// in 95 of 100 cases, by a test that accuses 1 of 100 fair shuffles (normal approximation of a one-sided test).
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct OddsArgs {
    #[command(flatten)]
    pub cards: DeckSize,

    /// The number of cards of the kind that counts; 9x4 is any of nine kinds of four cards
    #[arg(long, value_name = "K|NxE", value_parser = Of::parse)]
    of: Option<Of>,

    /// The number of cards seen. They are a hand, or all cards drawn so far; 7..=14 asks for each of these numbers
    #[arg(long, value_name = "D", value_parser = Range::of_counts)]
    see: Range,

    /// At least this number of the seen cards is of the kind
    #[arg(long, value_name = "J", value_parser = count)]
    at_least: Option<u64>,

    /// At most this number of the seen cards is of the kind
    #[arg(long, value_name = "J", value_parser = count)]
    at_most: Option<u64>,

    /// Exactly this number of the seen cards is of the kind
    #[arg(long, value_name = "J", value_parser = count, conflicts_with_all = ["at_least", "at_most"])]
    exactly: Option<u64>,

    /// A condition on a kind of its own, such as 2..=4/24. It says how many of the seen cards are of a kind, and the number of cards of the kind: 2..=4/24, 1../8, 3/4. Repeated, all
    /// must hold, each for a kind of its own
    #[arg(
        long, value_name = "J..=J/K", value_parser = Wanted::parse,
        conflicts_with_all = ["of", "at_least", "at_most", "exactly"]
    )]
    want: Vec<Wanted>,

    /// The number of games that were played
    #[arg(long, value_name = "G", value_parser = count, requires = "happened")]
    games: Option<u64>,

    /// The number of these games in which the condition held
    #[arg(long, value_name = "H", value_parser = count, requires = "games")]
    happened: Option<u64>,
}

const EXAMPLES: &str = "\
Examples:
  faro odds 60 --of 24 --see 7                  lands in an opening hand
  faro odds 60 --of 4 --see 7 --at-least 1      0.399500
  faro odds 60 --of 4 --see 7..=14 --at-least 1
  faro odds 60 --of 9x4 --see 13 --at-least 3   three of any of nine fours
  faro odds --see 5 --want 3/4 --want 2/4       aces full of kings, one of 156 full houses
  faro odds 60 --see 7 --want 2..=4/24 --want 1../8
  faro odds 60 --of 9x4 --see 13 --at-least 3 --games 126 --happened 101";

const OF: &str = "--of <K|NxE>";
const SEE: &str = "--see <D>";
const WANT: &str = "--want <J..=J/K>";

impl OddsArgs {
    pub fn run(&self) -> anyhow::Result<OddsReport> {
        let deck = self.deck()?;
        let (first, last) = self.see.numbers.clone().into_inner();
        let condition = self.condition(&deck)?;
        let is_range = first < last;
        anyhow::ensure!(
            condition.is_some() || (!is_range && self.games.is_none()),
            "the condition is missing; expected --at-least, --at-most or --exactly, for example --at-least 1"
        );
        let Wanted { low, high, .. } = self.wanted();
        if low > high {
            let why = format!("expected at least the {low} of --at-least");
            return Err(invalid("--at-most <J>", high, why));
        }
        anyhow::ensure!(
            !is_range || self.games.is_none(),
            "'--games' is for one number of seen cards; expected for example --see {first}"
        );
        let chances = match &condition {
            Some(_) => deck.chances(first..=last)?,
            None => Vec::new(),
        };
        let table = match self.of {
            Some(of) if !is_range => match deck.table(of, last) {
                Err(_) if condition.is_some() => None,
                table => Some(table?),
            },
            _ => None,
        };
        let games = self.games(&chances)?;
        let (mut rows, mut asked) = (None, None);
        if is_range {
            let row = |(chance, see): (EventChance, u64)| SeenRow {
                see,
                probability: Number::from(chance.number),
                exact: chance.exact(),
                text: chance.text(),
            };
            rows = Some(
                chances
                    .into_iter()
                    .map(|row| row.1)
                    .zip(first..)
                    .map(row)
                    .collect(),
            );
        } else if let Some((_, chance)) = chances.into_iter().next() {
            asked = Some(chance);
        }
        Ok(OddsReport {
            cards: deck.cards,
            see: (!is_range).then_some(first),
            of: self.of,
            want: self.want.clone(),
            expected: self
                .of
                .filter(|_| !is_range)
                .map(|of| (of.each * first) as f64 / deck.cards as f64),
            probabilities: table,
            rows,
            asked: condition.map(|condition| Asked {
                condition,
                probability: asked.as_ref().map(|chance| Number::from(chance.number)),
                exact: asked.as_ref().and_then(EventChance::exact),
                chance: asked,
            }),
            games,
        })
    }

    /// Returns the deck of the question, or an error if its numbers of cards contradict each other.
    fn deck(&self) -> anyhow::Result<DeckComposition> {
        self.cards.single()?;
        let cards = self.cards.number.to_u64().filter(|&cards| cards <= MAX);
        let cards = cards.ok_or_else(|| self.cards.error(format!("expected at most {MAX}")))?;
        let (first, last) = self.see.numbers.clone().into_inner();
        if last > cards {
            let see = if first == last {
                last.to_string()
            } else {
                format!("{first}..={last}")
            };
            let why = format!(
                "expected at most the {} of the deck",
                counted(cards, "card")
            );
            return Err(invalid(SEE, see, why));
        }
        let (argument, given, special) = match self.of {
            Some(of) => {
                let given = match of.kinds {
                    1 => of.each.to_string(),
                    kinds => format!("{kinds}x{}", of.each),
                };
                (OF, given, of.kinds * of.each)
            }
            None => {
                let given = self.want.iter().map(|want| want.of);
                (WANT, joined(given.clone(), " + "), given.sum())
            }
        };
        anyhow::ensure!(
            self.of.is_some() || !self.want.is_empty(),
            "the cards that count are missing; expected for example --of 4, or --want 1../4"
        );
        if special > cards {
            let why = format!(
                "these are {special} cards; expected at most the {} of the deck",
                counted(cards, "card")
            );
            return Err(invalid(argument, given, why));
        }
        let (kinds, parts) = match self.of {
            Some(of) => (
                of.kinds,
                vec![Wanted {
                    of: of.each,
                    ..self.wanted()
                }],
            ),
            None => (1, self.want.clone()),
        };
        Ok(DeckComposition {
            cards,
            others: cards - special,
            kinds,
            parts,
        })
    }

    /// Returns the range of the condition on the kinds of `--of`, all numbers if there is none.
    fn wanted(&self) -> Wanted {
        Wanted {
            low: self.exactly.or(self.at_least).unwrap_or(0),
            high: self.exactly.or(self.at_most).unwrap_or(u64::MAX),
            of: 0,
        }
    }

    /// Returns the condition in words.
    fn condition(&self, deck: &DeckComposition) -> anyhow::Result<Option<String>> {
        let number = match (self.at_least, self.at_most, self.exactly) {
            (Some(low), Some(high), _) => Some(format!("{low} to {high}")),
            (Some(low), ..) => Some(format!("at least {low}")),
            (_, Some(high), _) => Some(format!("at most {high}")),
            (.., Some(number)) => Some(format!("exactly {number}")),
            _ => None,
        };
        let of = self.of.map(|of| match of.kinds {
            1 => of.each.to_string(),
            kinds => format!("any of {kinds} kinds of {}", of.each),
        });
        Ok(match (number, of) {
            (Some(number), Some(of)) => Some(format!("{number} of {of}")),
            (Some(_), None) => {
                anyhow::bail!("the cards that count are missing; expected for example --of 4")
            }
            (None, None) => Some(joined(deck.parts.iter().map(Wanted::condition), " and ")),
            (None, Some(_)) => None,
        })
    }

    fn games(&self, chances: &[([Wide; 2], EventChance)]) -> anyhow::Result<Option<Games>> {
        let (Some(games), Some(happened), Some((ways, chance))) =
            (self.games, self.happened, chances.first())
        else {
            return Ok(None);
        };
        if happened > games {
            let why = format!("expected at most the number of games, {games}");
            return Err(invalid("--happened <H>", happened, why));
        }
        let tail = |count, ways| {
            let (p, exponent) = binomial_tail(count, games, ways);
            Magnitude::scaled(p, exponent)
        };
        let or_more = tail(happened, *ways);
        let expected = games as f64 * chance.number.to_f64();
        let is_below = (happened as f64) < expected;
        let p = if is_below {
            tail(games - happened, [ways[1], ways[0]])
        } else {
            or_more
        };
        let needed = games_needed(chance.number.to_f64(), chance.complement.to_f64());
        Ok(Some(Games {
            games,
            happened,
            p_value: Number::from(or_more),
            games_needed: needed.and_then(BigInt::from_f64).map(Integer::from),
            p,
            needed,
            is_below,
            expected,
        }))
    }
}

/// Returns the number of games that show a bias of a tenth.
///
/// An event has the probability `chance`, and its opposite `complement`. The rarer of the two is a tenth more
/// frequent. A one-sided test at the level 0.01 finds this with probability 0.95 (normal approximation). Returns `None`
/// if one of the two is impossible.
fn games_needed(chance: f64, complement: f64) -> Option<f64> {
    const LEVEL: f64 = 2.326_347_874_040_841;
    const POWER: f64 = 1.644_853_626_951_472;
    let rarer = chance.min(complement);
    let biased = 1.1 * rarer;
    let deviation = |chance: f64| (chance * (1.0 - chance)).sqrt();
    let root = (LEVEL * deviation(rarer) + POWER * deviation(biased)) / (biased - rarer);
    Some((root * root).ceil()).filter(|games| games.is_finite())
}
