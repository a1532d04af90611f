//! `faro where`: the position of a card after shuffles, or the card at a position, with the reason.

use std::io::{self, Write};

use clap::ArgGroup;
use faro::Word;
use faro::perfect::WeavePower;
use faro::word::Formula;
use faro_render::numbers::{counted, joined};
use faro_render::one_based;
use faro_render::printable::printable;
use faro_render::view::{Page, Report, Table};
use num_bigint::{BigInt, BigUint};
use num_integer::Integer as _;
use num_traits::ToPrimitive;
use serde::Serialize;

use crate::arguments::deal::DealPattern;
use crate::arguments::integer::{self, Integer};
use crate::arguments::playing_card;
use crate::arguments::shuffle::{MAX_LISTED, ShuffleArgs};
use crate::arguments::start::{AT, CardNames, StartArgs};
use crate::arguments::word::{FixedShuffle, ShuffleMethod};
use crate::output;
use crate::output::error::invalid;
use crate::output::options::OutputArgs;

/// The position of a card after any number of shuffles, or the card at a position.
///
/// The next lines show why: a congruence, and the positions on the way if they are few. For words of out, in, packets, cut,
/// reverse and increment the position is computed without a deck, so the numbers of cards and of shuffles may have up
/// to a thousand digits.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(group(ArgGroup::new("followed").required(true).args(["card", "at", "position"])))]
pub struct WhereArgs {
    #[command(flatten)]
    pub shuffle: ShuffleArgs,

    #[command(flatten)]
    pub start: StartArgs,

    /// The card, by its first position or a face such as AS. It is the position where it starts, or a face such as AS; with --start its name in that order, or its
    /// number there if no name is a number. `faro deck --help` has the packs with faces
    #[arg(long, value_name = "C")]
    card: Option<String>,

    /// The card that starts at this position
    #[arg(long, value_name = "P")]
    at: Option<String>,

    /// The card that is at this position after the shuffles
    #[arg(long, value_name = "P")]
    position: Option<String>,

    /// The number of shuffles; a negative number undoes shuffles
    #[arg(
        long, value_name = "T", default_value = "1",
        value_parser = integer::parse
    )]
    times: BigInt,

    /// Say which hand of these gets the card, too. 4x5 is four hands of five cards in rounds, 13,13,13,13 gives each hand its cards
    /// at once
    #[arg(long, value_name = "HANDS", value_parser = DealPattern::parse)]
    deal: Option<DealPattern>,
}

const EXAMPLES: &str = "\
Examples:
  faro where 52 in --card 1 --times 26     52: reversed
  faro where 52 out --card 2 --times -1    undo one shuffle
  faro where 52 'in cut:26' --card AS
  faro where 52 out --start mnemonica --card QH
  faro where 52 out --start mnemonica --position 17    the card that lies there afterwards
  faro where 52 'out^3' --card AS --deal 4x5   the hand that gets it
  faro where 10^18 in --card 1 --times 1e6
  faro where 10007 'increment:7 reverse cut:-3' --card 2020";

#[derive(Serialize)]
pub struct WhereReport {
    cards: Integer,
    shuffle: String,
    card: Integer,
    times: Integer,
    position: Integer,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The hand that gets the card, and the card's place in it, with `--deal`.
    #[serde(flatten)]
    dealt: Option<Dealt>,
    /// The first line of text output: the position of a card, or the card at a position.
    #[serde(skip)]
    answer: String,
    #[serde(skip)]
    reason: String,
}

/// The hand that gets a card, and the card's place in it, in JSON: `{"hand": 2, "place": 1}`. Both are null for a
/// card that is not dealt.
#[derive(Serialize)]
struct Dealt {
    hand: Option<usize>,
    place: Option<usize>,
}

impl Dealt {
    fn sentence(&self) -> String {
        match (self.hand, self.place) {
            (Some(hand), Some(place)) => format!("; in hand {hand} it is card {place}"),
            _ => "; it is not dealt".into(),
        }
    }
}

