//! Passes of swaps whose draws are read off the decks: which positions are swapped, and the law of each draw.
//!
//! A pass maps its draws one-to-one to decks, so that the likelihood of a law of independent draws is exact.

use std::num::NonZero;

use super::at_once::{GoesOn, at_once};
use super::cause::Cause;
use super::estimates::{LIKELY, Likeliest};
use super::family::{Family, Recipe};
use super::grammar::keep_first;
use crate::tables::{PairCounts, Pass, Tables};

use faro_math::number::elementary::{ln, log2, powi};
use faro_sample::program::{DrawRange, Fallback, Numbers, Program};

/// Minimum log-likelihood ratio of a law to fair draws, in nats.
const LEAST_NATS: f64 = 12.0;

/// Minimum share of the largest log-likelihood ratio of a pass that a law must reach.
const LEAST_SHARE: f64 = 0.5;

/// Minimum number of values of a random number. Numbers with fewer values are excluded: a pass that draws modulo 2 only
/// swaps neighbours with a coin, which is another program.
const LEAST_VALUES: u32 = 4;

/// Maximum number of values of a random number that are all tried.
const MOST_VALUES: f64 = 4096.0;

/// Maximum number of cells that are compared for all numbers of values.
const MOST_CELLS: f64 = 1e7;

/// Maximum number of tries of a rejection.
const MOST_TRIES: u32 = 4;

/// The results that a program may use after the last try of a rejection.
const FALLBACKS: [Fallback; 3] = [Fallback::Itself, Fallback::Far, Fallback::Modulo];

/// Number of draws that are compared first: the draws with the most choices.
const FIRST_ROWS: usize = 16;

/// Number of values of a random number that are compared by all draws.
const FINALISTS: usize = 24;

/// Returns the families of passes that omit some swaps, or that draw by another law than fair draws.
///
/// The passes are compared on `threads` threads, while `goes_on` returns `true`.
pub fn by_draws(tables: &Tables, threads: NonZero<usize>, goes_on: &mut GoesOn) -> Vec<Family> {
    let kinds = Pass::ALL.map(|pass| [(pass, false), (pass, true)]).concat();
    let passes: Vec<Drawn> = kinds
        .into_iter()
        .filter_map(|(pass, is_cyclic)| Drawn::new(tables, pass, is_cyclic))
        .collect();
    let families = |number: usize, _, _: &mut GoesOn| Some(passes[number].families());
    at_once(passes.len(), tables.cards(), threads, goes_on, families).concat()
}

/// Returns the families of passes whose draws have the observed frequencies, whatever they are.
pub fn by_frequencies(tables: &Tables) -> Vec<Family> {
    let passes = Pass::ALL
        .into_iter()
        .filter_map(|pass| Drawn::new(tables, pass, false));
    passes
        .map(|drawn| Family::of(Cause::UnevenIndex, drawn.weighted(), 1.0))
        .collect()
}

/// Returns the family of a whole pass that leaves out each swap with the likeliest probability.
pub fn skips(tables: &Tables, pass: Pass) -> Option<Family> {
    let drawn = Drawn::new(tables, pass, false).filter(|drawn| drawn.is_whole())?;
    let skipped = drawn.skipped();
    let pattern = match pass {
        Pass::Down => Recipe::With("skip"),
        _ => Recipe::Program(drawn.program(Numbers::Skip)),
    };
    let family = Family::estimated(Cause::Skip, pattern, skipped);
    (0.001..1.0).contains(&skipped.value).then_some(family)
}

/// The counts of one draw among `counts.len()` indices.
struct Row<'a> {
    counts: &'a [u64],
    /// The number of draws below each index.
    below: Vec<u64>,
    /// The index of the position itself. If it is drawn, nothing is swapped.
    itself: u32,
}

/// A law of draws, given its number of values.
type Law = fn(u32) -> Numbers;

/// The draws of a pass.
struct Drawn<'a> {
    pass: Pass,
    /// Whether the position itself is no choice, as in Sattolo's algorithm.
    is_cyclic: bool,
    cards: usize,
    decks: u64,
    /// The draws that sometimes draw another index than the position itself, in decreasing order of their numbers of
    /// indices.
    rows: Vec<Row<'a>>,
    /// ln 0, ln 1, ln 2, …
    logarithms: Vec<f64>,
}

