//! The forms of text that hold decks, and what the text tells about the cards of a deck.

use std::fmt;

/// A form in which a text holds decks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Deals of bridge in Portable Bridge Notation, in tags `[Deal "N:…"]`.
    Pbn,
    /// Deals of bridge in the notation of Bridge Base Online, in parts `md|…|`.
    Lin,
    /// Deals of bridge, one on each line: four hands with symbols or letters for the suits.
    Boards,
    /// One deck on each line, with other words before or after it.
    Words,
    /// One card on each line, with or without a blank line between decks.
    Cards,
    /// A table with a header line and a row for each card.
    Rows,
    /// One deck on each line, one letter for each card, without spaces.
    Letters,
    /// All decks on one line, one after another.
    Stream,
}

impl Form {
    /// All forms, in the order in which a text is compared with them.
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

    /// Returns the name by which the user chooses the form.
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

    /// Returns whether a deck consists of four hands, each in any order.
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
            Form::Words => "a deck a line; what is no card is left out",
            Form::Cards => "a card a line",
            Form::Rows => "a table with a row for each card",
            Form::Letters => "a letter for each card",
            Form::Stream => "one long list of cards, deck after deck",
        })
    }
}

/// What a text tells about the cards of a deck before the shuffle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// The cards are numbers. Their order before the shuffle is increasing.
    Order,
    /// The cards have these distinct names, sorted here. Their order before the shuffle is not known.
    Names(Vec<String>),
    /// Several cards have the same name.
    Kinds,
}
