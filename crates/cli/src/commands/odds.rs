//! `faro odds`: how likely a hand is, and how rare a run of such hands.

use std::io::{self, Write};
use std::ops::RangeInclusive;

use faro::riffle::Magnitude;
use faro_math::number::{Fraction, Wide, log2_factorial};
use faro_math::statistics::{Hands, Ways, binomial_tail, binomials, hypergeometric};
use faro_render::numbers::{self, brief, counted};
use faro_render::view::{Page, Report, Table};
use num_bigint::{BigInt, BigUint};
use num_traits::{FromPrimitive, ToPrimitive};
use serde::Serialize;

use crate::arguments::argument::Cards;
use crate::arguments::integer::{self, Integer, Range};
use crate::output::error::invalid;
use crate::output::probability::{self, Number};

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
pub struct Odds {
    #[command(flatten)]
    pub cards: Cards,

    /// The number of cards of the kind that counts; 9x4 is any of nine kinds of four cards
    #[arg(long, value_name = "K|NxE", value_parser = Of::parse, allow_negative_numbers = true)]
    of: Option<Of>,

    /// The number of cards seen: a hand, or all cards drawn so far; 7..=14 asks for each of these numbers
    #[arg(long, value_name = "D", value_parser = Range::of_counts, allow_negative_numbers = true)]
    see: Range,

    /// At least this number of the seen cards is of the kind
    #[arg(long, value_name = "J", value_parser = count, allow_negative_numbers = true, group = "condition")]
    at_least: Option<u64>,

    /// At most this number of the seen cards is of the kind
    #[arg(long, value_name = "J", value_parser = count, allow_negative_numbers = true, group = "condition")]
    at_most: Option<u64>,

    /// Exactly this number of the seen cards is of the kind
    #[arg(long, value_name = "J", value_parser = count, allow_negative_numbers = true, group = "condition")]
    exactly: Option<u64>,

    /// How many of the seen cards are of a kind, and the number of cards of the kind: 2..=4/24, 1../8, 3/4. Repeated, all
    /// must hold, each for a kind of its own
    #[arg(
        long, value_name = "J..=J/K", value_parser = Wanted::parse, allow_negative_numbers = true,
        conflicts_with_all = ["of", "condition"]
    )]
    want: Vec<Wanted>,

    /// The number of games that were played
    #[arg(long, value_name = "G", value_parser = count, allow_negative_numbers = true, requires = "happened")]
    games: Option<u64>,

    /// The number of these games in which the condition held
    #[arg(long, value_name = "H", value_parser = count, allow_negative_numbers = true, requires = "games")]
    happened: Option<u64>,
}

const EXAMPLES: &str = "\
Examples:
  faro odds 60 --of 24 --see 7                  lands in an opening hand
  faro odds 60 --of 4 --see 7 --at-least 1      0.399500
  faro odds 60 --of 4 --see 7..=14 --at-least 1
  faro odds 60 --of 9x4 --see 13 --at-least 3   three of any of nine fours
  faro odds 60 --see 7 --want 2..=4/24 --want 1../8
  faro odds 60 --of 9x4 --see 13 --at-least 3 --games 126 --happened 101";

const OF: &str = "--of <K|NxE>";
const SEE: &str = "--see <D>";
const WANT: &str = "--want <J..=J/K>";

/// Maximum number of cards and of games.
const MAX: u64 = 1_000_000;

/// Maximum number of products of numbers of hands: some seconds of work.
const MAX_PRODUCTS: f64 = 1e8;

/// Maximum number of products of exact numbers of hands.
const MAX_EXACT_PRODUCTS: f64 = 1e6;

/// Maximum number of bits of the exact number of all hands: 1000 digits.
const MAX_EXACT_BITS: f64 = 3322.0;

/// Maximum number of seen cards of exact probabilities.
const MAX_EXACT_SEEN: u64 = 5000;

