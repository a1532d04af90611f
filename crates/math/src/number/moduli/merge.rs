//! The products of two lists in ascending order, in memory proportional to the lists (Horowitz and Sahni 1974).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use num_bigint::BigUint;
use num_traits::One;

use super::prime_factors::{FullPowers, PrimeFactor};

/// Maximum number of products of the first set of primes.
const MAX_PRODUCTS: usize = 1 << 15;

/// All moduli modulo which the order of 2 is a multiple of the required powers, ascending.
///
/// Each modulus is a multiplier times an entry of a list. A multiplier is a product of the second set of primes. Its
/// list has the powers that the multiplier lacks. The heap holds the next modulus of each multiplier.
pub(super) struct Merge {
    /// For each subset of the required powers, the products of the first set of primes modulo which the order of 2 is a
    /// multiple of that subset, ascending.
    lists: Vec<Vec<BigUint>>,
    multipliers: Vec<Multiplier>,
    next: BinaryHeap<Reverse<Next>>,
}

struct Multiplier {
    number: BigUint,
    list: usize,
}

/// The next modulus of a multiplier: its value, and the indices of the multiplier and of the entry of its list.
type Next = (BigUint, usize, usize);

impl Merge {
    pub(super) fn new(primes: &[PrimeFactor], required: &FullPowers) -> Merge {
        let (first, second) = primes.split_at(split_index(primes));
        let mut first = all_products(first, required);
        first.sort_unstable();
        let having = |missing: u32| {
            let having = first.iter().filter(move |(_, full)| missing & !full == 0);
            having.map(|(number, _)| number.clone()).collect()
        };
        let lists = (0..=required.all()).map(having).collect();
        let multipliers = all_products(second, required).into_iter();
        let multipliers = multipliers
            .map(|(number, full)| Multiplier { number, list: (required.all() & !full) as usize })
            .collect();
        let mut merge = Merge { lists, multipliers, next: BinaryHeap::new() };
        (0..merge.multipliers.len()).for_each(|index| merge.push(index, 0));
        merge
    }

    /// Adds the product of `multiplier` and the entry `entry` of its list to the heap, if there is such an entry.
    fn push(&mut self, multiplier: usize, entry: usize) {
        let Multiplier { number, list } = &self.multipliers[multiplier];
        if let Some(other) = self.lists[*list].get(entry) {
            self.next.push(Reverse((number * other, multiplier, entry)));
        }
    }
}

impl Iterator for Merge {
    type Item = BigUint;

    fn next(&mut self) -> Option<BigUint> {
        let Reverse((modulus, multiplier, entry)) = self.next.pop()?;
        self.push(multiplier, entry + 1);
        Some(modulus)
    }
}

/// Returns the number of primes in the first set: so large that the first set has about the same number of products as
/// the other primes, or more, but at most [`MAX_PRODUCTS`].
fn split_index(primes: &[PrimeFactor]) -> usize {
    let all: f64 = primes.iter().map(|prime| prime.orders.len() as f64 + 1.0).product();
    let mut products = 1;
    let is_in_first = |prime: &&PrimeFactor| {
        let multiplied = products * (prime.orders.len() + 1);
        let is_in_first = (products * products) as f64 <= all && multiplied <= MAX_PRODUCTS;
        products = multiplied;
        is_in_first
    };
    primes.iter().take_while(is_in_first).count()
}

/// Returns all products of powers of the primes, each with the required powers that divide the order of 2 modulo it.
fn all_products(primes: &[PrimeFactor], required: &FullPowers) -> Vec<(BigUint, u32)> {
    let mut found = vec![(BigUint::one(), required.dividing(1))];
    for PrimeFactor { prime, orders } in primes {
        let shorter = found.clone();
        let mut power = BigUint::one();
        for order in orders {
            power *= prime;
            let full = required.dividing(*order);
            found.extend(shorter.iter().map(|(other, others)| (other * &power, others | full)));
        }
    }
    found
}
