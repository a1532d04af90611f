//! Eight out-shuffles restore 52 cards.
//!
//! Each line is the deck after one more shuffle, a letter a card. The two halves of the
//! pack, upper and lower case, are mixed and separated again; the theory gives the number of
//! shuffles without moving a card.

use faro::{Kind, Weave};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let out = Weave::new(Kind::Out, 52u32);
    let shuffle = out.to_permutation()?;
    let order = out.order()?;

    let new_deck: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
    let mut deck = new_deck.clone();
    println!("   {}", String::from_iter(&deck));
    let mut shuffles = 0u32;
    loop {
        deck = shuffle.apply(&deck);
        shuffles += 1;
        println!("{shuffles:2} {}", String::from_iter(&deck));
        if deck == new_deck {
            break;
        }
    }

    println!(
        "back after {shuffles}; the order of 2 modulo {} is {order}",
        out.modulus()
    );
    assert_eq!(order, shuffles.into());
    Ok(())
}
