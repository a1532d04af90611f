//! Whether and when the law of the decks changes during the run, compared with the run in other orders.

use super::estimates::Likeliest;
use crate::drift::{Drift, MIN_EXPECTED, Moment, means, means_of, spread};
use crate::tables::Tables;
use faro_math::number::elementary::powi;
use faro_math::statistics::chi_square_survival;
use faro_permutation::Statistic;
use faro_sample::simulate::Histogram;

/// Minimum number of parts for a change. The means of fewer parts may rise or fall in order by chance.
const MIN_PARTS: usize = 6;

/// Largest p-value of a change.
const MAX_P_VALUE: f64 = 1e-9;

/// Number of standard errors that a part may deviate against the direction of the change.
const MAX_BACKWARD_ERRORS: f64 = 3.0;

/// Smallest p-value of the differences between parts on the same side of a sudden change.
const UNCHANGED: f64 = 0.01;

/// Largest share of the splits of the parts into two sets, times the number of splits in the order of the run, that may
/// differ more than a change. It is the probability of a false change of independent decks.
const MAX_EXCHANGED: f64 = 0.01;

impl Drift {
    /// Returns the p-value of the differences between the parts of the run, if all decks are independent and have one law,
    /// fair or not.
    pub fn homogeneity(&self, tables: &Tables) -> f64 {
        let moments = self.moments_until(tables);
        if moments.len() < 4 {
            return 1.0;
        }
        let groups = groups(&moments, tables);
        let least = groups.iter().map(Group::p_value).fold(1.0, f64::min);
        (least * groups.len() as f64).min(1.0)
    }

    /// Returns the number of decks of the run before its law changes, if it changes once, or gradually in one direction.
    ///
    /// Returns `None` if the decks may have one law, if there are too few parts, or if the changes go back and forth,
    /// as in decks that depend on each other.
    pub(super) fn change(&self, tables: &Tables) -> Option<Likeliest> {
        let moments = self.moments_until(tables);
        if moments.len() < MIN_PARTS {
            return None;
        }
        let groups = groups(&moments, tables);
        let level = MAX_P_VALUE / (groups.len() * moments.len()) as f64;
        let changes = groups.iter().flat_map(|group| group.changes(level));
        let clearest = changes.min_by(|one, other| {
            let largest = other.square.total_cmp(&one.square);
            one.p_value.total_cmp(&other.p_value).then(largest)
        })?;
        if !groups.iter().any(|group| group.is_change(level)) {
            return None;
        }
        let at = |part: usize| {
            let last = part.checked_sub(1);
            last.map_or(0.0, |last| moments[last].decks as f64)
        };
        Some(Likeliest {
            value: at(clearest.part),
            low: at(clearest.part - 1),
            high: at(clearest.part + 1),
        })
    }
}

/// Divisor of the chi-square statistic. The means of statistics with a skewed law vary more than the chi-square law
/// predicts.
const STATISTIC_DIVISOR: f64 = 1.4;

/// Returns the cells of the card × position table, or `None` if the parts have no tables.
fn cells(moments: &[Moment]) -> Option<Vec<Feature>> {
    let counts = moments
        .iter()
        .map(|moment| Some((moment.decks, moment.positions.as_ref()?.counts())));
    let tables: Vec<(u64, &[u64])> = counts.collect::<Option<_>>()?;
    let cell = |cell: usize| {
        let parts = means_of(
            tables
                .iter()
                .map(|(decks, counts)| (*decks, counts[cell] as f64)),
        );
        let share = mean_of(&parts).1;
        Feature {
            parts,
            variance: share * (1.0 - share),
        }
    };
    Some((0..tables.first()?.1.len()).map(cell).collect())
}

/// A statistic, or a cell of the card × position table.
struct Feature {
    /// For each part of the run, its number of decks and the mean of the feature in them.
    parts: Vec<(f64, f64)>,
    /// The variance of the feature in one deck.
    variance: f64,
}

/// Features that are tested together. Their squared deviations from the mean of the run are multiplied by `scale`.
struct Group {
    features: Vec<Feature>,
    scale: f64,
    degrees: u64,
}