fn count(text: &str) -> Result<u64, String> {
    let number = integer::parse(text)?.to_u64();
    number
        .filter(|&number| number <= MAX)
        .ok_or_else(|| format!("expected a whole number from 0 to {MAX}"))
}

/// Kinds of equal size, any of which counts.
#[derive(Clone, Copy, Debug)]
struct Of {
    kinds: u64,
    each: u64,
}

impl Of {
    fn parse(text: &str) -> Result<Of, String> {
        let (kinds, each) = text.split_once(['x', '×']).unwrap_or(("1", text));
        let example = "expected a number of cards such as 24, or 9x4 for any of nine kinds of four";
        let number = |text| count(text).map_err(|_| format!("{example}, up to {MAX}"));
        match (number(kinds)?, number(each)?) {
            (0, _) => Err(example.into()),
            (kinds, each) => Ok(Of { kinds, each }),
        }
    }
}

/// A number for one kind, otherwise `{"kinds": 9, "each": 4}`.
impl Serialize for Of {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Kinds {
            kinds: u64,
            each: u64,
        }
        let Of { kinds, each } = *self;
        match kinds {
            1 => serializer.serialize_u64(each),
            _ => Kinds { kinds, each }.serialize(serializer),
        }
    }
}

/// A condition on one kind.
#[derive(Clone, Copy, Debug, Serialize)]
struct Wanted {
    low: u64,
    high: u64,
    of: u64,
}

impl Wanted {
    fn parse(text: &str) -> Result<Wanted, String> {
        const EXPECTED: &str =
            "expected numbers of seen cards and the cards of the kind, such as 2..=4/24 or 1../8";
        let (numbers, of) = text.split_once('/').ok_or(EXPECTED)?;
        let of = count(of)?;
        let (low, high) = match (numbers.strip_suffix(".."), numbers.strip_prefix("..=")) {
            (Some(low), _) => (count(low)?, of),
            (_, Some(high)) => (0, count(high)?),
            _ => Range::of_counts(numbers)
                .map_err(|_| EXPECTED)?
                .numbers
                .into_inner(),
        };
        if low > high {
            return Err(format!("a kind of {} has no {low}", counted(of, "card")));
        }
        Ok(Wanted { low, high, of })
    }

    fn range(&self) -> RangeInclusive<u64> {
        self.low..=self.high
    }

    fn condition(&self) -> String {
        let Wanted { low, high, of } = self;
        let numbers = match (low, high) {
            _ if low == high => format!("exactly {low}"),
            (0, _) => format!("at most {high}"),
            _ if high >= of => format!("at least {low}"),
            _ => format!("{low} to {high}"),
        };
        format!("{numbers} of {of}")
    }
}

/// The probability of an event, and of its opposite.
struct Chance {
    number: Magnitude,
    complement: Magnitude,
    exact: Option<Fraction>,
}

impl Chance {
    /// Creates the chance of the first of two numbers of hands, and the exact numbers if they are known.
    fn new([met, unmet]: [Wide; 2], exact: Option<[BigUint; 2]>) -> Chance {
        let share = |part: Wide| {
            let (share, exponent) = part.ratio(met + unmet);
            Magnitude::scaled(share, exponent)
        };
        let exact = exact.map(|[met, unmet]| Fraction::new(met.clone(), met + unmet));
        Chance {
            number: exact
                .as_ref()
                .map_or_else(|| share(met), Magnitude::from_fraction),
            complement: share(unmet),
            exact,
        }
    }

    fn text(&self) -> String {
        probability::of_parts(self.number, self.complement, 6)
    }

    fn exact(&self) -> Option<String> {
        self.exact.as_ref().map(Fraction::to_string)
    }
}

/// `{"count": 3, "probability": 0.3, "exact": "3/10", "at_least": 0.4}`
#[derive(Serialize)]
struct CountRow {
    count: u64,
    probability: Number,
    exact: Option<String>,
    at_least: Number,
    #[serde(skip)]
    texts: [Chance; 2],
}

