use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use faro::audit::lines::{MAX_LINE, Reader};
use faro::seed::{Fits, search};
use faro::simulate::{Merge, over_units};
use faro::zoo::SeededDraws;
use num_traits::ToPrimitive;
use serde::Serialize;

use crate::cli::args::OutputArgs;
use crate::cli::error::invalid;
use crate::cli::integer;
use crate::cli::overwrite;
use crate::cli::render;
use crate::cli::threads::cores;
use crate::cli::view::{Page, Report, Table};
use crate::cli::watch::Watch;

/// Which seed made this deck? Found by trying all.
///
/// The shuffle is `state:B`, a right one by a good generator, seeded with B bits. A few cards tell the
/// seed, and the seed tells the rest of the deck: with 32 bits, six cards. The cards are looked at from the
/// bottom up, the order in which this shuffle lays them.
///
/// It is a demonstration: a program's own generator is another one, and has another seed. About ten million
/// seeds are tried in a second by each core; 32 bits take minutes.
///
/// One deck is read, as `faro audit` reads decks: the first line of a file or of standard input, or --deck.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Recover {
    /// Read the deck from this file [default: standard input]
    #[arg(value_name = "FILE", conflicts_with = "deck")]
    file: Option<PathBuf>,

    /// The deck, top card first
    #[arg(long, value_name = "CARDS", allow_hyphen_values = true)]
    deck: Option<String>,

    /// The bits of the seed, from 1 to 32
    #[arg(long, value_name = "B", value_parser = parse_bits, allow_negative_numbers = true)]
    state_bits: u32,
}

const EXAMPLES: &str = "\
Examples:
  faro deck --cards 52 --shuffle state:16 --seed 1 | faro recover --state-bits 16
  faro recover --deck '5 2 1 4 3' --state-bits 12      many seeds fit five cards";

fn parse_bits(text: &str) -> Result<u32, String> {
    let bits = integer::parse(text)?.to_u32().filter(|bits| (1..=32).contains(bits));
    bits.ok_or_else(|| "expected a number of bits from 1 to 32".into())
}

/// Seeds that are tried in one go: about a hundredth of a second.
const GO: u64 = 1 << 16;

/// Seeds that text lists.
const SHOWN: usize = 10;

#[derive(Serialize)]
pub struct RecoverReport {
    cards: usize,
    state_bits: u32,
    /// How many seeds were tried, and how many there are.
    tried: u64,
    seeds_in_all: u64,
    /// How many of the seeds that were tried fit no card, the bottom card, the two lowest, …
    fitting: Vec<u64>,
    /// The seeds that fit, the first thousand.
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
                let refused = |why: String| invalid("[FILE]", path.display(), why);
                let unreadable = |error: io::Error| refused(format!("cannot read it: {error}"));
                let text = begin(std::fs::File::open(path).map_err(unreadable)?).map_err(unreadable)?;
                first_deck(&text).map_err(refused)
            }
            _ => {
                let text = begin(io::stdin()).context("cannot read standard input")?;
                first_deck(&text).map_err(|why| anyhow::anyhow!("standard input: {why}"))
            }
        }
    }
}

/// As many bytes as a line may have, and its end.
fn begin(source: impl io::Read) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    io::BufRead::read_until(&mut io::BufReader::new(source.take(MAX_LINE as u64 + 2)), b'\n', &mut text)?;
    Ok(text)
}

fn first_deck(line: &[u8]) -> Result<Vec<u32>, String> {
    let mut reader = Reader::new();
    let read = reader.read(line.strip_suffix(b"\n").unwrap_or(line));
    let deck = read.map_err(|error| error.kind.to_string())?;
    deck.map(<[u32]>::to_vec).ok_or_else(|| "expected a deck on one line, such as 3 1 2".into())
}

/// Tries all seeds on all cores, until Ctrl-C. Seeds and goes are powers of two: no go is shorter.
fn tried(draws: &SeededDraws, all: u64, watch: &Watch) -> Fits {
    let go = GO.min(all);
    let count = |unit: u64, fits: &mut Fits| fits.merge(search(draws, unit * go..(unit + 1) * go));
    let goes_on = |goes| watch.goes_on_by(goes * go);
    over_units(0..all / go, cores(), &Fits::default(), count, goes_on).tally
}

impl RecoverReport {
    /// Up to where the number of seeds still falls.
    fn telling(&self) -> impl Iterator<Item = (usize, u64)> {
        let last = self.fitting.last().copied().unwrap_or(0);
        let end = self.fitting.iter().position(|&seeds| seeds == last).unwrap_or(0);
        self.fitting.iter().copied().enumerate().take(end + 1)
    }

    fn found(&self) -> String {
        let fitting = self.fitting.last().copied().unwrap_or(0);
        let listed: Vec<String> = self.seeds.iter().take(SHOWN).map(u32::to_string).collect();
        let more = if fitting > listed.len() as u64 { ", …" } else { "" };
        match fitting {
            0 => format!("state:{} makes this deck by no seed; another generator might", self.state_bits),
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
        let rows = self.telling().map(|(seen, seeds)| vec![seen.to_string(), seeds.to_string()]);
        render::text(Table::new(["cards seen", "seeds that fit"], rows), out)
    }

    fn unfinished(&self) -> Option<String> {
        (!self.complete)
            .then(|| format!("interrupted: {} of {} seeds were tried", self.tried, self.seeds_in_all))
    }
}
