use std::collections::HashMap;
use std::collections::hash_map::Entry;

use num_bigint::BigUint;
use thiserror::Error;

use super::{Group, Letter};
use crate::Permutation;
use crate::number::Budget;

/// The largest degree of a group whose elements are spelled.
pub const MAX_SPELLED_DEGREE: usize = 64;

/// The longest word, in letters.
pub const MAX_SPELLED: usize = 1_000_000;

/// The most images that are held to look for shortest words.
const MAX_HELD: usize = 1 << 24;

/// Words that are tried in the order of their lengths, before longer ones are put together.
const TRIED: usize = 20_000;

/// How long a residue may be at first, in letters; grows by a quarter from round to round.
const FIRST_LIMIT: usize = 16;

/// Shortest words among up to this number of elements are found whatever the budget.
const UNWATCHED: usize = 1024;

/// Rounds: the last would allow words of ten million letters.
const ROUNDS: usize = 60;

/// Why there is no word for a permutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpellingError {
    /// It is not in the group.
    #[error("it is not in the group")]
    NotInGroup,
    /// The budget was spent before a word was found.
    #[error("no word was found in time")]
    OutOfTime,
    /// The group has too many elements for a degree above [`MAX_SPELLED_DEGREE`].
    #[error("in groups of this size, words are found for up to {MAX_SPELLED_DEGREE} cards")]
    TooLarge,
    /// Every word that was found has more than [`MAX_SPELLED`] letters.
    #[error("no word of up to {MAX_SPELLED} moves was found")]
    TooLong,
}

/// Spells an element of the group, in letters that are generators or their inverses.
pub(super) fn spell(
    group: &Group,
    element: &Permutation,
    budget: &Budget,
) -> Result<Vec<Letter>, SpellingError> {
    let order = group.order().value().ok_or(SpellingError::TooLarge)?;
    if order <= BigUint::from(MAX_HELD / group.degree().max(1)) {
        return shortest(group.generators(), element, budget);
    }
    if group.degree() > MAX_SPELLED_DEGREE {
        return Err(SpellingError::TooLarge);
    }
    Table::of(group, &order, budget)?.spell(element).ok_or(SpellingError::TooLong)
}

/// A shortest word without inverses, by visiting the group from the identity on.
fn shortest(
    generators: &[Permutation],
    element: &Permutation,
    budget: &Budget,
) -> Result<Vec<Letter>, SpellingError> {
    let identity = Permutation::identity(element.degree());
    let mut came = HashMap::from([(identity.clone(), None)]);
    let mut waiting = std::collections::VecDeque::from([identity]);
    while let Some(reached) = waiting.pop_front() {
        if reached == *element {
            return Ok(way_to(generators, &came, reached));
        }
        if came.len() > UNWATCHED && budget.is_spent() {
            return Err(SpellingError::OutOfTime);
        }
        for (generator, shuffle) in generators.iter().enumerate() {
            if let Entry::Vacant(place) = came.entry(reached.then(shuffle)) {
                waiting.push_back(place.key().clone());
                place.insert(Some(generator));
            }
        }
    }
    unreachable!("every element of the group is a product of generators")
}

/// The letters by which an element was reached, undone one after the other.
fn way_to(
    generators: &[Permutation],
    came: &HashMap<Permutation, Option<usize>>,
    mut element: Permutation,
) -> Vec<Letter> {
    let inverses: Vec<Permutation> = generators.iter().map(Permutation::inverse).collect();
    let mut letters = Vec::new();
    while let Some(generator) = came[&element] {
        letters.push(Letter { generator, inverse: false });
        element = element.then(&inverses[generator]);
    }
    letters.reverse();
    letters
}

/// An element with a word for it.
#[derive(Clone)]
struct Spelled {
    element: Permutation,
    word: Vec<Letter>,
}

impl Spelled {
    fn then(&self, next: &Spelled) -> Spelled {
        let mut word = self.word.clone();
        for &letter in &next.word {
            match word.last() {
                Some(last) if last.undoes(letter) => _ = word.pop(),
                _ => word.push(letter),
            }
        }
        Spelled { element: self.element.then(&next.element), word }
    }

    fn inverse(&self) -> Spelled {
        let undone = |letter: &Letter| Letter { inverse: !letter.inverse, ..*letter };
        Spelled { element: self.element.inverse(), word: self.word.iter().rev().map(undone).collect() }
    }
}

