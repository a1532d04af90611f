//! Exact laws of cards drawn without replacement: hypergeometric, multivariate, and "any of several kinds".

use std::ops::{Add, Mul};

use num_bigint::BigUint;

use crate::number::Wide;

/// A number type for counting hands: exact integers, or floating-point numbers for large decks.
pub trait Ways: Clone + Add<Output = Self> + Mul<Output = Self> {
    /// Returns 1 if `number` is true, else 0.
    fn of(number: bool) -> Self;

    /// Returns `self`·`factor`/`divisor`, which must be an integer.
    fn scaled(self, factor: u64, divisor: u64) -> Self;

    /// Returns whether the number is 0.
    fn is_none(&self) -> bool;
}

impl Ways for BigUint {
    fn of(number: bool) -> BigUint {
        BigUint::from(number)
    }

    fn scaled(self, factor: u64, divisor: u64) -> BigUint {
        self * factor / divisor
    }

    fn is_none(&self) -> bool {
        *self == BigUint::ZERO
    }
}

impl Ways for Wide {
    fn of(number: bool) -> Wide {
        if number { Wide::ONE } else { Wide::ZERO }
    }

    fn scaled(self, factor: u64, divisor: u64) -> Wide {
        Wide::scaled(self, factor, divisor)
    }

    fn is_none(&self) -> bool {
        *self == Wide::ZERO
    }
}

/// Returns the binomial coefficients C(`n`, k) for k = 0 to the smaller of `n` and `max`.
pub fn binomials<T: Ways>(n: u64, max: u64) -> Vec<T> {
    let mut row = vec![T::of(true)];
    for k in 0..n.min(max) {
        row.push(row[k as usize].clone().scaled(n - k, k + 1));
    }
    row
}

/// Returns, for j = 0 to the smaller of `marked` and `drawn`, the number of hands with j marked cards.
///
/// A hand has `drawn` of `cards` cards, of which `marked` are marked. The sum of the numbers is C(`cards`, `drawn`).
///
/// # Panics
///
/// If `marked` or `drawn` exceeds `cards`.
///
/// ```
/// use faro_math::statistics::hypergeometric;
/// use num_bigint::BigUint;
/// // Aces among two of four cards, two of which are aces.
/// let hands: Vec<BigUint> = hypergeometric(4, 2, 2);
/// assert_eq!(hands, [1u32, 4, 1].map(BigUint::from));
/// ```
pub fn hypergeometric<T: Ways>(cards: u64, marked: u64, drawn: u64) -> Vec<T> {
    assert!(
        marked <= cards && drawn <= cards,
        "{marked} and {drawn} of {cards}"
    );
    let others = binomials::<T>(cards - marked, drawn);
    let hands = binomials::<T>(marked, drawn).into_iter().zip(0..);
    hands
        .map(|(ways, count)| match others.get((drawn - count) as usize) {
            Some(others) => ways * others.clone(),
            None => T::of(false),
        })
        .collect()
}

/// The numbers of hands of some kinds of cards, for each size of a hand.
///
/// Hands that meet a request and hands that do not are counted separately.
#[derive(Clone, Debug)]
pub struct Hands<T> {
    met: Vec<T>,
    unmet: Vec<T>,
    max: usize,
}

impl<T: Ways> Hands<T> {
    /// Returns the numbers of hands from one kind of `cards` cards, for each size up to `max`.
    ///
    /// A hand meets the request if `is_met` is true for its size.
    pub fn of_kind(cards: u64, max: u64, is_met: impl Fn(u64) -> bool) -> Hands<T> {
        let mut hands = Hands {
            met: Vec::new(),
            unmet: Vec::new(),
            max: max as usize,
        };
        for (ways, size) in binomials::<T>(cards, max).into_iter().zip(0..) {
            let is_met = is_met(size);
            hands
                .met
                .push(if is_met { ways.clone() } else { T::of(false) });
            hands.unmet.push(if is_met { T::of(false) } else { ways });
        }
        hands
    }

