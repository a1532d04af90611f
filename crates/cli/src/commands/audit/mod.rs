//! `faro audit`: reads decks from a file or a program, and reports whether the shuffle is fair.

mod calibrate;
pub mod html;
pub mod junit;
mod laboratory;
mod other_start;
pub mod outputs;
mod pictures;
mod remedies;
mod report;
mod source;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use faro_audit::lines::{FirstDecks, Form, Known, Naming, Pattern, Reader, Start, bridge_order};
use faro_audit::{Observed, SequentialAudit};
use faro_render::numbers::counted;
use faro_sample::shuffle::{Generator, Seed};

use crate::arguments::effort::ThreadsArgs;
use crate::arguments::playing_card::{self, PACKS};
use crate::arguments::script::{is_script, with_interpreter};
use crate::arguments::seed::SeedArgs;
use crate::arguments::stack;
use crate::child::flow::Patience;
use crate::child::group;
use crate::child::program::{CommandLine, PlaceholderValues};
use crate::intake::arguments::VisibleCards;
use crate::intake::arguments::{
    parse_alpha, parse_bad, parse_cards, parse_decks, parse_field, parse_pattern, parse_raw,
};
use crate::intake::guess::{self, Asked, Understood};
use crate::intake::hints;
use crate::intake::partial::{COMPOSITION, PartialArgs, PartialDecks, PartialOptions, START};
use crate::intake::{Intake, Wanted};
use crate::output;
use crate::output::error::{Exit, invalid};
use crate::output::options::OutputArgs;
use crate::output::overwrite;
use crate::output::signals;
use crate::output::watch::Watch;
use calibrate::{CalibrateArgs, Trial};
use outputs::ReportArgs;
use report::InputFacts;
use source::InputSource;
use source::{ReadingEnd, listen};

pub use report::AuditReport;
pub use source::sha256;

