//! `faro matrix`: the probability of each card at each position after a shuffle, exact or from simulated decks.

use std::io::{self, Write};

use faro::distribution::{Law, Matrix};
use faro_math::number::Fraction;
use faro_render::numbers::counted;
use faro_render::one_based;
use faro_render::view::{ByteForm, HeatMap, Page, Report, Sequence, Table};
use faro_sample::shuffle::Seed;
use faro_sample::simulate::{PositionTable, Problem, over_units};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::{Serialize, Serializer};

use crate::arguments::effort::ThreadsArgs;
use crate::arguments::integer;
use crate::arguments::seed::SeedArgs;
use crate::arguments::shuffle::{NamedRoutine, ShuffleArgs, routine};
use crate::arguments::start::{CardNames, StartArgs};
use crate::output::PictureArgs;
use crate::output::error::invalid;
use crate::output::object::object;
use crate::output::options::OutputArgs;
use crate::output::probability;
use crate::output::probability::PValue;
use crate::output::watch::Watch;

/// The probability of each card at each position after a shuffle.
///
/// A row is a card, named by its position before the shuffle; a column is a position after it. The
/// probabilities are exact for passes of transpositions, riffles, most other shuffles, and words of them. If
/// no formula is known they are simulated, as with --samples, and the seed is printed. With --start, rows have
/// the names of the cards of that order, which the shuffle does not depend on.
///
/// Text has four decimals: 0.2000 is 1/5 or near it, and --exact says which. The texts 0 and 1 stand for exact values
/// only. JSON and CSV have all correct digits, 14 for an exact probability. For more than 128 cards, their 0 may stand
/// for a probability below 10^-26.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct MatrixArgs {
    #[command(flatten)]
    pub shuffle: ShuffleArgs,

    #[command(flatten)]
    pub start: StartArgs,

    /// The number of shuffles to simulate instead [default without a formula: 100000, or fewer that take some seconds]
    #[arg(long, value_name = "M", value_parser = integer::parse_positive)]
    samples: Option<BigUint>,

    /// Print exact fractions, for up to 8 cards; JSON and CSV have them beside the numbers
    #[arg(long, conflicts_with = "samples")]
    exact: bool,

    /// Compare with the matrix of this shuffle, exact where a formula is known: the largest difference, where it is, and
    /// whether it is chance
    #[arg(long, value_name = "WORD")]
    against: Option<String>,

    /// Draw the whole map on a terminal too [default on a terminal: the means of blocks of cells, on one screen]
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    seed: SeedArgs,

    #[command(flatten)]
    threads: ThreadsArgs,

    #[command(flatten)]
    pub picture: PictureArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro matrix 10 naive
  faro matrix 5 naive --exact
  faro matrix 52 gsr^4
  faro matrix 52 naive --svg naive.svg
  faro matrix 52 gsr^4 --against gsr^5
  faro matrix 52 gsr:clump=0.8 --samples 20000 --seed 1
  faro matrix 52 'gsr cut:26' --format csv";

const SEED_UNUSED: &str = "'--seed' is for a simulation, and the matrix of this shuffle is exact; add --samples, or leave --seed out";

/// Maximum number of cards for which probabilities are computed as fractions: 40,320 orders.
const MAX_EXACT: usize = 8;

/// Default number of simulated decks.
const DEFAULT_SAMPLES: u64 = 100_000;

/// Maximum number of cards that a simulation moves: some minutes of work.
const MAX_MOVED: f64 = 2e10;

/// Maximum number of cards that a simulation without `--samples` moves: some seconds of work.
const MAX_MOVED_BY_DEFAULT: f64 = 5e8;

/// Number of lines above and below the map: its scales, the sentences, and the prompt.
const LINES_BESIDE: usize = 10;

pub struct MatrixReport {
    cards: usize,
    names: CardNames,
    name: String,
    matrix: Matrix,
    /// The probabilities row by row, if they are printed as fractions.
    fractions: Option<Vec<Fraction>>,
    simulated: Option<SimulatedDecks>,
    against: Option<Against>,
    /// Without `--samples`, the reason why the matrix is not exact.
    inexact_because: Option<String>,
    ascii: bool,
    /// Whether the map may be longer than the screen.
    all: bool,
}

