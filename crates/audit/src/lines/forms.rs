//! Texts that hold decks, but not as plain lines of them.
//!
//! A form is guessed from the beginning of a text and then holds for all of it: a line that does not fit is an error.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;

use super::error::MAX_CARDS;

/// A form of text with decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Boards of bridge in the Portable Bridge Notation, by their tags `[Deal "N:…"]`.
    Pbn,
    /// Boards of bridge in the notation of Bridge Base Online, by their parts `md|…|`.
    Lin,
    /// Boards of bridge, one a line: four hands with the symbols or letters of suits.
    Boards,
    /// A deck a line, among other words that differ from line to line.
    Words,
    /// A card a line, with a blank line between decks or not.
    Cards,
    /// A table with a header and a row for each card.
    Rows,
    /// A letter for each card, without spaces.
    Letters,
    /// All decks one after another, without lines.
    Stream,
}

impl Form {
    /// All forms, in the order in which they are tried.
    pub const ALL: [Form; 8] = [
        Form::Pbn,
        Form::Lin,
        Form::Boards,
        Form::Rows,
        Form::Words,
        Form::Letters,
        Form::Cards,
        Form::Stream,
    ];

    /// Returns the name by which the form is chosen.
    pub fn name(self) -> &'static str {
        match self {
            Form::Pbn => "pbn",
            Form::Lin => "lin",
            Form::Boards => "boards",
            Form::Words => "words",
            Form::Cards => "cards",
            Form::Rows => "rows",
            Form::Letters => "letters",
            Form::Stream => "stream",
        }
    }

    /// Returns whether a deck is four hands, each in any order.
    pub fn has_hands(self) -> bool {
        matches!(self, Form::Pbn | Form::Lin | Form::Boards)
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Pbn => "PBN: boards of four hands",
            Form::Lin => "LIN: boards of four hands",
            Form::Boards => "boards of four hands, one a line",
            Form::Words => "a deck a line, among other words",
            Form::Cards => "a card a line",
            Form::Rows => "a table with a row for each card",
            Form::Letters => "a letter for each card",
            Form::Stream => "decks one after another, without lines",
        })
    }
}

/// The cards of a deck, as far as they are known before the shuffle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// Numbers, whose order before the shuffle is theirs.
    Order,
    /// These names, sorted: the order before the shuffle is not known.
    Names(Vec<String>),
    /// Several cards have the same name.
    Kinds,
}

/// Finds the decks in the lines of a text of a form.
#[derive(Clone, Debug)]
pub struct Translator {
    form: Form,
    /// The number of cards of a deck, once it is known.
    size: Option<usize>,
    /// Where the deck is in a line of words.
    place: Place,
    /// The sorted cards of the first deck.
    cards: Option<Vec<String>>,
    /// Whether the first deck has come.
    has_begun: bool,
    /// The cards of a deck that is not complete yet.
    held: Vec<String>,
    /// The columns of a table: of the deck, if it has one, and of the card.
    columns: Option<(Option<usize>, usize)>,
    /// The deck of the last row of a table.
    last: Option<String>,
}

/// Where the deck is in a line of words: the text that is split, how it is split, and the words before and after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Place {
    part: Part,
    separator: Separator,
    before: usize,
    after: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Whole,
    /// What is in the last brackets.
    Brackets,
    /// What is in the last double quotes.
    Quotes,
    /// What follows the last colon with a space behind it.
    AfterColon,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Separator {
    #[default]
    Space,
    Comma,
    Semicolon,
    Tab,
}

/// Maximum number of words before the deck, and of those after it.
const MAX_AROUND: [usize; 2] = [6, 3];

/// Maximum number of lines before the first deck that are no decks.
const MAX_HEADING: usize = 5;

/// Minimum number of cards of a deck.
const MIN_CARDS: usize = 2;

impl Translator {
    /// Returns the first form that all lines of the beginning of a text have.
    ///
    /// `cards` is the number of cards, if it is known. The last line may be incomplete, and is not looked at unless it is the
    /// only one.
    pub fn guess(beginning: &str, cards: Option<usize>) -> Option<Translator> {
        Form::ALL
            .into_iter()
            .find_map(|form| Translator::of(form, beginning, cards))
    }

