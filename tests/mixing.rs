//! The distance of riffled decks from random ones: published tables, all orders of small decks,
//! and floating point against fractions.

mod support;

use faro::number::Fraction;
use faro::riffle::{
    Distance, ExactDistance, ExactMixing, Magnitude, ManyKinds, Mixing, RepeatedCards, TwoKinds,
};
use faro::shuffle::Seed;
use num_bigint::BigUint;
use num_traits::One;
use support::all_permutations;

fn packets(riffles: u32) -> BigUint {
    BigUint::one() << riffles
}

/// Bayer and Diaconis, "Trailing the dovetail shuffle to its lair" (1992), k = 1..10, and further
/// digits and rows by exact fractions; bits: Trefethen and Trefethen, "How many shuffles to
/// randomize a deck of cards?" (2000).
#[test]
fn fifty_two_cards() {
    let rows = [
        ("1.0000000000", "1.0000000000", "173.581003"),
        ("1.0000000000", "1.0000000000", "121.581100"),
        ("1.0000000000", "1.0000000000", "69.873538"),
        ("0.9999995334", "1.0000000000", "27.271233"),
        ("0.9237329294", "1.0000000000", "7.945220"),
        ("0.6135495966", "1.0000000000", "2.072719"),
        ("0.3340609995", "0.9999945573", "0.523879"),
        ("0.1671586419", "0.9961774377", "0.131331"),
        ("0.0854201934", "0.9315277671", "0.032855"),
        ("0.0429455489", "0.7321138617", "0.008215"),
        ("0.0215023759", "0.4794958077", "0.002054"),
        ("0.0107548935", "0.2775418922", "0.000513"),
        ("0.0053779101", "0.1497335429", "0.000128"),
        ("0.0026890130", "0.0778224924", "0.000032"),
    ];
    let mixing = Mixing::new(52).unwrap();
    for (riffles, (variation, separation, bits)) in (1..).zip(rows) {
        let row = mixing.after_riffles(riffles).unwrap();
        assert_eq!(format!("{:.10}", row.total_variation), variation, "{riffles}");
        assert_eq!(format!("{:.10}", row.separation), separation, "{riffles}");
        assert_eq!(format!("{:.6}", row.kl_bits), bits, "{riffles}");
    }
}

/// Returns the probability of every order after one a-shuffle, times a^n: the number of ways to label the cards of
/// the shuffled deck with packets that give this order.
fn counted(cards: usize, packets: usize) -> Vec<f64> {
    let orders = all_permutations(cards);
    let mut counts = vec![0.0; orders.len()];
    for mut word in 0..packets.pow(cards as u32) {
        let marks: Vec<usize> = (0..cards)
            .map(|_| {
                let mark = word % packets;
                word /= packets;
                mark
            })
            .collect();
        let mut from: Vec<u32> = (0..cards as u32).collect();
        from.sort_by_key(|&place| marks[place as usize]);
        counts[orders.iter().position(|order| order.images() == from).unwrap()] += 1.0;
    }
    counts
}

#[test]
fn all_orders_of_small_decks() {
    for (cards, packets) in
        [(1, 2), (2, 2), (3, 4), (4, 2), (4, 5), (5, 3), (5, 8), (6, 2), (6, 4), (7, 2), (7, 4)]
    {
        let total = (packets as f64).powi(cards as i32);
        let chances: Vec<f64> = counted(cards, packets).iter().map(|count| count / total).collect();
        let even = 1.0 / chances.len() as f64;
        let sum = |term: &dyn Fn(f64) -> f64| chances.iter().map(|&chance| term(chance)).sum::<f64>();
        let most = |term: &dyn Fn(f64) -> f64| chances.iter().map(|&chance| term(chance)).fold(0.0, f64::max);
        let row = Mixing::new(cards as u64).unwrap().after_packets(&packets.into()).unwrap();
        let what = format!("{cards} cards, {packets} packets");
        let close = |found: f64, known: f64| {
            assert!((found - known).abs() < 1e-12 * known.max(1.0), "{what}: {found} {known}");
        };
        close(row.total_variation, sum(&|chance| (chance - even).abs() / 2.0));
        close(row.total_variation_complement.to_f64(), sum(&|chance| chance.min(even)));
        close(row.separation, most(&|chance| 1.0 - chance / even));
        close(row.separation_complement.to_f64(), 1.0 - most(&|chance| 1.0 - chance / even));
        close(row.l_infinity.to_f64(), most(&|chance| (chance / even - 1.0).abs()));
        close(row.chi_square.to_f64(), sum(&|chance| (chance / even - 1.0).powi(2) * even));
        let entropy = sum(&|chance| if chance > 0.0 { -chance * chance.log2() } else { 0.0 });
        close(row.entropy_bits, entropy);
        close(row.kl_bits, -even.log2() - entropy);
        let rising: f64 = all_permutations(cards)
            .iter()
            .zip(&chances)
            .map(|(order, chance)| chance * order.rising_sequences() as f64)
            .sum();
        close(row.rising_sequences, rising);
    }
}

