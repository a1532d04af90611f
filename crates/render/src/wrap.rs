use std::io::{self, Write};

/// Breaks lines that are wider than the page between words, never within one.
///
/// Continuation lines have the indent of the first line. Escape sequences of styles have no width.
pub struct Wrap<'a> {
    /// Width of the page in columns, or `None` for lines of any length.
    width: Option<usize>,
    out: &'a mut dyn Write,
    /// The current line, which has no line end yet.
    line: Vec<u8>,
    /// Number of lines written so far, if the page has a width.
    pub lines: usize,
}

impl<'a> Wrap<'a> {
    pub fn new(width: Option<usize>, out: &'a mut dyn Write) -> Wrap<'a> {
        Wrap { width, out, line: Vec::new(), lines: 0 }
    }

    /// Writes the last line, if it has no line end.
    pub fn end(mut self) -> io::Result<()> {
        self.write_line()
    }

    fn write_line(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        self.lines += 1;
        match self.width {
            // A character takes at most as many columns as bytes, so shorter lines always fit.
            Some(width) if line.len() > width => {
                self.lines += broken(&String::from_utf8_lossy(&line), width, self.out)?;
                Ok(())
            }
            _ => self.out.write_all(&line),
        }
    }
}

impl Write for Wrap<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.width.is_none() {
            return self.out.write(bytes);
        }
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                self.write_line()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes a line, broken at spaces, and returns the number of breaks.
fn broken(line: &str, width: usize, out: &mut dyn Write) -> io::Result<usize> {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let (mut column, mut escaped, mut breaks) = (0, false, 0);
    // `from` is the first byte that is not written. `space` is the last space after it, with its column.
    let (mut from, mut space) = (0, None);
    for (at, letter) in line.char_indices() {
        escaped |= letter == '\x1b';
        if escaped || letter == '\n' {
            escaped &= !letter.is_ascii_alphabetic();
            continue;
        }
        if letter == ' ' && column > indent {
            space = Some((at, column));
        }
        column += 1;
        if column <= width || letter == ' ' {
            continue;
        }
        if let Some((end, before)) = space.take() {
            writeln!(out, "{}", line[from..end].trim_end_matches(' '))?;
            write!(out, "{:indent$}", "")?;
            (from, column) = (end + 1, indent + column - before - 1);
            breaks += 1;
        }
    }
    out.write_all(&line.as_bytes()[from..])?;
    Ok(breaks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrapped(text: &str, width: usize) -> String {
        let mut out = Vec::new();
        let mut wrap = Wrap::new(Some(width), &mut out);
        // Writers may split a text anywhere.
        text.as_bytes().chunks(3).for_each(|part| wrap.write_all(part).unwrap());
        wrap.end().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("one two three\nfour\n", 8), "one two\nthree\nfour\n");
        assert_eq!(wrapped("one two three", 7), "one two\nthree");
        assert_eq!(wrapped("a b c d", 1), "a\nb\nc\nd");
    }

    #[test]
    fn words_are_never_broken() {
        assert_eq!(wrapped("1234567 12 1234567890 1\n", 4), "1234567\n12\n1234567890\n1\n");
    }

    #[test]
    fn indents_are_kept() {
        assert_eq!(wrapped("  one two three\n", 9), "  one two\n  three\n");
        assert_eq!(wrapped("  onetwothree four\n", 9), "  onetwothree\n  four\n");
    }

    #[test]
    fn styles_have_no_width() {
        assert_eq!(wrapped("\x1b[1mone two\x1b[0m\n", 7), "\x1b[1mone two\x1b[0m\n");
        assert_eq!(wrapped("\x1b[1mone\x1b[0m ██ █ two\n", 6), "\x1b[1mone\x1b[0m ██\n█ two\n");
    }

    #[test]
    fn a_pipe_has_lines_of_any_length() {
        let mut out = Vec::new();
        let mut wrap = Wrap::new(None, &mut out);
        wrap.write_all(b"one two").unwrap();
        wrap.end().unwrap();
        assert_eq!(out, b"one two");
    }
}
