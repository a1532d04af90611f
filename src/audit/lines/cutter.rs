use std::ops::ControlFlow;

use super::limits::MAX_LINE;

/// Cuts bytes into lines as they come, in whatever pieces.
///
/// It holds no more than one line, and of that no more than [`MAX_LINE`] bytes and one: a line that is too
/// long is handed over as soon as it is, so that a reader sees it, and the rest of it is lost.
///
/// ```
/// use std::ops::ControlFlow;
/// use faro::audit::lines::Cutter;
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
    /// Whether the rest of a line that was too long is being passed over.
    passing: bool,
}

impl Cutter {
    /// Hands over every line that ends in this piece, without its end, until `line` breaks it off: then the
    /// rest of the piece is lost. O(length).
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

    /// What follows the last end of a line: a last line without one, once all bytes have come.
    pub fn rest(&self) -> &[u8] {
        &self.rest
    }

    fn keep(&mut self, piece: &[u8]) {
        let room = (MAX_LINE + 1).saturating_sub(self.rest.len());
        self.rest.extend_from_slice(&piece[..piece.len().min(room)]);
    }
}

/// Where the line ends. Blocks are looked at whole, which a compiler does in vector registers.
fn end_of_line(piece: &[u8]) -> Option<usize> {
    const BLOCK: usize = 64;
    let has_end = |block: &[u8]| block.iter().fold(false, |found, &byte| found | (byte == b'\n'));
    let blocks = piece.chunks(BLOCK).take_while(|block| !has_end(block)).count();
    let passed = (BLOCK * blocks).min(piece.len());
    piece[passed..].iter().position(|&byte| byte == b'\n').map(|end| passed + end)
}