/// Asserts that the value has the digits of the printed number: within half a unit of the last digit if it begins
/// with 1.
fn digits(found: Magnitude, known: &Fraction, what: &str) {
    let known = Magnitude::from_fraction(known);
    if known == Magnitude::ZERO {
        return assert!(found == known || found.ln() < -1e9, "{what}");
    }
    let error = (found.ln() - known.ln()).abs();
    let bound = 0.5 * 0.1f64.powi(found.digits() as i32 - 1);
    assert!(error <= bound, "{what}: error {error:e} of {found}, not {known}");
}

/// Asserts fourteen digits, to one unit of the last.
fn number(found: f64, known: &Fraction, what: &str) {
    let known = known.to_f64();
    assert!((found - known).abs() <= 1e-14 * known, "{what}: {found:e}, not {known:e}");
}

fn compare(row: &Distance, exact: &ExactDistance, what: &str) {
    number(row.total_variation, &exact.total_variation, &format!("total variation, {what}"));
    digits(
        row.total_variation_complement,
        &exact.total_variation.complement(),
        &format!("complement, {what}"),
    );
    number(row.separation, &exact.separation, &format!("separation, {what}"));
    digits(row.separation_complement, &exact.separation.complement(), &format!("rarest, {what}"));
    digits(row.l_infinity, &exact.l_infinity, &format!("L-infinity, {what}"));
    digits(row.chi_square, &exact.chi_square, &format!("chi-square, {what}"));
    number(row.rising_sequences, &exact.rising_sequences, &format!("rising sequences, {what}"));
}

#[test]
fn all_digits_at_any_number_of_riffles() {
    for cards in [2, 3, 8, 20, 52, 104, 170, 171, 208, 300] {
        let (mixing, exact) = (Mixing::new(cards).unwrap(), ExactMixing::new(cards).unwrap());
        for riffles in (0..25).chain([30, 60, 200, 480]) {
            let row = mixing.after_riffles(riffles).unwrap();
            let known = exact.after_packets(&packets(riffles)).unwrap();
            compare(&row, &known, &format!("{cards} cards, {riffles} riffles"));
        }
    }
}

#[test]
fn all_digits_for_any_number_of_packets() {
    for cards in [5, 52, 250] {
        let (mixing, exact) = (Mixing::new(cards).unwrap(), ExactMixing::new(cards).unwrap());
        for packets in [1, 3, 7, 10, 100, 249, 1000, 12_345u32] {
            let row = mixing.after_packets(&packets.into()).unwrap();
            let known = exact.after_packets(&packets.into()).unwrap();
            compare(&row, &known, &format!("{cards} cards, {packets} packets"));
        }
    }
}

/// A thousand cards, for which the recurrence is not used; far in the tail fewer digits are claimed.
#[test]
fn a_thousand_cards() {
    let (mixing, exact) = (Mixing::new(1000).unwrap(), ExactMixing::new(1000).unwrap());
    for riffles in [0, 1, 4, 8, 10, 12, 15, 18, 30] {
        let row = mixing.after_riffles(riffles).unwrap();
        compare(&row, &exact.after_packets(&packets(riffles)).unwrap(), &format!("{riffles} riffles"));
    }
}

