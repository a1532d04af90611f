//! ECM modulo numbers of more than 64 bits, eight curves at a time.

use std::sync::LazyLock;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

use super::Plan;
use super::lanes::{self, LANES};
use super::{Curve, Point, Start, suyama};
use crate::number::budget::Budget;
use crate::number::montgomery::ResidueRing;
use crate::number::montgomery::{MontgomeryMulti, big_from_words, invert_all};

/// For each level: B1, B2, the step of the second stage, and the number of batches of curves. Levels for small factors
/// come first. Each runs enough curves to find most factors of its size.
const LEVELS: [(u32, u32, u32, usize); 9] = [
    (70, 1_750, 60, 2),
    (150, 5_000, 60, 2),
    (350, 14_000, 210, 3),
    (700, 35_000, 210, 4),
    (1_300, 65_000, 210, 8),
    (2_200, 110_000, 210, 14),
    (4_000, 200_000, 210, 20),
    (11_000, 700_000, 210, 30),
    (50_000, 4_000_000, 210, usize::MAX),
];

static PLANS: [LazyLock<Plan>; LEVELS.len()] = {
    macro_rules! plans {
        ($($level:literal)*) => { [$(LazyLock::new(|| {
            let (first, second, step, _) = LEVELS[$level];
            Plan::new(first, second, step)
        })),*] };
    }
    plans!(0 1 2 3 4 5 6 7 8)
};

/// Returns a proper factor of the odd composite `n`, if the first `levels` levels find one within `budget`. `n` has at
/// most [`MAX_BITS`] bits.
pub(in crate::number) fn split_big(n: &BigUint, levels: usize, budget: &Budget) -> Option<BigUint> {
    match n.bits().div_ceil(64) {
        0..=2 => split_in::<2>(n, levels, budget),
        3 => split_in::<3>(n, levels, budget),
        4 => split_in::<4>(n, levels, budget),
        5..=8 => split_in::<8>(n, levels, budget),
        9..=16 => split_in::<16>(n, levels, budget),
        _ => None,
    }
}

/// Maximum number of bits of a number to be split.
pub(in crate::number) const MAX_BITS: u64 = 1024;

/// Number of levels; the last one runs until the budget is spent.
pub(in crate::number) const ALL_LEVELS: usize = LEVELS.len();

fn split_in<const L: usize>(n: &BigUint, levels: usize, budget: &Budget) -> Option<BigUint> {
    let ring = MontgomeryMulti::<L>::new(n);
    let plans = PLANS.iter().zip(LEVELS).take(levels);
    let mut batches = plans.flat_map(|(plan, (.., batches))| std::iter::repeat_n(plan, batches));
    let mut sigma = 6;
    loop {
        if budget.is_spent() {
            return None;
        }
        let plan = batches.next()?;
        if let Some(factor) = try_batch(&ring, n, sigma, plan) {
            return Some(factor);
        }
        sigma += LANES as u64;
    }
}

/// Runs `plan` on the curves for σ = `sigma`, `sigma` + 1, … and returns a proper factor of `n` if one is found.
fn try_batch<const L: usize>(
    ring: &MontgomeryMulti<L>,
    n: &BigUint,
    sigma: u64,
    plan: &Plan,
) -> Option<BigUint> {
    let number = |x: u64| {
        let mut words = [0; L];
        words[0] = x;
        ring.encode(words)
    };
    let curves: Vec<_> =
        (sigma..sigma + LANES as u64).map(|sigma| suyama(ring, number(sigma), number)).collect();
    let denominators: Vec<[u64; L]> = curves.iter().map(|curve| curve.2).collect();
    let inverses = match invert_all(ring, n, &denominators) {
        Ok(inverses) => inverses,
        Err(shared) => return proper_factor(shared, n),
    };
    let starts: Vec<Start<[u64; L]>> = curves
        .into_iter()
        .zip(inverses)
        .map(|((point, numerator, _), inverse)| Start { point, a24: ring.mul(numerator, inverse) })
        .collect();
    match run_in_lanes(ring, n, &starts, plan) {
        Some(results) => common_factor(&results, n),
        None => starts.iter().find_map(|start| {
            let result = plan.run(&Curve { ring, a24: start.a24 }, start.point);
            proper_factor(big_from_words(&ring.decode(result)).gcd(n), n)
        }),
    }
}