    /// Returns the translator of a form, or `None` if the beginning of the text does not have it.
    pub fn of(form: Form, beginning: &str, cards: Option<usize>) -> Option<Translator> {
        let mut lines: Vec<&str> = beginning.lines().collect();
        if !beginning.ends_with('\n') && lines.len() > 1 {
            lines.pop();
        }
        let mut translator = Translator {
            form,
            size: cards,
            place: Place::default(),
            cards: None,
            has_begun: false,
            held: Vec::new(),
            columns: None,
            last: None,
        };
        translator.learn(&lines)?;
        let learned = translator.clone();
        let mut decks = 0;
        for line in &lines {
            decks += translator.line(line).ok()?.len();
        }
        if form == Form::Stream || lines.len() == 1 || matches!(form, Form::Cards | Form::Rows) {
            decks += usize::from(translator.finish().ok()?.is_some());
        }
        // One line of names, or of cards of which some look alike, may be anything.
        let is_certain = form.has_hands() || translator.known() == Known::Order;
        (decks > usize::from(!is_certain) && translator.has_cards()).then_some(learned)
    }

    /// Returns whether the cards of the first deck may be those of a deck.
    fn has_cards(&self) -> bool {
        let cards = self.cards.as_deref().unwrap_or_default();
        let numbers: Vec<u64> = cards.iter().map_while(|card| card.parse().ok()).collect();
        let first = numbers.first().copied().unwrap_or(0);
        let are_consecutive = numbers
            .iter()
            .zip(first..)
            .all(|(&number, expected)| number == expected);
        let are_names = numbers.is_empty();
        let are_numbers = numbers.len() == cards.len() && first <= 1 && are_consecutive;
        let differ = cards.first() != cards.last();
        cards.len() <= MAX_CARDS && differ && (are_names || are_numbers)
    }

    /// Returns what a text is read as.
    pub fn description(&self) -> String {
        match self.form {
            Form::Words
                if self.place.before + self.place.after == 0 && self.place.part == Part::Whole =>
            {
                "a deck a line".into()
            }
            form => form.to_string(),
        }
    }

    /// Returns the form.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Learns from the first lines what differs from text to text.
    fn learn(&mut self, lines: &[&str]) -> Option<()> {
        match self.form {
            Form::Words => {
                let plain: Vec<String> = lines.iter().map(|line| without_colours(line)).collect();
                let decks: Vec<&str> = plain
                    .iter()
                    .map(|line| line.trim())
                    .filter(|line| !is_remark(line))
                    .collect();
                self.place = place(&decks, self.size)?;
                self.check(self.place.cards(decks.last()?)).ok()?;
            }
            Form::Letters => {
                let words = || {
                    lines
                        .iter()
                        .map(|line| line.trim())
                        .filter(|line| !line.is_empty())
                };
                let first = sorted(words().next()?.chars().map(String::from).collect());
                let is_deck =
                    |word: &str| sorted(word.chars().map(String::from).collect()) == first;
                (first.len() > MIN_CARDS
                    && words().all(|word| !word.contains(' ') && is_deck(word)))
                .then_some(())?;
            }
            Form::Cards => {
                let cards = |line: &&str| tokens(line, Separator::Space).len();
                let is_card =
                    |line: &&str| cards(line) <= 1 || !line.contains([' ', '\t', ',', ';']);
                (lines.len() > MIN_CARDS && lines.iter().all(is_card)).then_some(())?;
                if self.size.is_none() {
                    let first = lines.iter().skip_while(|line| line.trim().is_empty());
                    let blank = first.clone().position(|line| line.trim().is_empty());
                    let mut seen = HashMap::new();
                    let twice = first
                        .clone()
                        .position(|line| seen.insert(line.trim(), ()).is_some());
                    self.size = blank.or(twice).or(Some(first.count()));
                }
                self.size.filter(|&size| size >= MIN_CARDS)?;
            }
            Form::Rows => {
                let heading = fields(lines.first()?);
                let column = |names: &[&str]| {
                    heading
                        .iter()
                        .position(|name| names.contains(&name.to_lowercase().as_str()))
                };
                let card = column(&["card", "face", "value"])?;
                let deck = column(&["game", "deck", "shuffle", "hand", "round", "id"]);
                (heading.len() > 1).then_some(())?;
                self.columns = Some((deck, card));
            }
            Form::Stream => {
                self.size?;
                (lines.len() == 1).then_some(())?;
            }
            Form::Pbn | Form::Lin | Form::Boards => {}
        }
        Some(())
    }