/// One riffle has 2^n − n reachable orders, and new-deck order has probability (n + 1)/2^n: the overlap with the
/// uniform law is (2^n − n)/n!. Here for huge decks.
#[test]
fn one_riffle_of_huge_decks() {
    for cards in [52u64, 1000, 100_000, 1_000_000] {
        let row = Mixing::new(cards).unwrap().after_riffles(1).unwrap();
        let n = cards as f64;
        // Stirling's series for ln n!, whose next term is below 1e-12.
        let ln_orders = n * n.ln() - n + 0.5 * (2.0 * std::f64::consts::PI * n).ln() + 1.0 / (12.0 * n)
            - 1.0 / (360.0 * n.powi(3));
        let known = n * std::f64::consts::LN_2 - ln_orders;
        let bound = 0.5 * 0.1f64.powi(row.total_variation_complement.digits() as i32 - 1);
        let found = row.total_variation_complement.ln();
        assert!((found - known).abs() <= bound, "{cards}: {found} {known}");
        let entropy = n - (n + 1.0) * (n + 1.0).log2() / n.exp2();
        assert!((row.entropy_bits - entropy).abs() < 1e-12 * n, "{cards}: {}", row.entropy_bits);
    }
}

/// Bayer and Diaconis, theorem 4: after 3/2 log2 n + log2 c riffles the total variation tends to
/// 1 − 2Φ(−1/(4c√3)) = erf(1/(4c√6)).
#[test]
fn the_cutoff_of_huge_decks() {
    let mixing = Mixing::new(1 << 20).unwrap();
    for (riffles, c) in [(27, 0.125), (28, 0.25), (29, 0.5), (30, 1.0), (32, 4.0)] {
        let row = mixing.after_riffles(riffles).unwrap();
        let limit = erf(1.0 / (4.0 * c * 6f64.sqrt()));
        assert!((row.total_variation - limit).abs() < 1e-3, "{riffles}: {} {limit}", row.total_variation);
    }
}

/// Its power series.
fn erf(x: f64) -> f64 {
    let (mut term, mut sum) = (x, 0.0);
    for k in 0..60 {
        sum += term / f64::from(2 * k + 1);
        term *= -x * x / f64::from(k + 1);
    }
    sum * 2.0 / std::f64::consts::PI.sqrt()
}

/// The relative entropy is no fraction, but its terms are fractions, and only their logarithms are rounded.
#[test]
fn twelve_digits_of_the_relative_entropy() {
    for cards in [52u32, 171, 300] {
        let (mixing, eulerian) = (Mixing::new(cards.into()).unwrap(), eulerian(cards));
        let orders: BigUint = (1..=cards).product();
        for riffles in [1, 3, 6, 8, 10, 12] {
            let even = packets(riffles).pow(cards);
            let mut known = 0.0;
            for (r, count) in (1..=cards).zip(&eulerian).take_while(|(r, _)| packets(riffles) >= (*r).into())
            {
                let ratio: BigUint = (1..=cards).map(|i| packets(riffles) + i - r).product();
                let chance = Fraction::new(count * &ratio, &orders * &even).to_f64();
                known += chance * Fraction::new(ratio, even.clone()).ln() / std::f64::consts::LN_2;
            }
            let found = mixing.after_riffles(riffles).unwrap();
            let what = format!("{cards} cards, {riffles} riffles: {} {known}", found.kl_bits);
            // If the known number is small, terms of both signs of about 1 cancel in it.
            assert!((found.kl_bits - known).abs() < 1e-12 * known + 1e-14, "{what}");
            let entropy = Fraction::new(orders.clone(), 1u32).ln() / std::f64::consts::LN_2 - known;
            assert!((found.entropy_bits - entropy).abs() < 1e-12 * entropy.max(1.0), "{what} {entropy}");
        }
    }
}

