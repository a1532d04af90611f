//! Trial division by multiplication.
//!
//! An odd p divides n if and only if n·p⁻¹ modulo 2^64 is at most ⌊(2^64 − 1)/p⌋, and then this product is
//! the quotient (Granlund and Montgomery 1994, §9). The same holds modulo 2^32.

use std::ops::Range;
use std::sync::LazyLock;

use num_traits::WrappingMul;

use super::montgomery::inverse_mod_2_64 as inverse;
use super::primes::primes_below;
use faro_simd::{Processor, compiled_fn};

/// The odd primes below 256, prepared for division.
pub(super) static SMALL_PRIMES: [Divisor; 53] = small_primes();

/// The square of the prime 257. A number below this bound that no prime below 256 divides is a prime.
pub(super) const SQUARE_OF_NEXT_PRIME: u64 = 257 * 257;

/// An odd number, prepared for division by it.
#[derive(Clone, Copy)]
pub(super) struct Divisor {
    pub prime: u64,
    inverse: u64,
    largest_quotient: u64,
}

impl Divisor {
    const fn new(prime: u64) -> Divisor {
        Divisor {
            prime,
            inverse: inverse(prime),
            largest_quotient: u64::MAX / prime,
        }
    }

    /// Returns the quotient of `n`, if there is no remainder.
    #[inline]
    pub(super) fn divide(&self, n: u64) -> Option<u64> {
        let quotient = n.wrapping_mul(self.inverse);
        (quotient <= self.largest_quotient).then_some(quotient)
    }
}

const fn small_primes() -> [Divisor; 53] {
    let mut primes = [Divisor::new(1); 53];
    let (mut found, mut candidate) = (0, 3);
    while found < primes.len() {
        let mut divisor = 3;
        while divisor * divisor <= candidate && candidate % divisor != 0 {
            divisor += 2;
        }
        if divisor * divisor > candidate {
            primes[found] = Divisor::new(candidate);
            found += 1;
        }
        candidate += 2;
    }
    primes
}

/// Returns the order of 2 modulo `prime`, if this is an odd prime below 256.
pub(super) fn order_modulo_small(prime: u32) -> Option<u64> {
    ORDERS_MODULO_SMALL
        .get(prime as usize / 2)
        .map(|&order| order.into())
}

/// The order of 2 modulo 2i + 1, at index i. Only the entries of primes are used.
static ORDERS_MODULO_SMALL: [u8; 128] = orders_modulo_small();

const fn orders_modulo_small() -> [u8; 128] {
    let mut orders = [1; 128];
    let mut half = 1;
    while half < orders.len() {
        let mut power = 2;
        while power != 1 {
            power = power * 2 % (2 * half + 1);
            orders[half] += 1;
        }
        half += 1;
    }
    orders
}

/// Unsigned integers of 32 or 64 bits.
trait Integer: Copy + PartialOrd + WrappingMul {}
impl Integer for u32 {}
impl Integer for u64 {}

/// The [`SMALL_PRIMES`] in columns of 64 entries. The entries after the last prime divide nothing.
struct SmallTable<T> {
    inverses: [T; 64],
    largest_quotients: [T; 64],
}

static SMALL_FOR_U32: LazyLock<SmallTable<u32>> =
    LazyLock::new(|| SmallTable::new(|inverse| inverse as u32, |prime| u32::MAX / prime as u32));

static SMALL_FOR_U64: LazyLock<SmallTable<u64>> =
    LazyLock::new(|| SmallTable::new(|inverse| inverse, |prime| u64::MAX / prime));

impl<T: Copy + From<u8>> SmallTable<T> {
    fn new(inverse: impl Fn(u64) -> T, largest: impl Fn(u64) -> T) -> SmallTable<T> {
        let column = |value: &dyn Fn(&Divisor) -> T, none: u8| {
            std::array::from_fn(|index| SMALL_PRIMES.get(index).map_or(T::from(none), value))
        };
        SmallTable {
            inverses: column(&|small| inverse(small.inverse), 1),
            largest_quotients: column(&|small| largest(small.prime), 0),
        }
    }
}

/// Returns a mask of the [`SMALL_PRIMES`] that divide a positive `n`, with one bit for each prime.
pub(super) fn small_divisors(n: u64) -> u64 {
    match u32::try_from(n) {
        Ok(n) => divisors(Processor::detect(), n, &SMALL_FOR_U32),
        Err(_) => divisors(Processor::detect(), n, &SMALL_FOR_U64),
    }
}

compiled_fn! {
    /// Returns a mask with one bit for each prime of the table that divides `n`.
    fn divisors<T: Integer>(processor: Processor, n: T, table: &SmallTable<T>) -> u64 {
        let columns = table.inverses.iter().zip(&table.largest_quotients);
        let mut divisors = 0;
        for (index, (inverse, largest)) in columns.enumerate() {
            divisors |= u64::from(n.wrapping_mul(inverse) <= *largest) << index;
        }
        divisors
    }
}

/// Primes, prepared for division. They are in columns, so that many primes can be tried at a time.
struct Columns<T> {
    primes: Vec<u32>,
    inverses: Vec<T>,
    largest_quotients: Vec<T>,
}

/// For 32-bit numbers, the primes from 257 to 2^16: enough to factor any 32-bit number.
static FOR_U32: LazyLock<Columns<u32>> = LazyLock::new(|| {
    Columns::below(
        1 << 16,
        |prime| inverse(prime.into()) as u32,
        |prime| u32::MAX / prime,
    )
});

