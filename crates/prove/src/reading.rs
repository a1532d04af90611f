//! Guesses how a program derives its choices from draws with many values.
//!
//! Examples are random words that the program multiplies by a bound, and random keys by which it sorts. With the right
//! [`Reading`] the program is examined as if it drew its choices directly.

use super::draws::{WIDE, below, below_all};
use super::pieces::has_draw_of;
use super::program::{Draw, Outcome, Program, ProgramError, Run, first_run};
use super::rejection::{KeptDraw, learn};
use faro_sample::shuffle::{Generator, Seed};

/// How a program derives its choices from draws with many values.
///
/// A reading is guessed from a few runs. Random lists of choices verify it later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The draws are sort keys. Only their order matters. Choice i is the rank of key i among the keys before it.
    Keys {
        /// Number of keys.
        keys: usize,
        /// Number of values of a key.
        bound: u64,
    },
    /// The draws are random words of 32 bits. A multiplication turns them into numbers below bounds, and the digits of
    /// these numbers in a mixed radix are the choices.
    Words {
        /// How the program treats words that would make the choices unequally likely.
        method: Method,
        /// The numbers in order, each from one word or from a pair of words.
        parts: Vec<Part>,
    },
    /// The program repeats each draw until it keeps the value. The kept values are divided into classes, and the class
    /// is the choice.
    Rejection {
        /// The draws in order, each without its repetitions.
        draws: Vec<KeptDraw>,
    },
    /// The program repeats each draw until it names a card that was not named before. Choice i is the rank of this card
    /// among the cards not named before.
    Distinct {
        /// Number of cards in the deck.
        cards: u64,
        /// Number of values of a draw. The value is the card, or it names the card by its remainder modulo `cards`, or
        /// by ⌊value · `cards`/2^53⌋.
        bound: u64,
    },
}

/// How a random word x of 32 bits becomes the number ⌊x·b/2^32⌋ below a bound b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A second word y is drawn if it can change the number. The number is ⌊(2^32·x + y)·b/2^64⌋ (Canon; rand 0.9 and
    /// later).
    Extend,
    /// The word is replaced if x·b mod 2^32 is at least the largest b·2^k below 2^32 (Lemire; rand 0.8).
    Reject,
    /// The word is replaced if x·b mod 2^32 < 2^32 mod b (Lemire 2019; C++'s libstdc++, numpy).
    Threshold,
    /// As `Threshold`, but each word is followed by a word without effect: the low half of 64 bits (Go's `Shuffle`).
    ThresholdOfHigh,
    /// Two words, the high one first, form a 64-bit number w. The result is ⌊w·b/2^64⌋ (C++ with 64 bits).
    Double,
    /// Two words, the high one first, form a 64-bit number w. The result is w mod b.
    DoubleModulo,
}

/// A number below a bound, and the choices that are its digits in a mixed radix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The exclusive bound of the number.
    pub bound: u32,
    /// The bounds of the choices, the lowest digit first. The part of the number above these digits has no effect.
    pub digits: Vec<u32>,
    /// Whether the highest digit is the first choice.
    pub highest_first: bool,
}

/// Number of values of a 32-bit word.
const WORD_VALUES: u64 = 1 << 32;

/// Number of values of C's `rand`.
const RAND_VALUES: u64 = 1 << 31;

/// Number of values of a floating-point number with 53 random bits.
const FLOAT_VALUES: u64 = 1 << 53;

/// Values that replace 0 in the first run, for programs that reject 0. Several are tried because some generators reject
/// only the smallest words.
const BASES: [u64; 4] = [
    (1 << 8) - 1,
    (1 << 16) - 1,
    RAND_VALUES - 1,
    WORD_VALUES - 1,
];

/// Number of values per card in a list of equal values for the first run.
const BASE_LENGTH: usize = 8;

/// Number of random lists of choices on which a reading must give equal results twice. Each list is encoded twice, in
/// different random words.
const PILOT_LISTS: usize = 64;

/// Maximum number of choices in a reading.
const MAX_CHOICES: usize = 5000;

impl Part {
    fn single(bound: usize) -> Part {
        Part {
            bound: bound as u32,
            digits: vec![bound as u32],
            highest_first: false,
        }
    }

