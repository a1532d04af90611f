//! Permutations as text: one-line notation `[2 0 1]`, and cycle notation `(0 2 1)`.

use std::collections::HashMap;
use std::fmt;
use std::iter::Peekable;
use std::str::{Chars, FromStr};

use thiserror::Error;

use super::Permutation;

/// Maximum degree of a permutation in cycle notation whose degree is implied by its points. Without this
/// limit a short text could allocate 2^32 positions. [`Permutation::parse_cycles`], which is given the
/// degree, has no such limit.
const MAX_IMPLIED_DEGREE: usize = 1 << 24;

/// Descriptions of the expected input, for error messages.
const AFTER_OPENING_CYCLE: &str = "a point or ')'";
const AFTER_OPENING_LIST: &str = "a point or ']'";
const IN_CYCLE: &str = "a point, ',' or ')'";
const IN_LIST: &str = "a point, ',' or ']'";

/// The error for a text that is not a permutation: the column and the kind of error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {kind}")]
pub struct ParseError {
    /// The column of the error, counted in characters from 1.
    pub column: usize,
    /// The kind of error.
    pub kind: ParseErrorKind,
}

/// The reason why a text is not a permutation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text is empty or white space.
    #[error("nothing to read; a permutation is written [2 0 1] or (0 2 1), the identity ()")]
    Empty,
    /// A character that is not allowed at its position.
    #[error("expected {expected}, found '{found}'")]
    Unexpected {
        /// A description of the allowed characters.
        expected: &'static str,
        /// The character in the text.
        found: char,
    },
    /// The text ends before a bracket is closed.
    #[error("'{bracket}' is never closed")]
    Unclosed {
        /// The bracket that was opened.
        bracket: char,
    },
    /// A point that is not below the degree, or not below the largest possible degree.
    #[error("the point {point} is too large: expected a position below {degree}")]
    OutOfRange {
        /// The point as it is written, cut after 20 digits.
        point: String,
        /// The number of positions.
        degree: usize,
    },
    /// A point that occurs twice.
    #[error("the point {point} occurs twice, first at column {first}")]
    Repeated {
        /// The point.
        point: u32,
        /// The column of its first occurrence.
        first: usize,
    },
}

impl Permutation {
    /// Parses a permutation of `degree` positions in cycle notation.
    ///
    /// Fixed points can be omitted. Points are counted from 0 and separated by spaces or commas. O(`degree` +
    /// length of `text`).
    ///
    /// # Errors
    ///
    /// [`ParseError`], with the column, if `text` is not cycle notation of a permutation of `degree`
    /// positions.
    ///
    /// # Panics
    ///
    /// If `degree` is more than [`MAX_DEGREE`](super::MAX_DEGREE).
    ///
    /// ```
    /// # use faro_permutation as faro;
    /// use faro::Permutation;
    /// assert_eq!(Permutation::parse_cycles("(0 1)", 4)?.images(), [1, 0, 2, 3]);
    /// let refused = Permutation::parse_cycles("(0 7)", 4).unwrap_err();
    /// assert_eq!(refused.to_string(), "column 4: the point 7 is too large: expected a position below 4");
    /// # Ok::<(), faro_permutation::ParseError>(())
    /// ```
    pub fn parse_cycles(text: &str, degree: usize) -> Result<Permutation, ParseError> {
        let cycles = NotationParser::new(text).cycles()?;
        assign(
            &cycles
                .iter()
                .flat_map(|cycle| arrows(cycle))
                .collect::<Vec<_>>(),
            degree,
        )
    }

    /// Returns a value that displays one-line notation: the images of 0, 1, 2, … in square brackets.
    ///
    /// ```
    /// # use faro_permutation as faro;
    /// use faro::Permutation;
    /// let p: Permutation = "(0 2 1)".parse()?;
    /// assert_eq!(p.one_line().to_string(), "[2 0 1]");
    /// # Ok::<(), faro_permutation::ParseError>(())
    /// ```
    pub fn one_line(&self) -> impl fmt::Display {
        OneLine(self)
    }
}

