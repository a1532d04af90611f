//! Finds the decks in the lines of a text whose form was recognised.

use std::collections::HashSet;

use super::bridge::{boards, bridge_order, lin, pbn};
use super::columns::Columns;
use super::deck_cards::DeckCards;
use super::face::numbered_face;
use super::form::{Form, Known};
use super::groups::joined;
use super::place::{Place, apart, are_known, place};
use super::run::{has_several_decks, run};
use super::tokens::{
    MAX_WORDS, MIN_CARDS, Separator, are_anagrams, cleaned, count_up, has_no_word, heading,
    is_remark, is_rule, name, numbered, row_cards, tokens, whole_lines,
};
use crate::lines::error::MAX_CARDS;
use crate::words::counted;

/// Minimum number of cards of a deck without line ends whose size is not given.
const MIN_STREAM: usize = 10;

/// Minimum number of decks in one line. A line of fewer may be one deck of several packs.
const MIN_DECKS_OF_LINE: usize = 20;

/// Maximum number of different lines between two decks.
const MAX_HEADINGS: usize = 3;

const NO_FORM: &str = "the text does not have this form";

/// Finds the decks in the lines of a text that has a given [`Form`], and returns each as a line of cards.
#[derive(Clone, Debug)]
pub struct Translator {
    form: Form,
    /// The number of cards in a deck, if it is known.
    size: Option<usize>,
    /// The place of the deck in a line, for the form [`Form::Words`].
    place: Place,
    /// Whether the cards are groups such as `Card(rank=5, suit=2)`, for the form [`Form::Words`].
    has_groups: bool,
    /// The cards that every deck has.
    cards: DeckCards,
    /// Whether lines have numbers before their card or deck, such as `12. Imagine`, for the forms [`Form::Cards`] and [`Form::Letters`].
    is_numbered: bool,
    /// Whether a line with a deck was read, for the form [`Form::Words`].
    has_begun: bool,
    /// The cards of the incomplete deck, for forms in which a deck has several lines.
    held: Vec<String>,
    /// The columns of the table, for the form [`Form::Rows`].
    columns: Option<Columns>,
    /// The deck that the last row named, for the form [`Form::Rows`].
    last: Option<String>,
    /// The positions of the cards of the incomplete deck, for the form [`Form::Rows`].
    positions: Vec<Option<u64>>,
    /// The lines between two decks, without their digits, for the forms [`Form::Stream`] and [`Form::Cards`].
    headings: Vec<String>,
    /// The number of boards read, for the notations of bridge.
    boards: u64,
}

impl Translator {
    /// Returns a translator for the first form that all lines of `beginning`, the first part of a text, have.
    ///
    /// `cards` is the number of cards in a deck, if it is known. A last line without a line end may be incomplete, and
    /// is ignored unless it is the only line.
    pub fn guess(beginning: &str, cards: Option<usize>) -> Option<Translator> {
        Form::ALL
            .into_iter()
            .find_map(|form| Translator::of(form, beginning, cards))
    }

    /// Returns a translator for the form `form`. Returns `None` if `beginning`, the first part of the text, does not
    /// have this form.
    pub fn of(form: Form, beginning: &str, cards: Option<usize>) -> Option<Translator> {
        let lines = whole_lines(beginning);
        let mut translator = Translator::new(form, cards);
        translator.learn(&lines).ok()?;
        let learned = translator.clone();
        let (mut decks, mut wrong) = (0, 0);
        for line in &lines {
            match translator.line(line) {
                Ok(found) => decks += found.len(),
                Err(_) => wrong += 1,
            }
        }
        // A board or a table shows its form even if some lines are wrong.
        let is_tolerant = form.has_hands() || form == Form::Rows;
        let are_right = wrong == 0 || is_tolerant && wrong < decks;
        let has_rest = translator
            .held
            .iter()
            .all(|card| translator.cards.may_have(card));
        if !are_right || !has_rest {
            return None;
        }
        if decks == 0 {
            decks += usize::from(translator.finish().ok()?.is_some());
        }
        // A single line of names, or of cards some of which are equal, may be any text.
        let is_certain = form.has_hands() || translator.cards.are_certain();
        let are_possible = translator.cards.are_possible();
        (decks > usize::from(!is_certain) && are_possible).then_some(learned)
    }

