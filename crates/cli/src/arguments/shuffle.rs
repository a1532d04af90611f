//! A deck and a shuffle of it, as they are typed.

use std::fmt;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, Error, FromArgMatches};
use faro::perfect::WeavePower;
use faro::word::Routine;
use faro::{Kind, Permutation, Weave, Word};
use faro_math::number::OrderError;
use faro_render::numbers::counted;
use faro_render::one_based;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::arguments::argument::{
    CARDS, CardsArgs, DeckSize, Named, Text, converted, is_number, twice,
};
use crate::arguments::word::{self, FixedShuffle, ShuffleMethod};
use crate::arguments::word_file;
use crate::output::error::invalid;

/// Maximum number of cards that are listed one by one. Ten million take a second or two to write.
pub const MAX_LISTED: u32 = 10_000_000;

/// Largest product of cards and moves for which a word is evaluated: about a minute of work.
const MAX_MOVED: u64 = 2_000_000_000;

/// A deck and a shuffle of it: a perfect shuffle, or a word.
#[derive(Debug)]
pub struct ShuffleArgs {
    pub cards: DeckSize,
    kind: Option<Kind>,
    word: Option<Text>,
    /// Whether the deck stays as it is because no shuffle was given.
    pub is_identity: bool,
}

impl ShuffleArgs {
    pub fn shuffle(&self) -> anyhow::Result<FixedShuffle> {
        match (&self.word, &self.kind) {
            (Some(given), _) => self.written(given),
            (None, Some(kind)) => Ok(self.perfect(*kind)),
            (None, None) => unreachable!("the shuffle is required"),
        }
    }

    /// Returns a note if the user gave no shuffle.
    pub fn note(&self) -> Option<&'static str> {
        self.is_identity
            .then_some("no shuffle is given: this is the deck as it starts")
    }

    /// Returns a note if the shuffle has a list.
    pub fn list_note(&self) -> Option<&'static str> {
        list_note(self.word.as_ref())
    }

    pub fn is_random(&self) -> bool {
        let word = self
            .word
            .as_ref()
            .map(|given| Word::parse_counting_from(&given.text, one_based::FIRST));
        word.is_some_and(|word| word.is_ok_and(|word| word.is_random()))
    }

    fn perfect(&self, kind: Kind) -> FixedShuffle {
        let cards = &self.cards.number;
        let power = WeavePower::new(Weave::new(kind, cards.clone()), 1);
        FixedShuffle {
            cards: cards.clone(),
            name: power.to_string(),
            how: ShuffleMethod::Weave(power),
        }
    }

    fn written(&self, given: &Text) -> anyhow::Result<FixedShuffle> {
        let cards = &self.cards.number;
        let (word, name) = word::read(given.argument, &given.text)?;
        let power = word
            .weave_power(cards)
            .map_err(|error| word::fit_error(given.argument, &name, &word, &error))?;
        let how = power.map_or_else(|| ShuffleMethod::Word(word), ShuffleMethod::Weave);
        Ok(FixedShuffle {
            cards: cards.clone(),
            name,
            how,
        })
    }

    /// Returns the shuffle, random or not, of a deck of at most `max` cards.
    pub fn routine(&self, max: usize) -> anyhow::Result<NamedRoutine> {
        let cards = self.cards.at_most(max, "")?;
        match &self.word {
            Some(given) => routine(given.argument, &given.text, cards),
            None => routine("--kind <out|in>", &self.shuffle()?.name, cards),
        }
    }

    /// Returns the permutation of `word`, or an error if the deck is too large to be listed.
    pub fn listed(&self, word: &Word) -> anyhow::Result<Permutation> {
        self.check_listed(word)?;
        let cards = self
            .cards
            .number
            .to_usize()
            .expect("it is at most MAX_LISTED");
        Ok(word.permutation(cards).expect("a word that fits"))
    }

    /// Returns an error if the deck is too large for its cards to be listed one by one.
    pub fn check_listed(&self, word: &Word) -> anyhow::Result<()> {
        if self.cards.number > MAX_LISTED.into() {
            return Err(self.invalid_cards(format!(
                "this word needs a listed deck of at most {MAX_LISTED} cards; powers of one perfect shuffle \
                 work for any deck, and `faro where` accepts words of out, in, cut, reverse and increment for any deck"
            )));
        }
        let max = MAX_MOVED / word.length().max(1) as u64;
        if self.cards.number > max.into() {
            let why = format!(
                "expected at most {max} cards for a word of {}",
                counted(word.length(), "move")
            );
            return Err(self.invalid_cards(why));
        }
        Ok(())
    }

    /// Returns the message for an order, or cycles, that could not be computed.
    pub fn order_error(&self, error: &OrderError) -> anyhow::Error {
        let unfactored = matches!(error, OrderError::Unfactored { .. });
        let remedy = if unfactored {
            "try a larger --timeout"
        } else {
            "try `faro order`"
        };
        self.invalid_cards(format!(
            "{error}; {remedy}, or follow one card with `faro where`"
        ))
    }

    pub fn invalid_cards(&self, why: impl fmt::Display) -> anyhow::Error {
        self.cards.error(why)
    }
}

