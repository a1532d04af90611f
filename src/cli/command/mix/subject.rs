use num_bigint::BigUint;

use super::question::{Question, Sort};
use crate::cli::one_based;
use crate::cli::plural::counted;

/// The deck and the riffle in words, for sentences and titles.
pub struct Subject {
    /// A text such as `a deck of 52 cards`.
    pub deck: String,
    /// A text such as `52 cards after riffles`.
    pub title: String,
    /// The noun of one shuffle.
    pub noun: &'static str,
    /// A text such as ` (shelf:10)` or ` of 3 packets`; empty for riffles of two packets.
    pub by: String,
}

/// The most kinds of cards that are listed one by one.
const LISTED: usize = 6;

impl Subject {
    pub fn new(question: &Question) -> Subject {
        let cards = counted(question.cards, "card");
        let (deck, short) = match (&question.sort, question.deck) {
            (Sort::Orders(_) | Sort::Other(_), _) => (format!("a deck of {cards}"), cards),
            (Sort::Card(followed), _) => {
                let card = one_based::number(followed.card as u64);
                let position = format!("position of card {card} of {}", question.cards);
                (format!("the {position}"), format!("The {position}"))
            }
            (Sort::Kinds(_), Some(deck)) => {
                let property = deck.property();
                (format!("the arrangement of {property} in {cards}"), format!("The {property} of {cards}"))
            }
            (Sort::Kinds(kinds), None) => {
                let listed = listed(&kinds.composition);
                (format!("the arrangement of {listed}"), listed)
            }
        };
        let name = match &question.sort {
            Sort::Other(other) => other.name.clone(),
            _ => question.packets.as_ref().map_or_else(String::new, riffles),
        };
        let by = match &question.packets {
            Some(_) => name.trim_start_matches("riffles").into(),
            None => format!(" ({name})"),
        };
        Subject { deck, title: format!("{short} after {name}"), noun: question.noun(), by }
    }
}

/// Returns a text such as `26 + 26 cards`.
fn listed(composition: &[u32]) -> String {
    let (first, kinds) = (composition[0], composition.len());
    if kinds > LISTED && composition.iter().all(|&count| count == first) {
        return format!("{kinds} × {first} cards");
    }
    let mut counts: Vec<String> = composition.iter().map(u32::to_string).collect();
    if kinds > LISTED {
        counts.splice(LISTED / 2..kinds - LISTED / 2, ["…".into()]);
        return format!("{} cards of {kinds} kinds", counts.join(" + "));
    }
    format!("{} cards", counts.join(" + "))
}

/// Returns a text such as `riffles of 3 packets`.
fn riffles(packets: &BigUint) -> String {
    match packets.to_string() {
        two if two == "2" => "riffles".into(),
        long if long.len() > 9 => format!("riffles of about 10^{} packets", long.len() - 1),
        some => format!("riffles of {some} packets"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compositions() {
        assert_eq!([listed(&[26, 26]), listed(&[1])], ["26 + 26 cards", "1 cards"]);
        assert_eq!(listed(&[4; 13]), "13 × 4 cards");
        assert_eq!(listed(&[1, 2, 3, 4, 5, 6, 7, 8]), "1 + 2 + 3 + … + 6 + 7 + 8 cards of 8 kinds");
    }

    #[test]
    fn packets() {
        assert_eq!([riffles(&2u32.into()), riffles(&3u32.into())], ["riffles", "riffles of 3 packets"]);
        assert_eq!(riffles(&BigUint::from(10u32).pow(100)), "riffles of about 10^100 packets");
    }
}
