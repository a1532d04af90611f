use std::collections::BTreeMap;
use std::sync::Arc;

/// The law of the rising sequences of an arrangement whose equal cards are distinguished at random.
///
/// List the positions of the cards in the order of the sorted deck. Within each kind the list is in random
/// order. The order has one rising sequence more than the list has descents. The [`Ends`] of a kind give the
/// law of the descents within the kind. Whether there is a descent from one kind to the next depends only on
/// the ends (after Conger and Viswanath, *Riffle shuffles of decks with repeated cards*, 2006). So a chain from
/// end to end, with the law of the descents for each end, sums over all completions.
#[derive(Debug)]
pub struct Completions {
    /// The ends of each kind, in the order of the sorted deck.
    ends: Vec<Arc<Ends>>,
    cards: usize,
}

/// For each last position of a kind, the probabilities of 0, 1, 2, … descents up to it.
type Rows = Vec<Vec<f64>>;

/// The mean values of numbers of descents, by the first position of the last kind.
pub struct Values(Rows);

impl Completions {
    /// Returns the computation for a deck with `composition[i]` cards of kind i, at least one of each.
    pub fn new(composition: &[u32]) -> Completions {
        let mut known: BTreeMap<u32, Arc<Ends>> = BTreeMap::new();
        let ends =
            |&count: &u32| known.entry(count).or_insert_with(|| Arc::new(Ends::new(count as usize))).clone();
        Completions {
            ends: composition.iter().map(ends).collect(),
            cards: composition.iter().sum::<u32>() as usize,
        }
    }

    /// Prepares the values of 0, 1, …, `cards` − 1 descents for [`mean`](Self::mean).
    pub fn values(&self, of_descents: &[f64]) -> Values {
        let last = self.ends.last().expect("there are kinds");
        let before = self.cards - last.size;
        let at = |first: usize, descents: usize| -> f64 {
            let ends = (0..last.size).flat_map(|end| last.descents(first, end).iter().enumerate());
            ends.map(|(more, chance)| chance * of_descents.get(descents + more).copied().unwrap_or(0.0)).sum()
        };
        let row = |first| (0..=before).map(|descents| at(first, descents)).collect();
        Values((0..last.size).map(row).collect())
    }

    /// Returns the mean value over the completions of `arrangement`: the kind of the card at each position.
    ///
    /// O(Σ D²·D·n) over all kinds of D cards but the last.
    pub fn mean(&self, arrangement: &[u32], values: &Values) -> f64 {
        let places = self.places(arrangement);
        let mut rows: Rows = vec![vec![1.0]; places[0].len()];
        for (kind, ends) in self.ends[..self.ends.len() - 1].iter().enumerate() {
            rows = across(&through(&rows, ends), &places[kind], &places[kind + 1]);
        }
        let product = |(row, values): (&Vec<f64>, &Vec<f64>)| -> f64 {
            row.iter().zip(values).map(|(chance, value)| chance * value).sum()
        };
        rows.iter().zip(&values.0).map(product).sum()
    }

    /// Returns the positions of each kind, in ascending order.
    fn places(&self, arrangement: &[u32]) -> Vec<Vec<u32>> {
        let mut places: Vec<Vec<u32>> = self.ends.iter().map(|ends| Vec::with_capacity(ends.size)).collect();
        for (place, &kind) in (0..).zip(arrangement) {
            places[kind as usize].push(place);
        }
        places
    }
}

/// Takes the rows from the first positions of a kind to its last positions.
fn through(rows: &Rows, ends: &Ends) -> Rows {
    let size = ends.size;
    let degree = rows[0].len() + size - 1;
    let mut after = vec![vec![0.0; degree]; size];
    for (first, row) in rows.iter().enumerate() {
        for (last, sum) in after.iter_mut().enumerate() {
            let descents = ends.descents(first, last).iter().enumerate();
            descents
                .filter(|(_, chance)| **chance > 0.0)
                .for_each(|(more, &chance)| add(&mut sum[more..], row, chance));
        }
    }
    after
}

