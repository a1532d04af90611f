use num_bigint::BigUint;

use crate::Permutation;
use crate::number::Budget;

/// Words for all elements of a group in its generators, not the shortest: a chain of stabilisers,
/// each with words that carry its base position to every position of its orbit (Sims 1970). The
/// words are kept short by trying many, and by dropping what is too long at first (Minkwitz, *An
/// algorithm for solving the factorization problem in permutation groups*, 1998).
///
/// ```
/// use faro::cayley::Factoring;
/// use faro::number::Budget;
/// use faro::{Group, Kind, Weave};
///
/// let moves = [Kind::In, Kind::Out].map(|kind| Weave::new(kind, 12u32).to_permutation().unwrap());
/// let group = Group::generated_by(&moves)?;
/// let factoring = Factoring::of(&moves, &group.order().value().unwrap(), &Budget::default()).unwrap();
/// let goal = moves[0].pow(5).then(&moves[1].pow(7));
/// let word = factoring.word(&goal).expect("an element of the group");
/// let product = word.iter().fold(moves[0].pow(0), |product, letter| {
///     product.then(&moves[usize::from(letter.by)].pow(if letter.undone { -1 } else { 1 }))
/// });
/// assert_eq!(product, goal);
/// # Ok::<(), faro::group::GroupError>(())
/// ```
pub struct Factoring {
    /// For each base position, an element for every position of its orbit that one is known for.
    levels: Vec<Level>,
}

/// A move of a word, or the undoing of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The number of the move.
    pub by: u16,
    /// Whether it is undone.
    pub undone: bool,
}

struct Level {
    base: usize,
    elements: Vec<Option<Element>>,
}

/// A permutation that fixes the base positions of the levels before, with a word for it.
#[derive(Clone)]
struct Element {
    images: Vec<u8>,
    word: Vec<Letter>,
}

/// Words that are tried between two rounds of improvement.
const TRIED: usize = 1000;

/// The longest words that are tried.
const LONGEST_TRIED: u64 = 16;

/// Rounds of improvement after every orbit is complete.
const POLISHED: usize = 5;

impl Factoring {
    /// The largest degree that words are found for: tables take the cube of it.
    pub const MAX_DEGREE: usize = 256;

    /// The words of the group of this order. None beyond [`MAX_DEGREE`](Self::MAX_DEGREE), or if the budget was spent
    /// before all orbits were complete.
    ///
    /// # Panics
    ///
    /// If the degrees differ.
    pub fn of(moves: &[Permutation], order: &BigUint, budget: &Budget) -> Option<Factoring> {
        let degree = moves.first().map_or(0, Permutation::degree);
        assert!(moves.iter().all(|other| other.degree() == degree), "permutations of the same degree");
        if degree > Factoring::MAX_DEGREE || u16::try_from(moves.len()).is_err() {
            return None;
        }
        let mut factoring = Factoring { levels: (0..degree).map(|base| Level::new(base, degree)).collect() };
        let letters = letters(moves);
        let (mut draw, mut limit, mut polished) = (Draw(1), 10.0, 0);
        while !letters.is_empty() && polished < POLISHED {
            if budget.is_spent() {
                break;
            }
            for _ in 0..TRIED {
                factoring.learn(0, draw.word(&letters), limit as usize);
            }
            factoring.improve(limit as usize, budget);
            if factoring.order() < *order {
                factoring.complete(limit as usize);
            } else {
                polished += 1;
            }
            limit *= 1.25;
        }
        (factoring.order() == *order).then_some(factoring)
    }

    /// A word for the permutation; none if it is no element of the group.
    pub fn word(&self, permutation: &Permutation) -> Option<Vec<Letter>> {
        let mut rest = Element { images: bytes(permutation), word: Vec::new() };
        for level in &self.levels {
            let element = level.elements.get(usize::from(*rest.images.get(level.base)?))?.as_ref()?;
            rest = rest.then(&element.inverse());
        }
        let done = rest.images.iter().zip(0..).all(|(&image, position)| usize::from(image) == position);
        done.then(|| rest.inverse().word)
    }

    /// The product of the numbers of known elements: the order of the group, once all are known.
    fn order(&self) -> BigUint {
        self.levels.iter().map(|level| BigUint::from(level.known().count())).product()
    }

