//! `faro verify`: checks a deal of a commit-and-reveal scheme, and judges the scheme.

pub mod report;

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use faro_prove::scheme::{
    Check, Deal, DealError, FAIR_DEAL, PRESETS, Scheme, Secret, bytes, clean, judge,
};
use faro_render::numbers::counted;
use faro_render::printable::printable;
use serde_json::{Map, Value};
use zeroize::Zeroizing;

use crate::arguments::integer;
use crate::arguments::playing_card;
use crate::arguments::regular_file;
use crate::arguments::stack::{no_page, refused_files};
use crate::intake::unambiguous;
use crate::output;
use crate::output::error::{Exit, failed, invalid};
use crate::output::options::OutputArgs;
use report::DealReport;

pub use report::unchecked;

/// Check whether a deal is what was committed to, and judge its scheme.
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
pub struct VerifyArgs {
    /// The name of the scheme, or its file [default: that of the deal, or faro-deal-1]
    #[arg(long, value_name = "NAME|FILE")]
    scheme: Option<String>,

    /// The record of the deal, in TOML or JSON; - reads standard input
    #[arg(value_name = "DEAL")]
    record: Option<PathBuf>,

    /// The record of the deal, by option
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
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
    #[arg(long, value_name = "K")]
    nonce: Option<String>,

    /// The cards that were dealt, from the first. They are names or numbers from 1
    #[arg(long, value_name = "CARDS")]
    dealt: Option<String>,

    /// The number of cards, for schemes without names of cards
    #[arg(long, short = 'n', value_name = "N", value_parser = parse_cards)]
    cards: Option<usize>,

    /// Search for the secret among the numbers below N. It may not be revealed yet [default: 100000 if it is revealed,
    /// otherwise no search]
    #[arg(long, value_name = "N", value_parser = parse_search)]
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
const DEAL: &str = "[DEAL]";
const DEALT: &str = "--dealt <CARDS>";
const PRINT: &str = "--print <NAME>";

/// Default number of secrets that are tried.
const DEFAULT_SEARCH: u64 = 100_000;

/// Maximum number of secrets that are tried.
const MAX_SEARCH: u64 = 10_000_000_000;

/// Parses a number of cards from 1 to 512.
pub fn parse_cards(text: &str) -> Result<usize, String> {
    integer::parse_within(text, 1..=512, "1 to 512 cards")
}

fn parse_search(text: &str) -> Result<u64, String> {
    let expected = "a whole number from 0 to 10^10, for example 1e6";
    integer::parse_within(text, ..=MAX_SEARCH, expected)
}

fn parse_dealt(text: &str) -> anyhow::Result<Vec<String>> {
    let cards = split_names(text);
    anyhow::ensure!(
        !cards.is_empty(),
        invalid(DEALT, text, "expected cards, for example 'KC 8S' or 12,3")
    );
    Ok(cards)
}

impl VerifyArgs {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<Exit> {
        if let Some(name) = &self.print {
            let preset = PRESETS.iter().find(|preset| preset.name == name);
            let names = PRESETS.map(|preset| preset.name).join(", ");
            let preset =
                preset.ok_or_else(|| invalid(PRINT, name, format!("expected one of {names}")))?;
            return output::bytes(preset.text.as_bytes(), args).map(|()| Exit::Success);
        }
        let record = self.record()?;
        let report = self.report(&record)?;
        if record.scheme.is_none() && !record.is_empty() && report.exit() != Exit::Success {
            output::note(&format!(
                "no scheme is named, so {FAIR_DEAL} is taken; --scheme NAME|FILE gives another"
            ));
        }
        output::report(&report, args)?;
        Ok(report.exit())
    }

    /// Returns the file with the record of the deal.
    fn file(&self) -> Option<&PathBuf> {
        self.record.as_ref().or(self.deal.as_ref())
    }

    /// Returns the record of the deal, whose fields the options replace.
    fn record(&self) -> anyhow::Result<DealRecord> {
        let read = self
            .file()
            .map(|path| DealRecord::read(path, DEAL))
            .transpose()?;
        let read = read.unwrap_or_default();
        let named = read
            .scheme
            .as_deref()
            .map(Path::new)
            .filter(|_| self.scheme.is_none());
        if let Some(path) = named.filter(|path| path.exists() && !path.is_file()) {
            anyhow::bail!(failed(
                path.display(),
                "the scheme of this deal is no regular file"
            ));
        }
        let dealt = self.dealt.as_deref().map(parse_dealt).transpose()?;
        Ok(DealRecord {
            scheme: self.scheme.clone().or(read.scheme),
            cards: self.cards.or(read.cards),
            commitment: self.commitment.clone().or(read.commitment),
            server: self.server_seed.as_deref().map(Secret::new).or(read.server),
            client: self.client_seed.clone().or(read.client),
            nonce: self.nonce.clone().or(read.nonce),
            repeated: if dealt.is_some() {
                Vec::new()
            } else {
                read.repeated
            },
            dealt: dealt.or(read.dealt),
        })
    }

