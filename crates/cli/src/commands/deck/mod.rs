//! `faro deck`: writes decks after fixed or random shuffles.

mod bytes;
mod drawn;
mod history;
mod numbers;
mod report;

use std::collections::{BTreeMap, HashSet};

use clap::ArgGroup;
use faro::word::Evaluation;
use faro_sample::simulate::{MAX_CARDS, Problem};
use num_bigint::{BigInt, BigUint};
use num_traits::{One, Signed, ToPrimitive};

use crate::arguments::deal::DealPattern;
use crate::arguments::effort;
use crate::arguments::effort::EffortArgs;
use crate::arguments::effort::parse_samples;
use crate::arguments::integer;
use crate::arguments::playing_card::{self, Suits};
use crate::arguments::seed::SeedArgs;
use crate::arguments::shuffle::{MAX_LISTED, ShuffleArgs};
use crate::arguments::start::{CardNames, StartArgs};
use crate::arguments::word;
use crate::arguments::word::{FixedShuffle, ShuffleMethod};
use crate::output::error::{brief, invalid};
use crate::output::options::{Format, OutputArgs};
use crate::output::watch::Watch;
use crate::output::{self, SvgArgs};
use drawn::{DealReport, DrawnDecks};
use history::{History, NamedMove};
use report::{ColourBy, Colours, DeckReport};

/// Maximum number of moves of a shuffle that are shown one by one.
const MAX_MOVES: usize = 1_000_000;

/// Maximum number of cards in a picture.
const MAX_DRAWN: usize = 2000;

/// Maximum number of cells in a picture.
const MAX_CELLS: u64 = 100_000;

/// Largest product of cards and distinct moves for which moves are stored as tables.
const MAX_TABLED: usize = 20_000_000;

/// The deck after a number of shuffles, or after each of them.
///
/// Cards are named by their first position, counted from 1 at the top. With --start the deck begins in that
/// order, and cards have the names that it gives them; without a shuffle the deck stays as it is. Each deck is
/// computed directly: many shuffles take no longer than one.
///
/// A random shuffle starts from a new deck each time. --samples sets the number of decks, one per line, in
/// the format that `faro audit` reads; --format raw and npy write them as bytes. Their random numbers come from a cipher, so they may be used in real
/// games; `faro simulate` makes different decks from the same seed, faster.
///
/// --each begins with the deck before the first shuffle. On a terminal with colours it draws a strip: a row of
/// cells for each deck, coloured by where the cards started, with the names of --start if they fit; --track puts
/// letters in it and adds the path of each card. In a pipe the decks are numbers, unless --color always is given.
///
/// CSV has one line per card (times, position, card). Ctrl-C ends a listing after the current deck; JSON then
/// has "complete": false.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(group(ArgGroup::new("named").multiple(true).args(["faces", "start", "deal"])))]
pub struct DeckArgs {
    #[command(flatten)]
    pub shuffle: ShuffleArgs,

    #[command(flatten)]
    pub start: StartArgs,

    #[command(flatten)]
    effort: EffortArgs,

    /// The number of new decks to shuffle at random
    #[arg(long, value_name = "M", value_parser = parse_samples,
          conflicts_with_all = ["times", "each", "each_move", "svg", "track"])]
    samples: Option<u64>,

    #[command(flatten)]
    seed: SeedArgs,

    /// The number of shuffles [default: 1]; a negative number undoes shuffles
    #[arg(long, value_name = "T", value_parser = integer::parse)]
    times: Option<BigInt>,

    /// Show the deck after each shuffle, too. It is shown before the first and after each, up to --times or until the deck is restored
    ///
    /// A terminal with colours shows a strip: a row of coloured cells for each deck.
    #[arg(long)]
    each: bool,

    /// Show the deck after each move of the shuffle, for one shuffle or --times; with --each, until the deck
    /// is restored
    #[arg(long)]
    each_move: bool,

    /// Number of cards on a line, also in a pipe or a file
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = ["samples", "deal"])]
    columns: Option<u32>,

    #[command(flatten)]
    pub svg: SvgArgs,

    /// What the colours of a strip show [default: start]
    #[arg(long, alias = "color-by", value_enum, value_name = "WHAT")]
    colour_by: Option<ColourBy>,

    /// Mark these cards, separated by commas. They are first positions, faces such as AS, or names of --start, whose numbers
    /// are accepted if no name is a number
    #[arg(long, value_name = "C,…", value_delimiter = ',')]
    track: Vec<String>,

    /// Show faces. A new deck of 52, face down, has from the top hearts and clubs from ace to king, then diamonds
    /// and spades from king to ace; packs of 24, 32 and 36 are the same without the lowest ranks above the ace, a
    /// pack of 40 without 8, 9 and 10, and a pack of 54 has a black and a red joker (BJ, RJ) at the bottom
    #[arg(long)]
    faces: bool,

    /// Deal hands from the top, such as 4x5 in rounds. 4x5 is four hands of five cards in rounds, 13,13,13,13 gives each hand its cards at once.
    /// The cards of a pack have faces
    #[arg(long, value_name = "HANDS", value_parser = DealPattern::parse,
          conflicts_with_all = ["each", "each_move", "svg", "track", "colour_by"])]
    deal: Option<DealPattern>,

    /// Write suits as the letters S, D, C, H
    #[arg(long, requires = "named")]
    ascii: bool,
}

