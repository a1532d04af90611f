//! Describes the draws of a program and the cause of a verdict in words.

use faro_math::number::factorial;
use faro_prove::{
    Cause, Collision, Conclusion, Count, HiddenSource, KeptDraw, Method, Part, ProgramError,
    Reading, Reason, Run, Seeding, Verdict, VerdictNote,
};
use faro_render::numbers::{counted, joined};
use faro_render::{numbers, one_based};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::commands::law::named;
use crate::output::probability;

/// Minimum number of values of a draw that is described as a floating-point number or a word.
const FLOAT: u64 = 1 << 53;

/// Describes the draws of a program's runs in words, or returns `None` if there are no draws.
///
/// An example is `51 draws, the i-th below 53 − i: Fisher–Yates …`.
pub fn draws(verdict: &Verdict) -> Option<String> {
    let (first, reading) = (&verdict.first, verdict.reading.as_ref());
    let bounds: Vec<u64> = first.bounds().collect();
    if bounds.is_empty() {
        return None;
    }
    let same = match verdict.same_draws {
        Some(same) => same,
        None => {
            return Some(format!(
                "{} if all values are 0",
                counted(bounds.len(), "draw")
            ));
        }
    };
    let number = counted(
        bounds.len(),
        if reading.is_some() { "choice" } else { "draw" },
    );
    if !same {
        return Some(format!(
            "draws whose number or bounds depend on earlier ones; {number} if all values are 0"
        ));
    }
    let keys = match reading {
        Some(Reading::Words { parts, method }) => read_from(parts, *method),
        Some(Reading::Keys { .. }) => RANKS.into(),
        Some(Reading::Rejection { draws }) => rejection(draws),
        Some(Reading::Distinct { .. }) => ", each drawn again until it names a new card".into(),
        None if first.ranks == bounds.len() => RANKS.into(),
        None => String::new(),
    };
    let meaning = verdict
        .name
        .map_or(String::new(), |name| format!(": {}", meaning(name)));
    let pattern = pattern(&bounds);
    Some(format!("{number}, {pattern}{keys}{meaning}"))
}

/// The description of draws that are sort keys.
const RANKS: &str = ", the rank of a random key among those before it";

/// Describes how the choices are derived from random words of 32 bits.
fn read_from(parts: &[Part], method: Method) -> String {
    let words = counted(parts.len() * method.words(), "word");
    // If all bounds are powers of two, no word is rejected or extended.
    let is_even = parts.iter().all(|part| part.bound.is_power_of_two());
    let method = match method {
        Method::Double | Method::DoubleModulo => ", in pairs",
        _ if is_even => "",
        Method::Extend => ", with a second word where the first does not decide",
        Method::Reject | Method::Threshold => ", with uneven words rejected",
        Method::ThresholdOfHigh => ", the first of each pair, with uneven words rejected",
    };
    format!(", read from {words} of 32 bits{method}")
}

/// Describes draws that the program repeats until it keeps their value.
fn rejection(draws: &[KeptDraw]) -> String {
    let kept = draws.iter().map(KeptDraw::acceptance);
    let (min, max) = kept.fold((1.0f64, 0.0f64), |(min, max), share| {
        (min.min(share), max.max(share))
    });
    let [min, max] = [min, max].map(|chance| format!("{chance:.3}"));
    let chance = if min == max {
        min
    } else {
        format!("{min} to {max}")
    };
    format!(", each drawn again until its value is kept (probability {chance})")
}

fn pattern(bounds: &[u64]) -> String {
    let step = |step: i128| {
        bounds
            .windows(2)
            .all(|pair| i128::from(pair[1]) - i128::from(pair[0]) == step)
    };
    let first = bounds[0];
    match bounds {
        _ if step(0) && first == FLOAT => {
            "each a floating-point number, a multiple of 2^-53".into()
        }
        _ if step(0) && first.is_power_of_two() && first > 1 << 12 => {
            format!("each a word of {} bits", first.trailing_zeros())
        }
        [_] => format!("below {first}"),
        _ if step(0) => format!("each below {first}"),
        _ if step(-1) => format!("the i-th below {} - i", first + 1),
        _ if step(1) && first == 1 => "the i-th below i".into(),
        _ if step(1) => format!("the i-th below i + {}", first - 1),
        _ => {
            let more = if bounds.len() > 8 { ", …" } else { "" };
            format!("below {}{more}", joined(bounds.iter().take(8), ", "))
        }
    }
}

/// Returns the description of the shuffle with the given name.
fn meaning(name: &str) -> String {
    match name {
        "fisher-yates" => "Fisher–Yates from the last card down".into(),
        "fisher-yates:up" => "Fisher–Yates from the first card up".into(),
        "inside-out" => "Fisher–Yates inside out".into(),
        "naive" => "the naive swap with any position".into(),
        "sattolo" => "Sattolo's algorithm, which never leaves a card in its place".into(),
        "off-by-one:last" => "Fisher–Yates that never moves the last card".into(),
        "off-by-one:first" => "Fisher–Yates that never moves the first card".into(),
        "off-by-one:early" => "Fisher–Yates that stops one step early".into(),
        other => format!("the shuffle {other}"),
    }
}