    /// Returns the numbers that the `shuffle` of the crate rand draws for the choices with the bounds `first` to
    /// `last`. The digits of a number are choices with consecutive bounds. A number has as many digits as fit in a
    /// 32-bit word.
    fn increasing(mut first: u32, last: u32) -> Vec<Part> {
        let mut parts = Vec::new();
        while first <= last {
            let (mut bound, mut next) = (first, first + 1);
            while let Some(product) = bound.checked_mul(next) {
                (bound, next) = (product, next + 1);
            }
            parts.push(Part {
                bound,
                digits: (first..next.min(last + 1)).collect(),
                highest_first: false,
            });
            first = next;
        }
        parts
    }

    /// Returns the numbers that C++'s `std::shuffle` draws for `cards` cards. The two digits of each number are two
    /// choices. If the number of cards is even, the choice between the first two cards has a number of its own.
    fn pairs(cards: u32) -> Vec<Part> {
        let single = (cards.is_multiple_of(2) && cards > 1).then(|| Part::single(2));
        let first = if single.is_some() { 3 } else { 2 };
        let pair = |bound: u32| {
            Some(Part {
                bound: bound.checked_mul(bound + 1)?,
                digits: vec![bound + 1, bound],
                highest_first: true,
            })
        };
        single
            .into_iter()
            .chain((first..=cards).step_by(2).filter_map(pair))
            .collect()
    }

    /// Returns a random number below the bound of this part whose lowest digits are the choices `digits`.
    fn number(&self, digits: &[u64], generator: &mut Generator) -> u64 {
        let product: u64 = self.digits.iter().map(|&digit| u64::from(digit)).product();
        let top = below(generator, u64::from(self.bound) / product);
        let mut digits = digits.to_vec();
        if self.highest_first {
            digits.reverse();
        }
        let bounds = self.digits.iter().zip(&digits).rev();
        bounds.fold(top, |number, (&bound, digit)| {
            number * u64::from(bound) + digit
        })
    }

    /// Returns the bounds of the choices in the order in which the program makes them.
    fn choices(&self) -> Vec<u32> {
        let mut choices = self.digits.clone();
        if self.highest_first {
            choices.reverse();
        }
        choices
    }

    /// Returns the total variation distance of ⌊w·b/2^64⌋ from uniform, for a uniform w below 2^64 and the bound b of
    /// this part.
    fn unevenness(&self) -> f64 {
        let bound = u128::from(self.bound);
        let larger = (1u128 << 64) % bound;
        (larger * (bound - larger)) as f64 / bound as f64 / 2f64.powi(64)
    }
}

impl Method {
    const ALL: [Method; 6] = [
        Method::Extend,
        Method::Reject,
        Method::Threshold,
        Method::ThresholdOfHigh,
        Method::Double,
        Method::DoubleModulo,
    ];

    /// Returns the number of words from which one number is made, if no word is rejected.
    pub fn words(self) -> usize {
        match self {
            Method::Extend | Method::Reject | Method::Threshold => 1,
            Method::ThresholdOfHigh | Method::Double | Method::DoubleModulo => 2,
        }
    }

