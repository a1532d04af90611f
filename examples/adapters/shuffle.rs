//! A shuffle whose law `faro prove` computes, and certifies for 52 cards.
//!
//! ```sh
//! faro prove --adapter rust > faro_choices.rs
//! rustc -O shuffle.rs
//! faro prove --cards 6 -- ./shuffle
//! faro prove --cards 52 --certify -- ./shuffle
//! ```

mod faro_choices;

fn main() {
    faro_choices::serve(|choices, cards| {
        let mut deck: Vec<u32> = (0..cards as u32).collect();
        for i in (1..cards).rev() {
            deck.swap(i, choices.below(i as u64 + 1) as usize);
        }
        deck
    });
}
