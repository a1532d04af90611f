use std::ops::ControlFlow;

use super::limits::MAX_LINE;

/// Splits bytes into lines, in pieces of any size.
///
/// A cutter holds at most one line of at most [`MAX_LINE`] + 1 bytes. A longer line is passed on at that length, so
/// that the reader rejects it, and the rest of it is dropped.
///
/// ```
/// use std::ops::ControlFlow;
/// use faro_audit::lines::Cutter;
///
/// let (mut cutter, mut lines) = (Cutter::default(), Vec::new());
/// for piece in [b"1 2\n2 ".as_slice(), b"1\n1 2"] {
///     let _: ControlFlow<()> = cutter.cut(piece, |line| {
///         lines.push(line.to_vec());
///         ControlFlow::Continue(())
///     });
/// }
/// assert_eq!(lines, [b"1 2", b"2 1"]);
/// assert_eq!(cutter.rest(), b"1 2");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cutter {
    rest: Vec<u8>,
    /// Whether the cutter is skipping the rest of a line that was too long.
    passing: bool,
}

impl Cutter {
    /// Calls `line` with every line that ends in `piece`, without its line end. O(length).
    ///
    /// If `line` breaks, the rest of the piece is dropped.
    pub fn cut<B>(
        &mut self,
        mut piece: &[u8],
        mut line: impl FnMut(&[u8]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        while let Some(end) = end_of_line(piece) {
            let last = &piece[..end];
            piece = &piece[end + 1..];
            match (std::mem::take(&mut self.passing), self.rest.is_empty()) {
                (true, _) => {}
                (false, true) => line(last)?,
                (false, false) => {
                    self.keep(last);
                    self.hand_over(&mut line)?;
                }
            }
        }
        if !self.passing {
            self.keep(piece);
            if self.rest.len() > MAX_LINE {
                self.passing = true;
                self.hand_over(&mut line)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn hand_over<B>(&mut self, line: &mut impl FnMut(&[u8]) -> ControlFlow<B>) -> ControlFlow<B> {
        let handed_over = line(&self.rest);
        self.rest.clear();
        handed_over
    }

    /// Returns the bytes after the last line end, which are the last line when all bytes were cut.
    pub fn rest(&self) -> &[u8] {
        &self.rest
    }

    fn keep(&mut self, piece: &[u8]) {
        let room = (MAX_LINE + 1).saturating_sub(self.rest.len());
        self.rest.extend_from_slice(&piece[..piece.len().min(room)]);
    }
}

/// Returns the index of the first line end. Searches in blocks, because a compiler vectorises a loop over a block.
fn end_of_line(piece: &[u8]) -> Option<usize> {
    const BLOCK: usize = 64;
    let has_end = |block: &[u8]| block.iter().fold(false, |found, &byte| found | (byte == b'\n'));
    let blocks = piece.chunks(BLOCK).take_while(|block| !has_end(block)).count();
    let passed = (BLOCK * blocks).min(piece.len());
    piece[passed..].iter().position(|&byte| byte == b'\n').map(|end| passed + end)
}
