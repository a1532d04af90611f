//! The commands and options that the page may request in the query of an address. No option names a file or runs a
//! program.

use std::ffi::OsString;
use std::time::Duration;

use crate::output::answer::{Part, Question};
use crate::page::allowed;

pub const JSON: &str = "application/json";

/// A command that the page may request, with its options and the kind of its picture.
struct Allowed {
    command: &'static str,
    /// Lists of the names of allowed options, separated by spaces.
    options: &'static [&'static str],
    /// The option that writes the command's picture, if it has one.
    picture: Option<PictureOption>,
}

/// An option that writes a picture or an HTML page to a file, with the media type of the file.
#[derive(Clone, Copy, PartialEq)]
pub struct PictureOption {
    pub name: &'static str,
    pub media_type: &'static str,
}

const SVG: Option<PictureOption> = Some(PictureOption {
    name: "svg",
    media_type: "image/svg+xml",
});
const HTML: Option<PictureOption> = Some(PictureOption {
    name: "html",
    media_type: "text/html; charset=utf-8",
});

const fn allowed(
    command: &'static str,
    options: &'static [&'static str],
    picture: Option<PictureOption>,
) -> Allowed {
    Allowed {
        command,
        options,
        picture,
    }
}

/// Names of the options for a deck and its shuffle.
const SHUFFLE: &str = "cards shuffle kind";

/// Names of the options that limit a search for a word.
const SEARCH: &str = "allow depth timeout";

/// Names of the options for the number of decks, the seed and the threads of a simulation.
const SAMPLES: &str = "samples seed threads";

/// The commands that the page may request. Here `--start` accepts the names of stacks but no file.
const COMMANDS: &[Allowed] = &[
    allowed("order", &[SHUFFLE, "timeout"], None),
    allowed("cycles", &[SHUFFLE, "start timeout"], SVG),
    allowed(
        "deck",
        &[
            SHUFFLE,
            "start timeout samples seed times each each-move track faces numbers colour-by deal",
        ],
        SVG,
    ),
    allowed(
        "where",
        &[SHUFFLE, "start card at position times deal"],
        None,
    ),
    allowed(
        "sizes",
        &["order kind divides count limit below timeout"],
        None,
    ),
    allowed("group", &["cards moves contains timeout"], None),
    allowed("sweep", &["cards kind summary threads"], SVG),
    allowed("route", &["cards start from to all", SEARCH], None),
    allowed("solve", &["cards from to", SEARCH], None),
    allowed(
        "mix",
        &[
            "cards shuffle riffles until all distance exact guessing composition deck card timeout",
            SAMPLES,
        ],
        SVG,
    ),
    allowed(
        "law",
        &[SHUFFLE, "sort tree statistic at-least at-most"],
        SVG,
    ),
    allowed(
        "matrix",
        &[SHUFFLE, "start exact against all", SAMPLES],
        SVG,
    ),
    allowed(
        "simulate",
        &[SHUFFLE, "against card orders histogram", SAMPLES],
        SVG,
    ),
    allowed(
        AUDIT,
        &["cards decks seed alpha chain start count-first skip-bad timeout until-decided"],
        HTML,
    ),
    allowed("prove", &["cards recorded sort"], None),
    // The record of the deal is the body of the request, because other users of the machine can see the arguments of a
    // process.
    allowed(VERIFY, &["scheme cards search"], None),
    allowed(
        "odds",
        &["cards of see at-least at-most exactly want games happened"],
        None,
    ),
    allowed("bits", &["cards state-bits list"], None),
    allowed("list", &[WHAT], None),
];

const AUDIT: &str = "audit";

const VERIFY: &str = "verify";

/// The commands that read the body of a request as their input.
pub const READERS: [&str; 3] = [AUDIT, "prove", VERIFY];

/// The name by which a query gives the positional argument of `faro list`.
const WHAT: &str = "what";

/// A question that is allowed, with the media type of its answer.
pub struct Permitted {
    pub question: Question,
    pub media_type: &'static str,
}

