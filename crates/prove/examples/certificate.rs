//! Certifies two shuffles of 52 cards, whose lists of choices are too many to run them all.

use faro::shuffle::{Choices, Shuffle};
use faro_prove::{ProgramError, Rehearsed, Settings, Verdict, VerdictKind, certify};

/// Builds the shuffled deck card by card.
struct InsideOut;

impl Shuffle for InsideOut {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        for last in 1..deck.len() {
            let place = choices.below(last as u32 + 1) as usize;
            deck.swap(last, place);
        }
    }
}

/// As Fisher–Yates, but the place is a random byte modulo the number of places.
struct ByteModulo;

impl Shuffle for ByteModulo {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        for last in (1..deck.len()).rev() {
            let byte = choices.below(256) as usize;
            deck.swap(last, byte % (last + 1));
        }
    }
}

fn report(text: &str, shuffle: impl Shuffle) -> Result<(), ProgramError> {
    let settings = Settings {
        samples: 5000,
        ..Settings::default()
    };
    let certificate = certify(&mut Rehearsed::new(shuffle, 52), &settings)?;
    let verdict = Verdict::of_certificate(certificate, &settings);
    let name = verdict
        .name
        .map(|name| format!(" (it is {name})"))
        .unwrap_or_default();
    match (verdict.kind, verdict.bound) {
        (VerdictKind::FairUpTo, Some(bound)) => {
            println!("{text}{name}: at most {bound:.5} away from a random deck");
        }
        (VerdictKind::Unfair, Some(bound)) => {
            println!("{text}{name}: at least {bound:.5} away from a random deck");
        }
        (kind, _) => println!("{text}{name}: {}", kind.name()),
    }
    println!(
        "    {} runs, wrong with probability at most {:e}",
        verdict.runs, settings.confidence
    );
    Ok(())
}

fn main() -> Result<(), ProgramError> {
    report("inside out", InsideOut)?;
    report("byte modulo", ByteModulo)
}
