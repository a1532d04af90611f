//! Products of two lists, ascending, in memory that the lists bound.

use std::cmp::Ordering;

use super::spread::Spread;
use super::tower::{Demands, Tower};
use super::words::{compare, from_big, leading, product};

/// The longer list is no longer than this, and batches about as long: they stay in a
/// second-level cache.
const LIST: usize = 1 << 15;
const BATCH: usize = 1 << 14;

/// Sorting keys hold the place in the batch in their low bits.
const PLACE_BITS: u32 = 18;
/// Above it the leading bits of the number, without the first, which is 1.
const MANTISSA_BITS: u32 = 36;

/// All moduli that meet the demands, ascending: each the product of a multiplier and of a
/// number in one of the lists.
pub(super) struct Merge<const W: usize> {
    lists: Vec<List<W>>,
    rows: Vec<Row<W>>,
    /// Everything up to 2^reach has been taken.
    reach: f64,
    /// How much further the next batch reaches.
    stride: f64,
    batch: Batch<W>,
}

/// The products of the first towers that meet a set of demands, ascending, with their
/// logarithms to base 2.
struct List<const W: usize> {
    products: Vec<[u64; W]>,
    logs: Vec<f64>,
}

/// A product of the other towers, which goes with the list that meets the other demands.
struct Row<const W: usize> {
    multiplier: [u64; W],
    log: f64,
    list: usize,
    /// The place in the list that is next, and what it makes.
    place: usize,
    next: [u64; W],
}

/// Moduli, and keys that say their order and place.
struct Batch<const W: usize> {
    taken: Vec<[u64; W]>,
    keys: Vec<u64>,
    /// How many are gone.
    gone: usize,
    spread: Spread,
}

impl<const W: usize> Merge<W> {
    pub(super) fn new(towers: &[Tower], demands: &Demands) -> Merge<W> {
        let (near, far) = towers.split_at(middle(towers));
        let (mut near, far) = (products::<W>(near, demands), products::<W>(far, demands));
        near.sort_unstable_by(|(one, _), (other, _)| compare(one, other));
        let lists: Vec<List<W>> = (0..=demands.all()).map(|needed| List::meeting(needed, &near)).collect();
        let rows = far.into_iter().map(|(multiplier, met)| {
            let list = demands.all() & !met;
            Row::new(multiplier, list as usize, &lists[list as usize])
        });
        let rows = rows.flatten().collect();
        let batch = Batch { taken: Vec::new(), keys: Vec::new(), gone: 0, spread: Spread::default() };
        Merge { lists, rows, reach: 0.0, stride: 64.0 * W as f64, batch }
    }

    /// Takes the next moduli by size, a batch of them if there are so many.
    fn refill(&mut self) {
        while self.batch.is_empty() && !self.rows.is_empty() {
            let (wanted, count) = self.affordable_reach();
            self.reach = wanted;
            // Twice as far if there was room; the density changes slowly.
            self.stride *= (0.9 * BATCH as f64 / (count as f64 + 1.0)).clamp(0.5, 2.0);
            let bound = power_of_two(wanted);
            let (lists, taken) = (&self.lists, &mut self.batch.taken);
            taken.clear();
            self.rows.retain_mut(|row| row.take(&bound, &lists[row.list], taken));
            self.batch.sort();
        }
    }

    /// How far the next batch can reach, with about how many moduli up to there.
    fn affordable_reach(&mut self) -> (f64, usize) {
        loop {
            let wanted = self.reach + self.stride;
            let count = self.rows.iter().map(|row| row.count(wanted, &self.lists[row.list])).sum();
            // A stride that rounding swallows could not shrink.
            if count <= BATCH || self.reach + self.stride / 2.0 <= self.reach {
                return (wanted, count);
            }
            self.stride /= 2.0;
        }
    }
}

impl<const W: usize> Iterator for Merge<W> {
    type Item = [u64; W];

    #[inline]
    fn next(&mut self) -> Option<[u64; W]> {
        if self.batch.is_empty() {
            self.refill();
        }
        let key = *self.batch.keys.get(self.batch.gone)?;
        self.batch.gone += 1;
        Some(self.batch.taken[place(key)])
    }
}