/// Is a program's shuffle fair?
///
/// Reads one deck a line, top card first: numbers counted from 0 or 1 and separated by spaces, commas, tabs, semicolons
/// or bars, arrays of JSON or Python, faces of a pack, or card names whose starting order --start gives. A .npy file of
/// numpy has a deck a row, and is recognised by itself; --raw reads decks without any text. Each deck counts as
/// shuffled from that order, or, with --chain, from the deck before.
///
/// A program is run without a shell. When enough decks have come, it is ended with everything that it started. {cards},
/// {decks} and {seed} in its arguments are replaced by those numbers.
///
/// Decks have 2 to 512 cards. A program that prints a single deck can be run in a shell loop. The exit code is 0 if no
/// bias was found, 1 if the shuffle is unfair, 2 if the decks could not be read, and 3 if there are too few
/// decks to decide. The checks are listed by: faro list checks.
///
/// Decks are enough for the verdict "fair" if they show with probability 99 % the naive shuffle, which swaps each
/// position with any, and ⌈log2 n⌉ + 1 riffles of n cards: 7 riffles of 52. If cards look alike, only the naive shuffle
/// counts. Otherwise the verdict is "unfair" or "too few decks".
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct AuditArgs {
    /// Read decks from this file [default: standard input]
    #[arg(value_name = "FILE", conflicts_with_all = ["exec", "program"])]
    file: Option<PathBuf>,

    /// Run this program, in quotes as in a shell. The decks that it prints are read
    #[arg(
        long,
        value_name = "CMD",
        conflicts_with = "program",
        allow_hyphen_values = true
    )]
    exec: Option<String>,

    /// Run this program and read the decks that it prints
    #[arg(last = true, value_name = "PROGRAM")]
    program: Vec<String>,

    /// Read decks of N cards as bytes, counted from 0: 1 byte a card to 256 cards, otherwise 2, little-endian
    #[arg(long, value_name = "N", value_parser = parse_raw,
          conflicts_with_all = ["cards", "start", "field", "pattern", "see", "hands", "composition"])]
    raw: Option<usize>,

    /// The form of the text: lines for plain decks, or one that is otherwise guessed
    ///
    /// pbn, lin and boards are bridge; words is a deck a line among other words, cards a card a line, rows a table with a row for
    /// each card, letters a letter for each card, stream decks without lines.
    #[arg(long = "as", value_name = "FORM", value_parser = FormArg::parse, conflicts_with_all = ["raw", "field", "pattern"])]
    form: Option<FormArg>,

    /// The number of cards of a deck [default: that of the first deck]
    #[arg(long, short = 'n', value_name = "N", value_parser = parse_cards)]
    cards: Option<usize>,

    /// The number of decks to read [default: all; from a program 100000]
    #[arg(long, value_name = "M", value_parser = parse_decks)]
    decks: Option<u64>,

    #[command(flatten)]
    seed: SeedArgs,

    /// The highest probability with which a fair shuffle may be called unfair
    #[arg(long, value_name = "A", default_value = "0.001", value_parser = parse_alpha)]
    alpha: f64,

    /// Each deck was shuffled from the one before it, not from the starting order
    #[arg(long)]
    chain: bool,

    /// Count the first deck of a file or a pipe even if it is in order, as it is before the shuffle
    #[arg(long)]
    count_first: bool,

    /// The order of the cards before the shuffle. It is a file, the name of a stack, `first` for the first line, or `each` for lines such as A K Q | K Q A
    #[arg(long, value_name = "FILE|first|each")]
    start: Option<String>,

    /// Read decks from this field of JSON objects, or from the path of one, such as shuffle.deck [default: the only field with arrays]
    #[arg(long, value_name = "NAME", value_parser = parse_field, conflicts_with = "pattern")]
    field: Option<String>,

    /// Read decks from the lines of this form only: {deck} is the deck, and * is any text
    #[arg(long, value_name = "TEXT", value_parser = parse_pattern)]
    pattern: Option<Pattern>,

    #[command(flatten)]
    partial: PartialArgs,

    /// Skip up to N lines that are not decks
    #[arg(long, value_name = "N", default_value = "0", value_parser = parse_bad)]
    skip_bad: u64,

    /// Give up after SILENCE seconds without a deck [default: 60 for a program], and stop after ALL seconds
    #[arg(long, value_name = "SILENCE[,ALL]", value_parser = Patience::parse)]
    timeout: Option<Patience>,

    /// Stop as soon as the decks show a bias
    #[arg(long)]
    until_decided: bool,

    /// Has no effect: too few decks end with exit code 3 without it too
    #[arg(long, hide = true, conflicts_with = "calibrate")]
    strict: bool,

    /// Show all findings and the map of cards at positions on a terminal too [default on a terminal: the verdict and
    /// the cause, on one screen]
    #[arg(long, conflicts_with = "calibrate")]
    all: bool,

    #[command(flatten)]
    files: ReportArgs,

    #[command(flatten)]
    calibrate: CalibrateArgs,

    #[command(flatten)]
    threads: ThreadsArgs,
}

const EXAMPLES: &str = "\
Examples:
  faro deck 52 fisher-yates --samples 500 --seed 1 | faro audit
  faro audit --exec 'yes 2,0,1' --cards 3 --decks 40
  faro audit --start first --decks 40 -- yes 'A K Q'
  faro audit --calibrate --cards 13 --decks 30 --samples 100 --seed 1";

const NO_CARDS: &str =
    "--calibrate needs the number of cards of a deck; give it with --cards, for example --cards 52";

/// Default number of decks to read from a program.
const DEFAULT_DECKS: u64 = 100_000;

/// Returns the starting orders of the packs of playing cards.
fn packs() -> impl Iterator<Item = Start> {
    PACKS
        .into_iter()
        .filter_map(|cards| Some(playing_card::pack(cards)?.iter().collect()))
}

/// Default time limit in which a program must print its next deck.
const DEFAULT_SILENCE: Duration = Duration::from_secs(60);

