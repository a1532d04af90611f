//! Says what to type for texts in which some decks follow from others: decks before a shuffle, steps of it, and decks after a cut.

use faro_audit::lines::{face, longest_run};

use super::pairs::is_alike;

/// Minimum number of cards in lines that are compared with one another.
pub const MIN_DECK: usize = 5;

/// Minimum number of lines that follow from others.
pub const MIN_AGAIN: usize = 5;

/// Maximum number of different labels, such as `before:` and `after:`. More may be names.
const MAX_LABELS: usize = 4;

/// Minimum number of letters of a title.
const MIN_LETTERS: usize = 3;

/// Names of decks before a shuffle, as beginnings of words.
const BEFORE: [&str; 7] = [
    "before",
    "orig",
    "start",
    "init",
    "unshuffled",
    "old",
    "input",
];

/// Returns the words directly before the cards of a line that have no digits and are no cards, with a star for the text
/// before them. `None` if there are none, or if a pattern cannot have them.
pub fn label(before: &str) -> Option<String> {
    let is_fixed = |word: &&str| {
        !word.contains(|letter: char| letter.is_ascii_digit()) && face(word.trim()).is_none()
    };
    let words = before.split_inclusive(' ').rev().take_while(is_fixed);
    let changing = before.len() - words.map(str::len).sum::<usize>();
    let fixed = &before[changing..];
    let star = if changing > 0 { "*" } else { "" };
    if fixed.trim().is_empty() {
        // A number before the cards ends at the first separator, or with a colon.
        let number = before.trim_end_matches([' ', ',', ';', '\t']);
        if let Some(name) = number.strip_suffix(':') {
            return name
                .ends_with(|letter: char| letter.is_ascii_digit())
                .then(|| "*: ".into());
        }
        let separator = before[number.len()..].chars().next()?;
        return number
            .parse::<u64>()
            .is_ok()
            .then(|| format!("*{separator}"));
    }
    let is_plain = !fixed.contains(['\'', '"', '*', '{']);
    is_plain.then(|| format!("{star}{fixed}"))
}

/// Returns the message for a text in which some decks follow from others.
pub fn message(text: &str) -> Option<String> {
    labels(text)
        .or_else(|| titles(text))
        .or_else(|| two_lists(text))
}

/// Returns the message for lines of two decks of the same cards with a bar between them.
pub fn halves(text: &str) -> Option<String> {
    let is_pair = |line: &str| {
        let cards = |half: &str| {
            let words = half.split([' ', ',', '\t']).filter(|word| !word.is_empty());
            let mut cards: Vec<String> = words.map(String::from).collect();
            cards.sort_unstable();
            cards
        };
        let halves = line
            .split_once('|')
            .map(|(before, after)| [cards(before), cards(after)]);
        halves.is_some_and(|[before, after]| before.len() >= MIN_DECK && before == after)
    };
    (text.lines().count() > 1 && text.lines().all(is_pair)).then(|| {
        "each line has two decks of the same cards; --start each takes the first one as the order before the shuffle".into()
    })
}

/// Returns the message for lines with several labels, if the decks of some labels follow from other lines: they are all the
/// same, or nearly the deck in the line before, or its cut or reversal. Without labels, every second line must have the same
/// deck.
fn labels(text: &str) -> Option<String> {
    let deck = |line| {
        let (place, cards) = longest_run(line).filter(|(_, cards)| cards.len() >= MIN_DECK)?;
        Some((label(&line[..place.start]), cards))
    };
    let decks: Vec<(Option<String>, Vec<&str>)> = text.lines().filter_map(deck).collect();
    let mut labels: Vec<&str> = Vec::new();
    for (label, _) in &decks {
        let label = label.as_deref().unwrap_or_default();
        if !labels.contains(&label) {
            labels.push(label);
        }
        (labels.len() <= MAX_LABELS).then_some(())?;
    }
    let is_same = |places: &[usize]| places.iter().all(|&at| decks[at].1 == decks[places[0]].1);
    if labels.len() < 2 {
        let lines = [0, 1].map(|rest| (rest..decks.len()).step_by(2).collect::<Vec<usize>>());
        let [one, other] = lines.map(|lines| lines.len() > MIN_AGAIN && is_same(&lines));
        let rest = u8::from(other);
        let is_plain = decks.len() == text.lines().count();
        return (is_plain && one != other).then(|| format!("every second line has the same deck, as before a shuffle; for the others type awk 'NR % 2 == {rest}' FILE | faro audit"));
    }
    let places_of = |label: &str| -> Vec<usize> {
        let has_label = |at: &usize| decks[*at].0.as_deref().unwrap_or_default() == label;
        (0..decks.len()).filter(has_label).collect()
    };
    let follows = |label: &str| {
        let places = places_of(label);
        let is_next = |&&at: &&usize| at > 0 && is_alike(&decks[at - 1].1, &decks[at].1);
        // The first step of each shuffle follows from no line.
        let are_next = 4 * places.iter().filter(is_next).count() >= 3 * places.len();
        places.len() > MIN_AGAIN && (is_same(&places) || are_next)
    };
    let (mut left, mut judged): (Vec<&str>, Vec<&str>) =
        labels.iter().partition(|label| follows(label));
    if left.is_empty() {
        return pairs(&labels, text);
    }
    if judged.is_empty() {
        // The last step of a shuffle is its result.
        let changes = |label: &&str| !is_same(&places_of(label));
        judged.push(left.iter().copied().rfind(changes)?);
        left.retain(|label| *label != judged[0]);
    }
    if left.contains(&"") {
        return None;
    }
    let left: Vec<String> = left
        .iter()
        .map(|label| format!("'{}'", label.trim_end_matches([' ', '['])))
        .collect();
    Some(format!(
        "the decks after {} were not shuffled, or follow from other lines; for the decks to judge type --pattern '{}{{deck}}'",
        left.join(", "),
        judged[judged.len() - 1]
    ))
}

