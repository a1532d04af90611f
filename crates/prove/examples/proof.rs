//! Proves by all lists of choices that a Fisher–Yates shuffle is fair, and that two slips in it are not.

use faro::shuffle::{Choices, Shuffle};
use faro_prove::{Cause, ProgramError, Rehearsed, Settings, Verdict, walk};

/// The first position that may be drawn for a position of a deck, and the number of positions that may be drawn.
type PositionRange = fn(u32, u32) -> (u32, u32);

/// Swaps each position but the last with a random one, from the first of a range on. The range is its start and length.
struct Swaps {
    range: PositionRange,
}

impl Shuffle for Swaps {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        let cards = deck.len() as u32;
        for position in 0..cards - 1 {
            let (start, length) = (self.range)(position, cards);
            deck.swap(position as usize, (start + choices.below(length)) as usize);
        }
    }
}

fn main() -> Result<(), ProgramError> {
    let shuffles: [(&str, PositionRange); 3] = [
        ("i + below(n - i)", |i, n| (i, n - i)),
        ("i + below(n - i - 1)", |i, n| (i, n - i - 1)),
        ("below(n - i)", |i, n| (0, n - i)),
    ];
    let settings = Settings::default();
    for (place, range) in shuffles {
        let walked = walk(&mut Rehearsed::new(Swaps { range }, 5), &settings)?;
        let collision = walked.collision.clone();
        let verdict = Verdict::of_walk(walked, &settings);
        println!(
            "swap(i, {place}) is {} by {} lists of choices",
            verdict.kind.name(),
            verdict.runs
        );
        if let Some(distance) = &verdict.total_variation {
            println!("    distance from a random deck: {distance}");
        }
        if let Some(Cause::Missing { missing, orders }) = &verdict.cause {
            println!("    {missing} of {orders} orders never occur");
        }
        for run in collision.iter().flat_map(|collision| &collision.runs) {
            println!("    the choices {:?} give {:?}", run.values(), run.deck);
        }
        if let Some(collision) = collision {
            println!(
                "    so that this deck comes at least {} times as often as it should",
                collision.times_fair
            );
        }
    }
    Ok(())
}
