//! Records of deals: TOML or JSON, and options.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use faro_console::error::{failed, invalid};
use faro_console::stack::refused_files;
use faro_prove::scheme::{Check, Deal, DealError, PRESETS, Scheme, Secret, bytes, clean};
use serde_json::{Map, Value};
use zeroize::Zeroizing;

use crate::unambiguous;

/// Maximum number of bytes of a scheme or of a record.
const MAX_BYTES: u64 = 1 << 20;

/// What is known of a deal, as texts.
#[derive(Default)]
pub struct Record {
    pub scheme: Option<String>,
    pub cards: Option<usize>,
    pub commitment: Option<String>,
    pub server: Option<Secret>,
    pub client: Option<String>,
    pub nonce: Option<String>,
    pub dealt: Option<Vec<String>>,
    /// The further lists of these cards in a report of `faro deal`: for each, the orders in which it may have been dealt.
    pub repeated: Vec<Vec<Vec<String>>>,
}

/// The names of the fields of a record; after the first, those that sites use.
const SERVER: [&str; 3] = ["server", "server_seed", "serverSeed"];
const CLIENT: [&str; 3] = ["client", "client_seed", "clientSeed"];
const COMMITMENT: [&str; 4] = ["commitment", "server_seed_hash", "serverSeedHash", "serverSeedHashed"];
const DEALT: [&str; 2] = ["dealt", "deck"];

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
    let read = limited(File::open(path).map_err(unread)?).map_err(unread)?;
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
        return Err(format!("{name} is too long; expected at most {MAX_BYTES} bytes"));
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
        return Err(invalid(argument, name, format!("expected a file or one of {names}")));
    }
    Scheme::parse(&text(path, argument)?).map_err(|error| failed(path.display(), error))
}

impl Record {
    /// Reads a record from a file, or from standard input if the path is `-`.
    pub fn read(path: &Path, argument: &str) -> anyhow::Result<Record> {
        if !is_standard_input(path) {
            return Record::parse(&text(path, argument)?).map_err(|why| failed(path.display(), why));
        }
        let refused = |why: String| anyhow::anyhow!("standard input: {why}");
        let read = limited(io::stdin()).map_err(|error| refused(format!("cannot be read: {error}")))?;
        let text = utf8(&read, "the record").map_err(refused)?;
        Record::parse(&text).map_err(refused)
    }

    /// Parses a record: JSON if it begins with a brace, otherwise TOML.
    fn parse(text: &str) -> Result<Record, String> {
        let text = clean(text);
        let fields: Map<String, Value> = match text.starts_with('{') {
            true => unambiguous::parse(text).map_err(|error| format!("this JSON cannot be read: {error}"))?,
            false => toml::from_str(text).map_err(|error| {
                format!("this is not TOML: {}", error.message().lines().collect::<Vec<_>>().join(" "))
            })?,
        };
        Record::from_fields(&fields)
    }

    fn from_fields(fields: &Map<String, Value>) -> Result<Record, String> {
        let word = |names: &[&str]| match given(fields, names)? {
            None => Ok(None),
            Some((_, Value::String(text))) => Ok(Some(text.clone())),
            Some((_, Value::Number(number))) => Ok(Some(number.to_string())),
            Some((name, _)) => Err(format!("the field '{name}' is neither text nor a number")),
        };
        let scheme = match fields.get("scheme") {
            Some(Value::Object(scheme)) => scheme.get("name").and_then(Value::as_str).map(String::from),
            Some(Value::String(name)) => Some(name.clone()),
            None | Some(Value::Null) => None,
            Some(_) => return Err("the field 'scheme' is not the name of a scheme or of its file".into()),
        };
        let cards = match word(&["cards"])? {
            None => None,
            Some(text) => Some(
                text.parse()
                    .map_err(|_| format!("the field 'cards' is '{text}'; expected a number of cards"))?,
            ),
        };
        let dealt = DEALT.iter().find_map(|name| Some((name, present(fields, name)?)));
        let dealt = dealt.map(|(name, value)| names(value).ok_or_else(|| bad_cards(name)));
        Ok(Record {
            scheme,
            cards,
            commitment: word(&COMMITMENT)?,
            server: word(&SERVER)?.map(|text| Secret::new(&Zeroizing::new(text))),
            client: word(&CLIENT)?,
            nonce: word(&["nonce"])?,
            dealt: dealt.transpose()?,
            repeated: repeated(fields),
        })
    }