/// For each position b and each position it can be brought to while all before b stay: an element
/// that does so, with the shortest word found (Minkwitz, *An algorithm for solving the
/// factorization problem in permutation groups*, 1998).
struct Table {
    rows: Vec<Vec<Option<Spelled>>>,
}

impl Table {
    /// The table of a group of this order, if its words are short enough to be found in time.
    fn of(group: &Group, order: &BigUint, budget: &Budget) -> Result<Table, SpellingError> {
        let degree = group.degree();
        let mut table = Table { rows: vec![vec![None; degree]; degree] };
        let identity = Spelled { element: Permutation::identity(degree), word: Vec::new() };
        for position in 0..degree {
            table.rows[position][position] = Some(identity.clone());
        }
        table.try_short_words(group, identity, budget);
        let mut limit = FIRST_LIMIT;
        for _ in 0..ROUNDS {
            if table.count() == *order {
                return Ok(table);
            }
            if budget.is_spent() {
                return Err(SpellingError::OutOfTime);
            }
            table.multiply(limit, budget);
            limit += limit / 4;
        }
        Err(SpellingError::TooLong)
    }

    /// How many elements the table spells.
    fn count(&self) -> BigUint {
        let filled = |row: &Vec<Option<Spelled>>| BigUint::from(row.iter().flatten().count());
        self.rows.iter().map(filled).product()
    }

    fn try_short_words(&mut self, group: &Group, identity: Spelled, budget: &Budget) {
        let letters: Vec<Spelled> = group
            .generators()
            .iter()
            .enumerate()
            .map(|(generator, element)| Spelled {
                element: element.clone(),
                word: vec![Letter { generator, inverse: false }],
            })
            .flat_map(|letter| [letter.inverse(), letter])
            .collect();
        let mut waiting = std::collections::VecDeque::from([identity]);
        for _ in 0..TRIED {
            let Some(word) = waiting.pop_front().filter(|_| !budget.is_spent()) else { return };
            for letter in &letters {
                let longer = word.then(letter);
                if longer.word.len() > word.word.len() {
                    if waiting.len() < TRIED {
                        waiting.push_back(longer.clone());
                    }
                    self.sift(0, longer, FIRST_LIMIT);
                }
            }
        }
    }

    /// Multiplies any two elements of each row, and sifts what comes out, while there is time.
    fn multiply(&mut self, limit: usize, budget: &Budget) {
        for row in 0..self.rows.len() {
            let mut known: Vec<Spelled> = self.rows[row].iter().flatten().cloned().collect();
            known.sort_by_key(|spelled| spelled.word.len());
            for one in &known {
                for other in &known {
                    if one.word.len() + other.word.len() > limit {
                        break;
                    }
                    if budget.is_spent() {
                        return;
                    }
                    self.sift(row, one.then(other), limit);
                }
            }
        }
    }

    /// Puts an element that fixes all positions before `row` into the table, or what is left of
    /// it after division by what is there.
    fn sift(&mut self, row: usize, mut spelled: Spelled, limit: usize) {
        for row in row..self.rows.len() {
            let image = spelled.element.image(row as u32) as usize;
            if image == row {
                continue;
            }
            self.keep(row, &spelled.inverse());
            let Some(known) = &self.rows[row][image] else {
                self.rows[row][image] = Some(spelled);
                return;
            };
            let left = spelled.then(&known.inverse());
            if spelled.word.len() < known.word.len() {
                self.rows[row][image] = Some(spelled);
            }
            if left.word.len() > limit {
                return;
            }
            spelled = left;
        }
    }

    /// Takes an element if its word is shorter than that in its place, or the place is empty.
    fn keep(&mut self, row: usize, spelled: &Spelled) {
        let place = &mut self.rows[row][spelled.element.image(row as u32) as usize];
        if place.as_ref().is_none_or(|known| spelled.word.len() < known.word.len()) {
            *place = Some(spelled.clone());
        }
    }

    /// Divides the element by those of the table until nothing is left: their words, last first.
    fn spell(&self, element: &Permutation) -> Option<Vec<Letter>> {
        let mut left = element.clone();
        let mut spelled = Spelled { element: Permutation::identity(element.degree()), word: Vec::new() };
        for (row, known) in self.rows.iter().enumerate() {
            let known = known[left.image(row as u32) as usize].as_ref()?;
            left = left.then(&known.element.inverse());
            spelled = known.then(&spelled);
            if spelled.word.len() > MAX_SPELLED {
                return None;
            }
        }
        Some(spelled.word)
    }
}
