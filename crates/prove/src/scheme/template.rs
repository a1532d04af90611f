//! Templates of the texts that a scheme hashes: keys, messages and commitments.
//!
//! In a template, fields in braces stand for the seeds and the numbers of a deal.

use serde::Deserialize;
use zeroize::Zeroizing;

use super::bytes::bytes;
use super::deal::{Deal, DealError};
use super::field::{FIELDS, Field};

/// The notation in which the value of a field is put into a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Notation {
    /// The text of a seed, or a number in decimal digits.
    Text,
    /// The bytes that the text of a seed encodes as hexadecimal digits or base64.
    Bytes,
    /// The derived seed in lower-case hexadecimal digits.
    Hex,
    /// A number as `length` bytes. If `big_endian`, the most significant byte comes first.
    Number { length: usize, big_endian: bool },
}

const FORMS: [(&str, Notation); 7] = [
    ("text", Notation::Text),
    ("bytes", Notation::Bytes),
    ("hex", Notation::Hex),
    (
        "be32",
        Notation::Number {
            length: 4,
            big_endian: true,
        },
    ),
    (
        "be64",
        Notation::Number {
            length: 8,
            big_endian: true,
        },
    ),
    (
        "le32",
        Notation::Number {
            length: 4,
            big_endian: false,
        },
    ),
    (
        "le64",
        Notation::Number {
            length: 8,
            big_endian: false,
        },
    ),
];

#[derive(Clone, Debug, PartialEq, Eq)]
enum TemplatePart {
    Literal(String),
    Field(Field, Notation),
}

/// A text with fields in braces, such as `{client}:{nonce}:{block}`.
///
/// The notation of a field may follow its name after a colon: `{server:bytes}`, `{block:be32}`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Template {
    parts: Vec<TemplatePart>,
}

/// The values that fill the fields of a template.
#[derive(Debug)]
pub(super) struct FieldValues<'a> {
    pub deal: &'a Deal,
    pub cards: usize,
    pub seed: Option<Zeroizing<Vec<u8>>>,
    pub block: u64,
    pub draw: u64,
    pub last: u64,
}

impl<'a> FieldValues<'a> {
    pub fn new(deal: &'a Deal, cards: usize) -> FieldValues<'a> {
        FieldValues {
            deal,
            cards,
            seed: None,
            block: 0,
            draw: 0,
            last: 0,
        }
    }

    fn number(&self, field: Field) -> u64 {
        match field {
            Field::Nonce => self.deal.nonce,
            Field::Cards => self.cards as u64,
            Field::Block => self.block,
            Field::Draw => self.draw,
            _ => self.last,
        }
    }
}

impl TryFrom<String> for Template {
    type Error = String;

    fn try_from(text: String) -> Result<Template, String> {
        let mut parts = Vec::new();
        let mut rest = text.as_str();
        while let Some(begin) = rest.find(['{', '}']) {
            let end = rest[begin..]
                .find('}')
                .map(|end| begin + end)
                .filter(|&end| end > begin);
            let end = end.ok_or("a brace without its partner; expected fields such as {server}")?;
            if begin > 0 {
                parts.push(TemplatePart::Literal(rest[..begin].into()));
            }
            parts.push(field(&rest[begin + 1..end])?);
            rest = &rest[end + 1..];
        }
        if !rest.is_empty() {
            parts.push(TemplatePart::Literal(rest.into()));
        }
        Ok(Template { parts })
    }
}

/// Parses the text inside the braces of a field.
fn field(text: &str) -> Result<TemplatePart, String> {
    let (name, form) = text
        .split_once(':')
        .map_or((text, None), |(name, form)| (name, Some(form)));
    let names = FIELDS.map(|(name, _)| name).join(", ");
    let field = FIELDS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, field)| *field);
    let field =
        field.ok_or_else(|| format!("there is no field '{name}'; expected one of {names}"))?;
    let default = if field == Field::Seed {
        Notation::Bytes
    } else {
        Notation::Text
    };
    let Some(form) = form else {
        return Ok(TemplatePart::Field(field, default));
    };
    let is_allowed = |form: Notation| match field {
        Field::Server => !matches!(form, Notation::Hex),
        Field::Client => matches!(form, Notation::Text | Notation::Bytes),
        Field::Seed => matches!(form, Notation::Bytes | Notation::Hex),
        _ => matches!(form, Notation::Text | Notation::Number { .. }),
    };
    let allowed = FORMS.iter().filter(|(_, form)| is_allowed(*form));
    let known = allowed.clone().find(|(known, _)| *known == form);
    known
        .map(|(_, form)| TemplatePart::Field(field, *form))
        .ok_or_else(|| {
            let names: Vec<&str> = allowed.map(|(name, _)| *name).collect();
            format!(
                "there is no notation '{form}' of {name}; expected one of {}",
                names.join(", ")
            )
        })
}

