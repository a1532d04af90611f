//! Shows the exact law of three riffles of five cards, and its distance from a random deck as a fraction.

use faro::distribution::Law;
use faro::permutation::Permutation;
use faro::riffle::ExactMixing;
use faro::zoo::Riffle;

fn main() -> Result<(), faro::Error> {
    let riffle = Law::new(&Riffle::Packets(2), 5)?;
    let law = Law::certain(5)?.then_repeated(&riffle, 3)?;

    println!("probability of each order   orders   rising sequences   for example");
    for level in law.levels().iter().rev() {
        let deck = law.deck(level.first);
        let rising = Permutation::from_deck(deck.clone())?.rising_sequences();
        let chance = law.chance(level.first);
        println!(
            "{:>13} = {:.6} {:>8} {rising:>18}   {deck:?}",
            chance.to_string(),
            chance.to_f64(),
            level.orders
        );
    }
    println!(
        "a random deck: 1/{} = {:.6}",
        law.orders(),
        1.0 / law.orders() as f64
    );

    let distance = law.total_variation();
    println!(
        "\ntotal variation distance {distance} = {:.6}",
        distance.to_f64()
    );
    // The same without a list of orders: three riffles are one riffle with 2^3 packets.
    let formula = ExactMixing::new(5)?.after_packets(&8u32.into())?;
    println!(
        "by the formula of Bayer and Diaconis: {}",
        formula.total_variation
    );
    Ok(())
}
