//! The methods for decks of any size: formulas, and lower bounds.

use std::num::NonZero;

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::error::RoutineMixingError;
use super::routine_mixing::RoutineMixing;
use crate::Error;
use crate::mixing::biased::BiasedRiffles;
use crate::mixing::top_to_random::TopToRandomMixing;
use crate::mixing::transpositions::{TranspositionBound, TranspositionMixing};
use crate::mixing::{LowerBounds, Method, MixingOptions, RiskShare, RoundDistances, ShelfMixing};
use crate::riffle::Magnitude;
use crate::word::Routine;
use faro_sample::shuffle::Chance;

type Mixing = Result<RoutineMixing, RoutineMixingError>;

/// Binary logarithm of the maximum number of shelves, multiplied over all passes.
const MAX_BITS: u64 = 480;

/// Returns a function that adds the name of `shuffle` to an error about its number of cards.
fn refused(shuffle: &'static str) -> impl Fn(Error) -> RoutineMixingError + Copy {
    move |error| RoutineMixingError::Cards { error, shuffle }
}

/// Returns the rounds of a shelf machine. A round has `passes` passes through the machine.
pub fn shelves(routine: Routine, fractions: bool, shelves: u32, passes: u32) -> Mixing {
    let cards = routine.cards();
    if fractions && cards > ShelfMixing::MAX_EXACT_CARDS {
        return Err(RoutineMixingError::TooManyForFractions);
    }
    let mixing = ShelfMixing::new(cards).map_err(refused("shelf machines"))?;
    let hands = hands(shelves, passes).ok_or(RoutineMixingError::TooManyShelves)?;
    let within = |&times: &u32| hands.pow(times).bits() <= MAX_BITS;
    let max_rounds = (1..=MAX_BITS as u32)
        .take_while(within)
        .last()
        .unwrap_or(1)
        .into();
    // Five more than the cutoff 5/4 log n/log 2m.
    let ln_hands = hands.to_f64().unwrap_or(f64::INFINITY).ln();
    let usual_rounds = (1.25 * (cards as f64).ln() / ln_hands).ceil() as u64 + 5;
    let rounds = RoutineMixing::with_rounds(routine, usual_rounds, move |rounds, _| {
        let shelves = hands.pow(rounds as u32) >> 1;
        let row = mixing
            .after_shelves(&shelves)
            .expect("the number of shelves was checked before");
        let mut row = RoundDistances::from(row);
        if fractions && let Ok(exact) = mixing.exact_after_shelves(&shelves) {
            row.fractions = exact.map(|(name, fraction)| (name, Some(fraction))).into();
        }
        Some(row)
    });
    Ok(RoutineMixing {
        max_rounds,
        ..rounds
    })
}

/// Returns twice the number of shelves of the machine that equals `passes` passes of m shelves: (2m)^passes.
fn hands(shelves: u32, passes: u32) -> Option<BigUint> {
    let bits = f64::from(shelves).log2() + 1.0;
    (bits * f64::from(passes) <= MAX_BITS as f64)
        .then(|| BigUint::from(2 * u64::from(shelves)).pow(passes))
}

/// Returns the rounds of a law that is followed shuffle by shuffle. A round has `shuffles_per_round`
/// shuffles.
fn stepped<M: 'static>(
    routine: Routine,
    usual_rounds: u64,
    shuffles_per_round: u64,
    mut mixing: M,
    advance: impl Fn(&mut M) + 'static,
    distances: fn(&M) -> RoundDistances,
) -> RoutineMixing {
    let mut done = 0;
    RoutineMixing::with_rounds(routine, usual_rounds, move |rounds, goes_on| {
        while done < rounds {
            for _ in 0..shuffles_per_round {
                if !goes_on(0) {
                    return None;
                }
                advance(&mut mixing);
            }
            done += 1;
        }
        Some(distances(&mixing))
    })
}

