//! Follows a card through a word of perfect shuffles, cuts, increments and reversals, without listing the deck.
//!
//! Each of these moves is an affine map of positions, or a reversal of top cards. A word becomes a chain of such steps,
//! in which neighbouring maps with the same modulus are multiplied.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive};
use thiserror::Error;

use super::fit::FitError;
use super::moves::{Argument, Move};
use super::tree::{Atom, Factor, Word};
use crate::Weave;

/// Bounds the work of following a card: the number of steps times the number of 64-bit words of a position. This takes
/// about a second.
const MAX_STEPS: u64 = 10_000_000;

/// A word as a chain of affine maps of positions and reversals of top cards, for decks of any size.
///
/// [`Word::formula`] creates it. Equal formulas move every card to the same position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    cards: BigUint,
    chain: Vec<FormulaStep>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum FormulaStep {
    Once(Affine),
    /// The reversal of the given number of top cards, at least two and not all.
    TopReversed(BigUint),
    /// A chain of at least two steps, repeated at least twice.
    Repeated(Vec<FormulaStep>, BigUint),
}

/// The error if a card cannot be followed without listing the deck.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormulaError {
    /// The word does not fit the deck.
    #[error(transparent)]
    Fit(#[from] FitError),
    /// The word has a move without a formula.
    #[error("{name} has no formula and needs a listed deck")]
    Listed {
        /// The index of the move or permutation in the word, in reading order from 0.
        letter: usize,
        /// The name of the move, or "a permutation".
        name: &'static str,
    },
    /// There are too many steps through shuffles of different kinds.
    #[error(
        "{steps} steps through shuffles of different kinds are too many; expected at most {most}"
    )]
    TooManySteps {
        /// The number of steps.
        steps: BigUint,
        /// The maximum number of steps for the given cards.
        most: u64,
    },
}

impl Word {
    /// Returns the map of positions of the word to the power `times`, without listing the deck.
    ///
    /// The deck may have any size. The word may contain perfect shuffles, cuts, increments and reversals.
    /// Consecutive shuffles of one kind are one modular power. For two packets of an odd deck, every move is affine modulo
    /// the number of cards, and so is the whole word. Other groups of different kinds are followed step by
    /// step.
    ///
    /// # Errors
    ///
    /// [`FormulaError`] if the word does not fit the deck, contains other moves, or has too many steps.
    ///
    /// ```
    /// use faro::Word;
    /// let word: Word = "(in out^2)^5 in^-1000000000000000000000000000000".parse()?;
    /// let cards = faro::num_bigint::BigUint::from(10u32).pow(18);
    /// let formula = word.formula(&cards, &1.into())?;
    /// let position = formula.position(&0u32.into());
    /// assert_eq!(word.formula(&cards, &(-1).into())?.position(&position), 0u32.into());
    /// assert_eq!(formula.steps(), 11u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn formula(&self, cards: &BigUint, times: &BigInt) -> Result<Formula, FormulaError> {
        self.fits_and_is_fixed(cards)?;
        if let Some((letter, name)) = self.without_formula() {
            return Err(FormulaError::Listed { letter, name });
        }
        let chain = if *cards == BigUint::ZERO {
            Vec::new()
        } else {
            power(chain(self, cards), times)
        };
        let (steps, most) = (count(&chain), MAX_STEPS / (cards.bits() / 64 + 1));
        if steps > most.into() {
            return Err(FormulaError::TooManySteps { steps, most });
        }
        Ok(Formula {
            cards: cards.clone(),
            chain,
        })
    }

    /// Returns the index and the name of the first letter that needs a listed deck.
    fn without_formula(&self) -> Option<(usize, &'static str)> {
        let name = |letter: &Atom| match letter {
            Atom::Move(move_)
                if matches!(
                    move_.entry.name,
                    "out" | "in" | "packets" | "cut" | "reverse" | "increment"
                ) =>
            {
                None
            }
            Atom::Move(move_) => Some(move_.entry.name),
            Atom::Literal(cycles) if cycles.is_empty() => None,
            Atom::Literal(_) | Atom::List(_) | Atom::Group(_) => Some("a permutation"),
        };
        self.letters()
            .into_iter()
            .enumerate()
            .find_map(|(index, letter)| Some((index, name(letter)?)))
    }
}

