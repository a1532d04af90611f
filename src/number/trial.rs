//! Trial division by multiplication: p divides n just if n·p⁻¹ modulo 2^64 is at most
//! ⌊(2^64 − 1)/p⌋, and then it is the quotient (Granlund and Montgomery 1994, §9).

use std::sync::LazyLock;

use num_traits::WrappingMul;

use super::montgomery::inverse;
use super::prime::primes_below;

/// The odd primes below 256, each ready to divide.
pub(super) static SMALL_PRIMES: [Divisor; 53] = small_primes();

/// Up to here a number that no prime below 256 divides is a prime.
pub(super) const SQUARE_OF_NEXT_PRIME: u64 = 257 * 257;

/// An odd number, ready to divide.
#[derive(Clone, Copy)]
pub(super) struct Divisor {
    pub prime: u64,
    inverse: u64,
    largest_quotient: u64,
}

impl Divisor {
    const fn new(prime: u64) -> Divisor {
        Divisor { prime, inverse: inverse(prime), largest_quotient: u64::MAX / prime }
    }

    /// The quotient, if it divides.
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

/// The order of 2 modulo an odd prime below 256.
pub(super) fn order_modulo_small(prime: u32) -> Option<u64> {
    ORDERS_MODULO_SMALL.get(prime as usize / 2).map(|&order| order.into())
}

/// The order of 2 modulo 2i + 1, which is used for primes.
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

/// Sixty-four columns of them: those that are left over divide nothing.
struct Smallest<T> {
    inverses: [T; 64],
    largest_quotients: [T; 64],
}

static SMALLEST_FOR_HALF_WORDS: LazyLock<Smallest<u32>> =
    LazyLock::new(|| Smallest::of(|inverse| inverse as u32, |prime| u32::MAX / prime as u32));

static SMALLEST_FOR_WORDS: LazyLock<Smallest<u64>> =
    LazyLock::new(|| Smallest::of(|inverse| inverse, |prime| u64::MAX / prime));

impl<T: Copy + From<u8>> Smallest<T> {
    fn of(inverse: impl Fn(u64) -> T, largest: impl Fn(u64) -> T) -> Smallest<T> {
        let column = |of: &dyn Fn(&Divisor) -> T, none: u8| {
            std::array::from_fn(|place| SMALL_PRIMES.get(place).map_or(T::from(none), of))
        };
        Smallest {
            inverses: column(&|small| inverse(small.inverse), 1),
            largest_quotients: column(&|small| largest(small.prime), 0),
        }
    }
}

/// Which of the [`SMALL_PRIMES`] divide a positive number: a bit each.
pub(super) fn small_divisors(n: u64) -> u64 {
    match u32::try_from(n) {
        Ok(half) => wide::small_of_half_word(half, &SMALLEST_FOR_HALF_WORDS),
        Err(_) => wide::small_of_word(n, &SMALLEST_FOR_WORDS),
    }
}

/// A bit for each that divides; written plainly, and compiled for what the processor has.
#[inline(always)]
fn divisors<T: Copy + PartialOrd + WrappingMul>(n: T, smallest: &Smallest<T>) -> u64 {
    let columns = smallest.inverses.iter().zip(&smallest.largest_quotients);
    let mut divisors = 0;
    for (place, (inverse, largest)) in columns.enumerate() {
        divisors |= u64::from(n.wrapping_mul(inverse) <= *largest) << place;
    }
    divisors
}

/// Primes as columns that a processor compares many at a time.
struct Columns<T> {
    primes: Vec<u32>,
    inverses: Vec<T>,
    largest_quotients: Vec<T>,
}

/// For half words, the primes from 257 to 2^16: enough to take any half word apart.
static FOR_HALF_WORDS: LazyLock<Columns<u32>> =
    LazyLock::new(|| Columns::below(1 << 16, |prime| inverse(prime.into()) as u32, |prime| u32::MAX / prime));

/// For words, the primes from 257 to 2^12: beyond, curves and rho are cheaper.
static FOR_WORDS: LazyLock<Columns<u64>> = LazyLock::new(|| {
    Columns::below(1 << 12, |prime| inverse(prime.into()), |prime| u64::MAX / u64::from(prime))
});

impl<T> Columns<T> {
    fn below(limit: u32, inverse: impl Fn(u32) -> T, largest: impl Fn(u32) -> T) -> Columns<T> {
        let primes: Vec<u32> = primes_below(limit).into_iter().filter(|&prime| prime > 256).collect();
        let inverses = primes.iter().map(|&prime| inverse(prime)).collect();
        let largest_quotients = primes.iter().map(|&prime| largest(prime)).collect();
        Columns { primes, inverses, largest_quotients }
    }
}

/// Divisors that are tried before the result is looked at.
const BATCH: usize = 64;

/// So many divisors are tried on a half word before it is tested for being a prime.
const EARLY: usize = 5 * BATCH;

/// Up to here a half word that no early divisor divides is a prime: the early ones are the
/// primes from 257 to 2551.
pub(super) const SQUARE_AFTER_EARLY: u64 = 2557 * 2557;

/// The least prime up to 2551 that divides, where none below 256 does.
pub(super) fn early_divisor(n: u32) -> Option<u64> {
    search(&FOR_HALF_WORDS, 0, EARLY, |inverses, largest| wide::half_words(n, inverses, largest))
}

/// The least prime from 2557 on that divides, where none before does.
pub(super) fn late_divisor(n: u32) -> Option<u64> {
    let end = FOR_HALF_WORDS.primes.len();
    search(&FOR_HALF_WORDS, EARLY, end, |inverses, largest| wide::half_words(n, inverses, largest))
}

/// The least prime below 2^12 that divides, where none below 256 does.
pub(super) fn divisor_of_word(n: u64) -> Option<u64> {
    let end = FOR_WORDS.primes.len();
    search(&FOR_WORDS, 0, end, |inverses, largest| wide::words(n, inverses, largest))
}

fn search<T>(
    columns: &Columns<T>,
    start: usize,
    end: usize,
    first: impl Fn(&[T], &[T]) -> Option<usize>,
) -> Option<u64> {
    let place = first(&columns.inverses[start..end], &columns.largest_quotients[start..end])?;
    Some(columns.primes[start + place].into())
}

/// The place of the first divisor; written plainly, and compiled for what the processor has.
#[inline(always)]
fn first_divisor<T: Copy + PartialOrd + WrappingMul>(n: T, inverses: &[T], largest: &[T]) -> Option<usize> {
    let divides = |(inverse, largest): (&T, &T)| n.wrapping_mul(inverse) <= *largest;
    for (batch, (inverses, largest)) in inverses.chunks(BATCH).zip(largest.chunks(BATCH)).enumerate() {
        if inverses.iter().zip(largest).map(divides).fold(false, |any, hit| any | hit) {
            return inverses.iter().zip(largest).position(divides).map(|place| batch * BATCH + place);
        }
    }
    None
}

/// [`first_divisor`] and [`divisors`] with the instructions that this processor has: sixteen or
/// eight divisors at a time instead of one, a tenth of the time.
#[allow(unsafe_code)]
mod wide {
    use super::{Smallest, divisors, first_divisor};

