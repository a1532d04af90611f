use std::str::FromStr;

use clap::ValueEnum;

/// The property by which the cards of a pack of 52 are distinguished.
#[derive(Clone, Copy, ValueEnum)]
pub enum DeckArg {
    /// 26 red and 26 black cards
    RedBlack,
    /// Four suits of 13 cards
    Suits,
    /// Thirteen ranks of 4 cards
    Ranks,
    /// The values of blackjack: nine of 4 cards, and ten with 16 cards
    Blackjack,
}

/// The number of cards of a pack.
pub const PACK: u32 = 52;

impl DeckArg {
    /// Returns the number of cards of each kind in `packs` packs.
    pub fn composition(self, packs: u32) -> Vec<u32> {
        let kinds = match self {
            DeckArg::RedBlack => vec![26; 2],
            DeckArg::Suits => vec![13; 4],
            DeckArg::Ranks => vec![4; 13],
            DeckArg::Blackjack => [vec![4; 9], vec![16]].concat(),
        };
        kinds.into_iter().map(|count| count * packs).collect()
    }

    /// Returns what distinguishes the cards, in the plural.
    pub fn property(self) -> &'static str {
        match self {
            DeckArg::RedBlack => "colours",
            DeckArg::Suits => "suits",
            DeckArg::Ranks => "ranks",
            DeckArg::Blackjack => "blackjack values",
        }
    }

    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// The number of cards of each kind, such as `26,26`.
#[derive(Clone)]
pub struct Composition(pub Vec<u32>);

impl FromStr for Composition {
    type Err = String;

    fn from_str(text: &str) -> Result<Composition, String> {
        let count = |part: &str| part.parse::<u32>().ok().filter(|&count| count > 0);
        let counts: Option<Vec<u32>> = text.split(',').map(count).collect();
        counts.map(Composition).ok_or_else(|| "expected numbers of cards from 1, such as 26,26".into())
    }
}