/// For 64-bit numbers, the primes from 257 to 2^12. Larger ones are found faster by elliptic curves and rho.
static FOR_U64: LazyLock<Columns<u64>> = LazyLock::new(|| {
    Columns::below(
        1 << 12,
        |prime| inverse(prime.into()),
        |prime| u64::MAX / u64::from(prime),
    )
});

impl<T> Columns<T> {
    fn below(limit: u32, inverse: impl Fn(u32) -> T, largest: impl Fn(u32) -> T) -> Columns<T> {
        let primes: Vec<u32> = primes_below(limit)
            .into_iter()
            .filter(|&prime| prime > 256)
            .collect();
        let inverses = primes.iter().map(|&prime| inverse(prime)).collect();
        let largest_quotients = primes.iter().map(|&prime| largest(prime)).collect();
        Columns {
            primes,
            inverses,
            largest_quotients,
        }
    }
}

/// Number of divisors that are tried without a branch in between.
const BATCH: usize = 64;

/// Number of divisors that are tried on a 32-bit number before it is tested for primality.
const EARLY_DIVISORS: usize = 5 * BATCH;

/// The square of the prime 2557. A number below this bound that no prime below 256 and no early divisor divides is a
/// prime: the early divisors are the primes from 257 to 2551.
pub(super) const SQUARE_AFTER_EARLY: u64 = 2557 * 2557;

/// Returns the smallest prime factor of `n` up to 2551, if there is none below 256.
pub(super) fn early_divisor(n: u32) -> Option<u64> {
    search(n, &FOR_U32, 0..EARLY_DIVISORS)
}

/// Returns the smallest prime factor of `n` from 2557 on, if there is no smaller one.
pub(super) fn late_divisor(n: u32) -> Option<u64> {
    search(n, &FOR_U32, EARLY_DIVISORS..FOR_U32.primes.len())
}

/// Returns the smallest prime factor of `n` below 2^12, if there is none below 256.
pub(super) fn divisor_of_word(n: u64) -> Option<u64> {
    search(n, &FOR_U64, 0..FOR_U64.primes.len())
}

fn search<T: Integer>(n: T, columns: &Columns<T>, range: Range<usize>) -> Option<u64> {
    let (inverses, largest) = (
        &columns.inverses[range.clone()],
        &columns.largest_quotients[range.clone()],
    );
    let index = first_divisor(Processor::detect(), n, [inverses, largest])?;
    Some(columns.primes[range.start + index].into())
}

compiled_fn! {
    /// Returns the index of the first divisor of `n`. Sixteen or eight divisors at a time take a tenth of the time of
    /// one divisor at a time.
    fn first_divisor<T: Integer>(processor: Processor, n: T, columns: [&[T]; 2]) -> Option<usize> {
        let [inverses, largest] = columns;
        let divides = |(inverse, largest): (&T, &T)| n.wrapping_mul(inverse) <= *largest;
        for (batch, (inverses, largest)) in inverses.chunks(BATCH).zip(largest.chunks(BATCH)).enumerate() {
            if inverses.iter().zip(largest).map(divides).fold(false, |any, hit| any | hit) {
                return inverses.iter().zip(largest).position(divides).map(|index| batch * BATCH + index);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_primes_divide_their_multiples() {
        let primes: Vec<u64> = primes_below(256)[1..]
            .iter()
            .map(|&prime| prime.into())
            .collect();
        assert_eq!(SMALL_PRIMES.map(|small| small.prime).to_vec(), primes);
        for small in &SMALL_PRIMES {
            for n in (0..2000).chain(u64::MAX - 600..=u64::MAX) {
                let quotient = (n % small.prime == 0).then(|| n / small.prime);
                assert_eq!(small.divide(n), quotient, "{n} / {}", small.prime);
            }
        }
    }

    #[test]
    fn small_divisors_are_found() {
        let product: u64 = SMALL_PRIMES[..15].iter().map(|small| small.prime).product();
        for n in
            (1..3_000)
                .chain(u64::from(u32::MAX) - 600..1 << 32)
                .chain([product, u64::MAX, 1 << 40])
        {
            let marks = small_divisors(n);
            assert!((0..64).all(|index| {
                let divides = SMALL_PRIMES
                    .get(index)
                    .is_some_and(|small| n % small.prime == 0);
                (marks >> index & 1 == 1) == divides
            }));
            let low = n as u32;
            if low > 0 {
                let marks = divisors(Processor::detect(), low, &SMALL_FOR_U32);
                assert_eq!(marks, small_divisors(low.into()));
            }
            let same = |processor| divisors(processor, n, &SMALL_FOR_U64) == marks;
            assert!(Processor::available().into_iter().all(same));
        }
    }

    #[test]
    fn early_divisors_end_at_2551() {
        let primes = &FOR_U32.primes;
        assert_eq!(
            (primes[EARLY_DIVISORS - 1], primes[EARLY_DIVISORS]),
            (2551, 2557)
        );
    }

    #[test]
    fn smallest_factors_of_products_of_two_primes() {
        for pair in FOR_U32.primes.windows(2).step_by(37) {
            let least = u64::from(pair[0]);
            let Some(n) = pair[0].checked_mul(pair[1]) else {
                break;
            };
            assert_eq!(early_divisor(n).or_else(|| late_divisor(n)), Some(least));
            assert_eq!(early_divisor(n).is_some(), least < 2557);
            let Columns {
                primes,
                inverses,
                largest_quotients,
            } = &*FOR_U32;
            let plain = first_divisor(Processor::available()[0], n, [inverses, largest_quotients]);
            assert_eq!(plain.map(|index| primes[index].into()), Some(least));
            let whole = divisor_of_word(least * 140_737_488_355_213); // a prime below 2^47
            assert_eq!(whole, (least < 4096).then_some(least));
        }
    }
}
