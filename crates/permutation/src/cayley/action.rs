//! The action of moves on the vertices of a graph.

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
