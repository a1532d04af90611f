//! Rejection sampling: a draw is repeated until the program keeps its value.

use faro_sample::shuffle::Generator;

use super::draws::{WIDE, below, below_all};
use super::program::{Draw, Outcome, Program, ProgramError, Run};

/// A draw that a program repeats until it keeps the value. The kept values are divided into classes of equal size, and
/// the class of the kept value is the program's choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptDraw {
    bound: u64,
    classes: Classes,
    /// Number of draws that follow each value, have the same bound and have no effect, such as the low half of a word.
    idle: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Classes {
    /// The values in each class.
    Listed(Vec<Vec<u64>>),
    /// The values from `start` to `end` − 1 with a remainder in `remainders` modulo `modulus`. Each remainder is a
    /// class, and `modulus` divides `end` − `start`.
    Remainders {
        start: u64,
        end: u64,
        modulus: u64,
        remainders: Vec<u64>,
    },
    /// The values below `end`, divided into intervals of `width` values. Each interval is a class, and `width` divides
    /// `end`.
    Intervals { end: u64, width: u64 },
}

impl KeptDraw {
    /// Returns the number of values of the draw.
    pub fn bound(&self) -> u64 {
        self.bound
    }

    /// Returns the number of classes, which are equally likely.
    pub fn choices(&self) -> u64 {
        match &self.classes {
            Classes::Listed(classes) => classes.len() as u64,
            Classes::Remainders { remainders, .. } => remainders.len() as u64,
            Classes::Intervals { end, width } => end / width,
        }
    }

    /// Returns the number of values that the program keeps.
    pub fn kept(&self) -> u64 {
        match &self.classes {
            Classes::Listed(classes) => classes.iter().map(|class| class.len() as u64).sum(),
            Classes::Remainders {
                start,
                end,
                modulus,
                remainders,
            } => (end - start) / modulus * remainders.len() as u64,
            Classes::Intervals { end, .. } => *end,
        }
    }

    /// Returns the probability that the program keeps a random value.
    pub fn acceptance(&self) -> f64 {
        self.kept() as f64 / self.bound as f64
    }

    fn keeps(&self, value: u64) -> bool {
        match &self.classes {
            Classes::Listed(classes) => classes.iter().any(|class| class.contains(&value)),
            Classes::Remainders {
                start,
                end,
                modulus,
                remainders,
            } => (*start..*end).contains(&value) && remainders.contains(&(value % modulus)),
            Classes::Intervals { end, .. } => value < *end,
        }
    }

    /// Returns a random value in `class`, all equally likely.
    fn value(&self, class: u64, generator: &mut Generator) -> u64 {
        match &self.classes {
            Classes::Listed(classes) => {
                let values = &classes[class as usize];
                values[below(generator, values.len() as u64) as usize]
            }
            Classes::Remainders {
                start,
                end,
                modulus,
                remainders,
            } => {
                let first =
                    start + (remainders[class as usize] + modulus - start % modulus) % modulus;
                first + below(generator, (end - start) / modulus) * modulus
            }
            Classes::Intervals { width, .. } => class * width + below(generator, *width),
        }
    }

    /// Appends random draws from which the program derives the choice `class`: values that it rejects, then the value
    /// that it keeps. For a random class the draws are independent and uniform.
    pub(super) fn encode(&self, class: u64, generator: &mut Generator, draws: &mut Vec<Draw>) {
        loop {
            let value = below(generator, self.bound);
            if self.keeps(value) {
                break;
            }
            self.push(value, generator, draws);
        }
        let value = self.value(class, generator);
        self.push(value, generator, draws);
    }

    fn push(&self, value: u64, generator: &mut Generator, draws: &mut Vec<Draw>) {
        let bound = self.bound;
        draws.push(Draw { bound, value });
        draws.extend((0..self.idle).map(|_| Draw {
            bound,
            value: below(generator, bound),
        }));
    }
}