/// Takes the rows from the last positions of a kind to the first positions of the next kind. There is a descent
/// if the next position is higher in the deck.
fn across(rows: &Rows, from: &[u32], to: &[u32]) -> Rows {
    let width = rows[0].len();
    let mut after = vec![vec![0.0; width + 1]; to.len()];
    let (mut sum, mut next) = (vec![0.0; width], 0);
    for (row, place) in after.iter_mut().zip(to) {
        while next < from.len() && from[next] < *place {
            add(&mut sum, &rows[next], 1.0);
            next += 1;
        }
        add(row, &sum, 1.0);
    }
    let (mut sum, mut next) = (vec![0.0; width], from.len());
    for (row, place) in after.iter_mut().zip(to).rev() {
        while next > 0 && from[next - 1] > *place {
            next -= 1;
            add(&mut sum, &rows[next], 1.0);
        }
        add(&mut row[1..], &sum, 1.0);
    }
    after
}

/// The joint law of the first position, the last position and the number of descents of n positions in random
/// order.
///
/// Positions are given by their ranks, from 0. There are n³ probabilities, computed in O(n⁴) by sums of
/// positive terms.
#[derive(Clone, Debug)]
struct Ends {
    size: usize,
    /// The probabilities, indexed by first rank, last rank, and descents from 0 to `size` − 1.
    chances: Vec<f64>,
}

impl Ends {
    /// Returns the law for `size` positions, at least one.
    fn new(size: usize) -> Ends {
        let one = Ends { size: 1, chances: vec![1.0] };
        (2..=size).fold(one, |shorter, size| shorter.appended(size))
    }

    /// Returns the joint probabilities of the ends `first` and `last` and 0, 1, 2, … descents.
    fn descents(&self, first: usize, last: usize) -> &[f64] {
        &self.chances[(first * self.size + last) * self.size..][..self.size]
    }

    /// Appends one position of any rank. The ranks from this one on increase by one.
    fn appended(&self, size: usize) -> Ends {
        let mut chances = vec![0.0; size * size * size];
        for first in 0..self.size {
            let above = self.above(first);
            let mut below = vec![0.0; size];
            for last in 0..size {
                let moved = first + usize::from(first >= last);
                let to = &mut chances[(moved * size + last) * size..][..size];
                add(to, &below, 1.0 / size as f64);
                // A step from a higher position to the new one is one more descent.
                add(&mut to[1..], &above[last], 1.0 / size as f64);
                if last < self.size {
                    add(&mut below, self.descents(first, last), 1.0);
                }
            }
        }
        Ends { size, chances }
    }

    /// Returns the probabilities of descents with the first rank `first` and a last rank of at least 0, 1, 2,
    /// …, n.
    fn above(&self, first: usize) -> Vec<Vec<f64>> {
        let mut above = vec![vec![0.0; self.size]; self.size + 1];
        for last in (0..self.size).rev() {
            above[last] = above[last + 1].clone();
            add(&mut above[last], self.descents(first, last), 1.0);
        }
        above
    }
}

/// Adds `times` the numbers to the beginning of `to`.
fn add(to: &mut [f64], numbers: &[f64], times: f64) {
    to.iter_mut().zip(numbers).for_each(|(to, number)| *to += times * number);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Permutation;

    #[test]
    fn all_orders_of_few_places() {
        for size in 1..=6 {
            let orders: u64 = (1..=size as u64).product();
            let mut counts = vec![0.0; size * size * size];
            for rank in 0..orders {
                let order = Permutation::unrank(size, rank).unwrap().to_deck();
                let descents = order.windows(2).filter(|pair| pair[0] > pair[1]).count();
                let (first, last) = (order[0] as usize, order[size - 1] as usize);
                counts[(first * size + last) * size + descents] += 1.0 / orders as f64;
            }
            let ends = Ends::new(size);
            for (cell, known) in counts.iter().enumerate() {
                let found = ends.descents(cell / size / size, cell / size % size)[cell % size];
                assert!((found - known).abs() < 1e-15, "{size} {cell}: {found} {known}");
            }
        }
    }
}
