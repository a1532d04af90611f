use faro::mixing::{ExactDistances, ShelfMixing};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::rounds::{Given, Rounds, exact};
use crate::command::mix::value::{Value, Values};
use faro_console::watch::Watch;

/// Binary logarithm of the maximum number of shelves, multiplied over all passes.
const MAX_BITS: u64 = 480;

/// Creates the rounds of a shelf machine. A round has `passes` passes through the machine.
pub fn new(given: &Given<'_>, shelves: u32, passes: u32) -> anyhow::Result<Rounds> {
    let (cards, fractions) = (given.cards, given.mix.exact);
    let most = ShelfMixing::MAX_EXACT_CARDS;
    if fractions && cards > most {
        return Err(given.invalid_cards(format!("expected at most {most} with --exact")));
    }
    let mixing =
        ShelfMixing::new(cards).map_err(|error| given.refused_cards(&error, "for shelf machines"))?;
    let hands = hands(shelves, passes);
    let hands = hands.ok_or_else(|| given.invalid_shuffle("expected at most 2^480 shelves"))?;
    let within = |&times: &u32| hands.pow(times).bits() <= MAX_BITS;
    let most = (1..=MAX_BITS as u32).take_while(within).last().unwrap_or(1).into();
    // The default is five more than the cutoff 5/4 log n/log 2m.
    let ln_hands = hands.to_f64().unwrap_or(f64::INFINITY).ln();
    let usual_last = (1.25 * (cards as f64).ln() / ln_hands).ceil() as u64 + 5;
    let values = move |times, _: &Watch| {
        let shelves = hands.pow(times as u32) >> 1;
        let row = mixing.after_shelves(&shelves).expect("the number of shelves was checked before");
        let mut values = exact(&row);
        if fractions && let Ok(fractions) = mixing.exact_after_shelves(&shelves) {
            values.extend(of_fractions(fractions));
        }
        Some(values)
    };
    Ok(Rounds { most, ..Rounds::new(cards, usual_last, values) })
}

/// Returns twice the number of shelves of a single machine equivalent to `passes` passes of m shelves:
/// (2m)^passes.
fn hands(shelves: u32, passes: u32) -> Option<BigUint> {
    let bits = f64::from(shelves).log2() + 1.0;
    (bits * f64::from(passes) <= MAX_BITS as f64).then(|| BigUint::from(2 * u64::from(shelves)).pow(passes))
}

fn of_fractions(row: ExactDistances) -> Values {
    vec![
        ("total_variation_exact", Value::Exact(row.total_variation)),
        ("separation_exact", Value::Exact(row.separation)),
        ("l_infinity_exact", Value::Exact(row.l_infinity)),
        ("chi_square_exact", Value::Exact(row.chi_square)),
    ]
}
