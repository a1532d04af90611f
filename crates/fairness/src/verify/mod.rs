//! `faro verify`: checks a deal of a commit-and-reveal scheme, and judges the scheme.

pub mod record;
pub mod report;
mod words;

use std::path::PathBuf;

use faro_console::args::OutputArgs;
use faro_console::error::{failed, invalid};
use faro_console::exit::Exit;
use faro_console::{integer, output};
use faro_prove::scheme::{FAIR_DEAL, PRESETS, Scheme, Secret, judge};
use num_traits::ToPrimitive;

use record::Record;
use report::DealReport;
pub use words::unchecked;

/// Is a deal what was committed to, and what does its scheme allow?
///
/// A provably fair site publishes a commitment to a secret, the server seed, mixes it with the client seed and the number of
/// the hand, and reveals the secret afterwards. This derives the cards from the seeds, compares them and the commitment with
/// what was published, and judges the scheme: how far its decks are from uniform, how many it can reach, and who can choose
/// the deck after seeing something. Without a deal it only judges.
///
/// A scheme is a text of named parts in TOML; --print shows one. A deal is a record in TOML or JSON with the fields
/// commitment, server, client, nonce and dealt; options replace its fields. Seeds and hashes may be written in hexadecimal or
/// base64.
///
/// The exit code is 0 if the deal is verified, 1 if it is not, and 2 if it could not be checked. Without a deal it is 1 if the
/// scheme is broken.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Verify {
    /// The scheme: its name or a file [default: that of the deal, or faro-deal-1]
    #[arg(long, value_name = "NAME|FILE")]
    scheme: Option<String>,

    /// The record of the deal, in TOML or JSON; - reads standard input
    #[arg(long, value_name = "FILE")]
    deal: Option<PathBuf>,

    /// The commitment that was published before the deal
    #[arg(long, value_name = "HASH")]
    commitment: Option<String>,

    /// The server seed that was revealed after the deal
    #[arg(long, value_name = "SEED", allow_hyphen_values = true)]
    server_seed: Option<String>,

    /// The client seed
    #[arg(long, value_name = "SEED", allow_hyphen_values = true)]
    client_seed: Option<String>,

    /// The number of the hand [default: 1]
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    nonce: Option<String>,

    /// The cards that were dealt, from the first: names or numbers from 1
    #[arg(long, value_name = "CARDS")]
    dealt: Option<String>,

    /// The number of cards, for schemes without names of cards
    #[arg(long, value_name = "N", value_parser = parse_cards, allow_negative_numbers = true)]
    cards: Option<usize>,

    /// Search the secret among the whole numbers below N [default: 100000]; before the secret is revealed too
    #[arg(long, value_name = "N", value_parser = parse_search, allow_negative_numbers = true)]
    search: Option<u64>,

    /// Print the text of a known scheme, and end
    #[arg(long, value_name = "NAME", exclusive = true)]
    print: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  faro verify --scheme duel-video-poker
  faro verify --print faro-deal-1 > my-scheme.toml
  faro verify --scheme my-scheme.toml --cards 32";

/// Names of arguments in error messages.
const SCHEME: &str = "--scheme <NAME|FILE>";
const DEAL: &str = "--deal <FILE>";
const DEALT: &str = "--dealt <CARDS>";
const PRINT: &str = "--print <NAME>";

/// Default and maximum number of tried secrets.
const SEARCH: u64 = 100_000;
const MAX_SEARCH: u64 = 10_000_000_000;

/// Parses a number of cards from 1 to 512.
pub fn parse_cards(text: &str) -> Result<usize, String> {
    let cards = integer::parse(text).ok().and_then(|cards| cards.to_usize());
    cards.filter(|cards| (1..=512).contains(cards)).ok_or_else(|| "expected 1 to 512 cards".into())
}

