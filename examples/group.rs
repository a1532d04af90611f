//! Finds the group of the perfect shuffles of 24 cards, and the shortest words that bring cards to the top.

use faro::cayley::{self, Bounds, Outcome};
use faro::perfect::FaroGroup;
use faro::{Group, Kind, Route, Weave, Word};

fn main() -> Result<(), faro::Error> {
    let kinds = [Kind::In, Kind::Out];
    let moves = [
        Weave::new(kinds[0], 24u32).to_permutation()?,
        Weave::new(kinds[1], 24u32).to_permutation()?,
    ];
    let group = Group::generated_by(&moves)?;
    let theorem = FaroGroup::new(24u32)?;
    println!(
        "In- and out-shuffles reach {} orders of 24 cards ({:?})",
        group.order(),
        group.proof()
    );
    println!(
        "By the theorem of Diaconis, Graham and Kantor: {} = {}",
        theorem.order(),
        theorem.name()
    );

    // Card 5, counted from 1, is at position 4.
    let route = Route::shortest(&24u32.into(), &4u32.into(), &0u32.into());
    let word: Word = words(route.kinds()).parse()?;
    println!("card 5 to the top: {word}");
    println!("    the deck is then {:?}", word.permutation(24)?.to_deck());

    // Cards 5 and 6 become the top two.
    match cayley::route(&moves, &[4, 5], &[0, 1], &Bounds::default()) {
        Outcome::Found(paths) => {
            let chosen: Vec<Kind> = paths
                .first()
                .into_iter()
                .map(|index| kinds[index])
                .collect();
            println!(
                "cards 5 and 6 to the top: {} ({} shortest words)",
                words(&chosen),
                paths.count()
            );
        }
        other => println!("cards 5 and 6 do not come to the top: {other:?}"),
    }
    Ok(())
}

fn words(kinds: &[Kind]) -> String {
    kinds
        .iter()
        .map(Kind::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