impl Formula {
    /// Returns the position to which the card at position `card` moves, both counted from 0.
    ///
    /// # Panics
    ///
    /// If `card` is not below the number of cards.
    pub fn position(&self, card: &BigUint) -> BigUint {
        assert!(
            card < &self.cards,
            "there is no card {card} among {}, counted from 0",
            self.cards
        );
        walk(&self.chain, card.clone(), &mut |_| {})
    }

    /// Returns the position of `card` after each step, beginning with its start.
    pub fn path(&self, card: &BigUint) -> Vec<BigUint> {
        let mut path = vec![card.clone()];
        walk(&self.chain, card.clone(), &mut |position| {
            path.push(position.clone());
        });
        path
    }

    /// Returns the number of modular powers and reversals that are applied one after another.
    pub fn steps(&self) -> BigUint {
        count(&self.chain)
    }

    /// Returns a and b such that the card at p moves to a·p + b modulo the number of cards.
    ///
    /// Positions are counted from 0. Returns `None` if the word is not a single map modulo this number.
    pub fn coefficients(&self) -> Option<(BigUint, BigUint)> {
        match &self.chain[..] {
            [FormulaStep::Once(map)] => map.coefficients(&self.cards),
            _ => None,
        }
    }

    pub(super) fn cards(&self) -> &BigUint {
        &self.cards
    }

    /// Returns the affine maps, in order, if the formula has no other steps.
    pub(super) fn maps(&self) -> Option<Vec<&Affine>> {
        let mut maps = Vec::new();
        for step in &self.chain {
            let FormulaStep::Once(map) = step else {
                return None;
            };
            maps.push(map);
        }
        Some(maps)
    }
}

/// Follows the card at `position` through the steps of a formula, and calls `passed` with its position after each
/// step.
fn walk(chain: &[FormulaStep], mut position: BigUint, passed: &mut dyn FnMut(&BigUint)) -> BigUint {
    for step in chain {
        match step {
            FormulaStep::Once(map) => {
                position = map.image(&position);
                passed(&position);
            }
            FormulaStep::TopReversed(top) => {
                if position < *top {
                    position = top - position - 1u32;
                }
                passed(&position);
            }
            FormulaStep::Repeated(inner, times) => {
                for _ in 0..times.to_u64().expect("steps were counted") {
                    position = walk(inner, position, passed);
                }
            }
        }
    }
    position
}

fn count(chain: &[FormulaStep]) -> BigUint {
    let steps = |step: &FormulaStep| match step {
        FormulaStep::Once(_) | FormulaStep::TopReversed(_) => BigUint::one(),
        FormulaStep::Repeated(inner, times) => count(inner) * times,
    };
    chain.iter().map(steps).sum()
}

fn chain(word: &Word, cards: &BigUint) -> Vec<FormulaStep> {
    let mut chain = Vec::new();
    for Factor { atom, exponent } in &word.factors {
        let once = match atom {
            Atom::Move(move_) => vec![step(move_, cards)],
            Atom::Group(word) => self::chain(word, cards),
            Atom::Literal(_) | Atom::List(_) => Vec::new(),
        };
        power(once, exponent)
            .into_iter()
            .for_each(|step| push(&mut chain, step));
    }
    chain
}

fn step(move_: &Move, cards: &BigUint) -> FormulaStep {
    match (move_.weave(cards), &move_.arguments[..]) {
        (Some(weave), _) => FormulaStep::Once(Affine::from_weave(&weave)),
        (None, [Argument::Number(top)]) if move_.entry.name == "cut" => {
            FormulaStep::Once(Affine::from_cut(cards, top))
        }
        (None, [Argument::Number(step)]) if move_.entry.name == "increment" => {
            FormulaStep::Once(Affine::from_increment(cards, step.magnitude()))
        }
        (None, [Argument::Number(top)]) if top.magnitude() < cards => {
            FormulaStep::TopReversed(top.magnitude().clone())
        }
        (None, _) => FormulaStep::Once(Affine::reversal(cards)),
    }
}