/// Returns each statistic by itself, and all cells of the card × position table together.
fn groups(moments: &[Moment], tables: &Tables) -> Vec<Group> {
    let decks = tables.decks() as f64;
    let of_statistic = |(index, (_, histogram)): (usize, (Statistic, &Histogram))| {
        let (parts, counted) = (means(moments, index), histogram.moments());
        let mean = mean_of(&parts).1;
        let all = counted.squares as f64 - counted.sum as f64 * mean;
        let variance = (all - spread(&parts, mean)).max(1e-3 * all) / decks;
        Group {
            features: vec![Feature { parts, variance }],
            scale: STATISTIC_DIVISOR.recip(),
            degrees: 1,
        }
    };
    let mut groups: Vec<Group> = tables
        .statistics()
        .each()
        .enumerate()
        .map(of_statistic)
        .collect();
    let degrees = (tables.cards() as u64 - 1).pow(2);
    let scale = powi(1.0 - (tables.cards() as f64).recip(), 2);
    groups.extend(cells(moments).map(|features| Group {
        features,
        scale,
        degrees,
    }));
    groups
}

/// A change between two parts of the run.
struct Split {
    /// The number of parts before the change.
    part: usize,
    p_value: f64,
    /// The chi-square statistic.
    square: f64,
}

impl Group {
    /// Returns the smallest p-value of the features if all parts have one law, corrected for the number of features.
    ///
    /// Each cell has the binomial law. Cells with small expected counts are left out.
    fn p_value(&self) -> f64 {
        let is_rare = |one: &Feature| {
            let share = mean_of(&one.parts).1;
            let expected = |(decks, _): &(f64, f64)| decks * share.min(1.0 - share);
            one.parts.iter().any(|part| expected(part) < MIN_EXPECTED)
        };
        let p_value = |one: &Feature| {
            if one.variance < 1e-9 || self.features.len() > 1 && is_rare(one) {
                return 1.0;
            }
            let spread = spread(&one.parts, mean_of(&one.parts).1);
            chi_square_survival(
                spread / one.variance * self.scale,
                one.parts.len() as u64 - 1,
            )
        };
        let least = self.features.iter().map(p_value).fold(1.0, f64::min);
        least * self.features.len() as f64
    }

    /// Returns whether a split of the run into its beginning and its end has a p-value below `level`, and whether nearly
    /// no other split of its parts into two sets has a larger statistic.
    ///
    /// If all decks are independent and have one law, fair or not, the parts can be exchanged, and each of the
    /// 2^(k − 1) − 1 splits of k parts is equally likely to be the largest. The chi-square law, in contrast, assumes that
    /// the features of a deck are about as independent as those of a fair deck.
    fn is_change(&self, level: f64) -> bool {
        let parts = self.features.first().map_or(0, |one| one.parts.len());
        let squares = self.changes(level).map(|split| split.square);
        let largest = squares.fold(0.0, f64::max);
        let products = self.products(parts);
        let decks: Vec<f64> = match self.features.first() {
            Some(one) if largest > 0.0 => one.parts.iter().map(|(decks, _)| *decks).collect(),
            _ => return false,
        };
        let sets = (1u32 << (parts - 1)) - 1;
        let larger = (1..=sets)
            .filter(|&set| square_of(set, &decks, &products) * self.scale > largest * (1.0 + 1e-9));
        let most = MAX_EXCHANGED * f64::from(sets) / (parts as f64 - 1.0);
        larger.count() as f64 <= most
    }

    /// Returns the sums over all features of the products of the means of each two parts, relative to the variance.
    fn products(&self, parts: usize) -> Vec<Vec<f64>> {
        let mut products = vec![vec![0.0; parts]; parts];
        for one in self.features.iter().filter(|one| one.variance > 1e-9) {
            let mean = mean_of(&one.parts).1;
            for (row, (_, first)) in products.iter_mut().zip(&one.parts) {
                for (sum, (_, second)) in row.iter_mut().zip(&one.parts) {
                    *sum += (first - mean) * (second - mean) / one.variance;
                }
            }
        }
        products
    }

    /// Returns the splits with a p-value below `level` that are the only change, or part of a gradual one.
    fn changes(&self, level: f64) -> impl Iterator<Item = Split> {
        let parts = self.features.first().map_or(0, |one| one.parts.len());
        (1..parts)
            .filter_map(|part| self.split(part))
            .filter(move |split| split.p_value < level)
    }

