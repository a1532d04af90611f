use super::frame::{Arithmetic, Point};

/// Numbers that look random (Steele, Lea and Flood, SplitMix64, 2014), always the same ones.
///
/// What is drawn decides how soon an order is proved and never what it is: no better generator
/// is needed, and a fixed one makes every run the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * bound as u128) >> 64) as usize
    }
}

/// The fewest elements that are multiplied into one another.
const POOL: usize = 3;

/// Steps before the first element is drawn.
const WARM_UP: usize = 10;

/// Nearly random elements of the group that some rows generate, by product replacement with an
/// accumulator (Celler, Leedham-Green, Murray, Niemeyer and O'Brien 1995; Leedham-Green and
/// O'Brien, "rattle", 2002). Each is a product of the generators, so that it lies in the group
/// whatever is drawn.
pub(super) struct Draw<P> {
    arithmetic: Arithmetic,
    pool: Vec<Vec<P>>,
    product: Vec<P>,
    scratch: Vec<P>,
    dice: Dice,
}

impl<P: Point> Draw<P> {
    /// # Panics
    ///
    /// If there are no generators.
    pub fn from<'a>(
        arithmetic: Arithmetic,
        generators: impl ExactSizeIterator<Item = &'a [P]> + Clone,
    ) -> Draw<P>
    where
        P: 'a,
    {
        let count = generators.len().max(POOL);
        let pool: Vec<Vec<P>> = generators.cycle().take(count).map(<[P]>::to_vec).collect();
        let (product, scratch) = (pool[0].clone(), pool[0].clone());
        let mut draw = Draw { arithmetic, pool, product, scratch, dice: Dice(0) };
        for _ in 0..WARM_UP {
            draw.next();
        }
        draw
    }

    /// The next element.
    pub fn next(&mut self) -> &[P] {
        let count = self.pool.len();
        let changed = self.dice.below(count);
        let factor = (changed + 1 + self.dice.below(count - 1)) % count;
        let [first, second] = if self.dice.below(2) == 0 { [changed, factor] } else { [factor, changed] };
        self.arithmetic.multiply(&self.pool[first], &self.pool[second], &mut self.scratch);
        std::mem::swap(&mut self.pool[changed], &mut self.scratch);
        self.arithmetic.multiply(&self.product, &self.pool[changed], &mut self.scratch);
        std::mem::swap(&mut self.product, &mut self.scratch);
        &self.product
    }
}
