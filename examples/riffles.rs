//! Finds how many riffles bring a deck within 0.25 of random, for decks from a piquet pack to a casino shoe.

use faro::riffle::Mixing;

fn main() -> Result<(), faro::Error> {
    const NEAR: f64 = 0.25;

    let mixing = Mixing::new(52)?;
    println!("52 cards: riffles, and the distance from random");
    for riffles in 1..=12 {
        let distance = mixing.after_riffles(riffles)?.total_variation;
        println!(
            "{riffles:>7}  {distance:.6}  {}",
            "#".repeat((distance * 50.0).round() as usize)
        );
    }

    println!("\ncards  riffles until the distance is at most {NEAR}");
    for cards in [32, 52, 78, 104, 312, 416] {
        println!("{cards:>5}  {}", riffles_until(NEAR, cards)?);
    }
    Ok(())
}

/// Returns the least number of riffles after which the total variation distance is at most `near`.
fn riffles_until(near: f64, cards: u64) -> Result<u32, faro::Error> {
    let mixing = Mixing::new(cards)?;
    let mut riffles = 0;
    while mixing.after_riffles(riffles)?.total_variation > near {
        riffles += 1;
    }
    Ok(riffles)
}