/// Appends a step, or multiplies it into the last step if both have the same modulus.
fn push(chain: &mut Vec<FormulaStep>, step: FormulaStep) {
    match (chain.last_mut(), step) {
        (Some(FormulaStep::Once(last)), FormulaStep::Once(map)) if last.same_modulus(&map) => {
            *last = last.then(&map);
            if last.is_identity() {
                chain.pop();
            }
        }
        (Some(FormulaStep::TopReversed(last)), FormulaStep::TopReversed(top)) if *last == top => {
            drop(chain.pop());
        }
        (_, FormulaStep::Once(map)) if map.is_identity() => {}
        (_, FormulaStep::TopReversed(top)) if top.is_one() => {}
        (_, step) => chain.push(step),
    }
}

/// Returns a power of a chain. If the first and the last step have the same modulus, they are joined first: (a
/// b c)^e is a (b c a)^e a^-1.
fn power(mut chain: Vec<FormulaStep>, exponent: &BigInt) -> Vec<FormulaStep> {
    let mut start = 0;
    while let Some(joined) = joined_ends(&chain[start..]) {
        chain.pop();
        joined
            .into_iter()
            .for_each(|map| push(&mut chain, FormulaStep::Once(map)));
        start += 1;
    }
    let core = chain.split_off(start);
    let after = inverse(&chain);
    chain.extend(core_power(core, exponent));
    after.into_iter().for_each(|step| push(&mut chain, step));
    chain
}

/// Returns the product of the last step and the first. The result is `None` if they are adjacent or their
/// moduli differ. Equal reversals cancel, and their product is empty.
fn joined_ends(chain: &[FormulaStep]) -> Option<Option<Affine>> {
    match chain {
        [FormulaStep::Once(first), _, .., FormulaStep::Once(last)] if first.same_modulus(last) => {
            Some(Some(last.then(first)))
        }
        [
            FormulaStep::TopReversed(first),
            _,
            ..,
            FormulaStep::TopReversed(last),
        ] if first == last => Some(None),
        _ => None,
    }
}

fn core_power(core: Vec<FormulaStep>, exponent: &BigInt) -> Vec<FormulaStep> {
    match &core[..] {
        [] => Vec::new(),
        [FormulaStep::Once(map)] => {
            let power = map.pow(exponent);
            if power.is_identity() {
                Vec::new()
            } else {
                vec![FormulaStep::Once(power)]
            }
        }
        _ if exponent.sign() == Sign::NoSign => Vec::new(),
        [FormulaStep::TopReversed(_)] => {
            if exponent.is_even() {
                Vec::new()
            } else {
                core
            }
        }
        _ => {
            let core = if exponent.is_negative() {
                inverse(&core)
            } else {
                core
            };
            let times = exponent.magnitude();
            if times.is_one() {
                core
            } else {
                vec![FormulaStep::Repeated(core, times.clone())]
            }
        }
    }
}

fn inverse(chain: &[FormulaStep]) -> Vec<FormulaStep> {
    let undone = |step: &FormulaStep| match step {
        FormulaStep::Once(map) => FormulaStep::Once(map.inverse()),
        FormulaStep::TopReversed(top) => FormulaStep::TopReversed(top.clone()),
        FormulaStep::Repeated(inner, times) => FormulaStep::Repeated(inverse(inner), times.clone()),
    };
    chain.iter().rev().map(undone).collect()
}

/// An affine map of positions: p + s moves to a·(p + s) + b modulo M, and the position M stays.
///
/// All perfect shuffles, cuts, increments and the reversal have such a map, with different moduli. The product of two maps
/// with the same modulus and the same s is such a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Affine {
    modulus: BigUint,
    /// The shift s of the map p → a·(p + s) + b − s modulo M: 0, or 1 for in-shuffles.
    shift: u32,
    /// The multiplier a of the map p → a·(p + s) + b − s modulo M, coprime to M.
    multiplier: BigUint,
    /// The addend b of the map p → a·(p + s) + b − s modulo M. It is 0 unless M is the number of cards.
    addend: BigUint,
}

impl Affine {
    pub fn from_weave(weave: &Weave) -> Affine {
        let (modulus, base) = (weave.modulus(), weave.base());
        let multiplier = weave.packets() % &modulus;
        if modulus != *weave.cards() {
            return Affine {
                modulus,
                shift: base,
                multiplier,
                addend: BigUint::ZERO,
            };
        }
        // k·(p + s) − s = k·p + (k − 1)·s is written as a map with the shift 0, so that all maps modulo the number
        // of cards can be multiplied.
        let addend = (multiplier.clone() + &modulus - BigUint::one()) * base % &modulus;
        Affine {
            modulus,
            shift: 0,
            multiplier,
            addend,
        }
    }

