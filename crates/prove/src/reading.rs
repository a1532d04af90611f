use super::pieces::{WIDE, below, below_all};
use super::program::{Draw, Outcome, Program, ProgramError, Run};
use faro_sample::shuffle::{Generator, Seed};

/// How a program derives its choices from draws with many values.
///
/// A reading is a guess from a few runs. Random lists of choices verify it later, as they verify the groups of values
/// with the same effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The draws are sort keys, of which only the order matters. Choice i is the rank of key i among the keys before
    /// it.
    Keys {
        /// Number of keys.
        keys: usize,
        /// Number of values of a key.
        bound: u64,
    },
    /// The draws are words of 32 bits. A multiplication turns them into numbers below bounds, and their digits are the
    /// choices.
    Words {
        /// How the program avoids words that make the choices uneven.
        method: Method,
        /// The numbers in order, each from one word or from a pair of words.
        parts: Vec<Part>,
    },
}

/// How a word x of 32 bits becomes the number ⌊x·b/2^32⌋ below a bound b.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A second word y is drawn if it can change the number, which is ⌊(2^32·x + y)·b/2^64⌋ (Canon; rand 0.9 and
    /// later).
    Extend,
    /// The word is replaced by another if x·b mod 2^32 is at least the largest b·2^k below 2^32 (Lemire; rand 0.8).
    Reject,
}

/// A number below a bound, and the choices that are its digits in a mixed radix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The exclusive bound of the number.
    pub bound: u32,
    /// The bounds of the choices, the lowest digit first. The rest of the number above these digits has no effect.
    pub digits: Vec<u32>,
}

/// Number of values of a word.
const WORD: u64 = 1 << 32;

/// Number of random lists of choices that must support a reading. Each is encoded twice, in different random words.
const PILOT: usize = 64;

/// Maximum number of choices in a reading.
const MAX_CHOICES: usize = 5000;

impl Part {
    fn single(bound: usize) -> Part {
        Part { bound: bound as u32, digits: vec![bound as u32] }
    }

    /// Returns the numbers of rand's `shuffle` for the choices with bounds `first` to `last`. Each number has
    /// consecutive bounds as its digits, from the next one on while their product fits in a word.
    fn increasing(mut first: u32, last: u32) -> Vec<Part> {
        let mut parts = Vec::new();
        while first <= last {
            let (mut bound, mut next) = (first, first + 1);
            while let Some(product) = bound.checked_mul(next) {
                (bound, next) = (product, next + 1);
            }
            parts.push(Part { bound, digits: (first..next.min(last + 1)).collect() });
            first = next;
        }
        parts
    }

    /// Returns a random number below the bound whose lowest digits are `digits`.
    fn number(&self, digits: &[u64], generator: &mut Generator) -> u64 {
        let product: u64 = self.digits.iter().map(|&digit| u64::from(digit)).product();
        let top = below(generator, u64::from(self.bound) / product);
        let bounds = self.digits.iter().zip(digits).rev();
        bounds.fold(top, |number, (&bound, digit)| number * u64::from(bound) + digit)
    }

    /// Returns the total variation distance of ⌊w·b/2^64⌋ from uniform, for a random w below 2^64.
    fn unevenness(&self) -> f64 {
        let bound = u128::from(self.bound);
        let larger = (1u128 << 64) % bound;
        (larger * (bound - larger)) as f64 / bound as f64 / 2f64.powi(64)
    }
}

