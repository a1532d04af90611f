use num_bigint::BigUint;

use super::UNWATCHED;
use super::draw::Draw;
use super::frame::{Arithmetic, Frame};
use super::turns::Turns;
use crate::number::Budget;

/// The largest number of points of a chain: its rows are of 16-bit numbers.
pub(super) const MAX_POINTS: usize = 1 << 16;

/// The most numbers that the rows of a chain may hold: a quarter of a gigabyte, and twice that
/// while they grow.
const MAX_ENTRIES: usize = 1 << 27;

/// The most steps that the proof of a chain may take, some ten seconds.
const MAX_STEPS: u64 = 10_000_000_000;

/// Random elements that must lie in the chain below a level before the level is believed. The
/// proof does not believe: it only fails less often, the more there are.
const BELIEVED: usize = 4;

/// Elements of a stabiliser that are drawn before its own chain is begun: two random elements
/// generate most groups.
const FIRST_DRAWN: usize = 2;

/// Not in the orbit.
const ABSENT: u32 = u32::MAX;

/// Why a chain was given up.
pub(super) enum Stop {
    /// It would take more memory or steps than is allowed.
    OutOfBounds,
    /// The budget was spent.
    OutOfTime,
}

/// A chain of stabilisers (Sims 1970): a subgroup for each level, the first the whole group, each
/// further one the elements of the one before that fix its base block. Below the last is what
/// fixes all blocks, the [`Turns`].
///
/// It is found at random and proved afterwards. Every generator of a level is made of those of
/// the level above, so that no level is too large; the turns are normal in the whole group. By
/// Schreier's lemma the stabiliser of a level is generated, with the turns, by one element for
/// each block of the orbit and each generator; all of them are seen to lie in the level below,
/// so that no level is too small.
pub(super) struct Chain {
    arithmetic: Arithmetic,
    blocks: usize,
    levels: Vec<Level>,
    turns: Turns,
    /// The generators of the whole group.
    generators: Vec<Vec<u16>>,
    /// How many numbers the proof may still compute.
    steps: u64,
    budget: Budget,
}

/// A subgroup with the orbit of its base block, and for every block of the orbit an element of
/// the subgroup that brings it back to the base block.
struct Level {
    base: usize,
    generators: Vec<Generator>,
    orbit: Vec<u16>,
    /// Each block's place in the orbit, or [`ABSENT`].
    places: Vec<u32>,
    /// The rows of the elements that bring the blocks of the orbit back, one behind the other.
    returns: Vec<u16>,
    /// The place and the generator by which each block was reached first.
    reached: Vec<(u32, u32)>,
}

/// A generator of a level, and its inverse.
struct Generator {
    row: Vec<u16>,
    inverse: Vec<u16>,
}

/// An element of a level that is not in the chain: what is left of it, and at which level.
struct Residue {
    row: Vec<u16>,
    level: usize,
}

impl Chain {
    /// The chain of the group that the rows generate, proved.
    pub fn of(frame: &Frame, generators: &[Vec<u16>], budget: &Budget) -> Result<Chain, Stop> {
        if frame.points() > MAX_POINTS {
            return Err(Stop::OutOfBounds);
        }
        let (arithmetic, blocks) = (frame.arithmetic(), frame.blocks());
        let mut chain = Chain {
            arithmetic,
            blocks,
            levels: Vec::new(),
            turns: Turns::none(blocks),
            generators: generators.to_vec(),
            steps: MAX_STEPS,
            budget: *budget,
        };
        for row in generators {
            chain.add(0, 0, row)?;
        }
        if !chain.levels.is_empty() {
            chain.complete(0)?;
            chain.prove()?;
        }
        Ok(chain)
    }

    /// The order of the group: the product of the lengths of the orbits, and the turns.
    pub fn order(&self) -> BigUint {
        let blocks: BigUint = self.levels.iter().map(|level| BigUint::from(level.orbit.len())).product();
        blocks << self.turns.rank()
    }

