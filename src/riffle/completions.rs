use std::collections::BTreeMap;
use std::sync::Arc;

use super::ends::{Ends, add};

/// The number of rising sequences of an arrangement whose equal cards are distinguished at random.
///
/// The positions of the cards, in the order of the sorted deck, are a list that is in random order within each kind. The
/// order has one rising sequence more than the list has descents. The [`Ends`] of a kind give the law of the descents
/// within it, and whether there is a descent from one kind to the next depends on the ends alone (after
/// Conger and Viswanath, *Riffle shuffles of decks with repeated cards*, 2006). So a chain from end to
/// end, with the law of the descents in each place, sums over all completions.
pub struct Completions {
    /// The ends of each kind, in the order of the sorted deck.
    ends: Vec<Arc<Ends>>,
    cards: usize,
}

/// For each last place of a kind, the probabilities of 0, 1, 2, … descents up to it.
type Rows = Vec<Vec<f64>>;

/// The values of numbers of descents, by the first position of the last kind.
pub struct Worth(Rows);

impl Completions {
    /// Creates it from the numbers of cards of each kind, at least one of each.
    pub fn of(composition: &[u32]) -> Completions {
        let mut known: BTreeMap<u32, Arc<Ends>> = BTreeMap::new();
        let ends =
            |&count: &u32| known.entry(count).or_insert_with(|| Arc::new(Ends::of(count as usize))).clone();
        Completions {
            ends: composition.iter().map(ends).collect(),
            cards: composition.iter().sum::<u32>() as usize,
        }
    }

    /// Sets the value of each number of descents from 0 to `cards` − 1.
    pub fn worth(&self, of_descents: &[f64]) -> Worth {
        let last = self.ends.last().expect("there are kinds");
        let before = self.cards - last.size();
        let at = |first: usize, descents: usize| -> f64 {
            let ends = (0..last.size()).flat_map(|end| last.descents(first, end).iter().enumerate());
            ends.map(|(more, chance)| chance * of_descents.get(descents + more).copied().unwrap_or(0.0)).sum()
        };
        let row = |first| (0..=before).map(|descents| at(first, descents)).collect();
        Worth((0..last.size()).map(row).collect())
    }

    /// Returns the mean value of the completions of an arrangement, which is given as the kind of the card at each
    /// position. O(Σ D²·D·n) over all kinds of D cards but the last.
    pub fn mean(&self, arrangement: &[u32], worth: &Worth) -> f64 {
        let places = self.places(arrangement);
        let mut rows: Rows = vec![vec![1.0]; places[0].len()];
        for (kind, ends) in self.ends[..self.ends.len() - 1].iter().enumerate() {
            rows = across(&through(&rows, ends), &places[kind], &places[kind + 1]);
        }
        let product = |(row, worth): (&Vec<f64>, &Vec<f64>)| -> f64 {
            row.iter().zip(worth).map(|(chance, worth)| chance * worth).sum()
        };
        rows.iter().zip(&worth.0).map(product).sum()
    }

    /// Returns the positions of each kind, in ascending order.
    fn places(&self, arrangement: &[u32]) -> Vec<Vec<u32>> {
        let mut places: Vec<Vec<u32>> =
            self.ends.iter().map(|ends| Vec::with_capacity(ends.size())).collect();
        for (place, &kind) in (0..).zip(arrangement) {
            places[kind as usize].push(place);
        }
        places
    }
}

/// Goes from the first positions of a kind to its last positions.
fn through(rows: &Rows, ends: &Ends) -> Rows {
    let size = ends.size();
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

/// Goes from the last positions of a kind to the first ones of the next kind: a descent if that is higher in the deck.
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