/// Returns the rounds of top to random or random to top. A round has `moves_per_round` moves.
pub fn top_to_random(routine: Routine, moves_per_round: u32) -> Mixing {
    let mixing = TopToRandomMixing::new(routine.cards())
        .map_err(refused("top-to-random and random-to-top"))?;
    // n log n + 2n moves, which is 2n more than the cutoff n log n.
    let n = routine.cards() as f64;
    let usual_rounds = (n * (n.ln() + 2.0) / f64::from(moves_per_round)).ceil() as u64;
    let distances = |mixing: &TopToRandomMixing| {
        let row = RoundDistances::from(mixing.distances());
        if mixing.is_complete() {
            return row;
        }
        // These distances depend on probabilities that the model has dropped as too small, and stay unknown.
        let (total_variation_complement, separation_complement, l_infinity, chi_square) =
            Default::default();
        RoundDistances {
            total_variation_complement,
            separation_complement,
            l_infinity,
            chi_square,
            ..row
        }
    };
    Ok(stepped(
        routine,
        usual_rounds,
        moves_per_round.into(),
        mixing,
        TopToRandomMixing::advance,
        distances,
    ))
}

/// Returns the rounds of random transpositions. A round has `swaps_per_round` swaps.
///
/// The distances are exact if there are few cycle types, otherwise upper bounds.
pub fn transpositions(routine: Routine, swaps_per_round: u64, threads: NonZero<usize>) -> Mixing {
    let n = routine.cards() as f64;
    // n log n/2 + 2n swaps, which is 2n more than the cutoff n log n/2.
    let usual_rounds = (n * (n.ln() / 2.0 + 2.0) / swaps_per_round as f64).ceil() as u64;
    let refused = refused("random transpositions");
    match TranspositionMixing::new(routine.cards()) {
        Ok(mixing) => {
            let advance = move |mixing: &mut TranspositionMixing| mixing.advance(threads);
            let distances = |mixing: &TranspositionMixing| mixing.distances().into();
            return Ok(stepped(
                routine,
                usual_rounds,
                swaps_per_round,
                mixing,
                advance,
                distances,
            ));
        }
        Err(Error::TooManyCards { .. }) => {}
        Err(error) => return Err(refused(error)),
    }
    let bound = TranspositionBound::new(routine.cards()).map_err(refused)?;
    Ok(RoutineMixing::with_rounds(
        routine,
        usual_rounds,
        move |rounds, _| {
            let row = RoundDistances::from(bound.after(rounds.saturating_mul(swaps_per_round)));
            // The entropy is log2 n! less the divergence. An upper bound of the divergence gives no upper bound of
            // the entropy, so this row has no entropy.
            Some(RoundDistances {
                method: Method::UpperBound,
                entropy_bits: None,
                ..row
            })
        },
    ))
}

/// Default number of random decks for riffles with a biased cut, for decks of up to [`MAX_SMALL_DECK`] cards.
/// It takes some seconds.
const DEFAULT_SAMPLES: u32 = 10_000;

/// Default number of random decks for riffles with a biased cut, for larger decks. It takes some seconds.
const LARGE_DECK_SAMPLES: u32 = 1000;

/// Maximum number of cards of a deck with [`DEFAULT_SAMPLES`].
const MAX_SMALL_DECK: usize = 60;

/// Usual maximum number of rounds of riffles with a biased cut.
const MAX_DEFAULT_ROUNDS: u32 = 100;

/// Number of significant digits of an estimate.
const ESTIMATED_DIGITS: u32 = 12;