impl WhereArgs {
    /// Returns the hand that gets the card at a position.
    fn dealt(&self, index: &BigUint, args: &OutputArgs) -> anyhow::Result<Option<Dealt>> {
        let Some(deal) = &self.deal else {
            return Ok(None);
        };
        output::remark(deal.note().as_deref(), args);
        let cards = &self.shuffle.cards.number;
        deal.check(cards.to_usize().unwrap_or(usize::MAX))
            .map_err(|why| invalid("--deal <HANDS>", deal, why))?;
        let place = index.to_usize().and_then(|index| deal.place(index));
        let [hand, place] = [place.map(|place| place.0), place.map(|place| place.1)]
            .map(|index| index.map(one_based::number));
        Ok(Some(Dealt { hand, place }))
    }

    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<WhereReport> {
        let shuffle = self.shuffle.shuffle()?;
        let names = self.start.names(&self.shuffle.cards)?;
        output::remark(self.shuffle.note(), args);
        let card = self.index(&shuffle, &names)?;
        let (index, reason) = self.place(&shuffle, &card, &self.times)?;
        let dealt = self.dealt(&index, args)?;
        let position = one_based::number(index);
        let name = card
            .to_u64()
            .and_then(|card| names.name(card))
            .map(String::from);
        let dealt_to = dealt.as_ref().map_or_else(String::new, Dealt::sentence);
        let reason = self.beginning(&card, name.as_deref()) + &reason + &dealt_to;
        let card = one_based::number(card);
        Ok(WhereReport {
            cards: shuffle.cards.clone().into(),
            shuffle: shuffle.to_string(),
            times: self.times.clone().into(),
            answer: match (&self.position, &name) {
                (None, _) => position.to_string(),
                (_, Some(name)) => printable(name),
                (_, None) => card.to_string(),
            },
            position: position.into(),
            card: card.into(),
            name,
            dealt,
            reason,
        })
    }

    /// Returns the first position of the card, counted from 0.
    fn index(&self, shuffle: &FixedShuffle, names: &CardNames) -> anyhow::Result<BigUint> {
        match (&self.card, &self.at, &self.position) {
            (Some(card), ..) if card.trim() == "all" => {
                let why = "expected one card; `faro deck` lists all cards, and `faro route --from 1 --to all` \
                           the shuffles that bring the top card to each position";
                Err(invalid("--card <C>", card, why))
            }
            (Some(card), ..) => names.index("--card <C>", card),
            (_, Some(at), _) => names.index_of_position(AT, at),
            (.., position) => {
                let position = position.as_deref().unwrap_or_default();
                let position = names.index_of_position("--position <P>", position)?;
                Ok(self.place(shuffle, &position, &-&self.times)?.0)
            }
        }
    }

    /// Returns a clause such as `AS starts at 5; ` for a card that the user named, or an empty string for a card
    /// given by its position.
    fn beginning(&self, card: &BigUint, name: Option<&str>) -> String {
        let face = || self.card.as_deref().and_then(playing_card::normal);
        match name.map(printable).or_else(face) {
            Some(name) => format!("{name} starts at {}; ", one_based::number(card.clone())),
            None => String::new(),
        }
    }

    /// Returns the position, after `times` shuffles, of the card that starts at `card`.
    ///
    /// Positions are counted from 0. The text says how the position was computed.
    fn place(
        &self,
        shuffle: &FixedShuffle,
        card: &BigUint,
        times: &BigInt,
    ) -> anyhow::Result<(BigUint, String)> {
        match &shuffle.how {
            ShuffleMethod::Weave(power) => Ok(by_modulus(power, card, times)),
            ShuffleMethod::Word(word) => self.by_word(&shuffle.cards, word, card, times),
        }
    }

