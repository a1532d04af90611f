//! `faro-survey` lists the shufflers: name, package, version.
//! `faro-survey NAME DECKS` prints decks of 52 cards, each shuffled from the order 0 to 51.

use std::env::args;
use std::io::{self, BufWriter, Write};

use nanorand::{Rng as _, WyRand};
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom as _;
use shuffle::shuffler::Shuffler as _;

type Deck = Vec<usize>;
/// Shuffles a deck in place. The number is that of the decks before it.
type Shuffle = Box<dyn FnMut(&mut Deck, u64)>;

/// Returns the shufflers: name, package, shuffle.
fn shufflers() -> Vec<(&'static str, &'static str, Shuffle)> {
    let mut wyrand = WyRand::new();
    let mut riffle = shuffle::irs::Irs::default();
    vec![
        ("SliceRandom::shuffle", "rand", Box::new(|deck, _| deck.shuffle(&mut rand::rng()))),
        (
            "SliceRandom::shuffle, SmallRng, seeds 0, 1, …",
            "rand",
            Box::new(|deck, seed| deck.shuffle(&mut SmallRng::seed_from_u64(seed))),
        ),
        (
            "seq::index::sample",
            "rand",
            Box::new(|deck, _| *deck = rand::seq::index::sample(&mut rand::rng(), 52, 52).into_vec()),
        ),
        ("fastrand::shuffle", "fastrand", Box::new(|deck, _| fastrand::shuffle(deck))),
        (
            "fastrand::Rng::shuffle, seeds 0, 1, …",
            "fastrand",
            Box::new(|deck, seed| fastrand::Rng::with_seed(seed).shuffle(deck)),
        ),
        ("nanorand WyRand shuffle", "nanorand", Box::new(move |deck, _| wyrand.shuffle(deck))),
        (
            "shuffle::irs::Irs",
            "shuffle",
            // If it returns an error, a new deck is shuffled.
            Box::new(move |deck, _| {
                let shuffled = (0..1000).any(|_| {
                    *deck = (0..52).collect();
                    riffle.shuffle(deck, &mut rand_0_9::rng()).is_ok()
                });
                assert!(shuffled, "1000 errors in a row");
            }),
        ),
    ]
}

/// Returns the version of a package, the newest one if there are several, from the lock file.
fn version(package: &str) -> &'static str {
    let entries = include_str!("../Cargo.lock").split("[[package]]");
    let named = entries.filter(|entry| entry.contains(&format!("\nname = \"{package}\"\n")));
    named.last().and_then(|entry| entry.split('"').nth(3)).unwrap_or("unknown")
}

fn main() -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let arguments: Vec<String> = args().collect();
    for (name, package, mut shuffle) in shufflers() {
        if arguments.len() < 3 {
            writeln!(out, "{name}\t{package}\t{}", version(package))?;
        } else if arguments[1] == name {
            for index in 0..arguments[2].parse().expect("a number of decks") {
                let mut deck: Deck = (0..52).collect();
                shuffle(&mut deck, index);
                let cards: Vec<String> = deck.iter().map(usize::to_string).collect();
                writeln!(out, "{}", cards.join(" "))?;
            }
        }
    }
    out.flush()
}
