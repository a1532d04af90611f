//! Proves the order of groups of affine maps, such as the perfect shuffles of 2^k cards.

use super::order::Order;
use crate::Permutation;

/// Maximum number of binary digits of a position.
const MAX_DIGITS: usize = 24;

/// The search ends without a proof if the order of the generators' linear parts exceeds this bound times the number
/// of digits.
const MAX_ORDER_PER_DIGIT: usize = 4;

/// A proof of the order for decks of 2^k cards whose shuffles are affine over GF(2). If positions are vectors
/// of binary digits, each shuffle is a map x → A·x + c. Examples are the out- and in-shuffle: both rotate the
/// digits, and the in-shuffle also inverts the last one (Diaconis, Graham and Kantor 1983).
///
/// The proof applies if every linear part A is a power of one of them, of order m. Let g be the generator
/// with that linear part, and let T be the smallest A-invariant space that contains the translations g^m and
/// h·g^−a for each generator h with linear part A^a. T is a normal subgroup. Modulo T the group is generated
/// by g, and g^m is in T. The linear part of g has order m. So the group has m·|T| elements. O(n) for each
/// generator.
#[derive(Debug)]
pub(super) struct AffineProof {
    digits: usize,
    /// The powers g^0, g^1, …, g^(m − 1).
    powers: Vec<AffineMap>,
    /// The space T of translations, as a basis in echelon form: the leading bit of each vector is 0 in all later
    /// ones.
    translations: Vec<u32>,
}

/// The affine map x → A·x + c over GF(2). `columns` are the columns of A, and `shift` is c.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct AffineMap {
    columns: [u32; MAX_DIGITS],
    shift: u32,
}

impl AffineMap {
    fn identity(digits: usize) -> AffineMap {
        let mut columns = [0; MAX_DIGITS];
        for (digit, column) in columns.iter_mut().enumerate().take(digits) {
            *column = 1 << digit;
        }
        AffineMap { columns, shift: 0 }
    }

    /// Returns the permutation as a map, if it is affine.
    fn from_permutation(permutation: &Permutation, digits: usize) -> Option<AffineMap> {
        let images = permutation.images();
        let shift = images[0];
        let mut columns = [0; MAX_DIGITS];
        for (digit, column) in columns.iter_mut().enumerate().take(digits) {
            *column = images[1 << digit] ^ shift;
        }
        // Each position is the sum of its lowest digit and of the position without that digit.
        let is_affine = |position: usize| {
            let column = columns[position.trailing_zeros() as usize];
            images[position] == images[position & (position - 1)] ^ column
        };
        (1..images.len())
            .all(is_affine)
            .then_some(AffineMap { columns, shift })
    }

    /// Returns A·x for x = `vector`: the linear part of the map without the shift.
    fn linear(&self, mut vector: u32) -> u32 {
        let mut image = 0;
        while vector != 0 {
            image ^= self.columns[vector.trailing_zeros() as usize];
            vector &= vector - 1;
        }
        image
    }

    fn then(&self, next: &AffineMap, digits: usize) -> AffineMap {
        let mut columns = [0; MAX_DIGITS];
        for (product, &column) in columns.iter_mut().zip(&self.columns).take(digits) {
            *product = next.linear(column);
        }
        AffineMap {
            columns,
            shift: next.linear(self.shift) ^ next.shift,
        }
    }
}

impl AffineProof {
    /// Searches for a proof of the order by affine maps. Without such a proof, the group may have any order.
    pub fn new(generators: &[Permutation], degree: usize) -> Option<AffineProof> {
        let digits = degree.checked_ilog2()? as usize;
        if !degree.is_power_of_two() || digits > MAX_DIGITS {
            return None;
        }
        let maps: Vec<AffineMap> = generators
            .iter()
            .map(|generator| AffineMap::from_permutation(generator, digits))
            .collect::<Option<_>>()?;
        maps.iter()
            .find_map(|first| AffineProof::with_powers_of(first, &maps, digits))
    }

    /// Searches for a proof in which the linear part of each map is a power of the linear part of `first`.
    fn with_powers_of(first: &AffineMap, maps: &[AffineMap], digits: usize) -> Option<AffineProof> {
        let identity = AffineMap::identity(digits);
        let (mut powers, mut power) = (vec![identity], *first);
        while power.columns != identity.columns {
            if powers.len() > MAX_ORDER_PER_DIGIT * digits {
                return None;
            }
            powers.push(power);
            power = power.then(first, digits);
        }
        let mut affine = AffineProof {
            digits,
            powers,
            translations: Vec::new(),
        };
        affine.translate(power.shift);
        for map in maps {
            let power = affine.power_like(map)?;
            affine.translate(power.shift ^ map.shift);
        }
        Some(affine)
    }

    /// Returns the stored power of g that has the same linear part as `map`.
    fn power_like(&self, map: &AffineMap) -> Option<AffineMap> {
        self.powers
            .iter()
            .find(|power| power.columns == map.columns)
            .copied()
    }

    /// Adds a translation, and its conjugates by the powers of g, to the space T of translations.
    fn translate(&mut self, mut vector: u32) {
        loop {
            let left = self.reduced(vector);
            if left == 0 {
                return;
            }
            self.translations.push(left);
            vector = self.powers.get(1).map_or(vector, |g| g.linear(vector));
        }
    }

    fn reduced(&self, vector: u32) -> u32 {
        let step = |left: u32, basis: &u32| {
            if left >> basis.ilog2() & 1 == 1 {
                left ^ basis
            } else {
                left
            }
        };
        self.translations.iter().fold(vector, step)
    }

    pub fn order(&self) -> Order {
        Order::with_multiple(self.powers.len(), self.translations.len())
    }

    pub fn contains(&self, permutation: &Permutation) -> bool {
        let map = AffineMap::from_permutation(permutation, self.digits);
        map.is_some_and(|map| {
            self.power_like(&map)
                .is_some_and(|power| self.reduced(power.shift ^ map.shift) == 0)
        })
    }
}
