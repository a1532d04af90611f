use crate::Permutation;

/// Moves, numbered from 0, and what they do to the vertices of a graph. A vertex is written as a
/// row of letters, always of the same width.
pub trait Action {
    /// What vertices are written in.
    type Letter: Copy + Eq + Into<u64>;

    /// The number of letters of a vertex.
    fn width(&self) -> usize;

    /// The number of moves.
    fn moves(&self) -> usize;

    /// Writes where the move takes the vertex.
    fn apply(&self, by: usize, vertex: &[Self::Letter], image: &mut [Self::Letter]);

    /// Writes the vertex that the move takes here: it undoes [`apply`](Self::apply).
    fn undo(&self, by: usize, vertex: &[Self::Letter], image: &mut [Self::Letter]);
}

/// A position, as narrow as the deck allows: the narrower, the more vertices are held.
pub(super) trait Letter: Copy + Eq + Into<u64> {
    fn of(position: u32) -> Self;
    fn index(self) -> usize;
}

macro_rules! letter {
    ($($width:ty),*) => {$(
        impl Letter for $width {
            fn of(position: u32) -> $width {
                position as $width
            }
            fn index(self) -> usize {
                self as usize
            }
        }
    )*};
}

letter!(u8, u16, u32);

/// Some cards, each a letter that says where it is.
pub(super) struct Places<L> {
    cards: usize,
    images: Vec<Vec<L>>,
    inverses: Vec<Vec<L>>,
}

impl<L: Letter> Places<L> {
    pub fn new(moves: &[Permutation], cards: usize) -> Places<L> {
        let row =
            |permutation: &Permutation| permutation.images().iter().map(|&image| L::of(image)).collect();
        Places {
            cards,
            images: moves.iter().map(row).collect(),
            inverses: moves.iter().map(|permutation| row(&permutation.inverse())).collect(),
        }
    }
}

impl<L: Letter> Action for Places<L> {
    type Letter = L;

    fn width(&self) -> usize {
        self.cards
    }

    fn moves(&self) -> usize {
        self.images.len()
    }

    fn apply(&self, by: usize, vertex: &[L], image: &mut [L]) {
        step(&self.images[by], vertex, image);
    }

    fn undo(&self, by: usize, vertex: &[L], image: &mut [L]) {
        step(&self.inverses[by], vertex, image);
    }
}

fn step<L: Letter>(goes: &[L], vertex: &[L], image: &mut [L]) {
    for (image, place) in image.iter_mut().zip(vertex) {
        *image = goes[place.index()];
    }
}
