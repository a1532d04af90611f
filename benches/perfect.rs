//! Orders and cycle types without a deck, against shuffling until the deck is restored.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use faro::num_bigint::BigUint;
use faro::{Kind, Weave};
use faro_math::number::Budget;

/// Shuffles the deck until it is restored.
fn order_by_shuffling(cards: usize) -> u64 {
    let new_deck: Vec<u32> = (0..cards as u32).collect();
    let mut deck = new_deck.clone();
    let mut order = 0;
    loop {
        let (top, bottom) = deck.split_at(cards / 2);
        deck = bottom
            .iter()
            .zip(top)
            .flat_map(|(&low, &high)| [low, high])
            .collect();
        order += 1;
        if deck == new_deck {
            return order;
        }
    }
}

fn order(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("order");
    for cards in [52usize, 1000, 10_000] {
        let weave = Weave::new(Kind::In, cards);
        assert_eq!(weave.order().unwrap(), order_by_shuffling(cards).into());
        group.bench_function(BenchmarkId::new("closed form", cards), |bencher| {
            bencher.iter(|| black_box(&weave).order());
        });
        group.bench_function(BenchmarkId::new("shuffling", cards), |bencher| {
            bencher.iter(|| order_by_shuffling(black_box(cards)));
        });
    }
    // 64 bits: a prime modulus, a product of two primes of 32 bits, and many small factors.
    for cards in [
        18_446_744_073_709_551_558u64,
        18_446_743_979_220_271_190,
        u64::MAX - 1,
    ] {
        let weave = Weave::new(if cards % 4 == 2 { Kind::In } else { Kind::Out }, cards);
        group.bench_function(BenchmarkId::new("closed form", cards), |bencher| {
            bencher.iter(|| black_box(&weave).order());
        });
    }
    group.finish();
}

fn cycle_type(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("cycle type of a shuffle");
    for cards in [52u64, 10_000, u64::MAX - 1] {
        let weave = Weave::new(Kind::In, cards);
        group.bench_function(BenchmarkId::new("closed form", cards), |bencher| {
            bencher.iter(|| black_box(&weave).cycle_type());
        });
        if let Ok(permutation) = weave.to_permutation() {
            group.bench_function(BenchmarkId::new("walked", cards), |bencher| {
                bencher.iter(|| black_box(&permutation).cycle_type());
            });
        }
    }
    let weave = Weave::new(Kind::Out, many_divisors() + 1u32);
    group.bench_function("88 million divisors", |bencher| {
        bencher.iter(|| black_box(&weave).cycle_type());
    });
    let orders = weave.orders_within(&Budget::unlimited()).unwrap();
    group.bench_function("88 million divisors, factored", |bencher| {
        bencher.iter(|| black_box(&weave).cycle_type_from(&orders));
    });
    group.finish();
}

/// 129 bits, and 3,084 lengths of orbits.
fn many_divisors() -> BigUint {
    let large = [
        11u32, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89,
    ];
    let small = [3u32.pow(6), 5u32.pow(3), 7u32.pow(2)];
    small.into_iter().chain(large).map(BigUint::from).product()
}

criterion_group!(benches, order, cycle_type);
criterion_main!(benches);
