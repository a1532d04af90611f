//! The forms of text, and what is known of the cards.

use std::fmt;

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