/// Runs `plan` on all curves at once, one in each SIMD lane. Returns `None` if the processor does not support it or `n`
/// is too large.
fn run_in_lanes<const L: usize>(
    ring: &MontgomeryMulti<L>,
    n: &BigUint,
    starts: &[Start<[u64; L]>],
    plan: &Plan,
) -> Option<Vec<BigUint>> {
    let plain = |x| big_from_words(&ring.decode(x));
    lanes::run(n, plan, || {
        let point = |start: &Start<[u64; L]>| Point { x: plain(start.point.x), z: plain(start.point.z) };
        starts.iter().map(|start| Start { point: point(start), a24: plain(start.a24) }).collect()
    })
}

/// Returns a proper factor of `n` that is a common factor of `n` and one of the results.
fn common_factor(results: &[BigUint], n: &BigUint) -> Option<BigUint> {
    let product = results.iter().fold(BigUint::one(), |product, result| product * result % n);
    let shared = product.gcd(n);
    if shared.is_one() {
        return None;
    }
    proper_factor(shared, n).or_else(|| results.iter().find_map(|result| proper_factor(result.gcd(n), n)))
}

fn proper_factor(factor: BigUint, n: &BigUint) -> Option<BigUint> {
    (!factor.is_one() && factor < *n).then_some(factor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number::montgomery::words_from_big;

    fn splits(product: &[&str]) {
        let primes: Vec<BigUint> = product.iter().map(|digits| digits.parse().unwrap()).collect();
        let n: BigUint = primes.iter().product();
        let factor = split_big(&n, ALL_LEVELS, &Budget::unlimited()).unwrap();
        assert!((&n % &factor) == BigUint::ZERO && factor > BigUint::one() && factor < n, "{n}");
    }

    #[test]
    fn products_of_all_sizes_split() {
        splits(&["1000000007", "18446744073709551557"]);
        splits(&["1000000000039", "618970019642690137449562111"]);
        splits(&["1000000007", "162259276829213363391578010288127"]);
        splits(&["1000000000000037", "170141183460469231731687303715884105727"]);
        splits(&[
            "1000003",
            "1000000000039",
            "170141183460469231731687303715884105727",
            "18446744073709551557",
        ]);
        splits(&[
            "4294967291",
            "6864797660130609714981900799081393217269435300143305409394463459185543183397656052122559640661454554977296311391480858037121987999716643812574028291115057151",
        ]);
    }

    /// Compares the SIMD lanes with the same plan on one curve at a time.
    fn lanes_agree<const L: usize>(n: &BigUint) {
        let ring = MontgomeryMulti::<L>::new(n);
        let number = |x: u64| ring.encode(words_from_big(&x.into()));
        let starts: Vec<Start<[u64; L]>> = (2..10)
            .map(|x| Start { point: Point { x: number(x * x + 1), z: number(x) }, a24: number(x + 30) })
            .collect();
        let plan = Plan::new(60, 1_000, 60);
        let plain = |x| big_from_words(&ring.decode(x));
        let in_lanes = run_in_lanes(&ring, n, &starts, &plan);
        // There is nothing to compare if the processor does not support the lanes.
        for (lane, start) in in_lanes.iter().flatten().zip(&starts) {
            let alone = plan.run(&Curve { ring: &ring, a24: start.a24 }, start.point);
            assert_eq!(lane % n, plain(alone), "modulo {n}");
        }
    }

    #[test]
    fn lanes_compute_what_one_curve_computes() {
        let power = |bits: u32| BigUint::one() << bits;
        for bits in [65u32, 80, 99, 100, 101, 104] {
            lanes_agree::<2>(&(power(bits) - 1u32));
            lanes_agree::<2>(&((power(bits) / 3u32) | BigUint::one()));
        }
        for bits in [120u32, 152, 153, 156, 180, 191] {
            lanes_agree::<3>(&(power(bits) - 1u32));
        }
        for bits in [193u32, 204, 205, 255, 256] {
            lanes_agree::<4>(&(power(bits) - 1u32));
        }
    }

    #[test]
    fn stops_when_the_budget_is_spent() {
        let n = (BigUint::one() << 521u32) - 1u32;
        assert_eq!(split_big(&n, ALL_LEVELS, &Budget::new(std::time::Duration::ZERO)), None);
    }
}