/// A(n, r) for r = 1..n by the alternating sum Σ (−1)^j C(n + 1, j) (r − j)^n.
fn eulerian(n: u32) -> Vec<BigUint> {
    let entry = |r: u32| {
        let (mut plus, mut minus, mut choose) = (BigUint::ZERO, BigUint::ZERO, BigUint::one());
        for j in 0..r {
            *(if j % 2 == 0 { &mut plus } else { &mut minus }) += &choose * BigUint::from(r - j).pow(n);
            choose = choose * (n + 1 - j) / (j + 1);
        }
        plus - minus
    };
    (1..=n).map(entry).collect()
}

/// Near uniform the divergence is half the chi-square distance, with all digits: their ratio differs from 1 by less
/// than the ratios of probabilities do.
#[test]
fn small_distances_are_alike() {
    for cards in [2, 52, 300, 1_000_000] {
        let mixing = Mixing::new(cards).unwrap();
        for riffles in [100, 200, 480] {
            let row = mixing.after_riffles(riffles).unwrap();
            let nats = row.kl_bits * std::f64::consts::LN_2;
            assert!((2.0 * nats / row.chi_square.to_f64() - 1.0).abs() < 1e-12, "{cards} {riffles}");
        }
    }
}

/// Assaf, Diaconis and Soundararajan, "A rule of thumb for riffle shuffling" (2011), 5 to 10 riffles.
#[test]
fn separation_of_repeated_cards() {
    let decks = [
        (vec![26, 26], [".5085", ".3166", ".1786", ".0951", ".0491", ".0250"]),
        (vec![13; 4], [".8838", ".6831", ".4469", ".2595", ".1404", ".0731"]),
        ([vec![4; 9], vec![16]].concat(), [".9987", ".9702", ".8341", ".5961", ".3657", ".2039"]),
    ];
    for (composition, known) in decks {
        let deck = RepeatedCards::new(&composition).unwrap();
        for (riffles, known) in (5..).zip(known) {
            let found = deck.separation(&packets(riffles)).to_f64();
            assert_eq!(format!("{found:.4}"), format!("0{known}"), "{composition:?} {riffles}");
        }
    }
}

/// Returns the probabilities of the arrangements of a sorted deck, from those of the orders.
fn arranged(composition: &[usize], packets: usize) -> Vec<f64> {
    let kinds: Vec<usize> = (0..composition.len()).flat_map(|kind| vec![kind; composition[kind]]).collect();
    let counts = counted(kinds.len(), packets);
    let total = (packets as f64).powi(kinds.len() as i32);
    let mut chances: std::collections::BTreeMap<Vec<usize>, f64> = Default::default();
    for (order, count) in all_permutations(kinds.len()).iter().zip(counts) {
        let mut deck = vec![0; kinds.len()];
        (0..kinds.len()).for_each(|card| deck[order.images()[card] as usize] = kinds[card]);
        *chances.entry(deck).or_default() += count / total;
    }
    chances.into_values().collect()
}

#[test]
fn all_arrangements_of_small_decks() {
    for (composition, packets) in
        [(vec![2, 1], 2), (vec![1, 3], 2), (vec![3, 3], 4), (vec![2, 1, 2], 3), (vec![1; 5], 4)]
    {
        let chances = arranged(&composition, packets);
        let even = 1.0 / chances.len() as f64;
        let parts: Vec<u32> = composition.iter().map(|&count| count as u32).collect();
        let separation = chances.iter().map(|chance| 1.0 - chance / even).fold(0.0, f64::max);
        let found = RepeatedCards::new(&parts).unwrap().separation(&packets.into()).to_f64();
        assert!((found - separation).abs() < 1e-12, "{composition:?} {packets}: {found} {separation}");
        let variation: f64 = chances.iter().map(|chance| (chance - even).max(0.0)).sum();
        let found = RepeatedCards::new(&parts).unwrap().total_variation(&packets.into()).unwrap().to_f64();
        assert!((found - variation).abs() < 1e-12, "{composition:?} {packets}: {found} {variation}");
        if let [first, second] = parts[..] {
            let found = TwoKinds::new(first, second)
                .unwrap()
                .total_variation(packets as u32, 1, &Seed::from(0), |_| true)
                .unwrap();
            assert!(
                (found.value - variation).abs() < 1e-12 && found.standard_error.is_none(),
                "{composition:?}"
            );
        }
    }
}

