//! Slices woven in place and into another slice, beside a copy and the crate `transpose`.
//!
//! Each is timed by criterion, and then in alternation with the others, for the table of ratios that is
//! printed at the end. `cargo bench -p faro-benches --bench slices -- --test` runs each once.

use std::hint::black_box;
use std::time::Instant;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group};
use faro::Kind;
use faro::perfect::{unweave, unweave_into, weave, weave_into, weave_packets};

const LENGTHS: [usize; 3] = [10_000, 1_000_000, 100_000_000];

type Job = fn(&mut Vec<u32>, &mut Vec<u32>);

/// Each job works on the first slice, with the second as a buffer.
const JOBS: [(&str, Job); 8] = [
    ("copy", |deck, other| other.copy_from_slice(deck)),
    ("weave into another", |deck, other| weave_into(Kind::Out, deck, other)),
    ("unweave into another", |deck, other| unweave_into(Kind::Out, deck, other)),
    ("a loop into another", |deck, other| looped(deck, other)),
    ("weave in place", |deck, _| weave(Kind::Out, deck)),
    ("unweave in place", |deck, _| unweave(Kind::Out, deck)),
    ("four packets in place", |deck, _| weave_packets(Kind::Out, 4, deck).unwrap()),
    ("transpose in place", |deck, other| {
        let half = deck.len() / 2;
        transpose::transpose_inplace(deck, &mut other[..half], half, 2);
    }),
];

/// The loop that one writes without a library.
fn looped(deck: &[u32], woven: &mut [u32]) {
    let (top, bottom) = deck.split_at(deck.len() / 2);
    for ((pair, &high), &low) in woven.chunks_exact_mut(2).zip(top).zip(bottom) {
        pair.copy_from_slice(&[high, low]);
    }
}

fn slices(length: usize) -> (Vec<u32>, Vec<u32>) {
    ((0..length as u32).collect(), vec![1; length])
}

fn criterion_groups(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("slices of u32");
    group.sample_size(10);
    for length in [10_000, 1_000_000] {
        let (mut deck, mut other) = slices(length);
        group.throughput(Throughput::Elements(length as u64));
        for (name, job) in JOBS {
            group.bench_function(BenchmarkId::new(name, length), |bencher| {
                bencher.iter_batched(
                    || (),
                    |()| job(black_box(&mut deck), &mut other),
                    BatchSize::LargeInput,
                );
            });
        }
    }
    group.finish();
}

/// Returns the nanoseconds for each item.
fn time(job: Job, deck: &mut Vec<u32>, other: &mut Vec<u32>) -> f64 {
    let turns = (20_000_000 / deck.len()).max(1);
    let start = Instant::now();
    for _ in 0..turns {
        job(black_box(deck), black_box(other));
    }
    start.elapsed().as_secs_f64() * 1e9 / (turns * deck.len()) as f64
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Alternates all jobs, so that other load on the machine affects all of them.
fn table(length: usize) {
    let (mut deck, mut other) = slices(length);
    let mut times = [const { Vec::new() }; JOBS.len()];
    for _ in 0..5 {
        for ((_, job), times) in JOBS.iter().zip(&mut times) {
            times.push(time(*job, &mut deck, &mut other));
        }
    }
    let medians = times.map(median);
    println!("\n{length} items of u32: ns an item, speed as part of a copy's, times transpose's");
    for ((name, _), time) in JOBS.iter().zip(medians) {
        println!("{name:22} {time:7.3} {:7.2} {:7.1}", medians[0] / time, medians[JOBS.len() - 1] / time);
    }
}

criterion_group!(benches, criterion_groups);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
    if !std::env::args().any(|argument| argument == "--test") {
        LENGTHS.into_iter().for_each(table);
    }
}
