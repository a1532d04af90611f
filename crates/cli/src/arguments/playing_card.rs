//! The faces of new packs of 24, 32, 36, 40, 52 and 54 playing cards.

use faro::stacks::{Face, Stack};
use faro_render::numbers::joined;
use faro_render::printable::printable;

/// The numbers of cards of the packs whose cards have faces.
pub const PACKS: [usize; 6] = [24, 32, 36, 40, 52, 54];

/// The black and the red joker of a pack of 54, in their order at its bottom.
const JOKERS: [&str; 2] = ["BJ", "RJ"];

const SUITS: [(char, char); 4] = [('S', '♠'), ('D', '♦'), ('C', '♣'), ('H', '♥')];

/// The notation of suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suits {
    /// `♠ ♦ ♣ ♥`
    Glyphs,
    /// `S D C H`
    Letters,
}

/// Returns the faces of a new pack from its top, such as `AS` and `10H`.
///
/// The result is `None` if `cards` is not one of [`PACKS`].
///
/// A pack of 52, face down, has from the top hearts and clubs from ace to king, then diamonds and spades from
/// king to ace, as the United States Playing Card Company packs it. Smaller packs are in the same order without
/// some ranks: 24 without 2 to 8, 32 without 2 to 6, 36 without 2 to 5, and 40 without 8, 9 and 10, as Spanish
/// and Italian packs. A pack of 54 has two jokers at the bottom, below the ace of spades.
pub fn pack(cards: usize) -> Option<Vec<String>> {
    let missing: &[&str] = match cards {
        24 => &Face::RANKS[1..8],
        32 => &Face::RANKS[1..6],
        36 => &Face::RANKS[1..5],
        40 => &Face::RANKS[7..10],
        52 | 54 => &[],
        _ => return None,
    };
    let new = Stack::named("new-deck")
        .map(Stack::cards)
        .unwrap_or_default();
    let jokers = JOKERS.into_iter().filter(|_| cards == 54).map(String::from);
    let kept = new
        .into_iter()
        .filter(|face| !missing.contains(&rank(face)));
    Some(kept.chain(jokers).collect())
}

/// Returns the order of a new pack in words. Returns an empty text if `cards` is not one of [`PACKS`].
pub fn order_in_words(cards: usize) -> String {
    match pack(cards) {
        Some(pack) => format!(" ({})", in_words(&pack)),
        None => String::new(),
    }
}

/// Returns an order of faces as its first and last card of each suit, such as `AH to KH, AC to KC, KD to AD, KS to AS`, or as
/// its first and last card of all suits, such as `AS AH AD AC to KS KH KD KC`. Where ranks are missing, a suit is several parts,
/// such as `AH, 7H to KH`.
pub fn in_words(order: &[String]) -> String {
    let suit = |face: &String| face.chars().last();
    let is_by_rank = order.chunk_by(|a, b| suit(a) == suit(b)).count() > 2 * SUITS.len();
    let groups: Vec<&[String]> = order
        .chunks(if is_by_rank { SUITS.len() } else { 1 })
        .collect();
    let place = |face: &String| Face::RANKS.iter().position(|other| *other == rank(face));
    let is_next = |a: &&[String], b: &&[String]| {
        let [a, b] = [&a[0], &b[0]];
        let places = place(a).zip(place(b));
        let steps = |(a, b): (usize, usize)| a.abs_diff(b);
        suit(a) == suit(b)
            && places.is_none_or(|places| [1, Face::RANKS.len() - 1].contains(&steps(places)))
    };
    let parts = groups.chunk_by(is_next).map(|part| match part {
        [only] => only.join(" "),
        _ => format!(
            "{} to {}",
            part[0].join(" "),
            part[part.len() - 1].join(" ")
        ),
    });
    joined(parts, ", ")
}

/// Returns the faces of an order as [`in_words`] writes them. Returns `None` for another text.
///
/// From one rank to another there are two ways. Both are tried if the longer one does not make a pack.
pub fn of_words(text: &str) -> Option<Vec<String>> {
    let faces = |is_longer| {
        let parts = text.split(',').map(|part| faces_from_to(part, is_longer));
        Some(parts.collect::<Option<Vec<Vec<String>>>>()?.concat())
    };
    let is_pack = |faces: &Vec<String>| {
        let [mut faces, mut pack] = [faces.clone(), pack(faces.len()).unwrap_or_default()];
        faces.sort_unstable();
        pack.sort_unstable();
        faces == pack
    };
    let longer = faces(true).filter(|_| text.contains(" to "))?;
    match faces(false).filter(|shorter| !is_pack(&longer) && is_pack(shorter)) {
        Some(shorter) => Some(shorter),
        None => Some(longer),
    }
}

/// Returns the faces of a part such as `AS`, `AS to KS` or `AS AH AD AC to KS KH KD KC`: its suits in each rank from the first
/// to the last, by the way that has more ranks if `is_longer`.
fn faces_from_to(part: &str, is_longer: bool) -> Option<Vec<String>> {
    let Some((first, last)) = part.split_once(" to ") else {
        return part.split_whitespace().map(normal).collect();
    };
    if [first.trim(), last.trim()] == JOKERS {
        return Some(JOKERS.map(String::from).into());
    }
    let (from, suits) = of_one_rank(first)?;
    let (to, _) = of_one_rank(last).filter(|(_, others)| *others == suits)?;
    let ranks = Face::RANKS.len();
    let [up, down] = [to + ranks - from, from + ranks - to].map(|steps| steps % ranks);
    let is_up = (up >= down) == is_longer;
    let steps = if is_up { up } else { down };
    let rank_after = |step| match is_up {
        true => (from + step) % ranks,
        false => (from + ranks - step) % ranks,
    };
    let of_rank = |rank: usize| {
        suits
            .chars()
            .map(move |suit| format!("{}{suit}", Face::RANKS[rank]))
    };
    Some((0..=steps).map(rank_after).flat_map(of_rank).collect())
}

