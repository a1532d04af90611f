//! Recognises the hands of a deal that were sorted after the deal, so that their order shows nothing of the shuffle.

use super::face::numbered_face;

/// Minimum number of cards of a hand whose order shows that it was sorted.
const MIN_HAND: usize = 4;

/// Minimum number of hands that show that all hands are sorted.
const MIN_HANDS: usize = 16;

/// Ranks in ascending order, as the letters with which the names of cards begin.
const RANKS: &str = "A23456789TJQK";

/// Returns the number of cards in each hand of a deal, if `lines` are the sorted hands of deals of `cards` cards.
pub fn sorted_hands(lines: &[Vec<String>], cards: usize) -> Option<Vec<usize>> {
    let mut sum = 0;
    let of_first = lines.iter().map(Vec::len).take_while(|size| {
        sum += size;
        sum <= cards
    });
    let sizes: Vec<usize> = of_first.collect();
    let is_deal = |deal: &[Vec<String>]| {
        deal.iter()
            .map(Vec::len)
            .zip(&sizes)
            .all(|(found, size)| found == *size)
    };
    let are_hands =
        sizes.len() > 1 && sizes.iter().sum::<usize>() == cards && lines.len() >= MIN_HANDS;
    let are_sorted = || {
        lines
            .iter()
            .all(|hand| hand.len() >= MIN_HAND && is_sorted(hand))
    };
    (are_hands && lines.chunks(sizes.len()).all(is_deal) && are_sorted()).then_some(sizes)
}

/// Returns whether the cards of a hand are in the order of their numbers or ranks, or if each suit is together.
fn is_sorted(hand: &[String]) -> bool {
    let numbers: Option<Vec<i64>> = hand.iter().map(|card| card.parse().ok()).collect();
    if let Some(numbers) = numbers {
        return is_monotone(&numbers);
    }
    let faces: Option<Vec<String>> = hand.iter().map(|card| numbered_face(card)).collect();
    let Some(faces) = faces else {
        return false;
    };
    let suits: Vec<Option<char>> = faces.iter().map(|face| face.chars().next_back()).collect();
    let runs = suits.chunk_by(|a, b| a == b).map(|run| run[0]);
    let are_together = runs
        .clone()
        .enumerate()
        .all(|(at, suit)| !runs.clone().take(at).any(|other| other == suit));
    let ranks = |ace: i64| -> Vec<i64> {
        let rank = |face: &String| {
            RANKS
                .find(&face.replace("10", "T")[..1])
                .unwrap_or_default() as i64
        };
        faces
            .iter()
            .map(|face| if rank(face) == 0 { ace } else { rank(face) })
            .collect()
    };
    are_together || is_monotone(&ranks(0)) || is_monotone(&ranks(RANKS.len() as i64))
}

fn is_monotone(numbers: &[i64]) -> bool {
    numbers.is_sorted() || numbers.iter().rev().is_sorted()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_of_hands() {
        let hand = |text: &str| -> Vec<String> { text.split(' ').map(String::from).collect() };
        for (text, expected) in [
            ("AS KS 3S 5H 2H 10C", true),
            ("10H 9D 9C 3S 2S", true),
            ("AH AD KS 10C 2C", true),
            ("2C 10C KS AH AD", true),
            ("3 17 24 51", true),
            ("51 24 17 3", true),
            ("AS 3H KS 5H 2H", false),
            ("3 24 17 51", false),
            ("ant bee cow dog", false),
        ] {
            assert_eq!(is_sorted(&hand(text)), expected, "{text}");
        }
        let deal = [hand("AS KS 3S 5H 2H 10C"), hand("4S 7H 9H JC")];
        let deals = |count: usize| deal.iter().cycle().take(count).cloned().collect::<Vec<_>>();
        assert_eq!(sorted_hands(&deals(17), 10), Some(vec![6, 4]));
        assert_eq!(sorted_hands(&deals(15), 10), None);
        assert_eq!(sorted_hands(&deals(16), 6), None);
    }
}
