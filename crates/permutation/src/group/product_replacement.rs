use super::block_action::{Arithmetic, Point};

/// The pseudorandom generator SplitMix64 (Steele, Lea and Flood 2014), with a fixed seed.
///
/// The random elements affect how soon an order is proved, never the result. A simple generator is
/// enough, and a fixed seed makes every run the same.
struct SplitMix64(u64);

impl SplitMix64 {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * bound as u128) >> 64) as usize
    }
}

/// Minimum size of the pool of elements that are multiplied by each other.
const MIN_POOL: usize = 3;

/// The number of replacement steps before the first element is returned.
const WARM_UP: usize = 10;

/// Nearly uniform random elements of the group that given rows generate, by the product replacement algorithm
/// with an accumulator (Celler, Leedham-Green, Murray, Niemeyer and O'Brien 1995; Leedham-Green and O'Brien,
/// "rattle", 2002). Each element is a product of generators, so that it is certainly in the group.
pub(super) struct RandomElements<P> {
    arithmetic: Arithmetic,
    pool: Vec<Vec<P>>,
    product: Vec<P>,
    scratch: Vec<P>,
    random: SplitMix64,
}

impl<P: Point> RandomElements<P> {
    /// Prepares the pool from generators.
    ///
    /// # Panics
    ///
    /// If there are no generators.
    pub fn new<'a>(
        arithmetic: Arithmetic,
        generators: impl ExactSizeIterator<Item = &'a [P]> + Clone,
    ) -> RandomElements<P>
    where
        P: 'a,
    {
        let count = generators.len().max(MIN_POOL);
        let pool: Vec<Vec<P>> = generators.cycle().take(count).map(<[P]>::to_vec).collect();
        let (product, scratch) = (pool[0].clone(), pool[0].clone());
        let mut draw = RandomElements { arithmetic, pool, product, scratch, random: SplitMix64(0) };
        for _ in 0..WARM_UP {
            draw.next();
        }
        draw
    }

    /// Returns the next element.
    pub fn next(&mut self) -> &[P] {
        let count = self.pool.len();
        let changed = self.random.below(count);
        let factor = (changed + 1 + self.random.below(count - 1)) % count;
        let [first, second] = if self.random.below(2) == 0 { [changed, factor] } else { [factor, changed] };
        self.arithmetic.multiply(&self.pool[first], &self.pool[second], &mut self.scratch);
        std::mem::swap(&mut self.pool[changed], &mut self.scratch);
        self.arithmetic.multiply(&self.product, &self.pool[changed], &mut self.scratch);
        std::mem::swap(&mut self.product, &mut self.scratch);
        &self.product
    }
}
