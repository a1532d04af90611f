//! Shuffles in files: a list of positions, or any other word.

use std::path::Path;

use faro::Word;
use faro::word::WordErrorKind;
use faro_render::one_based;

use crate::arguments::argument::Text;
use crate::arguments::stack;
use crate::output::error::with_caret;

/// Replaces the name of a file, possibly with an exponent as in `list.txt^-1`, by the word in the file.
///
/// Numbers alone are a list of positions. A text that is a word, or a move without its arguments, is not the name of a
/// file.
pub fn resolved(given: Text) -> anyhow::Result<Text> {
    let is_word = |text: &str| Word::parse_counting_from(text, one_based::FIRST);
    let is_move = match is_word(&given.text) {
        Ok(_) => true,
        Err(error) => matches!(error.kind, WordErrorKind::Arguments { .. }),
    };
    if is_move || stack::refused_files() {
        return Ok(given);
    }
    let is_file = |path: &str| Path::new(path).is_file();
    let (path, exponent) = match given.text.rsplit_once('^') {
        Some((path, exponent)) if !is_file(&given.text) => (path, format!("^{exponent}")),
        _ => (given.text.as_str(), String::new()),
    };
    if !is_file(path) {
        return Ok(given);
    }
    let contents = stack::contents(path).map_err(|why| {
        let why = why.split(';').next().unwrap_or_default();
        given.error(why)
    })?;
    let contents = contents.trim();
    let inside = contents
        .strip_prefix('[')
        .and_then(|inside| inside.strip_suffix(']'))
        .unwrap_or(contents);
    let is_list = !inside.contains('[')
        && inside
            .trim_start()
            .starts_with(|letter: char| letter.is_ascii_digit());
    let word = match is_list {
        true => format!("[{inside}]"),
        false => contents.into(),
    };
    if let Err(error) = is_word(&word) {
        return Err(given.error(with_caret(&error.kind, &word, error.span.clone())));
    }
    let text = match (exponent.as_str(), is_list) {
        ("", _) => word,
        (exponent, true) => word + exponent,
        (exponent, false) => format!("({word}){exponent}"),
    };
    Ok(Text { text, ..given })
}