    /// Returns the same numbers of hands, with the maximum number of cards `max` for later products.
    pub fn growing_to(self, max: u64) -> Hands<T> {
        Hands {
            max: max as usize,
            ..self
        }
    }

    /// Returns the numbers of hands from the kinds of `self` and of `other` together.
    ///
    /// A hand meets the request if its part from each of the two meets the request there.
    pub fn and(&self, other: &Hands<T>) -> Hands<T> {
        let max = self.max.min(other.max);
        let all: Vec<T> = sums(&other.met, &other.unmet);
        Hands {
            met: product(&self.met, &other.met, max),
            unmet: sums(
                &product(&self.unmet, &all, max),
                &product(&self.met, &other.unmet, max),
            ),
            max,
        }
    }

    /// Returns the numbers of hands from `kinds` kinds like this one.
    ///
    /// A hand meets the request if its cards of at least one kind meet it.
    ///
    /// # Panics
    ///
    /// If `kinds` is 0.
    pub fn any_of(self, kinds: u64) -> Hands<T> {
        let none = self.negated();
        let bits = (0..kinds.ilog2()).rev();
        bits.fold(none.clone(), |power, bit| {
            let square = power.and(&power);
            if kinds >> bit & 1 == 1 {
                square.and(&none)
            } else {
                square
            }
        })
        .negated()
    }

    fn negated(self) -> Hands<T> {
        Hands {
            met: self.unmet,
            unmet: self.met,
            max: self.max,
        }
    }

    /// Returns the numbers of hands of `drawn` cards that meet the request and that do not.
    ///
    /// `others` has the numbers of hands of the other cards, from [`binomials`].
    pub fn drawn(&self, others: &[T], drawn: u64) -> [T; 2] {
        [&self.met, &self.unmet].map(|ways| {
            let parts = ways.iter().zip(0..=drawn as usize);
            let parts = parts.filter_map(|(ways, size)| {
                let others = others.get(drawn as usize - size)?;
                (!ways.is_none()).then(|| ways.clone() * others.clone())
            });
            parts.fold(T::of(false), T::add)
        })
    }
}

fn sums<T: Ways>(one: &[T], other: &[T]) -> Vec<T> {
    one.iter()
        .zip(other)
        .map(|(a, b)| a.clone() + b.clone())
        .collect()
}

/// Returns the product of two polynomials up to the degree `max`.
fn product<T: Ways>(one: &[T], other: &[T], max: usize) -> Vec<T> {
    let length = (one.len() + other.len() - 1).min(max + 1);
    let mut product = vec![T::of(false); length];
    for (a, i) in one.iter().zip(0..length) {
        if a.is_none() {
            continue;
        }
        for (b, sum) in other.iter().zip(&mut product[i..]) {
            if !b.is_none() {
                *sum = sum.clone() + a.clone() * b.clone();
            }
        }
    }
    product
}

/// Returns P(X ≥ `successes`) for X binomial with `trials`, as (m, e) for m·2^e.
///
/// The probability of a success is `chance[0]`/(`chance[0]` + `chance[1]`). The tail is summed term by term with a
/// relative error of `trials`·2^-60, however small it is.
///
/// # Panics
///
/// If `successes` exceeds `trials`, `trials` is 2^40 or more, or both parts of `chance` are 0.
pub fn binomial_tail(successes: u64, trials: u64, chance: [Wide; 2]) -> (f64, i64) {
    assert!(successes <= trials, "{successes} of {trials}");
    let [success, failure] = chance;
    let all = success + failure;
    if successes == 0 || failure == Wide::ZERO {
        return (1.0, 0);
    }
    if success == Wide::ZERO {
        return (0.0, 0);
    }
    let choose = (0..successes.min(trials - successes))
        .fold(Wide::ONE, |choose, k| choose.scaled(trials - k, k + 1));
    let odds = success.quotient(failure);
    let mut term = choose
        * success.quotient(all).pow(successes)
        * failure.quotient(all).pow(trials - successes);
    let mut sum = term;
    for k in successes..trials {
        term = term.scaled(trials - k, k + 1) * odds;
        let before = sum;
        sum = sum + term;
        if sum == before {
            break; // the terms decrease from their maximum on, and are too small to count
        }
    }
    let (sum, exponent) = sum.ratio(Wide::ONE);
    let is_rounded_above_1 = exponent > -4 && sum * 2f64.powi(exponent as i32) > 1.0;
    if is_rounded_above_1 {
        (1.0, 0)
    } else {
        (sum, exponent)
    }
}