    fn report(&self, record: &DealRecord) -> anyhow::Result<DealReport> {
        let name = record.scheme.as_deref().unwrap_or(FAIR_DEAL);
        let scheme = scheme(name, SCHEME)?;
        let scheme = match record.cards {
            Some(cards) if cards != scheme.cards => sized(scheme, cards)?,
            _ => scheme,
        };
        if record.is_empty() {
            // The page of `faro explore` sends a record, which may be empty, on standard input.
            if let Some(path) = self.file().filter(|path| !is_standard_input(path)) {
                let fields = "commitment, server, client, nonce and dealt";
                let why =
                    format!("there is no deal in this file; expected some of the fields {fields}");
                return Err(invalid(DEAL, path.display(), why));
            }
            let judgement = judge(&scheme, None, 0);
            return Ok(DealReport::new(scheme, judgement, Default::default(), None));
        }
        let deal = record.deal(&scheme)?;
        let search = self.search.unwrap_or(DEFAULT_SEARCH);
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
    scheme
        .with_cards(cards)
        .map_err(|error| failed(name, format!("not for {}: {error}", counted(cards, "card"))))
}

/// Maximum number of bytes of a scheme or of a record.
const MAX_BYTES: u64 = 1 << 20;

/// The known fields of a deal, as texts.
#[derive(Default)]
pub struct DealRecord {
    pub scheme: Option<String>,
    pub cards: Option<usize>,
    pub commitment: Option<String>,
    pub server: Option<Secret>,
    pub client: Option<String>,
    pub nonce: Option<String>,
    pub dealt: Option<Vec<String>>,
    /// Further lists of the dealt cards in the record, such as the hands in a report of `faro deal`.
    ///
    /// Each list is given by the orders in which its cards may have been dealt.
    pub repeated: Vec<Vec<Vec<String>>>,
}

/// The names of the fields of a record. Sites use the names after the first.
const SERVER: [&str; 3] = ["server", "server_seed", "serverSeed"];
const CLIENT: [&str; 3] = ["client", "client_seed", "clientSeed"];
const COMMITMENT: [&str; 4] = [
    "commitment",
    "server_seed_hash",
    "serverSeedHash",
    "serverSeedHashed",
];
const DEALT_FIELDS: [&str; 3] = ["dealt", "deck", "faces"];

/// The fields of a report of `faro deal` or `faro verify` that say what was found, and not what was dealt.
const RESULTS: [&str; 4] = ["verified", "committed", "wrong", "result"];

/// Returns whether a record may have a field.
fn is_known(name: &str) -> bool {
    let parts = [&SERVER[..], &CLIENT, &COMMITMENT, &DEALT_FIELDS, &RESULTS];
    parts.concat().contains(&name) || ["scheme", "cards", "nonce", "hands"].contains(&name)
}

/// The file name that means standard input.
const STANDARD_INPUT: &str = "-";

/// Returns whether a file name means standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

/// Reads a text file of at most [`MAX_BYTES`].
pub fn text(path: &Path, argument: &str) -> anyhow::Result<Zeroizing<String>> {
    let refused = |why: String| invalid(argument, path.display(), why);
    if refused_files() {
        return Err(refused("files are not read here".into()));
    }
    let unread = |error: io::Error| refused(format!("cannot read this file: {error}"));
    let read = limited(regular_file::open(path).map_err(unread)?).map_err(unread)?;
    utf8(&read, "the file").map_err(refused)
}

/// Reads at most one byte more than [`MAX_BYTES`].
fn limited(source: impl Read) -> io::Result<Zeroizing<Vec<u8>>> {
    let mut read = Zeroizing::new(Vec::new());
    source.take(MAX_BYTES + 1).read_to_end(&mut read)?;
    Ok(read)
}

/// Returns bytes as text, or an error that calls them `name`.
fn utf8(bytes: &[u8], name: &str) -> Result<Zeroizing<String>, String> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!(
            "{name} is too long; expected at most {MAX_BYTES} bytes"
        ));
    }
    let text = std::str::from_utf8(bytes).map_err(|_| String::from("expected text in UTF-8"))?;
    Ok(Zeroizing::new(text.into()))
}

/// Returns the scheme with this name, or the one in this file.
pub fn scheme(name: &str, argument: &str) -> anyhow::Result<Scheme> {
    if let Some(scheme) = Scheme::preset(name) {
        return Ok(scheme);
    }
    let path = Path::new(name);
    let names = PRESETS.map(|preset| preset.name).join(", ");
    if refused_files() {
        return Err(invalid(argument, name, format!("expected one of {names}")));
    }
    if !path.exists() {
        return Err(invalid(
            argument,
            name,
            format!("expected a file or one of {names}"),
        ));
    }
    let mut scheme =
        Scheme::parse(&text(path, argument)?).map_err(|error| failed(path.display(), error))?;
    scheme.file = Some(name.into());
    Ok(scheme)
}

