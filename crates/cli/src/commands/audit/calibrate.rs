//! Measures by simulation how often an audit calls a fair shuffle unfair, and how often it detects unfair shuffles.

use std::io::{self, Write};
use std::num::NonZero;

use faro_audit::{Calibration, Observed, Trials};
use faro_math::statistics::binomial_interval;
use faro_render::numbers::{brief, counted};
use faro_render::view::{Page, Report, Table};
use faro_sample::shuffle::Seed;
use faro_sample::simulate::over_units;
use serde::Serialize;

use crate::arguments::integer;
use crate::arguments::shuffle::{NamedRoutine, routine};
use crate::output::options::OutputArgs;
use crate::output::watch::Watch;

/// The options of `faro audit` that concern a calibration.
#[derive(clap::Args)]
pub struct CalibrateArgs {
    /// Measure, by simulation, how often audits with these --cards and --decks call a fair shuffle unfair, and how
    /// often they detect unfair shuffles
    #[arg(long, requires = "decks", conflicts_with_all = ["file", "exec", "program", "start", "field", "pattern",
          "skip_bad", "timeout", "until_decided", "html", "junit", "report"])]
    calibrate: bool,

    /// The number of decks to read, as --decks; with --calibrate the number of fair audits, and a tenth of it for each
    /// unfair shuffle [default: 1000]
    #[arg(long, value_name = "M", value_parser = parse_samples)]
    samples: Option<u64>,

    /// The unfair shuffle of --calibrate [default: some common ones]
    #[arg(long, value_name = "WORD", requires = "calibrate")]
    shuffle: Option<String>,
}

/// Default number of simulated audits of a fair shuffle.
const DEFAULT_SAMPLES: u64 = 1000;

/// The significance levels at which p-values of fair audits are counted.
const LEVELS: [f64; 4] = [0.05, 0.01, 0.001, 1e-5];

/// Minimum expected number of fair audits that are called unfair at a level. Text output leaves out levels with a
/// smaller number.
const MIN_EXPECTED: f64 = 0.1;

/// Confidence level of the intervals of rates.
const CONFIDENCE: f64 = 0.95;

const FAIR: &str = "fisher-yates";

const UNFAIR: [&str; 4] = ["naive", "sattolo", "gsr^7", "skip:0.01"];

/// Number of random streams reserved for each shuffle, and so the maximum number of audits of a shuffle.
const STREAMS_PER_SHUFFLE: u64 = 1 << 40;

fn parse_samples(text: &str) -> Result<u64, String> {
    let samples = integer::parse_positive(text)?;
    integer::within(
        samples,
        ..=STREAMS_PER_SHUFFLE,
        format_args!("at most {STREAMS_PER_SHUFFLE} audits"),
    )
}

/// The result of a calibration, for every output format.
#[derive(Serialize)]
pub struct Calibrated {
    cards: usize,
    decks: u64,
    design: Option<String>,
    chain: bool,
    alpha: f64,
    seed: Seed,
    audits: u64,
    levels: Vec<Rate>,
    power: Vec<Rate>,
    checks: Vec<CheckRates>,
    #[serde(skip)]
    asked: u64,
}

/// The share of the audits of a shuffle that call it unfair at the level `alpha`, with a confidence interval.
#[derive(Serialize)]
struct Rate {
    shuffle: String,
    alpha: f64,
    audits: u64,
    unfair: u64,
    rate: Option<f64>,
    low: f64,
    high: f64,
}

/// For one check, the number of p-values that are at most each of the levels. The p-values are not corrected for the
/// number of checks.
#[derive(Serialize)]
struct CheckRates {
    of: &'static str,
    check: String,
    audits: u64,
    at_most: Vec<u64>,
}

impl Rate {
    fn new(shuffle: &str, alpha: f64, audits: u64, unfair: u64) -> Rate {
        let [low, high] = binomial_interval(unfair, audits, CONFIDENCE);
        let rate = (audits > 0).then(|| unfair as f64 / audits as f64);
        Rate {
            shuffle: shuffle.into(),
            alpha,
            audits,
            unfair,
            rate,
            low,
            high,
        }
    }

    /// Returns three cells of a table: the number of unfair verdicts, their rate in percent, and its interval.
    fn cells(&self) -> [String; 3] {
        let percent = |share: f64| format!("{} %", brief(100.0 * share));
        let counts = format!("{} of {}", self.unfair, self.audits);
        let interval = format!("{} to {}", percent(self.low), percent(self.high));
        [counts, self.rate.map_or(String::new(), percent), interval]
    }
}

/// The parameters of simulated audits: the design, and the number of decks in each audit.
pub struct Trial {
    pub observed: Observed,
    pub decks: u64,
    pub alpha: f64,
    pub seed: Seed,
    pub threads: NonZero<usize>,
}

impl Trial {
    /// Simulates `audits` audits of `shuffle`. Audit i uses the random stream `first` + i.
    fn runs(
        &self,
        shuffle: &NamedRoutine,
        first: u64,
        audits: u64,
        watch: &Watch,
    ) -> anyhow::Result<Calibration> {
        let trials = Trials::new(
            self.observed.clone(),
            self.decks,
            &shuffle.routine,
            self.alpha,
        )?;
        let judge = |run: u64, sum: &mut Calibration| sum.add(&trials.judge(&self.seed, run));
        let goes_on = |done| watch.goes_on_by(done);
        let empty = Calibration::new(LEVELS.to_vec());
        Ok(over_units(first..first + audits, self.threads, &empty, judge, goes_on).0)
    }
}