    /// Appends random words from which the program derives `number`, below `bound`. If `edge`, the words are chosen so
    /// that few other methods derive the same number from them.
    fn encode(
        self,
        (number, bound): (u64, u32),
        edge: bool,
        generator: &mut Generator,
        words: &mut Vec<u64>,
    ) {
        let wide = u128::from(bound);
        match self {
            Method::Extend if bound == 1 => words.push(below(generator, WORD_VALUES)),
            Method::Extend => {
                // The pairs of words from which the program derives the number are an interval of 64-bit numbers.
                let start = |number: u64| (u128::from(number) << 64).div_ceil(wide);
                let count = (start(number + 1) - start(number)) as u64;
                let offset = if edge {
                    count - 1
                } else {
                    below(generator, count)
                };
                let pair = start(number) + u128::from(offset);
                let (x, y) = ((pair >> 32) as u64, pair as u64 % WORD_VALUES);
                words.push(x);
                if x * u64::from(bound) % WORD_VALUES > WORD_VALUES - u64::from(bound) {
                    words.push(y);
                }
            }
            Method::Threshold | Method::ThresholdOfHigh => {
                // A word is rejected if its product with the bound, modulo 2^32, is below `least`. Rejected words come
                // first.
                let least = WORD_VALUES % u64::from(bound);
                let mut push = |word: u64, generator: &mut Generator| {
                    words.push(word);
                    if self == Method::ThresholdOfHigh {
                        words.push(below(generator, WORD_VALUES));
                    }
                };
                let mut word = if edge {
                    0
                } else {
                    below(generator, WORD_VALUES)
                };
                while word * u64::from(bound) % WORD_VALUES < least {
                    push(word, generator);
                    word = below(generator, WORD_VALUES);
                }
                let start = ((number << 32) + least).div_ceil(u64::from(bound));
                let word = start + below(generator, WORD_VALUES / u64::from(bound));
                push(word, generator);
            }
            Method::Double => {
                let start = |number: u64| (u128::from(number) << 64).div_ceil(wide);
                let pair = start(number) + below_wide(start(number + 1) - start(number), generator);
                words.extend([(pair >> 32) as u64, pair as u64 % WORD_VALUES]);
            }
            Method::DoubleModulo => {
                let number = u128::from(number);
                let pair =
                    number + wide * below_wide(((1u128 << 64) - 1 - number) / wide + 1, generator);
                words.extend([(pair >> 32) as u64, pair as u64 % WORD_VALUES]);
            }
            Method::Reject => {
                let kept = bound.leading_zeros();
                let fits =
                    |word: u64| word * u64::from(bound) % WORD_VALUES < u64::from(bound) << kept;
                loop {
                    let word = below(generator, WORD_VALUES);
                    if fits(word) {
                        break;
                    }
                    words.push(word);
                }
                words.push((number << 32).div_ceil(u64::from(bound)) + below(generator, 1 << kept));
            }
        }
    }
}

impl Reading {
    /// Returns the readings to try for a program whose first run is `run`.
    fn candidates(run: &Run) -> Vec<Reading> {
        let (cards, draws) = (run.deck.len(), run.draws.len());
        let Some(Draw { bound, .. }) = run.draws.first().copied() else {
            return Vec::new();
        };
        if bound < WIDE || draws > MAX_CHOICES || run.bounds().any(|other| other != bound) {
            return Vec::new();
        }
        let mut candidates = Vec::new();
        if bound == WORD_VALUES && cards > 1 {
            let increasing = Part::increasing(2, cards as u32);
            candidates.push(Reading::Words {
                method: Method::Extend,
                parts: increasing,
            });
            let pairs = |method| Reading::Words {
                method,
                parts: Part::pairs(cards as u32),
            };
            candidates.push(pairs(Method::Threshold));
            let ups = [2..=cards, 1..=cards, 1..=cards - 1, 2..=cards - 1].map(Vec::from_iter);
            let downs = ups
                .clone()
                .map(|up: Vec<usize>| up.into_iter().rev().collect());
            for bounds in ups.into_iter().chain(downs).chain([vec![cards; cards]]) {
                for method in Method::ALL {
                    let parts = bounds.iter().map(|&bound| Part::single(bound)).collect();
                    candidates.push(Reading::Words { method, parts });
                }
            }
            // This candidate comes after those with one word per choice, because a choice of two words and a word
            // without effect also look like one number of 64 bits.
            candidates.push(pairs(Method::Double));
            // In the first run all words are 0, and a word 0 is neither extended nor rejected. So the first run has a
            // fixed number of words for each number.
            candidates.retain(
                |one| matches!(one, Reading::Words { method, parts } if parts.len() * method.words() == draws),
            );
        }
        if draws > 1 {
            candidates.push(Reading::Keys { keys: draws, bound });
        }
        candidates
    }

    /// Returns the readings to try for a program that repeats a draw after any repeated value.
    fn distinct(cards: usize) -> Vec<Reading> {
        let cards = cards as u64;
        [cards, FLOAT_VALUES, RAND_VALUES, WORD_VALUES]
            .map(|bound| Reading::Distinct { cards, bound })
            .into()
    }

