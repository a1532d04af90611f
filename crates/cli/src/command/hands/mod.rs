//! `faro hands`: estimates the habits of a person who riffles.

mod records;
mod report;

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use faro::hands::{Habits, IdealTest, Model, equivalent};
use faro_sample::shuffle::Seed;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use self::records::Records;
use self::report::HandsReport;
use faro_console::args::OutputArgs;
use faro_console::error::{brief, invalid};
use faro_console::output::{self, SVG};
use faro_console::{integer, overwrite};
use faro_render::plural::counted;

/// How a person riffles, and how many of these riffles are enough.
///
/// Reads recorded riffles from a file or from standard input, one a line, as letters or as decks.
///
/// Letters: L for each card that drops from the packet that was the top of the deck, R for the packet that was the
/// bottom, in the order of the drops. The first letter is the bottom card of the riffled deck.
///
/// Decks: the deck before the riffle and after it, top card first, as BEFORE | AFTER or on two lines. The cards are
/// numbers or faces. If they are the same, the cut is unknown, and the riffle is not counted.
///
/// Blank lines, and text from # to the end of a line, are ignored.
///
/// "Same side again" counts only the drops between the first run and the last of each riffle, while both packets
/// surely have cards: the packets of the ends are as long as the cut makes them.
///
/// The ideal model is that of Gilbert, Shannon and Reeds (GSR). The comparison simulates a model with your cuts and
/// drops. It is a lower bound: the number of rising sequences is compared, and other statistics may need more riffles.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Hands {
    /// Read the riffles from this file [default: standard input]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,

    /// Read letters from the top card of the riffled deck down
    #[arg(long)]
    top_down: bool,

    /// Compare with this number of ideal riffles
    #[arg(long, value_name = "K", default_value = "7", value_parser = parse_ideal, allow_negative_numbers = true)]
    ideal: u32,

    /// Simulate this number of decks for the comparison [default: 20000, or fewer if a deck has more than 52 cards]
    #[arg(long, value_name = "M", value_parser = integer::parse_positive, allow_negative_numbers = true)]
    samples: Option<BigUint>,

    /// The seed of the simulation: a number, 64 hexadecimal digits, or any text
    #[arg(long, value_name = "X", default_value = "1")]
    seed: Seed,

    /// Draw the interleavings in this SVG file too
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  printf 'RLLRLRRL\\nLRRLRLRL\\nRLRLLRRL\\n' | faro hands --ideal 3
  echo '1 2 3 4 5 6 | 4 1 2 5 3 6' | faro hands --ideal 2 --format json
  faro deck 6 gsr --samples 9 --seed 1 | sed 's/^/1 2 3 4 5 6 | /' | faro hands --ideal 3";

const MOST_IDEAL: u32 = 60;

fn parse_ideal(text: &str) -> Result<u32, String> {
    let riffles = integer::parse(text)?.to_u32().filter(|riffles| (1..=MOST_IDEAL).contains(riffles));
    riffles.ok_or_else(|| format!("expected a number of riffles from 1 to {MOST_IDEAL}, such as 7"))
}

/// Minimum number of simulated decks, default number of their cards, and maximum number of their cards.
const LEAST_DECKS: usize = 100;
const USUAL_CARDS: usize = 20_000 * 52;
const MOST_CARDS: usize = 100_000_000;

/// Maximum number of bytes of recorded riffles.
const MOST_BYTES: u64 = 1 << 24;

impl Hands {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        let file = self.file.as_deref().filter(|path| path.as_os_str() != "-");
        let written = self.svg.as_deref().map(|path| (path, SVG)).into_iter().chain(args.written());
        overwrite::check([file.unwrap_or(Path::new(overwrite::STDIN))], written)?;
        let Records { riffles, unmoved } = self.records(file)?;
        let cards = riffles[0].cards();
        let samples = self.decks(cards)?;
        let report = HandsReport {
            cards,
            habits: Habits::new(&riffles),
            test: IdealTest::new(&riffles),
            model: Model::fit(&riffles),
            equivalent: equivalent(&riffles, self.ideal, samples, &self.seed),
            ideal: self.ideal,
            samples,
            seed: self.seed,
            riffles,
            unmoved,
        };
        let picture = report::interleavings(&report);
        output::with_picture(&report, self.svg.as_deref(), args, &mut |out| {
            faro_render::interleavings(&picture, out)
        })
    }

    fn records(&self, file: Option<&Path>) -> anyhow::Result<Records> {
        let refuse = |why: String| match file {
            Some(path) => invalid("[FILE]", path.display(), why),
            None => anyhow::anyhow!("standard input: {why}"),
        };
        let unreadable = |error: io::Error| refuse(format!("cannot read it: {error}"));
        let bytes = match file {
            Some(path) => File::open(path).and_then(read),
            None => {
                if io::stdin().is_terminal() {
                    output::note(
                        "reading riffles from the keyboard, one a line, such as RLLRL; Ctrl-D ends them",
                    );
                }
                read(io::stdin())
            }
        };
        let bytes = bytes.map_err(unreadable)?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(refuse("it has more than 16 MB; expected fewer riffles".into()));
        }
        let text = String::from_utf8(bytes).map_err(|_| refuse("expected text in UTF-8".into()))?;
        records::parse(&text, self.top_down).map_err(refuse)
    }

    fn decks(&self, cards: usize) -> anyhow::Result<usize> {
        let Some(samples) = &self.samples else {
            return Ok((USUAL_CARDS / cards).clamp(2000, 20_000));
        };
        let most = MOST_CARDS / cards;
        samples.to_usize().filter(|decks| (LEAST_DECKS..=most).contains(decks)).ok_or_else(|| {
            let why = format!("expected from {LEAST_DECKS} to {most} decks of {}", counted(cards, "card"));
            invalid("--samples <M>", brief(samples), why)
        })
    }
}

/// Reads at most one byte more than the limit.
fn read(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