    /// Returns a translator for a table that has playing cards of each deal, and the number of cards in each row of a deal,
    /// or in each column if a deal has one row. Returns `None` if `beginning`, the first part of the text, is no such table.
    ///
    /// The cards of a deal need not be a whole deck, and are in the order of the rows.
    ///
    /// ```
    /// use faro_audit::lines::Translator;
    ///
    /// let text = "0,Ann,AS,KD\n0,Bob,2C,3C\n1,Ann,2C,4H\n1,Bob,AS,5D\n2,Ann,9C,9H\n";
    /// let (mut translator, sizes) = Translator::of_deals(text).unwrap();
    /// let decks: Vec<String> = text.lines().flat_map(|line| translator.line(line).unwrap()).collect();
    /// assert_eq!((decks, sizes), (vec!["AS KD 2C 3C".into(), "2C 4H AS 5D".into()], vec![2, 2]));
    /// ```
    pub fn of_deals(beginning: &str) -> Option<(Translator, Vec<usize>)> {
        let (columns, sizes) = Columns::of_deals(&whole_lines(beginning))?;
        let translator = Translator {
            columns: Some(columns),
            ..Translator::new(Form::Rows, None)
        };
        Some((translator, sizes))
    }

    /// Returns whether the first line of a text names a column at either end of a table that holds no cards.
    pub fn has_other_column(beginning: &str) -> bool {
        apart(&whole_lines(beginning)) != [false; 2]
    }

    fn new(form: Form, cards: Option<usize>) -> Translator {
        Translator {
            form,
            size: cards,
            place: Place::default(),
            has_groups: false,
            is_numbered: false,
            cards: DeckCards::default(),
            has_begun: false,
            held: Vec::new(),
            columns: None,
            last: None,
            positions: Vec::new(),
            headings: Vec::new(),
            boards: 0,
        }
    }

    /// Returns a description of the form of `text`, and its decks as lines of cards separated by spaces.
    ///
    /// Returns `None` if no form is recognised or a line does not fit. A text of several lines must end with a line
    /// end.
    ///
    /// ```
    /// use faro_audit::lines::Translator;
    ///
    /// let (description, decks) = Translator::decks("CAB\nBCA\nABC\n").unwrap();
    /// assert_eq!(description, "a letter for each card");
    /// assert_eq!(decks, ["C A B", "B C A", "A B C"]);
    /// ```
    pub fn decks(text: &str) -> Option<(String, Vec<String>)> {
        let mut translator = Translator::guess(text, None)?;
        let mut decks = Vec::new();
        for line in text.lines() {
            decks.extend(translator.line(line).ok()?);
        }
        decks.extend(translator.finish().ok()?);
        Some((translator.description(), decks))
    }

    /// Returns a description of the form, as a part of a sentence.
    pub fn description(&self) -> String {
        match self.form {
            Form::Words if self.has_labels() => {
                format!(
                    "a deck a line; left out, since they are no cards: {}",
                    self.place.labels()
                )
            }
            Form::Words if self.place.is_whole() => "a deck a line".into(),
            Form::Rows if self.is_dealt() => "a table with cards of each deal".into(),
            form => form.to_string(),
        }
    }

    fn is_dealt(&self) -> bool {
        self.columns
            .as_ref()
            .is_some_and(|columns| columns.is_dealt)
    }

    /// Returns whether lines have words between the cards that are left out.
    pub fn has_labels(&self) -> bool {
        !self.place.labels().is_empty()
    }

    /// Returns words that are the same on all lines and count as cards, but may be labels beside the cards.
    pub fn doubtful(&self) -> &[String] {
        self.place.doubtful()
    }

    /// Returns the number of cards of a deck, if a deck was read.
    pub fn cards(&self) -> usize {
        self.cards.len()
    }

    /// Returns the form of the text.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Returns the reason why `beginning`, the first part of a text, does not have the form `form`.
    pub fn misfit(form: Form, beginning: &str, cards: Option<usize>) -> String {
        let mut translator = Translator::new(form, cards);
        let lines: Vec<&str> = beginning.lines().collect();
        if let Err(why) = translator.learn(&lines) {
            return why;
        }
        let mut wrong = (1..)
            .zip(lines)
            .map(|(number, line)| (number, translator.line(line)));
        let wrong =
            wrong.find_map(|(number, read)| Some(format!("line {number}: {}", read.err()?)));
        wrong.unwrap_or_else(|| NO_FORM.into())
    }