impl Template {
    /// Returns whether the template contains `field`.
    pub fn has(&self, field: Field) -> bool {
        self.parts
            .iter()
            .any(|part| matches!(part, TemplatePart::Field(of, _) if *of == field))
    }

    /// Returns whether the template contains the bytes of the secret.
    pub fn takes_server_bytes(&self) -> bool {
        self.parts
            .contains(&TemplatePart::Field(Field::Server, Notation::Bytes))
    }

    /// Returns whether the template contains the secret as its text.
    pub fn takes_server_text(&self) -> bool {
        self.parts
            .contains(&TemplatePart::Field(Field::Server, Notation::Text))
    }

    /// Returns whether the filled template determines the secret, even if its numbers are not known.
    ///
    /// For example, the secret 1 before the number 23 gives the same text as the secret 12 before the number 3. Digits
    /// between secret and number do not separate them.
    pub fn separates_server(&self) -> bool {
        let is_separator = |part: &&TemplatePart| match part {
            TemplatePart::Literal(text) => text.bytes().any(|byte| !byte.is_ascii_digit()),
            TemplatePart::Field(..) => false,
        };
        let is_server = |part: &TemplatePart| matches!(part, TemplatePart::Field(Field::Server, _));
        let is_number = |part: &TemplatePart| {
            matches!(
                part,
                TemplatePart::Field(Field::Nonce | Field::Cards, Notation::Text)
            )
        };
        let mut runs = self.parts.split(|part| is_separator(&part));
        runs.all(|run| !run.iter().any(is_server) || !run.iter().any(is_number))
    }

    /// Returns whether two values of variable length follow each other without a separator.
    ///
    /// Then the client seed `a1` with nonce 2 gives the same bytes as the client seed `a` with nonce 12.
    pub fn is_ambiguous(&self) -> bool {
        let is_variable = |part: &TemplatePart| {
            use Field::{Block, Client, Draw, Last, Nonce};
            matches!(
                part,
                TemplatePart::Field(Client | Nonce | Block | Draw | Last, Notation::Text)
            )
        };
        self.parts
            .windows(2)
            .any(|pair| pair.iter().all(is_variable))
    }

    /// Returns the bytes of the template with its fields replaced by the values.
    pub fn fill(&self, values: &FieldValues<'_>) -> Result<Zeroizing<Vec<u8>>, DealError> {
        let mut filled = Zeroizing::new(Vec::new());
        for part in &self.parts {
            match part {
                TemplatePart::Literal(text) => filled.extend_from_slice(text.as_bytes()),
                TemplatePart::Field(field, form) => {
                    fill_field((*field, *form), values, &mut filled)?;
                }
            }
        }
        Ok(filled)
    }
}