struct SimulatedDecks {
    samples: u64,
    /// The requested number of decks.
    asked: u64,
    seed: Seed,
}

/// The cell at which the matrices of the two compared shuffles differ most.
#[derive(Serialize)]
struct Against {
    shuffle: String,
    /// The number of simulated decks of the second shuffle, or `None` if its matrix is exact.
    samples: Option<u64>,
    difference: f64,
    card: usize,
    position: usize,
    probability: f64,
    against_probability: f64,
    /// For each shuffle, whether the probability is a frequency in simulated decks.
    #[serde(skip)]
    simulated: [bool; 2],
    /// The p-value of the most unlikely difference, corrected for all cells. `None` if both matrices are exact.
    p_value: Option<PValue>,
}

impl Against {
    fn new(report: &MatrixReport, other: &MatrixReport) -> Against {
        let cells = || {
            (0..report.cards)
                .flat_map(|card| (0..report.cards).map(move |position| (card, position)))
        };
        let pair = |(card, position): (usize, usize)| {
            [report, other].map(|matrix| matrix.number(card, position))
        };
        let difference = |cell: &(usize, usize)| {
            let [probability, against] = pair(*cell);
            (probability - against).abs()
        };
        // If several cells have the largest difference, the first of them is reported.
        let (card, position) = cells()
            .reduce(|largest, cell| {
                if difference(&cell) > difference(&largest) {
                    cell
                } else {
                    largest
                }
            })
            .expect("a deck has a card");
        let [probability, against] = pair((card, position));
        let decks = [report, other].map(|matrix| {
            matrix
                .simulated
                .as_ref()
                .map(|simulated| simulated.samples as f64)
        });
        let is_exact = decks.iter().all(Option::is_none);
        let z = cells()
            .map(|cell| deviation(pair(cell), decks))
            .fold(0.0, f64::max);
        Against {
            shuffle: other.name.clone(),
            samples: other.simulated.as_ref().map(|simulated| simulated.samples),
            difference: probability::rounded(probability - against),
            card: one_based::number(card),
            position: one_based::number(position),
            probability,
            against_probability: against,
            simulated: decks.map(|decks| decks.is_some()),
            p_value: (!is_exact).then(|| PValue::of_deviate(z, report.cards * report.cards)),
        }
    }

    fn sentence(&self) -> String {
        let how = match self.simulated {
            [false, false] => "",
            [true, false] => ", exact",
            [_, true] => ", simulated",
        };
        let Against {
            shuffle,
            card,
            position,
            ..
        } = self;
        let difference = probability::of_number(self.difference.abs(), 4);
        let [probability, against] = [
            (self.probability, self.simulated[0]),
            (self.against_probability, self.simulated[1]),
        ]
        .map(|(number, is_simulated)| cell(number, is_simulated));
        if self.difference == 0.0 {
            return format!("against {shuffle}{how}: no cell differs");
        }
        let chance = match self.p_value {
            None => "exact".into(),
            Some(p_value) if p_value.number < 0.01 => {
                format!(
                    "not chance: p {}, corrected for all cells",
                    p_value.after_p()
                )
            }
            Some(p_value) => format!(
                "within chance: p {}, corrected for all cells",
                p_value.after_p()
            ),
        };
        format!(
            "against {shuffle}{how}: the largest difference is {difference}, card {card} at position {position}: {probability} and {against}; {chance}"
        )
    }
}

/// Returns the difference of two probabilities in standard errors.
///
/// `decks` has the number of simulated decks of each matrix, or `None` for an exact one.
fn deviation([probability, against]: [f64; 2], decks: [Option<f64>; 2]) -> f64 {
    let difference = (probability - against).abs();
    let pooled = match decks {
        [Some(first), Some(second)] => (probability * first + against * second) / (first + second),
        [None, _] => probability,
        [_, None] => against,
    };
    let inverse: f64 = decks.iter().flatten().map(|decks| 1.0 / decks).sum();
    let variance = pooled * (1.0 - pooled) * inverse;
    match difference {
        0.0 => 0.0,
        _ if inverse == 0.0 => 0.0,
        _ => difference / variance.sqrt(),
    }
}

