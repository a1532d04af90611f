//! Simulates an overhand shuffle of one's own, and compares its rising sequences with those of random decks.

use faro::permutation::Statistic;
use faro::shuffle::{Choices, Seed, Shuffle};
use faro::simulate::{Problem, Statistics};

/// Packets of one to eight cards are laid one on another until the hand is empty, as often as the number says.
struct Overhand(u32);

impl Shuffle for Overhand {
    fn shuffle<C: Choices + ?Sized>(&self, deck: &mut [u32], choices: &mut C) {
        for _ in 0..self.0 {
            let mut hand = &mut *deck;
            while !hand.is_empty() {
                let size = (1 + choices.below(8) as usize).min(hand.len());
                let (packet, rest) = hand.split_at_mut(size);
                packet.reverse();
                hand = rest;
            }
            deck.reverse();
        }
    }
}

fn main() -> Result<(), faro::Error> {
    let (cards, seed, shuffle) = (52, Seed::from(1), Overhand(10));
    let problem = Problem::new(cards, 10_000);
    let sampler = problem.sampler(&shuffle, &seed);
    let mut statistics = Statistics::new(cards, None);
    for unit in 0..problem.units() {
        sampler.count(unit, &mut statistics);
    }

    let statistic = Statistic::RisingSequences;
    let law = statistic.law(cards)?;
    let histogram = statistics
        .histogram(statistic)
        .expect("only a position may be absent");
    println!(
        "Rising sequences of {} decks after {} overhand shuffles",
        problem.samples(),
        shuffle.0
    );
    println!("value  decks   fair");
    for (value, &decks) in histogram.counts().iter().enumerate() {
        let fair = law.probability(value) * problem.samples() as f64;
        if decks > 0 || fair >= 0.5 {
            println!(
                "{value:>5} {decks:>6} {fair:>6.0}  {}",
                "#".repeat(decks as usize / 50)
            );
        }
    }
    let mean = histogram.moments().mean().unwrap_or_default();
    println!("mean {mean:.2}, fair {:.2}", law.mean());
    Ok(())
}