impl AuditArgs {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<Exit> {
        if self.calibrate.is_asked() {
            output::check([], args.written().into_iter(), args)?;
            let measured = self.calibrate.measured(self.trial()?, args)?;
            return output::report(&measured, args).map(|()| Exit::Success);
        }
        anyhow::ensure!(
            self.decks.is_none() || self.calibrate.decks().is_none(),
            "the number of decks is given twice, by '--decks' and by '--samples'; expected one of them"
        );
        if let Some(script) = self
            .file
            .as_ref()
            .map(|file| file.to_string_lossy())
            .filter(|file| is_script(file))
        {
            let why = format!(
                "a program comes after --: faro audit -- {}",
                with_interpreter(&script)
            );
            return Err(invalid("[FILE]", &script, why));
        }
        let source = self.source()?;
        self.files.create_folder()?;
        let files = self.files.files(args);
        let written = files
            .iter()
            .map(|(path, argument)| (path.as_path(), *argument));
        overwrite::check(self.read_from(&source), written)?;
        let report = self
            .audited(&source, args)
            .inspect_err(|error| self.files.note_failure(error))?;
        let report = AuditReport {
            all: self.all,
            ..report
        };
        self.files.write(&report, args)?;
        Ok(report.exit())
    }

    /// Returns the report of the audit without writing it.
    pub fn report_only(&self, args: &OutputArgs) -> anyhow::Result<AuditReport> {
        self.audited(&self.source()?, args)
    }

    /// Returns the number of cards in a deck that `--cards` or `--raw` gives.
    fn cards(&self) -> Option<usize> {
        self.cards.or(self.raw)
    }

    /// Returns the number of decks to read that `--decks` or `--samples` gives.
    fn decks(&self) -> Option<u64> {
        self.decks.or_else(|| self.calibrate.decks())
    }

    /// Returns the parameters of the simulated audits of `--calibrate`.
    fn trial(&self) -> anyhow::Result<Trial> {
        if self.partial.composition.as_deref() == Some("first") {
            return Err(invalid(
                COMPOSITION,
                "first",
                "expected a list of cards with --calibrate",
            ));
        }
        let observed = match self.partial.options(self.start.as_deref(), self.cards)? {
            Some(options) => options
                .whole_design()
                .map(|(design, start)| Observed::Partial(design, start)),
            None if self.chain => self.cards().map(Observed::Chain),
            None => self.cards().map(Observed::Decks),
        };
        let observed = observed.ok_or_else(|| anyhow::anyhow!(NO_CARDS))?;
        let (decks, alpha) = (self.decks().unwrap_or(0), self.alpha);
        Ok(Trial {
            observed,
            decks,
            alpha,
            seed: self.seed.seed()?,
            threads: self.threads.count(),
        })
    }

    /// Reads the decks from `source`, and returns the report.
    fn audited(&self, source: &InputSource, args: &OutputArgs) -> anyhow::Result<AuditReport> {
        let started = Instant::now();
        self.check_cards(source)?;
        let seed = match source.takes_seed() {
            true => self.seed.readable()?,
            false => self.seed.seed()?,
        };
        let options = self.partial.options(self.start.as_deref(), self.cards)?;
        let mut intake = self.intake(options, &seed, source, None, self.pattern.as_ref())?;
        let note = |text: &str| output::remark(Some(text), args);
        let begin = |text: &[u8]| self.begin(text, &seed, source, &note);
        // Paths of output files are checked before the program runs, so that a wrong path costs no time.
        for (path, argument) in self.files.files(args) {
            output::check_file(&path, argument, args)?;
        }
        let expected = self.expected(source);
        let watch = match expected {
            None if source.is_terminal() => Watch::without_progress(),
            expected => Watch::before(expected.unwrap_or(u64::MAX), args),
        };
        // A signal that ends this process must also end the program that this process runs.
        if source.is_program() {
            signals::before_exit(group::end_at_once);
            signals::include_quit();
        }
        let decks = expected.unwrap_or(u64::MAX);
        let values = PlaceholderValues {
            cards: self.cards(),
            decks,
            seed: seed.to_string(),
        };
        let mut open = source.open(&values)?;
        let end = listen(
            &mut open,
            &mut intake,
            &begin,
            self.patience(source),
            &watch,
        )?;
        drop(watch); // the bar is cleared before anything is written
        if end == ReadingEnd::PipeHeldOpen {
            output::note(
                "the program has ended, but a process that it started kept its output open; that was ended too",
            );
        }
        if let hands @ 1.. = intake.pending_hands() {
            let hands = counted(hands, "hand");
            output::note(&format!(
                "left out: the last {hands}, of an unfinished deal"
            ));
        }
        self.note_missing(source, &end, intake.decks());
        // A second run with the same seed shows whether the program's decks depend on anything other than the seed.
        if source.takes_seed() && self.pattern.is_none() && end != ReadingEnd::Interrupted {
            source::note_other_decks(source, &values, intake.begin());
        }
        output::working(args);
        Ok(self.report(
            source,
            seed,
            (intake, end, started),
            self.files.is_explained(args),
        ))
    }

