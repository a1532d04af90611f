use super::walk::{Piece, Record, WALKERS, join, many_walks, most_pieces};

/// The points that each walker visits, in order, and the pieces that they belong to.
struct Points {
    visited: Vec<Vec<u32>>,
    /// Each piece with the index of its first point among those of its walker.
    pieces: Vec<(Piece, usize)>,
    most_pieces: usize,
}

impl Record for Points {
    #[inline]
    fn visit(&mut self, walker: usize, point: u32) {
        self.visited[walker].push(point);
    }

    fn end(&mut self, piece: &Piece) -> bool {
        self.pieces.push((*piece, self.visited[piece.walker].len() - piece.length as usize));
        self.pieces.len() <= self.most_pieces
    }
}

impl Points {
    fn of_piece(&self, (piece, first): &(Piece, usize)) -> &[u32] {
        &self.visited[piece.walker][*first..][..piece.length as usize]
    }
}

/// A cycle as consecutive slices of its points, the one with the least point first.
struct Spliced<'a> {
    slices: Vec<&'a [u32]>,
    /// The index of the least point in the first slice.
    least_at: usize,
}

impl<'a> Spliced<'a> {
    fn new(mut slices: Vec<&'a [u32]>) -> Spliced<'a> {
        let least = |index: &usize| slices[*index].iter().min();
        let first = (0..slices.len()).min_by_key(least).unwrap_or(0);
        slices.rotate_left(first);
        let least_at = slices[0].iter().enumerate().min_by_key(|(_, point)| **point).map_or(0, |(at, _)| at);
        Spliced { slices, least_at }
    }

    fn least(&self) -> u32 {
        self.slices[0][self.least_at]
    }

    fn append_to(&self, points: &mut Vec<u32>) {
        let (before, from_least) = self.slices[0].split_at(self.least_at);
        points.extend_from_slice(from_least);
        self.slices[1..].iter().for_each(|slice| points.extend_from_slice(slice));
        points.extend_from_slice(before);
    }
}

/// Returns the points of the cycles and where each cycle starts, from many walks at once; none if they split into too
/// many pieces. Takes the memory of the points a second time.
pub(super) fn cycles(images: &[u32]) -> Option<(Vec<u32>, Vec<u32>)> {
    let visited = (0..WALKERS).map(|_| Vec::with_capacity(images.len() / WALKERS + 1)).collect();
    let walks = Points { visited, pieces: Vec::new(), most_pieces: most_pieces(images.len()) };
    let walks = many_walks(images, walks)?;
    let pieces: Vec<Piece> = walks.pieces.iter().map(|(piece, _)| *piece).collect();
    let slices =
        |cycle: Vec<usize>| cycle.iter().map(|&piece| walks.of_piece(&walks.pieces[piece])).collect();
    let mut cycles: Vec<Spliced> =
        join(&pieces).into_iter().map(|cycle| Spliced::new(slices(cycle))).collect();
    cycles.sort_unstable_by_key(Spliced::least);
    let (mut points, mut starts) = (Vec::with_capacity(images.len()), vec![0]);
    for cycle in cycles {
        cycle.append_to(&mut points);
        starts.push(points.len() as u32);
    }
    Some((points, starts))
}
