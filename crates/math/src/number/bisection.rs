//! Searches for the place where a property begins to hold, by bisection.

/// Returns the first number for which `holds` is true. It must be false for `low` and true for `high`, and change once.
///
/// It is called about log2(`high` − `low`) times.
///
/// ```
/// assert_eq!(faro_math::number::first_number(0, 100, |number| number * number >= 50), 8);
/// ```
pub fn first_number(mut low: u64, mut high: u64, holds: impl Fn(u64) -> bool) -> u64 {
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        *(if holds(middle) { &mut high } else { &mut low }) = middle;
    }
    high
}

/// Returns the first whole number from `low` on for which `holds` is true.
///
/// It must be true for `high` and for all numbers after the first one. Beyond 2^53 the result is a number that a float
/// represents.
///
/// ```
/// assert_eq!(faro_math::number::first_whole(1.0, 100.0, |number| number * number >= 50.0), 8.0);
/// ```
pub fn first_whole(mut low: f64, mut high: f64, holds: impl Fn(f64) -> bool) -> f64 {
    if low >= high || holds(low) {
        return low.min(high);
    }
    loop {
        let middle = ((low + high) / 2.0).floor();
        if middle <= low || middle >= high {
            return high;
        }
        if holds(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
}

/// Halves the interval from `without`, where `holds` must be false, to `with`, where it must be true, and keeps the half in
/// which it changes, `times` times. Returns both ends.
///
/// ```
/// let [below, above] = faro_math::number::halved([0.0, 2.0], 50, |number| number * number >= 2.0);
/// assert!(below <= 2f64.sqrt() && 2f64.sqrt() <= above && above - below < 1e-14);
/// ```
pub fn halved(
    [mut without, mut with]: [f64; 2],
    times: u32,
    holds: impl Fn(f64) -> bool,
) -> [f64; 2] {
    for _ in 0..times {
        let middle = (without + with) / 2.0;
        *(if holds(middle) {
            &mut with
        } else {
            &mut without
        }) = middle;
    }
    [without, with]
}

/// Returns a number at which `holds` is true and shortly before which it is false.
///
/// The distance is at most a thousandth of that from `without` to the result. `holds` must be false at `without`, true
/// at `with`, and change once.
///
/// ```
/// let root = faro_math::number::boundary(0.0, 2.0, |number| number * number >= 2.0);
/// assert!((0.0..0.002).contains(&(root - 2f64.sqrt())));
/// ```
pub fn boundary(mut without: f64, mut with: f64, holds: impl Fn(f64) -> bool) -> f64 {
    let start = without;
    while with - without > 1e-3 * (with - start) {
        let middle = (without + with) / 2.0;
        *(if holds(middle) {
            &mut with
        } else {
            &mut without
        }) = middle;
    }
    with
}
