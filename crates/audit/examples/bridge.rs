//! Prints the hands of bridge deals, one deal on each line, in the order north, east, south, west:
//!
//! `cargo run --example bridge -- deals.pbn | faro audit --hands 13,13,13,13`
//!
//! Reads Portable Bridge Notation (PBN 2.1, section 3.4.11): tags such as `[Deal "N:AKQ2.T9.8765.432 … … …"]`, where
//! the hands follow clockwise from the named one, and each hand has its spades, hearts, diamonds and clubs in this
//! order. A line of a LIN file gives the deal as `md|3SAKQ2HT9D8765C432,…,…|`, clockwise from south. The fourth hand
//! may be missing: it has the remaining cards.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read, Write};

const SEATS: &str = "NESW";
const RANKS: &str = "AKQJT98765432";
const SUITS: [char; 4] = ['S', 'H', 'D', 'C'];

type Hands = [Vec<String>; 4];

/// Returns the hands of a line in the order north, east, south, west, or `None` if the line is not a deal of whole
/// hands.
fn deal(line: &str) -> Option<Hands> {
    let hands = line
        .trim()
        .strip_prefix("[Deal \"")
        .and_then(pbn)
        .or_else(|| lin(line))?;
    let different: BTreeSet<&String> = hands.iter().flatten().collect();
    (different.len() == 52 && hands.iter().all(|hand| hand.len() == 13)).then_some(hands)
}

/// Parses a PBN deal: `N:AKQ2.T9.8765.432 …"]`.
fn pbn(text: &str) -> Option<Hands> {
    let (seat, rest) = text.split_once(':')?;
    let first = SEATS.find(seat)?;
    let mut hands = Hands::default();
    for (index, hand) in rest
        .split('"')
        .next()?
        .split_whitespace()
        .enumerate()
        .take(4)
    {
        let suits = hand.split('.').zip(SUITS);
        let cards =
            suits.flat_map(|(ranks, suit)| ranks.chars().map(move |rank| format!("{rank}{suit}")));
        hands[(first + index) % 4] = cards.collect();
    }
    Some(hands)
}

/// Parses a LIN deal, a dealer and hands clockwise from south: `md|3SAKQ2HT9…,…,…,|`.
fn lin(line: &str) -> Option<Hands> {
    let text = line.split_once("md|")?.1.split('|').next()?;
    let text = text.strip_prefix(['1', '2', '3', '4']).unwrap_or(text);
    let mut hands = Hands::default();
    for (index, hand) in text.split(',').enumerate().take(4) {
        let mut suit = 'S';
        for letter in hand.chars() {
            match letter {
                'S' | 'H' | 'D' | 'C' => suit = letter,
                rank => hands[(2 + index) % 4].push(format!("{rank}{suit}")),
            }
        }
    }
    let dealt: BTreeSet<String> = hands.iter().flatten().cloned().collect();
    let all = SUITS
        .iter()
        .flat_map(|suit| RANKS.chars().map(move |rank| format!("{rank}{suit}")));
    if hands[1].is_empty() {
        hands[1] = all.filter(|card| !dealt.contains(card)).collect();
    }
    Some(hands)
}

fn print(input: impl Read, out: &mut impl Write) -> io::Result<()> {
    for line in BufReader::new(input).lines() {
        if let Some(hands) = deal(&line?) {
            writeln!(out, "{}", hands.map(|hand| hand.join(" ")).join(" | "))?;
        }
    }
    Ok(())
}

fn main() -> io::Result<()> {
    let out = &mut io::stdout().lock();
    match std::env::args().nth(1) {
        Some(path) => print(std::fs::File::open(path)?, out),
        None => print(io::stdin(), out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deals_of_both_notations() {
        let line =
            "[Deal \"E:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432\"]";
        let hands = deal(line).unwrap();
        assert_eq!(
            (
                hands[1][0].as_str(),
                hands[2][0].as_str(),
                hands[0][0].as_str()
            ),
            ("AS", "AH", "AC")
        );
        let line = "pn|a,b,c,d|st||md|3SAKQJT98765432,HAKQJT98765432,DAKQJT98765432,|rh||";
        let hands = deal(line).unwrap();
        assert_eq!((hands[2][0].as_str(), hands[3][0].as_str()), ("AS", "AH"));
        assert_eq!((hands[0][0].as_str(), hands[1][0].as_str()), ("AD", "AC"));
        assert_eq!(
            deal("[Event \"x\"]").is_none(),
            deal("[Deal \"N:AK.. - - -\"]").is_none()
        );
    }
}
