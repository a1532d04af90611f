//! The kernels for every instruction set that this processor has, beside the simple slow loops and the
//! crates that shuffle. `benches/peers/kernel.sh` runs it and prints the ratios.

use std::hint::black_box;

use criterion::{
    BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use faro_sample::kernel::{
    BATCH, LargeDecks, LargeKernel, Measures, PositionCounts, Processor, RandomRows, SEED_BYTES, SmallDeck,
    SmallKernel, Step,
};
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

const CARDS: usize = 52;

type DeckArray = [u8; CARDS];

fn new_deck() -> DeckArray {
    std::array::from_fn(|card| card as u8)
}

/// The usual riffle: random bits, a cut after their zeros, and one card dropped at a time.
fn riffle(deck: &DeckArray, generator: &mut SmallRng) -> DeckArray {
    let (mut bits, mut shuffled) = ([false; CARDS], *deck);
    bits.iter_mut().for_each(|bit| *bit = generator.random());
    let (mut top, mut bottom) = (0, bits.iter().filter(|&&bit| !bit).count());
    for (place, bit) in bits.into_iter().enumerate() {
        if bit {
            shuffled[place] = deck[bottom];
            bottom += 1;
        } else {
            shuffled[place] = deck[top];
            top += 1;
        }
    }
    shuffled
}

/// The same without a branch to predict; some compilers compile the one above to this.
fn riffle_by_moves(deck: &DeckArray, generator: &mut SmallRng) -> DeckArray {
    let bits: [bool; CARDS] = std::array::from_fn(|_| generator.random());
    let (mut top, mut bottom) = (0, bits.iter().filter(|&&bit| !bit).count());
    bits.map(|bit| {
        let next = if bit { &mut bottom } else { &mut top };
        *next += 1;
        deck[*next - 1]
    })
}

/// The same with the bits of one random number instead of a boolean for each card.
fn riffle_by_bits(deck: &DeckArray, generator: &mut SmallRng) -> DeckArray {
    let bits = generator.random::<u64>() >> (64 - CARDS);
    let (mut top, mut bottom) = (0, CARDS - bits.count_ones() as usize);
    std::array::from_fn(|place| {
        let next = if bits >> place & 1 == 1 { &mut bottom } else { &mut top };
        *next += 1;
        deck[*next - 1]
    })
}

/// Times work on 64 decks, done `each` times to each, on every processor.
fn on_all(
    group: &mut BenchmarkGroup<WallTime>,
    each: usize,
    mut begin: impl FnMut(Processor) -> Box<dyn FnMut()>,
) {
    group.throughput(Throughput::Elements((BATCH * each) as u64));
    for processor in Processor::available() {
        let mut work = begin(processor);
        group.bench_function(processor.name(), |bencher| bencher.iter(&mut work));
    }
    group.throughput(Throughput::Elements(each as u64));
}

/// Returns a kernel that starts with new decks.
fn shuffled(step: Step, processor: Processor) -> impl FnMut() -> [SmallDeck; BATCH] {
    let kernel = SmallKernel::new(CARDS, &[step]).expect("52 cards").with_processor(processor);
    let mut random = RandomRows::new(&[1; SEED_BYTES]);
    move || {
        let mut decks = [SmallDeck::NEW; BATCH];
        kernel.shuffle(&mut decks, &mut random);
        decks
    }
}

fn riffles(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("riffle");
    on_all(&mut group, 7, |processor| {
        let mut shuffled = shuffled(Step::Riffles(7), processor);
        Box::new(move || _ = black_box(shuffled()))
    });
    let mut generator = SmallRng::seed_from_u64(1);
    group.bench_function("loop", |bencher| {
        bencher.iter(|| (0..7).fold(new_deck(), |deck, _| black_box(riffle(&deck, &mut generator))));
    });
    group.bench_function("loop without branches", |bencher| {
        bencher.iter(|| (0..7).fold(new_deck(), |deck, _| black_box(riffle_by_moves(&deck, &mut generator))));
    });
    group.bench_function("loop over the bits of a number", |bencher| {
        bencher.iter(|| (0..7).fold(new_deck(), |deck, _| black_box(riffle_by_bits(&deck, &mut generator))));
    });
    group.finish();
}

fn riffles_and_places(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("seven riffles and places");
    on_all(&mut group, 1, |processor| {
        let (mut shuffled, mut places) = (shuffled(Step::Riffles(7), processor), PositionCounts::new(CARDS));
        Box::new(move || places.add(&shuffled(), processor))
    });
    let (mut generator, mut counts) = (SmallRng::seed_from_u64(1), vec![[0u64; CARDS]; CARDS]);
    group.bench_function("loop", |bencher| {
        bencher.iter(|| {
            let deck = (0..7).fold(new_deck(), |deck, _| riffle(&deck, &mut generator));
            counts.iter_mut().zip(deck).for_each(|(counts, card)| counts[usize::from(card)] += 1);
        });
    });
    group.finish();
}

/// Fisher and Yates with several draws from a word: Brackett-Rozinsky and Lemire (2024), the bounds of 52 cards
/// in five words.
fn shuffle_by_batches(deck: &mut DeckArray, generator: &mut SmallRng) {
    let mut left = CARDS as u64;
    for count in [10, 10, 11, 13, 7] {
        let product: u64 = (0..count).map(|index| left - index).product();
        let mut draws = [0; 13];
        loop {
            let mut fraction: u64 = generator.random();
            for index in 0..count {
                let product = u128::from(fraction) * u128::from(left - index);
                fraction = product as u64;
                draws[index as usize] = (product >> 64) as u8;
            }
            if fraction >= product || fraction >= product.wrapping_neg() % product {
                break;
            }
        }
        for index in 0..count {
            deck.swap((left - index - 1) as usize, draws[index as usize].into());
        }
        left -= count;
    }
}

/// The cards of eight packs, two bytes each.
const EIGHT_PACKS: usize = 8 * CARDS;

/// The loop of [`riffle`].
fn riffle_packs(deck: &[u16], generator: &mut SmallRng) -> Vec<u16> {
    let bits: Vec<bool> = deck.iter().map(|_| generator.random()).collect();
    let mut shuffled = deck.to_vec();
    let (mut top, mut bottom) = (0, bits.iter().filter(|&&bit| !bit).count());
    for (place, bit) in bits.into_iter().enumerate() {
        if bit {
            shuffled[place] = deck[bottom];
            bottom += 1;
        } else {
            shuffled[place] = deck[top];
            top += 1;
        }
    }
    shuffled
}

fn large_decks(criterion: &mut Criterion) {
    let kernel = |step, processor| {
        let kernel =
            LargeKernel::<u16>::new(EIGHT_PACKS, &[step]).expect("416 cards").with_processor(processor);
        let (mut decks, mut random) = (LargeDecks::new(EIGHT_PACKS), RandomRows::new(&[1; SEED_BYTES]));
        // The number of decks of a block of small decks.
        let times = BATCH / decks.count();
        Box::new(move || (0..times).for_each(|_| kernel.shuffle(black_box(&mut decks), &mut random)))
    };
    let new: Vec<u16> = (0..EIGHT_PACKS as u16).collect();
    let mut group = criterion.benchmark_group("riffle of 416 cards");
    on_all(&mut group, 7, |processor| kernel(Step::Riffles(7), processor));
    let mut generator = SmallRng::seed_from_u64(1);
    group.bench_function("loop", |bencher| {
        bencher.iter(|| (0..7).fold(new.clone(), |deck, _| black_box(riffle_packs(&deck, &mut generator))));
    });
    group.finish();
    let mut group = criterion.benchmark_group("uniform of 416 cards");
    on_all(&mut group, 1, |processor| kernel(Step::Uniform, processor));
    let mut deck = new.clone();
    group.bench_function("rand", |bencher| bencher.iter(|| black_box(&mut deck).shuffle(&mut generator)));
    group.finish();
}

fn uniform(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("uniform");
    on_all(&mut group, 1, |processor| {
        let mut shuffled = shuffled(Step::Uniform, processor);
        Box::new(move || _ = black_box(shuffled()))
    });
    let (mut deck, mut generator) = (new_deck(), SmallRng::seed_from_u64(1));
    group.bench_function("rand", |bencher| bencher.iter(|| black_box(&mut deck).shuffle(&mut generator)));
    let mut generator = fastrand::Rng::with_seed(1);
    group.bench_function("fastrand", |bencher| bencher.iter(|| generator.shuffle(black_box(&mut deck))));
    let mut generator = SmallRng::seed_from_u64(1);
    group.bench_function("batched draws", |bencher| {
        bencher.iter(|| shuffle_by_batches(black_box(&mut deck), &mut generator));
    });
    let mut generator = <rand08::rngs::SmallRng as rand08::SeedableRng>::seed_from_u64(1);
    group.bench_function("rip_shuffle", |bencher| {
        use rip_shuffle::RipShuffleSequential;
        bencher.iter(|| black_box(&mut deck).seq_shuffle(&mut generator));
    });
    group.finish();
}

/// A megabyte of decks, so that branch prediction cannot learn them.
const BLOCKS: usize = 256;

fn random_decks() -> Vec<[SmallDeck; BATCH]> {
    let mut shuffled = shuffled(Step::Uniform, Processor::detect());
    (0..BLOCKS).map(|_| shuffled()).collect()
}

fn places(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("places");
    let decks = random_decks();
    on_all(&mut group, BLOCKS, |processor| {
        let (decks, mut places) = (decks.clone(), PositionCounts::new(CARDS));
        Box::new(move || decks.iter().for_each(|decks| places.add(decks, processor)))
    });
    group.throughput(Throughput::Elements((BLOCKS * BATCH) as u64));
    let mut counts = vec![[0u64; CARDS]; CARDS];
    group.bench_function("loop", |bencher| {
        bencher.iter(|| {
            for deck in decks.as_flattened() {
                counts
                    .iter_mut()
                    .zip(deck.cards())
                    .for_each(|(counts, &card)| counts[usize::from(card)] += 1);
            }
        });
    });
    group.finish();
}

/// Returns the number of cycles, by marking the cards of each.
fn cycles(deck: &SmallDeck) -> u32 {
    let (mut seen, mut cycles) = (0u64, 0);
    for start in 0..CARDS {
        let mut place = start;
        cycles += u32::from(seen >> place & 1 == 0);
        while seen >> place & 1 == 0 {
            seen |= 1 << place;
            place = deck.cards()[place].into();
        }
    }
    cycles
}

/// Returns the sum over all decks, one at a time.
fn plain_loop(decks: &[[SmallDeck; BATCH]], of: fn(&SmallDeck) -> u32) -> u32 {
    decks.as_flattened().iter().map(|deck| of(black_box(deck))).sum()
}

fn all_statistics(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("seven statistics");
    let decks = random_decks();
    on_all(&mut group, BLOCKS, |processor| {
        let decks = decks.clone();
        Box::new(move || decks.iter().for_each(|decks| _ = black_box(Measures::new(decks, CARDS, processor))))
    });
    group.throughput(Throughput::Elements((BLOCKS * BATCH) as u64));
    group.bench_function("cycles alone, loop", |bencher| bencher.iter(|| plain_loop(&decks, cycles)));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_millis(1000))
        .sample_size(30);
    targets = riffles, riffles_and_places, large_decks, uniform, places, all_statistics
}
criterion_main!(benches);
