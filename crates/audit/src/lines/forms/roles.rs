//! Finds the columns of the position and the card in the decks of a table.

use super::face::numbered_face;
use super::hand::hand;
use super::place::are_known;
use super::tokens::{MIN_CARDS, name, sorted};

/// The columns of the position and the card, and the sorted cards of a deck.
pub(super) struct Roles {
    pub position: Option<usize>,
    pub card: Vec<usize>,
    pub cards: Vec<String>,
}

impl Roles {
    /// Returns the roles of the columns of `decks`, if most decks have the same cards.
    ///
    /// `deck` is the column that names the deck. A single deck is accepted if the table has a heading and its cards are
    /// distinct.
    pub fn find(
        decks: &[&[Vec<String>]],
        deck: Option<usize>,
        heading: Option<&[String]>,
    ) -> Option<Roles> {
        let whole = WholeDecks::new(decks, deck, heading)?;
        let (numbers, names) = whole.numbers_and_names();
        let mut candidates = whole
            .known_cards(&numbers)
            .chain(whole.other_card(&numbers, &names));
        let (position, card) =
            candidates.find(|(position, card)| whole.are_shuffled(*position, card))?;
        if !whole.are_faces(&card) && whole.has_other_cards(position, &card) {
            return None;
        }
        Some(Roles {
            position,
            cards: whole.same_cards(&card)?,
            card,
        })
    }
}

/// A candidate for the columns of the position and the card.
type PositionAndCard = (Option<usize>, Vec<usize>);

/// The decks of the full size.
struct WholeDecks<'a> {
    decks: Vec<&'a [Vec<String>]>,
    /// All columns except the one that names the deck.
    columns: Vec<usize>,
    heading: Option<&'a [String]>,
}

impl<'a> WholeDecks<'a> {
    /// Returns the decks of the full size, if there are enough of them and of their cards.
    fn new(
        decks: &[&'a [Vec<String>]],
        deck: Option<usize>,
        heading: Option<&'a [String]>,
    ) -> Option<WholeDecks<'a>> {
        // The first and the last deck may be incomplete.
        let size = decks.iter().take(2).map(|deck| deck.len()).max()?;
        let mut whole = decks.to_vec();
        whole.retain(|deck| deck.len() == size);
        let least = MIN_CARDS + usize::from(heading.is_none());
        let is_table =
            2 * whole.len() >= decks.len() && whole.len() + usize::from(heading.is_some()) > 1;
        let columns = 0..decks[0][0].len();
        (is_table && size >= least).then(|| WholeDecks {
            decks: whole,
            columns: columns.filter(|&column| Some(column) != deck).collect(),
            heading,
        })
    }

