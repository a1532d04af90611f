//! The products of two lists in ascending order, in memory proportional to the lists.

use super::prime_factors::{FullPowers, PrimeFactor};
use super::radix_sort::RadixSort;
use super::u640::{U640, compare, leading, product};
use crate::number::montgomery::words_from_big;

/// The largest number of products from the first set of primes, and about the number of moduli in a batch: a
/// list of either fits in the second-level cache.
const MAX_PRODUCTS: usize = 1 << 15;
const BATCH: usize = 1 << 14;

/// The number of moduli in a block, which fits in the first-level cache.
const BLOCK: usize = 256;

/// Logarithms to base 2 are fixed-point integers in units of 2^-UNIT_BITS. Those of numbers of up to
/// [`BITS`](super::u640::BITS) bits fit in 64 bits.
const UNIT_BITS: u32 = 54;

/// Numbers whose logarithms differ by no more than this are compared exactly. The error of a
/// logarithm is a few units of 2^-53, the precision of a float below 1; this bound is hundreds of
/// times as large.
const UNCERTAIN: u64 = 1 << 10;

/// All moduli modulo which the order of 2 is a multiple of the required powers, ascending. Each is the product of a
/// multiplier and a number of one of the lists in [`Products`].
///
/// A batch has the moduli of an interval of logarithms, sorted by logarithm. Products are computed
/// when a modulus is returned, and to compare moduli whose logarithms are too close.
pub(super) struct Merge<const W: usize> {
    products: Products<W>,
    rows: Vec<Row<W>>,
    batch: Batch,
    /// The upper end of the batch's interval of logarithms.
    upper: u64,
    /// The length of the next interval.
    stride: u64,
}

/// The lists of products from the first set of primes, concatenated: for each subset of the required
/// powers, the products modulo which the order of 2 is a multiple of that subset.
struct Products<const W: usize> {
    numbers: Vec<[u64; W]>,
    logs: Vec<u64>,
}

/// A product from the second set of primes, the multiplier, with the list of those numbers whose products with it
/// are moduli.
struct Row<const W: usize> {
    multiplier: [u64; W],
    log: u64,
    /// The index of the first product that is not in a batch yet.
    next: usize,
    /// The end of the products in the next batch.
    until: usize,
    /// The end of the list.
    end: usize,
}

/// Moduli as sort keys. From the highest bits: the logarithm less the start of the interval, the index
/// of the row, and the index of the product.
struct Batch {
    keys: Vec<u64>,
    /// The number of keys that were returned.
    returned: usize,
    row_bits: u32,
    product_bits: u32,
    /// Moduli whose logarithms differ by no more than this are compared exactly.
    uncertain: u64,
    radix_sort: RadixSort,
}

/// A source of moduli that returns a block at a time.
pub trait BlockSource {
    /// Replaces the contents of `block` by the next moduli, or by none at the end.
    fn refill(&mut self, block: &mut Vec<U640>);
}

impl<const W: usize> Merge<W> {
    pub(super) fn new(primes: &[PrimeFactor], required: &FullPowers) -> Merge<W> {
        let (first, second) = primes.split_at(split_index(primes));
        let (mut first, second) = (all_products::<W>(first, required), all_products::<W>(second, required));
        first.sort_unstable_by(|(one, _), (other, _)| compare(one, other));
        let mut products = Products { numbers: Vec::new(), logs: Vec::new() };
        let lists: Vec<_> = (0..=required.all()).map(|missing| products.add_list(missing, &first)).collect();
        let rows = second.into_iter().filter_map(|(multiplier, full)| {
            let (start, end) = lists[(required.all() & !full) as usize];
            let log = log2(&multiplier);
            (start < end).then_some(Row { multiplier, log, next: start, until: start, end })
        });
        let rows: Vec<_> = rows.collect();
        let batch = Batch::new(rows.len(), products.numbers.len());
        Merge { products, rows, batch, upper: 0, stride: 1 << (UNIT_BITS + 6) }
    }