    /// Returns the maximum number of decks to read, or `None` if there is no limit.
    fn expected(&self, source: &InputSource) -> Option<u64> {
        self.decks()
            .or(source.is_program().then_some(DEFAULT_DECKS))
    }

    fn intake(
        &self,
        options: Option<PartialOptions>,
        seed: &Seed,
        source: &InputSource,
        understood: Option<&Understood>,
        pattern: Option<&Pattern>,
    ) -> anyhow::Result<Intake> {
        let is_own = self.start.as_deref() == Some("each") && options.is_none();
        let reader = match understood.map(|understood| &understood.known) {
            _ if options.is_some() => Reader::new(),
            Some(Known::Names(names)) if self.start.is_none() => {
                Reader::starting_with(&names.iter().collect(), seed)
            }
            _ => self.reader(seed)?,
        };
        Ok(Intake::new(Wanted {
            reader,
            raw: self.raw,
            translator: understood.map(|understood| understood.translator.clone()),
            is_json: understood.is_some_and(|understood| understood.is_json),
            is_named: self.start.is_some(),
            first: self.first_decks(options.as_ref()),
            chain: self.chain,
            looks_for_pairs: self.form.is_none(),
            count_first: self.count_first
                || source.is_program()
                || self.start.as_deref() == Some("first"),
            most: self.expected(source).unwrap_or(u64::MAX),
            most_bad: self.skip_bad,
            field: self.field.as_deref(),
            pattern: pattern.cloned(),
            seen: options.map(|options| PartialDecks::new(options, seed)),
            own: is_own.then(|| Generator::unit(seed, 1)),
            until_decided: self
                .until_decided
                .then(|| SequentialAudit::new(self.alpha))
                .transpose()?,
            hashed: self.files.folder().is_some(),
            threads: self.threads.count(),
        }))
    }

    /// Returns an empty list of first decks, which are looked at if the user does not say what the lines are.
    fn first_decks(&self, options: Option<&PartialOptions>) -> Option<FirstDecks> {
        let is_said = matches!(self.form, Some(FormArg::Lines))
            || self.partial.composition.is_some()
            || self.start.as_deref() == Some("each")
            || options.is_some_and(PartialOptions::has_hands);
        (!is_said).then(FirstDecks::default)
    }

    /// Returns an intake for a text that does not begin with plain lines of decks. Returns `None` if no other form is
    /// recognised.
    ///
    /// # Errors
    ///
    /// If the text does not have the form that `--as` names.
    fn begin(
        &self,
        text: &[u8],
        seed: &Seed,
        source: &InputSource,
        note: &dyn Fn(&str),
    ) -> anyhow::Result<Option<Intake>> {
        let found = self.recognised(text, self.pattern.as_ref(), seed, source, note)?;
        let is_guessed = self.form.is_none() && self.pattern.is_none() && self.field.is_none();
        let is_log = found.is_none() && is_guessed && !self.is_read_otherwise();
        let Some(pattern) = is_log.then(|| guess::pattern_of_log(text)).flatten() else {
            return Ok(found);
        };
        note(&format!(
            "read as the lines of a log with --pattern '{pattern}'; other lines are left out"
        ));
        let pattern: Pattern = pattern.parse()?;
        match self.recognised(text, Some(&pattern), seed, source, note)? {
            Some(intake) => Ok(Some(intake)),
            None => {
                let options = self.partial.options(self.start.as_deref(), self.cards)?;
                let intake = self.intake(options, seed, source, None, Some(&pattern))?;
                Ok(Some(intake))
            }
        }
    }

