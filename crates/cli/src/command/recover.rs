//! `faro recover`: finds the seed of a shuffled deck by trying all seeds.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use faro_audit::bytes::{self, MAGIC};
use faro_audit::lines::{MAX_LINE, Reader};
use faro_sample::simulate::{Merge, over_units};
use faro_sample::zoo::{Fits, SeededDraws};
use num_traits::ToPrimitive;
use serde::Serialize;

use faro_console::args::OutputArgs;
use faro_console::effort::cores;
use faro_console::error::invalid;
use faro_console::watch::Watch;
use faro_console::{integer, overwrite};
use faro_render::view::{Page, Report, Table};

/// Find the seed of a shuffled deck by trying all seeds.
///
/// The shuffle is `state:B`, a correct shuffle by a good generator that has a seed of only B bits. A few
/// cards determine the seed, and the seed determines the rest of the deck: six cards are enough for 32 bits.
/// The cards are compared from the bottom up, the order in which this shuffle places them.
///
/// This is a demonstration: other programs use other generators and seeds. Each core tries about ten million
/// seeds per second; 32 bits take minutes.
///
/// Reads one deck in the format of `faro audit`: the first line of a file or of standard input, or --deck.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Recover {
    /// Read the deck from this file [default: standard input]
    #[arg(value_name = "FILE", conflicts_with = "deck")]
    file: Option<PathBuf>,

    /// The deck, top card first
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    deck: Option<String>,

    /// The number of bits of the seed, from 1 to 32
    #[arg(long, value_name = "B", value_parser = parse_bits, allow_negative_numbers = true)]
    state_bits: u32,
}

const EXAMPLES: &str = "\
Examples:
  faro deck 52 state:16 --seed 1 | faro recover --state-bits 16
  faro recover --deck '5 2 1 4 3' --state-bits 12    five cards fit many seeds";

fn parse_bits(text: &str) -> Result<u32, String> {
    let bits = integer::parse(text)?.to_u32().filter(|bits| (1..=32).contains(bits));
    bits.ok_or_else(|| "expected a number of bits from 1 to 32".into())
}

/// Number of seeds of a block, the unit of work: about a hundredth of a second.
const SEEDS_PER_BLOCK: u64 = 1 << 16;

/// Maximum number of seeds that text lists.
const MAX_SHOWN: usize = 10;

#[derive(Serialize)]
pub struct RecoverReport {
    cards: usize,
    state_bits: u32,
    /// The number of seeds that were tried. Next to it is the number of all seeds.
    tried: u64,
    seeds_in_all: u64,
    /// The number of tried seeds that fit the lowest 0, 1, 2, … cards.
    fitting: Vec<u64>,
    /// The first thousand seeds that fit.
    seeds: Vec<u32>,
    complete: bool,
}

impl Recover {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<RecoverReport> {
        let read = self.file.as_deref().filter(|path| path.as_os_str() != "-");
        overwrite::check([read.unwrap_or(Path::new(overwrite::STDIN))], args.written())?;
        let deck = self.deck()?;
        let all = 1u64 << self.state_bits;
        let watch = Watch::before(all, args);
        let fits = tried(&SeededDraws::new(&deck), all, &watch);
        let tried = fits.after.first().copied().unwrap_or(0);
        Ok(RecoverReport {
            cards: deck.len(),
            state_bits: self.state_bits,
            tried,
            seeds_in_all: all,
            fitting: fits.after,
            seeds: fits.seeds,
            complete: tried == all,
        })
    }

    fn deck(&self) -> anyhow::Result<Vec<u32>> {
        match (&self.deck, &self.file) {
            (Some(text), _) => {
                first_deck(text.as_bytes()).map_err(|why| invalid("--deck <CARDS>", text, why))
            }
            (_, Some(path)) if path.as_os_str() != "-" => {
                let invalid_file = |why: String| invalid("[FILE]", path.display(), why);
                let unreadable = |error: io::Error| invalid_file(format!("cannot read it: {error}"));
                let text = first_line(std::fs::File::open(path).map_err(unreadable)?).map_err(unreadable)?;
                first_deck(&text).map_err(invalid_file)
            }
            _ => {
                let text = first_line(io::stdin()).context("cannot read standard input")?;
                first_deck(&text).map_err(|why| anyhow::anyhow!("standard input: {why}"))
            }
        }
    }
}

/// Reads the first line of a text, or the first bytes of an array, up to the maximum length of a line.
fn first_line(source: impl io::Read) -> io::Result<Vec<u8>> {
    let (mut text, mut source) = (Vec::new(), io::BufReader::new(source.take(MAX_LINE as u64 + 2)));
    io::BufRead::read_until(&mut source, b'\n', &mut text)?;
    if text.starts_with(MAGIC) {
        io::Read::read_to_end(&mut source, &mut text)?;
    }
    Ok(text)
}

fn first_deck(line: &[u8]) -> Result<Vec<u32>, String> {
    let line = if line.starts_with(MAGIC) { bytes::first_line(line)?.into_bytes() } else { line.into() };
    let mut reader = Reader::new();
    let read = reader.read(line.strip_suffix(b"\n").unwrap_or(&line));
    let deck = read.map_err(|error| error.kind.to_string())?;
    deck.map(<[u32]>::to_vec).ok_or_else(|| "expected a deck on one line, such as 3 1 2".into())
}

/// Tries all seeds on all cores, until Ctrl-C. All blocks have the same size, because the number of seeds and
/// the block size are powers of two.
fn tried(draws: &SeededDraws, all: u64, watch: &Watch) -> Fits {
    let block = SEEDS_PER_BLOCK.min(all);
    let count =
        |unit: u64, fits: &mut Fits| fits.merge(Fits::search(draws, unit * block..(unit + 1) * block));
    let goes_on = |blocks| watch.goes_on_by(blocks * block);
    over_units(0..all / block, cores(), &Fits::default(), count, goes_on).0
}

impl RecoverReport {
    /// Returns the number of fitting seeds by the number of compared cards, up to its last decrease.
    fn falling(&self) -> impl Iterator<Item = (usize, u64)> {
        let last = self.fitting.last().copied().unwrap_or(0);
        let end = self.fitting.iter().position(|&seeds| seeds == last).unwrap_or(0);
        self.fitting.iter().copied().enumerate().take(end + 1)
    }

    fn found(&self) -> String {
        let fitting = self.fitting.last().copied().unwrap_or(0);
        let listed: Vec<String> = self.seeds.iter().take(MAX_SHOWN).map(u32::to_string).collect();
        let more = if fitting > listed.len() as u64 { ", …" } else { "" };
        match fitting {
            0 => format!(
                "no seed of state:{} makes this deck; another generator may have made it",
                self.state_bits
            ),
            1 => format!("seed {}", listed[0]),
            many => format!("{many} seeds: {}{more}", listed.join(", ")),
        }
    }
}

impl Report for RecoverReport {
    fn table(&self) -> Table<'_> {
        let row = |(seen, seeds): (usize, &u64)| vec![seen.to_string(), seeds.to_string()];
        Table::new(["cards_seen", "seeds"], self.fitting.iter().enumerate().map(row))
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.found())?;
        if page.quiet {
            return Ok(());
        }
        let rows = self.falling().map(|(seen, seeds)| vec![seen.to_string(), seeds.to_string()]);
        faro_render::text(Table::new(["cards seen", "matching seeds"], rows), page, out)
    }

    fn unfinished(&self) -> Option<String> {
        (!self.complete)
            .then(|| format!("interrupted: {} of {} seeds were tried", self.tried, self.seeds_in_all))
    }
}
