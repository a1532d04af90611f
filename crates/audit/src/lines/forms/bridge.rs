//! Reads deals of bridge: four hands of 13 cards, in three notations.

use super::face::face;

/// The suits of bridge, in the order in which a hand lists them.
const BRIDGE: [char; 4] = ['S', 'H', 'D', 'C'];

/// Returns the cards of a hand from its ranks in each suit, in the order spades, hearts, diamonds, clubs.
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

/// Returns the 52 cards in the order of deals: from the ace of spades to the two of clubs.
pub fn bridge_order() -> Vec<String> {
    hand(["AKQJT98765432"; 4])
}

/// Returns the hands if they are four.
fn four(hands: Vec<Vec<String>>) -> Option<Vec<Vec<String>>> {
    (hands.len() == 4).then_some(hands)
}

/// Returns the cards of a hand whose suits are separated by points, such as `K763.Q.983.Q9765`.
pub fn dotted(text: &str) -> Option<Vec<String>> {
    let suits: Vec<&str> = text.split('.').collect();
    Some(hand(suits.try_into().ok()?))
}

/// Returns the four hands of a deal in Portable Bridge Notation, the hand of north first. An example is `N:K763.Q.983.Q9765
/// …`.
pub fn pbn(deal: &str) -> Option<Vec<Vec<String>>> {
    let (first, deal) = deal.split_once(':')?;
    let hands = deal.trim_end_matches(['"', ']']).split_whitespace();
    let mut hands = hands.map(dotted).collect::<Option<Vec<_>>>()?;
    let before = "NESW".find(first.trim()).unwrap_or(0);
    let hand = before % hands.len().max(1);
    hands.rotate_right(hand);
    four(hands)
}

/// Returns the cards of a hand with letters for suits, such as `SK763HQD983CQ9765`.
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

/// Returns the four hands of a deal in the notation of Bridge Base Online, the hand of north first. An example is
/// `3SQ9…,ST8…,SK7…,`. The text gives the hands of south, west and north. East has the remaining cards.
pub fn lin(deal: &str) -> Option<Vec<Vec<String>>> {
    let deal = deal
        .trim_start_matches(|digit: char| digit.is_ascii_digit())
        .to_uppercase();
    let given: Vec<&str> = deal.split(',').filter(|hand| !hand.is_empty()).collect();
    let mut hands: Vec<Vec<String>> = given
        .iter()
        .map(|text| lettered(text))
        .collect::<Option<_>>()?;
    if hands.len() == 3 {
        let dealt = hands.concat();
        let is_left = |card: &String| !dealt.contains(card);
        hands.push(bridge_order().into_iter().filter(is_left).collect());
    }
    let north = hands.len().min(2);
    hands.rotate_left(north);
    four(hands)
}

/// Returns the four hands of a deal with suit symbols or letters, in the order of the line. An example is `♠K763♥Q♦983♣Q9765
/// …`.
pub fn boards(line: &str) -> Option<Vec<Vec<String>>> {
    let letters = [('♠', 'S'), ('♥', 'H'), ('♦', 'D'), ('♣', 'C')];
    let text = letters
        .iter()
        .fold(line.to_string(), |text, (glyph, letter)| {
            text.replace(*glyph, &letter.to_string())
        });
    four(
        text.split_whitespace()
            .map(lettered)
            .collect::<Option<Vec<_>>>()?,
    )
}
