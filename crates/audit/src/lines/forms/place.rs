//! Finds the deck in a line that also has other words.

use super::face::numbered_face;
use super::run::run;
use super::tokens::{MIN_CARDS, Separator, are_consecutive, fields, sorted, tokens};

/// The place of the deck in a line of words. It consists of the part of the line, its separator, the number of words
/// before and after the deck, and the labels between the cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    part: Part,
    separator: Separator,
    before: usize,
    after: usize,
    /// The words that are the same on all lines and are not cards, such as the names of players, with their indices
    /// among the other words.
    labels: Vec<(usize, String)>,
    /// The words that are the same on all lines, and may be labels or cards that never move.
    doubtful: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Whole,
    /// The text inside the last square brackets or, without these, the last parentheses.
    Brackets,
    /// The text inside the last double quotes.
    Quotes,
    /// The text after the last colon that a space follows, or after the last equals sign between spaces.
    AfterColon,
    /// The longest run of playing cards or of numbers.
    Run,
}

/// Maximum numbers of words before the deck and after the deck.
const MAX_AROUND: [usize; 2] = [6, 3];

/// Maximum number of lines without a deck before the first deck.
const MAX_HEADING: usize = 5;

/// Minimum number of lines with the same word at the same index that show that a word of unknown meaning is no card.
const MIN_EQUAL: usize = 8;

impl Place {
    /// Returns whether the deck is the whole line.
    pub fn is_whole(&self) -> bool {
        self.before + self.after == 0 && self.part == Part::Whole
    }

    fn has_brackets(&self) -> bool {
        matches!(self.part, Part::Brackets | Part::Quotes)
    }

    /// Returns the different labels between the cards, separated by commas.
    pub fn labels(&self) -> String {
        let mut labels: Vec<&str> = Vec::new();
        for (_, label) in &self.labels {
            if !labels.contains(&label.as_str()) {
                labels.push(label);
            }
        }
        labels.join(", ")
    }

    /// Returns the words that are the same on all lines and count as cards, but may be labels.
    pub fn doubtful(&self) -> &[String] {
        &self.doubtful
    }

    /// Returns the words of `line` at this place, which are the cards if the line has a deck.
    pub fn cards(&self, line: &str) -> Vec<String> {
        let words = match self.part {
            Part::Run => run(line),
            part => tokens(part.of(line), self.separator),
        };
        let end = words.len().saturating_sub(self.after);
        let between = words.get(self.before.min(end)..end).unwrap_or_default();
        let is_label = |index: usize| self.labels.iter().any(|(label, _)| *label == index);
        let cards = (0..).zip(between).filter(|(index, _)| !is_label(*index));
        cards.map(|(_, word)| word.clone()).collect()
    }

    /// Returns this place with the labels that `lines` have: words that are the same on all lines, beside words that
    /// are playing cards or consecutive numbers. If the lines have still other words, and no cards that are known, words
    /// that are the same on all lines are labels if they are written otherwise, or doubtful.
    fn labelled(self, lines: &[&str]) -> Place {
        let Some((last, others)) = lines.split_last() else {
            return self;
        };
        if others.is_empty() || are_known(&self.cards(last)) {
            return self;
        }
        let mut fixed: Vec<(usize, String)> = (0..).zip(self.cards(last)).collect();
        // A few lines at the start may be a heading.
        for line in &others[others.len().min(MAX_HEADING).min(others.len() / 2)..] {
            let words = self.cards(line);
            fixed.retain(|(index, word)| words.get(*index) == Some(word));
            if fixed.is_empty() {
                return self;
            }
        }
        let is_face = |word: &str| numbered_face(word).is_some();
        let is_number = |word: &str| word.parse::<usize>().is_ok();
        let kinds: [&dyn Fn(&str) -> bool; 2] = [&is_face, &is_number];
        let labelled = kinds.into_iter().find_map(|is_card| {
            let mut labels = fixed.clone();
            // A word with a bracket is a part of a list.
            labels.retain(|(_, word)| !is_card(word) && !word.contains(['[', '(']));
            let place = Place {
                labels,
                ..self.clone()
            };
            let cards = place.cards(last);
            let is_deck = cards.len() > MIN_CARDS && are_known(&cards);
            (is_deck && cards.iter().all(|card| is_card(card))).then_some(place)
        });
        if let Some(place) = labelled {
            return place;
        }
        let is_moving = |word: &String| {
            let mut cards = (0..).zip(self.cards(last)).filter(|(_, card)| card == word);
            cards.any(|card| !fixed.contains(&card))
        };
        // All that is in brackets is meant, and a card that moves elsewhere is no label.
        let mut others = fixed.clone();
        others.retain(|(_, word)| !self.has_brackets() && !is_moving(word));
        let is_log = !self.is_whole() && lines.len() >= MIN_EQUAL;
        let times = |word: &String| others.iter().filter(|(_, other)| other == word).count();
        let is_sign = |word: &String| {
            word.ends_with([':', '=']) || word.is_ascii() && !word.contains(char::is_alphanumeric)
        };
        let first = (0..).find(|index| fixed.iter().all(|(fixed, _)| fixed != index));
        let moving = (0..)
            .zip(self.cards(last))
            .filter(|card| !fixed.contains(card));
        let styles: Vec<[bool; 3]> = moving.map(|(_, card)| style(&card)).collect();
        let is_of_log = |(index, word): &(usize, String)| {
            let is_known = OF_LOGS.contains(&word.to_lowercase().as_str());
            let is_before = first.is_some_and(|first| *index < first);
            let is_small = word.chars().all(|letter| letter.is_ascii_lowercase());
            let is_other = (is_before || is_small) && !styles.contains(&style(word));
            times(word) > 1 || is_known || is_other
        };
        // A word such as `vs` between names comes several times, and always at the same places, of which no two are
        // neighbours.
        let is_between = |word: &String| {
            let of_word = others.iter().filter(|(_, other)| other == word);
            let places: Vec<usize> = of_word.map(|(place, _)| *place).collect();
            let are_apart = places.windows(2).all(|pair| pair[1] > pair[0] + 1);
            let is_plain = word.chars().all(|letter| letter.is_ascii_lowercase());
            is_plain && places.len() > 1 && are_apart && lines.len() >= MIN_EQUAL
        };
        // Between commas, all words are cards.
        let is_label = |card: &(usize, String)| {
            let is_word = if is_log {
                is_of_log(card)
            } else {
                is_between(&card.1)
            };
            self.separator == Separator::Space && (is_sign(&card.1) || is_word)
        };
        let (labels, mut doubtful): (Vec<_>, Vec<_>) = others.iter().cloned().partition(is_label);
        doubtful.retain(|_| is_log);
        let doubtful = doubtful.into_iter().map(|(_, word)| word).collect();
        Place {
            labels,
            doubtful,
            ..self
        }
    }
}

