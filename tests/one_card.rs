//! The position of one card after riffles: exact powers of the matrix against the library.

use faro::riffle::{CardDistance, CardPosition, Magnitude};
use faro_math::number::Fraction;
use num_bigint::{BigInt, BigUint};

/// Pascal's triangle.
fn binomials(rows: usize) -> Vec<Vec<BigInt>> {
    let mut triangle = vec![vec![BigInt::from(1)]];
    for j in 1..rows {
        let above = &triangle[j - 1];
        let entry = |i: usize| match i {
            0 => BigInt::from(1),
            _ => &above[i - 1] + above.get(i).cloned().unwrap_or_default(),
        };
        let row = (0..=j).map(entry).collect();
        triangle.push(row);
    }
    triangle
}

/// Returns the probabilities after one more riffle, with a denominator 2^n times as large: the card at i moves to j
/// with probability C(j, i)/2^(j + 1) from the top packet and C(n − 1 − j, i − j)/2^(n − j) from the bottom one.
fn riffled(parts: &[BigInt], binomials: &[Vec<BigInt>]) -> Vec<BigInt> {
    let n = parts.len();
    let dot = |row: &[BigInt], parts: &[BigInt]| {
        row.iter()
            .zip(parts)
            .map(|(c, part)| c * part)
            .sum::<BigInt>()
    };
    let arriving = |j: usize| {
        (dot(&binomials[j], parts) << (n - 1 - j)) + (dot(&binomials[n - 1 - j], &parts[j..]) << j)
    };
    (0..n).map(arriving).collect()
}

/// Returns the distances of probabilities over the denominator 2^`places`, as fractions.
fn distances(parts: &[BigInt], places: usize) -> [Fraction; 4] {
    let n = parts.len();
    let whole = BigInt::from(1) << places;
    let excess: Vec<BigInt> = parts.iter().map(|part| part * n - &whole).collect();
    let size = |number: &BigInt| number.magnitude().clone();
    let over =
        |sum: BigUint, by: usize, places: usize| Fraction::new(sum, BigUint::from(by) << places);
    let least = excess.iter().min().unwrap().min(&BigInt::ZERO).clone();
    [
        over(excess.iter().map(size).sum(), 2 * n, places),
        over(size(&least), 1, places),
        over(excess.iter().map(size).max().unwrap(), 1, places),
        over(
            excess.iter().map(|number| size(number).pow(2)).sum(),
            n,
            2 * places,
        ),
    ]
}

/// Splits scientific notation into its digits and the power of ten.
fn parsed(number: Magnitude) -> (f64, i64) {
    let text = number.to_string();
    let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
    (digits.parse().unwrap(), power.parse().unwrap())
}

/// Asserts that both are the same to one unit of the fifteenth digit.
fn same(found: Magnitude, known: &Fraction, what: &str) {
    let ((found, power), (known, known_power)) =
        (parsed(found), parsed(Magnitude::from_fraction(known)));
    let difference = found * 10f64.powi((power - known_power).clamp(-9, 9) as i32) - known;
    assert!(
        difference.abs() < 1.001e-14,
        "{what}: {found}e{power}, not {known}e{known_power}"
    );
}

fn compare(row: &CardDistance, known: &[Fraction; 4], what: &str) {
    same(
        row.total_variation,
        &known[0],
        &format!("total variation, {what}"),
    );
    same(row.separation, &known[1], &format!("separation, {what}"));
    same(row.l_infinity, &known[2], &format!("L-infinity, {what}"));
    same(row.chi_square, &known[3], &format!("chi-square, {what}"));
    let rarest = Magnitude::from_fraction(&known[1].complement()).to_f64();
    let found = row.separation_complement.to_f64();
    assert!(
        (found - rarest).abs() <= 2e-13 * rarest,
        "1 - separation, {what}: {found:e}, not {rarest:e}"
    );
}