    /// Fills the batch with the next moduli, if there are any.
    fn next_batch(&mut self) {
        self.rows.retain(|row| row.next < row.end);
        while self.batch.is_empty() && !self.rows.is_empty() {
            let lower = self.upper;
            let count = self.choose_interval();
            // Adjusts the length of the interval to the density, which changes slowly.
            let ratio = (0.9 * BATCH as f64 / (count as f64 + 1.0)).clamp(0.5, 2.0);
            self.stride = (self.stride as f64 * ratio) as u64;
            self.batch.fill(&mut self.rows, &self.products.logs, lower, self.upper);
            self.batch.finish_sorting(&self.rows, &self.products.numbers);
        }
    }

    /// Chooses the next interval, and returns the number of moduli in it.
    fn choose_interval(&mut self) -> usize {
        let mut count = self.count_until(self.upper.saturating_add(self.stride));
        while count > BATCH && self.stride > UNCERTAIN {
            self.stride /= 2;
            count = self.count_until(self.upper.saturating_add(self.stride));
        }
        self.upper = self.upper.saturating_add(self.stride);
        // The moduli beyond the interval must certainly be larger than those in it.
        while let Some(log) = self.least_log_beyond().filter(|log| *log - self.upper <= UNCERTAIN) {
            self.upper = log;
            count = self.count_until(log);
        }
        count
    }

    /// Sets the end of the next interval, and returns the number of moduli in it.
    fn count_until(&mut self, upper: u64) -> usize {
        self.rows.iter_mut().map(|row| row.extend_to(upper, &self.products.logs)).sum()
    }

    /// Returns the least logarithm above the interval.
    fn least_log_beyond(&self) -> Option<u64> {
        let left = self.rows.iter().filter(|row| row.until < row.end);
        left.map(|row| row.log + self.products.logs[row.until]).min()
    }
}

impl<const W: usize> BlockSource for Merge<W> {
    fn refill(&mut self, block: &mut Vec<U640>) {
        if self.batch.is_empty() {
            self.next_batch();
        }
        let keys = self.batch.next_keys();
        let numbers = keys.iter().map(|&key| self.batch.number(key, &self.rows, &self.products.numbers));
        block.clear();
        block.extend(numbers.map(|number| U640::new(&number)));
        self.batch.returned += block.len();
    }
}

impl<const W: usize> Products<W> {
    /// Appends a list of those of the ascending products that have all the missing powers in their
    /// order. Returns its start and end.
    fn add_list(&mut self, missing: u32, products: &[([u64; W], u32)]) -> (usize, usize) {
        let start = self.numbers.len();
        let selected = products.iter().filter(|(_, full)| missing & !full == 0);
        self.numbers.extend(selected.map(|(product, _)| *product));
        self.logs.extend(self.numbers[start..].iter().map(log2));
        (start, self.numbers.len())
    }
}

impl<const W: usize> Row<W> {
    /// Sets the end of the next interval, and returns the number of this row's moduli in it.
    fn extend_to(&mut self, upper: u64, logs: &[u64]) -> usize {
        self.until = self.next;
        if let Some(log) = upper.checked_sub(self.log) {
            self.until += count_up_to(log, &logs[self.next..self.end]);
        }
        self.until - self.next
    }
}

/// Returns how many of the ascending logarithms are at most `log`. Usually few are: the search is
/// exponential.
fn count_up_to(log: u64, logs: &[u64]) -> usize {
    let (mut start, mut width) = (0, 8);
    while logs.get(start + width).is_some_and(|&at| at <= log) {
        start += width;
        width *= 2;
    }
    let end = logs.len().min(start + width);
    start + logs[start..end].partition_point(|&at| at <= log)
}

impl Batch {
    /// Prepares keys for the given numbers of rows and products.
    fn new(rows: usize, products: usize) -> Batch {
        let [row_bits, product_bits] = [rows, products].map(|count| usize::BITS - count.leading_zeros());
        Batch {
            keys: Vec::new(),
            returned: 0,
            row_bits,
            product_bits,
            uncertain: 0,
            radix_sort: RadixSort::default(),
        }
    }

