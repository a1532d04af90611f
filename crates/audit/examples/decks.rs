//! Audits a file with a deck on each line, whose first line is the deck before the shuffle: `audit_file decks.txt`.

use std::error::Error;

use faro::shuffle::Seed;
use faro::simulate::Problem;
use faro::zoo::Transpositions;
use faro_audit::lines::Reader;
use faro_audit::{CardNames, Conclusion, Evidence, diagnose, judge};

const CARDS: [&str; 9] = ["6♠", "7♠", "8♠", "9♠", "10♠", "J♠", "Q♠", "K♠", "A♠"];

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => demonstration(),
    };
    let mut reader = Reader::starting_with_first(&Seed::from(1));
    let mut evidence = None;
    for line in text.lines() {
        match reader.read(line.as_bytes()) {
            Ok(None) => {} // a blank line, or the deck before the shuffle
            Ok(Some(deck)) => match &mut evidence {
                None => evidence.insert(Evidence::new(deck.len())?).add(deck)?,
                Some(evidence) => evidence.add(deck)?,
            },
            Err(error) => eprintln!("left out: {error}"),
        }
    }
    let (Some(mut evidence), Some(start)) = (evidence, reader.start()) else {
        return Err("there are no decks".into());
    };

    let name = |name| String::from_utf8_lossy(name).into_owned();
    let names = CardNames::Names(start.names().map(name).collect());
    let judgement = judge(&mut evidence, 0.001);
    let cause = diagnose(&mut evidence, &judgement);
    let conclusion = Conclusion::new(&mut evidence, judgement, Some(cause)).with_names(names, true);
    println!("{} decks of {} cards", evidence.decks(), evidence.cards());
    println!("{}", conclusion.verdict());
    for sentence in conclusion.effects() {
        println!("- {sentence}");
    }
    for remark in conclusion.remarks() {
        println!("- {}", remark.text);
    }
    Ok(())
}

/// Returns 200 decks from a shuffle that never moves the last card, and a damaged line.
fn demonstration() -> String {
    let mut text = CARDS.join(" ") + "\n6♠ 7♠ 7♠\n";
    let shuffle = Transpositions::LastStays;
    for deck in Problem::new(9, 200)
        .sampler(&shuffle, &Seed::from(1))
        .iter()
    {
        let faces: Vec<&str> = deck.iter().map(|&card| CARDS[card as usize]).collect();
        text += &(faces.join(" ") + "\n");
    }
    text
}