/// Checks a card and the one at the same distance from the other end, after each number of riffles.
fn compare_card(cards: usize, card: usize, riffles: usize, binomials: &[Vec<BigInt>]) {
    let mut followed = [card, cards - 1 - card].map(|card| CardPosition::new(cards, card).unwrap());
    let mut parts = vec![BigInt::ZERO; cards];
    parts[card] = BigInt::from(1);
    for riffle in 0..=riffles {
        let known = distances(&parts, cards * riffle);
        for one in &followed {
            compare(
                &one.distance(),
                &known,
                &format!("card {card} of {cards} after {riffle}"),
            );
        }
        if riffle < riffles {
            followed.iter_mut().for_each(CardPosition::riffle);
            parts = riffled(&parts, binomials);
        }
    }
}

fn compare_all(cards: usize, step: usize, riffles: usize) {
    let binomials = binomials(cards);
    (0..cards.div_ceil(2))
        .step_by(step)
        .for_each(|card| compare_card(cards, card, riffles, &binomials));
}

#[test]
fn all_cards_of_small_decks() {
    (1..=12).for_each(|cards| compare_all(cards, 1, 40));
}

#[test]
fn all_cards_of_fifty_two() {
    compare_all(52, 1, 60);
}

/// Middle cards, whose distances fall fastest, and some others.
#[test]
fn cards_of_larger_decks() {
    let middle = binomials(101);
    [0, 7, 30, 50]
        .into_iter()
        .for_each(|card| compare_card(101, card, 60, &middle));
    let middle = binomials(300);
    compare_card(300, 149, 8, &middle);
}

/// The chain and the first row of the series.
#[test]
fn a_middle_card_of_a_thousand() {
    compare_card(1000, 499, 7, &binomials(1000));
}

/// Minutes: all cards of 101 through 60 riffles, and cards of 1000 through ten.
#[test]
#[ignore = "minutes; run with --release --ignored"]
fn all_cards_of_larger_decks() {
    compare_all(101, 1, 60);
    compare_all(1000, 83, 10);
    compare_card(1000, 499, 10, &binomials(1000));
}

/// After many riffles each one divides the distance by 2^m, m the distance of the card from the nearer end; the
/// relative error of this is below n²/2^59.
fn falls_by_its_power(cards: usize, card: usize) {
    let mut one = CardPosition::new(cards, card).unwrap();
    (0..59).for_each(|_| one.riffle());
    let before = one.distance();
    one.riffle();
    let after = one.distance();
    let power = (card + 1).min(cards - card) as i64;
    for (before, after, power) in [
        (before.total_variation, after.total_variation, power),
        (before.l_infinity, after.l_infinity, power),
        (before.chi_square, after.chi_square, 2 * power),
    ] {
        let halved = Magnitude::scaled(1.0, -power);
        let ratio = (after.ln() - before.ln() - halved.ln()).abs();
        assert!(
            ratio < 4e-16 * before.ln().abs().max(100.0),
            "card {card} of {cards}: {ratio}"
        );
    }
}

#[test]
fn cards_of_a_thousand_after_sixty_riffles() {
    (0..1000)
        .step_by(111)
        .chain([499, 500, 999])
        .for_each(|card| falls_by_its_power(1000, card));
}

#[test]
#[ignore = "minutes; run with --release --ignored"]
fn all_cards_of_a_thousand_after_sixty_riffles() {
    (0..1000).for_each(|card| falls_by_its_power(1000, card));
}

/// Exact matrix powers in fractions, by another program.
#[test]
fn known_values() {
    let after = |cards, card, riffles| {
        let mut card = CardPosition::new(cards, card).unwrap();
        (0..riffles).for_each(|_| card.riffle());
        card.distance().total_variation.to_digits(12).to_string()
    };
    assert_eq!(after(52, 25, 4), "1.56262333360e-11");
    assert_eq!(after(52, 25, 6), "2.56657519025e-27");
    assert_eq!(after(52, 12, 6), "3.61734706137e-13");
    assert_eq!(after(52, 12, 7), "4.51458702403e-17");
    assert_eq!(after(52, 12, 8), "5.51508761158e-21");
    assert_eq!(after(101, 50, 4), "3.16685815126e-7");
}