/// Returns the description of the fault of the shuffle `name` with `cards` cards, or `None` if it is fair.
fn fault(name: &str, cards: usize) -> Option<String> {
    match name {
        "naive" => Some(format!(
            "the naive swap: each draw chooses among all {cards} cards, where the i-th of a fair shuffle chooses among {} - i",
            cards + 1
        )),
        "sattolo" => Some(format!(
            "Sattolo's algorithm: the i-th draw chooses among {cards} - i cards, where that of a fair shuffle chooses among {} - i",
            cards + 1
        )),
        "fisher-yates" | "fisher-yates:up" | "inside-out" => None,
        _ => Some(meaning(name)),
    }
}

/// Returns the cause of a verdict in words, for a deck of `cards` cards, if it has a cause.
pub fn cause(verdict: &Verdict, cards: usize) -> Option<String> {
    let fault = verdict.name.and_then(|name| fault(name, cards));
    let seen = |part| {
        format!(
            "{} of the probability was run",
            probability::of_fraction(part, 6)
        )
    };
    Some(match verdict.cause.as_ref()? {
        Cause::Refused(error) => error.to_string(),
        Cause::Nothing => NOTHING_FINISHED.into(),
        Cause::Interrupted(1.0..) => "all lists of choices were run, but none was repeated".into(),
        Cause::Interrupted(seen) => format!("{seen:.6} of the probability was run"),
        Cause::TooLikely(part) => format!("{}, and some orders are already too likely", seen(part)),
        Cause::TooFewRuns(part) => {
            format!("only {}; try fewer cards or a larger --runs", seen(part))
        }
        Cause::NoChoice => fault.unwrap_or_else(|| NO_CHOICE.into()),
        Cause::Missing { missing, orders } => {
            let fault = fault.or_else(|| short_by_one(verdict, cards));
            fault.unwrap_or_else(|| format!("{missing} of {orders} orders never occur"))
        }
        Cause::Uneven(orders) => fault.unwrap_or_else(|| uneven(verdict, *orders)),
        Cause::Model(reason) => {
            let reason = model(verdict, reason, cards)?;
            fault.map_or(reason.clone(), |fault| format!("{fault}; {reason}"))
        }
        Cause::Collision(_) if verdict.first.draws.is_empty() => NO_CHOICE.into(),
        Cause::Collision(found) => {
            let shown = collision(found);
            fault.map_or(shown.clone(), |fault| format!("{fault}; {shown}"))
        }
        Cause::TooFewLists(count) => too_few_lists(count, cards),
        Cause::Hidden(source) => hidden(*source),
        Cause::Unproved(conclusion) => undecided(conclusion),
    })
}

/// Returns a description of the fault if the bounds of the draws show a loop that draws below i instead of i + 1.
fn short_by_one(verdict: &Verdict, cards: usize) -> Option<String> {
    let mut bounds: Vec<u64> = verdict.first.bounds().filter(|&bound| bound > 1).collect();
    bounds.sort_unstable();
    let is_short = cards > 2 && bounds.into_iter().eq(2..cards as u64);
    (is_short && verdict.same_draws == Some(true))
        .then(|| "each choice is drawn below i, where a fair loop draws below i + 1".into())
}

const NO_CHOICE: &str = "the shuffle makes no random choice";

/// Describes a proof by counting, with advice on how to mend the program.
fn too_few_lists(count: &Count, cards: usize) -> String {
    let (lists, orders) = (log2(&count.lists), log2(&factorial(cards as u32)));
    let source = match count.seeding {
        Seeding::None => "the deck follows from few random bits, such as a seed".into(),
        Seeding::Beside(bits) | Seeding::Of(bits) => {
            format!("the generator is seeded with at most {bits} bits")
        }
    };
    format!(
        "{source}: at most 2^{} of {cards}! = 2^{orders:.1} orders occur; draw each choice from the system's generator, or \
         use a seed of {} bits or more and a generator with as large a state",
        format!("{lists:.1}").trim_end_matches(".0"),
        orders.ceil()
    )
}

/// Returns the base-2 logarithm of a number above 0.
fn log2(number: &BigUint) -> f64 {
    let shift = number.bits().saturating_sub(64);
    (number >> shift).to_f64().unwrap_or(1.0).log2() + shift as f64
}