/// Returns a note on how a list in a word is read.
fn list_note(given: Option<&Text>) -> Option<&'static str> {
    given.filter(|given| given.text.contains('[')).map(|_| {
        "a list says to which position each card moves, the top card first; if it says which card comes to each \
         position, the shuffle is its inverse, [...]^-1"
    })
}

/// A shuffle of a deck, random or not, with its name.
#[derive(Debug)]
pub struct NamedRoutine {
    pub cards: usize,
    pub name: String,
    pub routine: Routine,
}

impl NamedRoutine {
    /// Returns the shuffle for `cards` cards, or `None` if it does not fit them.
    pub fn for_cards(&self, cards: usize) -> Option<Routine> {
        let word = Word::parse_counting_from(&self.name, one_based::FIRST).ok()?;
        word.routine(cards).ok()
    }
}

/// Returns the kind of perfect shuffle that is called `out` or `in`.
fn named_kind(name: &str) -> Option<Kind> {
    BOTH.iter().copied().find(|kind| kind.to_string() == name)
}

fn kind_parser() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(["out", "in"])
        .map(|name| named_kind(&name).expect("one of the possible values"))
}

/// Parses a word and prepares it for decks of `cards` cards.
pub fn routine(argument: &str, text: &str, cards: usize) -> anyhow::Result<NamedRoutine> {
    let (word, name) = word::read(argument, text)?;
    let routine = word
        .routine(cards)
        .map_err(|error| word::fit_error(argument, &name, &word, &error))?;
    Ok(NamedRoutine {
        cards,
        name,
        routine,
    })
}

/// Returns the number of packets of a word that is a single riffle.
pub fn packets(argument: &str, text: &str) -> anyhow::Result<BigUint> {
    let (word, name) = word::read(argument, text)?;
    word.packets()
        .map_err(|error| word::fit_error(argument, &name, &word, &error))
}

const BOTH: &[Kind] = &[Kind::Out, Kind::In];

const KIND: Named = Named {
    what: "kind of shuffle",
    position: "[KIND]",
    option: "--kind <out|in|both>",
};

/// Parses a kind of perfect shuffle, or both, given by position or by option. Without a text the result is both.
pub fn kinds(position: Option<String>, option: Option<String>) -> anyhow::Result<&'static [Kind]> {
    KIND.given(position, option)?.map_or(Ok(BOTH), |given| {
        given.parse(|text| match text.to_lowercase().as_str() {
            "out" => Ok(&BOTH[..1]),
            "in" => Ok(&BOTH[1..]),
            "both" => Ok(BOTH),
            _ => Err("expected out, in or both; `faro order` has other shuffles".into()),
        })
    })
}

const SHUFFLE: Named = Named {
    what: "shuffle",
    position: "[SHUFFLE]",
    option: "--shuffle <WORD>",
};

/// The number of cards, and the shuffle if the user gave one.
#[derive(Debug)]
pub struct GivenArgs {
    pub cards: DeckSize,
    pub shuffle: Option<Text>,
}

impl GivenArgs {
    /// Returns a note if the shuffle has a list.
    pub fn list_note(&self) -> Option<&'static str> {
        list_note(self.shuffle.as_ref())
    }

    /// Returns the shuffle that the user gave, or the default `usual`.
    pub fn shuffle_or(&self, usual: &str) -> Text {
        let usual = || Text {
            text: usual.into(),
            argument: SHUFFLE.position,
        };
        self.shuffle.clone().unwrap_or_else(usual)
    }
}

