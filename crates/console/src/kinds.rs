//! The kinds of perfect shuffles in a list: out, in, or both.

use clap::ValueEnum;
use faro::Kind;

use super::argument::Text;

/// One kind of perfect shuffle, or both side by side.
#[derive(Clone, Copy, ValueEnum)]
pub enum Kinds {
    Out,
    In,
    Both,
}

impl Kinds {
    /// Parses the kinds. Without a text the result is both.
    pub fn read(given: Option<&Text>) -> anyhow::Result<Kinds> {
        let parse = |text: &str| Kinds::from_str(text, true).map_err(|_| "expected out, in or both".into());
        given.map_or(Ok(Kinds::Both), |given| given.parse(parse))
    }

    pub fn each(self) -> &'static [Kind] {
        match self {
            Kinds::Out => &[Kind::Out],
            Kinds::In => &[Kind::In],
            Kinds::Both => &[Kind::Out, Kind::In],
        }
    }
}
