//! The search: sieves one polynomial after another until there are more relations than primes, and
//! combines them.

use num_bigint::BigUint;

use super::elimination::Dependencies;
use super::factor_base::FactorBase;
use super::interval::Interval;
use super::leading_coefficients::LeadingCoefficients;
use super::parameters::Parameters;
use super::polynomials::{Inverses, Polynomials};
use super::relations::{Relation, Relations};
use super::square_root;
use crate::number::budget::Budget;

/// Number of relations beyond the size of the factor base. Each surplus relation gives a product that splits n with
/// probability 1/2.
const SURPLUS: usize = 32;

/// The sum of the logarithms of a smooth value, in units of the interval's cells.
const UNITS_OF_A_VALUE: f64 = 110.0;

pub(super) struct Search<'a> {
    n: &'a BigUint,
    multiple: BigUint,
    base: FactorBase,
    length: usize,
    leading: LeadingCoefficients,
    inverses: Inverses,
    interval: Interval,
    candidates: Vec<u32>,
    relations: Relations,
}

impl<'a> Search<'a> {
    /// Prepares the search for a factor of `n`, with the base of `multiple` = k·n.
    pub(super) fn new(
        n: &'a BigUint,
        multiple: BigUint,
        base: FactorBase,
        parameters: &Parameters,
    ) -> Search<'a> {
        // With a = √(k·n/2)/M, for the interval from −M to M, values are at most M·√(k·n/8).
        let (bits, length) = (multiple.bits() as f64, parameters.interval);
        let half = (length as f64).log2() - 1.0;
        let bits_of_value = (bits - 3.0) / 2.0 + half;
        let largest = base.largest().saturating_mul(parameters.large_multiple);
        let units = UNITS_OF_A_VALUE / bits_of_value;
        let threshold = (bits_of_value - f64::from(largest).log2() - parameters.slack) * units;
        Search {
            n,
            leading: LeadingCoefficients::new(&base, (bits - 1.0) / 2.0 - half),
            inverses: Inverses::new(),
            interval: Interval::new(&base, length, parameters.skipped, units, threshold as u8),
            candidates: Vec::new(),
            relations: Relations::new(largest),
            multiple,
            base,
            length,
        }
    }

    /// Returns a proper factor of n, if one is found within `budget`.
    pub(super) fn run(mut self, budget: &Budget) -> Option<BigUint> {
        let mut wanted = self.base.len() + SURPLUS;
        loop {
            self.collect(wanted, budget)?;
            let found = &self.relations.found;
            let dependencies = Dependencies::new(found, self.base.len(), budget)?;
            let factor = dependencies.iter().find_map(|set| {
                let product = set.iter().map(|&number| &found[number as usize]);
                square_root::factor_from(self.n, &self.base, product)
            });
            if factor.is_some() {
                return factor;
            }
            wanted += SURPLUS;
        }
    }

    /// Sieves until `wanted` relations are usable. Returns `None` if the budget is spent or there are no more
    /// polynomials.
    pub(super) fn collect(&mut self, wanted: usize, budget: &Budget) -> Option<&[Relation]> {
        while self.relations.usable() < wanted {
            let mut polynomials = Polynomials::new(
                &self.base,
                &self.multiple,
                &mut self.leading,
                &mut self.inverses,
                self.length,
            )?;
            self.sieve(&polynomials, budget)?;
            for _ in 1..polynomials.count() {
                polynomials.advance(&self.base);
                self.sieve(&polynomials, budget)?;
            }
        }
        Some(&self.relations.found)
    }

    /// Sieves the current polynomial. Returns `None` if the budget is spent.
    fn sieve(&mut self, polynomials: &Polynomials, budget: &Budget) -> Option<()> {
        if budget.is_spent() {
            return None;
        }
        self.interval.sieve(&self.base, &polynomials.places, &mut self.candidates);
        for &place in &self.candidates {
            self.relations.examine(&self.base, polynomials, &self.interval, place);
        }
        Some(())
    }
}