    /// Whether the row is one of the group's.
    pub fn contains(&self, row: &[u16]) -> bool {
        let (mut row, mut scratch) = (row.to_vec(), row.to_vec());
        self.sift(0, &mut row, &mut scratch).is_none()
    }

    /// Divides the row by the elements that bring the images of the base blocks back, from this
    /// level on: nothing but known turns is left of an element of the level. Else the level
    /// where it failed.
    fn sift(&self, from: usize, row: &mut Vec<u16>, scratch: &mut Vec<u16>) -> Option<usize> {
        for (index, level) in self.levels.iter().enumerate().skip(from) {
            let image = self.arithmetic.block_image(row, level.base);
            let place = level.places[image];
            if place == ABSENT {
                return Some(index);
            }
            if place > 0 {
                self.arithmetic.multiply(row, level.return_of(place as usize, self.blocks), scratch);
                std::mem::swap(row, scratch);
            }
        }
        let is_known = match self.arithmetic.moved_block(row) {
            Some(_) => false,
            None => self.turns.contains(self.arithmetic, row),
        };
        (!is_known).then_some(self.levels.len())
    }

    /// Adds an element to these levels, the last of which may be new. What only turns blocks over
    /// joins the turns instead: they belong to every level.
    fn add(&mut self, first: usize, last: usize, row: &[u16]) -> Result<(), Stop> {
        if last == self.levels.len() {
            let Some(base) = self.arithmetic.moved_block(row) else { return self.add_turns(row) };
            let identity = self.arithmetic.identity(self.blocks);
            self.levels.push(Level::new(base, self.blocks, identity));
        }
        for level in first..=last {
            self.levels[level].add(self.arithmetic, row)?;
            self.check_entries()?;
        }
        Ok(())
    }

    fn check_entries(&self) -> Result<(), Stop> {
        let entries: usize = self.levels.iter().map(|level| level.returns.len() + level.places.len()).sum();
        if entries > MAX_ENTRIES { Err(Stop::OutOfBounds) } else { Ok(()) }
    }

    /// Adds turns with all their conjugates.
    fn add_turns(&mut self, row: &[u16]) -> Result<(), Stop> {
        let mut waiting = vec![Turns::of(self.arithmetic, row)];
        while let Some(turns) = waiting.pop() {
            if !self.turns.add(&turns) {
                continue;
            }
            for generator in 0..self.generators.len() {
                let steps = self.turns.words() * (1 + self.turns.rank() / 8) + self.blocks;
                self.spend(steps)?;
                waiting.push(Turns::conjugate(self.arithmetic, &turns, &self.generators[generator]));
            }
        }
        Ok(())
    }

    /// Draws elements of a level, and puts what is missing into the levels below, until it
    /// seems that nothing is.
    fn complete(&mut self, level: usize) -> Result<(), Stop> {
        let mut draw = Draw::from(self.arithmetic, self.levels[level].rows());
        let (mut row, mut scratch) = (vec![0; self.blocks], vec![0; self.blocks]);
        let (mut seen, mut is_begun) = (0, false);
        while seen < BELIEVED {
            row.copy_from_slice(draw.next());
            self.spend_on_sift(level)?;
            let Some(failed) = self.sift(level, &mut row, &mut scratch) else {
                seen += 1;
                continue;
            };
            seen = 0;
            self.add(level + 1, failed, &row)?;
            if self.levels.get(level + 1).is_some_and(|below| below.generators.len() >= FIRST_DRAWN) {
                self.complete(level + 1)?;
                is_begun = true;
            }
        }
        if !is_begun && level + 1 < self.levels.len() { self.complete(level + 1) } else { Ok(()) }
    }

    /// Proves the chain from the last level up. What turns out to be missing is put in.
    fn prove(&mut self) -> Result<(), Stop> {
        let mut level = self.levels.len();
        while level > 0 {
            level -= 1;
            if let Some(missing) = self.missing(level)? {
                self.add(level + 1, missing.level, &missing.row)?;
                if level + 1 < self.levels.len() {
                    self.complete(level + 1)?;
                }
                level = self.levels.len();
            }
        }
        Ok(())
    }