    /// Sifts an element through the levels: what is left of it, or what is shorter than before,
    /// is kept. Words longer than the limit are dropped.
    fn learn(&mut self, from: usize, mut element: Element, limit: usize) {
        for level in &mut self.levels[from..] {
            if element.word.is_empty() || element.word.len() > limit {
                return;
            }
            let slot = &mut level.elements[element.images[level.base] as usize];
            match slot {
                None => {
                    *slot = Some(element);
                    return;
                }
                Some(known) => {
                    if element.word.len() < known.word.len() {
                        std::mem::swap(known, &mut element);
                    }
                    element = element.then(&known.inverse());
                }
            }
        }
    }

    /// Learns the products of the elements of each level, and their inverses.
    fn improve(&mut self, limit: usize, budget: &Budget) {
        for level in 0..self.levels.len() {
            let known: Vec<Element> = self.levels[level].known().cloned().collect();
            for one in &known {
                if budget.is_spent() {
                    return;
                }
                self.learn(level, one.inverse(), limit);
                for other in known.iter().filter(|other| one.word.len() + other.word.len() <= limit) {
                    self.learn(level, one.then(other), limit);
                }
            }
        }
    }

    /// Fills gaps of each level by known elements of the same followed by those of deeper levels.
    fn complete(&mut self, limit: usize) {
        for level in (0..self.levels.len()).rev() {
            let (above, below) = self.levels.split_at_mut(level + 1);
            let level = &mut above[level];
            let known: Vec<Element> = level.known().cloned().collect();
            let deeper: Vec<&Element> = below.iter().flat_map(Level::known).collect();
            for one in &known {
                for other in &deeper {
                    let slot = &mut level.elements[other.images[one.images[level.base] as usize] as usize];
                    if slot.is_none() && one.word.len() + other.word.len() <= limit {
                        *slot = Some(one.then(other));
                    }
                }
            }
        }
    }
}

impl Level {
    fn new(base: usize, degree: usize) -> Level {
        let mut elements = vec![None; degree];
        elements[base] = Some(Element::identity(degree));
        Level { base, elements }
    }

    fn known(&self) -> impl Iterator<Item = &Element> {
        self.elements.iter().flatten()
    }
}

impl Element {
    fn identity(degree: usize) -> Element {
        Element { images: (0..degree).map(|position| position as u8).collect(), word: Vec::new() }
    }

    fn then(&self, next: &Element) -> Element {
        let images = self.images.iter().map(|&image| next.images[image as usize]).collect();
        let cancelled = self
            .word
            .iter()
            .rev()
            .zip(&next.word)
            .take_while(|(one, other)| **one == other.inverse())
            .count();
        let kept = &self.word[..self.word.len() - cancelled];
        Element { images, word: [kept, &next.word[cancelled..]].concat() }
    }

    fn inverse(&self) -> Element {
        let mut images = vec![0; self.images.len()];
        for (position, &image) in self.images.iter().enumerate() {
            images[image as usize] = position as u8;
        }
        Element { images, word: self.word.iter().rev().map(|letter| letter.inverse()).collect() }
    }
}

impl Letter {
    fn inverse(self) -> Letter {
        Letter { by: self.by, undone: !self.undone }
    }
}

fn bytes(permutation: &Permutation) -> Vec<u8> {
    permutation.images().iter().map(|&image| image as u8).collect()
}

/// The moves and their inverses, without those that move nothing.
fn letters(moves: &[Permutation]) -> Vec<Element> {
    let letter = |(by, permutation): (u16, &Permutation)| Element {
        images: bytes(permutation),
        word: vec![Letter { by, undone: false }],
    };
    let once: Vec<Element> =
        (0..).zip(moves).filter(|(_, permutation)| !permutation.is_identity()).map(letter).collect();
    once.iter().map(Element::inverse).chain(once.iter().cloned()).collect()
}

/// Words to try. What is found does not depend on their being random, only how soon: a
/// multiplier of Knuth's will do.
struct Draw(u64);

impl Draw {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn word(&mut self, letters: &[Element]) -> Element {
        let degree = letters[0].images.len();
        let length = 1 + self.below(LONGEST_TRIED);
        (0..length).fold(Element::identity(degree), |word, _| {
            word.then(&letters[self.below(letters.len() as u64) as usize])
        })
    }
}