/// The estimate and the exact sum agree within four standard errors. The seed is fixed.
#[test]
fn estimates_are_near() {
    let small = TwoKinds::new(8, 8).unwrap().total_variation(8, 1, &Seed::from(0), |_| true).unwrap();
    assert!(small.standard_error.is_none());
    let estimate =
        TwoKinds::new(26, 26).unwrap().total_variation(32, 20_000, &Seed::from(1), |_| true).unwrap();
    let again = TwoKinds::new(26, 26).unwrap().total_variation(32, 80_000, &Seed::from(2), |_| true).unwrap();
    let error = estimate.standard_error.unwrap().hypot(again.standard_error.unwrap());
    assert!(error < 0.01 && (estimate.value - again.value).abs() < 4.0 * error, "{estimate:?} {again:?}");
}

const ONE: std::num::NonZero<usize> = std::num::NonZero::<usize>::MIN;

/// Few cards: all orders by their rising sequences, in fractions.
#[test]
fn decks_of_many_kinds_gone_through() {
    for composition in [
        &[1][..],
        &[5],
        &[2, 3],
        &[1, 1, 1, 1, 1],
        &[2, 2, 1],
        &[1, 3, 2, 2],
        &[3, 1, 4],
        &[2, 2, 2, 2],
        &[6, 1, 1],
    ] {
        let (deck, known) = (ManyKinds::new(composition).unwrap(), RepeatedCards::new(composition).unwrap());
        for packets in [1u32, 2, 3, 4, 7, 64, 1 << 20] {
            let found = deck.total_variation(&packets.into(), 4, &Seed::from(0), ONE, |_| true).unwrap();
            let variation = known.total_variation(&packets.into()).unwrap().to_f64();
            assert!(
                (found.value - variation).abs() < 1e-14,
                "{composition:?} {packets}: {found:?} {variation}"
            );
            assert_eq!(found.standard_error, None);
        }
    }
}

/// The probability of an arrangement is in proportion to its number of labellings: the inverse shuffle labels each
/// position with a packet, and the cards sorted by label are sorted by kind.
#[test]
fn ratios_are_counts_of_marks() {
    let (composition, packets) = ([2u32, 1, 2, 1], 4u32);
    let deck = ManyKinds::new(&composition).unwrap();
    for arrangement in [[0u32, 0, 1, 2, 2, 3], [3, 2, 2, 1, 0, 0], [2, 0, 3, 1, 0, 2], [0, 2, 0, 2, 3, 1]] {
        let sorts = |word: &u32| {
            let mut marked: Vec<(u32, u32)> = (0..6)
                .map(|place| (word / packets.pow(place) % packets, arrangement[place as usize]))
                .collect();
            marked.sort_by_key(|&(mark, _)| mark);
            marked.is_sorted_by_key(|&(_, kind)| kind)
        };
        let count = (0..packets.pow(6)).filter(sorts).count() as f64;
        let (chance, even) = (count / f64::from(packets).powi(6), 1.0 / 180.0); // 6!/(2! 2!)
        let found = deck.excess(&arrangement, &packets.into());
        assert!((found + 1.0 - chance / even).abs() < 1e-13, "{arrangement:?}: {found} {count}");
    }
}

/// The kinds in reversed order have the least ratio Q/U, 1 minus the separation.
#[test]
fn the_rarest_arrangement_of_whole_packs() {
    for composition in [vec![13; 4], vec![4; 13], [vec![4; 9], vec![16]].concat(), vec![26, 26], vec![8; 13]]
    {
        let (deck, known) =
            (ManyKinds::new(&composition).unwrap(), RepeatedCards::new(&composition).unwrap());
        let kinds = (0..).zip(&composition);
        let mut reversed: Vec<u32> =
            kinds.flat_map(|(kind, &count)| std::iter::repeat_n(kind, count as usize)).collect();
        reversed.reverse();
        for riffles in [5, 7, 10, 20, 40] {
            let separation = known.separation(&packets(riffles)).to_f64();
            let found = -deck.excess(&reversed, &packets(riffles));
            assert!(
                (found / separation - 1.0).abs() < 1e-9,
                "{composition:?} {riffles}: {found} {separation}"
            );
        }
    }
}

