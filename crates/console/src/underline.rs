//! Formats a text with carets under a part of it.

use std::ops::Range;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use faro_render::printable::is_printable;

/// Maximum widths in columns: of the text before the marked part, of the marked part, and of the marked part with
/// the text after it. The first and the last together fit on one line.
const BEFORE: usize = 30;
const MARKED: usize = 30;
const TO_END: usize = 44;

/// Returns two lines: the text, or a window of a long text, and the carets. `span` is in bytes.
pub fn with_carets(text: &str, span: Range<usize>) -> String {
    let [before, marked, after] = [&text[..span.start], &text[span.clone()], &text[span.end..]].map(one_line);
    let before = last_columns(&before, BEFORE);
    let marked = first_columns(&marked, MARKED);
    let after = first_columns(&after, TO_END - marked.width());
    let (indent, carets) = (" ".repeat(before.width()), "^".repeat(marked.width().max(1)));
    let shown = format!("  {before}{marked}{after}");
    format!("{}\n  {indent}{carets}", shown.trim_end())
}

/// Replaces each unprintable character by one replacement character, so that the carets stay aligned.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|letter| if is_printable(letter) { letter } else { char::REPLACEMENT_CHARACTER })
        .collect()
}

/// Returns the text if it fits, otherwise its beginning and an ellipsis.
fn first_columns(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.into();
    }
    fitting(text.chars(), columns) + "…"
}

/// Returns the text if it fits, otherwise an ellipsis and its end.
fn last_columns(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.into();
    }
    let backwards = fitting(text.chars().rev(), columns);
    "…".to_string() + &backwards.chars().rev().collect::<String>()
}

/// Takes the characters that fit into `columns` columns minus one for an ellipsis.
fn fitting(letters: impl Iterator<Item = char>, columns: usize) -> String {
    let mut taken = 1;
    let fits = |letter: &char| {
        taken += letter.width().unwrap_or(0);
        taken <= columns
    };
    letters.take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_are_below_the_marked_part() {
        assert_eq!(with_carets("in cut:9", 3..8), "  in cut:9\n     ^^^^^");
        assert_eq!(with_carets("in^", 3..3), "  in^\n     ^");
        assert_eq!(with_carets("in  ", 4..4), "  in\n      ^");
    }

    #[test]
    fn unprintable_characters_take_one_column() {
        assert_eq!(with_carets("\x1b[2J in\n cut", 8..11), "  \u{fffd}[2J in\u{fffd} cut\n          ^^^");
    }

    #[test]
    fn wide_letters_take_two_columns() {
        assert_eq!(with_carets("牌 in", 0..3), "  牌 in\n  ^^");
        assert_eq!(with_carets("牌 in", 4..6), "  牌 in\n     ^^");
    }

    #[test]
    fn a_window_of_a_long_text_is_shown() {
        let text = "in ".repeat(1000) + "cut:99" + &" out".repeat(1000);
        let shown = with_carets(&text, 3000..3006);
        let lines: Vec<&str> = shown.lines().collect();
        assert!(lines[0].width() <= 78 && lines[0].starts_with("  …") && lines[0].ends_with('…'));
        let at = lines[1].width() - 6;
        assert_eq!(lines[0].chars().skip(at).take(6).collect::<String>(), "cut:99");
        assert!(with_carets(&"x".repeat(1000), 0..1000).lines().all(|line| line.width() <= 78));
    }
}