/// Returns the rounds of riffles with a biased cut. A round has `riffles_per_round` riffles.
///
/// Separation and L-infinity are exact, total variation is an estimate.
pub fn biased(
    routine: Routine,
    options: &MixingOptions,
    top: Chance,
    riffles_per_round: u32,
) -> Mixing {
    let cards = routine.cards();
    let mixing = BiasedRiffles::new(cards, top).map_err(refused("riffles with a biased cut"))?;
    if riffles_per_round > BiasedRiffles::MAX_RIFFLES {
        return Err(RoutineMixingError::TooManyRiffles);
    }
    let usual = if cards <= MAX_SMALL_DECK {
        DEFAULT_SAMPLES
    } else {
        LARGE_DECK_SAMPLES
    };
    let samples = options.samples.unwrap_or(usual);
    let (seed, threads) = (options.seed, options.threads);
    // Three riffles more than the cutoff of the separation, 2 log n/log(1/(p² + (1 − p)²)). p is the probability of
    // the top packet.
    let both_alike = mixing.largest().powi(2) + (1.0 - mixing.largest()).powi(2);
    let riffles = -2.0 * (cards as f64).ln() / both_alike.ln() / f64::from(riffles_per_round);
    // If every cut leaves a packet empty, the deck is never mixed and the cutoff is infinite.
    let usual_rounds = riffles.min(f64::from(MAX_DEFAULT_ROUNDS)).ceil() as u64 + 3;
    // Total variation of large decks is unknown.
    let is_estimated = cards <= BiasedRiffles::MAX_ESTIMATED_CARDS;
    let after = move |rounds, goes_on: &mut dyn FnMut(u64) -> bool| {
        let riffles = rounds as u32 * riffles_per_round;
        let row = match is_estimated {
            _ if riffles == 0 => RoundDistances::unshuffled(cards),
            false => RoundDistances::default(),
            true => {
                let found =
                    mixing.total_variation(riffles, samples, &seed, threads, &mut *goes_on)?;
                let digits =
                    |number| Some(Magnitude::scaled(number, 0).to_digits(ESTIMATED_DIGITS));
                RoundDistances {
                    method: Method::Estimate,
                    total_variation: digits(found.value),
                    standard_error: digits(found.standard_error.unwrap_or(0.0)),
                    ..RoundDistances::default()
                }
            }
        };
        let extremes = mixing.extremes(riffles);
        Some(RoundDistances {
            separation: Some(extremes.separation),
            separation_complement: Some(extremes.separation_complement),
            l_infinity: Some(extremes.l_infinity),
            ..row
        })
    };
    let max_rounds = u64::from(BiasedRiffles::MAX_RIFFLES / riffles_per_round);
    let samples = is_estimated.then_some(samples);
    Ok(RoutineMixing {
        routine,
        max_rounds,
        usual_rounds,
        samples,
        risk: None,
        after: Box::new(after),
    })
}

/// Default number of random decks for a lower bound.
const DEFAULT_BOUND_SAMPLES: u32 = 20_000;

/// Maximum number of cards of all random decks together, which gives large decks fewer samples.
const MAX_SAMPLED_CARDS: u32 = 20_000_000;

/// Maximum number of rounds for which lower bounds are computed.
const MAX_BOUNDED_ROUNDS: u64 = 10_000;

/// Default maximum number of rows of lower bounds.
const MAX_DEFAULT_ROWS: u64 = 20;

/// Approximate maximum number of cards that are moved for all rows of lower bounds.
const MAX_MOVED_CARDS: f64 = 2e9;

/// Returns lower bounds from random decks, for any shuffle of a deck that is too large for its law.
pub fn bounded(routine: Routine, options: &MixingOptions) -> Mixing {
    let cards = routine.cards();
    let mut bounds = LowerBounds::new(cards).map_err(refused("this shuffle"))?;
    let usual = DEFAULT_BOUND_SAMPLES.min(MAX_SAMPLED_CARDS / cards as u32);
    let samples = options.samples.unwrap_or(usual);
    let (shuffle, seed, threads) = (routine.clone(), options.seed, options.threads);
    // The number of rows for which all simulations together take some seconds.
    let rows = (2.0 * MAX_MOVED_CARDS / (routine.moves() * f64::from(samples))).sqrt();
    let usual_rounds = (rows as u64).clamp(1, MAX_DEFAULT_ROWS);
    let share = options.risk.unwrap_or(RiskShare::Equal(usual_rounds));
    let after = move |rounds, goes_on: &mut dyn FnMut(u64) -> bool| {
        if rounds == 0 {
            return Some(RoundDistances::unshuffled(cards));
        }
        bounds.set_risk((1.0 - LowerBounds::CONFIDENCE) * share.of_row(rounds));
        bounds.after(&shuffle, rounds as u32, samples, &seed, threads, goes_on)
    };
    let (samples, risk) = (Some(samples), Some(share));
    let (max_rounds, after) = (MAX_BOUNDED_ROUNDS, Box::new(after));
    Ok(RoutineMixing {
        routine,
        max_rounds,
        usual_rounds,
        samples,
        risk,
        after,
    })
}
