//! Deals bridge hands from a secret: the same secret and board number give the same hands on every machine.

use faro::shuffle::{Generator, Seed, Shuffle};
use faro::zoo::Transpositions;

const RANKS: &str = "AKQJT98765432";

fn main() -> Result<(), faro::Error> {
    // In a game, 32 bytes from the operating system: a text that can be guessed gives the hands away.
    let secret = std::env::args()
        .nth(1)
        .unwrap_or("the club's secret of 1 May".into());
    let seed: Seed = secret.parse()?;

    for board in 1..=3 {
        let mut pack: Vec<u32> = (0..52).collect();
        Transpositions::FisherYates.shuffle(&mut pack, &mut Generator::unit(&seed, board));
        println!("Board {board}");
        for (seat, hand) in ["North", "East", "South", "West"]
            .iter()
            .zip(pack.chunks_mut(13))
        {
            hand.sort();
            println!("    {seat:<6} {}", face_up(hand).trim_end());
        }
    }
    Ok(())
}

/// Writes a sorted hand by suits. Cards are numbered by suit, from the ace of spades to the two of clubs.
fn face_up(hand: &[u32]) -> String {
    let suits = ["♠", "♥", "♦", "♣"].iter().zip(0..).map(|(symbol, suit)| {
        let cards = hand.iter().filter(|&card| card / 13 == suit);
        let ranks: String = cards
            .filter_map(|card| RANKS.chars().nth(*card as usize % 13))
            .collect();
        format!(
            "{symbol} {:<9}",
            if ranks.is_empty() { "-" } else { &ranks }
        )
    });
    suits.collect()
}