#[cfg(test)]
mod tests {
    use num_traits::ToPrimitive;
    use proptest::prelude::*;

    use super::*;
    use crate::number::Fraction;

    /// Returns the share of the first of two numbers of hands.
    fn share([met, unmet]: [BigUint; 2]) -> f64 {
        Fraction::new(met.clone(), met + unmet).to_f64()
    }

    fn wide_share([met, unmet]: [Wide; 2]) -> f64 {
        let (share, exponent) = met.ratio(met + unmet);
        share * 2f64.powi(exponent.max(-1070) as i32)
    }

    /// The values are from fractions in Python.
    #[test]
    fn published_values() {
        let drawn = |of: u64, kinds: u64, least: u64, see: u64| {
            let hands = Hands::<BigUint>::of_kind(of, see, |size| size >= least).any_of(kinds);
            share(hands.drawn(&binomials(60 - of * kinds, see), see))
        };
        assert!((drawn(4, 1, 1, 7) - 0.399500).abs() < 5e-7);
        assert!((drawn(4, 1, 3, 13) - 0.029032).abs() < 5e-7);
        assert!((1.0 - drawn(16, 1, 1, 20) - 0.000420110848).abs() < 5e-13);
        assert!((drawn(4, 9, 3, 13) - 0.245436).abs() < 5e-7);
    }

    /// Counts all hands of small decks with two kinds, for the requests about both, and about any of both.
    #[test]
    fn all_hands_of_small_decks() {
        for (one, other, rest, drawn) in [(2u32, 3, 2, 3), (1, 1, 0, 1), (3, 3, 3, 5), (2, 2, 4, 8)]
        {
            let cards = one + other + rest;
            let masks = [(1u32 << one) - 1, ((1 << other) - 1) << one];
            let hands: Vec<[u32; 2]> = (0..1u32 << cards)
                .filter(|hand| hand.count_ones() == drawn)
                .map(|hand| masks.map(|mask| (hand & mask).count_ones()))
                .collect();
            let counted = |is_met: &dyn Fn(&[u32; 2]) -> bool| {
                hands.iter().filter(|hand| is_met(hand)).count()
            };
            let rest = binomials::<BigUint>(rest.into(), drawn.into());
            for least in 0..=3 {
                let kind = |cards: u32| {
                    Hands::<BigUint>::of_kind(cards.into(), drawn.into(), |size| size >= least)
                };
                let [met, unmet] = kind(one).and(&kind(other)).drawn(&rest, drawn.into());
                let known = counted(&|hand| hand.iter().all(|&size| u64::from(size) >= least));
                assert_eq!(met, known.into());
                assert_eq!(unmet, (hands.len() - known).into());
                if one == other {
                    let [met, unmet] = kind(one).any_of(2).drawn(&rest, drawn.into());
                    let known = counted(&|hand| hand.iter().any(|&size| u64::from(size) >= least));
                    assert_eq!(met, known.into());
                    assert_eq!(unmet, (hands.len() - known).into());
                }
            }
        }
    }