impl Drawn<'_> {
    /// Returns the draws, or `None` if nothing is swapped. With `is_cyclic`, the position itself is no choice, and the
    /// result is `None` if it is ever drawn.
    fn new(tables: &Tables, pass: Pass, is_cyclic: bool) -> Option<Drawn<'_>> {
        let more = tables.draw_tables();
        let (table, cards): (&PairCounts, usize) = (more.draws.of(pass), tables.cards());
        let row = |bound: usize| {
            let counts = &table.counts()[(bound - 1) * cards..][..bound];
            Row {
                counts,
                below: Vec::new(),
                itself: if pass == Pass::Up {
                    0
                } else {
                    bound as u32 - 1
                },
            }
        };
        let mut rows: Vec<Row> = (2..=cards).rev().map(row).collect();
        rows.retain(|row| row.counts[row.itself as usize] < more.decks);
        if is_cyclic {
            if rows.iter().any(|row| row.counts[row.itself as usize] > 0) {
                return None;
            }
            let first = usize::from(pass == Pass::Up);
            rows.iter_mut()
                .for_each(|row| row.counts = &row.counts[first..row.counts.len() + first - 1]);
        }
        for row in &mut rows {
            let mut below = vec![0];
            for (index, count) in row.counts.iter().enumerate() {
                below.push(below[index] + count);
            }
            row.below = below;
        }
        let logarithms = (0..=MOST_VALUES as u32)
            .map(|number| ln(f64::from(number)))
            .collect();
        (!rows.is_empty()).then_some(Drawn {
            pass,
            is_cyclic,
            cards,
            decks: more.decks,
            rows,
            logarithms,
        })
    }

    fn families(&self) -> Vec<Family> {
        let mut found = self.laws();
        found.sort_by(|one, other| other.0.total_cmp(&one.0));
        let most = found.first().map_or(LEAST_NATS, |(nats, _)| *nats);
        keep_first(&mut found, |(_, family)| family.cause);
        found.retain(|(nats, _)| *nats >= LEAST_SHARE * most);
        self.left_out()
            .into_iter()
            .chain(found.into_iter().map(|(_, family)| family))
            .collect()
    }

    /// Returns the program with the swaps that the decks show, which draws by `numbers`.
    fn program(&self, numbers: Numbers) -> Program {
        let place = |row: &Row| {
            let bound = row.counts.len() + usize::from(self.is_cyclic);
            if self.pass == Pass::Up {
                self.cards - bound
            } else {
                bound - 1
            }
        };
        let mut places: Vec<u32> = self.rows.iter().map(|row| place(row) as u32).collect();
        if self.pass == Pass::InsideOut {
            places.reverse();
        }
        let range = match (self.pass, self.is_cyclic) {
            (Pass::Up, false) => DrawRange::From,
            (Pass::Up, true) => DrawRange::After,
            (_, false) => DrawRange::UpTo,
            (_, true) => DrawRange::Before,
        };
        Program::swaps(places, range, numbers)
    }

    /// Returns the program that draws each index with its observed frequency.
    fn weighted(&self) -> Program {
        let row = |row: &Row| {
            let bound = row.counts.len() as u32;
            let mut sum = 0;
            let cumulative = row.counts.iter().map(|count| {
                sum += count;
                sum
            });
            let (place, first) = match self.pass {
                Pass::Up => (self.cards as u32 - bound, self.cards as u32 - bound),
                _ => (bound - 1, 0),
            };
            (place, first, cumulative.collect())
        };
        let mut rows: Vec<_> = self.rows.iter().map(row).collect();
        if self.pass == Pass::InsideOut {
            rows.reverse();
        }
        Program::Weighted(rows)
    }

    fn is_whole(&self) -> bool {
        self.rows.len() == self.cards - 1
    }

    /// Returns the family of the pass if some swaps are never made.
    ///
    /// Returns `None` if only the swaps with the most indices are missing: then only a part of the deck is shuffled,
    /// which is the cause of another family.
    fn left_out(&self) -> Option<Family> {
        let (made, smallest) = (self.rows.len(), self.rows.last()?.counts.len());
        let stops = made == self.cards + 1 - smallest;
        let is_part = smallest == 2 && self.rows[0].counts.len() == made + 1;
        let cause = match (stops, smallest) {
            _ if self.is_whole() || is_part || self.is_cyclic => return None,
            (true, 3) if self.pass == Pass::Down => return None,
            (true, 3) => Cause::StopsEarly,
            (true, _) => Cause::StopsAfter,
            (false, _) => Cause::MissedPlaces,
        };
        Some(Family::of(cause, self.program(Numbers::Exact), made as f64))
    }

    /// Returns the laws that are clearly likelier than fair draws, with their log-likelihood ratios.
    fn laws(&self) -> Vec<(f64, Family)> {
        let fair = self.nats(Numbers::Exact, usize::MAX);
        let fixed = [
            Numbers::Rounded,
            Numbers::Clamped,
            Numbers::NotItself,
            Numbers::NotFar,
        ];
        let nats = |numbers: Numbers| self.nats(numbers, usize::MAX);
        let tries = |then| (1..=MOST_TRIES).map(move |tries| Numbers::Tries(tries, then));
        let tries = FALLBACKS.into_iter().flat_map(tries);
        let tries = tries.max_by(|&one, &other| nats(one).total_cmp(&nats(other)));
        let known = fixed.into_iter().chain(tries);
        let known = known.map(|numbers| (nats(numbers) - fair, numbers, None));
        // With more values, the draws could not be distinguished from fair draws.
        let most = (self.decks as f64 * powi(self.cards as f64, 3) / 100.0).sqrt();
        let scans = [Numbers::Modulo as Law, Numbers::Scaled].into_iter();
        let scans = scans.filter_map(|law| {
            let (nats, values) = self.likeliest(law, most, fair)?;
            Some((nats - fair, law(values.value as u32), Some(values)))
        });
        let found = known.chain(scans).filter(|(nats, ..)| *nats > LEAST_NATS);
        found
            .filter_map(|(nats, numbers, values)| Some((nats, self.family(numbers, values)?)))
            .collect()
    }

    /// Returns the family of a law. Returns `None` if the shuffle is a word of the language, since all words are tried
    /// anyway.
    fn family(&self, numbers: Numbers, values: Option<Likeliest>) -> Option<Family> {
        let is_word = self.pass == Pass::Down && self.is_whole() && !self.is_cyclic;
        let cause = match numbers {
            Numbers::Tries(..) if self.is_cyclic => return None,
            Numbers::NotItself | Numbers::NotFar if is_word || self.is_cyclic => return None,
            _ if self.is_cyclic => Cause::Sattolo,
            Numbers::Rounded => Cause::Rounded,
            Numbers::Clamped => Cause::Clamped,
            Numbers::Tries(_, Fallback::Itself) => Cause::Skip,
            Numbers::Tries(..) => Cause::CutRejection,
            Numbers::NotItself => Cause::Sattolo,
            // If the position at the other end stays too, a part of the deck is shuffled.
            Numbers::NotFar if self.rows[0].counts.len() < self.cards => return None,
            Numbers::NotFar if self.pass == Pass::Up => Cause::LastStays,
            Numbers::NotFar => Cause::FirstStays,
            Numbers::Modulo(_) => Cause::Modulo,
            Numbers::Scaled(_) => Cause::FewValues,
            Numbers::Exact | Numbers::ModuloBits | Numbers::Skip => return None,
        };
        let pattern = match numbers {
            Numbers::Modulo(values) if is_word && values.is_power_of_two() => {
                Recipe::With("modulo")
            }
            _ => Recipe::Program(self.program(numbers)),
        };
        let skipped =
            matches!(numbers, Numbers::Tries(_, Fallback::Itself)).then(|| self.skipped());
        let bits = values.map(|one| one.map(log2));
        let estimate = bits.or(skipped).unwrap_or(Likeliest::exact(1.0));
        Some(Family::estimated(cause, pattern, estimate))
    }

    /// Returns the likeliest probability p with which swaps are left out, and two standard errors on both sides of it.
    ///
    /// A position with b choices draws itself with probability p + (1 − p)/b. Fisher's scoring fits p to all draws.
    fn skipped(&self) -> Likeliest {
        let decks = self.decks as f64;
        let sums = |skipped: f64| {
            self.rows
                .iter()
                .fold([0.0; 2], |[excess, information], row| {
                    let itself = row.counts[row.itself as usize] as f64 / decks;
                    let slope = 1.0 - 1.0 / row.counts.len() as f64;
                    let chance = (1.0 - (1.0 - skipped) * slope).clamp(1e-6, 1.0 - 1e-6);
                    let weight = slope / (chance * (1.0 - chance));
                    [
                        excess + weight * (itself - chance),
                        information + weight * slope,
                    ]
                })
        };
        let step = |skipped: f64| {
            let [excess, information] = sums(skipped);
            (skipped + excess / information).clamp(0.0, 1.0)
        };
        let value = (0..20).fold(0.0, |skipped, _| step(skipped));
        let error = (sums(value)[1] * decks).sqrt().recip();
        let after = |errors: f64| (value + errors * error).clamp(0.0, 1.0);
        Likeliest {
            value: after(0.0),
            low: after(-2.0),
            high: after(2.0),
        }
    }

    /// Returns the log-likelihood of a law over the first `rows` draws. It is −∞ if a draw is impossible.
    fn nats(&self, numbers: Numbers, rows: usize) -> f64 {
        let rows = self.rows.iter().take(rows);
        match numbers {
            Numbers::Modulo(values) => rows.map(|row| self.nats_of_modulo(row, values)).sum(),
            _ => rows.map(|row| self.nats_of_row(row, numbers)).sum(),
        }
    }

    /// Returns the log-likelihood of the draws of a row.
    fn nats_of_row(&self, row: &Row, numbers: Numbers) -> f64 {
        let bound = row.counts.len() as u32;
        let weight = |drawn: u32| numbers.weight(drawn, bound, row.itself);
        let drawn = (0..bound).zip(row.counts);
        let nats = drawn.map(|(drawn, &count)| self.times_ln(count, weight(drawn).0));
        nats.sum::<f64>() - self.times_ln(row.below[bound as usize], weight(0).1)
    }

    /// Returns what [`nats_of_row`](Self::nats_of_row) returns for random numbers modulo the bound, in O(1): the indices below
    /// the remainder have one more value.
    fn nats_of_modulo(&self, row: &Row, values: u32) -> f64 {
        let bound = row.counts.len();
        let (each, rest) = (values as usize / bound, values as usize % bound);
        let (all, likelier) = (row.below[bound], row.below[rest]);
        self.times_ln(likelier, each as u64 + 1) + self.times_ln(all - likelier, each as u64)
            - self.times_ln(all, values.into())
    }

    /// Returns `count` · ln `number`, which is 0 if `count` is 0.
    fn times_ln(&self, count: u64, number: u64) -> f64 {
        if count == 0 {
            return 0.0;
        }
        let known = usize::try_from(number)
            .ok()
            .and_then(|number| self.logarithms.get(number).copied());
        count as f64 * known.unwrap_or_else(|| ln(number as f64))
    }

    /// Returns the likeliest number of values of a law, with the values that are about equally likely. If powers of 2
    /// or 10 are among these values, the estimate is the likeliest of these powers. No number above `largest` is tried.
    fn likeliest(&self, law: Law, largest: f64, fair: f64) -> Option<(f64, Likeliest)> {
        let most = largest
            .min(MOST_CELLS / (FIRST_ROWS * self.cards) as f64)
            .clamp(f64::from(LEAST_VALUES), MOST_VALUES);
        let mut tried: Vec<(f64, u32)> = (LEAST_VALUES..=most as u32)
            .map(|values| (self.nats(law(values), FIRST_ROWS), values))
            .collect();
        tried.retain(|(nats, _)| nats.is_finite());
        tried.sort_by(|one, other| other.0.total_cmp(&one.0));
        tried.truncate(FINALISTS);
        tried
            .iter_mut()
            .for_each(|one| one.0 = self.nats(law(one.1), usize::MAX));
        let best = tried
            .iter()
            .map(|(nats, _)| *nats)
            .fold(f64::NEG_INFINITY, f64::max);
        tried.retain(|(nats, _)| *nats >= best - LIKELY);
        let values = tried.iter().map(|(_, values)| f64::from(*values));
        let (low, high) = (
            values.clone().fold(f64::INFINITY, f64::min),
            values.fold(0.0, f64::max),
        );
        let roundest = |one: &&(f64, u32)| (is_power(one.1, 2) || is_power(one.1, 10), one.0);
        let (nats, values) = tried.iter().max_by(|one, other| {
            let [one, other] = [roundest(one), roundest(other)];
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1))
        })?;
        (*nats > fair).then_some((
            *nats,
            Likeliest {
                value: f64::from(*values),
                low,
                high,
            },
        ))
    }
}

fn is_power(mut number: u32, base: u32) -> bool {
    while number > 1 && number.is_multiple_of(base) {
        number /= base;
    }
    number == 1
}

#[cfg(test)]
mod tests;