/// `{"see": 7, "probability": 0.3, "exact": "3/10"}`
#[derive(Serialize)]
struct SeenRow {
    see: u64,
    probability: Number,
    exact: Option<String>,
    #[serde(skip)]
    text: String,
}

#[derive(Serialize)]
struct Asked {
    condition: String,
    /// `None` if the rows have the probabilities.
    probability: Option<Number>,
    exact: Option<String>,
    #[serde(skip)]
    chance: Option<Chance>,
}

#[derive(Serialize)]
struct Games {
    games: u64,
    happened: u64,
    p_value: Number,
    games_needed: Option<Integer>,
    #[serde(skip)]
    /// The probability of the number or a more extreme one, on the side of the number.
    p: Magnitude,
    #[serde(skip)]
    is_below: bool,
    #[serde(skip)]
    expected: f64,
    #[serde(skip)]
    needed: Option<f64>,
}

#[derive(Serialize)]
pub struct OddsReport {
    cards: u64,
    /// `None` for a range, whose numbers are in the rows.
    see: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    of: Option<Of>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    want: Vec<Wanted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    probabilities: Option<Vec<CountRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<SeenRow>>,
    asked: Option<Asked>,
    games: Option<Games>,
}

impl Odds {
    pub fn run(&self) -> anyhow::Result<OddsReport> {
        let deck = self.deck()?;
        let (first, last) = self.see.numbers.clone().into_inner();
        let condition = self.condition(&deck)?;
        let is_range = first < last;
        anyhow::ensure!(
            condition.is_some() || (!is_range && self.games.is_none()),
            "the condition is missing; expected --at-least, --at-most or --exactly, for example --at-least 1"
        );
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
            let row = |(chance, see): (Chance, u64)| SeenRow {
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
                exact: asked.as_ref().and_then(Chance::exact),
                chance: asked,
            }),
            games,
        })
    }

    /// Checks the numbers of cards.
    fn deck(&self) -> anyhow::Result<Deck> {
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
                let given: Vec<String> = self.want.iter().map(|want| want.of.to_string()).collect();
                let special = self.want.iter().map(|want| want.of).sum();
                (WANT, given.join(" + "), special)
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
        Ok(Deck {
            cards,
            others: cards - special,
            kinds,
            parts,
        })
    }

    /// Returns the range of the condition on the kinds of `--of`, all numbers if there is none.
    fn wanted(&self) -> Wanted {
        let (low, high) = match (self.at_least, self.at_most, self.exactly) {
            (Some(low), ..) => (low, u64::MAX),
            (_, Some(high), _) => (0, high),
            (.., Some(number)) => (number, number),
            _ => (0, u64::MAX),
        };
        Wanted { low, high, of: 0 }
    }

    /// Returns the condition in words.
    fn condition(&self, deck: &Deck) -> anyhow::Result<Option<String>> {
        let number = match (self.at_least, self.at_most, self.exactly) {
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
            (None, None) => {
                let parts: Vec<String> = deck.parts.iter().map(Wanted::condition).collect();
                Some(parts.join(" and "))
            }
            (None, Some(_)) => None,
        })
    }

    fn games(&self, chances: &[([Wide; 2], Chance)]) -> anyhow::Result<Option<Games>> {
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

/// The deck, and the kinds that count.
struct Deck {
    cards: u64,
    /// The cards of no kind that counts.
    others: u64,
    /// The number of equal kinds, any of which meets the one condition; 1 if there are several conditions.
    kinds: u64,
    parts: Vec<Wanted>,
}

impl Deck {
    /// Returns the number of products for hands of at most `see` cards, in `rows` rows.
    fn products(&self, see: u64, rows: u64) -> f64 {
        let length = |of: u64| of.min(see) as f64 + 1.0;
        let (mut whole, mut products) = (1, 0.0);
        for part in &self.parts {
            if whole > 1 {
                products += 4.0 * length(whole) * length(part.of);
            }
            whole += part.of;
        }
        if self.kinds > 1 {
            whole = self.kinds * self.parts[0].of;
            products += 6.0 * length(whole) * length(whole);
        }
        products + rows as f64 * length(whole)
    }

    /// Returns whether exact numbers of hands are short, and computed in a short time.
    fn is_exact(&self, see: u64, products: f64) -> bool {
        let [cards, drawn, rest] =
            [self.cards, see, self.cards - see].map(|number| log2_factorial(number as f64));
        see <= MAX_EXACT_SEEN
            && products <= MAX_EXACT_PRODUCTS
            && cards - drawn - rest <= MAX_EXACT_BITS
    }

    fn check(&self, products: f64) -> anyhow::Result<()> {
        anyhow::ensure!(
            products <= MAX_PRODUCTS,
            "these kinds and seen cards need {products:.0e} products, and at most {MAX_PRODUCTS:.0e} are computed; \
             expected fewer seen cards, or smaller kinds"
        );
        Ok(())
    }

    /// Returns the hands of at most `see` cards of the kinds that count.
    fn hands<T: Ways>(&self, see: u64) -> Hands<T> {
        let hands = |part: &Wanted| {
            Hands::of_kind(part.of, see, |size| part.range().contains(&size)).any_of(self.kinds)
        };
        let mut parts = self.parts.iter().map(hands);
        let first = parts.next().expect("there is a condition");
        parts.fold(first, |all, part| all.and(&part))
    }

    /// Returns the probability of the condition for each number of seen cards, with its numbers of hands.
    fn chances(&self, see: RangeInclusive<u64>) -> anyhow::Result<Vec<([Wide; 2], Chance)>> {
        let last = *see.end();
        let products = self.products(last, last - see.start() + 1);
        self.check(products)?;
        let exact = self.is_exact(last, products).then(|| {
            (
                self.hands::<BigUint>(last),
                binomials::<BigUint>(self.others, last),
            )
        });
        let (hands, others) = (
            self.hands::<Wide>(last),
            binomials::<Wide>(self.others, last),
        );
        let chance = |drawn| {
            let exact = exact
                .as_ref()
                .map(|(hands, others)| hands.drawn(others, drawn));
            let ways = hands.drawn(&others, drawn);
            (ways, Chance::new(ways, exact))
        };
        Ok(see.map(chance).collect())
    }

    /// Returns the law of the number of cards of the kind, or of the largest number of cards of one of the kinds.
    fn table(&self, of: Of, see: u64) -> anyhow::Result<Vec<CountRow>> {
        let each = match of.kinds {
            1 => 1.0,
            _ => of.each.min(see) as f64 + 1.0,
        };
        let products = each * self.products(see, 1);
        self.check(products)?;
        let wide = sums(self.counts::<Wide>(of, see));
        let mut exact = self
            .is_exact(see, products)
            .then(|| sums(self.counts::<BigUint>(of, see)).into_iter());
        let row = |(ways, count): ([[Wide; 2]; 2], u64)| {
            let [mut alone, mut or_more] = [None, None];
            if let Some([one, more]) = exact.as_mut().and_then(Iterator::next) {
                (alone, or_more) = (Some(one), Some(more));
            }
            let texts = [Chance::new(ways[0], alone), Chance::new(ways[1], or_more)];
            CountRow {
                count,
                probability: Number::from(texts[0].number),
                exact: texts[0].exact(),
                at_least: Number::from(texts[1].number),
                texts,
            }
        };
        Ok(wide.into_iter().zip(0..).map(row).collect())
    }

    fn counts<T: Ways>(&self, of: Of, see: u64) -> Vec<T> {
        if of.kinds == 1 {
            return hypergeometric(self.cards, of.each, see);
        }
        let others = binomials(self.others, see);
        // All kinds have at most `max` cards in the hand, and any of them has this number.
        let largest = |max: u64| {
            let hands = Hands::<T>::of_kind(of.each, see.min(max), |size| size == max);
            let [ways, _] = hands.growing_to(see).any_of(of.kinds).drawn(&others, see);
            ways
        };
        (0..=of.each.min(see)).map(largest).collect()
    }
}

/// Returns, for each number, its number of hands and the rest, and the number of hands from it on and the rest.
fn sums<T: Ways>(counts: Vec<T>) -> Vec<[[T; 2]; 2]> {
    let mut above = vec![T::of(false)];
    for count in counts.iter().rev() {
        above.push(above[above.len() - 1].clone() + count.clone());
    }
    let mut below = T::of(false);
    let mut from = above.into_iter().rev();
    let mut or_more = from.next().unwrap_or_else(|| T::of(false));
    let mut rows = Vec::with_capacity(counts.len());
    for (count, more) in counts.into_iter().zip(from) {
        let alone = [count.clone(), below.clone() + more.clone()];
        rows.push([alone, [or_more, below.clone()]]);
        below = below + count;
        or_more = more;
    }
    rows
}

/// Maximum number of rows of a table that text shows.
const MAX_SHOWN: usize = 18;

impl OddsReport {
    fn write_table(&self, rows: &[CountRow], page: &Page, out: &mut dyn Write) -> io::Result<()> {
        // A long table is shown around its most probable row.
        let likely = |a: &&CountRow, b: &&CountRow| {
            a.texts[0].number.ln().total_cmp(&b.texts[0].number.ln())
        };
        let middle = rows
            .iter()
            .max_by(likely)
            .map_or(0, |row| row.count as usize);
        let first = match rows.len() {
            0..=MAX_SHOWN => 0,
            length => middle.saturating_sub(MAX_SHOWN / 2).min(length - MAX_SHOWN),
        };
        let shown = rows.iter().skip(first).take(MAX_SHOWN);
        let cells = shown.map(|row| {
            let [alone, or_more] = row.texts.each_ref().map(Chance::text);
            vec![row.count.to_string(), alone, or_more]
        });
        faro_render::text(
            Table::new(["count", "probability", "at least"], cells),
            page,
            out,
        )?;
        if page.quiet {
            return Ok(());
        }
        if rows.len() > MAX_SHOWN {
            let others = rows.len() - MAX_SHOWN;
            writeln!(
                out,
                "and {} more; --format csv has all",
                counted(others, "row")
            )?;
        }
        let (Some(of), Some(see), Some(expected)) = (self.of, self.see, self.expected) else {
            return Ok(());
        };
        let (expected, among) = (numbers::short(expected), self.among(see));
        match of.kinds {
            1 => writeln!(out, "expected: {expected} of {} {among}", of.each),
            kinds => {
                writeln!(
                    out,
                    "count: of the kind with the most cards, of {kinds} kinds"
                )?;
                writeln!(
                    out,
                    "expected: {expected} of each kind of {} {among}",
                    of.each
                )
            }
        }
    }

    fn among(&self, see: u64) -> String {
        format!("among {see} of {}", counted(self.cards, "card"))
    }

    fn write_asked(&self, asked: &Asked, chance: &Chance, out: &mut dyn Write) -> io::Result<()> {
        let among = self.among(self.see.unwrap_or_default());
        let Asked { condition, .. } = asked;
        writeln!(out, "{condition} {among}\n{}", frequency(chance))?;
        match asked
            .exact
            .as_ref()
            .filter(|exact| exact.len() <= MAX_FRACTION)
        {
            Some(exact) if exact.contains('/') => writeln!(out, "exactly {exact}"),
            _ => Ok(()),
        }
    }
}

/// Maximum number of characters of a fraction in text.
const MAX_FRACTION: usize = 60;

/// Returns how often something happens, in words.
fn frequency(chance: &Chance) -> String {
    let times = |part: Magnitude| once_in(part).unwrap_or_default();
    match (chance.number, chance.complement) {
        (number, _) if number == Magnitude::ZERO => "never happens".into(),
        (_, complement) if complement == Magnitude::ZERO => "always happens".into(),
        (number, complement) if number.ln() > complement.ln() => {
            format!("fails once in {} hands", times(complement))
        }
        (number, _) => format!("happens once in {} hands", times(number)),
    }
}

/// Returns 1/`chance`, or `None` for 0.
fn once_in(chance: Magnitude) -> Option<String> {
    if chance == Magnitude::ZERO {
        return None;
    }
    let times = Magnitude::from_ln(-chance.ln());
    Some(match times.to_f64() {
        usual if usual.is_finite() => brief(usual),
        _ => times.to_digits(2).to_string(),
    })
}

impl Games {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Games {
            games, happened, ..
        } = self;
        let p = match self.p.to_f64() {
            1.0 => "1".into(),
            usual if usual >= 1e-3 => format!("{usual:.3}"),
            _ => self.p.to_digits(2).to_string(),
        };
        let runs = counted(games, "game");
        let more = if self.is_below { "less" } else { "more" };
        writeln!(
            out,
            "it happened in {happened} of {runs}, and is expected in {}",
            brief(self.expected)
        )?;
        match once_in(self.p) {
            Some(_) if p == "1" => writeln!(out, "a fair shuffle always does this (p = 1)")?,
            Some(times) => writeln!(
                out,
                "a fair shuffle does this or {more} in one of {times} runs of {runs} (p = {p})"
            )?,
            None => writeln!(out, "a fair shuffle never does this (p = 0)")?,
        }
        let (chance, is_no_sign) = match self.p.ln().exp() {
            often if often >= 0.05 => ("chance alone does this: no sign of a bias", true),
            rare if rare >= 1e-3 => ("this is unusual, and not yet a sign of a bias", true),
            _ => ("chance alone hardly does this", false),
        };
        writeln!(out, "{chance}")?;
        let Some(needed) = self.needed else {
            return Ok(());
        };
        let shown = if needed < 1e9 {
            needed.to_string()
        } else {
            brief(needed)
        };
        if is_no_sign && (*games as f64) < needed {
            writeln!(out, "{runs} cannot show a bias of a tenth; {shown} would")
        } else {
            writeln!(out, "{shown} games would show a bias of a tenth")
        }
    }
}