    fn is_empty(&self) -> bool {
        self.returned >= self.keys.len()
    }

    /// Returns the number of low bits of a key, which identify the row and the product.
    fn source_bits(&self) -> u32 {
        self.row_bits + self.product_bits
    }

    /// Takes the products of each row up to its end of the interval, and sorts them by the leading bits
    /// of their logarithms. A key has no space for the lowest bits of a logarithm if the interval is long.
    fn fill<const W: usize>(&mut self, rows: &mut [Row<W>], logs: &[u64], lower: u64, upper: u64) {
        let range = u64::BITS - (upper - lower).leading_zeros();
        let source_bits = self.source_bits();
        let shift = (range + source_bits).saturating_sub(u64::BITS);
        self.uncertain = (UNCERTAIN >> shift) + 1;
        self.keys.clear();
        self.returned = 0;
        for (row, index) in rows.iter_mut().zip(0u64..) {
            let offset = row.log.wrapping_sub(lower);
            let sources = (index << self.product_bits) + row.next as u64..;
            let key =
                |(log, source): (&u64, u64)| (log.wrapping_add(offset) >> shift) << source_bits | source;
            self.keys.extend(logs[row.next..row.until].iter().zip(sources).map(key));
            row.next = row.until;
        }
        self.radix_sort.sort_by_leading_bits(&mut self.keys, range - shift + source_bits);
    }

    /// Completes the sort by insertion: only a few neighbours are out of order.
    fn finish_sorting<const W: usize>(&mut self, rows: &[Row<W>], numbers: &[[u64; W]]) {
        let (source_bits, uncertain) = (self.source_bits(), self.uncertain);
        let is_surely_above = |key: u64, other: u64| key >> source_bits > (other >> source_bits) + uncertain;
        for end in 1..self.keys.len() {
            let key = self.keys[end];
            let number = || self.number(key, rows, numbers);
            let is_below = |other: u64| {
                is_surely_above(other, key)
                    || !is_surely_above(key, other)
                        && compare(&number(), &self.number(other, rows, numbers)).is_lt()
            };
            let at =
                self.keys[..end].iter().rposition(|&other| !is_below(other)).map_or(0, |below| below + 1);
            if at < end {
                self.keys[at..=end].rotate_right(1);
            }
        }
    }

    /// Returns the keys of the next block.
    fn next_keys(&self) -> &[u64] {
        let keys = &self.keys[self.returned.min(self.keys.len())..];
        &keys[..keys.len().min(BLOCK)]
    }

    /// Computes the modulus of a key.
    #[inline(always)]
    fn number<const W: usize>(&self, key: u64, rows: &[Row<W>], numbers: &[[u64; W]]) -> [u64; W] {
        let row = &rows[(key >> self.product_bits & ((1 << self.row_bits) - 1)) as usize];
        let index = (key & ((1 << self.product_bits) - 1)) as usize;
        product(&row.multiplier, &numbers[index])
    }
}

/// Returns the logarithm to base 2, in units of 2^-UNIT_BITS.
fn log2<const W: usize>(number: &[u64; W]) -> u64 {
    let (bits, top) = leading(number);
    let mantissa = top as f64 / 2f64.powi(63);
    (u64::from(bits - 1) << UNIT_BITS) + (mantissa.log2() * 2f64.powi(UNIT_BITS as i32)) as u64
}

/// Returns how many primes are in the first set: enough that their products are about as many as those
/// of the other primes, or more, but at most [`MAX_PRODUCTS`].
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
fn all_products<const W: usize>(primes: &[PrimeFactor], required: &FullPowers) -> Vec<([u64; W], u32)> {
    let mut one = [0; W];
    one[0] = 1;
    let mut found = vec![(one, required.dividing(1))];
    for PrimeFactor { prime, orders } in primes {
        let (prime, shorter) = (words_from_big(prime), found.clone());
        let mut power = one;
        for order in orders {
            power = product(&power, &prime);
            let full = required.dividing(*order);
            found.extend(shorter.iter().map(|(other, others)| (product(other, &power), others | full)));
        }
    }
    found
}
