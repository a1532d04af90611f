//! Products of two lists, ascending, in memory that the lists bound.

use super::spread::Spread;
use super::tower::{Demands, Tower};
use super::words::{Wide, compare, from_big, leading, product};

/// The longer list is no longer than this, and batches about as long: they stay in a
/// second-level cache.
const LIST: usize = 1 << 15;
const BATCH: usize = 1 << 14;

/// Moduli that are handed over at once: they stay in a first-level cache.
const BLOCK: usize = 256;

/// Logarithms to base 2 are integers, in units of 2^-UNIT_BITS: those of numbers of
/// [`BITS`](super::words::BITS) bits fit a word.
const UNIT_BITS: u32 = 54;

/// Numbers whose logarithms are no further apart are compared exactly. A logarithm is off by a
/// few units of 2^-53, the precision of a float below 1; this is hundreds of times as many.
const UNCERTAIN: u64 = 1 << 10;

/// All moduli that meet the demands, ascending: each the product of a multiplier and of a
/// number in one of the lists.
///
/// Logarithms say what goes into a batch and where it stands there; numbers are multiplied
/// out when their turn comes, or where logarithms do not tell them apart.
pub(super) struct Merge<const W: usize> {
    products: Products<W>,
    rows: Vec<Row<W>>,
    batch: Batch,
    /// Everything whose logarithm is up to here has been taken.
    reach: u64,
    /// How much further the next batch reaches.
    stride: u64,
}

/// The lists, one behind the other, with the logarithms.
struct Products<const W: usize> {
    numbers: Vec<[u64; W]>,
    logs: Vec<u64>,
}

/// A product of the other towers, which goes with the list that meets the other demands.
struct Row<const W: usize> {
    multiplier: [u64; W],
    log: u64,
    /// What is next among the products, where the next batch ends, and where the list ends.
    next: usize,
    until: usize,
    end: usize,
}

/// Moduli, as keys: how far the logarithm is from where the batch begins, the number of the row,
/// and the place among the products.
struct Batch {
    keys: Vec<u64>,
    /// How many are gone.
    gone: usize,
    row_bits: u32,
    place_bits: u32,
    /// Distances that do not tell numbers apart.
    uncertain: u64,
    spread: Spread,
}

/// Hands over moduli, some at once.
pub(super) trait Blocks {
    /// Puts the next moduli in place of those that are there; none when all are gone.
    fn refill(&mut self, block: &mut Vec<Wide>);
}

impl<const W: usize> Merge<W> {
    pub(super) fn new(towers: &[Tower], demands: &Demands) -> Merge<W> {
        let (near, far) = towers.split_at(middle(towers));
        let (mut near, far) = (products::<W>(near, demands), products::<W>(far, demands));
        near.sort_unstable_by(|(one, _), (other, _)| compare(one, other));
        let mut products = Products { numbers: Vec::new(), logs: Vec::new() };
        let lists: Vec<_> = (0..=demands.all()).map(|needed| products.add_meeting(needed, &near)).collect();
        let rows = far.into_iter().filter_map(|(multiplier, met)| {
            let (start, end) = lists[(demands.all() & !met) as usize];
            let log = log2(&multiplier);
            (start < end).then_some(Row { multiplier, log, next: start, until: start, end })
        });
        let rows: Vec<_> = rows.collect();
        let batch = Batch::of(rows.len(), products.numbers.len());
        Merge { products, rows, batch, reach: 0, stride: 1 << (UNIT_BITS + 6) }
    }

    /// Takes the next moduli by size, a batch of them if there are so many.
    fn take(&mut self) {
        self.rows.retain(|row| row.next < row.end);
        while self.batch.is_empty() && !self.rows.is_empty() {
            let begin = self.reach;
            let count = self.choose_reach();
            // Twice as far if there was room; the density changes slowly.
            let room = (0.9 * BATCH as f64 / (count as f64 + 1.0)).clamp(0.5, 2.0);
            self.stride = (self.stride as f64 * room) as u64;
            self.batch.fill(&mut self.rows, &self.products.logs, begin, self.reach);
            self.batch.settle(&self.rows, &self.products.numbers);
        }
    }

    /// Chooses how far the next batch reaches, and says how many moduli are in it.
    fn choose_reach(&mut self) -> usize {
        let mut count = self.count_until(self.reach.saturating_add(self.stride));
        while count > BATCH && self.stride > UNCERTAIN {
            self.stride /= 2;
            count = self.count_until(self.reach.saturating_add(self.stride));
        }
        self.reach = self.reach.saturating_add(self.stride);
        // What is left must surely be larger than what is taken.
        while let Some(log) = self.nearest().filter(|log| *log - self.reach <= UNCERTAIN) {
            self.reach = log;
            count = self.count_until(log);
        }
        count
    }

    fn count_until(&mut self, reach: u64) -> usize {
        self.rows.iter_mut().map(|row| row.reach(reach, &self.products.logs)).sum()
    }

    /// The least logarithm that no batch has.
    fn nearest(&self) -> Option<u64> {
        let left = self.rows.iter().filter(|row| row.until < row.end);
        left.map(|row| row.log + self.products.logs[row.until]).min()
    }
}

