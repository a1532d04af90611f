//! ECM modulo numbers of more than 64 bits.

use std::sync::LazyLock;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

use super::curve::{Curve, suyama};
use super::plan::EcmPlan;
use crate::number::budget::Budget;
use crate::number::montgomery::{BigUintRing, MontgomeryMulti, ResidueRing};

/// For each level: the number of curves and the plan. Levels for small factors come first. Each runs enough curves to
/// find most factors of its size; the last one runs until the budget is spent.
static LEVELS: [(usize, LazyLock<EcmPlan>); 8] = [
    (8, LazyLock::new(|| EcmPlan::new(150, 5_000))),
    (6, LazyLock::new(|| EcmPlan::new(350, 14_000))),
    (8, LazyLock::new(|| EcmPlan::new(700, 35_000))),
    (16, LazyLock::new(|| EcmPlan::new(1_500, 75_000))),
    (30, LazyLock::new(|| EcmPlan::new(3_000, 150_000))),
    (40, LazyLock::new(|| EcmPlan::new(6_000, 300_000))),
    (120, LazyLock::new(|| EcmPlan::new(11_000, 700_000))),
    (
        usize::MAX,
        LazyLock::new(|| EcmPlan::new(50_000, 4_000_000)),
    ),
];

/// Returns a proper factor of the odd composite `n`, if one is found within `budget`.
pub(crate) fn split_big(n: &BigUint, budget: &Budget) -> Option<BigUint> {
    match n.bits().div_ceil(64) {
        0..=2 => split_in(&MontgomeryMulti::<2>::new(n), n, budget),
        3..=4 => split_in(&MontgomeryMulti::<4>::new(n), n, budget),
        5..=8 => split_in(&MontgomeryMulti::<8>::new(n), n, budget),
        9..=16 => split_in(&MontgomeryMulti::<16>::new(n), n, budget),
        _ => split_in(&BigUintRing(n), n, budget),
    }
}

fn split_in<R: ResidueRing>(ring: &R, n: &BigUint, budget: &Budget) -> Option<BigUint> {
    let plans = LEVELS
        .iter()
        .flat_map(|(curves, plan)| std::iter::repeat_n(plan, *curves));
    let mut curves = (6..).zip(plans).take_while(|_| !budget.is_spent());
    curves.find_map(|(sigma, plan)| {
        let divisor = try_curve(ring, n, sigma, plan, budget)?;
        (!divisor.is_one() && divisor < *n).then_some(divisor)
    })
}

/// Runs `plan` on the curve for `sigma`. Returns the greatest common divisor of the result and `n`, or `None` if the
/// budget is spent.
fn try_curve<R: ResidueRing>(
    ring: &R,
    n: &BigUint,
    sigma: u64,
    plan: &EcmPlan,
    budget: &Budget,
) -> Option<BigUint> {
    let (start, numerator, denominator) = suyama(ring, sigma);
    let denominator = ring.number(&denominator);
    let Some(inverse) = denominator.modinv(n) else {
        return Some(denominator.gcd(n));
    };
    let curve = Curve {
        ring,
        a24: ring.mul(&numerator, &ring.element(&inverse)),
    };
    Some(ring.number(&plan.run(&curve, start, budget)?).gcd(n))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn splits(product: &[&str]) {
        let primes: Vec<BigUint> = product
            .iter()
            .map(|digits| digits.parse().unwrap())
            .collect();
        let n: BigUint = primes.iter().product();
        let factor = split_big(&n, &Budget::unlimited()).unwrap();
        assert!(
            (&n % &factor) == BigUint::ZERO && factor > BigUint::one() && factor < n,
            "{n}"
        );
    }

    #[test]
    fn products_of_all_sizes_split() {
        splits(&["1000000007", "18446744073709551557"]);
        splits(&["1000000000039", "618970019642690137449562111"]);
        splits(&["1000000007", "162259276829213363391578010288127"]);
        splits(&[
            "18446744073709551557",
            "170141183460469231731687303715884105727",
        ]);
        splits(&[
            "1000000000000037",
            "170141183460469231731687303715884105727",
        ]);
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

    /// More bits than the words of Montgomery's multiplication.
    #[test]
    fn a_long_number_splits() {
        let long = (BigUint::one() << 1279u32) - 1u32;
        assert_eq!(
            split_big(&(&long * 1_000_003u32), &Budget::unlimited()),
            Some(1_000_003u32.into())
        );
    }

    /// A single curve may take longer than the budget.
    #[test]
    fn stops_within_a_curve_when_the_budget_is_spent() {
        let mersenne = |exponent: u32| (BigUint::one() << exponent) - 1u32;
        let (ring, n) = (&BigUintRing(&mersenne(9689)), mersenne(9689));
        let spent = Budget::new(Duration::ZERO);
        assert_eq!(split_big(&n, &spent), None);
        assert_eq!(try_curve(ring, &n, 6, &LEVELS[5].1, &spent), None);
    }
}
