use crate::Permutation;

/// A number of one of the widths that rows are kept in: the narrower, the more of them lie in
/// the cache.
pub(super) trait Point: Copy + Eq {
    fn of(index: usize) -> Self;
    fn index(self) -> usize;
}

impl Point for u16 {
    fn of(index: usize) -> u16 {
        index as u16
    }
    fn index(self) -> usize {
        self.into()
    }
}

impl Point for u32 {
    fn of(index: usize) -> u32 {
        index as u32
    }
    fn index(self) -> usize {
        self as usize
    }
}

/// No point stands for this position: no generator moves it.
const UNMOVED: u32 = u32::MAX;

/// How the elements of one group are written as rows of numbers.
///
/// Positions that no generator moves are left out, and the others are renamed to points 0, 1, ….
/// Where every generator keeps mirror pairs (commutes with turning the deck over), the points 2i
/// and 2i + 1 are the two positions of a pair, and a row holds the images of the even points
/// alone: the odd ones follow, and rows are half as long. `fold` is 1 then, else 0. A place of
/// a row is called a block: a mirror pair, or a position.
pub(super) struct Frame {
    fold: usize,
    /// The positions by their points.
    positions: Vec<u32>,
    /// The points by their positions.
    points: Vec<u32>,
}

impl Frame {
    pub fn of(generators: &[Permutation], degree: usize) -> Frame {
        let mut moved = vec![false; degree];
        for generator in generators {
            for (moved, (position, &image)) in moved.iter_mut().zip(generator.images().iter().enumerate()) {
                *moved |= position != image as usize;
            }
        }
        let mirrored = generators.iter().all(keeps_mirror_pairs);
        let positions: Vec<u32> = if mirrored {
            let top = (0..degree / 2).filter(|&position| moved[position]);
            top.flat_map(|position| [position as u32, (degree - 1 - position) as u32]).collect()
        } else {
            (0..degree as u32).filter(|&position| moved[position as usize]).collect()
        };
        let mut points = vec![UNMOVED; degree];
        for (point, &position) in positions.iter().enumerate() {
            points[position as usize] = point as u32;
        }
        Frame { fold: usize::from(mirrored), positions, points }
    }

    /// Whether the blocks are mirror pairs.
    pub fn is_mirrored(&self) -> bool {
        self.fold == 1
    }

    /// How many points there are.
    pub fn points(&self) -> usize {
        self.positions.len()
    }

    /// The length of a row: the number of blocks.
    pub fn blocks(&self) -> usize {
        self.positions.len() >> self.fold
    }

    /// The row of a permutation; none if it moves what the group does not, or breaks a mirror
    /// pair that the group keeps.
    pub fn row<P: Point>(&self, permutation: &Permutation) -> Option<Vec<P>> {
        let unmoved = |(position, &image): (usize, &u32)| {
            self.points[position] != UNMOVED || position == image as usize
        };
        let fits = permutation.images().iter().enumerate().all(unmoved)
            && (self.fold == 0 || keeps_mirror_pairs(permutation));
        let images =
            self.positions.iter().step_by(1 << self.fold).map(|&position| permutation.image(position));
        fits.then(|| images.map(|image| P::of(self.points[image as usize] as usize)).collect())
    }

    pub fn arithmetic(&self) -> Arithmetic {
        Arithmetic { fold: self.fold }
    }
}

/// Whether position i and its mirror image, the i-th from the other end, go to mirror images.
pub(super) fn keeps_mirror_pairs(permutation: &Permutation) -> bool {
    let images = permutation.images();
    images.iter().zip(images.iter().rev()).all(|(&one, &other)| (one + other) as usize == images.len() - 1)
}

/// Products and inverses of rows.
#[derive(Clone, Copy)]
pub(super) struct Arithmetic {
    fold: usize,
}

impl Arithmetic {
    /// Where the row takes the block.
    pub fn block_image<P: Point>(self, row: &[P], block: usize) -> usize {
        row[block].index() >> self.fold
    }

    /// The block of a point.
    pub fn block(self, point: usize) -> usize {
        point >> self.fold
    }

    /// Whether the image of the block lies the other way round.
    pub fn is_flipped<P: Point>(self, row: &[P], block: usize) -> bool {
        row[block].index() & self.fold == 1
    }

    /// First `row`, then `next`, written to `product`.
    pub fn multiply<P: Point>(self, row: &[P], next: &[P], product: &mut [P]) {
        // Two loops, so that each is as plain as it can be.
        if self.fold == 0 {
            for (product, image) in product.iter_mut().zip(row) {
                *product = next[image.index()];
            }
        } else {
            for (product, image) in product.iter_mut().zip(row) {
                let image = image.index();
                *product = P::of(next[image >> 1].index() ^ (image & 1));
            }
        }
    }

    pub fn inverse<P: Point>(self, row: &[P]) -> Vec<P> {
        let mut inverse = row.to_vec();
        self.invert(row, &mut inverse);
        inverse
    }

    pub fn invert<P: Point>(self, row: &[P], inverse: &mut [P]) {
        for (block, image) in row.iter().enumerate() {
            let image = image.index();
            inverse[image >> self.fold] = P::of((block << self.fold) ^ (image & self.fold));
        }
    }

    /// The row that moves nothing.
    pub fn identity<P: Point>(self, blocks: usize) -> Vec<P> {
        (0..blocks).map(|block| P::of(block << self.fold)).collect()
    }

    /// A block that the row moves.
    pub fn moved_block<P: Point>(self, row: &[P]) -> Option<usize> {
        row.iter()
            .zip(0..)
            .find(|(image, block)| image.index() >> self.fold != *block)
            .map(|(_, block)| block)
    }
}