fn fill_field(
    (field, form): (Field, Notation),
    values: &FieldValues<'_>,
    out: &mut Zeroizing<Vec<u8>>,
) -> Result<(), DealError> {
    let text = match field {
        Field::Server => values
            .deal
            .server
            .as_ref()
            .ok_or(DealError::NoServerSeed)?
            .expose(),
        Field::Client => &values.deal.client,
        _ => "",
    };
    match (field, form) {
        (Field::Server | Field::Client, Notation::Bytes) => {
            out.extend_from_slice(&bytes(text).ok_or(DealError::NotBytes(field))?);
        }
        (Field::Server, Notation::Number { length, big_endian }) => {
            let number = text.trim().parse().map_err(|_| DealError::NoNumber)?;
            out.extend_from_slice(&digits(field, number, length, big_endian)?);
        }
        (Field::Server | Field::Client, _) => out.extend_from_slice(text.as_bytes()),
        (Field::Seed, Notation::Hex) => {
            let seed = values.seed.as_ref().map_or(&[][..], |seed| seed);
            let hex = Zeroizing::new(data_encoding::HEXLOWER.encode(seed));
            out.extend_from_slice(hex.as_bytes());
        }
        (Field::Seed, _) => {
            out.extend_from_slice(values.seed.as_ref().map_or(&[][..], |seed| seed));
        }
        (_, Notation::Number { length, big_endian }) => {
            out.extend_from_slice(&digits(field, values.number(field), length, big_endian)?);
        }
        _ => out.extend_from_slice(values.number(field).to_string().as_bytes()),
    }
    Ok(())
}

/// Returns `number` as `length` bytes, or an error that names `field` if it does not fit.
fn digits(
    field: Field,
    number: u64,
    length: usize,
    big_endian: bool,
) -> Result<Vec<u8>, DealError> {
    let fits = length == 8 || number >> (8 * length) == 0;
    if !fits {
        return Err(DealError::TooLarge { field, number });
    }
    Ok(match big_endian {
        true => number.to_be_bytes()[8 - length..].to_vec(),
        false => number.to_le_bytes()[..length].to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template(text: &str) -> Result<Template, String> {
        Template::try_from(text.to_owned())
    }

    #[test]
    fn fields_are_filled_in_their_notation() {
        let deal = Deal {
            client: "an\u{e4}".into(),
            nonce: 258,
            ..Deal::default()
        };
        let mut values = FieldValues::new(&deal, 52);
        values.seed = Some(Zeroizing::new(vec![0xab]));
        let filled = template("x{client}:{nonce}{nonce:be32}{nonce:le32}{seed:hex}{seed}").unwrap();
        let expected = [
            b"xan\xc3\xa4:258".as_slice(),
            &[0, 0, 1, 2, 2, 1, 0, 0],
            b"ab\xab",
        ]
        .concat();
        assert_eq!(*filled.fill(&values).unwrap(), expected);
    }

    #[test]
    fn errors_name_the_field() {
        for (text, why) in [
            ("{server", "partner"),
            ("}", "partner"),
            ("{sever}", "expected one of server, client"),
            ("{nonce:be16}", "expected one of text, be32"),
            ("{server:hex}", "expected one of text, bytes, be32"),
            ("{client:be32}", "expected one of text, bytes"),
        ] {
            assert!(template(text).unwrap_err().contains(why), "{text}");
        }
    }

    #[test]
    fn numbers_beside_a_secret_hide_its_end() {
        for (text, is_separated) in [
            ("{server}", true),
            ("{nonce}:{server}", true),
            ("{nonce:be64}{server}", true),
            ("{server}x{nonce}", true),
            ("{server}{nonce}", false),
            ("{nonce}0{server:bytes}", false),
            ("a{cards}{server}", false),
        ] {
            assert_eq!(
                template(text).unwrap().separates_server(),
                is_separated,
                "{text}"
            );
        }
    }

    #[test]
    fn texts_that_run_together_are_ambiguous() {
        assert!(template("{client}{nonce}").unwrap().is_ambiguous());
        assert!(!template("{client}:{nonce}").unwrap().is_ambiguous());
        assert!(!template("{client}{nonce:be64}").unwrap().is_ambiguous());
    }
}