    /// Defines `name`, which calls the widest of three compilations of `plain`.
    macro_rules! compiled_for_this_processor {
        ($name:ident = $plain:ident($($argument:ident: $kind:ty),*) -> $result:ty) => {
            #[cfg(target_arch = "x86_64")]
            #[inline]
            pub(super) fn $name($($argument: $kind),*) -> $result {
                #[target_feature(enable = "avx512f,avx512dq,avx512vl")]
                fn avx512($($argument: $kind),*) -> $result {
                    $plain($($argument),*)
                }
                #[target_feature(enable = "avx2")]
                fn avx2($($argument: $kind),*) -> $result {
                    $plain($($argument),*)
                }
                if crate::number::processor::has_avx512!("avx512f", "avx512dq", "avx512vl") {
                    // SAFETY: the processor has what the function is compiled for.
                    unsafe { avx512($($argument),*) }
                } else if is_x86_feature_detected!("avx2") {
                    // SAFETY: as above.
                    unsafe { avx2($($argument),*) }
                } else {
                    $plain($($argument),*)
                }
            }

            #[cfg(not(target_arch = "x86_64"))]
            pub(super) fn $name($($argument: $kind),*) -> $result {
                $plain($($argument),*)
            }
        };
    }

    compiled_for_this_processor!(half_words = first_divisor(n: u32, inverses: &[u32], largest: &[u32]) -> Option<usize>);
    compiled_for_this_processor!(words = first_divisor(n: u64, inverses: &[u64], largest: &[u64]) -> Option<usize>);
    compiled_for_this_processor!(small_of_half_word = divisors(n: u32, smallest: &Smallest<u32>) -> u64);
    compiled_for_this_processor!(small_of_word = divisors(n: u64, smallest: &Smallest<u64>) -> u64);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_primes_divide_what_they_divide() {
        let primes: Vec<u64> = primes_below(256)[1..].iter().map(|&prime| prime.into()).collect();
        assert_eq!(SMALL_PRIMES.map(|small| small.prime).to_vec(), primes);
        for small in &SMALL_PRIMES {
            for n in (0..2000).chain(u64::MAX - 600..=u64::MAX) {
                let quotient = (n % small.prime == 0).then(|| n / small.prime);
                assert_eq!(small.divide(n), quotient, "{n} / {}", small.prime);
            }
        }
    }

    #[test]
    fn small_divisors_are_marked() {
        let product: u64 = SMALL_PRIMES[..15].iter().map(|small| small.prime).product();
        for n in (1..3_000).chain(u64::from(u32::MAX) - 600..1 << 32).chain([product, u64::MAX, 1 << 40]) {
            let marks = small_divisors(n);
            assert!((0..64).all(|place| {
                let divides = SMALL_PRIMES.get(place).is_some_and(|small| n % small.prime == 0);
                (marks >> place & 1 == 1) == divides
            }));
            let half = n as u32;
            if half > 0 {
                assert_eq!(divisors(half, &SMALLEST_FOR_HALF_WORDS), small_divisors(half.into()));
            }
            assert_eq!(divisors(n, &SMALLEST_FOR_WORDS), marks);
        }
    }

    #[test]
    fn early_divisors_end_where_they_say() {
        let primes = &FOR_HALF_WORDS.primes;
        assert_eq!((primes[EARLY - 1], primes[EARLY]), (2551, 2557));
    }

    #[test]
    fn products_of_two_large_primes() {
        for pair in FOR_HALF_WORDS.primes.windows(2).step_by(37) {
            let least = u64::from(pair[0]);
            let Some(n) = pair[0].checked_mul(pair[1]) else { break };
            assert_eq!(early_divisor(n).or_else(|| late_divisor(n)), Some(least));
            assert_eq!(early_divisor(n).is_some(), least < 2557);
            let Columns { primes, inverses, largest_quotients } = &*FOR_HALF_WORDS;
            let plain = first_divisor(n, inverses, largest_quotients);
            assert_eq!(plain.map(|place| primes[place].into()), Some(least));
            let whole = divisor_of_word(least * 140_737_488_355_213); // a prime below 2^47
            assert_eq!(whole, (least < 4096).then_some(least));
        }
    }
}
