//! Finds the decks in the lines of a text whose form was recognised.

use std::collections::HashSet;

use super::bridge::{boards, bridge_order, lin, pbn};
use super::columns::Columns;
use super::face::numbered_face;
use super::form::{Form, Known};
use super::place::{Place, are_known, place};
use super::tokens::{MIN_CARDS, Separator, are_numbers, cleaned, is_remark, name, sorted, tokens};
use crate::lines::error::{MAX_CARDS, Times};

/// Minimum number of cards of a deck without line ends whose size is not given.
const MIN_STREAM: usize = 10;

const NO_FORM: &str = "the text does not have this form";

/// Finds the decks in the lines of a text that has a given [`Form`], and returns each as a line of cards.
#[derive(Clone, Debug)]
pub struct Translator {
    form: Form,
    /// The number of cards in a deck, if it is known.
    size: Option<usize>,
    /// The place of the deck in a line, for the form [`Form::Words`].
    place: Place,
    /// The sorted cards of the first deck, or `None` before it.
    cards: Option<Vec<String>>,
    /// Whether the cards of the first deck are playing cards.
    are_faces: bool,
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
        let mut lines: Vec<&str> = beginning.lines().collect();
        if !beginning.ends_with('\n') && lines.len() > 1 {
            lines.pop();
        }
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
        // The tags of a board show the form even if some boards are wrong.
        if wrong > 0 && !(form.has_hands() && wrong < decks) || !translator.is_rest_of_deck() {
            return None;
        }
        if decks == 0 {
            decks += usize::from(translator.finish().ok()?.is_some());
        }
        // A single line of names, or of cards some of which are equal, may be any text.
        let is_certain =
            form.has_hands() || translator.known() == Known::Order || translator.has_faces();
        (decks > usize::from(!is_certain) && translator.has_cards()).then_some(learned)
    }

    fn new(form: Form, cards: Option<usize>) -> Translator {
        Translator {
            form,
            size: cards,
            place: Place::default(),
            cards: None,
            are_faces: false,
            has_begun: false,
            held: Vec::new(),
            columns: None,
            last: None,
            positions: Vec::new(),
            boards: 0,
        }
    }

    /// Returns whether the cards of the incomplete deck are cards of the first deck.
    fn is_rest_of_deck(&self) -> bool {
        let cards = self.cards.as_ref();
        let is_card = |card: &String| cards.is_none_or(|cards| cards.contains(&self.normal(card)));
        self.held.iter().all(is_card)
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

    /// Returns whether the words of the first deck are a possible deck: consecutive numbers from 0 or 1, or no numbers.
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

    /// Returns whether the first deck consists of distinct playing cards.
    fn has_faces(&self) -> bool {
        let cards = self.cards.as_deref().unwrap_or_default();
        self.known() != Known::Kinds && cards.iter().all(|card| numbered_face(card).is_some())
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
            form => form.to_string(),
        }
    }

    /// Returns whether lines have words between the cards that are left out.
    pub fn has_labels(&self) -> bool {
        !self.place.labels().is_empty()
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
            Form::Letters => are_anagrams(lines).then_some(()),
            Form::Cards => self.learn_size(lines),
            Form::Rows => {
                self.columns = Some(Columns::of(lines)?);
                Some(())
            }
            Form::Stream => self.learn_stream(lines),
            Form::Pbn | Form::Lin | Form::Boards => {
                (self.cards, self.are_faces) = (Some(sorted(bridge_order())), true);
                Some(())
            }
        };
        learned.ok_or_else(|| NO_FORM.into())
    }

    /// Learns the number of cards in a deck, for the form [`Form::Stream`]: the first deck ends before a repeated card.
    fn learn_stream(&mut self, lines: &[&str]) -> Option<()> {
        if self.size.is_none() {
            let cards: Vec<String> = lines
                .iter()
                .flat_map(|line| tokens(line, Separator::Space))
                .collect();
            let mut seen = HashSet::new();
            let size = cards.iter().position(|card| !seen.insert(card))?;
            let is_certain = (MIN_STREAM..=MAX_CARDS).contains(&size) && cards.len() >= 2 * size;
            self.size = Some(size).filter(|&size| is_certain && are_known(&cards[..size]));
        }
        self.size.map(|_| ())
    }

    /// Learns where the deck is in a line, for the form [`Form::Words`].
    fn learn_place(&mut self, lines: &[&str]) -> Option<()> {
        let plain: Vec<String> = lines.iter().map(|line| cleaned(line)).collect();
        let decks: Vec<&str> = plain
            .iter()
            .map(|line| line.trim())
            .filter(|line| !is_remark(line))
            .collect();
        self.place = place(&decks, self.size)?;
        self.check(self.place.cards(decks.last()?)).ok()?;
        Some(())
    }

    /// Learns the number of cards in a deck, for the form [`Form::Cards`]: the first deck ends before a blank line or
    /// before a repeated card.
    fn learn_size(&mut self, lines: &[&str]) -> Option<()> {
        let has_blanks = lines.iter().any(|line| line.trim().is_empty());
        // A line of several words could also be a whole deck. It is the name of one card if it is a playing card, or if
        // it has no digits and blank lines separate the decks.
        let is_card = |line: &&str| {
            let is_name = || has_blanks && !line.contains(|letter: char| letter.is_ascii_digit());
            tokens(line, Separator::Space).len() <= 1
                || numbered_face(line).is_some()
                || !line.contains(['\t', ',', ';']) && is_name()
        };
        (lines.len() > MIN_CARDS && lines.iter().all(is_card)).then_some(())?;
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
        let line = cleaned(line);
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
            Form::Words if is_remark(line) => return Ok(Vec::new()),
            Form::Words => {
                let words = self.place.cards(line);
                match self.check(words) {
                    Ok(deck) => {
                        self.has_begun = true;
                        return Ok(vec![deck]);
                    }
                    // The line is a heading before the first deck.
                    Err(_) if !self.has_begun && !self.is_nearly_deck(line) => {
                        return Ok(Vec::new());
                    }
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

    /// Returns the normal form of a card: of a playing card, if the first deck consists of them.
    fn normal(&self, card: &str) -> String {
        let face = numbered_face(card).filter(|_| self.are_faces);
        face.unwrap_or_else(|| card.into())
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

    /// Returns whether at least half of the words of a line, at the place of the deck, are cards of the deck.
    fn is_nearly_deck(&self, line: &str) -> bool {
        let (words, deck) = (
            self.place.cards(line),
            self.cards.as_deref().unwrap_or_default(),
        );
        let cards = words
            .iter()
            .filter(|word| deck.contains(&self.normal(word)));
        2 * cards.count() >= deck.len()
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
            false => self.check(deck).map(Some),
        }
    }

    /// Returns what the first deck tells about the cards.
    pub fn known(&self) -> Known {
        let cards = self.cards.as_deref().unwrap_or_default();
        if cards.windows(2).any(|pair| pair[0] == pair[1]) {
            Known::Kinds
        } else if are_numbers(cards) {
            Known::Order
        } else {
            Known::Names(cards.to_vec())
        }
    }

    /// Compares the cards of a deck with those of the first deck, and returns the deck as one line.
    fn check(&mut self, deck: Vec<String>) -> Result<String, String> {
        if self.cards.is_none() {
            self.are_faces = deck.iter().all(|card| numbered_face(card).is_some());
        }
        let deck: Vec<String> = deck.iter().map(|card| self.normal(card)).collect();
        if deck.len() < MIN_CARDS {
            return Err("there is no deck in this line".into());
        }
        if let Some(size) = self
            .size
            .filter(|&size| size != deck.len() && self.cards.is_none())
        {
            return Err(format!("{} cards instead of {size}", deck.len()));
        }
        let cards = sorted(deck.clone());
        let first = self.cards.get_or_insert_with(|| cards.clone());
        if *first == cards {
            return Ok(deck.join(" "));
        }
        let times = |card: &String| Times {
            found: cards.iter().filter(|other| *other == card).count(),
            expected: first.iter().filter(|other| *other == card).count(),
        };
        let is_missing = |card: &&String| times(card).found < times(card).expected;
        let is_doubled = |card: &&String| times(card).found > times(card).expected;
        let missing = first.iter().find(is_missing);
        let doubled = cards.iter().find(is_doubled).map(|card| match times(card) {
            Times { expected: 0, .. } => format!("'{card}' is not a card of the other decks"),
            times => format!("card {card} {times}"),
        });
        let count = (deck.len() != first.len())
            .then(|| format!("{} cards instead of {}", deck.len(), first.len()));
        let missing = missing.map(|card| format!("card {card} missing"));
        let parts: Vec<String> = [count, doubled, missing].into_iter().flatten().collect();
        Err(parts.join(", "))
    }

    /// Reads a line with one card, or a blank line, which ends a deck. Returns the deck that the line completes.
    fn one_more(&mut self, line: &str) -> Result<Option<String>, String> {
        if line.is_empty() {
            return self.finish();
        }
        self.hold(vec![name(line)])
    }

    /// Adds cards to the incomplete deck, and returns the deck if they complete it.
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

    /// Adds the cards of a line to the incomplete deck, and returns all decks that they complete.
    fn stream(&mut self, line: &str) -> Result<Vec<String>, String> {
        let mut decks = Vec::new();
        for card in tokens(line, Separator::Space) {
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
        self.held.push(row.card);
        self.positions.push(row.position);
        done
    }
}

/// Returns whether all lines consist of the same letters, in any order.
fn are_anagrams(lines: &[&str]) -> bool {
    let letters = |line: &str| sorted(line.chars().map(String::from).collect());
    let mut words = lines
        .iter()
        .map(|line| line.trim())
        .filter(|line| !line.is_empty());
    let Some(first) = words.next().map(letters) else {
        return false;
    };
    let is_deck = |word: &str| !word.contains(' ') && letters(word) == first;
    first.len() > MIN_CARDS && !first.contains(&" ".into()) && words.all(is_deck)
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
            "main,5,3,1,2,4\nmain,1,2,3,5,4\n",
            "2026,5,3,1,2,4\n2026,1,2,3,5,4\n",
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
        let names = "Sol Ring\nOpt\nBear Cub\n\nOpt\nBear Cub\nSol Ring\n";
        assert_eq!(
            decks(names, None).1,
            ["Sol_Ring Opt Bear_Cub", "Opt Bear_Cub Sol_Ring"]
        );
        assert!(Translator::guess("a b c\na b d\na b c\na b d\n", None).is_none());
        let pairs = "[('Ace', 'Spades'), ('10', 'Hearts'), ('2', 'Clubs')]\n";
        assert_eq!(decks(pairs, None).1, ["AS 10H 2C"]);
        let table = "| # | deck |\n|---|---|\n| 1 | 5 3 1 2 4 |\n| 2 | 1 2 3 4 5 |\n";
        assert_eq!(decks(table, None).1, ["5 3 1 2 4", "1 2 3 4 5"]);
        let table = "game,position,card\n1,1,3\n1,2,1\n1,3,2\n2,1,1\n2,2,2\n2,3,3\n";
        assert_eq!(decks(table, None).1, ["3 1 2", "1 2 3"]);
        assert_eq!(decks("TSZJ\nJZST\n", None).1, ["T S Z J", "J Z S T"]);
    }

    #[test]
    fn boards_of_bridge() {
        let pbn = "[Event \"\"]\n[Deal \"N:K763.Q.983.Q9765 AJ54.K87432.K.83 Q9.AJ95.AQT54.K2 T82.T6.J762.AJT4\"]\n";
        let lin = "qx|o1|md|3SQ9HAJ95DAQT54CK2,ST82HT6DJ762CAJT4,SK763HQD983CQ9765,|sv|o|\n";
        let line = "♠K763♥Q♦983♣Q9765 ♠AJ54♥K87432♦K♣83 ♠Q9♥AJ95♦AQT54♣K2 ♠T82♥T6♦J762♣AJT4\n";
        let [(_, a, _), (_, b, _), (_, c, _)] = [pbn, lin, line].map(|text| decks(text, None));
        assert_eq!((a.len(), &a), (1, &c));
        assert_eq!(a, b);
        let east = pbn.replace("N:", "W:");
        assert_eq!(
            decks(&east, None).1[0].split(' ').nth(39),
            a[0].split(' ').next()
        );
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
        /// For any text, `guess` and `line` return decks with equal cards or refuse, and never panic.
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