    /// Learns from the first lines of the text the details of its form: the place of the deck, the number of cards, or
    /// the columns.
    ///
    /// # Errors
    ///
    /// If the lines do not have the form.
    fn learn(&mut self, lines: &[&str]) -> Result<(), String> {
        let learned = match self.form {
            Form::Words => self.learn_place(lines),
            Form::Letters => self.learn_letters(lines),
            Form::Cards => self.learn_size(lines),
            Form::Rows => {
                let columns = Columns::of(lines)?;
                self.cards.check(&columns.cards)?;
                self.columns = Some(columns);
                Some(())
            }
            Form::Stream => self.learn_stream(lines),
            Form::Pbn | Form::Lin | Form::Boards => {
                self.cards.check(&bridge_order()).ok().map(|_| ())
            }
        };
        learned.ok_or_else(|| NO_FORM.into())
    }

    /// Learns whether words with a letter for each card have numbers before them.
    fn learn_letters(&mut self, lines: &[&str]) -> Option<()> {
        self.is_numbered = lines
            .iter()
            .all(|line| line.trim().is_empty() || numbered(line).is_some());
        let words: Vec<&str> = lines.iter().map(|line| self.without_number(line)).collect();
        are_anagrams(&words).then_some(())
    }

    /// Returns a line without the number before its card or its deck, if all lines have one.
    fn without_number<'a>(&self, line: &'a str) -> &'a str {
        let rest = numbered(line).filter(|_| self.is_numbered);
        rest.map_or(line, |(_, rest)| rest)
    }

    /// Learns the number of cards in a deck, for the form [`Form::Stream`]: the first deck ends before a repeated card.
    fn learn_stream(&mut self, lines: &[&str]) -> Option<()> {
        let plain: Vec<String> = lines.iter().map(|line| cleaned(line)).collect();
        for heading in plain.iter().filter_map(|line| heading(line)) {
            if !self.headings.contains(&heading) && self.headings.len() < MAX_HEADINGS {
                self.headings.push(heading);
            }
        }
        let of_decks = plain.iter().filter(|line| !self.is_heading(line));
        let cards: Vec<String> = of_decks.flat_map(|line| row_cards(line)).collect();
        if self.size.is_none() {
            let mut seen = HashSet::new();
            let size = cards.iter().position(|card| !seen.insert(card))?;
            let min_decks = if lines.len() == 1 {
                MIN_DECKS_OF_LINE
            } else {
                2
            };
            let is_certain =
                (MIN_STREAM..=MAX_CARDS).contains(&size) && cards.len() >= min_decks * size;
            self.size = Some(size).filter(|&size| is_certain && are_known(&cards[..size]));
        }
        self.size.map(|_| ())
    }

    /// Learns where the deck is in a line, for the form [`Form::Words`].
    fn learn_place(&mut self, lines: &[&str]) -> Option<()> {
        let plain: Vec<String> = lines
            .iter()
            .map(|line| cleaned(line))
            .filter(|line| !is_remark(line))
            .collect();
        let last = plain.last()?.trim();
        let has_groups = joined(last).is_some();
        let grouped = plain.iter().filter(|_| has_groups);
        let grouped: Vec<String> = grouped
            .map(|line| joined(line).unwrap_or_else(|| line.clone()))
            .collect();
        // Several groups that are no cards may be the cycles of a permutation.
        let is_other =
            |line: &&String| has_several_decks(line) || !has_groups && line.contains(")(");
        if plain.iter().filter(is_other).count() > 1 {
            return None;
        }
        let find = |lines: &[String]| {
            let lines: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
            place(&lines, self.size)
        };
        let of_groups = find(&grouped);
        self.has_groups = of_groups.is_some();
        // The values in groups that are not the cards of a deck may be the cards if these are known.
        let is_known = |place: &Place| !has_groups || are_known(&place.cards(last));
        self.place = of_groups.or_else(|| find(&plain).filter(is_known))?;
        self.check(&self.place.cards(&self.ungrouped(last))).ok()?;
        Some(())
    }

    /// Returns a line with each card as one word.
    fn ungrouped(&self, line: &str) -> String {
        let joined = self.has_groups.then(|| joined(line)).flatten();
        joined.unwrap_or_else(|| line.into())
    }

    /// Learns the number of cards in a deck, for the form [`Form::Cards`]: the first deck ends before a blank line or
    /// before a repeated card.
    fn learn_size(&mut self, lines: &[&str]) -> Option<()> {
        self.headings.extend(title(lines));
        let is_between = |line: &str| is_remark(line) || self.is_title(line);
        let lines: Vec<&str> = lines
            .iter()
            .map(|line| if is_between(line) { "" } else { line })
            .collect();
        let has_lines_between = has_lines_between(&lines);
        let lines: Vec<&str> = lines
            .into_iter()
            .map(|line| if is_rule(line) { "" } else { line })
            .collect();
        let listed = lines.iter().filter(|line| !line.trim().is_empty());
        let listed: Option<Vec<(u64, &str)>> = listed.map(|line| numbered(line)).collect();
        if let Some(size) = listed.and_then(|listed| longest_list(&listed)) {
            self.is_numbered = true;
            self.size.get_or_insert(size);
        }
        let has_blanks = lines.iter().any(|line| line.trim().is_empty());
        let are_same = are_blocks_alike(&lines);
        // A line of several words could also be a whole deck. It is the name of one card if it is a playing card, or if
        // blank lines separate the decks, and it has no digits or all decks consist of the same lines.
        let is_card = |line: &&str| {
            let is_other = |letter: char| letter.is_ascii_digit() || "\t,;".contains(letter);
            let is_name = || has_blanks && (are_same || !line.contains(is_other));
            tokens(line, Separator::Space).len() <= 1 || numbered_face(line).is_some() || is_name()
        };
        let are_cards = self.is_numbered || lines.len() > MIN_CARDS && lines.iter().all(is_card);
        (are_cards && !has_lines_between).then_some(())?;
        if self.size.is_none() {
            let first = lines.iter().skip_while(|line| line.trim().is_empty());
            let blank = first.clone().position(|line| line.trim().is_empty());
            let mut seen = HashSet::new();
            let twice = first.clone().position(|line| !seen.insert(line.trim()));
            self.size = blank.or(twice).or(Some(first.count()));
        }
        self.size.filter(|&size| size >= MIN_CARDS).map(|_| ())
    }

    /// Reads a line, and returns the decks that it completes. In each, the cards are separated by spaces.
    ///
    /// # Errors
    ///
    /// A description of the difference if the line does not fit the form, or if its cards differ from those of the
    /// first deck.
    pub fn line(&mut self, line: &str) -> Result<Vec<String>, String> {
        let line = self.ungrouped(&cleaned(line));
        let line = line.trim();
        let deck = match self.form {
            Form::Pbn => match line.strip_prefix("[Deal \"") {
                Some(deal) => self.board(pbn(deal))?,
                None => return Ok(Vec::new()),
            },
            Form::Lin => match line
                .split_once("md|")
                .and_then(|(_, deal)| deal.split_once('|'))
            {
                Some((deal, _)) => self.board(lin(deal))?,
                None => return Ok(Vec::new()),
            },
            Form::Boards if line.is_empty() => return Ok(Vec::new()),
            Form::Boards => self.board(boards(line))?,
            Form::Words if is_remark(line) || has_no_word(line) => return Ok(Vec::new()),
            Form::Words => {
                let words = self.place.cards(line);
                match self.check(&words) {
                    Ok(deck) => {
                        self.has_begun = true;
                        return Ok(vec![deck]);
                    }
                    // The line is a heading before the first deck.
                    Err(_) if !self.has_begun && !self.is_nearly_deck(line) => {
                        return Ok(Vec::new());
                    }
                    Err(_) if self.is_sentence(line) => return Ok(Vec::new()),
                    Err(why) => return Err(why),
                }
            }
            Form::Letters if line.is_empty() => return Ok(Vec::new()),
            Form::Letters => self
                .without_number(line)
                .chars()
                .map(String::from)
                .collect(),
            Form::Cards => return Ok(self.one_more(line)?.into_iter().collect()),
            Form::Rows => return Ok(self.row(line)?.into_iter().collect()),
            Form::Stream => return self.stream(line),
        };
        self.check(&deck).map(|deck| vec![deck])
    }

    /// Counts a board, and returns its cards if it has four hands of 13 cards.
    fn board(&mut self, hands: Option<Vec<Vec<String>>>) -> Result<Vec<String>, String> {
        self.boards += 1;
        let board = self.boards;
        let hands = hands.ok_or_else(|| format!("board {board}: these are not four hands"))?;
        match hands.iter().find(|hand| hand.len() != 13) {
            Some(hand) => Err(format!("board {board}: {} cards in a hand", hand.len())),
            None => Ok(hands.concat()),
        }
    }

    /// Returns whether a line that does not number columns has at least half of the cards of a deck at its place, or as many other
    /// cards.
    fn is_nearly_deck(&self, line: &str) -> bool {
        let words = self.place.cards(line);
        if count_up(line) {
            return false;
        }
        let cards = words.iter().filter(|word| self.cards.may_have(word));
        // The names c1 to c13 of columns are like cards.
        let other = Some(run(line).len()).filter(|&cards| cards > 13);
        2 * cards.count().max(other.unwrap_or(0)) >= self.cards.len()
    }

    /// Returns whether a line has words without cards and numbers, beside decks of more cards that are known.
    fn is_sentence(&self, line: &str) -> bool {
        let has_digit = line.contains(|letter: char| letter.is_ascii_digit());
        let are_known = self.cards.are_certain() && self.cards.len() > MAX_WORDS;
        are_known && !has_digit && heading(line).is_some()
    }

    /// Ends the text, and returns the deck that its end completes, if there is one.
    ///
    /// # Errors
    ///
    /// A description of the error if the text ends within a deck.
    pub fn finish(&mut self) -> Result<Option<String>, String> {
        let (held, positions) = (
            std::mem::take(&mut self.held),
            std::mem::take(&mut self.positions),
        );
        let deck = match &self.columns {
            Some(columns) => columns.in_order(positions.into_iter().zip(held).collect())?,
            None => held,
        };
        match deck.is_empty() {
            true => Ok(None),
            false => self.check(&deck).map(Some),
        }
    }

    /// Returns what the first deck tells about the cards.
    pub fn known(&self) -> Known {
        self.cards.known()
    }

    /// Compares the cards of a deck with those of the first deck, and returns the deck as one line.
    fn check(&mut self, deck: &[String]) -> Result<String, String> {
        if self.is_dealt() {
            return Ok(deck.join(" "));
        }
        match self
            .size
            .filter(|&size| size != deck.len() && self.cards.len() == 0)
        {
            Some(size) => Err(format!("{} cards instead of {size}", deck.len())),
            None => self.cards.check(deck),
        }
    }

    /// Reads a line with one card, or a blank line, which ends a deck. Returns the deck that the line completes.
    fn one_more(&mut self, line: &str) -> Result<Option<String>, String> {
        if is_remark(line) || is_rule(line) || self.is_title(line) {
            return self.finish();
        }
        self.hold(vec![name(self.without_number(line))])
    }

    /// Adds cards to the incomplete deck, and returns the deck if they complete it.
    fn hold(&mut self, cards: Vec<String>) -> Result<Option<String>, String> {
        self.held.extend(cards);
        match self.size {
            Some(size) if self.held.len() >= size => {
                let rest = self.held.split_off(size);
                let deck = std::mem::replace(&mut self.held, rest);
                self.check(&deck).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Returns whether a line is a numbered title between two decks.
    fn is_title(&self, line: &str) -> bool {
        let has_digit = line.contains(|letter: char| letter.is_ascii_digit());
        let is_key = line.trim_end().ends_with(':');
        let is_title = is_key || has_digit && self.headings.contains(&without_digits(line));
        !self.headings.is_empty() && is_title
    }

    /// Returns whether a line is one of those between the decks.
    fn is_heading(&self, line: &str) -> bool {
        heading(line).is_some_and(|heading| self.headings.contains(&heading))
    }

    /// Adds the cards of a line to the incomplete deck, and returns all decks that they complete.
    fn stream(&mut self, line: &str) -> Result<Vec<String>, String> {
        if self.is_heading(line) {
            let held = std::mem::take(&mut self.held).len();
            return match held {
                0 => Ok(Vec::new()),
                _ => Err(format!(
                    "the deck that ends here has only {}",
                    counted(held, "card")
                )),
            };
        }
        let mut decks = Vec::new();
        for card in row_cards(line) {
            decks.extend(self.hold(vec![card])?);
        }
        Ok(decks)
    }

    /// Adds the card in a row of a table to the incomplete deck. Returns the deck that ends before or with this row.
    fn row(&mut self, line: &str) -> Result<Option<String>, String> {
        let row = self.columns.as_ref().map(|columns| columns.row(line));
        let Some(row) = row.transpose()?.flatten() else {
            return Ok(None);
        };
        let is_new = row.begins || self.last != row.deck;
        let done = if is_new { self.finish() } else { Ok(None) };
        self.last = row.deck;
        let positions = std::iter::repeat_n(row.position, row.cards.len());
        self.positions.extend(positions);
        self.held.extend(row.cards);
        done
    }
}

/// Returns a line without its digits and the spaces around it.
fn without_digits(line: &str) -> String {
    let plain: String = line
        .chars()
        .filter(|letter| !letter.is_ascii_digit())
        .collect();
    plain.trim().into()
}

/// Returns the title of the first deck, such as `Deck 1:`, without its number. Such titles come after equally many lines, with
/// other numbers, and no other line is like them. Playing cards need no title, since [`Form::Stream`] leaves other lines out.
fn title(lines: &[&str]) -> Option<String> {
    let lines = lines.iter().filter(|line| !line.trim().is_empty());
    let lines: Vec<&str> = lines.copied().collect();
    let begins_with_digit = |line: &str| line.starts_with(|letter: char| letter.is_ascii_digit());
    let first = without_digits(lines.first().filter(|line| !begins_with_digit(line))?);
    let is_like = |at: &usize| without_digits(lines[*at]) == first;
    let places: Vec<usize> = (0..lines.len()).filter(is_like).collect();
    let step = *places.get(1)?;
    let mut numbered = (0..).zip(&places);
    let are_regular =
        numbered.all(|(number, &at)| at == number * step) && places.len() * step >= lines.len();
    let is_name = first.contains(char::is_alphabetic) && lines[0] != lines[step];
    let has_faces = lines
        .iter()
        .any(|line| numbered_face(&cleaned(line)).is_some());
    (step > MIN_CARDS && are_regular && is_name && !has_faces).then_some(first)
}

/// Returns whether the first two blocks between blank lines have the same lines, in any order.
fn are_blocks_alike(lines: &[&str]) -> bool {
    let mut blocks = lines.split(|line| line.trim().is_empty()).map(|block| {
        let mut block = block.to_vec();
        block.sort_unstable();
        block
    });
    let first = blocks.next().filter(|first| first.len() > MIN_CARDS);
    first.is_some() && blocks.next() == first
}

/// Returns the largest number of lists that are numbered from 1, one after another.
fn longest_list(listed: &[(u64, &str)]) -> Option<usize> {
    let follows = |pair: &[(u64, &str)]| pair[1].0 == pair[0].0 + 1 || pair[1].0 == 1;
    let are_lists = listed.first()?.0 == 1 && listed.windows(2).all(follows);
    let largest = listed.iter().map(|(number, _)| *number).max()?;
    are_lists.then(|| usize::try_from(largest).ok()).flatten()
}

/// Returns whether a text with a playing card on each line has other lines that come after equally many cards.
fn has_lines_between(lines: &[&str]) -> bool {
    let mut lines = lines.iter().map(|line| cleaned(line));
    let mut counts = vec![0];
    let last = lines.next_back();
    for line in lines.filter(|line| !line.trim().is_empty()) {
        match numbered_face(&line) {
            Some(_) => *counts.last_mut().expect("a count") += 1,
            None => counts.push(0),
        }
    }
    // The last deck may not be there as a whole.
    let has_end = last.is_some_and(|line| numbered_face(&line).is_none());
    let whole = &counts[..counts.len() - usize::from(!has_end)];
    let whole = &whole[usize::from(whole.first() == Some(&0))..];
    whole.len() > 1 && whole[0] >= MIN_STREAM && whole.iter().all(|count| *count == whole[0])
}