impl<const W: usize> Blocks for Merge<W> {
    fn refill(&mut self, block: &mut Vec<Wide>) {
        if self.batch.is_empty() {
            self.take();
        }
        let keys = self.batch.next_keys();
        let numbers = keys.iter().map(|&key| self.batch.number(key, &self.rows, &self.products.numbers));
        block.clear();
        block.extend(numbers.map(|number| Wide::new(&number)));
        self.batch.gone += block.len();
    }
}

impl<const W: usize> Products<W> {
    /// A list of those of the ascending products that meet what is needed: where it begins and ends.
    fn add_meeting(&mut self, needed: u32, near: &[([u64; W], u32)]) -> (usize, usize) {
        let start = self.numbers.len();
        let meeting = near.iter().filter(|(_, met)| needed & !met == 0);
        self.numbers.extend(meeting.map(|(product, _)| *product));
        self.logs.extend(self.numbers[start..].iter().map(log2));
        (start, self.numbers.len())
    }
}

impl<const W: usize> Row<W> {
    /// Lets the next batch reach so far, and says how many moduli of this row are in it.
    fn reach(&mut self, reach: u64, logs: &[u64]) -> usize {
        self.until = self.next;
        if let Some(log) = reach.checked_sub(self.log) {
            self.until += count_up_to(log, &logs[self.next..self.end]);
        }
        self.until - self.next
    }
}

/// How many of the ascending logarithms are at most `log`: few, so that the search begins narrow.
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
    /// With keys that have room for so many rows and places.
    fn of(rows: usize, places: usize) -> Batch {
        let [row_bits, place_bits] = [rows, places].map(|count| usize::BITS - count.leading_zeros());
        Batch { keys: Vec::new(), gone: 0, row_bits, place_bits, uncertain: 0, spread: Spread::default() }
    }

    fn is_empty(&self) -> bool {
        self.gone >= self.keys.len()
    }

    /// How many low bits of a key do not tell of the distance.
    fn source_bits(&self) -> u32 {
        self.row_bits + self.place_bits
    }

    /// Takes from each row what it may give, and sorts it by logarithms.
    fn fill<const W: usize>(&mut self, rows: &mut [Row<W>], logs: &[u64], begin: u64, reach: u64) {
        let range = u64::BITS - (reach - begin).leading_zeros();
        let source_bits = self.source_bits();
        let shift = (range + source_bits).saturating_sub(u64::BITS);
        self.uncertain = (UNCERTAIN >> shift) + 1;
        self.keys.clear();
        self.gone = 0;
        for (row, index) in rows.iter_mut().zip(0u64..) {
            let offset = row.log.wrapping_sub(begin);
            let sources = (index << self.place_bits) + row.next as u64..;
            let key =
                |(log, source): (&u64, u64)| (log.wrapping_add(offset) >> shift) << source_bits | source;
            self.keys.extend(logs[row.next..row.until].iter().zip(sources).map(key));
            row.next = row.until;
        }
        self.spread.roughly_sort(&mut self.keys, range - shift + source_bits);
    }

    /// Sorts what is sorted but for a few, by insertion.
    fn settle<const W: usize>(&mut self, rows: &[Row<W>], numbers: &[[u64; W]]) {
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

    /// The keys of the next block.
    fn next_keys(&self) -> &[u64] {
        let keys = &self.keys[self.gone.min(self.keys.len())..];
        &keys[..keys.len().min(BLOCK)]
    }

    /// The number that a key stands for.
    #[inline(always)]
    fn number<const W: usize>(&self, key: u64, rows: &[Row<W>], numbers: &[[u64; W]]) -> [u64; W] {
        let row = &rows[(key >> self.place_bits & ((1 << self.row_bits) - 1)) as usize];
        let place = (key & ((1 << self.place_bits) - 1)) as usize;
        product(&row.multiplier, &numbers[place])
    }
}

/// The logarithm to base 2, in units.
fn log2<const W: usize>(number: &[u64; W]) -> u64 {
    let (bits, top) = leading(number);
    let mantissa = top as f64 / 2f64.powi(63);
    (u64::from(bits - 1) << UNIT_BITS) + (mantissa.log2() * 2f64.powi(UNIT_BITS as i32)) as u64
}

/// How many towers make the first list: their products are about as many as those of the
/// others, or more, but no more than [`LIST`].
fn middle(towers: &[Tower]) -> usize {
    let all: f64 = towers.iter().map(|tower| tower.orders.len() as f64 + 1.0).product();
    let mut near = 1;
    let short = |tower: &&Tower| {
        let goes_on = (near * near) as f64 <= all && near * (tower.orders.len() + 1) <= LIST;
        near *= tower.orders.len() + 1;
        goes_on
    };
    towers.iter().take_while(short).count()
}

/// The products of powers from these towers, each with the demands that it meets.
fn products<const W: usize>(towers: &[Tower], demands: &Demands) -> Vec<([u64; W], u32)> {
    let mut one = [0; W];
    one[0] = 1;
    let mut found = vec![(one, demands.met_by(1))];
    for tower in towers {
        let (prime, shorter) = (from_big(&tower.prime), found.clone());
        let mut power = one;
        for order in &tower.orders {
            power = product(&power, &prime);
            let met = demands.met_by(*order);
            found.extend(shorter.iter().map(|(other, others)| (product(other, &power), others | met)));
        }
    }
    found
}
