/// The number of bytes of a register and of a cache line. Rows begin at multiples of this number.
const LINE: usize = 64;

/// A table with a row of cards for each deck.
///
/// Each row fills whole cache lines. There are 64 more entries at the end, so that a register can be loaded
/// from any card of the last row.
#[derive(Clone, Debug)]
pub struct Rows<C> {
    entries: Vec<C>,
    /// The index of the first row.
    first: usize,
    width: usize,
    count: usize,
}

impl<C: Copy + Default> Rows<C> {
    pub(super) fn new(cards: usize, count: usize) -> Rows<C> {
        let line = LINE / size_of::<C>();
        let width = cards.next_multiple_of(line);
        let entries = vec![C::default(); width * count + line + 64];
        // The alignment affects only the speed.
        let first = entries.as_ptr().align_offset(LINE).min(line);
        Rows { entries, first, width, count }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Returns a row and the entries after it, of which there are at least 64.
    #[inline(always)]
    pub(super) fn starting_at(&self, row: usize) -> &[C] {
        &self.entries[self.first + row * self.width..]
    }

    /// Returns a row of whole cache lines.
    #[inline(always)]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [C] {
        let start = self.first + row * self.width;
        &mut self.entries[start..start + self.width]
    }
}