/// Returns the question for a command and its options, or an error message if it is not allowed.
///
/// If `picture` is given, the question asks for the picture of this kind instead of the result.
pub fn question(
    command: &str,
    options: &[(String, String)],
    picture: Option<&str>,
) -> Result<Permitted, String> {
    let allowed = COMMANDS.iter().find(|allowed| allowed.command == command);
    let allowed = allowed.ok_or_else(|| {
        let names: Vec<&str> = COMMANDS.iter().map(|allowed| allowed.command).collect();
        format!(
            "the page cannot ask for this command; expected one of {}",
            names.join(", ")
        )
    })?;
    let mut arguments: Vec<OsString> = vec![command.into()];
    for (name, value) in options {
        arguments.push(allowed.argument(name, value)?);
    }
    if command == VERIFY {
        arguments.push("--deal=-".into());
    }
    let Some(wanted) = picture else {
        arguments.push("--format=json".into());
        return Ok(Permitted {
            question: Question {
                arguments,
                part: Part::Result,
            },
            media_type: JSON,
        });
    };
    let picture = allowed.picture.filter(|picture| picture.name == wanted);
    let picture = picture.ok_or_else(|| format!("'{command}' has no picture of this kind"))?;
    // The option needs a file name, which is not used because the picture is the answer.
    arguments.push(format!("--{}=picture", picture.name).into());
    Ok(Permitted {
        question: Question {
            arguments,
            part: Part::Picture,
        },
        media_type: picture.media_type,
    })
}

impl Allowed {
    /// Returns an option as a single argument of the command line, so that its value cannot become a second argument.
    fn argument(&self, name: &str, value: &str) -> Result<OsString, String> {
        let options = self.options.join(" ");
        if !options.split(' ').any(|known| known == name) {
            let (command, names) = (self.command, options.replace(' ', ", "));
            return Err(format!(
                "the page cannot ask '{command}' for this option; expected one of {names}"
            ));
        }
        Ok(match value {
            _ if name == WHAT && !value.starts_with('-') => value.into(),
            "" => format!("--{name}").into(),
            value => format!("--{name}={value}").into(),
        })
    }
}

/// Time limit of a question in seconds, if the request sets none.
const DEFAULT_SECONDS: f64 = 2.0;

/// Maximum time limit of a question in seconds.
const MAX_SECONDS: f64 = 300.0;

/// A question of a request, with its time limit.
pub struct Asked {
    pub permitted: Permitted,
    pub budget: Duration,
}

impl Asked {
    /// Parses the question of a request. `seconds` is its time limit, unless the query has one.
    pub fn new(command: &str, query: &str, seconds: Option<String>) -> Result<Asked, String> {
        let mut options = parse(query)?;
        let mut taken = |name: &str| {
            let at = options.iter().position(|(known, _)| known == name)?;
            Some(options.remove(at).1)
        };
        let (picture, budget) = (taken("picture"), budget(taken("budget").or(seconds))?);
        Ok(Asked {
            permitted: allowed::question(command, &options, picture.as_deref())?,
            budget,
        })
    }
}

fn budget(seconds: Option<String>) -> Result<Duration, String> {
    let Some(text) = seconds else {
        return Ok(Duration::from_secs_f64(DEFAULT_SECONDS));
    };
    let seconds: Option<f64> = text
        .parse()
        .ok()
        .filter(|seconds| (0.01..=MAX_SECONDS).contains(seconds));
    let seconds =
        seconds.ok_or_else(|| format!("expected a budget of 0.01 to {MAX_SECONDS} seconds"))?;
    Ok(Duration::from_secs_f64(seconds))
}

pub fn spent(budget: Duration) -> String {
    let seconds = budget.as_secs_f64();
    format!(
        "there was no answer after {seconds} s; ask for less, or for a budget of up to {MAX_SECONDS} seconds"
    )
}

/// Returns the names and values of a query, in the order of the query.
pub fn parse(query: &str) -> Result<Vec<(String, String)>, String> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((decoded(name)?, decoded(value)?))
        })
        .collect()
}

/// Decodes the percent encoding of a query: `+` becomes a space and `%41` becomes `A`.
fn decoded(text: &str) -> Result<String, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || rest.next().and_then(|byte| char::from(byte).to_digit(16));
                match (digit(), digit()) {
                    (Some(high), Some(low)) => (high * 16 + low) as u8,
                    _ => {
                        return Err(
                            "expected two hexadecimal digits after each % of the query".into()
                        );
                    }
                }
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).map_err(|_| "expected a query in UTF-8".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values() {
        let pairs = |query| {
            let pairs = parse(query)?.into_iter();
            Ok::<_, String>(
                pairs
                    .map(|(name, value)| format!("{name}={value}"))
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(
            pairs("cards=52&each=&shuffle=in+out%5e2%2B").unwrap(),
            ["cards=52", "each=", "shuffle=in out^2+"]
        );
        assert_eq!(
            pairs("each&&a=b=c&%61=%E2%99%A0").unwrap(),
            ["each=", "a=b=c", "a=♠"]
        );
        assert_eq!(pairs("").unwrap(), [""; 0]);
        for query in [
            "a=%", "a=%4", "a=%4g", "%zz=1", "a=%+1", "a=%ff", "a=%c3%28",
        ] {
            assert!(pairs(query).is_err(), "{query}");
        }
    }
}
