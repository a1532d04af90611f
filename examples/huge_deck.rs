//! The cycles of a deck of 10^18 cards, which is never built.
//!
//! A perfect shuffle multiplies positions modulo the modulus of the deck, so that its cycles
//! are those of multiplication by 2, and follow from the factors of the modulus.

use faro::number::Natural;
use faro::{Kind, Weave};
use num_bigint::BigInt;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for cards in [52, 1_000_000, 10u64.pow(18)] {
        for kind in [Kind::Out, Kind::In] {
            let weave = Weave::new(kind, cards);
            let modulus = u64::try_from(weave.modulus())?;
            println!(
                "{cards} cards, {kind}-shuffled; the modulus {modulus} = {}",
                modulus.factor()?
            );
            let cycle_type = weave.cycle_type()?;
            for (length, count) in cycle_type.iter() {
                println!("  {count} × length {length}");
            }
            println!(
                "  back after {} shuffles, sign {:+}",
                cycle_type.order(),
                cycle_type.sign()
            );
        }
    }

    // One card can be followed however long the deck has been shuffled.
    let weave = Weave::new(Kind::In, 10u64.pow(18));
    let times = BigInt::from(10).pow(40);
    let position = weave.position_after(&0u32.into(), &times);
    println!("after 10^40 in-shuffles of 10^18 cards the top card lies at {position}, from 0");
    assert_eq!(weave.card_at(&position, &times), 0u32.into());
    Ok(())
}
