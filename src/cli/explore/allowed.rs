//! The commands and options that a page may ask. None of them names a file or runs a program.

use std::ffi::OsString;

use crate::cli::answer::{Part, Question};

/// A command, its options, and its picture.
struct Allowed {
    command: &'static str,
    options: &'static [&'static str],
    /// The option that draws, and the media type of what it draws.
    picture: Option<Picture>,
}

/// An option that writes a picture or a page to a file.
#[derive(Clone, Copy, PartialEq)]
pub struct Picture {
    pub name: &'static str,
    pub media_type: &'static str,
}

const SVG: Option<Picture> = Some(Picture { name: "svg", media_type: "image/svg+xml" });
const HTML: Option<Picture> = Some(Picture { name: "html", media_type: "text/html; charset=utf-8" });

const fn allowed(
    command: &'static str,
    options: &'static [&'static str],
    picture: Option<Picture>,
) -> Allowed {
    Allowed { command, options, picture }
}

/// Every command that may be asked.
const COMMANDS: &[Allowed] = &[
    allowed("order", &["cards", "kind", "packets", "inverse", "shuffle", "timeout"], None),
    allowed("cycles", &["cards", "kind", "packets", "inverse", "shuffle", "timeout"], None),
    allowed(
        "deck",
        &[
            "cards", "kind", "packets", "inverse", "shuffle", "timeout", "samples", "seed", "times", "each",
            "track", "faces",
        ],
        None,
    ),
    allowed("where", &["cards", "kind", "packets", "inverse", "shuffle", "card", "times"], None),
    allowed("sizes", &["order", "kind", "divides", "count", "timeout"], None),
    allowed("group", &["cards", "moves", "contains", "timeout"], None),
    allowed("sweep", &["cards", "kind", "summary", "threads"], SVG),
    allowed("route", &["cards", "from", "to", "all", "allow", "depth", "timeout"], None),
    allowed("solve", &["cards", "from", "to", "allow", "depth", "timeout"], None),
    allowed(
        "mix",
        &[
            "cards",
            "riffles",
            "until",
            "distance",
            "shuffle",
            "exact",
            "composition",
            "deck",
            "card",
            "samples",
            "seed",
            "threads",
            "timeout",
        ],
        SVG,
    ),
    allowed(
        "simulate",
        &[
            "cards",
            "kind",
            "packets",
            "inverse",
            "shuffle",
            "samples",
            "seed",
            "against",
            "card",
            "orders",
            "histogram",
            "threads",
        ],
        SVG,
    ),
    allowed("law", &["cards", "kind", "packets", "inverse", "shuffle", "sort", "tree"], SVG),
    allowed("matrix", &["cards", "kind", "packets", "inverse", "shuffle", "samples", "seed", "threads"], SVG),
    allowed(
        AUDIT,
        &["cards", "decks", "seed", "alpha", "chain", "start", "skip-bad", "timeout", "until-decided"],
        HTML,
    ),
    allowed("bits", &["cards", "state-bits", "list"], None),
    allowed("recover", &["deck", "state-bits"], None),
    allowed("list", &[WHAT], None),
];

/// The command that reads decks.
pub const AUDIT: &str = "audit";

/// The name of the argument of `faro list`, which has no option.
const WHAT: &str = "what";

/// A question that may be asked, and the media type of its answer.
pub struct Permitted {
    pub question: Question,
    pub media_type: &'static str,
}

const JSON: &str = "application/json";

/// Returns the question of a command with these options. `picture` asks for what the command draws.
pub fn question(
    command: &str,
    options: &[(String, String)],
    picture: Option<&str>,
) -> Result<Permitted, String> {
    let allowed = COMMANDS.iter().find(|allowed| allowed.command == command);
    let allowed = allowed.ok_or_else(|| {
        let names: Vec<&str> = COMMANDS.iter().map(|allowed| allowed.command).collect();
        format!("the page cannot ask for this command; expected one of {}", names.join(", "))
    })?;
    let mut arguments: Vec<OsString> = vec![command.into()];
    for (name, value) in options {
        arguments.push(allowed.argument(name, value)?);
    }
    let Some(wanted) = picture else {
        arguments.push("--format=json".into());
        return Ok(Permitted { question: Question { arguments, part: Part::Result }, media_type: JSON });
    };
    let picture = allowed.picture.filter(|picture| picture.name == wanted);
    let picture = picture.ok_or_else(|| format!("'{command}' has no picture of this kind"))?;
    // The name is not used: the picture is the answer.
    arguments.push(format!("--{}=picture", picture.name).into());
    Ok(Permitted { question: Question { arguments, part: Part::Picture }, media_type: picture.media_type })
}

impl Allowed {
    /// Returns an option as an argument of the command line. The value cannot become another argument.
    fn argument(&self, name: &str, value: &str) -> Result<OsString, String> {
        if !self.options.contains(&name) {
            let (command, names) = (self.command, self.options.join(", "));
            return Err(format!("the page cannot ask '{command}' for this option; expected one of {names}"));
        }
        Ok(match value {
            _ if name == WHAT && !value.starts_with('-') => value.into(),
            "" => format!("--{name}").into(),
            value => format!("--{name}={value}").into(),
        })
    }
}