    /// Returns the decks that a line completes: cards separated by spaces.
    ///
    /// # Errors
    ///
    /// If the line does not fit the form or the first deck.
    pub fn line(&mut self, line: &str) -> Result<Vec<String>, String> {
        let line = without_colours(line);
        let line = line.trim();
        let deck = match self.form {
            Form::Pbn => match line.strip_prefix("[Deal \"") {
                Some(deal) => pbn(deal).ok_or("this deal has not four hands of 13 cards")?,
                None => return Ok(Vec::new()),
            },
            Form::Lin => match line
                .split_once("md|")
                .and_then(|(_, deal)| deal.split_once('|'))
            {
                Some((deal, _)) => lin(deal).ok_or("this deal has not four hands of 13 cards")?,
                None => return Ok(Vec::new()),
            },
            Form::Boards if line.is_empty() => return Ok(Vec::new()),
            Form::Boards => boards(line).ok_or("expected four hands of 13 cards")?,
            Form::Words if is_remark(line) => return Ok(Vec::new()),
            Form::Words => {
                let words = self.place.cards(line);
                match self.check(words) {
                    Ok(deck) => {
                        self.has_begun = true;
                        return Ok(vec![deck]);
                    }
                    // Words before the first deck.
                    Err(_) if !self.has_begun => return Ok(Vec::new()),
                    Err(why) => return Err(why),
                }
            }
            Form::Letters if line.is_empty() => return Ok(Vec::new()),
            Form::Letters => line.chars().map(String::from).collect(),
            Form::Cards => return Ok(self.one_more(line)?.into_iter().collect()),
            Form::Rows => return Ok(self.row(line)?.into_iter().collect()),
            Form::Stream => return self.stream(line),
        };
        self.check(deck).map(|deck| vec![deck])
    }

    /// Returns the deck that the end of the text completes, if it does.
    ///
    /// # Errors
    ///
    /// If a part of a deck is left.
    pub fn finish(&mut self) -> Result<Option<String>, String> {
        match std::mem::take(&mut self.held) {
            rest if rest.is_empty() => Ok(None),
            rest => self.check(rest).map(Some),
        }
    }

    /// Returns what is known of the cards after the first deck.
    pub fn known(&self) -> Known {
        let cards = self.cards.as_deref().unwrap_or_default();
        if cards.windows(2).any(|pair| pair[0] == pair[1]) {
            Known::Kinds
        } else if cards.iter().all(|card| card.parse::<u64>().is_ok()) {
            Known::Order
        } else {
            Known::Names(cards.to_vec())
        }
    }

    /// Checks a deck against the first one, and joins its cards.
    fn check(&mut self, deck: Vec<String>) -> Result<String, String> {
        let faces: Option<Vec<String>> = deck.iter().map(|card| face(card)).collect();
        let is_numeric = deck.iter().all(|card| card.parse::<u64>().is_ok());
        let deck = faces.filter(|_| !is_numeric).unwrap_or(deck);
        if deck.len() < MIN_CARDS {
            return Err("there is no deck in this line".into());
        }
        if let Some(size) = self.size.filter(|&size| size != deck.len()) {
            return Err(format!("{} cards instead of {size}", deck.len()));
        }
        let cards = sorted(deck.clone());
        match &self.cards {
            None => self.cards = Some(cards),
            Some(first) => {
                if let Some(other) = cards.iter().find(|card| !first.contains(card)) {
                    return Err(format!("'{other}' is not a card of the first deck"));
                }
                if *first != cards {
                    return Err(format!(
                        "{} cards that are not those of the first deck, which has {}",
                        cards.len(),
                        first.len()
                    ));
                }
            }
        }
        Ok(deck.join(" "))
    }