/// Parses one-line notation `[2 0 1]` or cycle notation `(0 2 1)`.
///
/// The degree of cycle notation is one more than its largest point, and at most 2^24. Points are counted from
/// 0 and separated by spaces or commas.
///
/// ```
/// # use faro_permutation as faro;
/// use faro::Permutation;
/// let p: Permutation = "(1 2 4)(3 6 5)".parse()?;
/// assert_eq!(p, "[0 2 4 6 1 3 5]".parse()?);
/// for (text, error) in [
///     ("", "column 1: nothing to read; a permutation is written [2 0 1] or (0 2 1), the identity ()"),
///     ("(1 2", "column 1: '(' is never closed"),
///     ("(1 2)(2 3)", "column 7: the point 2 occurs twice, first at column 4"),
///     ("(1,2^80)", "column 5: expected a point, ',' or ')', found '^'"),
///     ("[0 3 1]", "column 4: the point 3 is too large: expected a position below 3"),
/// ] {
///     assert_eq!(text.parse::<Permutation>().unwrap_err().to_string(), error);
/// }
/// # Ok::<(), faro_permutation::ParseError>(())
/// ```
impl FromStr for Permutation {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Permutation, ParseError> {
        if text.trim_start().starts_with('[') {
            let images = NotationParser::new(text).list()?;
            let arrows: Vec<Arrow> = images
                .iter()
                .enumerate()
                .map(|(from, to)| (from as u64, to))
                .collect();
            return assign(&arrows, images.len());
        }
        let cycles = NotationParser::new(text).cycles()?;
        let largest = cycles
            .iter()
            .flatten()
            .map(|point| point.value.saturating_add(1))
            .max()
            .unwrap_or(0);
        let arrows: Vec<Arrow> = cycles.iter().flat_map(|cycle| arrows(cycle)).collect();
        assign(
            &arrows,
            MAX_IMPLIED_DEGREE.min(usize::try_from(largest).unwrap_or(usize::MAX)),
        )
    }
}

/// Writes cycle notation without fixed points. The identity is written `()`.
impl fmt::Display for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_identity() {
            return f.write_str("()");
        }
        self.cycles()
            .iter()
            .filter(|cycle| cycle.len() > 1)
            .try_for_each(|cycle| write_points(f, '(', cycle, ')'))
    }
}

/// Writes one-line notation.
impl fmt::Debug for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_points(f, '[', &self.images, ']')
    }
}

struct OneLine<'a>(&'a Permutation);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0, f)
    }
}

fn write_points(
    f: &mut fmt::Formatter<'_>,
    open: char,
    points: &[u32],
    close: char,
) -> fmt::Result {
    write!(f, "{open}")?;
    for (index, point) in points.iter().enumerate() {
        f.write_str(if index == 0 { "" } else { " " })?;
        write!(f, "{point}")?;
    }
    write!(f, "{close}")
}

/// A point with its text. A number of more than 64 bits has the value `u64::MAX`, which is above any degree.
#[derive(Clone)]
struct PointText {
    value: u64,
    digits: String,
    column: usize,
}

/// A point and its image.
type Arrow<'a> = (u64, &'a PointText);

/// Returns the arrows of a cycle, from each point to the next.
fn arrows(cycle: &[PointText]) -> impl Iterator<Item = Arrow<'_>> {
    cycle
        .iter()
        .zip(cycle.iter().cycle().skip(1))
        .map(|(from, to)| (from.value, to))
}

/// Returns the permutation of `degree` points that follows `arrows` and fixes every other point.
fn assign(arrows: &[Arrow], degree: usize) -> Result<Permutation, ParseError> {
    check_points(arrows, degree)?;
    let mut images = Permutation::identity(degree).images;
    for (from, to) in arrows {
        images[*from as usize] = to.value as u32;
    }
    Ok(Permutation { images })
}

