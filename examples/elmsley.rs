//! Elmsley's trick: bring the top card to any position by in- and out-shuffles.
//!
//! Write the position, counted from 0, in binary: each 1 is an in-shuffle, each 0 an
//! out-shuffle, from the highest digit down. It works for every deck size, since an in-shuffle
//! takes position i to 2i + 1 and an out-shuffle to 2i as long as i lies in the top half
//! (Alex Elmsley 1957; Diaconis and Graham, "The solutions to Elmsley's problem", 2007).

use faro::{Kind, Permutation, Weave};

fn to_position(position: u32, cards: u32) -> Result<Permutation, Box<dyn std::error::Error>> {
    let [out, inn] = [Kind::Out, Kind::In].map(|kind| Weave::new(kind, cards).to_permutation());
    let (out, inn) = (out?, inn?);
    let digits = (0..u32::BITS - position.leading_zeros())
        .rev()
        .map(|bit| position >> bit & 1);
    let moved = digits.fold(Permutation::identity(cards as usize), |moved, digit| {
        moved.then(if digit == 1 { &inn } else { &out })
    });
    Ok(moved)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let new_deck: Vec<u32> = (1..=52).collect();
    for position in [1, 5, 11, 26, 51] {
        let deck = to_position(position, 52)?.apply(&new_deck);
        println!("{position:2} above it, {position:6b}: {:?} …", &deck[..8]);
        assert_eq!(deck[position as usize], 1, "the card that was on top");
    }
    Ok(())
}
