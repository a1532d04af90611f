//! Cycle decomposition, powers and inversions, against the simple slow methods.

mod scrambled;

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use faro::Permutation;
use num_bigint::BigInt;
use scrambled::scrambled;

/// Follows one cycle at a time, and marks its points in a bit set.
fn cycles_by_walking(p: &Permutation) -> usize {
    let mut seen = vec![0u64; p.degree().div_ceil(64)];
    let mut cycles = 0;
    for start in 0..p.degree() as u32 {
        let mut point = start;
        let mut new = false;
        while seen[point as usize / 64] >> (point % 64) & 1 == 0 {
            seen[point as usize / 64] |= 1 << (point % 64);
            point = p.image(point);
            new = true;
        }
        cycles += usize::from(new);
    }
    cycles
}

fn cycles(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("cycle decomposition");
    group.sample_size(10);
    for degree in [10_000, 1_000_000, 10_000_000] {
        let p = scrambled(degree);
        assert_eq!(p.cycle_type().cycles(), cycles_by_walking(&p).into());
        group.bench_function(BenchmarkId::new("cycle_type", degree), |bencher| {
            bencher.iter(|| black_box(&p).cycle_type());
        });
        group.bench_function(BenchmarkId::new("one walk at a time", degree), |bencher| {
            bencher.iter(|| cycles_by_walking(black_box(&p)));
        });
    }
    group.finish();
}

/// Square and multiply: two products for each bit of the exponent.
fn power_by_squaring(p: &Permutation, exponent: u128) -> Permutation {
    let mut power = Permutation::identity(p.degree());
    for bit in (0..u128::BITS - exponent.leading_zeros()).rev() {
        power = power.then(&power);
        if exponent >> bit & 1 == 1 {
            power = power.then(p);
        }
    }
    power
}

fn pow(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("pow");
    let exponent = 10u128.pow(30);
    for degree in [52, 10_000] {
        let p = scrambled(degree);
        assert_eq!(
            p.pow(BigInt::from(exponent)),
            power_by_squaring(&p, exponent)
        );
        group.bench_function(BenchmarkId::new("by cycles", degree), |bencher| {
            bencher.iter(|| black_box(&p).pow(BigInt::from(exponent)));
        });
        group.bench_function(BenchmarkId::new("by squaring", degree), |bencher| {
            bencher.iter(|| power_by_squaring(black_box(&p), exponent));
        });
    }
    group.finish();
}

fn inversions_by_pairs(p: &Permutation) -> u64 {
    let pairs = p.images().iter().enumerate();
    pairs
        .map(|(i, image)| {
            p.images()[i + 1..]
                .iter()
                .filter(|later| *later < image)
                .count() as u64
        })
        .sum()
}

fn inversions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("inversions");
    for degree in [52, 1000, 10_000] {
        let p = scrambled(degree);
        assert_eq!(p.inversions(), inversions_by_pairs(&p));
        group.bench_function(BenchmarkId::new("merge sort", degree), |bencher| {
            bencher.iter(|| black_box(&p).inversions());
        });
        group.bench_function(BenchmarkId::new("all pairs", degree), |bencher| {
            bencher.iter(|| inversions_by_pairs(black_box(&p)));
        });
    }
    group.finish();
}

criterion_group!(benches, cycles, pow, inversions);
criterion_main!(benches);