    fn last(&self) -> &'a [Vec<String>] {
        self.decks[self.decks.len() - 1]
    }

    /// Returns the sorted cards in these columns of the last deck, if most decks have the same.
    fn same_cards(&self, columns: &[usize]) -> Option<Vec<String>> {
        let last = cards(self.last(), columns);
        let are_distinct = || last.windows(2).all(|pair| pair[0] != pair[1]);
        let differ = last.first() != last.last() && (self.decks.len() > 1 || are_distinct());
        let same = || {
            let decks = self.decks.iter();
            decks.filter(|deck| cards(deck, columns) == last).count()
        };
        (differ && 2 * same() > self.decks.len()).then_some(last)
    }

    /// Returns the columns of card numbers or positions, and the columns of names.
    ///
    /// If the heading calls some columns of names cards, only these are returned.
    fn numbers_and_names(&self) -> (Vec<usize>, Vec<usize>) {
        let is_number = |card: &String| card.parse::<u64>().is_ok();
        let (mut numbers, mut names) = (Vec::new(), Vec::new());
        for &column in &self.columns {
            match self.same_cards(&[column]) {
                Some(cards) if cards.iter().any(is_number) && !are_known(&cards) => {}
                Some(cards) if is_number(&cards[0]) => numbers.push(column),
                Some(_) => names.push(column),
                None => {}
            }
        }
        if names.iter().any(|&column| self.is_called_card(column)) {
            names.retain(|&column| self.is_called_card(column));
        }
        (numbers, names)
    }

    fn is_called_card(&self, column: usize) -> bool {
        self.heading
            .is_some_and(|heading| heading[column].to_lowercase().contains("card"))
    }

    /// Returns each single column, then all ordered pairs of columns.
    fn groups(&self) -> impl Iterator<Item = Vec<usize>> {
        let one = self.columns.iter().map(|&column| vec![column]);
        let two = self.columns.iter().flat_map(|&a| {
            let others = self.columns.iter().filter(move |&&b| a != b);
            others.map(move |&b| vec![a, b])
        });
        one.chain(two)
    }

    /// Returns the columns whose values show that they are the cards, with the position.
    ///
    /// They are playing cards, or two columns such as rank and suit with all pairs of their values.
    fn known_cards(&self, numbers: &[usize]) -> impl Iterator<Item = PositionAndCard> {
        let faces = self.groups().filter(|columns| self.are_faces(columns));
        let grids = self.groups().filter(|columns| self.are_grid(columns));
        faces
            .chain(grids)
            .map(|card| (self.position_beside(&card, numbers), card))
    }

    fn are_faces(&self, columns: &[usize]) -> bool {
        let is_face = |row: &Vec<String>| numbered_face(&joined(row, columns)).is_some();
        self.last().iter().all(is_face) && self.same_cards(columns).is_some()
    }

    /// Returns whether a deck has all pairs of the values of two ascending columns.
    fn are_grid(&self, columns: &[usize]) -> bool {
        let kinds = |columns: &[usize]| {
            let mut cards = cards(self.last(), columns);
            cards.dedup();
            cards.len()
        };
        let [a, b] = columns[..] else { return false };
        let [of_a, of_b] = [a, b].map(|column| kinds(&[column]));
        let size = self.last().len();
        a < b
            && of_a.min(of_b) > 1
            && of_a * of_b == size
            && kinds(columns) == size
            && self.same_cards(columns).is_some()
    }

    /// Returns the first column of ascending numbers beside the card, or else of any numbers.
    fn position_beside(&self, card: &[usize], numbers: &[usize]) -> Option<usize> {
        let others = || {
            numbers
                .iter()
                .copied()
                .filter(|column| !card.contains(column))
        };
        others()
            .find(|&column| self.ascends(column))
            .or(others().next())
    }

    fn ascends(&self, column: usize) -> bool {
        let number = |row: &Vec<String>| row[column].parse::<u64>().ok();
        self.decks.iter().all(|deck| deck.is_sorted_by_key(number))
    }

    /// Returns the card that is left if no values are known: the only name, or one of at most two numbers.
    fn other_card(&self, numbers: &[usize], names: &[usize]) -> Option<PositionAndCard> {
        match (names, numbers) {
            (&[name], _) => Some((self.position_beside(&[name], numbers), vec![name])),
            ([], &[card]) => Some((None, vec![card])),
            ([], &[a, b]) => {
                let called = [a, b].into_iter().find(|&one| self.is_called_card(one));
                let card = called.or_else(|| [b, a].into_iter().find(|&one| !self.ascends(one)))?;
                let position = if card == a { b } else { a };
                let is_clear = self.ascends(position) || self.is_called_card(card);
                is_clear.then(|| (Some(position), vec![card]))
            }
            _ => None,
        }
    }

    /// Returns whether the cards come in different orders, unlike the numbers of rows or the names of players.
    fn are_shuffled(&self, position: Option<usize>, card: &[usize]) -> bool {
        let in_order = |deck: &&[Vec<String>]| {
            let mut rows: Vec<&Vec<String>> = deck.iter().collect();
            rows.sort_by_key(|row| position.and_then(|at| row[at].parse::<u64>().ok()));
            let cards = rows.iter().map(|row| joined(row, card));
            cards.collect::<Vec<String>>()
        };
        let mut decks = self.decks.iter().map(in_order);
        let first = decks.next().unwrap_or_default();
        // A single column of numbers that count up numbers the rows.
        let number = |card: &String| card.parse::<u64>().ok();
        let counts =
            || first.iter().all(|card| number(card).is_some()) && first.is_sorted_by_key(number);
        match self.decks.len() {
            1 => !counts(),
            _ => decks.any(|deck| deck != first),
        }
    }

    /// Returns whether columns other than these hold playing cards, or are called so.
    fn has_other_cards(&self, position: Option<usize>, card: &[usize]) -> bool {
        let is_left_out = |others: &Vec<usize>| {
            let is_other = others
                .iter()
                .all(|column| !card.contains(column) && Some(*column) != position);
            let is_called = others.len() == 1 && self.is_called_card(others[0]);
            is_other && (is_called || self.last().iter().all(|row| hand(row, others).is_some()))
        };
        self.groups().any(|others| is_left_out(&others))
    }
}

fn cards(deck: &[Vec<String>], columns: &[usize]) -> Vec<String> {
    sorted(deck.iter().map(|row| joined(row, columns)).collect())
}

pub(super) fn joined(row: &[String], columns: &[usize]) -> String {
    let parts: Vec<&str> = columns.iter().map(|&column| row[column].as_str()).collect();
    name(&parts.join(" "))
}
