use crate::Permutation;

/// The action of moves, numbered from 0, on the vertices of a graph.
///
/// A vertex is a tuple of points. All vertices have the same length.
pub trait Action {
    /// The type of the entries of a vertex.
    type Point: Copy + Eq + Into<u64>;

    /// Returns the length of a vertex.
    fn width(&self) -> usize;

    /// Returns the number of moves.
    fn moves(&self) -> usize;

    /// Writes the image of `vertex` under the move with the given `number`.
    fn apply(&self, number: usize, vertex: &[Self::Point], image: &mut [Self::Point]);

    /// Writes the preimage of `vertex` under the move with the given `number`, the inverse of
    /// [`apply`](Self::apply).
    fn undo(&self, number: usize, vertex: &[Self::Point], image: &mut [Self::Point]);
}

/// An unsigned integer that stores a position. A narrow type allows more vertices in the same memory.
pub(super) trait Point: Copy + Eq + Into<u64> {
    fn new(position: u32) -> Self;
    fn index(self) -> usize;
}

macro_rules! point {
    ($($width:ty),*) => {$(
        impl Point for $width {
            fn new(position: u32) -> $width {
                position as $width
            }
            fn index(self) -> usize {
                self as usize
            }
        }
    )*};
}

point!(u8, u16, u32);

/// The action of permutations on the positions of the tracked cards.
pub(super) struct CardPositions<L> {
    cards: usize,
    images: Vec<Vec<L>>,
    inverses: Vec<Vec<L>>,
}

impl<L: Point> CardPositions<L> {
    pub fn new(moves: &[Permutation], cards: usize) -> CardPositions<L> {
        let row =
            |permutation: &Permutation| permutation.images().iter().map(|&image| L::new(image)).collect();
        CardPositions {
            cards,
            images: moves.iter().map(row).collect(),
            inverses: moves.iter().map(|permutation| row(&permutation.inverse())).collect(),
        }
    }
}

impl<L: Point> Action for CardPositions<L> {
    type Point = L;

    fn width(&self) -> usize {
        self.cards
    }

    fn moves(&self) -> usize {
        self.images.len()
    }

    fn apply(&self, number: usize, vertex: &[L], image: &mut [L]) {
        map_positions(&self.images[number], vertex, image);
    }

    fn undo(&self, number: usize, vertex: &[L], image: &mut [L]) {
        map_positions(&self.inverses[number], vertex, image);
    }
}

fn map_positions<L: Point>(images: &[L], vertex: &[L], image: &mut [L]) {
    for (image, position) in image.iter_mut().zip(vertex) {
        *image = images[position.index()];
    }
}