    /// Returns the number of values of each choice.
    pub fn bounds(&self) -> Vec<u64> {
        match self {
            Reading::Keys { keys, .. } => (2..=*keys as u64).collect(),
            Reading::Words { parts, .. } => parts
                .iter()
                .flat_map(Part::choices)
                .map(u64::from)
                .collect(),
            Reading::Rejection { draws } => draws.iter().map(KeptDraw::choices).collect(),
            Reading::Distinct { cards, .. } => (1..=*cards).rev().collect(),
        }
    }

    /// Returns an upper bound of the bias of this reading, a total variation distance.
    ///
    /// It is the distance between the draws of the program and the draws that encode equally likely choices. For sort
    /// keys it is the probability of equal keys. For words it comes from the remainders of divisions. For repeated
    /// draws it is the expected number of draws times the distance of one of them.
    pub fn bias(&self) -> f64 {
        match self {
            Reading::Keys { keys, bound } => {
                ((keys * (keys - 1) / 2) as f64 / *bound as f64).min(1.0)
            }
            Reading::Words {
                method: Method::Extend | Method::Double | Method::DoubleModulo,
                parts,
            } => parts.iter().map(Part::unevenness).sum(),
            Reading::Words { .. } | Reading::Rejection { .. } => 0.0,
            Reading::Distinct { cards, bound } if cards == bound => 0.0,
            Reading::Distinct { cards, bound } => {
                let draws: f64 = (1..=*cards).map(|left| *cards as f64 / left as f64).sum();
                (draws * *cards as f64 / *bound as f64).min(1.0)
            }
        }
    }

    /// Returns random draws from which the program derives the choices `values`. If the choices are equally likely, the
    /// distance of the draws from uniform is at most [`Reading::bias`]. If `edge`, the draws are not uniform, but
    /// distinguish the methods better.
    fn encode(&self, values: &[u64], edge: bool, generator: &mut Generator) -> Vec<Draw> {
        let draws = |values: Vec<u64>, bound: u64| {
            values
                .into_iter()
                .map(|value| Draw { bound, value })
                .collect::<Vec<_>>()
        };
        match self {
            Reading::Keys { keys, bound } => {
                draws(encode_keys(values, *keys, *bound, generator), *bound)
            }
            Reading::Words { method, parts } => {
                let (mut words, mut rest) = (Vec::new(), values);
                for part in parts {
                    let (digits, others) = rest.split_at(part.digits.len());
                    let number = (part.number(digits, generator), part.bound);
                    method.encode(number, edge, generator, &mut words);
                    rest = others;
                }
                draws(words, WORD_VALUES)
            }
            Reading::Rejection { draws: kept } => {
                let mut draws = Vec::with_capacity(kept.len());
                kept.iter()
                    .zip(values)
                    .for_each(|(kept, &class)| kept.encode(class, generator, &mut draws));
                draws
            }
            Reading::Distinct { cards, bound } => {
                draws(encode_distinct(values, *cards, *bound, generator), *bound)
            }
        }
    }
}

/// Returns random values that name cards until all cards are named. Some cards are named repeatedly. The i-th newly
/// named card has the rank `ranks[i]` among the cards not named before.
fn encode_distinct(ranks: &[u64], cards: u64, bound: u64, generator: &mut Generator) -> Vec<u64> {
    let wide = u128::from(bound);
    let card = |value: u64| match bound {
        FLOAT_VALUES => (u128::from(value) * u128::from(cards) / wide) as u64,
        _ => value % cards,
    };
    let start = |card: u64| (u128::from(card) * wide).div_ceil(u128::from(cards)) as u64;
    let (mut left, mut values): (Vec<u64>, Vec<u64>) = ((0..cards).collect(), Vec::new());
    for &rank in ranks {
        loop {
            let value = below(generator, bound);
            if left.contains(&card(value)) {
                break;
            }
            values.push(value);
        }
        let new = left.remove(rank as usize);
        values.push(match bound {
            FLOAT_VALUES => start(new) + below(generator, start(new + 1) - start(new)),
            _ => new + cards * below(generator, (bound - 1 - new) / cards + 1),
        });
    }
    values
}