impl DealRecord {
    /// Reads a record from a file, or from standard input if the path is `-`.
    pub fn read(path: &Path, argument: &str) -> anyhow::Result<DealRecord> {
        if !is_standard_input(path) {
            return DealRecord::parse(&text(path, argument)?)
                .map_err(|why| failed(path.display(), why));
        }
        let refused = |why: String| anyhow::anyhow!("standard input: {why}");
        let read =
            limited(io::stdin()).map_err(|error| refused(format!("cannot be read: {error}")))?;
        let text = utf8(&read, "the record").map_err(refused)?;
        DealRecord::parse(&text).map_err(refused)
    }

    /// Parses a record: JSON if it begins with a brace, otherwise TOML.
    fn parse(text: &str) -> Result<DealRecord, String> {
        let text = clean(text);
        no_page(text)?;
        let fields: Map<String, Value> = match text.starts_with('{') {
            true => unambiguous::parse(text).map_err(|error| match error.is_eof() {
                true => format!("this JSON cannot be read, because it is cut off: {error}"),
                false => format!("this JSON cannot be read: {error}"),
            })?,
            false => toml::from_str(text).map_err(|error| {
                format!(
                    "this is not the record of a deal, in JSON or TOML: {}",
                    error.message().lines().collect::<Vec<_>>().join(" ")
                )
            })?,
        };
        DealRecord::from_fields(&fields)
    }

    fn from_fields(fields: &Map<String, Value>) -> Result<DealRecord, String> {
        let word = |names: &[&str]| match given(fields, names)? {
            None => Ok(None),
            Some((_, Value::String(text))) => Ok(Some(text.clone())),
            Some((_, Value::Number(number))) => Ok(Some(number.to_string())),
            Some((name, _)) => Err(format!("the field '{name}' is neither text nor a number")),
        };
        let scheme = match fields.get("scheme") {
            None | Some(Value::Null) => None,
            Some(scheme) => {
                let name = scheme.get("name").unwrap_or(scheme).as_str();
                let why = "the field 'scheme' is not the name of a scheme or of its file";
                Some(name.ok_or_else(|| String::from(why))?.to_owned())
            }
        };
        let cards = match word(&["cards"])? {
            None => None,
            Some(text) => Some(text.parse().map_err(|_| {
                format!("the field 'cards' is '{text}'; expected a number of cards; the cards that were dealt are the field 'dealt'")
            })?),
        };
        if let Some(unknown) = fields.keys().find(|name| !is_known(name)) {
            let known = "scheme, cards, commitment, server, client, nonce and dealt";
            let unknown = printable(unknown);
            return Err(format!(
                "there is no field '{unknown}' in a record of a deal; expected {known}"
            ));
        }
        let lists = DEALT_FIELDS
            .iter()
            .filter_map(|name| Some((name, present(fields, name)?)));
        let lists = lists.map(|(name, value)| names(value).ok_or_else(|| bad_cards(name)));
        let mut lists = lists.collect::<Result<Vec<_>, String>>()?.into_iter();
        let dealt = lists.next();
        let hands = hands(fields)?.map(|hands| orders(&hands));
        Ok(DealRecord {
            scheme,
            cards,
            commitment: word(&COMMITMENT)?,
            server: word(&SERVER)?.map(|text| Secret::new(&Zeroizing::new(text))),
            client: word(&CLIENT)?,
            nonce: word(&["nonce"])?,
            dealt,
            repeated: lists.map(|list| vec![list]).chain(hands).collect(),
        })
    }

    /// Returns whether the record says anything about a deal.
    pub fn is_empty(&self) -> bool {
        let texts = [&self.commitment, &self.client, &self.nonce];
        let has_cards = self.dealt.is_some() || !self.repeated.is_empty();
        texts.into_iter().all(Option::is_none) && self.server.is_none() && !has_cards
    }

    /// Compares each list of cards in the record with the cards that follow from the seeds.
    pub fn check(&self, scheme: &Scheme, deal: &Deal) -> Result<Check, DealError> {
        let check = scheme.check_deal(deal)?;
        for orders in &self.repeated {
            let dealt = |dealt: &Vec<String>| Deal {
                dealt: Some(dealt.clone()),
                ..deal.clone()
            };
            let checks: Result<Vec<Check>, DealError> = orders
                .iter()
                .map(|order| scheme.check_deal(&dealt(order)))
                .collect();
            let mut checks = checks?;
            if check.wrong.is_none() && checks.iter().all(|check| check.wrong.is_some()) {
                return Ok(checks.swap_remove(0));
            }
        }
        Ok(check)
    }