const EXAMPLES: &str = "\
Examples:
  faro deck 52 in                                   after one shuffle
  faro deck 8 out --each                            after each, until it is restored
  faro deck 52 out --each --track 1,26              follow two cards
  faro deck 52 in --times 26 --faces --ascii
  faro deck 52 'out^2 cut:9' --each-move            after each move of a word
  faro deck 52 out --each --track 2 --svg strip.svg
  faro deck 52 out --each --size a3-portrait --svg poster.svg
  faro deck 52 out --start mnemonica --track AS     a stack that a magician uses
  faro deck 52 'deal:4 cut:13'                      any shuffle, as a word
  faro deck 52 gsr^7 --deal 4x5 --seed 1            four hands of five cards
  faro deck 1000 in --each | head -n 3
  faro deck 52 fisher-yates --samples 9 --seed 1    at random
  faro deck 52 gsr^7 --samples 9 --seed 1 --format npy --output decks.npy
  faro deck 52 gsr^10 --samples 500 --seed 1 --format raw | faro audit --raw 52";

impl DeckArgs {
    /// Returns whether the result is a list of decks, which can be written as bytes.
    pub fn lists_decks(&self) -> bool {
        self.deal.is_none()
    }

    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        self.shuffle.cards.single()?;
        self.check_random()?;
        self.check_strip(args)?;
        if let Some(deal) = &self.deal {
            return output::report(&self.dealt(deal, args)?, args);
        }
        match self.samples.is_some() || self.seed.is_given() || self.shuffle.is_random() {
            true => output::report(&self.drawn(args)?, args),
            false => {
                let report = self.fixed(args)?;
                self.svg.show(&report, args, &mut |sheet, out| {
                    faro_render::strip_svg(report.strip(u64::MAX), &report.title(), sheet, out)
                })
            }
        }
    }

    /// Returns an error if options of fixed shuffles are given for random decks.
    fn check_random(&self) -> anyhow::Result<()> {
        let is_random = self.shuffle.is_random();
        if !is_random && self.seed.is_given() {
            self.shuffle.shuffle()?;
            anyhow::bail!("'--seed' is for random shuffles; this one is not random");
        }
        let options = [
            (
                "--svg",
                self.svg.path().is_some(),
                "try `faro matrix --svg` or `faro simulate --svg`",
            ),
            (
                "--times",
                self.times.is_some(),
                "for several shuffles write a power, such as 'gsr^7'",
            ),
            (
                "--each",
                self.each,
                "try --samples, which shuffles a new deck each time",
            ),
            (
                "--each-move",
                self.each_move,
                "try --samples, which shuffles a new deck each time",
            ),
            (
                "--track",
                !self.track.is_empty(),
                "try `faro simulate --card`",
            ),
        ];
        for (option, _, remedy) in options.iter().filter(|(_, given, _)| *given) {
            anyhow::ensure!(
                !is_random,
                "'{option}' cannot be used with a random shuffle; {remedy}"
            );
        }
        Ok(())
    }

    /// Returns an error if the user gave options of a strip but no strip is drawn.
    fn check_strip(&self, args: &OutputArgs) -> anyhow::Result<()> {
        let is_named = self.faces || self.start.is_given() || !self.track.is_empty();
        anyhow::ensure!(
            args.format.byte_form().is_none() || !is_named,
            "decks as bytes have numbers from 0, not names; leave --faces, --start and --track out"
        );
        let is_text = matches!(args.format, Format::Text);
        let in_text = (self.each || self.each_move) && is_text;
        anyhow::ensure!(
            self.colour_by.is_none() || self.svg.path().is_some() || in_text,
            "'--colour-by' is for a strip; add --svg, or --each in text"
        );
        anyhow::ensure!(
            self.columns.is_none() || is_text,
            "'--columns' is for text; leave --format out"
        );
        Ok(())
    }

    /// Deals hands from the deck after the shuffles, or from a randomly shuffled one.
    fn dealt(&self, deal: &DealPattern, args: &OutputArgs) -> anyhow::Result<DealReport> {
        output::remark(deal.note().as_deref(), args);
        let several = self.samples.filter(|&samples| samples != 1);
        if let Some(samples) = several {
            return Err(invalid(
                "--samples <M>",
                samples,
                "hands are dealt from one deck; leave --samples out",
            ));
        }
        let (shuffle, deck, names) = match self.seed.is_given() || self.shuffle.is_random() {
            true => {
                let drawn = self.drawn(args)?;
                let deck = drawn.first().into_iter().map(u64::from).collect();
                (
                    (drawn.shuffle.name.clone(), Some(drawn.seed)),
                    deck,
                    drawn.names,
                )
            }
            false => {
                let report = self.fixed(args)?;
                let deck: Vec<u64> = report
                    .states()
                    .next()
                    .map(|state| state.deck.collect())
                    .unwrap_or_default();
                ((report.shuffle.to_string(), None), deck, report.names)
            }
        };
        deal.check(deck.len())
            .map_err(|why| invalid("--deal <HANDS>", deal, why))?;
        let names = drawn::with_faces(names, deck.len())?;
        Ok(DealReport::new(
            shuffle,
            &deck,
            deal,
            (&names, self.suits()),
        ))
    }

    /// Returns random decks, one without `--samples`.
    fn drawn(&self, args: &OutputArgs) -> anyhow::Result<DrawnDecks> {
        let shuffle = self.shuffle.routine(MAX_CARDS)?;
        let names = self.start.names(&self.shuffle.cards)?;
        let names = if self.faces {
            names.with_faces("--faces")?
        } else {
            names
        };
        let (problem, seed) = (
            Problem::new(shuffle.cards, self.samples.unwrap_or(1)),
            self.seed.seed()?,
        );
        if !self.seed.is_given() && !matches!(args.format, Format::Json) {
            output::note_seed(&seed);
        }
        let suits = self.suits();
        let watch = Watch::over(problem.samples(), args).within(self.effort.budget_of_lists());
        Ok(DrawnDecks {
            shuffle,
            problem,
            seed,
            names,
            suits,
            watch,
            threads: effort::cores(),
        })
    }

    fn fixed(&self, args: &OutputArgs) -> anyhow::Result<DeckReport> {
        let shuffle = self.shuffle.shuffle()?;
        if shuffle.cards > MAX_LISTED.into() {
            return Err(self.shuffle.invalid_cards(format!(
                "expected at most {MAX_LISTED} cards; for larger decks use `faro where` for one card or \
                 `faro cycles` for the cycle type"
            )));
        }
        let names = self.start.names(&self.shuffle.cards)?;
        output::remark(self.shuffle.note(), args);
        let evaluation = match &shuffle.how {
            ShuffleMethod::Weave(power) => Evaluation::Power(power.clone()),
            ShuffleMethod::Word(word) => Evaluation::Permutation(self.shuffle.listed(word)?),
        };
        let cards = shuffle.cards.to_usize().expect("at most MAX_LISTED cards");
        let colours = Colours::new(
            self.colour_by.unwrap_or_default(),
            cards,
            &evaluation,
            &names,
        )?;
        let history = self.history(&shuffle, evaluation, matches!(args.format, Format::Text))?;
        self.check_drawn(&history)?;
        Ok(DeckReport {
            track: self.tracked(&names)?,
            faces: if self.faces {
                Some(names.faces("--faces")?)
            } else {
                None
            },
            suits: self.suits(),
            names,
            colours,
            is_open: self.times.is_none(),
            columns: self.columns.map(|columns| columns as usize),
            numbers: self.columns.is_some() || (self.faces && self.track.is_empty()),
            watch: Watch::over(history.states, args).within(self.effort.budget_of_lists()),
            shuffle,
            history,
        })
    }

    /// Returns an error if a picture of the history would have too many cards or cells.
    fn check_drawn(&self, history: &History) -> anyhow::Result<()> {
        if self.svg.path().is_none() {
            return Ok(());
        }
        if history.cards > MAX_DRAWN {
            let why = format!("expected at most {MAX_DRAWN} cards with --svg");
            return Err(self.shuffle.invalid_cards(why));
        }
        let max_rows = MAX_CELLS / history.cards.max(1) as u64;
        if history.states > max_rows {
            let why = format!(
                "{} rows are too many for --svg; expected at most {max_rows}, so give --times {}",
                history.states,
                max_rows - 1
            );
            return Err(self.shuffle.invalid_cards(why));
        }
        Ok(())
    }

    fn suits(&self) -> Suits {
        if self.ascii {
            Suits::Letters
        } else {
            Suits::Glyphs
        }
    }

    /// Returns the tracked cards, each with its face if the user named it by its face.
    fn tracked(&self, names: &CardNames) -> anyhow::Result<BTreeMap<u64, Option<String>>> {
        let card = |card: &String| {
            let index = names.index("--track <C,…>", card)?;
            Ok((
                index.to_u64().expect("a card of a deck that is listed"),
                playing_card::normal(card.trim()),
            ))
        };
        self.track.iter().map(card).collect()
    }

    /// Returns the decks to show. If a single shuffle has several moves, text shows the deck after each move.
    fn history(
        &self,
        shuffle: &FixedShuffle,
        evaluation: Evaluation,
        is_text: bool,
    ) -> anyhow::Result<History> {
        let cards = shuffle.cards.to_usize().expect("at most MAX_LISTED cards");
        let times = self.times.clone().unwrap_or_else(BigInt::one);
        if !self.each && !self.each_move {
            let (first, step, states) = (times, 1, 1);
            return Ok(History {
                cards,
                evaluation,
                first,
                step,
                states,
                each: false,
                moves: None,
            });
        }
        // Without a number of shuffles, `--each` shows all decks until the first one returns.
        let last = match self.times {
            None if self.each => self.order(&evaluation)?.into(),
            _ => times,
        };
        let step = if last.is_negative() { -1 } else { 1 };
        // Of one shuffle with several moves, text shows the deck after each move.
        let is_one = is_text
            && self.times.as_ref().is_some_and(BigInt::is_one)
            && shuffle.name.contains(' ');
        let moves = if self.each_move || is_one {
            Some(self.moves(shuffle, step)?)
        } else {
            None
        };
        let per_shuffle = moves.as_ref().map_or(1, Vec::len) as u64;
        let moved = last
            .magnitude()
            .to_u64()
            .and_then(|last| last.checked_mul(per_shuffle));
        let states = moved
            .and_then(|moved| moved.checked_add(1))
            .ok_or_else(|| self.length_error(&last))?;
        Ok(History {
            cards,
            evaluation,
            first: BigInt::ZERO,
            step,
            states,
            each: true,
            moves,
        })
    }

    fn moves(&self, shuffle: &FixedShuffle, step: i8) -> anyhow::Result<Vec<NamedMove>> {
        let (word, name) = word::read("--shuffle <WORD>", &shuffle.name)?;
        let word = if step < 0 { word.inverse() } else { word };
        let moves = word.expanded(MAX_MOVES).ok_or_else(|| {
            let why =
                format!("it has more than {MAX_MOVES} moves, too many for --each-move; use --each");
            invalid("--shuffle <WORD>", &name, why)
        })?;
        let distinct = moves.iter().collect::<HashSet<_>>().len();
        let max = MAX_TABLED / distinct.max(1);
        let cards = shuffle.cards.to_usize().filter(|&cards| cards <= max);
        let cards = cards.ok_or_else(|| {
            self.shuffle.invalid_cards(format!(
                "expected at most {max} cards for --each-move with this shuffle"
            ))
        })?;
        Ok(NamedMove::evaluate(&moves, cards))
    }

    fn length_error(&self, last: &BigInt) -> anyhow::Error {
        match self.times {
            Some(_) => invalid(
                "--times <T>",
                last,
                "too many decks; expected fewer than 2^64 with --each",
            ),
            None => {
                let back = brief(last.magnitude());
                let why =
                    format!("{back} shuffles restore the deck, too many for --each; give --times");
                self.shuffle.invalid_cards(why)
            }
        }
    }

    fn order(&self, evaluation: &Evaluation) -> anyhow::Result<BigUint> {
        let order = evaluation.order_within(&self.effort.budget());
        order.map_err(|error| self.shuffle.order_error(&error))
    }
}
