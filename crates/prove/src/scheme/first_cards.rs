//! The exact law of the first cards of a shuffled deck, and its total variation distance from uniform.
//!
//! For a shuffle by swaps, the swaps are followed backwards. The state is the list of the positions at which the first
//! cards of the final deck are before the swaps followed so far. Before the first swap, a position is a card.

use std::collections::HashMap;

use faro_math::number::{Fraction, factorial};
use num_bigint::BigUint;
use num_integer::binomial;
use num_traits::{One, ToPrimitive};

use super::method::Method;
use super::stream::NumberDecoding;

/// Maximum estimated work for an exact law: about a second.
const MAX_WORK: f64 = 4e6;

/// Lists of positions, each with its weight: the number of lists of words that lead to it.
type Lists = HashMap<Vec<u16>, BigUint>;

/// Returns a number k of first cards and their total variation distance from uniform. k is the largest number up to
/// `most` for which the law can be computed in time.
///
/// `method` shuffles by swaps.
pub fn followed(
    method: Method,
    cards: usize,
    most: usize,
    numbers: &NumberDecoding,
) -> (usize, Fraction) {
    let swaps = method.swaps(cards);
    let weights: Vec<Vec<BigUint>> = swaps
        .iter()
        .map(|&(_, range)| numbers.weights(range))
        .collect();
    let uneven = weights
        .iter()
        .filter(|weights| weights.iter().any(|weight| *weight != weights[0]));
    let limbs = (uneven.count() * numbers.bytes) as f64 / 128.0;
    let is_fast = |&first: &usize| {
        let lists: f64 = (cards - first + 1..=cards)
            .map(|count| count as f64)
            .product();
        lists * (swaps.len() * first) as f64 * (1.0 + limbs) <= MAX_WORK
    };
    let first = (0..=most).rev().find(is_fast).unwrap_or(0);
    let mut lists = Lists::from([((0..first as u16).collect(), BigUint::one())]);
    for (&(position, _), weights) in swaps.iter().zip(&weights).rev() {
        lists = before(&lists, position as u16, weights);
    }
    let total = weights
        .iter()
        .map(|weights| weights.iter().sum::<BigUint>())
        .product();
    (
        first,
        missing(
            lists.into_values().map(|weight| (weight, BigUint::one())),
            cards,
            first,
            total,
        ),
    )
}

/// Returns the lists of positions before a swap of `position` with a random position. `weights` are the weights of the
/// random position.
fn before(lists: &Lists, position: u16, weights: &[BigUint]) -> Lists {
    let mut earlier = Lists::new();
    for (list, weight) in lists {
        let swapped = |other: u16| {
            let swap = |at: &u16| match *at {
                at if at == position => other,
                at if at == other => position,
                at => at,
            };
            list.iter().map(swap).collect::<Vec<u16>>()
        };
        let mut rest: BigUint = weights.iter().sum();
        for (other, times) in (0..).zip(weights) {
            if list.contains(&position) || list.contains(&other) {
                *earlier.entry(swapped(other)).or_default() += weight * times;
                rest -= times;
            }
        }
        *earlier.entry(list.clone()).or_default() += weight * rest;
    }
    earlier
}

/// Returns the number of lists of `first` distinct cards from a deck of `cards` cards.
pub fn lists_of(cards: usize, first: usize) -> BigUint {
    factorial(cards as u32) / factorial((cards - first) as u32)
}

/// Returns the sum of max(0, 1/N − w/`total`) over all N lists of `first` distinct cards, where w is the weight of the
/// list.
///
/// `weights` gives each weight with the number of lists that have it. All other lists have the weight 0.
fn missing(
    weights: impl Iterator<Item = (BigUint, BigUint)>,
    cards: usize,
    first: usize,
    total: BigUint,
) -> Fraction {
    let all = lists_of(cards, first);
    let mut unreached = all.clone();
    let mut sum = BigUint::ZERO;
    for (weight, count) in weights {
        unreached -= &count;
        let likelihood = weight * &all;
        if likelihood < total {
            sum += (&total - likelihood) * count;
        }
    }
    Fraction::new(sum + unreached * &total, total * all)
}

/// Maximum number of terms in the law of a sort by keys.
const MAX_TERMS: usize = 1 << 18;

/// Returns the distance from uniform of the first k = `first` cards of a stable sort by random keys. The keys are below
/// `keys`. Returns `None` if the computation takes too long.
///
/// The probability of a list of k cards depends on two numbers. One is the number d of its descents, at which the key
/// must grow. The other is the number of the remaining cards that lay below the last card of the list before the sort:
/// their keys are at least the key v of this card, and the keys of the others are larger. The keys of the list before v
/// can be chosen in C(v − d + k − 1, k − 1) ways.
pub fn of_sorting(cards: usize, first: usize, keys: &BigUint) -> Option<Fraction> {
    let keys = keys
        .to_usize()
        .filter(|keys| keys.saturating_mul(first * (cards - first + 1)) <= MAX_TERMS)?;
    let others = cards - first;
    let lists = lists_by_descents(first);
    let mut weights = Vec::new();
    for (descents, by_rank) in lists.iter().enumerate() {
        for below in 0..=others {
            let term = |last: usize| {
                let chains = choices(last - descents + first - 1, first - 1);
                let left = BigUint::from(keys - last);
                chains * left.pow(below as u32) * (left - 1u32).pow((others - below) as u32)
            };
            let weight: BigUint = (descents..keys).map(term).sum();
            let count = (0..first).map(|rank| {
                let (after, before) = (first - 1 - rank, others - below);
                &by_rank[rank] * choices(below + after, after) * choices(before + rank, rank)
            });
            weights.push((weight, count.sum()));
        }
    }
    Some(missing(
        weights.into_iter(),
        cards,
        first,
        BigUint::from(keys).pow(cards as u32),
    ))
}

/// Returns the number of ways to choose `chosen` of `all` things.
fn choices(all: usize, chosen: usize) -> BigUint {
    binomial(BigUint::from(all), BigUint::from(chosen))
}

/// Returns the number of orders of `cards` cards with d descents whose last card has the rank r, as entry r of list d.
fn lists_by_descents(cards: usize) -> Vec<Vec<BigUint>> {
    let mut lists = vec![vec![BigUint::one()]];
    for count in 2..=cards {
        let longer = |descents: usize, rank: usize| {
            let rows = [
                lists.get(descents),
                descents.checked_sub(1).and_then(|fewer| lists.get(fewer)),
            ];
            let sum = |cells: &[BigUint]| cells.iter().sum::<BigUint>();
            rows[0].map_or(BigUint::ZERO, |row| sum(&row[..rank]))
                + rows[1].map_or(BigUint::ZERO, |row| sum(&row[rank..]))
        };
        lists = (0..count)
            .map(|descents| (0..count).map(|rank| longer(descents, rank)).collect())
            .collect();
    }
    lists
}