impl Report for OddsReport {
    fn table(&self) -> Table<'_> {
        if let Some(rows) = &self.rows {
            return Table::with_records(["see", "probability", "exact"], " ", rows);
        }
        let Some(asked) = &self.asked else {
            let columns = ["count", "probability", "at_least", "exact"];
            return Table::with_records(columns, " ", self.probabilities.as_deref().unwrap_or(&[]));
        };
        let mut row = vec![
            ("condition", Some(asked.condition.clone())),
            (
                "probability",
                asked.probability.as_ref().map(Number::to_string),
            ),
            ("exact", asked.exact.clone()),
        ];
        if let Some(games) = &self.games {
            row.extend([
                ("games", Some(games.games.to_string())),
                ("happened", Some(games.happened.to_string())),
                ("p_value", Some(games.p_value.to_string())),
                (
                    "games_needed",
                    games.games_needed.as_ref().map(Integer::to_string),
                ),
            ]);
        }
        Table::with_one_row(row)
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        if let Some(rows) = &self.rows {
            let cells = rows
                .iter()
                .map(|row| vec![row.see.to_string(), row.text.clone()]);
            faro_render::text(Table::new(["see", "probability"], cells), page, out)?;
            return match &self.asked {
                Some(asked) if !page.quiet => {
                    writeln!(
                        out,
                        "{} among these, of {}",
                        asked.condition,
                        counted(self.cards, "card")
                    )
                }
                _ => Ok(()),
            };
        }
        match (&self.asked, &self.probabilities) {
            (Some(asked), _) => {
                let Some(chance) = &asked.chance else {
                    return Ok(());
                };
                writeln!(out, "{}", chance.text())?;
                if page.quiet {
                    return Ok(());
                }
                self.write_asked(asked, chance, out)?;
                self.games.as_ref().map_or(Ok(()), |games| games.write(out))
            }
            (None, Some(rows)) => self.write_table(rows, page, out),
            (None, None) => Ok(()),
        }
    }
}