/// Checks that every image is below `degree` and occurs once. Reports the first error in reading order. In a
/// cycle every point is an image, so this checks all points of the text.
fn check_points(arrows: &[Arrow], degree: usize) -> Result<(), ParseError> {
    let mut points: Vec<&PointText> = arrows.iter().map(|arrow| arrow.1).collect();
    points.sort_unstable_by_key(|point| point.column);
    let mut columns = HashMap::with_capacity(points.len());
    for point in points {
        let column = point.column;
        if point.value >= degree as u64 {
            let point = point.digits.chars().take(20).collect();
            return Err(ParseErrorKind::OutOfRange { point, degree }.at(column));
        }
        if let Some(first) = columns.insert(point.value, column) {
            return Err(ParseErrorKind::Repeated {
                point: point.value as u32,
                first,
            }
            .at(column));
        }
    }
    Ok(())
}

impl ParseErrorKind {
    fn at(self, column: usize) -> ParseError {
        ParseError { column, kind: self }
    }
}

/// A parser that reads a text character by character.
struct NotationParser<'a> {
    rest: Peekable<Chars<'a>>,
    /// The column of the next character, from 1.
    column: usize,
}

impl<'a> NotationParser<'a> {
    fn new(text: &'a str) -> NotationParser<'a> {
        NotationParser {
            rest: text.chars().peekable(),
            column: 1,
        }
    }

    /// Reads `(0 2 1)(3 4)` to the end of the text.
    fn cycles(&mut self) -> Result<Vec<Vec<PointText>>, ParseError> {
        let mut cycles = Vec::new();
        if self.peek().is_none() {
            return Err(ParseErrorKind::Empty.at(1));
        }
        while self.peek().is_some() {
            cycles.push(self.bracket('(', [AFTER_OPENING_CYCLE, IN_CYCLE], ')')?);
        }
        Ok(cycles)
    }

    /// Reads `[2 0 1]` to the end of the text.
    fn list(&mut self) -> Result<Vec<PointText>, ParseError> {
        let points = self.bracket('[', [AFTER_OPENING_LIST, IN_LIST], ']')?;
        match self.peek() {
            None => Ok(points),
            Some(found) => Err(self.unexpected("the end of the text", found)),
        }
    }

    /// Reads points between the brackets `open` and `close`. For error messages, `expected` describes the
    /// allowed input after the opening bracket and after a point.
    fn bracket(
        &mut self,
        open: char,
        expected: [&'static str; 2],
        close: char,
    ) -> Result<Vec<PointText>, ParseError> {
        let opened = self.column;
        match self.peek() {
            Some(found) if found == open => self.skip(),
            Some(found) => return Err(self.unexpected("'(' or, at the start, '['", found)),
            None => return Err(ParseErrorKind::Empty.at(opened)),
        }
        let mut points = Vec::new();
        loop {
            match self.peek() {
                Some(digit) if digit.is_ascii_digit() => points.push(self.point()),
                Some(found) if found == close => {
                    self.skip();
                    return Ok(points);
                }
                Some(',') if !points.is_empty() => {
                    self.skip();
                    self.peek_digit()?;
                }
                Some(found) => {
                    return Err(self.unexpected(expected[usize::from(!points.is_empty())], found));
                }
                None => return Err(ParseErrorKind::Unclosed { bracket: open }.at(opened)),
            }
        }
    }

    /// Returns an error if the next character is not a digit: after a comma, a point must follow.
    fn peek_digit(&mut self) -> Result<(), ParseError> {
        match self.peek() {
            Some(found) if !found.is_ascii_digit() => Err(self.unexpected("a point", found)),
            _ => Ok(()),
        }
    }

    fn point(&mut self) -> PointText {
        let column = self.column;
        let mut digits = String::new();
        while let Some(digit) = self.rest.next_if(char::is_ascii_digit) {
            self.column += 1;
            digits.push(digit);
        }
        PointText {
            value: digits.parse().unwrap_or(u64::MAX),
            digits,
            column,
        }
    }

    /// Returns the next character that is not white space, without consuming it.
    fn peek(&mut self) -> Option<char> {
        while self.rest.next_if(|next| next.is_whitespace()).is_some() {
            self.column += 1;
        }
        self.rest.peek().copied()
    }

    fn skip(&mut self) {
        self.rest.next();
        self.column += 1;
    }

    fn unexpected(&self, expected: &'static str, found: char) -> ParseError {
        ParseErrorKind::Unexpected { expected, found }.at(self.column)
    }
}