    /// Returns the deal, with the commitment as bytes.
    pub fn deal(&self, scheme: &Scheme) -> anyhow::Result<Deal> {
        let commitment = self.commitment.as_deref().zip(scheme.commitment_length());
        let commitment = commitment.map(|(text, length)| {
            bytes(text)
                .filter(|bytes| bytes.len() == length)
                .map(|bytes| bytes.to_vec())
                .ok_or_else(|| {
                    let why = format!(
                        "expected {} hexadecimal digits, or the same {length} bytes in base64",
                        2 * length
                    );
                    invalid("commitment", text, why)
                })
        });
        let nonce = self.nonce.as_deref().map(clean).unwrap_or("1");
        Ok(Deal {
            server: self.server.clone(),
            client: clean(self.client.as_deref().unwrap_or_default()).into(),
            nonce: nonce.parse().map_err(|_| {
                invalid("nonce", nonce, "expected a whole number from 0 to 2^64 - 1")
            })?,
            commitment: commitment.transpose()?,
            dealt: self.dealt.as_ref().map(|dealt| numbered(scheme, dealt)),
        })
    }
}

/// Returns the value of a field, if it has one.
fn present<'a>(fields: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    fields.get(name).filter(|value| !value.is_null())
}

/// Returns the value of the first field among `names` that has one, or an error if another has a different value.
fn given<'a>(
    fields: &'a Map<String, Value>,
    names: &[&'a str],
) -> Result<Option<(&'a str, &'a Value)>, String> {
    let mut found = names
        .iter()
        .filter_map(|&name| Some((name, present(fields, name)?)));
    let Some((first, value)) = found.next() else {
        return Ok(None);
    };
    match found.find(|(_, other)| *other != value) {
        Some((other, _)) => Err(format!(
            "the fields '{first}' and '{other}' differ; keep one of them"
        )),
        None => Ok(Some((first, value))),
    }
}

/// Returns the hands of a record, or `None` if it has none.
fn hands(fields: &Map<String, Value>) -> Result<Option<Vec<Vec<String>>>, String> {
    let Some(value) = present(fields, "hands") else {
        return Ok(None);
    };
    let hands = value
        .as_array()
        .and_then(|hands| hands.iter().map(names).collect::<Option<Vec<_>>>());
    let why = "the field 'hands' is not a list of hands; expected for example [[\"KC\", \"8S\"], [\"AC\", \"5H\"]]";
    Ok(Some(hands.ok_or(why)?).filter(|hands| !hands.is_empty()))
}

/// Returns cards with numbers instead of faces of a new deck, if the scheme has 52 cards without names.
fn numbered(scheme: &Scheme, dealt: &[String]) -> Vec<String> {
    let names = scheme.names();
    let has_numbers = names.len() == 52 && names.iter().all(|name| name.parse::<u32>().is_ok());
    let pack = playing_card::pack(52)
        .filter(|_| has_numbers)
        .unwrap_or_default();
    let number = |card: &String| {
        let face = playing_card::normal(card)?;
        let index = pack.iter().position(|other| *other == face)?;
        Some(names[index].clone())
    };
    dealt
        .iter()
        .map(|card| number(card).unwrap_or_else(|| card.clone()))
        .collect()
}

/// Returns the orders in which hands may have been dealt: each at once, or a card to each in turn.
fn orders(hands: &[Vec<String>]) -> Vec<Vec<String>> {
    let rounds = hands.iter().map(Vec::len).max().unwrap_or_default();
    let in_turn =
        (0..rounds).flat_map(|round| hands.iter().filter_map(move |hand| hand.get(round)));
    vec![in_turn.cloned().collect(), hands.concat()]
}

fn bad_cards(name: &str) -> String {
    format!(
        "the field '{name}' is not a list of cards; expected for example [\"KC\", \"8S\"] or \"KC 8S\""
    )
}

/// Returns the names of cards in a list, or in a text with spaces or commas between them; at least one.
fn names(value: &Value) -> Option<Vec<String>> {
    let name = |value: &Value| match value {
        Value::String(text) => Some(clean(text).into()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let names = match value {
        Value::String(text) => Some(split_names(text)),
        Value::Array(values) => values.iter().map(name).collect(),
        _ => None,
    };
    names.filter(|names| !names.is_empty())
}

/// Splits the names of cards at spaces and commas.
pub fn split_names(text: &str) -> Vec<String> {
    let is_separator =
        |letter: char| letter.is_whitespace() || letter == ',' || letter == '\u{feff}';
    text.split(is_separator)
        .filter(|name| !name.is_empty())
        .map(String::from)
        .collect()
}
