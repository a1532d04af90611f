use super::alternative::Alternative;
use super::detectable::Power;

/// Maximum number of decks that is considered.
pub const MOST_DECKS: u64 = 1 << 40;

/// Returns the smallest size of a bias that is found in `decks` decks.
///
/// Sizes are between `fair` and `worst`. Also returns the numbers of decks for sizes with half and a quarter of this
/// distance from `fair`.
pub fn smallest<W>(
    alternative: Alternative,
    decks: u64,
    (fair, worst): (f64, f64),
    wrong: impl Fn(f64) -> W,
    seen: impl Fn(&W, u64) -> bool,
) -> Power {
    let of =
        |decks| seen(&wrong(worst), decks).then(|| boundary(fair, worst, |size| seen(&wrong(size), decks)));
    let found = if decks > 0 { of(decks) } else { None };
    let size = |part: f64| fair + (found.unwrap_or(worst) - fair) * part;
    let parts: &[f64] = if found.is_some() { &[0.5, 0.25] } else { &[1.0, 0.5] };
    let needed = |wrong: W| fewest(|decks| seen(&wrong, decks));
    let next = parts.iter().filter_map(|&part| Some((size(part), needed(wrong(size(part)))?)));
    Power { alternative, seen: found, next: next.collect() }
}

/// Bisects to the boundary between sizes for which `holds` is false and true, to a thousandth of the interval.
fn boundary(mut without: f64, mut with: f64, holds: impl Fn(f64) -> bool) -> f64 {
    let start = without;
    while with - without > 1e-3 * (with - start) {
        let middle = (without + with) / 2.0;
        *(if holds(middle) { &mut with } else { &mut without }) = middle;
    }
    with
}

/// Returns the smallest number of decks for which `holds` is true, if there is one.
pub fn fewest(holds: impl Fn(u64) -> bool) -> Option<u64> {
    let enough = (0..=MOST_DECKS.ilog2()).map(|power| 1u64 << power).find(|&decks| holds(decks))?;
    Some(first(enough / 2, enough, holds))
}

/// Returns the first number for which `holds` is true. It must be false for `low` and true for `high`.
pub fn first(mut low: u64, mut high: u64, holds: impl Fn(u64) -> bool) -> u64 {
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        *(if holds(middle) { &mut high } else { &mut low }) = middle;
    }
    high
}
