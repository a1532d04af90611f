//! The shuffle of the crate rand, whose law `faro prove` computes, and which it certifies for 52 cards.
//!
//! ```sh
//! cargo build --example shuffle_rand
//! faro prove --cards 6 -- target/debug/examples/shuffle_rand
//! faro prove --cards 52 --certify -- target/debug/examples/shuffle_rand
//! ```

// In another project: `faro prove --adapter rust > src/faro_choices.rs`, and here `mod faro_choices;`.
#[path = "../../crates/prove/adapters/faro_choices.rs"]
#[rustfmt::skip]
mod faro_choices;

use std::convert::Infallible;

use faro_choices::Choices;
use rand::TryRng;
use rand::seq::SliceRandom;

/// The choices as a generator of rand: each draw is a word of 32 bits.
struct Words<'a>(&'a mut Choices);

impl TryRng for Words<'_> {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.bits(32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        let low = self.0.bits(32);
        Ok(self.0.bits(32) << 32 | low)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes
            .iter_mut()
            .for_each(|byte| *byte = self.0.bits(8) as u8);
        Ok(())
    }
}

pub fn main() {
    faro_choices::serve(|choices, cards| {
        let mut deck: Vec<u32> = (0..cards as u32).collect();
        deck.shuffle(&mut Words(choices));
        deck
    });
}
