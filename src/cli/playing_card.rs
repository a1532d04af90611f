//! The faces of a new 52-card deck.

use faro::stacks::RANKS;

/// The number of cards that have a face.
pub const CARDS: u32 = 52;

/// How suits are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suits {
    /// `♠ ♦ ♣ ♥`
    Glyphs,
    /// `S D C H`
    Letters,
}

/// Returns the face of the card at `index`, counted from 0 at the top of a new deck: spades and diamonds
/// from ace to king, then clubs and hearts from king to ace. The United States Playing Card Company packs
/// its decks in this order.
pub fn face(index: u64, suits: Suits) -> String {
    let (suit, place) = ((index / 13) as usize, (index % 13) as usize);
    let rank = if suit < 2 { place } else { 12 - place };
    let suit = match suits {
        Suits::Glyphs => ["♠", "♦", "♣", "♥"][suit],
        Suits::Letters => ["S", "D", "C", "H"][suit],
    };
    format!("{}{suit}", RANKS[rank])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_deck() {
        let deck: Vec<String> = (0..CARDS.into()).map(|index| face(index, Suits::Letters)).collect();
        assert_eq!(deck[..3], ["AS", "2S", "3S"]);
        assert_eq!(deck[12..14], ["KS", "AD"]);
        assert_eq!(deck[25..27], ["KD", "KC"]);
        assert_eq!(deck[38..40], ["AC", "KH"]);
        assert_eq!(deck[51], "AH");
        assert_eq!(face(9, Suits::Glyphs), "10♠");
    }
}