/// Describes the source of hidden randomness, with advice on how to mend the program.
fn hidden(source: HiddenSource) -> String {
    let found = match source {
        HiddenSource::Clock => {
            "hidden randomness: the shuffle reads a clock, and its decks differ although its draws are \
                                the same"
                .into()
        }
        HiddenSource::Device => {
            "hidden randomness: the shuffle opens a file of random numbers such as /dev/urandom, which \
                                 the adapter does not control"
                .into()
        }
        HiddenSource::Seed => {
            "hidden randomness: the shuffle seeds a generator with something that is not one of its draws, \
                               such as a clock"
                .into()
        }
        HiddenSource::Counter(runs) => {
            format!(
                "hidden randomness: one shuffle in {runs} differs although its draws are the same, as with a counter"
            )
        }
        HiddenSource::EarlierRuns => {
            "hidden randomness: a deck depends on earlier shuffles, such as on a kept deck or a counter"
                .into()
        }
        HiddenSource::Process => {
            "hidden randomness: decks differ from process to process, as with addresses, process \
                                  identifiers, hash seeds, or a seed at the start"
                .into()
        }
        HiddenSource::Unknown => return ProgramError::HiddenRandomness.to_string(),
    };
    format!("{found}; draw by the means that the adapter lists, and keep nothing between shuffles")
}

fn uneven(verdict: &Verdict, orders: usize) -> String {
    if verdict.notes.contains(&VerdictNote::Grouped) {
        return format!("the choices give some of the {orders} orders more often than others");
    }
    let bounds = || format!(": {}", pattern(&verdict.first.bounds().collect::<Vec<_>>()));
    let bounds = if verdict.same_draws == Some(true) {
        bounds()
    } else {
        String::new()
    };
    format!("the choices cannot be split evenly among {orders} orders{bounds}")
}

/// Returns the reason why the decks of a model are not equally likely, in words.
fn model(verdict: &Verdict, reason: &Reason, cards: usize) -> Option<String> {
    let bounds: Vec<u64> = verdict.first.bounds().collect();
    Some(match reason {
        Reason::TooFew => {
            format!(
                "there are fewer sequences of choices than orders of {}",
                counted(cards, "card")
            )
        }
        Reason::Weights(draw) => {
            let effects = "the effects of its values are not equally likely";
            format!(
                "draw {} is below {}, and {effects}",
                draw + 1,
                bounds.get(*draw)?
            )
        }
        Reason::Place(card, position, times) => format!(
            "card {} is at position {} with {} times the fair probability",
            one_based::number(*card),
            one_based::number(*position),
            probability::ratio_of_numbers(*times)
        ),
    })
}

fn collision(collision: &Collision) -> String {
    let times = numbers::brief(collision.times_fair);
    match collision.runs.len() {
        1 => format!("one list of choices is {times} times as likely as an order of a fair shuffle"),
        _ if times == "1.00" => {
            "two lists of choices give the same order, which is then more likely than in a fair shuffle"
                .into()
        }
        _ => format!("two lists of choices give the same order, which is at least {times} times too likely"),
    }
}

/// Returns the reason why a certificate decides nothing, in words.
fn undecided(conclusion: &Conclusion) -> String {
    match conclusion {
        Conclusion::NoModel => {
            "the deck is not a product of one move for each draw, or the draws differ from run to run; try `faro prove` \
             without --certify for a small deck, or `faro audit`"
                .into()
        }
        Conclusion::TooLarge => "a model with draws of so many values is too large; try fewer cards".into(),
        Conclusion::UnknownModel => {
            "the program follows its model, but it is unknown how far the model is from fair; try a small deck without \
             --certify"
                .into()
        }
        Conclusion::Disagreement(Some(run)) => format!(
            "the program does not follow its model: the choices {} give {}",
            values(run),
            named(&run.deck)
        ),
        Conclusion::Disagreement(None) => {
            "the program does not follow its model: the bounds of a draw depend on earlier values".into()
        }
        _ => "too few lists of choices were compared".into(),
    }
}

/// The cause of a verdict if the work was interrupted before the first run ended.
const NOTHING_FINISHED: &str = "nothing was finished";

/// Returns the text of a note about a verdict.
pub fn note(note: &VerdictNote) -> String {
    match *note {
        VerdictNote::DifferentKeys => {
            "the law is that of random keys that are all different".into()
        }
        VerdictNote::Grouped => {
            "values of a draw with the same effect are run once; runs with random lists of choices check that the effect is \
             the same"
                .into()
        }
        VerdictNote::Seeded(bits) => format!(
            "the generator is seeded with at most {bits} bits; the law is that of independent numbers, and --certify counts \
             the orders of a full deck that such seeds reach"
        ),
        VerdictNote::Rounding(distance) => {
            format!("{distance:.1e} of the distance comes from equal keys or uneven values")
        }
        VerdictNote::Partial { compared, samples } => {
            let lists = counted(samples, "list");
            format!(
                "{compared} of {lists} of choices were compared, and no run was repeated in a fresh process"
            )
        }
    }
}

/// Returns the values of the draws of a run as text, as the program received them.
pub fn values(run: &Run) -> String {
    joined(run.values(), " ")
}
