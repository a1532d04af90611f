//! The arguments of `faro route`, and the question that they ask.

use crate::arguments::argument::{CardsArgs, DeckSize, Named, Text};
use crate::arguments::search::SearchArgs;
use crate::arguments::start::{CardNames, StartArgs};
use crate::output;

/// The shuffles that bring one or several cards to given positions.
///
/// Finds a shortest sequence of in- and out-shuffles, for a deck of any size; of all shortest ones the first
/// in the order in, out. --allow takes other moves; a search from both ends then finds a shortest word or
/// shows that there is none. Several cards have their positions separated by commas: --from 1,2 --to 10,20.
/// If the cards cannot get there, the output says why. Numbers are positions, also with --start.
///
/// --to all makes a table of the words that bring the card to each position: for the top card it is Elmsley's
/// table. --from all makes one of the words that bring the card at each position to --to, which Elmsley gave for the
/// top of decks of 2^x cards, and Diaconis and Graham for all decks and positions.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct RouteArgs {
    #[command(flatten)]
    pub(super) cards: CardsArgs,

    /// The position of the card now, or its face. It is a position, also top or bottom, or the card by its face, such as QH, or by its name in
    /// --start; for several cards, separated by commas
    #[arg(value_name = "FROM")]
    pub(super) second: Option<String>,

    /// The position that the card should get to; for several cards, one position for each
    #[arg(value_name = "TO")]
    pub(super) third: Option<String>,

    #[command(flatten)]
    pub start: StartArgs,

    /// The position of the card now, by option
    #[arg(long, value_name = "P")]
    pub(super) from: Option<String>,

    /// The position that the card should get to, by option
    #[arg(long, value_name = "Q")]
    pub(super) to: Option<String>,

    /// List all shortest words
    #[arg(long)]
    pub(super) all: bool,

    #[command(flatten)]
    pub(super) search: SearchArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro route 52 1 7                           in^2 out
  faro route --cards 52 --from 1 --to 7       the same, by options
  faro route 52 4 37 --all                    two ways
  faro route 52 1 all                         the top card to every position
  faro route 1000000000000000000 3 14
  faro route 52 1,2 10,20                     two cards at once
  faro route 52 1,52 1,2                      a mirror pair
  faro route 52 QH 1 --start mnemonica
  faro route 52 2 51 --allow in,out,in^-1,out^-1,cut:1";

const FROM: Named = Named {
    what: "position of the card",
    position: "[FROM]",
    option: "--from <P>",
};

const TO: Named = Named {
    what: "position to get to",
    position: "[TO]",
    option: "--to <Q>",
};

const EXAMPLE: &str = "faro route 52 1 7";

/// The deck, the cards, and their target positions.
pub struct RouteQuestion<'a> {
    pub cards: DeckSize,
    pub from: Text,
    pub to: Text,
    pub names: CardNames,
    pub search: &'a SearchArgs,
    pub all: bool,
}

impl RouteArgs {
    /// Parses the arguments. If there are two positional arguments and no option for either, they are
    /// positions, and the number of cards is left out.
    pub(super) fn question(&self) -> anyhow::Result<RouteQuestion<'_>> {
        let are_positions = self.third.is_none() && self.from.is_none() && self.to.is_none();
        let is_left_out = are_positions && self.second.is_some();
        let others = [self.second.clone(), self.third.clone()];
        let (cards, [second, third]) = self.cards.and_shifted(others, is_left_out)?;
        cards.single()?;
        let from = FROM.required(second, self.from.clone(), EXAMPLE)?;
        let to = TO.required(third, self.to.clone(), EXAMPLE)?;
        let names = self.start.names(&cards)?;
        let number = cards.number.to_string();
        let is_number = to.text.bytes().all(|letter| letter.is_ascii_digit());
        if is_left_out && from.text == number && is_number {
            output::note(&format!(
                "read as the way from position {number} to {to} of {number} cards; from {to} to position Q type `faro route {number} {to} Q`",
                to = to.text
            ));
        }
        Ok(RouteQuestion {
            cards,
            from,
            to,
            names,
            search: &self.search,
            all: self.all,
        })
    }
}