    /// Tests a change after the first `split` parts. Returns `None` if it is neither the only change nor part of a gradual
    /// one.
    ///
    /// It is the only one if the parts on each side have one law. The parts next to it are left out there, since the change
    /// may be within them.
    fn split(&self, split: usize) -> Option<Split> {
        let (mut square, mut rest, mut parts, mut is_one_way) =
            (0.0, 0.0, 0, self.features.len() == 1);
        for Feature {
            parts: all,
            variance,
        } in self.features.iter().filter(|one| one.variance > 1e-9)
        {
            let [(one, before), (other, after)] = [&all[..split], &all[split..]].map(mean_of);
            square +=
                powi(before - after, 2) / (one.recip() + other.recip()) / variance * self.scale;
            is_one_way = is_one_way && self::is_one_way(all, *variance);
            parts = 0;
            for side in [&all[..split - 1], &all[split + 1..]]
                .into_iter()
                .filter(|side| !side.is_empty())
            {
                rest += spread(side, mean_of(side).1) / variance * self.scale;
                parts += side.len() as u64 - 1;
            }
        }
        let is_only = chi_square_survival(rest, (self.degrees * parts).max(1)) > UNCHANGED;
        (is_only || is_one_way).then(|| Split {
            part: split,
            p_value: chi_square_survival(square, self.degrees),
            square,
        })
    }
}

/// Returns the squared distance between the means of two sets of parts, divided by its expectation for one feature.
///
/// `set` has a bit for each part of the first set. `products`: see [`Group::products`].
fn square_of(set: u32, decks: &[f64], products: &[Vec<f64>]) -> f64 {
    let is_first = |part: usize| set >> part & 1 == 1;
    let mut sizes = [0.0; 2];
    for (part, decks) in decks.iter().enumerate() {
        sizes[usize::from(is_first(part))] += decks;
    }
    let weight = |part: usize| match is_first(part) {
        true => decks[part] / sizes[1],
        false => -decks[part] / sizes[0],
    };
    let weights: Vec<f64> = (0..decks.len()).map(weight).collect();
    let of_row = |(row, weight): (&Vec<f64>, &f64)| {
        let sum: f64 = row
            .iter()
            .zip(&weights)
            .map(|(one, other)| one * other)
            .sum();
        weight * sum
    };
    let square: f64 = products.iter().zip(&weights).map(of_row).sum();
    square / (sizes[0].recip() + sizes[1].recip())
}

/// Returns the number of decks of the given parts together, and the mean in these decks.
fn mean_of(parts: &[(f64, f64)]) -> (f64, f64) {
    let decks: f64 = parts.iter().map(|(decks, _)| decks).sum();
    (
        decks,
        parts.iter().map(|(decks, mean)| decks * mean).sum::<f64>() / decks,
    )
}

/// Returns whether the means of the parts only rise, or only fall, except for noise.
fn is_one_way(parts: &[(f64, f64)], variance: f64) -> bool {
    let direction = (parts[parts.len() - 1].1 - parts[0].1).signum();
    parts.windows(2).all(|pair| {
        let [(decks_before, before), (decks_after, after)] = [pair[0], pair[1]];
        direction * (after - before)
            > -MAX_BACKWARD_ERRORS
                * (variance * (decks_before.recip() + decks_after.recip())).sqrt()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use faro_sample::shuffle::{Choices, Generator, Seed};
    use faro_sample::simulate::Tally;

    /// Returns the change in 600 decks of 10 cards, of which only the first `shuffled` cards are shuffled. `shuffled` gets
    /// the number of the deck.
    fn change(shuffled: impl Fn(u64) -> u32) -> Option<Likeliest> {
        let (mut drift, mut tables) = (Drift::new(40), Tables::new(10));
        let mut generator = Generator::unit(&Seed::from(3), 0);
        for number in 0..600 {
            let mut deck: Vec<u32> = (0..10).collect();
            for last in 1..shuffled(number) {
                deck.swap(last as usize, generator.below(last + 1) as usize);
            }
            tables.add(&deck, 10);
            drift.note(&tables);
        }
        drift.change(&tables)
    }

    /// A sudden change is found at its part, and a gradual one somewhere. Changes back and forth are none.
    #[test]
    fn changes_in_one_direction() {
        assert_eq!(change(|_| 9), None);
        for at in [80, 200, 310, 560] {
            let found = change(|number| if number < at { 10 } else { 9 }).unwrap();
            let range = found.low..=found.high;
            assert!(range.contains(&(at as f64)), "{at}: {found:?}");
        }
        assert!(change(|number| 10 - number as u32 / 100).is_some());
        assert_eq!(
            change(|number| if number / 80 % 2 == 0 { 10 } else { 5 }),
            None
        );
    }
}