/// Returns a random number below `bound`, which is at most 2^64.
fn below_wide(bound: u128, generator: &mut Generator) -> u128 {
    let unused = ((bound - 1) as u64).leading_zeros();
    loop {
        let word = below(generator, WORD_VALUES) << 32 | below(generator, WORD_VALUES);
        let number = u128::from(word) >> unused;
        if number < bound {
            return number;
        }
    }
}

/// Returns distinct random keys. Key i + 1 has the rank `ranks[i]` among the keys before it.
fn encode_keys(ranks: &[u64], keys: usize, bound: u64, generator: &mut Generator) -> Vec<u64> {
    let mut sorted: Vec<u64> = Vec::new();
    while sorted.len() < keys {
        sorted.extend((sorted.len()..keys).map(|_| below(generator, bound)));
        sorted.sort_unstable();
        sorted.dedup();
    }
    // The indices of the keys, in increasing order of their values.
    let mut order = vec![0];
    for (index, &rank) in ranks.iter().enumerate() {
        order.insert(rank as usize, index + 1);
    }
    let mut values = vec![0; keys];
    order
        .into_iter()
        .zip(sorted)
        .for_each(|(place, key)| values[place] = key);
    values
}

/// Returns the error to report for a program whose choices are derived by a reading. If equal choices give different
/// results, the reading is wrong, so [`ProgramError::HiddenRandomness`] becomes [`ProgramError::FloatCompare`].
pub(super) fn misread(error: ProgramError) -> ProgramError {
    if error == ProgramError::HiddenRandomness {
        ProgramError::FloatCompare
    } else {
        error
    }
}

/// Runs the program twice with the same value for all draws, and returns the run and the value. The value is 0, or a
/// value in [`BASES`] if the program rejects 0 and draws again. Returns `None` if the program rejects all of these
/// values.
fn base_run(program: &mut dyn Program) -> Result<Option<(Run, u64)>, ProgramError> {
    match first_run(program) {
        Err(ProgramError::TooManyDraws) => {}
        run => return run.map(|run| Some((run, 0))),
    }
    for base in BASES {
        let list = vec![base; BASE_LENGTH * program.cards()];
        let outcomes = match program.run(&[list.clone(), list]) {
            Err(ProgramError::TooManyDraws) => continue,
            outcomes => outcomes?,
        };
        let mut runs = outcomes.into_iter().filter_map(Outcome::ran);
        if let (Some(first), Some(second)) = (runs.next(), runs.next())
            && first.draws.iter().all(|draw| draw.value == base)
        {
            return if first == second {
                Ok(Some((first, base)))
            } else {
                Err(ProgramError::HiddenRandomness)
            };
        }
    }
    Ok(None)
}

/// Presents the choices of a reading as the draws of a program. In each run, new random draws of the underlying program
/// encode the choices.
pub(super) struct ReadingProgram<'a> {
    program: &'a mut dyn Program,
    pub(super) reading: Reading,
    bounds: Vec<u64>,
    generator: Generator,
    /// Whether the draws are chosen to distinguish the methods. Such draws are not uniform.
    edge: bool,
}