impl Method {
    /// Appends random words from which the program derives `number`, below `bound`.
    fn encode(self, number: u64, bound: u32, generator: &mut Generator, words: &mut Vec<u64>) {
        let wide = u128::from(bound);
        match self {
            Method::Extend if bound == 1 => words.push(below(generator, WORD)),
            Method::Extend => {
                let start = |number: u64| (u128::from(number) << 64).div_ceil(wide);
                let offset = below(generator, (start(number + 1) - start(number)) as u64);
                let pair = start(number) + u128::from(offset);
                let (x, y) = ((pair >> 32) as u64, pair as u64 % WORD);
                words.push(x);
                if x * u64::from(bound) % WORD > WORD - u64::from(bound) {
                    words.push(y);
                }
            }
            Method::Reject => {
                let kept = bound.leading_zeros();
                let fits = |word: u64| word * u64::from(bound) % WORD < u64::from(bound) << kept;
                loop {
                    let word = below(generator, WORD);
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
        let Some(Draw { bound, .. }) = run.draws.first().copied() else { return Vec::new() };
        if bound < WIDE || draws > MAX_CHOICES || run.bounds().any(|other| other != bound) {
            return Vec::new();
        }
        let mut candidates = Vec::new();
        if bound == WORD && cards > 1 {
            let increasing = Part::increasing(2, cards as u32);
            candidates.push(Reading::Words { method: Method::Extend, parts: increasing });
            let ups = [2..=cards, 1..=cards, 1..=cards - 1, 2..=cards - 1].map(Vec::from_iter);
            let downs = ups.clone().map(|up: Vec<usize>| up.into_iter().rev().collect());
            for bounds in ups.into_iter().chain(downs).chain([vec![cards; cards]]) {
                for method in [Method::Extend, Method::Reject] {
                    let parts = bounds.iter().map(|&bound| Part::single(bound)).collect();
                    candidates.push(Reading::Words { method, parts });
                }
            }
            // A first run consists of zeros, and these words are neither extended nor rejected. So it has one draw for
            // each number.
            candidates.retain(|one| matches!(one, Reading::Words { parts, .. } if parts.len() == draws));
        }
        if draws > 1 {
            candidates.push(Reading::Keys { keys: draws, bound });
        }
        candidates
    }

    /// Returns the bounds of the choices.
    pub fn bounds(&self) -> Vec<u64> {
        match self {
            Reading::Keys { keys, .. } => (2..=*keys as u64).collect(),
            Reading::Words { parts, .. } => {
                parts.iter().flat_map(|part| &part.digits).map(|&digit| digit.into()).collect()
            }
        }
    }

    /// Returns an upper bound of the bias: the total variation distance by which decoding may be uneven.
    ///
    /// The distance is between the draws of the program and the draws that encode equally likely choices. For keys it
    /// is the probability of equal keys, and for words it comes from the remainders of divisions.
    pub fn bias(&self) -> f64 {
        match self {
            Reading::Keys { keys, bound } => ((keys * (keys - 1) / 2) as f64 / *bound as f64).min(1.0),
            Reading::Words { method: Method::Extend, parts } => parts.iter().map(Part::unevenness).sum(),
            Reading::Words { method: Method::Reject, .. } => 0.0,
        }
    }

    /// Returns random draws from which the program derives the choices `values`. If the choices are equally likely, so
    /// are the draws, apart from [`Reading::bias`].
    fn encode(&self, values: &[u64], generator: &mut Generator) -> Vec<u64> {
        match self {
            Reading::Keys { keys, bound } => encode_keys(values, *keys, *bound, generator),
            Reading::Words { method, parts } => {
                let (mut words, mut rest) = (Vec::new(), values);
                for part in parts {
                    let (digits, others) = rest.split_at(part.digits.len());
                    method.encode(part.number(digits, generator), part.bound, generator, &mut words);
                    rest = others;
                }
                words
            }
        }
    }

    fn bound(&self) -> u64 {
        match self {
            Reading::Keys { bound, .. } => *bound,
            Reading::Words { .. } => WORD,
        }
    }
}

/// Returns random keys without repetition. Key i + 1 has rank `ranks[i]` among the keys before it.
fn encode_keys(ranks: &[u64], keys: usize, bound: u64, generator: &mut Generator) -> Vec<u64> {
    let mut sorted: Vec<u64> = Vec::new();
    while sorted.len() < keys {
        sorted.extend((sorted.len()..keys).map(|_| below(generator, bound)));
        sorted.sort_unstable();
        sorted.dedup();
    }
    // The indices of the keys in increasing order of the keys.
    let mut order = vec![0];
    for (index, &rank) in ranks.iter().enumerate() {
        order.insert(rank as usize, index + 1);
    }
    let mut values = vec![0; keys];
    order.into_iter().zip(sorted).for_each(|(place, key)| values[place] = key);
    values
}

/// Returns `error` as it must be reported for a program whose choices are read from its draws. If the same choices give
/// different results there, the reading is wrong.
pub(super) fn misread(error: ProgramError) -> ProgramError {
    if error == ProgramError::HiddenRandomness { ProgramError::FloatCompare } else { error }
}

/// A program whose draws are the choices of a reading. Each run encodes its choices in new random draws of the
/// underlying program.
pub(super) struct Reader<'a> {
    program: &'a mut dyn Program,
    pub(super) reading: Reading,
    bounds: Vec<u64>,
    generator: Generator,
}

impl<'a> Reader<'a> {
    /// Returns the first reading that random lists of choices support.
    pub(super) fn find(
        program: &'a mut dyn Program,
        first: &Run,
        seed: &Seed,
        stream: u64,
    ) -> Result<Option<Reader<'a>>, ProgramError> {
        for reading in Reading::candidates(first) {
            let generator = Generator::unit(seed, stream);
            let mut reader = Reader { program: &mut *program, bounds: reading.bounds(), reading, generator };
            if reader.is_supported()? {
                let Reader { reading, bounds, generator, .. } = reader;
                return Ok(Some(Reader { program, reading, bounds, generator }));
            }
        }
        Ok(None)
    }

    fn is_supported(&mut self) -> Result<bool, ProgramError> {
        let lists: Vec<Vec<u64>> = (0..PILOT)
            .flat_map(|_| {
                let list = below_all(&self.bounds, &mut self.generator);
                [list.clone(), list]
            })
            .collect();
        let outcomes = self.run(&lists)?;
        Ok(outcomes.chunks(2).all(|pair| matches!(pair, [Outcome::Ran(a), Outcome::Ran(b)] if a == b)))
    }

    /// Returns the choices of a list, with 0 for missing ones, or `None` if a value is not below its bound.
    fn choices(&self, list: &[u64]) -> Option<Vec<Draw>> {
        let value = |index: usize| list.get(index).copied().unwrap_or(0);
        let draws = self.bounds.iter().enumerate().map(|(index, &bound)| Draw { bound, value: value(index) });
        draws.map(|draw| (draw.value < draw.bound).then_some(draw)).collect()
    }
}

impl Program for Reader<'_> {
    fn cards(&self) -> usize {
        self.program.cards()
    }