/// Words beside decks that are no cards.
const OF_LOGS: [&str; 14] = [
    "after", "cards", "done", "deck", "from", "in", "ms", "now", "order", "result", "seconds",
    "shuffle", "shuffled", "took",
];

/// Returns how a word is written: whether it begins with a capital letter, and has small letters and digits.
fn style(word: &str) -> [bool; 3] {
    [
        word.starts_with(char::is_uppercase),
        word.contains(char::is_lowercase),
        word.contains(|letter: char| letter.is_ascii_digit()),
    ]
}

impl Part {
    fn of(self, line: &str) -> &str {
        let between = |open: char, close: char| {
            let end = line.rfind(close)?;
            let begin = line[..end].rfind(open)?;
            Some(&line[begin + 1..end])
        };
        match self {
            Part::Whole | Part::Run => line,
            Part::Brackets => between('[', ']')
                .or_else(|| between('(', ')'))
                .unwrap_or(line),
            Part::Quotes => between('"', '"').unwrap_or(line),
            Part::AfterColon => {
                let ends = [": ", " = "].into_iter();
                let ends = ends.filter_map(|sign| Some(line.rfind(sign)? + sign.len()));
                ends.max().map_or(line, |end| &line[end..])
            }
        }
    }
}

/// Returns whether all cards are playing cards, or are the consecutive numbers from 0 or from 1.
pub fn are_known(cards: &[String]) -> bool {
    are_consecutive(cards) || cards.iter().all(|card| numbered_face(card).is_some())
}

/// Returns whether the first and whether the last column of a table is no card: its value never changes, and the first line
/// calls it otherwise than all other columns, such as `table,c1,c2,c3`.
pub fn apart(lines: &[&str]) -> [bool; 2] {
    let mut rows = lines.iter().map(|line| fields(line));
    let names = rows.next().unwrap_or_default();
    let rows: Vec<Vec<String>> = rows.filter(|row| row.len() == names.len()).collect();
    let is_name = |name: &String| name.contains(char::is_alphabetic);
    if names.len() < MIN_CARDS + 2 || rows.len() < 2 || !names.iter().all(is_name) {
        return [false; 2];
    }
    let stem =
        |name: &String| String::from(name.trim_end_matches(|letter: char| letter.is_ascii_digit()));
    let stems: Vec<String> = names.iter().map(stem).collect();
    let last = stems.len() - 1;
    [0, last].map(|column| {
        let mut cards = stems[1..last].iter();
        let value = &rows[0][column];
        let is_constant =
            || names[column] != *value && rows.iter().all(|row| row[column] == *value);
        stems[1] != stems[column] && cards.all(|stem| *stem == stems[1]) && is_constant()
    })
}

