//! The orders of 2 modulo all odd numbers of a range, block by block.
//!
//! | file | idea |
//! |---|---|
//! | `low` | block after block, each from what is known of the numbers below |
//! | `high` | each modulus by itself, for windows far above their length |
//! | `wheel` | the numbers coprime to 6, in a row |
//! | `sieve` | their smallest prime factors |
//! | `known` | the tables that are looked back on |
//! | `primes`, `returns` | orders modulo primes, by powers of 2 in batches |
//! | `composites`, `lift` | orders modulo composites, from those modulo their cofactors |
//! | `avx512` | the same for sixteen numbers at once, where the machine can |
//! | `threads` | several blocks at once |

#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(not(target_arch = "x86_64"))]
#[path = "no_avx512.rs"]
mod avx512;
mod composites;
mod high;
mod known;
mod lift;
mod low;
mod primes;
mod returns;
mod sieve;
mod threads;
mod wheel;

use std::num::NonZero;
use std::ops::RangeInclusive;
use std::vec::IntoIter;

use thiserror::Error;

use crate::simd::Processor;
use high::High;
use low::Low;

/// Below here a sweep may look back: 30 bits leave its arithmetic room, and keep its tables
/// below 1 GB.
const LOOKED_BACK_ON: u64 = 1 << 30;

/// A window looks back if it is at least this part of its end; a shorter one is quicker by
/// itself.
const SHARE: u64 = 64;

/// The orders of 2 modulo all odd numbers of a range, ascending, as [`Segment`]s.
///
/// A range up to 2^30 that is long enough is swept: the smallest prime factors come from a
/// segmented sieve; the order modulo a composite is the least common multiple of the orders
/// modulo its prime powers, taken from a table of those below; modulo a prime p, the primes that
/// divide p − 1 are divided out for as long as the power of 2 stays 1 (Gauss, *Disquisitiones*
/// art. 92; Cohen, *A Course in Computational Algebraic Number Theory*, algorithm 1.4.3). That
/// is O(log log N) operations a modulus for the sieve and O(log N) products for the powers.
///
/// Other ranges are taken modulus by modulus, by [`multiplicative_order`](super::multiplicative_order).
///
/// Memory: up to 0.78 bytes for each number up to the end of a sweep that looks back (0.8 GB
/// for 10^9), and what a few segments take.
///
/// ```
/// use faro::number::OrderSweep;
///
/// let sweep = OrderSweep::new(1..=16)?; // OEIS A002326
/// let orders: Vec<u64> = sweep.flat_map(|segment| segment.orders().to_vec()).collect();
/// assert_eq!(orders, [1, 2, 4, 3, 6, 10, 12, 4]);
/// # Ok::<(), faro::number::RangeTooLongError>(())
/// ```
pub struct OrderSweep {
    moduli: RangeInclusive<u64>,
    method: Method,
    ready: IntoIter<(u64, Vec<u64>)>,
}

enum Method {
    Low(Box<Low>),
    High(High),
}

/// The orders of 2 modulo consecutive odd numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    first: u64,
    orders: Vec<u64>,
}

/// A range that would be taken modulus by modulus and is longer than anyone waits for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a range of {length} numbers is too long where it ends above 2^30; {} would do", OrderSweep::LONGEST)]
pub struct RangeTooLongError {
    /// How many numbers the range has.
    pub length: u64,
}

impl OrderSweep {
    /// The most numbers, even ones counted, that a range has which ends above 2^30.
    pub const LONGEST: u64 = 1 << 27;

    /// The orders modulo the odd numbers among `moduli`, in one thread.
    ///
    /// # Errors
    ///
    /// [`RangeTooLongError`] for more than [`LONGEST`](Self::LONGEST) numbers where they end above
    /// 2^30.
    pub fn new(moduli: RangeInclusive<u64>) -> Result<OrderSweep, RangeTooLongError> {
        OrderSweep::with_threads(moduli, NonZero::<usize>::MIN)
    }

    /// The same in so many threads. The segments and their order do not depend on it, but where
    /// one ends and the next begins may.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn with_threads(
        moduli: RangeInclusive<u64>,
        threads: NonZero<usize>,
    ) -> Result<OrderSweep, RangeTooLongError> {
        let (start, end) = moduli.clone().into_inner();
        let length = end.checked_sub(start).map_or(0, |less| less.saturating_add(1));
        if end > LOOKED_BACK_ON && length > OrderSweep::LONGEST {
            return Err(RangeTooLongError { length });
        }
        let method = if end <= LOOKED_BACK_ON && length >= end / SHARE {
            Method::Low(Box::new(Low::new(start, end, threads.get(), Processor::detect().avx512())))
        } else {
            Method::High(High::new(start | 1, end, threads.get()))
        };
        Ok(OrderSweep { moduli, method, ready: Vec::new().into_iter() })
    }
}

impl OrderSweep {
    /// The same without the instructions of a particular machine, to be compared with.
    #[doc(hidden)]
    #[must_use]
    pub fn portable(mut self) -> OrderSweep {
        if let Method::Low(low) = &mut self.method {
            low.without_avx512();
        }
        self
    }
}

impl Iterator for OrderSweep {
    type Item = Segment;

    fn next(&mut self) -> Option<Segment> {
        loop {
            for (first, orders) in self.ready.by_ref() {
                let segment = Segment::within(&self.moduli, first + 1, orders);
                if !segment.orders.is_empty() {
                    return Some(segment);
                }
            }
            self.ready = match &mut self.method {
                Method::Low(low) => low.next_blocks()?,
                Method::High(high) => high.next_blocks()?,
            }
            .into_iter();
        }
    }
}

impl Segment {
    /// What of a block lies in the range; `first` is odd.
    fn within(moduli: &RangeInclusive<u64>, first: u64, mut orders: Vec<u64>) -> Segment {
        let before = (moduli.start().saturating_sub(first).div_ceil(2) as usize).min(orders.len());
        let through = moduli.end().checked_sub(first).map_or(0, |beyond| beyond / 2 + 1);
        orders.truncate(usize::try_from(through).unwrap_or(usize::MAX));
        orders.drain(..before.min(orders.len()));
        Segment { first: first + 2 * before as u64, orders }
    }

    /// The first modulus, odd; the others follow in steps of 2.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The order modulo each.
    pub fn orders(&self) -> &[u64] {
        &self.orders
    }

    /// The moduli with their orders.
    ///
    /// ```
    /// use faro::number::OrderSweep;
    /// let segment = OrderSweep::new(51..=53)?.next().unwrap();
    /// assert_eq!(segment.iter().collect::<Vec<_>>(), [(51, 8), (53, 52)]);
    /// # Ok::<(), faro::number::RangeTooLongError>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.orders.iter().zip(0..).map(|(&order, index)| (self.first + 2 * index, order))
    }
}
