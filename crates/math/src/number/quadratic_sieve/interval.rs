//! The sieve interval: a byte for each place x.
//!
//! The logarithm of each prime is added where the prime divides the value of the polynomial at x. Places with
//! a large sum are candidates.

use std::ops::Range;

use super::factor_base::FactorBase;

/// Maximum number of whole periods in the interval for which a prime is added without a branch. Such a prime is added a
/// fixed number of times. The last time may be beyond the end of the interval, where nothing is read.
const MAX_PERIODS: usize = 8;

/// Primes up to this multiple of the interval's length are added once without a check whether their place is
/// in the interval. The processor could not predict the result of such a check.
const UNCHECKED_MULTIPLE: usize = 4;

/// Minimum byte of a candidate.
const MIN_CANDIDATE: u8 = 128;

pub(super) struct Interval {
    /// The interval, followed by the places beyond its end.
    cells: Vec<u8>,
    length: usize,
    /// The index of the first prime that is sieved with.
    first: usize,
    /// The logarithms of the primes, in units.
    logarithms: Vec<u8>,
    /// Number of units of a bit.
    units: f64,
    /// The initial value of every cell.
    start: u8,
}

impl Interval {
    /// Creates an interval that leaves out the primes below `skipped`. A bit of a logarithm is `units` units of a cell,
    /// and a sum of `threshold` units makes a candidate.
    pub(super) fn new(base: &FactorBase, length: usize, skipped: u32, units: f64, threshold: u8) -> Interval {
        let logarithm = |&prime: &u32| (f64::from(prime).log2() * units).round() as u8;
        Interval {
            cells: vec![0; (1 + UNCHECKED_MULTIPLE) * length],
            length,
            first: base.primes.partition_point(|&prime| prime < skipped).max(1),
            logarithms: base.primes.iter().map(logarithm).collect(),
            units,
            start: MIN_CANDIDATE - threshold.min(MIN_CANDIDATE),
        }
    }

    /// Returns the index of the first prime that is sieved with.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// Returns the approximate number of bits of the primes that were added at `place`.
    pub(super) fn bits(&self, place: u32) -> f64 {
        f64::from(self.cells[place as usize].wrapping_sub(self.start)) / self.units
    }

    /// Sieves with two sequences of places for each prime, and lists the candidates.
    pub(super) fn sieve(&mut self, base: &FactorBase, places: &[Vec<i32>; 2], candidates: &mut Vec<u32>) {
        self.cells[..self.length].fill(self.start);
        let first = self.first;
        let below = |bound: usize| base.primes.partition_point(|&prime| prime as usize <= bound).max(first);
        let mut from = below(self.length / (MAX_PERIODS + 1));
        let unconditional = below(UNCHECKED_MULTIPLE * self.length);
        self.add_small(base, places, self.first..from);
        for periods in (0..=MAX_PERIODS).rev() {
            let to = self.length.checked_div(periods).map_or(unconditional, below);
            self.add_periods(base, places, from..to, periods);
            from = to;
        }
        self.add_large(places, unconditional);
        self.collect(candidates);
    }

    fn add_small(&mut self, base: &FactorBase, places: &[Vec<i32>; 2], range: Range<usize>) {
        let cells = &mut self.cells[..self.length];
        let primes = base.primes[range.clone()].iter().zip(&self.logarithms[range.clone()]);
        let places = places[0][range.clone()].iter().zip(&places[1][range]);
        for ((&prime, &logarithm), (&one, &two)) in primes.zip(places) {
            let (prime, one, two) = (prime as usize, one as usize, two as usize);
            let (mut low, mut high) = (one.min(two), one.max(two));
            while high < cells.len() {
                cells[low] = cells[low].wrapping_add(logarithm);
                cells[high] = cells[high].wrapping_add(logarithm);
                low += prime;
                high += prime;
            }
            if low < cells.len() {
                cells[low] = cells[low].wrapping_add(logarithm);
            }
        }
    }