/// Maximum total number of values to try, for draws of which every value is tried.
const MAX_TRIED: u64 = 60_000;

/// Number of random values to try in a draw with too many values to try each.
const RANDOM_VALUES: usize = 48;

/// Number of the first draws in which rejected values are searched for. A program that rejects values rejects some in
/// one of these draws: of three successive bounds at least one is not a power of 2, except for bounds that include 1
/// and 2.
const EXAMINED_DRAWS: usize = 3;

/// Number of values that are tried at once in the search for the first rejected or kept value.
const VALUES_PER_STEP: u64 = 64;

/// Learns which values a program rejects in each of its draws. Returns `None` if the program rejects none of the tried
/// values.
///
/// `first` is the run in which all values are `base`, and the program keeps each of them. Each value is followed by
/// `idle` draws without an effect. A value is rejected if the run continues as if the value and its `idle` draws had
/// not been drawn.
pub(super) fn learn(
    program: &mut dyn Program,
    (first, base): (&Run, u64),
    idle: usize,
    generator: &mut Generator,
) -> Result<Option<Vec<KeptDraw>>, ProgramError> {
    let narrow: u64 = first.bounds().filter(|&bound| bound < WIDE).sum();
    let is_split = first.draws.len().is_multiple_of(1 + idle);
    if first.draws.is_empty() || narrow > MAX_TRIED || !is_split {
        return Ok(None);
    }
    let mut learned: Vec<KeptDraw> = Vec::new();
    for index in (0..first.draws.len()).step_by(1 + idle) {
        let mut probe = DrawProbe {
            program,
            first,
            base,
            index,
            idle,
        };
        let Some(kept) = probe.kept(generator)? else {
            return Ok(None);
        };
        learned.push(kept);
        let rejects = || learned.iter().any(|draw| draw.kept() < draw.bound);
        let is_wide = first.draws[0].bound >= WIDE;
        if is_wide && learned.len() >= EXAMINED_DRAWS && !rejects() {
            return Ok(None);
        }
    }
    let rejects = learned.iter().any(|draw| draw.kept() < draw.bound);
    Ok(rejects.then_some(learned))
}

/// Runs a program with different values of one draw.
struct DrawProbe<'a> {
    program: &'a mut dyn Program,
    first: &'a Run,
    base: u64,
    index: usize,
    idle: usize,
}

/// The effect of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ValueEffect {
    Rejected,
    /// The program keeps the value. The field is the deck if all other draws have the value `base`.
    Kept(Vec<u32>),
}