impl MatrixArgs {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        StartArgs::check_shuffle(self.shuffle.is_identity, "")?;
        let shuffle = self.shuffle.routine(Matrix::MAX_CARDS)?;
        let fractions = self.fractions(&shuffle)?;
        let names = self.start.names(&self.shuffle.cards)?;
        let seed = self.seed.seed()?;
        let other = self
            .against
            .as_deref()
            .map(|word| routine("--against <WORD>", word, shuffle.cards))
            .transpose()?;
        let report = self.matrix(&shuffle, (seed, false), args)?;
        let other = other
            .map(|other| self.matrix(&other, (seed, true), args))
            .transpose()?;
        let is_simulated = [Some(&report), other.as_ref()]
            .into_iter()
            .flatten()
            .any(|matrix| matrix.simulated.is_some());
        anyhow::ensure!(is_simulated || !self.seed.is_given(), SEED_UNUSED);
        let against = other.map(|other| Against::new(&report, &other));
        let report = MatrixReport {
            names,
            fractions,
            against,
            ..report
        };
        self.picture.show(&report, args, &mut |sheet, out| {
            faro_render::heat(&report.map(), sheet, out)
        })
    }

    /// Returns the matrix of a shuffle. The second shuffle of a comparison is exact if a formula is known, otherwise it
    /// is simulated with other random numbers than the first.
    fn matrix(
        &self,
        shuffle: &NamedRoutine,
        draws: (Seed, bool),
        args: &OutputArgs,
    ) -> anyhow::Result<MatrixReport> {
        match (&self.samples, draws) {
            (Some(samples), (_, false)) => {
                self.simulated(shuffle, self.bounded(samples, shuffle)?, None, draws, args)
            }
            _ => self.exact(shuffle, draws, args),
        }
    }

    fn fractions(&self, shuffle: &NamedRoutine) -> anyhow::Result<Option<Vec<Fraction>>> {
        if !self.exact {
            return Ok(None);
        }
        if shuffle.cards > MAX_EXACT {
            let why = format!(
                "expected at most {MAX_EXACT} cards with --exact; without it, --format csv has 12 digits"
            );
            return Err(self.shuffle.invalid_cards(why));
        }
        let law = shuffle
            .routine
            .law()
            .map_err(|error| self.shuffle.invalid_cards(error))?;
        Ok(Some(fractions(&law)))
    }

    fn bounded(&self, samples: &BigUint, shuffle: &NamedRoutine) -> anyhow::Result<u64> {
        let max_samples = self.max_samples(shuffle)?;
        let error = || {
            invalid(
                "--samples <M>",
                samples,
                format!("expected at most {max_samples} for this shuffle"),
            )
        };
        samples
            .to_u64()
            .filter(|&samples| samples <= max_samples)
            .ok_or_else(error)
    }

    /// Returns the maximum number of simulated decks.
    fn max_samples(&self, shuffle: &NamedRoutine) -> anyhow::Result<u64> {
        let max_samples = MAX_MOVED / shuffle.routine.moves().max(shuffle.cards as f64);
        if max_samples < 1.0 {
            let why = "one shuffle by this word takes too long; try a shorter word";
            return Err(self.shuffle.invalid_cards(why));
        }
        Ok(max_samples as u64)
    }

    fn exact(
        &self,
        shuffle: &NamedRoutine,
        draws: (Seed, bool),
        args: &OutputArgs,
    ) -> anyhow::Result<MatrixReport> {
        match shuffle.routine.matrix() {
            Ok(matrix) => Ok(self.report(shuffle, matrix)),
            Err(error) => {
                let samples = match &self.samples {
                    Some(samples) => self.bounded(samples, shuffle)?,
                    None => {
                        let max = self.max_samples(shuffle)? as f64;
                        let unasked = MAX_MOVED_BY_DEFAULT / MAX_MOVED * max;
                        DEFAULT_SAMPLES.min((unasked as u64).max(1))
                    }
                };
                self.simulated(shuffle, samples, Some(error.to_string()), draws, args)
            }
        }
    }

    /// Simulates until all decks are shuffled, or until Ctrl-C.
    fn simulated(
        &self,
        shuffle: &NamedRoutine,
        asked: u64,
        inexact_because: Option<String>,
        (seed, is_second): (Seed, bool),
        args: &OutputArgs,
    ) -> anyhow::Result<MatrixReport> {
        let problem = Problem::new(shuffle.cards, asked);
        let decks = problem.sampler(&shuffle.routine, &seed);
        let decks = if is_second {
            decks.on_other_draws()
        } else {
            decks
        };
        let watch = Watch::before(asked, args);
        let (table, units) = over_units(
            0..problem.units(),
            self.threads.affordable(8 * shuffle.cards * shuffle.cards),
            &PositionTable::new(shuffle.cards),
            |unit, positions| decks.count(unit, positions),
            |finished| watch.goes_on_by(finished * problem.decks(0)),
        );
        let samples = problem.decks_of(units);
        anyhow::ensure!(samples > 0, "interrupted: no deck was shuffled");
        let matrix = Matrix::from_counts(shuffle.cards, &table.counts(), samples);
        let simulated = Some(SimulatedDecks {
            samples,
            asked,
            seed,
        });
        Ok(MatrixReport {
            simulated,
            inexact_because,
            ..self.report(shuffle, matrix)
        })
    }

    fn report(&self, shuffle: &NamedRoutine, matrix: Matrix) -> MatrixReport {
        let name = shuffle.name.clone();
        MatrixReport {
            cards: shuffle.cards,
            names: CardNames::new(self.shuffle.cards.clone()),
            name,
            matrix,
            fractions: None,
            simulated: None,
            against: None,
            inexact_because: None,
            ascii: self.picture.ascii,
            all: self.all,
        }
    }
}