    /// Adds the primes that have `periods` whole periods in the interval, and a part of another.
    fn add_periods(
        &mut self,
        base: &FactorBase,
        places: &[Vec<i32>; 2],
        range: Range<usize>,
        periods: usize,
    ) {
        match periods {
            0 => self.add_fixed::<1>(base, places, range),
            1 => self.add_fixed::<2>(base, places, range),
            2 => self.add_fixed::<3>(base, places, range),
            3 => self.add_fixed::<4>(base, places, range),
            4 => self.add_fixed::<5>(base, places, range),
            5 => self.add_fixed::<6>(base, places, range),
            6 => self.add_fixed::<7>(base, places, range),
            7 => self.add_fixed::<8>(base, places, range),
            _ => self.add_fixed::<{ MAX_PERIODS + 1 }>(base, places, range),
        }
    }

    fn add_fixed<const TIMES: usize>(
        &mut self,
        base: &FactorBase,
        places: &[Vec<i32>; 2],
        range: Range<usize>,
    ) {
        let cells = &mut self.cells[..];
        let primes = base.primes[range.clone()].iter().zip(&self.logarithms[range.clone()]);
        let places = places[0][range.clone()].iter().zip(&places[1][range]);
        for ((&prime, &logarithm), (&one, &two)) in primes.zip(places) {
            let (prime, one, two) = (prime as usize, one as usize, two as usize);
            for time in 0..TIMES {
                let (one, two) = (one + time * prime, two + time * prime);
                cells[one] = cells[one].wrapping_add(logarithm);
                cells[two] = cells[two].wrapping_add(logarithm);
            }
        }
    }

    /// Adds the primes from index `from` on, which seldom meet the interval.
    fn add_large(&mut self, places: &[Vec<i32>; 2], from: usize) {
        let cells = &mut self.cells[..self.length];
        for places in places {
            for (&place, &logarithm) in places[from..].iter().zip(&self.logarithms[from..]) {
                if let Some(cell) = cells.get_mut(place as usize) {
                    *cell = cell.wrapping_add(logarithm);
                }
            }
        }
    }

    fn collect(&self, candidates: &mut Vec<u32>) {
        const CHUNK: usize = 64;
        candidates.clear();
        for (number, chunk) in self.cells[..self.length].chunks_exact(CHUNK).enumerate() {
            if chunk.iter().fold(0, |all, &cell| all | cell) >= MIN_CANDIDATE {
                let high = (0..CHUNK).filter(|&offset| chunk[offset] >= MIN_CANDIDATE);
                candidates.extend(high.map(|offset| (CHUNK * number + offset) as u32));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;

    use super::*;

    #[test]
    fn sums_are_those_of_adding_one_prime_after_another() {
        let n = BigUint::from(1_000_000_000_000_000_003u64) * 1_000_000_000_000_000_009u64;
        let base = FactorBase::new(&n, &n, 900).unwrap();
        for length in [1 << 9, 1 << 10, 1 << 12, 1 << 15] {
            // Every prime has two places below itself. The prime with index 40 is left out: its places are beyond the
            // interval.
            let place =
                |step: u32| base.primes.iter().map(move |prime| (step * 7_919 % prime) as i32).collect();
            let mut places: [Vec<i32>; 2] = [place(1), place(2)];
            (places[0][40], places[1][40]) = (length as i32, length as i32);
            let mut interval = Interval::new(&base, length, 20, 1.5, 20);
            let mut expected = vec![interval.start; length];
            for (index, &prime) in base.primes.iter().enumerate().skip(interval.first()) {
                for places in &places {
                    for place in (places[index] as usize..length).step_by(prime as usize) {
                        expected[place] = expected[place].wrapping_add(interval.logarithms[index]);
                    }
                }
            }
            let mut candidates = Vec::new();
            interval.sieve(&base, &places, &mut candidates);
            assert_eq!(interval.cells[..length], expected);
            let high: Vec<u32> =
                (0..length as u32).filter(|&place| expected[place as usize] >= 128).collect();
            assert!(!high.is_empty());
            assert_eq!(candidates, high);
        }
    }
}