    /// Adds a line with one card, or ends a deck at a blank line.
    fn one_more(&mut self, line: &str) -> Result<Option<String>, String> {
        if line.is_empty() {
            return self.finish();
        }
        self.hold(vec![name(line)])
    }

    /// Adds cards, and returns the deck that they complete.
    fn hold(&mut self, cards: Vec<String>) -> Result<Option<String>, String> {
        self.held.extend(cards);
        match self.size {
            Some(size) if self.held.len() >= size => {
                let rest = self.held.split_off(size);
                let deck = std::mem::replace(&mut self.held, rest);
                self.check(deck).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Adds all cards of a line, and returns the decks that they complete.
    fn stream(&mut self, line: &str) -> Result<Vec<String>, String> {
        let mut decks = Vec::new();
        for card in tokens(line, Separator::Space) {
            decks.extend(self.hold(vec![card])?);
        }
        Ok(decks)
    }

    /// Adds a row of a table with a card.
    fn row(&mut self, line: &str) -> Result<Option<String>, String> {
        let (fields, (deck, card)) = (fields(line), self.columns.unwrap_or((None, 0)));
        let Some(card) = fields.get(card) else {
            return if line.is_empty() {
                Ok(None)
            } else {
                Err("there is no card in this row".into())
            };
        };
        let this = deck.and_then(|column| fields.get(column)).cloned();
        if self.last.is_none()
            && self.held.is_empty()
            && self.cards.is_none()
            && this.as_deref().is_some_and(is_heading)
        {
            return Ok(None);
        }
        let is_new = deck.is_some() && self.last.is_some() && self.last != this;
        let done = if is_new { self.finish()? } else { None };
        self.last = this;
        let more = self.hold(vec![name(card)])?;
        Ok(done.or(more))
    }
}

fn is_heading(text: &str) -> bool {
    ["game", "deck", "shuffle", "hand", "round", "id"].contains(&text.to_lowercase().as_str())
}

impl Place {
    /// Returns the cards of a line.
    fn cards(self, line: &str) -> Vec<String> {
        let words = tokens(self.part.of(line), self.separator);
        let end = words.len().saturating_sub(self.after);
        words
            .get(self.before.min(end)..end)
            .unwrap_or_default()
            .to_vec()
    }
}

impl Part {
    fn of(self, line: &str) -> &str {
        let between = |open: char, close: char| {
            let end = line.rfind(close)?;
            let begin = line[..end].rfind(open)?;
            Some(&line[begin + 1..end])
        };
        match self {
            Part::Whole => line,
            Part::Brackets => between('[', ']')
                .or_else(|| between('(', ')'))
                .unwrap_or(line),
            Part::Quotes => between('"', '"').unwrap_or(line),
            Part::AfterColon => line.rsplit_once(": ").map_or(line, |(_, rest)| rest),
        }
    }
}

/// Returns where decks are in lines: the first place at which all lines but the first few have the same cards.
fn place(lines: &[&str], size: Option<usize>) -> Option<Place> {
    let parts = [Part::Whole, Part::Brackets, Part::Quotes, Part::AfterColon];
    let separators = [
        Separator::Tab,
        Separator::Semicolon,
        Separator::Comma,
        Separator::Space,
    ];
    let around = (0..=MAX_AROUND[1])
        .flat_map(|after| (0..=MAX_AROUND[0]).map(move |before| (before, after)));
    let places = around.flat_map(|(before, after)| {
        parts.into_iter().flat_map(move |part| {
            separators.into_iter().map(move |separator| Place {
                part,
                separator,
                before,
                after,
            })
        })
    });
    let holds = |place: &Place| {
        let cards = |line: &&str| sorted(place.cards(line));
        let Some(last) = lines.last().map(cards) else {
            return false;
        };
        let has_size = size.is_none_or(|size| size == last.len());
        let many = lines.len() > 1 || place.before + place.after == 0;
        if last.len() <= MIN_CARDS || !has_size || !many {
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
    places.into_iter().find(holds)
}

/// Returns whether a line is blank or a comment.
fn is_remark(line: &str) -> bool {
    let line = line.trim();
    line.is_empty()
        || line.starts_with("//")
        || line.starts_with("# ")
        || line == "#"
        || line.starts_with("#!")
}

/// Splits a text, without brackets, quotes and comments.
fn tokens(text: &str, separator: Separator) -> Vec<String> {
    let text = text.split(" #").next().unwrap_or_default();
    let pieces: Vec<&str> = match separator {
        Separator::Space => text.split_whitespace().collect(),
        Separator::Comma => text.split(',').collect(),
        Separator::Semicolon => text.split(';').collect(),
        Separator::Tab => text.split('\t').collect(),
    };
    if separator != Separator::Space && pieces.len() < MIN_CARDS {
        return Vec::new();
    }
    pieces
        .into_iter()
        .map(name)
        .filter(|name| !["", "-", "*", "•"].contains(&name.as_str()))
        .collect()
}

/// Returns the name of a card without quotes and brackets, in one word.
fn name(text: &str) -> String {
    let text = text
        .trim()
        .trim_matches(['"', '\'', '[', ']', '(', ')', '{', '}', ',', ';'])
        .trim();
    match text
        .strip_suffix(".0")
        .filter(|whole| whole.parse::<u64>().is_ok())
    {
        Some(whole) => whole.into(),
        None => text.split_whitespace().collect::<Vec<_>>().join("_"),
    }
}

/// Returns the fields of a row of a table.
fn fields(line: &str) -> Vec<String> {
    let separator = [Separator::Tab, Separator::Semicolon, Separator::Comma];
    let split = separator
        .into_iter()
        .map(|separator| tokens(line, separator));
    split.max_by_key(Vec::len).unwrap_or_default()
}

/// Returns a text without the escape sequences that colour it on a terminal.
fn without_colours(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let mut plain = String::from(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find(|letter: char| letter.is_ascii_alphabetic());
        plain += end.map_or("", |end| &part[end + 1..]);
    }
    plain
}

/// Sorts names, with numbers in them by their values.
fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort_by(|a, b| natural(a, b));
    names
}

fn natural(a: &str, b: &str) -> Ordering {
    let split = |text: &str| {
        let at = text
            .find(|letter: char| letter.is_ascii_digit())
            .unwrap_or(text.len());
        let digits: String = text[at..]
            .chars()
            .take_while(char::is_ascii_digit)
            .collect();
        (
            text[..at].to_string(),
            digits.parse::<u64>().unwrap_or(0),
            text.to_string(),
        )
    };
    split(a).cmp(&split(b))
}

const SUITS: [(&str, char, char); 4] = [
    ("spades", '♠', 'S'),
    ("hearts", '♥', 'H'),
    ("diamonds", '♦', 'D'),
    ("clubs", '♣', 'C'),
];

/// Returns a face such as `AS` for a text such as `sA`, `hearts-6` or `ACE_OF_SPADES`, with the suit before the rank or behind
/// it, or `BJ` and `RJ` for jokers.
pub fn face(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    if let Some(number) = lower.strip_prefix("joker") {
        return match number.trim_matches(['_', '-', ' ']) {
            "1" | "a" | "black" => Some("BJ".into()),
            "2" | "b" | "red" => Some("RJ".into()),
            _ => None,
        };
    }
    let mut rest = lower
        .replace("_of_", " ")
        .replace(" of ", " ")
        .replace(['_', '-', '/', '.'], " ");
    let mut suit = None;
    for (name, glyph, letter) in SUITS {
        for form in [name, &name[..name.len() - 1]] {
            if rest.contains(form) {
                (suit, rest) = (Some(letter), rest.replacen(form, " ", 1));
                break;
            }
        }
        if rest.contains(glyph) {
            (suit, rest) = (Some(letter), rest.replacen(glyph, " ", 1));
        }
    }
    let rest = rest.replace('\u{fe0f}', "");
    let rest = rest.trim();
    let (rank, suit) = match suit {
        Some(suit) => (rest.to_string(), suit),
        None => {
            let is_suit = |letter: &str| "shdc".contains(letter) && letter.len() == 1;
            let (first, last) = (rest.get(..1)?, rest.get(rest.len().checked_sub(1)?..)?);
            match (is_suit(first), is_suit(last)) {
                (_, true) if rest.len() > 1 => (
                    rest[..rest.len() - 1].trim().into(),
                    last.to_uppercase().chars().next()?,
                ),
                (true, _) if rest.len() > 1 => (
                    rest[1..].trim().into(),
                    first.to_uppercase().chars().next()?,
                ),
                _ => return None,
            }
        }
    };
    let ranks = [
        "a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k",
    ];
    let words = [
        "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack",
        "queen", "king",
    ];
    let rank = rank.trim();
    let index = ranks.iter().position(|known| *known == rank).or_else(|| {
        let other = match rank {
            "t" => 9,
            "1" => 0,
            "11" => 10,
            "12" => 11,
            "13" => 12,
            word => words.iter().position(|known| *known == word)?,
        };
        Some(other)
    })?;
    Some(format!("{}{suit}", ranks[index].to_uppercase()))
}

/// The suits of bridge, in the order in which a hand has them.
const BRIDGE: [char; 4] = ['S', 'H', 'D', 'C'];

/// Returns the cards of suits of a hand, in the order spades, hearts, diamonds, clubs.
fn hand(suits: [&str; 4]) -> Vec<String> {
    let of_suit = |(ranks, suit): (&str, char)| {
        let ranks = ranks.replace("10", "T");
        ranks
            .chars()
            .filter(|rank| rank.is_ascii_alphanumeric())
            .filter_map(|rank| face(&format!("{rank}{suit}")))
            .collect::<Vec<String>>()
    };
    suits.into_iter().zip(BRIDGE).flat_map(of_suit).collect()
}

/// Joins four hands of 13 cards.
fn four(hands: &[Vec<String>]) -> Option<Vec<String>> {
    let whole = hands.len() == 4 && hands.iter().all(|hand| hand.len() == 13);
    whole.then(|| hands.concat())
}

/// Returns the cards of a deal such as `N:K763.Q.983.Q9765 …`.
fn pbn(deal: &str) -> Option<Vec<String>> {
    let (_, deal) = deal.split_once(':')?;
    let hands = deal.trim_end_matches(['"', ']']).split_whitespace();
    four(
        &hands
            .map(|text| Some(hand(text.split('.').collect::<Vec<_>>().try_into().ok()?)))
            .collect::<Option<Vec<_>>>()?,
    )
}

/// Returns the cards of a hand such as `SK763HQD983CQ9765`.
fn lettered(text: &str) -> Option<Vec<String>> {
    let mut suits = [""; 4];
    for (index, suit) in BRIDGE.into_iter().enumerate() {
        let begin = text.find(suit)? + 1;
        let end = BRIDGE[index + 1..]
            .iter()
            .filter_map(|&next| text.find(next))
            .min()
            .unwrap_or(text.len());
        suits[index] = text.get(begin..end)?;
    }
    Some(hand(suits))
}

/// Returns the cards of a deal such as `3SQ9…,ST8…,SK7…,`, whose fourth hand has the cards that are left.
fn lin(deal: &str) -> Option<Vec<String>> {
    let deal = deal
        .trim_start_matches(|digit: char| digit.is_ascii_digit())
        .to_uppercase();
    let given: Vec<&str> = deal.split(',').filter(|hand| !hand.is_empty()).collect();
    let mut hands: Vec<Vec<String>> = given
        .iter()
        .map(|text| lettered(text))
        .collect::<Option<_>>()?;
    if hands.len() == 3 {
        let ranks = "23456789TJQKA";
        let all = BRIDGE.into_iter().flat_map(|suit| {
            ranks
                .chars()
                .filter_map(move |rank| face(&format!("{rank}{suit}")))
        });
        let dealt = hands.concat();
        hands.push(all.filter(|card| !dealt.contains(card)).collect());
    }
    four(&hands)
}

/// Returns the cards of a line such as `♠K763♥Q♦983♣Q9765 …`.
fn boards(line: &str) -> Option<Vec<String>> {
    let letters = [('♠', 'S'), ('♥', 'H'), ('♦', 'D'), ('♣', 'C')];
    let text = letters
        .iter()
        .fold(line.to_string(), |text, (glyph, letter)| {
            text.replace(*glyph, &letter.to_string())
        });
    four(
        &text
            .split_whitespace()
            .map(lettered)
            .collect::<Option<Vec<_>>>()?,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decks(text: &str, cards: Option<usize>) -> (Form, Vec<String>, Known) {
        let mut translator =
            Translator::guess(text, cards).unwrap_or_else(|| panic!("no form of {text:?}"));
        let mut decks: Vec<String> = text
            .lines()
            .flat_map(|line| translator.line(line).unwrap())
            .collect();
        decks.extend(translator.finish().unwrap());
        (translator.form(), decks, translator.known())
    }

    #[test]
    fn words_around_a_deck_are_not_cards() {
        for text in [
            "Deck 7: 5 3 1 2 4\nDeck 8: 1 2 3 5 4\n",
            "7: 5 3 1 2 4\n8: 1 2 3 5 4\n",
            "12:30:01 5 3 1 2 4\n12:30:02 1 2 3 5 4\n",
            "2026-11-27 12:30:01 INFO shuffle: [5, 3, 1, 2, 4]\n2026-11-27 12:30:02 INFO shuffle: [1, 2, 3, 5, 4]\n",
            "# a comment\n- [5, 3, 1, 2, 4]\n- [1, 2, 3, 5, 4]\n",
            "my decks follow\n5 3 1 2 4\n1 2 3 5 4\n",
            "5.0 3.0 1.0 2.0 4.0\n1.0 2.0 3.0 5.0 4.0\n",
            "\x1b[31m5\x1b[0m 3 1 2 4\n1 2 3 \x1b[32m5\x1b[0m 4\n",
            "5 3 1 2 4 # first\n1 2 3 5 4 # second\n",
            "1,12:30,\"5 3 1 2 4\"\n2,12:31,\"1 2 3 5 4\"\n",
        ] {
            let (form, decks, known) = decks(text, None);
            assert_eq!(form, Form::Words, "{text:?}");
            assert_eq!(decks, ["5 3 1 2 4", "1 2 3 5 4"], "{text:?}");
            assert_eq!(known, Known::Order);
        }
    }

    #[test]
    fn names_and_kinds() {
        let (_, decks_read, known) = decks("R10 R2 Y1 B3\nY1 R2 B3 R10\n", None);
        assert_eq!(decks_read, ["R10 R2 Y1 B3", "Y1 R2 B3 R10"]);
        assert_eq!(
            known,
            Known::Names(["B3", "R2", "R10", "Y1"].map(String::from).into())
        );
        let (_, decks_read, _) = decks(
            "Sol Ring, Island, Bear Cub\nIsland, Bear Cub, Sol Ring\n",
            None,
        );
        assert_eq!(decks_read[0], "Sol_Ring Island Bear_Cub");
        assert_eq!(decks("a b a c\nb a c a\n", None).2, Known::Kinds);
    }

    #[test]
    fn cards_on_lines_of_their_own_and_tables() {
        assert_eq!(decks("3\n1\n2\n\n1\n2\n3\n", None).1, ["3 1 2", "1 2 3"]);
        assert_eq!(decks("3\n1\n2\n1\n2\n3\n", None).1, ["3 1 2", "1 2 3"]);
        assert_eq!(decks("3 1 2 1 2 3", Some(3)).1, ["3 1 2", "1 2 3"]);
        let table = "game,position,card\n1,1,3\n1,2,1\n1,3,2\n2,1,1\n2,2,2\n2,3,3\n";
        assert_eq!(decks(table, None).1, ["3 1 2", "1 2 3"]);
        assert_eq!(decks("TSZJ\nJZST\n", None).1, ["T S Z J", "J Z S T"]);
    }

    #[test]
    fn faces_in_many_forms() {
        for text in [
            "SA",
            "sA",
            "AS",
            "A♠",
            "♠A",
            "ACE_OF_SPADES",
            "spades-a",
            "Ace of Spades",
            "1S",
        ] {
            assert_eq!(face(text).as_deref(), Some("AS"), "{text}");
        }
        assert_eq!(face("h10").as_deref(), Some("10H"));
        assert_eq!(face("hearts-6").as_deref(), Some("6H"));
        assert_eq!(face("TD").as_deref(), Some("10D"));
        assert_eq!(
            [face("Joker1"), face("Joker 2")],
            [Some("BJ".into()), Some("RJ".into())]
        );
        assert_eq!(
            [face("R0"), face("Island"), face("12"), face("S"), face("")],
            [const { None }; 5]
        );
    }

    #[test]
    fn boards_of_bridge() {
        let pbn = "[Event \"\"]\n[Deal \"N:K763.Q.983.Q9765 AJ54.K87432.K.83 Q9.AJ95.AQT54.K2 T82.T6.J762.AJT4\"]\n";
        let lin = "qx|o1|md|3SQ9HAJ95DAQT54CK2,ST82HT6DJ762CAJT4,SK763HQD983CQ9765,|sv|o|\n";
        let line = "♠K763♥Q♦983♣Q9765 ♠AJ54♥K87432♦K♣83 ♠Q9♥AJ95♦AQT54♣K2 ♠T82♥T6♦J762♣AJT4\n";
        let [(_, a, _), (_, b, _), (_, c, _)] = [pbn, lin, line].map(|text| decks(text, None));
        assert_eq!((a.len(), &a), (1, &c));
        let sorted_cards = |deck: &str| sorted(deck.split(' ').map(String::from).collect());
        assert_eq!(sorted_cards(&a[0]), sorted_cards(&b[0]));
    }

    #[test]
    fn a_line_that_does_not_fit_is_an_error() {
        let text = "Deck 1: 1 2 3\nDeck 2: 3 2 1\n";
        let mut translator = Translator::guess(text, None).unwrap();
        assert!(translator.line("Deck 1: 1 2 3").unwrap() == ["1 2 3"]);
        for (line, why) in [
            ("Deck 2: 1 2 4", "'4' is not a card"),
            ("Deck 3: 1 2 2", "not those of the first"),
        ] {
            assert!(translator.line(line).unwrap_err().contains(why), "{line}");
        }
        assert!(Translator::guess("<html>\n<p>hello there</p>\n", None).is_none());
        assert!(Translator::guess("", None).is_none());
    }

    proptest::proptest! {
        /// Any text is read or refused, and all decks that are found have the same cards.
        #[test]
        fn any_text_is_read_or_refused(
            lines in proptest::collection::vec("[ -~♠♥\\[\\]\"\u{1b}0-9]{0,24}", 0..6),
            cards in proptest::option::of(0usize..8),
        ) {
            let text = lines.join("\n");
            for form in Form::ALL {
                let Some(mut translator) = Translator::of(form, &text, cards) else { continue };
                let found = text.lines().flat_map(|line| translator.line(line).unwrap_or_default());
                let mut decks: Vec<String> = found.collect();
                decks.extend(translator.finish().ok().flatten());
                let sorted_cards = |deck: &String| sorted(deck.split(' ').map(String::from).collect());
                proptest::prop_assert!(decks.windows(2).all(|pair| sorted_cards(&pair[0]) == sorted_cards(&pair[1])));
            }
        }
    }
}