/// Maximum number of cards for which text shows the probabilities as numbers.
const MAX_SHOWN_CARDS: usize = 12;

impl MatrixReport {
    /// Returns the probabilities row by row, rounded to their correct digits.
    fn rows(&self) -> impl Iterator<Item = Vec<f64>> {
        (0..self.cards).map(|card| {
            (0..self.cards)
                .map(|position| self.number(card, position))
                .collect()
        })
    }

    fn number(&self, card: usize, position: usize) -> f64 {
        let number = self.matrix.row(card)[position];
        match &self.fractions {
            Some(fractions) => fractions[card * self.cards + position].to_f64(),
            None if self.simulated.is_some() => number,
            None => probability::rounded(number),
        }
    }

    fn map(&self) -> HeatMap {
        let fair = self.cards as f64;
        let title = format!(
            "{}, {}: each card at each position",
            self.name,
            counted(self.cards, "card")
        );
        let cells = (0..self.cards)
            .flat_map(|card| self.matrix.row(card))
            .map(|chance| chance * fair)
            .collect();
        HeatMap::new(title, self.cards, cells, self.noise())
    }

    /// Returns two standard errors of a fair cell, relative to its probability p: 2 · √((1 − p)/(p · samples)).
    fn noise(&self) -> Option<f64> {
        let samples = self.simulated.as_ref()?.samples as f64;
        Some(2.0 * ((self.cards as f64 - 1.0) / samples).sqrt())
    }

    /// Returns the smallest and the largest probability, relative to the fair one.
    fn extremes(&self) -> [String; 2] {
        if let Some(fractions) = &self.fractions {
            let fair = Fraction::new(1u32, self.cards);
            let by_size = |a: &&Fraction, b: &&Fraction| a.ln().total_cmp(&b.ln());
            let ends = [
                fractions.iter().min_by(by_size),
                fractions.iter().max_by(by_size),
            ];
            return ends.map(|end| {
                end.map_or_else(String::new, |cell| probability::times_fair(cell, &fair))
            });
        }
        let (min, max) = self.matrix.extremes();
        let (fair, is_simulated) = (self.cards as f64, self.simulated.is_some());
        [min, max].map(|chance| match chance * fair {
            estimate if is_simulated && (estimate == 0.0 || estimate == 1.0) => {
                format!("{estimate:.4}")
            }
            ratio => probability::ratio_of_numbers(ratio),
        })
    }