    /// Returns the map of a cut that moves `top` cards from the top to the bottom.
    ///
    /// If `top` is negative, the cut moves cards from the bottom to the top.
    pub fn from_cut(cards: &BigUint, top: &BigInt) -> Affine {
        let addend = residue(&-top, cards);
        Affine {
            modulus: cards.clone(),
            shift: 0,
            multiplier: BigUint::one() % cards,
            addend,
        }
    }

    /// Returns the map of dealing card p to the place `step`·p, with `step` coprime to the number of cards.
    pub fn from_increment(cards: &BigUint, step: &BigUint) -> Affine {
        Affine {
            modulus: cards.clone(),
            shift: 0,
            multiplier: step % cards,
            addend: BigUint::ZERO,
        }
    }

    pub fn reversal(cards: &BigUint) -> Affine {
        let last = cards - 1u32;
        Affine {
            modulus: cards.clone(),
            shift: 0,
            multiplier: last.clone(),
            addend: last,
        }
    }

    /// Returns whether the two maps have the same modulus and s.
    pub fn same_modulus(&self, other: &Affine) -> bool {
        self.modulus == other.modulus && self.shift == other.shift
    }

    /// Returns the map that is first `self`, then `next`, which must have the same modulus and s.
    pub fn then(&self, next: &Affine) -> Affine {
        let multiplier = &self.multiplier * &next.multiplier % &self.modulus;
        let addend = (&self.addend * &next.multiplier + &next.addend) % &self.modulus;
        Affine {
            multiplier,
            addend,
            modulus: self.modulus.clone(),
            shift: self.shift,
        }
    }

    pub fn inverse(&self) -> Affine {
        let multiplier = self
            .multiplier
            .modinv(&self.modulus)
            .expect("a shuffle has an inverse");
        let addend = (&self.modulus - &self.addend) * &multiplier % &self.modulus;
        Affine {
            multiplier,
            addend,
            modulus: self.modulus.clone(),
            shift: self.shift,
        }
    }

    /// Returns the map to the power `exponent`, by squaring: O(log exponent) products.
    pub fn pow(&self, exponent: &BigInt) -> Affine {
        let base = if exponent.sign() == Sign::Minus {
            self.inverse()
        } else {
            self.clone()
        };
        if self.addend == BigUint::ZERO {
            return Affine {
                multiplier: base.multiplier.modpow(exponent.magnitude(), &self.modulus),
                ..base
            };
        }
        let mut power = Affine {
            multiplier: BigUint::one(),
            addend: BigUint::ZERO,
            ..base.clone()
        };
        for bit in (0..exponent.bits()).rev() {
            power = power.then(&power);
            if exponent.magnitude().bit(bit) {
                power = power.then(&base);
            }
        }
        power
    }

    pub fn is_identity(&self) -> bool {
        self.modulus.is_one() || (self.multiplier.is_one() && self.addend == BigUint::ZERO)
    }

    pub fn image(&self, position: &BigUint) -> BigUint {
        if *position == self.modulus {
            return position.clone(); // the last card of an out-shuffle
        }
        let residue = ((position + self.shift) * &self.multiplier + &self.addend) % &self.modulus;
        (residue + &self.modulus - self.shift) % &self.modulus
    }

    /// Returns M, a and c such that p moves to a·p + c modulo M, unless p is M.
    ///
    /// Returns `None` if M has more than 32 bits.
    pub fn reduced(&self) -> Option<[u64; 3]> {
        let modulus = u64::from(self.modulus.to_u32()?);
        let [multiplier, addend] = [&self.multiplier, &self.addend].map(|number| number.to_u64());
        let (multiplier, shift) = (multiplier?, u64::from(self.shift));
        Some([
            modulus,
            multiplier,
            (multiplier * shift + addend? + modulus - shift) % modulus,
        ])
    }

    /// Returns a and b of p → a·p + b, or `None` if the modulus is not the number of cards.
    pub fn coefficients(&self, cards: &BigUint) -> Option<(BigUint, BigUint)> {
        (self.modulus == *cards).then(|| (self.multiplier.clone(), self.addend.clone()))
    }
}

fn residue(number: &BigInt, modulus: &BigUint) -> BigUint {
    number
        .mod_floor(&BigInt::from(modulus.clone()))
        .into_parts()
        .1
}
