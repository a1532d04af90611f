//! Short words for the elements of a group, by Minkwitz's method.

use std::fmt;

use num_bigint::BigUint;

use super::error::GroupError;
use super::order::Order;
use crate::Permutation;
use crate::cayley::{self, Bounds, Outcome};
use faro_math::number::Budget;

/// Maximum degree for which words are found in groups that are too large to enumerate.
const MAX_WORD_DEGREE: usize = 64;

/// Maximum number of letters of a word.
const MAX_WORD_LENGTH: usize = 1_000_000;

/// Maximum number of stored images in a search for a shortest word.
const MAX_IMAGES: usize = 1 << 24;

/// The number of words that are extended in order of length, before longer words are composed.
const MAX_SHORT_WORDS: usize = 20_000;

/// Maximum number of letters of a residue in the first round. It grows by a quarter each round.
const FIRST_MAX_LETTERS: usize = 16;

/// Maximum order of a group that is searched under any budget.
const MAX_ELEMENTS_WITHOUT_BUDGET: u32 = 1024;

/// The number of rounds. The last round allows words of ten million letters.
const ROUNDS: usize = 60;

/// A letter of a word: a generator or its inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The index of the generator.
    pub generator: usize,
    /// Whether the letter is the inverse of the generator.
    pub inverse: bool,
}

/// Writes the letter as `g1` or `g1^-1`, with the generators counted from 1.
impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let power = if self.inverse { "^-1" } else { "" };
        write!(f, "g{}{power}", self.generator + 1)
    }
}

impl Letter {
    fn cancels(self, other: Letter) -> bool {
        self.generator == other.generator && self.inverse != other.inverse
    }
}

/// Returns a word for `element` in the group of the given `order` that `generators` generate.
pub(super) fn find_word(
    generators: &[Permutation],
    order: &Order,
    element: &Permutation,
    budget: &Budget,
) -> Result<Vec<Letter>, GroupError> {
    let too_large = GroupError::TooLargeForWords {
        degree: element.degree(),
        at_most: MAX_WORD_DEGREE,
    };
    let order = order.value().ok_or(too_large)?;
    if order <= BigUint::from(MAX_IMAGES / element.degree().max(1)) {
        return shortest(generators, &order, element, budget);
    }
    if element.degree() > MAX_WORD_DEGREE {
        return Err(too_large);
    }
    WordTable::new(generators, &order, budget)?
        .factorize(element)
        .ok_or(GroupError::WordTooLong {
            at_most: MAX_WORD_LENGTH,
        })
}

/// Returns a shortest word for `element` in the generators, without their inverses.
fn shortest(
    generators: &[Permutation],
    order: &BigUint,
    element: &Permutation,
    budget: &Budget,
) -> Result<Vec<Letter>, GroupError> {
    let is_small = *order <= MAX_ELEMENTS_WITHOUT_BUDGET.into();
    let budget = if is_small {
        Budget::unlimited()
    } else {
        *budget
    };
    let bounds = Bounds {
        budget,
        ..Bounds::default()
    };
    let positions: Vec<u32> = (0..element.degree() as u32).collect();
    match cayley::route(generators, &positions, element.images(), &bounds) {
        Outcome::Found(paths) => {
            let letter = |generator| Letter {
                generator,
                inverse: false,
            };
            Ok(paths.first().into_iter().map(letter).collect())
        }
        Outcome::Stopped { .. } => Err(GroupError::NoWordInTime),
        Outcome::Unreachable(_) => {
            unreachable!("every element of the group is a product of generators")
        }
    }
}

/// An element with a word for it: a factorization into generators and their inverses.
#[derive(Clone)]
struct Factorized {
    element: Permutation,
    word: Vec<Letter>,
}

impl Factorized {
    /// Returns the product. Adjacent letters that cancel are removed from the word.
    fn then(&self, next: &Factorized) -> Factorized {
        let mut word = self.word.clone();
        for &letter in &next.word {
            match word.last() {
                Some(last) if last.cancels(letter) => _ = word.pop(),
                _ => word.push(letter),
            }
        }
        Factorized {
            element: self.element.then(&next.element),
            word,
        }
    }

    fn inverse(&self) -> Factorized {
        let undone = |letter: &Letter| Letter {
            inverse: !letter.inverse,
            ..*letter
        };
        Factorized {
            element: self.element.inverse(),
            word: self.word.iter().rev().map(undone).collect(),
        }
    }
}

/// A transversal with short words for each stabiliser of the positions 0 … b − 1.
///
/// The entry (b, c) is an element that fixes 0 … b − 1 and takes b to c, with the shortest word that was
/// found (Minkwitz, *An algorithm for solving the factorization problem in permutation groups*, 1998).
struct WordTable {
    rows: Vec<Vec<Option<Factorized>>>,
}