/// Returns the message for lines with titles between them, if the cards below some titles are always the same.
fn titles(text: &str) -> Option<String> {
    let is_title = |line: &&str| {
        let are_cards = |cards: Vec<&str>| cards.len() > 1 || face(cards[0]).is_some();
        let has_cards = longest_run(line).is_some_and(|(_, cards)| are_cards(cards));
        let letters = line.chars().filter(|letter| letter.is_alphabetic()).count();
        let is_plain = letters >= MIN_LETTERS && !line.contains(['"', '>']);
        is_plain && !has_cards && face(line.trim()).is_none()
    };
    let key = |line: &str| -> String {
        let end = line.find(|letter: char| letter.is_ascii_digit());
        let text = line[..end.unwrap_or(line.len())].trim();
        let plain = |letter: char| {
            if letter.is_alphanumeric() || letter == ' ' {
                letter
            } else {
                '.'
            }
        };
        text.chars().map(plain).collect()
    };
    // The cards below each title.
    let mut blocks: Vec<(String, Vec<String>)> = Vec::new();
    let mut block = None;
    for line in text.lines() {
        if is_title(&line) {
            let key = key(line);
            let at = blocks.iter().position(|(title, _)| *title == key);
            let at = at.unwrap_or_else(|| {
                blocks.push((key, Vec::new()));
                blocks.len() - 1
            });
            (blocks.len() <= MAX_LABELS).then_some(())?;
            blocks[at].1.push(String::new());
            block = Some(at);
        } else if !line.trim().is_empty()
            && longest_run(line).is_none()
            && face(line.trim()).is_none()
        {
            return None;
        } else if let Some(cards) = block.and_then(|at: usize| blocks[at].1.last_mut()) {
            cards.push_str(line);
        }
    }
    // The last one may not be there as a whole.
    blocks[block?].1.pop();
    blocks.retain(|(_, cards)| cards.iter().any(|cards| !cards.is_empty()));
    let is_same = |cards: &Vec<String>| cards.windows(2).all(|pair| pair[0] == pair[1]);
    let (same, others): (Vec<_>, Vec<_>) = blocks.iter().partition(|(_, cards)| is_same(cards));
    let are_many = blocks
        .iter()
        .all(|(title, cards)| cards.len() >= MIN_AGAIN && !title.is_empty());
    let (judged, _) = others.last().filter(|_| are_many && !same.is_empty())?;
    let left = blocks
        .iter()
        .map(|(title, _)| title)
        .filter(|title| *title != judged);
    let left = left.map(String::as_str).collect::<Vec<_>>().join("|");
    Some(format!(
        "the cards below some titles are always the same, as before a shuffle; for those below the others type awk '/^ *({left})/ {{shown = 0; next}} /^ *{judged}/ {{shown = 1; next}} shown' FILE | faro audit"
    ))
}

/// Returns whether a name says that a deck is the order before a shuffle.
pub fn is_before(name: &str) -> bool {
    let name = name.to_lowercase();
    BEFORE.iter().any(|word| name.starts_with(word))
}

/// Returns the message for decks before and after a shuffle on lines in turn.
fn pairs(labels: &[&str], text: &str) -> Option<String> {
    let [before, after] = labels else { return None };
    let is_before = is_before(before.trim_start_matches(['*', ' ', '.']));
    let is_plain = |label: &str| label.trim_end_matches([' ', '[']).ends_with(':');
    let mut lines = text.lines();
    let are_pairs = std::iter::from_fn(|| Some([lines.next()?, lines.next()?]))
        .all(|pair| pair[0].contains(before.trim_matches(['*', ' '])));
    (is_before && is_plain(before) && is_plain(after) && are_pairs).then(|| {
        format!("the decks after '{}' come before the shuffle; type paste -d'|' - - <FILE | sed 's/[^|:]*: *//g' | faro audit --start each", before.trim_end_matches([' ', '[']))
    })
}

/// Returns the message for lines of JSON with two lists, of which the first is the same deck in all lines.
fn two_lists(text: &str) -> Option<String> {
    let lists = |line: &str| {
        let (first, second) = line.trim().strip_prefix("[[")?.split_once(']')?;
        let second = second.trim_start_matches([',', ' ']).strip_prefix('[')?;
        let second = second.strip_suffix("]]")?;
        let [cards, others] = [first, second].map(|list| list.split(',').count());
        (cards == others && cards >= MIN_DECK && !second.contains(']')).then(|| first.to_string())
    };
    let first: Option<Vec<String>> = text.lines().map(lists).collect();
    let is_same = |first: &Vec<String>| {
        first.len() >= MIN_AGAIN && first.iter().all(|deck| *deck == first[0])
    };
    first.filter(is_same).map(|_| {
        r"each line has two lists, of which the first is always the same deck, as before a shuffle; for the second type sed 's/.*\], *\[/[/; s/\]\]/]/' FILE | faro audit".into()
    })
}