/// The estimate against exact sums, which another method gives for two kinds: within four standard errors, at fixed
/// seeds. Few riffles need both halves of the mixture.
#[test]
fn estimates_of_many_kinds_are_near() {
    let (deck, known) = (ManyKinds::new(&[12, 12]).unwrap(), TwoKinds::new(12, 12).unwrap());
    for riffles in [1, 2, 3, 5, 8, 12] {
        let sure = known.total_variation(1 << riffles, 400_000, &Seed::from(9), |_| true).unwrap();
        let found = deck.total_variation(&packets(riffles), 20_000, &Seed::from(1), ONE, |_| true).unwrap();
        let error = found.standard_error.unwrap().hypot(sure.standard_error.unwrap());
        assert!(
            error < 0.01 * sure.value && (found.value - sure.value).abs() < 4.0 * error,
            "{found:?} {sure:?}"
        );
    }
}

#[test]
fn estimates_do_not_depend_on_threads() {
    let deck = ManyKinds::new(&[13; 4]).unwrap();
    let found = |threads: usize| {
        let threads = std::num::NonZero::new(threads).unwrap();
        deck.total_variation(&packets(6), 3000, &Seed::from(5), threads, |_| true).unwrap()
    };
    assert_eq!(found(1), found(3));
    assert_eq!(deck.total_variation(&packets(6), 3000, &Seed::from(5), ONE, |_| false), None);
}

/// After many riffles the law is uniform but for a term of 1/a: distances halve, with all digits. The estimates use
/// the same uniform decks, so that they halve too.
#[test]
fn distances_of_many_kinds_halve() {
    let deck = ManyKinds::new(&[4; 13]).unwrap();
    let found =
        |riffles| deck.total_variation(&packets(riffles), 400, &Seed::from(2), ONE, |_| true).unwrap();
    let (before, after) = (found(200), found(201));
    assert!((before.value / after.value - 2.0).abs() < 1e-9 && before.value < 1e-57, "{before:?} {after:?}");
}

#[test]
fn refused_compositions() {
    use faro::riffle::CompositionError::{NoCards, TooManyAlike, TooManyCards};
    let refused = |composition: &[u32]| ManyKinds::new(composition).err();
    assert_eq!(refused(&[]), Some(NoCards));
    assert_eq!(refused(&[3, 0]), Some(NoCards));
    assert_eq!(refused(&[260, 261]), Some(TooManyCards));
    assert_eq!(refused(&[130; 4]), Some(TooManyAlike));
    assert_eq!(refused(&[52; 4]), None); // four packs
}

/// Fifty-two kinds are orders, whose total variation is in the table above.
#[test]
fn estimates_of_as_many_kinds_as_cards() {
    let (deck, mixing) = (ManyKinds::new(&[1; 52]).unwrap(), Mixing::new(52).unwrap());
    for riffles in 4..=9 {
        let known = mixing.after_riffles(riffles).unwrap().total_variation;
        let packets = packets(riffles);
        let found = deck.total_variation(&packets, 10_000, &Seed::from(3), ONE, |_| true).unwrap();
        let error = found.standard_error.unwrap();
        assert!(error < 0.01 && (found.value - known).abs() < 4.0 * error, "{riffles}: {found:?} {known}");
    }
}

/// Sums and samples of two kinds stop when the caller asks for it.
#[test]
fn computations_of_two_kinds_can_be_stopped() {
    let deck = TwoKinds::new(26, 26).unwrap();
    assert_eq!(deck.total_variation(32, 20_000, &Seed::from(1), |_| false), None);
    let mut drawn = 0;
    let found = deck.total_variation(32, 20_000, &Seed::from(1), |samples| {
        drawn += samples;
        drawn < 10_000
    });
    assert!(found.is_none() && (10_000..20_000).contains(&drawn), "{drawn}");
}