    /// Returns whether an option determines how the text is read, so that its form is not guessed.
    fn is_read_otherwise(&self) -> bool {
        self.raw.is_some() || self.start.as_deref() == Some("each")
    }

    /// Returns an intake for the decks that `pattern` finds, or for all of a text, if they are not plain lines of decks.
    fn recognised(
        &self,
        text: &[u8],
        pattern: Option<&Pattern>,
        seed: &Seed,
        source: &InputSource,
        note: &dyn Fn(&str),
    ) -> anyhow::Result<Option<Intake>> {
        let asked = match self.form {
            Some(FormArg::Lines) => return Ok(None),
            Some(FormArg::Of(form)) => Some(form),
            None if self.is_read_otherwise() => return Ok(None),
            None => None,
        };
        let is_guessed = asked.is_none() && pattern.is_none() && self.field.is_none();
        let of_number = || hints::of_number_before(text).filter(|_| self.cards.is_none());
        if is_guessed && let Some(why) = hints::of_other_decks(text).or_else(of_number) {
            return Err(source.refuse(why));
        }
        let found = pattern.map(|pattern| pattern.decks(text));
        let text = found.as_deref().unwrap_or(text);
        let asked_for = Asked {
            cards: self.cards,
            form: asked,
            field: self.field.as_deref(),
            most_bad: self.skip_bad,
            is_seen: self.partial.see.is_some(),
            has_hands: self.partial.hands.is_some(),
        };
        let understood = guess::understand(text, self.reader(seed)?, asked_for)
            .filter(|understood| !understood.is_json || pattern.is_none());
        // A composition gives the names of plain lines.
        let is_of_words = |understood: &Understood| {
            self.partial.composition.is_none()
                || asked.is_some()
                || understood.translator.has_labels()
        };
        let Some(understood) = understood.filter(is_of_words) else {
            return match asked {
                Some(form) => Err(invalid(
                    "--as <FORM>",
                    form.name(),
                    guess::misfit(text, form, self.cards),
                )),
                None if is_guessed && self.start.is_none() && asked_for.is_of_whole_decks() => {
                    match guess::other_size(text, self.reader(seed)?, asked_for) {
                        Some(cards) => Err(source.refuse(format!(
                            "the decks have {cards} cards; type --cards {cards}, or leave it out"
                        ))),
                        None => Ok(None),
                    }
                }
                None => Ok(None),
            };
        };
        if is_guessed
            && self.cards.is_none()
            && let Some(why) = guess::doubt(&understood)
        {
            return Err(source.refuse(why));
        }
        let form = understood.translator.form();
        let (mut partial, mut cards) = (self.partial.clone(), self.cards);
        let is_dealt = form.has_hands() && self.start.is_none();
        let order = match &understood.known {
            _ if is_dealt => {
                ", shuffled from the order of the notation (♠A to ♣2); --start gives another".into()
            }
            Known::Order => String::new(),
            _ if self.start.is_some() => String::new(),
            Known::Kinds => {
                partial.composition.get_or_insert("first".into());
                "; cards with the same name look alike".into()
            }
            Known::Names(names) => {
                let missing = guess::missing_faces(names)
                    .map(|faces| format!("; no {faces} in these decks of faces"));
                let others = guess::other_names(names)
                    .map(|others| format!("; among playing cards, these are none: {others}"));
                "; the order before the shuffle is not known, --start gives it".to_string()
                    + &missing.or(others).unwrap_or_default()
            }
        };
        // In the notations of bridge, a deck consists of the hands of four players, in the order of the deal.
        if form.has_hands() && partial.hands.is_none() {
            partial.hands = Some(VisibleCards::Hands(vec![13; 4]));
            cards = Some(52);
        }
        let form = match (understood.is_json, understood.translator.description()) {
            (true, form) => form.replace("a deck a line", "a deck in each list or text of JSON"),
            (false, form) => form,
        };
        note(&format!("read as {form}{order}"));
        let mut options = partial.options(self.start.as_deref(), cards)?;
        if let Some(options) = options.as_mut().filter(|_| is_dealt) {
            options.start = Some(bridge_order().iter().collect());
        }
        Ok(Some(self.intake(
            options,
            seed,
            source,
            Some(&understood),
            pattern,
        )?))
    }