    /// Returns [`Outcome::OutOfRange`] for a run whose number of draws or whose bounds contradict the reading.
    fn run(&mut self, lists: &[Vec<u64>]) -> Result<Vec<Outcome>, ProgramError> {
        let choices: Vec<Option<Vec<Draw>>> = lists.iter().map(|list| self.choices(list)).collect();
        let encoded: Vec<Vec<u64>> = choices
            .iter()
            .flatten()
            .map(|draws| {
                let values: Vec<u64> = draws.iter().map(|draw| draw.value).collect();
                self.reading.encode(&values, &mut self.generator)
            })
            .collect();
        let mut outcomes = self.program.run(&encoded)?.into_iter().zip(&encoded);
        let bound = self.reading.bound();
        let read = |draws: Option<Vec<Draw>>| -> Option<Run> {
            let draws = draws?;
            let (outcome, words) = outcomes.next()?;
            let run = outcome.ran()?;
            let expected = run.draws.len() == words.len() && run.bounds().all(|other| other == bound);
            expected.then_some(Run { draws, deck: run.deck, ranks: 0 })
        };
        Ok(choices.into_iter().map(read).map(|run| run.map_or(Outcome::OutOfRange, Outcome::Ran)).collect())
    }

    fn restart(&mut self) -> Result<(), ProgramError> {
        self.program.restart()
    }

    fn is_sampled(&self) -> bool {
        true
    }
}