    /// A generator of the stabiliser of a level, by Schreier's lemma, that the levels below lack.
    fn missing(&mut self, level: usize) -> Result<Option<Residue>, Stop> {
        let mut forth = vec![0; self.blocks];
        let (mut row, mut scratch) = (forth.clone(), forth.clone());
        for place in 0..self.levels[level].orbit.len() {
            self.arithmetic.invert(self.levels[level].return_of(place, self.blocks), &mut forth);
            for generator in 0..self.levels[level].generators.len() {
                if self.levels[level].is_first_way(self.arithmetic, place, generator) {
                    continue;
                }
                self.spend_on_sift(level)?;
                self.arithmetic.multiply(&forth, &self.levels[level].generators[generator].row, &mut row);
                if let Some(failed) = self.sift(level, &mut row, &mut scratch) {
                    return Ok(Some(Residue { row, level: failed }));
                }
            }
        }
        Ok(None)
    }

    /// Accounts for a sift from this level on.
    fn spend_on_sift(&mut self, level: usize) -> Result<(), Stop> {
        self.spend((self.levels.len() - level + 1) * self.blocks)
    }

    fn spend(&mut self, steps: usize) -> Result<(), Stop> {
        let left = self.steps.checked_sub(steps as u64).ok_or(Stop::OutOfBounds)?;
        let is_watched = left / UNWATCHED != self.steps / UNWATCHED;
        self.steps = left;
        if is_watched && self.budget.is_spent() { Err(Stop::OutOfTime) } else { Ok(()) }
    }
}

impl Level {
    fn new(base: usize, blocks: usize, identity: Vec<u16>) -> Level {
        let mut places = vec![ABSENT; blocks];
        places[base] = 0;
        let (orbit, reached) = (vec![base as u16], vec![(ABSENT, ABSENT)]);
        Level { base, generators: Vec::new(), orbit, places, returns: identity, reached }
    }

    fn rows(&self) -> impl ExactSizeIterator<Item = &[u16]> + Clone {
        self.generators.iter().map(|generator| generator.row.as_slice())
    }

    fn return_of(&self, place: usize, blocks: usize) -> &[u16] {
        &self.returns[place * blocks..][..blocks]
    }

    /// Takes a generator, and extends the orbit: the blocks known before by the new generator
    /// alone, new blocks by all.
    fn add(&mut self, arithmetic: Arithmetic, row: &[u16]) -> Result<(), Stop> {
        self.generators.push(Generator { row: row.to_vec(), inverse: arithmetic.inverse(row) });
        let (old, newest) = (self.orbit.len(), self.generators.len() - 1);
        let mut place = 0;
        while place < self.orbit.len() {
            let first = if place < old { newest } else { 0 };
            for generator in first..=newest {
                self.reach(arithmetic, place, generator);
            }
            if self.returns.len() > MAX_ENTRIES {
                return Err(Stop::OutOfBounds);
            }
            place += 1;
        }
        Ok(())
    }

    /// The image of a block of the orbit joins it.
    fn reach(&mut self, arithmetic: Arithmetic, place: usize, generator: usize) {
        let Generator { row, inverse } = &self.generators[generator];
        let image = arithmetic.block_image(row, self.orbit[place].into());
        if self.places[image] != ABSENT {
            return;
        }
        self.places[image] = self.orbit.len() as u32;
        self.orbit.push(image as u16);
        self.reached.push((place as u32, generator as u32));
        let (end, blocks) = (self.returns.len(), row.len());
        self.returns.resize(end + blocks, 0);
        let (known, new) = self.returns.split_at_mut(end);
        arithmetic.multiply(inverse, &known[place * blocks..][..blocks], new);
    }

    /// Whether the image was reached first from this place by this generator: then the element
    /// of Schreier's lemma is the identity.
    fn is_first_way(&self, arithmetic: Arithmetic, place: usize, generator: usize) -> bool {
        let image = arithmetic.block_image(&self.generators[generator].row, self.orbit[place].into());
        self.reached[self.places[image] as usize] == (place as u32, generator as u32)
    }
}