    /// Returns the paths of the files that the audit reads.
    fn read_from<'a>(&'a self, source: &'a InputSource) -> impl Iterator<Item = &'a Path> {
        let decks = match source {
            InputSource::File(path) => Some(path.as_path()),
            InputSource::Standard => Some(Path::new(overwrite::STDIN)),
            InputSource::Program { .. } => None,
        };
        let start = self
            .start
            .as_deref()
            .filter(|text| !matches!(*text, "first" | "each"))
            .map(Path::new);
        decks.into_iter().chain(start)
    }

    fn source(&self) -> anyhow::Result<InputSource> {
        match (&self.file, &self.exec, self.program.as_slice()) {
            (_, Some(text), _) => {
                let line = CommandLine::split(text).map_err(|why| invalid(EXEC, text, why))?;
                Ok(InputSource::Program {
                    argument: EXEC,
                    written: text.clone(),
                    line,
                })
            }
            (_, _, words @ [first, ..]) => {
                let line = CommandLine::from_words(words.to_vec())
                    .map_err(|why| invalid(PROGRAM, first, why))?;
                Ok(InputSource::Program {
                    argument: PROGRAM,
                    written: line.to_string(),
                    line,
                })
            }
            (Some(path), ..) if path.as_os_str() != "-" => Ok(InputSource::File(path.clone())),
            _ => Ok(InputSource::Standard),
        }
    }

    fn check_cards(&self, source: &InputSource) -> anyhow::Result<()> {
        match source.program() {
            Some(line) if line.mentions("{cards}") && self.cards().is_none() => {
                Err(source
                    .refuse("{cards} has no value; give it with --cards, for example --cards 52"))
            }
            _ => Ok(()),
        }
    }

    fn reader(&self, seed: &Seed) -> anyhow::Result<Reader> {
        let reader = match self.start.as_deref() {
            None | Some("each") => Reader::new().of_packs(packs()),
            Some("first") => Reader::starting_with_first(seed),
            Some(text) => {
                let start = stack::start(START, text)?;
                if let Some(cards) = self.cards.filter(|&cards| cards != start.cards()) {
                    let why = format!(
                        "this order has {}, but --cards is {cards}",
                        counted(start.cards(), "card")
                    );
                    return Err(invalid(START, text, why));
                }
                Reader::starting_with(&start, seed)
            }
        };
        Ok(match self.cards {
            Some(cards) => reader.of_cards(cards),
            None => reader,
        })
    }

    /// Prints a note if the source had fewer decks than `--decks` requests.
    fn note_missing(&self, source: &InputSource, end: &ReadingEnd, decks: u64) {
        match (end, self.decks()) {
            (ReadingEnd::Deadline, _) => {
                output::note(&format!(
                    "stopped by --timeout after {}",
                    counted(decks, "deck")
                ));
            }
            (ReadingEnd::Eof | ReadingEnd::PipeHeldOpen, asked) => {
                if let Some(asked) = asked {
                    let ended = match source.is_program() {
                        true => "the program ended after",
                        false => "the input has",
                    };
                    output::note(&format!("{ended} {decks} of {}", counted(asked, "deck")));
                }
                if let Some(line) = source.program().filter(|_| decks == 1) {
                    let repeat = match source.takes_seed() {
                        true => {
                            // A shell replaces the seed outside of single quotes only.
                            let line = line.to_string();
                            let quotes = line.split("{seed}").next().unwrap_or_default();
                            let is_quoted = quotes.matches('\'').count() % 2 == 1;
                            let seed = if is_quoted { "'$seed'" } else { "$seed" };
                            let run = line.replace("{seed}", seed).replace("''", "");
                            format!("for seed in $(seq 400); do {run}; done")
                        }
                        false => format!("while :; do {line}; done"),
                    };
                    let repeat = shlex::try_quote(&repeat).unwrap_or_default();
                    output::note(&format!(
                        "the program ended after one deck; a loop runs it again: --decks 1000 -- sh -c {repeat}"
                    ));
                }
            }
            (ReadingEnd::Broken(why), _) => output::note(&format!("{why}; these decks are judged")),
            _ => {}
        }
    }

