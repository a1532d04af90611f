//! Reads lists of cards with the number of copies of each, as card games export them.

/// Headings of sections whose cards are in the deck.
const SECTIONS: [&str; 6] = [
    "deck",
    "main",
    "maindeck",
    "mainboard",
    "commander",
    "companion",
];

/// Headings of sections whose cards are not in the deck.
const ASIDE: [&str; 4] = ["sideboard", "maybeboard", "considering", "tokens"];

/// Reads a list of cards, and returns the number of copies and the name of each.
///
/// The list is one line such as `24 land, 36 spell`, or has one entry on each line, as card games export it: `4
/// Lightning Bolt (M10) 146`. Comments and the cards of a section `Sideboard` are skipped.
///
/// ```
/// use faro_audit::lines::deck_list;
///
/// let list = deck_list("4 Lightning Bolt (M10) 146\n20 Mountain").unwrap();
/// assert_eq!(list, [(4, "Lightning Bolt".to_string()), (20, "Mountain".to_string())]);
/// ```
///
/// # Errors
///
/// The text of the first entry that is not a count and a name.
pub fn deck_list(text: &str) -> Result<Vec<(usize, String)>, String> {
    let (mut entries, mut is_aside) = (Vec::new(), false);
    let lines = text.lines().map(str::trim);
    let is_comment = |line: &str| line.is_empty() || line.starts_with(['#', '/']);
    for line in lines.filter(|line| !is_comment(line) && !line.starts_with("SB:")) {
        let heading = line.trim_end_matches(':').to_lowercase();
        match heading.as_str() {
            heading if SECTIONS.contains(&heading) => is_aside = false,
            heading if ASIDE.contains(&heading) || heading == "about" => is_aside = true,
            _ if is_aside => {}
            _ => {
                for part in parts(line) {
                    entries.push(entry(part).ok_or(part)?);
                }
            }
        }
    }
    Ok(entries)
}

/// Splits a line at its commas if each part starts with a count, otherwise returns the whole line as one part.
fn parts(line: &str) -> Vec<&str> {
    let parts: Vec<&str> = line
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    let has_count = |part: &&str| part.starts_with(|letter: char| letter.is_ascii_digit());
    if parts.iter().skip(1).any(has_count) || parts.len() < 2 {
        parts
    } else {
        vec![line]
    }
}

/// Reads an entry such as `4x Lightning Bolt (M10) 146` as a count and a name.
fn entry(text: &str) -> Option<(usize, String)> {
    let (count, name) = text.split_once(char::is_whitespace)?;
    let count = count
        .trim_end_matches(['x', 'X'])
        .parse()
        .ok()
        .filter(|&count| count > 0)?;
    let is_code = |code: &str| {
        let is_part = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit();
        (2..=6).contains(&code.len()) && code.chars().all(is_part)
    };
    let printing = name.find(" (").filter(|&at| {
        let inside = name[at + 2..].split_once(')');
        inside.is_some_and(|(code, _)| is_code(code))
    });
    let name = name[..printing.unwrap_or(name.len())].trim();
    (!name.is_empty()).then(|| (count, name.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_games() {
        let read = |text: &str| deck_list(text).unwrap();
        let cards = [
            (4, "Lightning Bolt".to_string()),
            (1, "Jace, the Mind Sculptor".into()),
        ];
        let list =
            "Deck\n4 Lightning Bolt (M10) 146\n1x Jace, the Mind Sculptor\n\nSideboard\n2 Duress\n";
        assert_eq!(read(list), cards);
        assert_eq!(
            read("// mine\nSB: 3 Duress\n4 Lightning Bolt\n1 Jace, the Mind Sculptor *F*")[0],
            cards[0]
        );
        assert_eq!(
            read("24 land, 36 big spell"),
            [(24, "land".into()), (36, "big spell".into())]
        );
        for text in ["land", "0 land", "x land", "4 land, spell, 3 bear", "24"] {
            assert!(deck_list(text).is_err(), "{text}");
        }
    }
}