impl WordTable {
    /// Creates the table of words for the group of the given `order` that `generators` generate.
    fn new(
        generators: &[Permutation],
        order: &BigUint,
        budget: &Budget,
    ) -> Result<WordTable, GroupError> {
        let degree = generators.first().map_or(0, Permutation::degree);
        let mut table = WordTable {
            rows: vec![vec![None; degree]; degree],
        };
        let identity = Factorized {
            element: Permutation::identity(degree),
            word: Vec::new(),
        };
        for position in 0..degree {
            table.rows[position][position] = Some(identity.clone());
        }
        table.add_short_words(generators, identity, budget);
        let mut limit = FIRST_MAX_LETTERS;
        for _ in 0..ROUNDS {
            if table.count() == *order {
                return Ok(table);
            }
            if budget.is_spent() {
                return Err(GroupError::NoWordInTime);
            }
            table.multiply(limit, budget);
            limit += limit / 4;
        }
        Err(GroupError::WordTooLong {
            at_most: MAX_WORD_LENGTH,
        })
    }

    /// Returns the number of group elements for which the table gives a word.
    fn count(&self) -> BigUint {
        let filled = |row: &Vec<Option<Factorized>>| BigUint::from(row.iter().flatten().count());
        self.rows.iter().map(filled).product()
    }

    /// Sifts words of generators and inverses in order of length.
    fn add_short_words(
        &mut self,
        generators: &[Permutation],
        identity: Factorized,
        budget: &Budget,
    ) {
        let letters: Vec<Factorized> = generators
            .iter()
            .enumerate()
            .map(|(generator, element)| Factorized {
                element: element.clone(),
                word: vec![Letter {
                    generator,
                    inverse: false,
                }],
            })
            .flat_map(|letter| [letter.inverse(), letter])
            .collect();
        // Breadth-first: each word is extended by each letter that does not cancel its last one.
        let mut waiting = std::collections::VecDeque::from([identity]);
        for _ in 0..MAX_SHORT_WORDS {
            let Some(word) = waiting.pop_front().filter(|_| !budget.is_spent()) else {
                return;
            };
            for letter in &letters {
                let longer = word.then(letter);
                if longer.word.len() > word.word.len() {
                    if waiting.len() < MAX_SHORT_WORDS {
                        waiting.push_back(longer.clone());
                    }
                    self.sift(0, longer, FIRST_MAX_LETTERS);
                }
            }
        }
    }

    /// Sifts the product of each pair of elements of a row, for all rows, until the budget is spent.
    fn multiply(&mut self, limit: usize, budget: &Budget) {
        for row in 0..self.rows.len() {
            let mut known: Vec<Factorized> = self.rows[row].iter().flatten().cloned().collect();
            known.sort_by_key(|factorized| factorized.word.len());
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

    /// Sifts an element that fixes all positions before `row`. If its entry is empty, the element is added to
    /// the table. Otherwise it is divided by the element in the entry, and sifting continues with the
    /// quotient.
    fn sift(&mut self, row: usize, mut factorized: Factorized, limit: usize) {
        for row in row..self.rows.len() {
            let image = factorized.element.image(row as u32) as usize;
            if image == row {
                continue;
            }
            self.keep(row, &factorized.inverse());
            let Some(known) = &self.rows[row][image] else {
                self.rows[row][image] = Some(factorized);
                return;
            };
            let quotient = factorized.then(&known.inverse());
            if factorized.word.len() < known.word.len() {
                self.rows[row][image] = Some(factorized);
            }
            if quotient.word.len() > limit {
                return;
            }
            factorized = quotient;
        }
    }

    /// Stores an element if its entry is empty or has a longer word.
    fn keep(&mut self, row: usize, factorized: &Factorized) {
        let entry = &mut self.rows[row][factorized.element.image(row as u32) as usize];
        if entry
            .as_ref()
            .is_none_or(|known| factorized.word.len() < known.word.len())
        {
            *entry = Some(factorized.clone());
        }
    }

    /// Divides `element` by entries of the table until it is the identity. Joins the words of these entries,
    /// the last one first.
    fn factorize(&self, element: &Permutation) -> Option<Vec<Letter>> {
        let mut left = element.clone();
        let mut factorized = Factorized {
            element: Permutation::identity(element.degree()),
            word: Vec::new(),
        };
        for (row, known) in self.rows.iter().enumerate() {
            let known = known[left.image(row as u32) as usize].as_ref()?;
            left = left.then(&known.element.inverse());
            factorized = known.then(&factorized);
            if factorized.word.len() > MAX_WORD_LENGTH {
                return None;
            }
        }
        Some(factorized.word)
    }
}
