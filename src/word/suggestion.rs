//! Suggestions for misspelt names.

/// Returns the name that is most similar to a text by the Jaro–Winkler similarity, if one is similar enough to
/// be suggested. Upper and lower case are equal.
///
/// ```
/// use faro::word::closest_name;
/// assert_eq!(closest_name("Inn", ["out", "in"]), Some("in"));
/// assert_eq!(closest_name("riffle", ["out", "in"]), None);
/// ```
pub fn closest_name<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LEAST_SIMILARITY: f64 = 0.75;
    const MAX_LENGTH: usize = 40;
    if text.len() > MAX_LENGTH {
        return None;
    }
    let text = text.to_lowercase();
    let measured = names.into_iter().map(|name| (strsim::jaro_winkler(&text, &name.to_lowercase()), name));
    let (similarity, name) = measured.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (similarity > LEAST_SIMILARITY).then_some(name)
}