impl<const W: usize> List<W> {
    /// Those of the ascending products that meet what is needed.
    fn meeting(needed: u32, near: &[([u64; W], u32)]) -> List<W> {
        let meeting = near.iter().filter(|(_, met)| needed & !met == 0);
        let products: Vec<[u64; W]> = meeting.map(|(product, _)| *product).collect();
        let logs = products.iter().map(log2).collect();
        List { products, logs }
    }
}

impl<const W: usize> Row<W> {
    /// None where the list is empty.
    fn new(multiplier: [u64; W], index: usize, list: &List<W>) -> Option<Row<W>> {
        let next = product(&multiplier, list.products.first()?);
        Some(Row { log: log2(&multiplier), multiplier, list: index, place: 0, next })
    }

    /// About how many moduli of this row are next up to 2^reach.
    fn count(&self, reach: f64, list: &List<W>) -> usize {
        list.logs[self.place..].partition_point(|log| log + self.log <= reach)
    }

    /// Hands over the moduli up to `bound`; whether there are more.
    fn take(&mut self, bound: &[u64; W], list: &List<W>, taken: &mut Vec<[u64; W]>) -> bool {
        // In a local, since what was just stored word by word is slow to load as a whole.
        let mut next = self.next;
        while compare(&next, bound).is_le() {
            taken.push(next);
            self.place += 1;
            match list.products.get(self.place) {
                Some(factor) => next = product(&self.multiplier, factor),
                None => return false,
            }
        }
        self.next = next;
        true
    }
}

impl<const W: usize> Batch<W> {
    fn is_empty(&self) -> bool {
        self.gone >= self.keys.len()
    }

    /// Brings what was taken in order: roughly by keys of one word, and by the whole number
    /// where keys are equal.
    fn sort(&mut self) {
        let places = 0u64..;
        self.keys.clear();
        self.keys.extend(self.taken.iter().zip(places).map(|(modulus, place)| key(modulus) | place));
        self.spread.roughly_sort(&mut self.keys);
        self.settle();
        self.gone = 0;
    }

    /// Sorts what is sorted but for a few, by insertion.
    fn settle(&mut self) {
        for end in 1..self.keys.len() {
            let mut at = end;
            while at > 0 && self.is_inverted(self.keys[at - 1], self.keys[at]) {
                self.keys.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    fn is_inverted(&self, before: u64, behind: u64) -> bool {
        match (before >> PLACE_BITS).cmp(&(behind >> PLACE_BITS)) {
            Ordering::Equal => compare(&self.taken[place(before)], &self.taken[place(behind)]).is_gt(),
            order => order.is_gt(),
        }
    }
}

fn place(key: u64) -> usize {
    (key & ((1 << PLACE_BITS) - 1)) as usize
}

/// The length and the leading bits, with room for a place below.
fn key<const W: usize>(modulus: &[u64; W]) -> u64 {
    let (bits, top) = leading(modulus);
    let mantissa = (top << 1) >> (64 - MANTISSA_BITS);
    (u64::from(bits) << MANTISSA_BITS | mantissa) << PLACE_BITS
}

fn log2<const W: usize>(number: &[u64; W]) -> f64 {
    let (bits, top) = leading(number);
    (top as f64).log2() + f64::from(bits) - 64.0
}

/// 2^exponent, to the precision of the exponent; the largest number where it does not fit.
fn power_of_two<const W: usize>(exponent: f64) -> [u64; W] {
    let mut words = [u64::MAX; W];
    if exponent < 64.0 * W as f64 {
        words = [0; W];
        let (whole, mantissa) = (exponent.floor() as usize, (63.0 + exponent.fract()).exp2() as u64);
        // The mantissa has its top bit at 2^63, and goes to 2^whole.
        let pair = u128::from(mantissa) << (whole % 64 + 1);
        words[whole / 64] = (pair >> 64) as u64;
        if whole >= 64 {
            words[whole / 64 - 1] = pair as u64;
        }
    }
    words
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