    /// Returns whether the record says anything about a deal.
    pub fn is_empty(&self) -> bool {
        let texts = [&self.commitment, &self.client, &self.nonce];
        texts.into_iter().all(Option::is_none) && self.server.is_none() && self.dealt.is_none()
    }

    /// Compares all lists of cards with what the seeds give.
    pub fn check(&self, scheme: &Scheme, deal: &Deal) -> Result<Check, DealError> {
        let check = scheme.check_deal(deal)?;
        for orders in &self.repeated {
            let dealt = |dealt: &Vec<String>| Deal { dealt: Some(dealt.clone()), ..deal.clone() };
            let checks: Result<Vec<Check>, DealError> =
                orders.iter().map(|order| scheme.check_deal(&dealt(order))).collect();
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
            bytes(text).filter(|bytes| bytes.len() == length).map(|bytes| bytes.to_vec()).ok_or_else(|| {
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
            nonce: nonce
                .parse()
                .map_err(|_| invalid("nonce", nonce, "expected a whole number from 0 to 2^64 - 1"))?,
            commitment: commitment.transpose()?,
            dealt: self.dealt.clone(),
        })
    }
}

/// Returns the value of a field, if it has one.
fn present<'a>(fields: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    fields.get(name).filter(|value| !value.is_null())
}

/// Returns the first of these fields that has a value, or an error if another has a different one.
fn given<'a>(
    fields: &'a Map<String, Value>,
    names: &[&'a str],
) -> Result<Option<(&'a str, &'a Value)>, String> {
    let mut found = names.iter().filter_map(|&name| Some((name, present(fields, name)?)));
    let Some((first, value)) = found.next() else { return Ok(None) };
    match found.find(|(_, other)| *other != value) {
        Some((other, _)) => Err(format!("the fields '{first}' and '{other}' differ; keep one of them")),
        None => Ok(Some((first, value))),
    }
}

/// Returns the faces and the hands in a report of `faro deal`, which names its scheme in an object.
fn repeated(fields: &Map<String, Value>) -> Vec<Vec<Vec<String>>> {
    if !fields.get("scheme").is_some_and(Value::is_object) {
        return Vec::new();
    }
    let faces = present(fields, "faces").and_then(names).map(|faces| vec![faces]);
    let hands = present(fields, "hands").and_then(Value::as_array);
    let hands = hands.and_then(|hands| hands.iter().map(names).collect::<Option<Vec<_>>>());
    let hands = hands.filter(|hands| !hands.is_empty()).map(|hands| orders(&hands));
    faces.into_iter().chain(hands).collect()
}

/// Returns the orders in which hands may have been dealt: each at once, or a card to each in turn.
fn orders(hands: &[Vec<String>]) -> Vec<Vec<String>> {
    let most = hands.iter().map(Vec::len).max().unwrap_or_default();
    let in_turn = (0..most).flat_map(|round| hands.iter().filter_map(move |hand| hand.get(round)));
    vec![in_turn.cloned().collect(), hands.concat()]
}

fn bad_cards(name: &str) -> String {
    format!("the field '{name}' is not a list of cards; expected for example [\"KC\", \"8S\"] or \"KC 8S\"")
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
    let is_separator = |letter: char| letter.is_whitespace() || letter == ',' || letter == '\u{feff}';
    text.split(is_separator).filter(|name| !name.is_empty()).map(String::from).collect()
}