impl DrawProbe<'_> {
    fn bound(&self) -> u64 {
        self.first.draws[self.index].bound
    }

    /// Returns the kept values and their classes, or `None` if the draw follows no known rule.
    fn kept(&mut self, generator: &mut Generator) -> Result<Option<KeptDraw>, ProgramError> {
        let bound = self.bound();
        let classes = match bound < WIDE {
            true => self.listed(generator)?,
            false => self.classes_of_sample(generator)?,
        };
        Ok(classes.map(|classes| KeptDraw {
            bound,
            classes,
            idle: self.idle,
        }))
    }

    /// Returns the effect of each value in `values`. Returns `None` if a value changes the later draws in another way
    /// than a rejected value does.
    fn effects(
        &mut self,
        values: &[u64],
        generator: &mut Generator,
    ) -> Result<Option<Vec<ValueEffect>>, ProgramError> {
        let lists: Vec<Vec<u64>> = values.iter().map(|&value| self.list(&[value])).collect();
        let runs = self.program.run(&lists)?;
        let mut effects = Vec::with_capacity(values.len());
        for (&value, outcome) in values.iter().zip(runs) {
            let Some(run) = outcome.ran() else {
                return Ok(None);
            };
            effects.push(if run.bounds().eq(self.first.bounds()) {
                ValueEffect::Kept(run.deck)
            } else if self.is_rejected(value, generator)? {
                ValueEffect::Rejected
            } else {
                return Ok(None);
            });
        }
        Ok(Some(effects))
    }

    /// Returns a list of choices in which `values` replace the value of this draw, and all other values are `base`.
    fn list(&self, values: &[u64]) -> Vec<u64> {
        let base = |length: usize| vec![self.base; length];
        let rest = self.first.draws.len() - self.index;
        [
            base(self.index),
            values.to_vec(),
            if self.base > 0 {
                base(rest)
            } else {
                Vec::new()
            },
        ]
        .concat()
    }

    /// Returns whether runs with `value` equal the runs without it. Both are compared with later draws that have the
    /// value `base`, and with random later draws.
    fn is_rejected(&mut self, value: u64, generator: &mut Generator) -> Result<bool, ProgramError> {
        let bounds: Vec<u64> = self.first.bounds().skip(self.index).collect();
        let (random, base) = (below_all(&bounds, generator), vec![self.base; bounds.len()]);
        for rest in [base, random] {
            let idle = vec![self.base; self.idle];
            let (with, without) = (
                self.list(&[&[value], &idle[..], &rest].concat()),
                self.list(&rest),
            );
            let mut runs = self
                .program
                .run(&[with, without])?
                .into_iter()
                .filter_map(Outcome::ran);
            let (Some(with), Some(without)) = (runs.next(), runs.next()) else {
                return Ok(false);
            };
            let mut bounds: Vec<u64> = with.bounds().collect();
            bounds.drain(self.index..(self.index + 1 + self.idle).min(bounds.len()));
            if with.deck != without.deck || !bounds.into_iter().eq(without.bounds()) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns the classes of a draw with few values, all of which are tried.
    fn listed(&mut self, generator: &mut Generator) -> Result<Option<Classes>, ProgramError> {
        let values: Vec<u64> = (0..self.bound()).collect();
        let Some(effects) = self.effects(&values, generator)? else {
            return Ok(None);
        };
        let mut decks: Vec<&Vec<u32>> = Vec::new();
        let mut classes: Vec<Vec<u64>> = Vec::new();
        for (value, effect) in values.iter().zip(&effects) {
            let ValueEffect::Kept(deck) = effect else {
                continue;
            };
            match decks.iter().position(|known| *known == deck) {
                Some(class) => classes[class].push(*value),
                None => {
                    decks.push(deck);
                    classes.push(vec![*value]);
                }
            }
        }
        if classes.iter().any(|class| class.len() != classes[0].len()) {
            classes = classes
                .into_iter()
                .flatten()
                .map(|value| vec![value])
                .collect();
            classes.sort_unstable();
        }
        Ok(Some(Classes::Listed(classes)))
    }

    /// Returns the classes of a draw with many values, some of which are tried.
    fn classes_of_sample(
        &mut self,
        generator: &mut Generator,
    ) -> Result<Option<Classes>, ProgramError> {
        let bound = self.bound();
        let period = 2 * (self.program.cards() as u64 + 1).next_power_of_two();
        let low: Vec<u64> = (0..(2 * period).min(bound)).collect();
        let Some(effects) = self.effects(&low, generator)? else {
            return Ok(None);
        };
        // A program that masks the value rejects some small values, but not 0.
        let masked =
            effects[..].contains(&ValueEffect::Rejected) && effects[0] != ValueEffect::Rejected;
        let classes = if masked {
            self.masked(&effects, period)
        } else {
            self.interval(generator)?
        };
        let Some(classes) = classes else {
            return Ok(None);
        };
        let kept = KeptDraw {
            bound,
            classes,
            idle: 0,
        };
        // Random values verify which values are kept.
        let random: Vec<u64> = (0..RANDOM_VALUES)
            .map(|_| below(generator, bound))
            .collect();
        let Some(effects) = self.effects(&random, generator)? else {
            return Ok(None);
        };
        let agrees = |(value, effect): (&u64, &ValueEffect)| {
            kept.keeps(*value) == (*effect != ValueEffect::Rejected)
        };
        Ok(random
            .iter()
            .zip(&effects)
            .all(agrees)
            .then_some(kept.classes))
    }

    /// Returns the classes if the program reduces the value modulo a number, or keeps its lowest bits, and rejects some
    /// results.
    fn masked(&self, effects: &[ValueEffect], max: u64) -> Option<Classes> {
        let bound = self.bound();
        let repeats = |&modulus: &u64| {
            let modulus = modulus as usize;
            (modulus..effects.len()).all(|value| effects[value] == effects[value - modulus])
        };
        let modulus = (1..=max)
            .find(repeats)
            .filter(|modulus| bound.is_multiple_of(*modulus))?;
        let remainders = (0..modulus)
            .filter(|&value| effects[value as usize] != ValueEffect::Rejected)
            .collect();
        Some(Classes::Remainders {
            start: 0,
            end: bound,
            modulus,
            remainders,
        })
    }

    /// Returns the classes if the program rejects the smallest values, or the largest ones.
    fn interval(&mut self, generator: &mut Generator) -> Result<Option<Classes>, ProgramError> {
        let bound = self.bound();
        let start = self.first_value(0, generator, |effect| *effect != ValueEffect::Rejected)?;
        let end = self.first_value(start.unwrap_or(0), generator, |effect| {
            *effect == ValueEffect::Rejected
        })?;
        let (Some(start), end) = (start, end.unwrap_or(bound)) else {
            return Ok(None);
        };
        let kept = end - start;
        let max = (2 * (self.program.cards() as u64 + 1)).min(kept / 2);
        let low: Vec<u64> = (start..start + 2 * max).collect();
        let Some(effects) = self.effects(&low, generator)? else {
            return Ok(None);
        };
        // The effects of the kept values are periodic if the program reduces the value modulo a number.
        let repeats =
            |&period: &usize| (period..effects.len()).all(|i| effects[i] == effects[i - period]);
        let period = (1..=max as usize).find(repeats).unwrap_or(1) as u64;
        if period > 1 && kept.is_multiple_of(period) {
            let remainders = (0..period).collect();
            return Ok(Some(Classes::Remainders {
                start,
                end,
                modulus: period,
                remainders,
            }));
        }
        if start > 0 {
            return Ok(None);
        }
        let zero = effects.first().cloned();
        let width = self.first_value(0, generator, |effect| Some(effect) != zero.as_ref())?;
        let width = width
            .filter(|&width| end.is_multiple_of(width))
            .unwrap_or(1);
        Ok(Some(Classes::Intervals { end, width }))
    }

    /// Returns the smallest value from `start` on whose effect satisfies `is_beyond`, by bisection. It assumes that all
    /// larger values satisfy `is_beyond` too.
    fn first_value(
        &mut self,
        start: u64,
        generator: &mut Generator,
        is_beyond: impl Fn(&ValueEffect) -> bool,
    ) -> Result<Option<u64>, ProgramError> {
        let last = self.bound() - 1;
        let Some(ends) = self.effects(&[start, last], generator)? else {
            return Ok(None);
        };
        if is_beyond(&ends[0]) {
            return Ok(Some(start));
        }
        if !is_beyond(&ends[1]) {
            return Ok(None);
        }
        let (mut low, mut high) = (start, last);
        while high - low > 1 {
            let step = (high - low).div_ceil(VALUES_PER_STEP);
            let values: Vec<u64> = (low..high).step_by(step as usize).skip(1).collect();
            let Some(effects) = self.effects(&values, generator)? else {
                return Ok(None);
            };
            let at = effects.iter().position(&is_beyond);
            high = at.map_or(high, |at| values[at]);
            low = at
                .unwrap_or(values.len())
                .checked_sub(1)
                .map_or(low, |before| values[before]);
        }
        Ok(Some(high))
    }
}