    /// Writes the probabilities as fractions if they are requested, otherwise as decimal numbers.
    fn numbers(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let cell = |card: usize, position: usize| match &self.fractions {
            Some(fractions) => fractions[card * self.cards + position].to_string(),
            None => self::cell(self.matrix.row(card)[position], self.simulated.is_some()),
        };
        let row = |card: usize| {
            let label = self.names.label(card as u64).to_string();
            std::iter::once(label)
                .chain((0..self.cards).map(|position| cell(card, position)))
                .collect()
        };
        let positions = (0..self.cards).map(|position| one_based::number(position).to_string());
        let columns = std::iter::once("card".to_string()).chain(positions);
        faro_render::text(Table::new(columns, (0..self.cards).map(row)), page, out)
    }
}

/// Formats the probability of a card at a position, or the fraction of simulated decks. 0 and 1 have decimals in a
/// fraction of decks, because they are not exact.
fn cell(part: f64, is_simulated: bool) -> String {
    match is_simulated && (part == 0.0 || part == 1.0) {
        true => format!("{part:.4}"),
        false => probability::of_number(part, 4),
    }
}

/// Returns the probability of each card at each position, row by row, from the law of all orders.
fn fractions(law: &Law) -> Vec<Fraction> {
    let cards = law.cards();
    let mut weights = vec![BigUint::ZERO; cards * cards];
    for rank in 0..law.orders() {
        let weight = law.weight(rank);
        for (position, card) in law.deck(rank).into_iter().enumerate() {
            weights[card as usize * cards + position] += &weight;
        }
    }
    weights
        .into_iter()
        .map(|weight| Fraction::new(weight, law.total()))
        .collect()
}