    /// A million cards: the ratio of neighbouring numbers of hands is rational, and the sum is C(n, d).
    #[test]
    fn a_million_cards() {
        let (cards, marked, drawn) = (1_000_000u64, 400_000u64, 500_000u64);
        let hands: Vec<Wide> = hypergeometric(cards, marked, drawn);
        for j in [0u64, 1000, 199_999, 200_000, 399_998] {
            let exact = BigUint::from(marked - j) * (drawn - j);
            let exact = Fraction::new(
                exact,
                BigUint::from(j + 1) * (cards - marked - drawn + j + 1),
            );
            let (ratio, exponent) = hands[j as usize + 1].ratio(hands[j as usize]);
            assert!((ratio * 2f64.powi(exponent as i32) / exact.to_f64() - 1.0).abs() < 1e-14);
        }
        let all = binomials::<Wide>(cards, drawn)[drawn as usize];
        let (sum, exponent) = hands.into_iter().fold(Wide::ZERO, Wide::add).ratio(all);
        assert!((sum * 2f64.powi(exponent as i32) - 1.0).abs() < 1e-14);
    }

    #[test]
    fn tails_of_many_games() {
        let hands = Hands::<Wide>::of_kind(4, 13, |size| size >= 3).any_of(9);
        let chance = hands.drawn(&binomials(24, 13), 13);
        let (tail, exponent) = binomial_tail(101, 126, chance);
        assert!((tail * 2f64.powi(exponent as i32) / 3.7e-39 - 1.0).abs() < 0.02);
        let halves = [Wide::ONE, Wide::ONE];
        let (tail, exponent) = binomial_tail(10_000, 10_000, halves);
        assert_eq!((tail.log2() + exponent as f64).round(), -10_000.0);
        let (tail, exponent) = binomial_tail(5, 10, halves);
        assert!((tail * 2f64.powi(exponent as i32) - 638.0 / 1024.0).abs() < 1e-15);
        let thirds = [Wide::ONE, Wide::ONE + Wide::ONE];
        let (tail, exponent) = binomial_tail(1_000_000, 1_000_000, thirds);
        let expected = -1e6 * 3f64.log2();
        assert!((tail.log2() + exponent as f64 - expected).abs() < 1e-9);
        assert_eq!(binomial_tail(0, 10, halves), (1.0, 0));
        assert_eq!(binomial_tail(3, 10, [Wide::ZERO, Wide::ONE]), (0.0, 0));
        assert_eq!(binomial_tail(3, 10, [Wide::ONE, Wide::ZERO]), (1.0, 0));
    }

    proptest! {
        #[test]
        fn floating_point_agrees_with_integers(
            one in 1u64..40, kinds in 1u64..8, other in 0u64..30, rest in 0u64..300, drawn in 0u64..600, least in 0u64..6,
            high in 0u64..12
        ) {
            let drawn = drawn.min(one * kinds + other + rest);
            let exact = Hands::<BigUint>::of_kind(one, drawn, |size| size >= least)
                .any_of(kinds)
                .and(&Hands::of_kind(other, drawn, |size| size <= high));
            let wide = Hands::<Wide>::of_kind(one, drawn, |size| size >= least)
                .any_of(kinds)
                .and(&Hands::of_kind(other, drawn, |size| size <= high));
            let exact = exact.drawn(&binomials(rest, drawn), drawn);
            let all = binomials::<BigUint>(one * kinds + other + rest, drawn)[drawn as usize].clone();
            prop_assert_eq!(&exact[0] + &exact[1], all);
            let (exact, wide) = (share(exact), wide_share(wide.drawn(&binomials(rest, drawn), drawn)));
            prop_assert!((wide - exact).abs() <= 1e-14 * exact, "{} {}", wide, exact);
        }

        #[test]
        fn quotients_of_binomials(n in 1u64..2000, k in 0u64..2000) {
            let k = k.min(n);
            let [exact, all] = [k, 0].map(|k| binomials::<BigUint>(n, n)[k as usize].clone());
            let (wide, exponent) = binomials::<Wide>(n, n)[k as usize].ratio(Wide::ONE);
            if let Some(known) = exact.to_f64().filter(|known| known.is_finite()) {
                prop_assert!((wide * 2f64.powi(exponent as i32) / known - 1.0).abs() < 1e-15);
            }
            prop_assert_eq!(all, 1u32.into());
        }
    }
}
