//! Measures the time of an audit: for each deck, and for the verdict.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use faro_audit::{Evidence, Fair, Look, judge_by};
use faro_sample::shuffle::{Generator, Seed, Shuffle};
use faro_sample::zoo::Transpositions;

const DECKS: usize = 10_000;

fn audit(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("audit");
    for cards in [10, 52, 200] {
        let mut generator = Generator::unit(&Seed::from(1), 0);
        let mut decks: Vec<u32> = (0..DECKS).flat_map(|_| 0..cards as u32).collect();
        decks
            .chunks_mut(cards)
            .for_each(|deck| Transpositions::FisherYates.shuffle(deck, &mut generator));
        group.throughput(Throughput::Elements(DECKS as u64));
        group.bench_function(format!("count decks of {cards}"), |bencher| {
            bencher.iter(|| {
                let mut evidence = Evidence::new(cards).unwrap();
                decks
                    .chunks(cards)
                    .for_each(|deck| evidence.add(deck).unwrap());
                evidence.decks()
            });
        });
        let mut evidence = Evidence::new(cards).unwrap();
        decks
            .chunks(cards)
            .for_each(|deck| evidence.add(deck).unwrap());
        let fair = Fair::new(cards);
        group.throughput(Throughput::Elements(1));
        group.bench_function(format!("laws of {cards}"), |bencher| {
            bencher.iter(|| Fair::new(cards));
        });
        group.bench_function(format!("judge {cards}"), |bencher| {
            bencher.iter(|| {
                judge_by(&mut evidence, &fair, 0.001, Look::Only)
                    .findings
                    .len()
            });
        });
    }
    group.finish();
}

criterion_group!(benches, audit);
criterion_main!(benches);