impl Report for MatrixReport {
    fn table(&self) -> Table<'_> {
        let cells = self.rows().enumerate().flat_map(move |(card, row)| {
            let cell = move |(position, chance): (usize, f64)| {
                let name = self.names.name(card as u64).map(String::from);
                let exact = self
                    .fractions
                    .as_ref()
                    .map(|cells| cells[card * self.cards + position].to_string());
                let [card, position] =
                    [card, position].map(|index| one_based::number(index).to_string());
                [card, position, chance.to_string()]
                    .into_iter()
                    .chain(exact)
                    .chain(name)
                    .collect()
            };
            row.into_iter().enumerate().map(cell)
        });
        let exact = self.fractions.as_ref().map(|_| "exact");
        let name = self.names.start().map(|_| "name");
        Table::new(
            ["card", "position", "probability"]
                .into_iter()
                .chain(exact)
                .chain(name),
            cells,
        )
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        if self.cards <= MAX_SHOWN_CARDS {
            self.numbers(page, out)?;
        }
        // The map of a small deck repeats the numbers, so it is left out if the screen has no room for it
        // below them.
        let fits = page.rows.is_none_or(|rows| 2 * self.cards + 8 <= rows);
        if self.cards > MAX_SHOWN_CARDS || (page.colour && !page.few_colours && fits) {
            let lines = page
                .rows
                .filter(|_| !self.all)
                .map(|rows| rows.saturating_sub(LINES_BESIDE));
            let is_reduced = faro_render::heat_text(&self.map(), self.ascii, lines, page, out)?;
            if is_reduced && lines.is_some() && !page.quiet {
                writeln!(
                    out,
                    "each cell is the mean of a block; the whole map: --all, or --svg FILE"
                )?;
            }
        }
        if page.quiet {
            return Ok(());
        }
        let fair = probability::of_fraction(&Fraction::new(1u32, self.cards.max(1)), 6);
        writeln!(
            out,
            "rows are cards, columns are positions; fair is 1/{} = {fair}",
            self.cards
        )?;
        match self.extremes() {
            [min, max] if min == max && min.contains('±') => {
                writeln!(out, "every cell is fair, as far as its digits show")?;
            }
            [min, max] if min == max => writeln!(out, "every cell is {min} times fair")?,
            [min, max] => writeln!(out, "cells from {min} to {max} times fair")?,
        }
        if let Some(against) = &self.against {
            writeln!(out, "{}", against.sentence())?;
        }
        match (&self.simulated, self.noise()) {
            (
                Some(SimulatedDecks {
                    samples,
                    asked,
                    seed,
                }),
                Some(noise),
            ) => {
                let percent = 100.0 * noise;
                let samples_text = if samples == asked {
                    asked.to_string()
                } else {
                    format!("{samples} of {asked}")
                };
                writeln!(
                    out,
                    "{}: ± {percent:.2} % is two standard deviations of a fair cell",
                    counted(samples_text, "sample")
                )?;
                if let Some(why) = &self.inexact_because {
                    writeln!(out, "simulated: {why}")?;
                }
                writeln!(out, "seed {seed}")
            }
            _ if self.fractions.is_some() => writeln!(out, "exact"),
            _ if self.cards > MAX_SHOWN_CARDS => {
                writeln!(out, "exact to 12 digits, which --format csv has")
            }
            _ => writeln!(out, "exact to 12 digits"),
        }
    }

    /// Writes an array of cards × positions.
    fn bytes(&self, form: ByteForm, out: &mut dyn Write) -> Option<io::Result<()>> {
        let write = || {
            out.write_all(&faro_render::npy_header("'<f8'", &[self.cards as u64; 2]))?;
            self.rows()
                .flatten()
                .try_for_each(|chance| out.write_all(&chance.to_le_bytes()))
        };
        (form == ByteForm::Npy).then(write)
    }

    fn unfinished(&self) -> Option<String> {
        let SimulatedDecks { samples, asked, .. } = self.simulated.as_ref()?;
        (samples < asked).then(|| {
            format!(
                "interrupted: {samples} of {} were shuffled",
                counted(asked, "deck")
            )
        })
    }
}

impl Serialize for MatrixReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let exact: Option<Vec<String>> = self
            .fractions
            .as_ref()
            .map(|fractions| fractions.iter().map(Fraction::to_string).collect());
        object!(serializer, {
            "cards": self.cards,
            "shuffle": self.name,
            "samples": self.simulated.as_ref().map(|simulated| simulated.samples),
            "seed": self.simulated.as_ref().map(|simulated| simulated.seed),
            "complete": self.unfinished().is_none(),
            "matrix": Sequence::new(self.rows()),
            "against"?: self.against,
            "exact"?: exact.as_ref().map(|exact| exact.chunks(self.cards).collect::<Vec<_>>()),
            "start"?: self.names.start(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    /// The numbers agree to 13 digits, and exactly if they are 0.
    fn fractions_are_the_numbers_of_the_matrix() -> anyhow::Result<()> {
        let words = [
            "naive",
            "gsr^3 cut:2",
            "top-to-random",
            "out",
            "sattolo",
            "sattolo^2",
            "fisher-yates",
            "skip:0.1",
            "thorp^2",
            "random-transposition^3",
            "overhand:0.2",
            "shelf:2",
            "short-keys:2",
            "gsr:cut=0.3",
            "gsr:cut=0.000001",
        ];
        for (word, cards) in words
            .into_iter()
            .flat_map(|word| [2, 5, 6].map(|cards| (word, cards)))
        {
            let routine = word.parse::<faro::Word>()?.routine(cards)?;
            let (fractions, matrix) = (fractions(&routine.law()?), routine.matrix()?);
            for (cell, fraction) in fractions.iter().enumerate() {
                let number = matrix.row(cell / cards)[cell % cards];
                let (exact, right) = (fraction.to_f64(), probability::rounded(number));
                assert!(
                    (exact - right).abs() <= 1e-13 * exact,
                    "{word}: {fraction} {number}"
                );
            }
        }
        Ok(())
    }
}
