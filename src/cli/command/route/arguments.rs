use num_bigint::BigUint;

use crate::cli::args::SearchArgs;
use crate::cli::integer;
use crate::cli::start::StartArgs;

/// The shuffles that bring one or several cards to given positions.
///
/// Finds a shortest sequence of in- and out-shuffles, for a deck of any size; of all shortest ones the first
/// in the order in, out. --allow takes other moves; a search from both ends then finds a shortest word or
/// shows that there is none. Several cards have their positions separated by commas: --from 1,2 --to 10,20.
/// If the cards cannot get there, the output says why. Numbers are positions, also with --start.
///
/// --to all makes a table of the words that bring the card to each position, and --from all one of the words
/// that bring the card at each position to --to (Elmsley's table).
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Route {
    /// The number of cards
    #[arg(long, short = 'n', value_name = "N", default_value = "52", value_parser = integer::parse_positive,
          allow_negative_numbers = true)]
    pub(super) cards: BigUint,

    #[command(flatten)]
    pub start: StartArgs,

    /// The position of the card now, or the card by its face, such as QH, or by its name in --start; for
    /// several cards, separated by commas
    #[arg(long, value_name = "P", required = true, value_delimiter = ',', allow_negative_numbers = true)]
    pub(super) from: Vec<String>,

    /// The position that the card should get to; for several cards, one position for each
    #[arg(long, value_name = "Q", required = true, value_delimiter = ',', allow_negative_numbers = true)]
    pub(super) to: Vec<String>,

    /// List all shortest words
    #[arg(long)]
    pub(super) all: bool,

    #[command(flatten)]
    pub(super) search: SearchArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro route --cards 52 --from 1 --to 7                      in^2 out
  faro route --cards 52 --from 4 --to 37 --all               two ways
  faro route --cards 52 --from 1 --to all                    the top card to every position
  faro route --cards 1000000000000000000 --from 3 --to 14
  faro route --cards 52 --from 1,2 --to 10,20                two cards at once
  faro route --cards 52 --from 1,52 --to 1,2                 a mirror pair
  faro route --cards 52 --start mnemonica --from QH --to 1
  faro route --cards 52 --from 2 --to 51 --allow in,out,in^-1,out^-1,cut:1";