/// Returns the place of the deck in `lines`. It is the first place at which all lines, except for a few at the start,
/// have the same cards. `size` is the number of cards, if it is known.
pub fn place(lines: &[&str], size: Option<usize>) -> Option<Place> {
    let parts = [Part::Whole, Part::Brackets, Part::Quotes, Part::AfterColon];
    let separators = [
        Separator::Tab,
        Separator::Semicolon,
        Separator::Comma,
        Separator::TwoSpaces,
        Separator::Signs,
        Separator::Pairs,
        Separator::Words(2),
        Separator::Words(3),
        Separator::Space,
    ];
    let around = (0..=MAX_AROUND[1])
        .flat_map(|after| (0..=MAX_AROUND[0]).map(move |before| (before, after)));
    let places: Vec<Place> = around
        .flat_map(|(before, after)| {
            parts.into_iter().flat_map(move |part| {
                separators.into_iter().map(move |separator| Place {
                    part,
                    separator,
                    before,
                    after,
                    ..Place::default()
                })
            })
        })
        .chain([Place {
            part: Part::Run,
            ..Place::default()
        }])
        .collect();
    let holds = |place: &Place| {
        let cards = |line: &&str| sorted(place.cards(line));
        let Some(last) = lines.last().map(cards) else {
            return false;
        };
        let has_size = size.is_none_or(|size| size == last.len());
        let many = lines.len() > 1 || place.before + place.after == 0;
        // In a single line, only numbers and playing cards can be distinguished from other words.
        let is_clear = lines.len() > 1 || are_known(&last);
        if last.len() <= MIN_CARDS || !has_size || !many || !is_clear {
            return false;
        }
        // Words beside commas are parts of names if most names have several, or if some words are equal.
        let are_parts = || {
            let names = lines.last().map(|line| tokens(line, Separator::Comma));
            names.is_some_and(|names| {
                let long = names.iter().filter(|name| name.contains('_')).count();
                let are_equal = last.windows(2).any(|pair| pair[0] == pair[1]);
                names.len() > MIN_CARDS && (2 * long > names.len() || long > 0 && are_equal)
            })
        };
        if place.separator == Separator::Space && !are_known(&last) && are_parts() {
            return false;
        }
        // A run beside other words that never changes may be something else than a deck.
        let order = |line: &&str| place.cards(line);
        let is_phrase = place.has_brackets() && place.separator == Separator::Space;
        let is_phrase = is_phrase && !are_known(&last);
        let may_be_other =
            place.part == Part::Run || is_phrase || matches!(place.separator, Separator::Words(_));
        if may_be_other
            && lines
                .windows(2)
                .all(|pair| order(&pair[0]) == order(&pair[1]))
        {
            return false;
        }
        let equal = lines
            .iter()
            .rev()
            .take_while(|line| cards(line) == last)
            .count();
        let heading = lines.len() - equal;
        heading <= MAX_HEADING && (heading == 0 || equal > 1)
    };
    // The first field of a row between bars may be its number.
    let is_row = |place: &Place| {
        let has_bars = || lines.iter().all(|line| line.starts_with('|'));
        let is_first = place.part == Part::Whole && [place.before, place.after] == [1, 0];
        place.separator == Separator::Signs && is_first && has_bars()
    };
    // Labels are the same on all lines, so that the last two lines have the same cards with them, too.
    let are_alike = |place: &Place| match lines {
        [.., previous, last] => {
            let [previous, last] = [previous, last].map(|line| place.cards(line));
            previous.len() == last.len() && sorted(previous) == sorted(last)
        }
        _ => true,
    };
    let apart = apart(lines).map(usize::from);
    let is_deck = |place: &Place| {
        lines
            .last()
            .is_some_and(|line| are_known(&place.cards(line)))
    };
    let held: Vec<Place> = places
        .into_iter()
        .filter(|place| place.before >= apart[0] && place.after >= apart[1])
        // Parts of a log stand between bars too.
        .filter(|place| !place.separator.is_of_names() || place.is_whole() || is_row(place))
        .filter(are_alike)
        .map(|place| place.labelled(lines))
        .filter(holds)
        .collect();
    let (first, last) = (held.first()?, lines.last()?);
    // A list in brackets or after a colon is a deck if all other words are the same on all lines.
    let is_list = |place: &&Place| {
        let is_inside = place.has_brackets() || place.part == Part::AfterColon;
        let is_inside = is_inside && place.before + place.after == 0;
        let is_likely = [first.separator, Separator::Comma].contains(&place.separator);
        let is_inside = is_inside && is_likely && first.separator != Separator::Signs;
        let is_part = place.cards(last) != first.cards(last) && place.part.of(last) != *last;
        let others = |line: &&str| {
            let cards = place.cards(line);
            let mut words = first.cards(line);
            words.retain(|word| !cards.contains(word));
            words
        };
        is_inside
            && is_part
            && lines
                .windows(2)
                .all(|pair| others(&pair[0]) == others(&pair[1]))
    };
    // Prefers a place at which the cards are numbers or playing cards, because a word that all lines share need not be
    // a card.
    let chosen = match is_deck(first) {
        true => None,
        false => held
            .iter()
            .find(|place| is_deck(place))
            .or_else(|| held.iter().find(is_list)),
    };
    Some(chosen.unwrap_or(first).clone())
}