impl<'a> ReadingProgram<'a> {
    /// Returns the first reading that random lists of choices support, and the run whose choices are all 0.
    ///
    /// # Errors
    ///
    /// [`ProgramError::TooManyDraws`] if the run with zeros does not end and no reading is found.
    pub(super) fn find(
        program: &'a mut dyn Program,
        seed: &Seed,
        stream: u64,
    ) -> Result<(Option<ReadingProgram<'a>>, Run), ProgramError> {
        let mut generator = Generator::unit(seed, stream);
        let based = base_run(program)?;
        // The first candidate is a program that repeats a draw until it keeps the value, or until it names another
        // card.
        let mut candidates = match &based {
            Some((first, base)) => {
                let idle = usize::from(first.bounds().all(|bound| bound == WORD_VALUES));
                let mut draws = learn(program, (first, *base), 0, &mut generator)?;
                if draws.is_none() && idle > 0 {
                    draws = learn(program, (first, *base), idle, &mut generator)?;
                }
                draws
                    .map(|draws| Reading::Rejection { draws })
                    .into_iter()
                    .collect()
            }
            None => Reading::distinct(program.cards()),
        };
        let endless = !matches!(based, Some((_, 0)));
        let first = based.map(|(first, _)| first).unwrap_or_default();
        // The further candidates are words and sort keys.
        if has_draw_of(&first, WIDE) {
            candidates.extend(Reading::candidates(&first));
        }
        for reading in candidates {
            let generator = Generator::unit(seed, stream);
            let bounds = reading.bounds();
            let mut reader = ReadingProgram {
                program: &mut *program,
                bounds,
                reading,
                generator,
                edge: true,
            };
            // A reading is tested with draws that distinguish the methods, and with uniform draws.
            if reader.is_supported()? && reader.at_random().is_supported()? {
                let ReadingProgram {
                    reading,
                    bounds,
                    generator,
                    ..
                } = reader;
                return Ok((
                    Some(ReadingProgram {
                        program,
                        reading,
                        bounds,
                        generator,
                        edge: false,
                    }),
                    first,
                ));
            }
        }
        if endless {
            Err(ProgramError::TooManyDraws)
        } else {
            Ok((None, first))
        }
    }

    fn at_random(&mut self) -> &mut Self {
        self.edge = false;
        self
    }

    fn is_supported(&mut self) -> Result<bool, ProgramError> {
        let lists: Vec<Vec<u64>> = (0..PILOT_LISTS)
            .flat_map(|_| {
                let list = below_all(&self.bounds, &mut self.generator);
                [list.clone(), list]
            })
            .collect();
        let outcomes = match self.run(&lists) {
            Err(ProgramError::TooManyDraws) => return Ok(false),
            outcomes => outcomes?,
        };
        Ok(outcomes
            .chunks(2)
            .all(|pair| matches!(pair, [Outcome::Ran(a), Outcome::Ran(b)] if a == b)))
    }

    /// Returns the choices with the values in `list`, and 0 for missing values. Returns `None` if a value is not below
    /// its bound.
    fn choices(&self, list: &[u64]) -> Option<Vec<Draw>> {
        let value = |index: usize| list.get(index).copied().unwrap_or(0);
        let draws = self.bounds.iter().enumerate().map(|(index, &bound)| Draw {
            bound,
            value: value(index),
        });
        draws
            .map(|draw| (draw.value < draw.bound).then_some(draw))
            .collect()
    }
}

impl Program for ReadingProgram<'_> {
    fn cards(&self) -> usize {
        self.program.cards()
    }

    /// Runs the underlying program. The outcome is [`Outcome::OutOfRange`] if the number or the bounds of its draws
    /// contradict the reading.
    fn run(&mut self, lists: &[Vec<u64>]) -> Result<Vec<Outcome>, ProgramError> {
        let choices: Vec<Option<Vec<Draw>>> = lists.iter().map(|list| self.choices(list)).collect();
        let encoded: Vec<Vec<Draw>> = choices
            .iter()
            .flatten()
            .map(|draws| {
                let values: Vec<u64> = draws.iter().map(|draw| draw.value).collect();
                self.reading.encode(&values, self.edge, &mut self.generator)
            })
            .collect();
        let lists: Vec<Vec<u64>> = encoded
            .iter()
            .map(|draws| draws.iter().map(|draw| draw.value).collect())
            .collect();
        let mut outcomes = self.program.run(&lists)?.into_iter().zip(&encoded);
        let read = |draws: Option<Vec<Draw>>| -> Option<Run> {
            let draws = draws?;
            let (outcome, expected) = outcomes.next()?;
            let run = outcome.ran()?;
            (run.draws == *expected).then_some(Run {
                draws,
                deck: run.deck,
                ..Run::default()
            })
        };
        Ok(choices
            .into_iter()
            .map(read)
            .map(|run| run.map_or(Outcome::OutOfRange, Outcome::Ran))
            .collect())
    }

    fn restart(&mut self) -> Result<(), ProgramError> {
        self.program.restart()
    }

    fn is_sampled(&self) -> bool {
        true
    }
}