    /// Returns the SHA-256 of the whole input, or `None` if no folder of reports is written or not all of the input is
    /// known.
    fn sha256(&self, source: &InputSource, intake: &Intake, end: &ReadingEnd) -> Option<String> {
        self.files.folder()?;
        match (end, source) {
            (ReadingEnd::Eof | ReadingEnd::PipeHeldOpen, _) => intake.sha256(),
            (_, InputSource::File(path)) => source::sha256(path),
            _ => None,
        }
    }

    fn report(
        &self,
        source: &InputSource,
        seed: Seed,
        (intake, end, started): (Intake, ReadingEnd, Instant),
        explained: bool,
    ) -> AuditReport {
        // A cause can be found only if the order before the shuffle is known.
        let explained = explained && !intake.is_order_unknown();
        let has_seed = source.takes_seed() || intake.is_drawn();
        let input = InputFacts {
            source: source.name(),
            sha256: self.sha256(source, &intake, &end),
            naming: intake.naming().expect("decks came"),
            names: intake.card_names(),
            start_is_given: self.start.is_some(),
            chain: self.chain,
            seed: has_seed.then_some(seed),
            line_before: intake.line_before(),
            bad: intake.bad_lines().clone(),
            unit: intake.unit(),
            ends: hints::ends(intake.begin()).filter(|_| !intake.is_filtered()),
            read_as: intake.form(),
            end,
            started,
        };
        match intake.into_seen() {
            Ok(evidence) => AuditReport::of_seen(input, evidence, self.alpha),
            Err(intake) => {
                let may_start_elsewhere = input.naming == Naming::Pack && !self.chain;
                let first = may_start_elsewhere.then(|| intake.first_decks().to_vec());
                let (evidence, judgement) = intake.judged(self.alpha);
                let report = AuditReport::of_whole(input, evidence, judgement, explained);
                let first = first.filter(|_| report.may_start_elsewhere());
                let other_start =
                    first.and_then(|decks| other_start::explaining(&decks, self.alpha));
                report.with_other_start(other_start)
            }
        }
    }

    fn patience(&self, source: &InputSource) -> Patience {
        let silence = source.is_program().then_some(DEFAULT_SILENCE);
        self.timeout.unwrap_or(Patience {
            silence,
            whole: None,
        })
    }
}

/// The value of `--as`: the form of the text.
#[derive(Clone, Copy)]
enum FormArg {
    /// Plain lines, each with a deck.
    Lines,
    Of(Form),
}

impl FormArg {
    fn parse(text: &str) -> Result<FormArg, String> {
        if text == "lines" {
            return Ok(FormArg::Lines);
        }
        if ["csv", "tsv", "json", "jsonl", "text", "txt", "plain"].contains(&text) {
            return Err(format!("{text} is recognised by itself; leave --as out"));
        }
        let form = Form::ALL.into_iter().find(|form| form.name() == text);
        form.map(FormArg::Of).ok_or_else(|| {
            let names = Form::ALL.map(Form::name).join(", ");
            format!("expected lines, {names}")
        })
    }
}

/// Names of arguments in error messages.
const EXEC: &str = "--exec <CMD>";
const PROGRAM: &str = "[PROGRAM]...";