/// The arguments as they are typed.
#[derive(clap::Args)]
#[group(skip)]
struct Typed {
    #[command(flatten)]
    cards: CardsArgs,

    /// The shuffle, such as out or 'in cut:26'. It is out, in, or any word of moves applied from left to right, such as "out in^2 cut:26", with
    /// groups (in out)^5, permutations (1 2 4), and lists [2,3,1] of the position to which each card moves, also in a file;
    /// `faro list moves` lists all moves,
    /// `faro list shuffles` the random shuffles
    #[arg(value_name = "SHUFFLE")]
    second: Option<String>,

    /// The shuffle, by option
    #[arg(long = "shuffle", short = 's', value_name = "WORD")]
    word: Option<String>,
}

impl TryFrom<Typed> for GivenArgs {
    type Error = anyhow::Error;

    fn try_from(typed: Typed) -> anyhow::Result<GivenArgs> {
        let Typed {
            cards,
            second,
            word,
        } = typed;
        if let (Some(first), Some(second)) = (&cards.first, &second)
            && !is_number(first)
            && is_number(second)
        {
            return Err(invalid(
                CARDS.position,
                first,
                "the number of cards comes first",
            ));
        }
        let (cards, [second]) = cards.and_others([second])?;
        Ok(GivenArgs {
            cards,
            shuffle: SHUFFLE
                .given(second, word)?
                .map(word_file::resolved)
                .transpose()?,
        })
    }
}

converted!(GivenArgs, Typed, Typed::from_arg_matches);

converted!(ShuffleArgs, TypedShuffle, TypedShuffle::read);

/// The arguments of [`ShuffleArgs`] as they are typed.
#[derive(clap::Args)]
#[group(skip)]
struct TypedShuffle {
    #[command(flatten)]
    given: GivenArgs,

    /// A perfect shuffle: out keeps the top card on top. The top half supplies the top card, which stays on top (out), or the bottom half does, and
    /// the old top card becomes the second (in). In an odd deck that half has one card more
    #[arg(
        long,
        short,
        value_parser = kind_parser(),
        value_name = "out|in",
        conflicts_with = "word"
    )]
    kind: Option<Kind>,

    /// Whether no shuffle is given, and the starting order is shown.
    #[arg(skip)]
    is_identity: bool,
}

impl TypedShuffle {
    /// Reads the arguments. With `--start` the shuffle is optional, unless the command [needs
    /// one](crate::arguments::start::StartArgs::check_shuffle).
    fn read(matches: &ArgMatches) -> Result<TypedShuffle, Error> {
        let typed = TypedShuffle::from_arg_matches(matches)?;
        let is_given = typed.given.shuffle.is_some() || typed.kind.is_some();
        let has_start = matches
            .try_get_one::<String>("start")
            .is_ok_and(|start| start.is_some());
        Ok(TypedShuffle {
            is_identity: !is_given && has_start,
            ..typed
        })
    }
}

impl TryFrom<TypedShuffle> for ShuffleArgs {
    type Error = anyhow::Error;

    fn try_from(typed: TypedShuffle) -> anyhow::Result<ShuffleArgs> {
        let TypedShuffle {
            given: GivenArgs { cards, shuffle },
            kind,
            is_identity,
        } = typed;
        let (kind, word) = match (shuffle, kind) {
            (Some(given), Some(kind)) => {
                return Err(twice(SHUFFLE.what, &given.text, format!("--kind {kind}")));
            }
            (Some(given), None) => match named_kind(&given.text) {
                Some(kind) if given.argument == SHUFFLE.position => (Some(kind), None),
                _ => (None, Some(given)),
            },
            (None, None) if is_identity => (
                None,
                Some(Text {
                    text: "()".into(),
                    argument: SHUFFLE.position,
                }),
            ),
            (None, kind) => (kind, None),
        };
        anyhow::ensure!(
            word.is_some() || kind.is_some(),
            "the shuffle is missing, such as out or in"
        );
        Ok(ShuffleArgs {
            cards,
            kind,
            word,
            is_identity,
        })
    }
}
