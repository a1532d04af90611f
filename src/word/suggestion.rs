//! Suggestions for misspelt names.

/// Names that people know for moves or expect to be one, and what to write instead.
const OTHER_NAMES: &[(&[&str], &str)] = &[
    (&["shuffle", "shuffled", "random", "mix"], "a uniform shuffle is 'fisher-yates', and a riffle 'gsr'"),
    (&["fair", "uniform", "knuth", "durstenfeld", "fy", "scramble", "wash"], "did you mean 'fisher-yates'?"),
    (
        &["swap", "exchange", "transpose", "transposition", "switch"],
        "the exchange of two positions is written (1 2)",
    ),
    (&["flip", "turn", "mirror", "backwards", "invert", "rev"], "did you mean 'reverse'?"),
    (&["rotate", "shift", "split", "halve"], "did you mean 'cut:26'?"),
    (&["riffles", "riffle-shuffle", "dovetail"], "did you mean 'gsr'?"),
    (&["in-shuffle", "inshuffle", "infaro", "in-faro"], "did you mean 'in'?"),
    (&["out-shuffle", "outshuffle", "outfaro", "out-faro"], "did you mean 'out'?"),
    (&["perfect", "weave", "interlace", "faro-shuffle", "farro"], "perfect shuffles are 'out' and 'in'"),
    (&["hindu", "strip", "running-cut"], "the nearest are 'overhand:0.2' and 'overhand:5:5'"),
    (&["pile", "piles"], "did you mean 'deal:4'?"),
    (&["australian", "josephus"], "did you mean 'down-under'?"),
    (&["klondike"], "did you mean 'milk'?"),
    (&["sort", "sort-random", "random-sort", "coinsort"], "did you mean 'coin-sort:quick'?"),
    (&["undo", "inverse", "unshuffle"], "an inverse is written in^-1 or (in cut:26)^-1"),
    (&["anti-faro", "antifaro", "reverse-faro", "unfaro"], "the inverse of a faro is 'out^-1' or 'in^-1'"),
    (&["nothing", "identity", "none", "id"], "no move at all is written ()"),
];

/// Returns what to write in the place of a name that people know.
pub fn other_name(text: &str) -> Option<&'static str> {
    let text = text.to_lowercase();
    OTHER_NAMES.iter().find(|(names, _)| names.contains(&text.as_str())).map(|(_, remedy)| *remedy)
}

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
