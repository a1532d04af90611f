//! Shows after how many out- and in-shuffles each deck of 2 to 60 cards returns, and which decks take longest.

use faro::num_bigint::BigUint;
use faro::{Kind, Weave};

fn main() -> Result<(), faro::Error> {
    let mut longest = BigUint::ZERO;
    let mut slowest = Vec::new();
    println!("cards  out   in");
    for cards in 2..=60u32 {
        let weaves = [Kind::Out, Kind::In].map(|kind| Weave::new(kind, cards));
        let [out, inn] = [weaves[0].order()?, weaves[1].order()?];
        println!("{cards:>5} {out:>4} {inn:>4}");

        for (weave, order) in weaves.iter().zip([out, inn]) {
            if order > longest {
                slowest.clear();
                longest = order.clone();
            }
            if order == longest {
                slowest.push(format!(
                    "{weave} of {cards} cards (modulo {})",
                    weave.modulus()
                ));
            }
        }
    }
    println!("\nThe largest order is {longest}: {}.", slowest.join(", "));
    Ok(())
}