fn parse_search(text: &str) -> Result<u64, String> {
    let limit =
        integer::parse(text).ok().and_then(|limit| limit.to_u64()).filter(|&limit| limit <= MAX_SEARCH);
    limit.ok_or_else(|| "expected a whole number from 0 to 10^10, for example 1e6".into())
}

fn parse_dealt(text: &str) -> anyhow::Result<Vec<String>> {
    let cards = record::split_names(text);
    anyhow::ensure!(!cards.is_empty(), invalid(DEALT, text, "expected cards, for example 'KC 8S' or 12,3"));
    Ok(cards)
}

impl Verify {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<Exit> {
        if let Some(name) = &self.print {
            let preset = PRESETS.iter().find(|preset| preset.name == name);
            let names = PRESETS.map(|preset| preset.name).join(", ");
            let preset = preset.ok_or_else(|| invalid(PRINT, name, format!("expected one of {names}")))?;
            return output::bytes(preset.text.as_bytes(), args).map(|()| Exit::Success);
        }
        let record = self.record()?;
        let report = self.report(&record)?;
        output::report(&report, args)?;
        Ok(report.exit())
    }

    /// Returns the record of the deal, whose fields the options replace.
    fn record(&self) -> anyhow::Result<Record> {
        let read = self.deal.as_ref().map(|path| Record::read(path, DEAL)).transpose()?;
        let read = read.unwrap_or_default();
        let dealt = self.dealt.as_deref().map(parse_dealt).transpose()?;
        Ok(Record {
            scheme: self.scheme.clone().or(read.scheme),
            cards: self.cards.or(read.cards),
            commitment: self.commitment.clone().or(read.commitment),
            server: self.server_seed.as_deref().map(Secret::new).or(read.server),
            client: self.client_seed.clone().or(read.client),
            nonce: self.nonce.clone().or(read.nonce),
            repeated: if dealt.is_some() { Vec::new() } else { read.repeated },
            dealt: dealt.or(read.dealt),
        })
    }

    fn report(&self, record: &Record) -> anyhow::Result<DealReport> {
        let name = record.scheme.as_deref().unwrap_or(FAIR_DEAL);
        let scheme = record::scheme(name, SCHEME)?;
        let scheme = match record.cards {
            Some(cards) if cards != scheme.cards => sized(scheme, cards)?,
            _ => scheme,
        };
        if record.is_empty() {
            // The page asks with a record that may be empty, on standard input.
            if let Some(path) = self.deal.as_ref().filter(|path| !record::is_standard_input(path)) {
                let fields = "commitment, server, client, nonce and dealt";
                let why = format!("there is no deal in this file; expected some of the fields {fields}");
                return Err(invalid(DEAL, path.display(), why));
            }
            let judgement = judge(&scheme, None, 0);
            return Ok(DealReport::new(scheme, judgement, Default::default(), None));
        }
        let deal = record.deal(&scheme)?;
        let search = self.search.unwrap_or(SEARCH);
        if deal.server.is_none() && self.search.is_some() {
            let judgement = judge(&scheme, Some(&deal), search);
            return Ok(DealReport::new(scheme, judgement, deal, None));
        }
        let unchecked = |error| anyhow::anyhow!(unchecked(&error));
        let check = record.check(&scheme, &deal).map_err(unchecked)?;
        anyhow::ensure!(
            scheme.commitment_length().is_none() || deal.commitment.is_some(),
            "the commitment is missing, and without it nothing shows that the server seed was chosen before; give the published hash with --commitment, or as 'commitment' in the deal"
        );
        let judgement = judge(&scheme, Some(&deal), search);
        Ok(DealReport::new(scheme, judgement, deal, Some(check)))
    }
}

/// Returns the scheme for another number of cards.
pub fn sized(scheme: Scheme, cards: usize) -> anyhow::Result<Scheme> {
    let name = scheme.name.clone();
    scheme.with_cards(cards).map_err(|error| failed(name, format!("not for {cards} cards: {error}")))
}