    /// Computes the index by a formula if there is one, otherwise from the listed deck.
    fn by_word(
        &self,
        cards: &BigUint,
        word: &Word,
        card: &BigUint,
        times: &BigInt,
    ) -> anyhow::Result<(BigUint, String)> {
        let is_listed = *cards <= MAX_LISTED.into();
        match word.formula(cards, times) {
            Ok(formula) if !is_listed || formula.steps() <= MAX_STEPS.into() => {
                Ok(by_formula(cards, &formula, card))
            }
            Ok(_) => self.by_cycle(word, card, times),
            Err(_) if is_listed => self.by_cycle(word, card, times),
            Err(error) => {
                let remedy = format!("a deck of at most {MAX_LISTED} cards can be listed");
                Err(self.shuffle.invalid_cards(format!("{error}; {remedy}")))
            }
        }
    }

    fn by_cycle(
        &self,
        word: &Word,
        card: &BigUint,
        times: &BigInt,
    ) -> anyhow::Result<(BigUint, String)> {
        let permutation = self.shuffle.listed(word)?;
        let index = card.to_u32().expect("a position of a deck that is listed");
        let length = permutation.cycle_length(index);
        let steps = times.mod_floor(&length.into());
        let reason = format!(
            "the card returns after {}; {times} ≡ {steps} (mod {length})",
            counted(length, "shuffle")
        );
        Ok((permutation.image_after(index, steps).into(), reason))
    }
}

/// Computes the index by the affine map of a perfect shuffle. The reason is the congruence between positions
/// counted from 1: out-shuffles multiply the position minus one, in-shuffles the position.
fn by_modulus(power: &WeavePower, start: &BigUint, times: &BigInt) -> (BigUint, String) {
    let (path, weave, times) = (
        path(power, start, times),
        power.weave(),
        power.weaves(times),
    );
    let (packets, modulus) = (weave.packets(), weave.modulus());
    let (index, card) = (
        weave.position_after(start, &times),
        one_based::number(start.clone()),
    );
    let position = one_based::number(index.clone());
    let reason = match weave.kind() {
        faro::Kind::Out if card > modulus => "the bottom card stays at the bottom".into(),
        faro::Kind::Out => {
            format!("{position} - 1 ≡ {packets}^{times} · ({card} - 1) (mod {modulus})")
        }
        faro::Kind::In => format!("{position} ≡ {packets}^{times} · {card} (mod {modulus})"),
    };
    (index, reason + &path)
}

/// Returns a line with the positions of the card after each shuffle, if there are few.
fn path(power: &WeavePower, start: &BigUint, times: &BigInt) -> String {
    let Some(times) = times
        .to_i32()
        .filter(|times| (2..=MAX_SHOWN_STEPS).contains(&times.unsigned_abs()))
    else {
        return String::new();
    };
    let after =
        |step: u32| power.position_after(start, &BigInt::from(times.signum() * step as i32));
    let places = (0..=times.unsigned_abs()).map(|step| one_based::number(after(step)));
    format!("\n{}", joined(places, " → "))
}

/// Computes the index of the card that starts at `start` by a formula.
fn by_formula(cards: &BigUint, formula: &Formula, start: &BigUint) -> (BigUint, String) {
    let index = formula.position(start);
    let reason = match formula.coefficients() {
        Some((a, b)) => {
            let [position, card] = [&index, start].map(|index| one_based::number(index.clone()));
            format!("{position} - 1 ≡ {a} · ({card} - 1) + {b} (mod {cards})")
        }
        None if formula.steps() == BigUint::ZERO => "no move is made".into(),
        None if formula.steps() <= MAX_SHOWN_STEPS.into() => joined(
            formula.path(start).into_iter().map(one_based::number),
            " → ",
        ),
        None => "followed move by move".into(),
    };
    (index, reason)
}

/// Maximum number of steps that are shown one by one.
const MAX_SHOWN_STEPS: u32 = 12;

/// Maximum number of steps that are computed instead of listing the deck.
const MAX_STEPS: u32 = 10_000;

impl Report for WhereReport {
    fn table(&self) -> Table<'_> {
        let columns = ["cards", "shuffle", "card", "times", "position"];
        Table::with_records(
            columns
                .into_iter()
                .chain(self.name.as_ref().map(|_| "name")),
            " ",
            [self],
        )
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.answer)?;
        if page.quiet {
            Ok(())
        } else {
            writeln!(out, "{}", self.reason)
        }
    }
}