impl CalibrateArgs {
    /// Returns the value of `--samples` as a number of decks. Returns `None` with `--calibrate`, where it is a number
    /// of audits.
    pub fn decks(&self) -> Option<u64> {
        self.samples.filter(|_| !self.is_asked())
    }

    pub fn is_asked(&self) -> bool {
        self.calibrate
    }

    /// Returns how often simulated audits of a fair shuffle and of unfair shuffles give the verdict "unfair".
    pub fn measured(&self, trial: Trial, args: &OutputArgs) -> anyhow::Result<Calibrated> {
        let cards = trial.observed.cards();
        let named = |text: &str| routine("--shuffle <WORD>", text, cards);
        let unfair: Vec<NamedRoutine> = match self.shuffle.as_deref() {
            Some(text) => vec![named(text)?],
            None => UNFAIR.into_iter().map(named).collect::<Result<_, _>>()?,
        };
        let samples = self.samples.unwrap_or(DEFAULT_SAMPLES);
        let unfair_runs = samples.div_ceil(10);
        let asked = samples + unfair_runs * unfair.len() as u64;
        let watch = Watch::before(asked, args);
        let fair = trial.runs(&named(FAIR)?, 0, samples, &watch)?;
        let power = (1..).zip(&unfair).map(|(number, shuffle)| {
            let found = trial.runs(shuffle, number * STREAMS_PER_SHUFFLE, unfair_runs, &watch)?;
            Ok(Rate::new(
                &shuffle.name,
                trial.alpha,
                found.audits(),
                found.unfair(),
            ))
        });
        let power = power.collect::<anyhow::Result<_>>()?;
        let levels = fair
            .flagged()
            .map(|(level, unfair)| Rate::new(FAIR, level, fair.audits(), unfair));
        let levels = levels.collect();
        let Trial {
            observed,
            decks,
            alpha,
            seed,
            ..
        } = trial;
        let chain = matches!(observed, Observed::Chain(_));
        let design = match observed {
            Observed::Partial(design, _) => Some(design.to_string()),
            _ => None,
        };
        let (audits, checks) = (fair.audits(), check_rates(&fair));
        Ok(Calibrated {
            cards,
            decks,
            design,
            chain,
            alpha,
            seed,
            audits,
            levels,
            power,
            checks,
            asked,
        })
    }
}

fn check_rates(fair: &Calibration) -> Vec<CheckRates> {
    let rates = fair.checks().map(|((of, check), counts)| CheckRates {
        of,
        check: check.into(),
        audits: counts.audits,
        at_most: counts.at_most.clone(),
    });
    rates.collect()
}

impl Calibrated {
    fn rates(&self) -> impl Iterator<Item = &Rate> {
        self.levels.iter().chain(&self.power)
    }
}

impl Report for Calibrated {
    fn table(&self) -> Table<'_> {
        let row = |rate: &Rate| {
            let numbers = [rate.rate, Some(rate.low), Some(rate.high)]
                .map(|number| number.map_or(String::new(), |number| format!("{number:?}")));
            let counts = [
                format!("{:?}", rate.alpha),
                rate.audits.to_string(),
                rate.unfair.to_string(),
            ];
            [rate.shuffle.clone()]
                .into_iter()
                .chain(counts)
                .chain(numbers)
                .collect()
        };
        let columns = [
            "shuffle", "alpha", "audits", "unfair", "rate", "low", "high",
        ];
        Table::new(columns, self.rates().map(row))
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let what = self
            .design
            .clone()
            .unwrap_or_else(|| counted(self.cards, "card"));
        let chain = if self.chain {
            ", each shuffled from the one before"
        } else {
            ""
        };
        writeln!(
            out,
            "audits of {} of {what}{chain}",
            counted(self.decks, "deck")
        )?;
        writeln!(out, "\na fair shuffle is called unfair:")?;
        let row = |first: String, rate: &Rate| [first].into_iter().chain(rate.cells()).collect();
        let shown = self
            .levels
            .iter()
            .filter(|rate| rate.audits as f64 * rate.alpha >= MIN_EXPECTED);
        let levels = shown.map(|rate| row(rate.alpha.to_string(), rate));
        faro_render::text(
            Table::new(["alpha", "audits", "rate", "95 % interval"], levels),
            page,
            out,
        )?;
        writeln!(out, "\nunfair shuffles are found at alpha {}:", self.alpha)?;
        let power = self
            .power
            .iter()
            .map(|rate| row(rate.shuffle.clone(), rate));
        faro_render::text(
            Table::new(["shuffle", "audits", "rate", "95 % interval"], power),
            page,
            out,
        )?;
        writeln!(out, "seed {}", self.seed)
    }

    fn unfinished(&self) -> Option<String> {
        let done = self.audits + self.power.iter().map(|rate| rate.audits).sum::<u64>();
        (done < self.asked).then(|| {
            format!(
                "interrupted: {done} of {} were made",
                counted(self.asked, "audit")
            )
        })
    }
}