/// Returns the number of the rank that all faces of a text have, and their suits.
fn of_one_rank(text: &str) -> Option<(usize, String)> {
    let faces: Option<Vec<String>> = text.split_whitespace().map(normal).collect();
    let faces = faces?;
    let first = rank(faces.first()?);
    let number = Face::RANKS.iter().position(|other| *other == first)?;
    let suits = faces
        .iter()
        .filter_map(|face| face.chars().last())
        .collect();
    faces
        .iter()
        .all(|face| rank(face) == first)
        .then_some((number, suits))
}

/// Returns the list of pack sizes for messages.
pub fn packs() -> String {
    joined(PACKS, ", ").replace(", 54", " or 54") + " cards"
}

/// Returns the rank of a face whose suit is written as a letter.
fn rank(face: &str) -> &str {
    &face[..face.len() - 1]
}

/// Returns a face in its normal form, such as `AS`, for texts such as `as`, `Q♦` or `ten of hearts`.
pub fn normal(text: &str) -> Option<String> {
    Face::parse(text).map(|face| face.to_string())
}

/// Returns a guess, in normal form, at the face meant by a text such as `1H`, `12♦` or `HQ`.
pub fn meant(text: &str) -> Option<String> {
    let text = text.to_uppercase();
    let last = text.chars().next_back()?;
    let rank = match text.strip_suffix(last)? {
        "0" => "10",
        "1" | "14" => "A",
        "11" | "B" | "V" => "J",
        "12" | "D" => "Q",
        "13" | "R" => "K",
        _ => {
            let first = text.chars().next()?;
            return normal(&format!("{}{first}", &text[first.len_utf8()..]));
        }
    };
    normal(&format!("{rank}{last}"))
}

/// Formats a face in normal form with the given notation of suits. Jokers, which have no suit, stay, and other names are
/// made printable.
pub fn written(face: &str, suits: Suits) -> String {
    let glyph = SUITS.iter().find(|(letter, _)| face.ends_with(*letter));
    match (suits, glyph) {
        (Suits::Glyphs, Some((_, glyph))) => format!("{}{glyph}", rank(face)),
        _ => printable(face),
    }
}

/// Returns whether a face in normal form is a heart, a diamond or the red joker.
pub fn is_red(face: &str) -> bool {
    face.ends_with(['D', 'H']) || face == JOKERS[1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs() {
        for cards in 0..100 {
            let pack = pack(cards);
            assert_eq!(pack.is_some(), PACKS.contains(&cards));
            let mut faces = pack.unwrap_or_default();
            assert!(faces.is_empty() || faces.len() == cards);
            faces.sort();
            faces.dedup();
            assert!(faces.is_empty() || faces.len() == cards, "each face once");
        }
        let suits = |cards: usize| pack(cards).unwrap().join(" ");
        assert!(suits(52).starts_with("AH 2H 3H") && suits(52).ends_with("3S 2S AS"));
        assert_eq!(&suits(24)[..36], "AH 9H 10H JH QH KH AC 9C 10C JC QC K");
        assert_eq!(&suits(32)[..24], "AH 7H 8H 9H 10H JH QH KH");
        assert_eq!(&suits(36)[..27], "AH 6H 7H 8H 9H 10H JH QH KH");
        assert_eq!(&suits(40)[..29], "AH 2H 3H 4H 5H 6H 7H JH QH KH");
        assert_eq!(suits(54), suits(52) + " BJ RJ");
        let order = " (AH to KH, AC to KC, KD to AD, KS to AS, BJ to RJ)";
        assert_eq!(
            (order_in_words(54), order_in_words(53)),
            (order.into(), String::new())
        );
    }

    #[test]
    fn faces_are_written_and_read() {
        for face in pack(54).unwrap() {
            for suits in [Suits::Glyphs, Suits::Letters] {
                assert_eq!(normal(&written(&face, suits)), Some(face.clone()));
            }
            assert_eq!(normal(&face.to_lowercase()), Some(face));
        }
        assert_eq!(written("10S", Suits::Glyphs), "10♠");
        for (text, face) in [
            ("1h", "AH"),
            ("0S", "10S"),
            ("11♦", "JD"),
            ("HQ", "QH"),
            ("s10", "10S"),
        ] {
            assert_eq!(meant(text).as_deref(), Some(face), "{text}");
        }
        assert_eq!(["X", "", "7", "15S", "XH"].map(meant), [const { None }; 5]);
        assert_eq!(normal("t♥\u{fe0f}").as_deref(), Some("10H"));
        for text in ["", "S", "1S", "ZS", "11H", "A", "AS AS", "0"] {
            assert_eq!(normal(text), None, "{text}");
        }
        let red = pack(54).unwrap().iter().filter(|face| is_red(face)).count();
        assert_eq!(red, 27);
    }
}
