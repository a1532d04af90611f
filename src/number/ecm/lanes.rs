//! Eight curves in the lanes of a vector register: arithmetic modulo one number in words of 52
//! bits, by the multiplications of AVX-512 IFMA. One plan on eight curves takes little longer
//! than on one curve without.

use num_bigint::BigUint;

use super::Plan;
use super::wide::Start;

/// Runs the plan on eight curves, if this processor and the size of `n` allow; the starts are
/// asked for only then.
pub(super) fn run(
    n: &BigUint,
    plan: &Plan,
    starts: impl FnOnce() -> Vec<Start<BigUint>>,
) -> Option<Vec<BigUint>> {
    #[cfg(target_arch = "x86_64")]
    if crate::number::processor::has_avx512!("avx512f", "avx512ifma") {
        return ifma::run(n, plan, starts);
    }
    let _ = (n, plan, starts);
    None
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod ifma {
    use std::arch::x86_64::*;

    use num_bigint::BigUint;
    use num_traits::ToPrimitive;

    use super::super::wide::{Start, TOGETHER};
    use super::super::{Curve, Plan, Point};
    use crate::number::montgomery;
    use crate::number::residues::Residues;

    const BITS: usize = 52;
    const MASK: u64 = (1 << BITS) - 1;

    /// Values stay below 4n between products, and a product of two such is below 2n, as long as
    /// 16·n is below 2^(52·L).
    const SPARE_BITS: u64 = 4;

    /// Words of a double product of the widest numbers, L = 5.
    const DOUBLE: usize = 10;

    pub(super) fn run(
        n: &BigUint,
        plan: &Plan,
        starts: impl FnOnce() -> Vec<Start<BigUint>>,
    ) -> Option<Vec<BigUint>> {
        // SAFETY, of each: the caller has found that the processor has both features.
        Some(match (n.bits() + SPARE_BITS).div_ceil(BITS as u64) {
            0..=2 => unsafe { run_in::<2>(n, plan, &starts()) },
            3 => unsafe { run_in::<3>(n, plan, &starts()) },
            4 => unsafe { run_in::<4>(n, plan, &starts()) },
            5 => unsafe { run_in::<5>(n, plan, &starts()) },
            _ => return None,
        })
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn run_in<const L: usize>(n: &BigUint, plan: &Plan, starts: &[Start<BigUint>]) -> Vec<BigUint> {
        let lanes = Lanes::<L>::new(n);
        let enter = |value: fn(&Start<BigUint>) -> &BigUint| {
            let values: Vec<[u64; L]> = starts.iter().map(|start| words(value(start))).collect();
            lanes.mul(pack(&values), lanes.square)
        };
        let start = Point { x: enter(|start| &start.point.x), z: enter(|start| &start.point.z) };
        let curve = Curve { ring: &lanes, a24: enter(|start| &start.a24) };
        let result = plan.run(&curve, start);
        unpack(lanes.mul(result, pack(&[words(&BigUint::from(1u32)); TOGETHER])))
    }

    /// A number in each of eight lanes, in L words of 52 bits from the lowest.
    type Vector<const L: usize> = [__m512i; L];

    struct Lanes<const L: usize> {
        n: Vector<L>,
        twice_n: Vector<L>,
        /// −1/n modulo 2^52.
        inverse: __m512i,
        /// 2^(104·L) mod n: what brings a residue into Montgomery's form.
        square: Vector<L>,
    }

    impl<const L: usize> Lanes<L> {
        #[target_feature(enable = "avx512f")]
        fn new(n: &BigUint) -> Lanes<L> {
            let everywhere = |number: &BigUint| pack(&[words(number); TOGETHER]);
            let low = n.iter_u64_digits().next().unwrap_or(0);
            let inverse = montgomery::inverse(low).wrapping_neg() & MASK;
            Lanes {
                n: everywhere(n),
                twice_n: everywhere(&(n * 2u32)),
                inverse: _mm512_set1_epi64(inverse as i64),
                square: everywhere(&((BigUint::from(1u32) << (2 * BITS * L)) % n)),
            }
        }
    }

    // SAFETY, of every block below: a `Lanes` is made only in `run_in`, which runs only where the
    // processor has the features; the instructions read and write registers alone.
    impl<const L: usize> Residues for Lanes<L> {
        type Element = Vector<L>;

        #[inline(always)]
        fn add(&self, a: Vector<L>, b: Vector<L>) -> Vector<L> {
            unsafe { carried(std::array::from_fn(|i| _mm512_add_epi64(a[i], b[i]))) }
        }

        /// a − b + 2n, as b is below 2n.
        #[inline(always)]
        fn sub(&self, a: Vector<L>, b: Vector<L>) -> Vector<L> {
            unsafe {
                carried(std::array::from_fn(|i| {
                    _mm512_add_epi64(_mm512_sub_epi64(a[i], b[i]), self.twice_n[i])
                }))
            }
        }

        /// The double product, then for each of its low words the multiple of n that clears it.
        #[inline(always)]
        fn mul(&self, a: Vector<L>, b: Vector<L>) -> Vector<L> {
            unsafe {
                let mut total = [_mm512_setzero_si512(); DOUBLE];
                for (i, &word) in a.iter().enumerate() {
                    add_multiple::<L>(&mut total, i, word, &b);
                }
                for i in 0..L {
                    let multiple = _mm512_madd52lo_epu64(_mm512_setzero_si512(), total[i], self.inverse);
                    add_multiple::<L>(&mut total, i, multiple, &self.n);
                    total[i + 1] = _mm512_add_epi64(total[i + 1], _mm512_srli_epi64::<52>(total[i]));
                }
                carried(std::array::from_fn(|i| total[L + i]))
            }
        }
    }

    /// `total += by·words·2^(52·at)`, carries left where they are: a word takes at most 4·L
    /// of 52 bits, far from its 64.
    #[inline(always)]
    unsafe fn add_multiple<const L: usize>(
        total: &mut [__m512i; DOUBLE],
        at: usize,
        by: __m512i,
        words: &Vector<L>,
    ) {
        for j in 0..L {
            // SAFETY: as at the implementation that calls it.
            unsafe {
                total[at + j] = _mm512_madd52lo_epu64(total[at + j], by, words[j]);
                total[at + j + 1] = _mm512_madd52hi_epu64(total[at + j + 1], by, words[j]);
            }
        }
    }

    /// Every word but the last brought to 52 bits, what is above them, or below 0, carried up.
    #[inline(always)]
    unsafe fn carried<const L: usize>(mut words: Vector<L>) -> Vector<L> {
        // SAFETY: as at the implementation that calls it.
        unsafe {
            let mask = _mm512_set1_epi64(MASK as i64);
            for i in 0..L - 1 {
                words[i + 1] = _mm512_add_epi64(words[i + 1], _mm512_srai_epi64::<52>(words[i]));
                words[i] = _mm512_and_si512(words[i], mask);
            }
            words
        }
    }

    /// The words of 52 bits of a number below 2^(52·L).
    fn words<const L: usize>(number: &BigUint) -> [u64; L] {
        std::array::from_fn(|i| ((number >> (BITS * i)) & BigUint::from(MASK)).to_u64().unwrap_or(0))
    }

    /// Eight numbers into the lanes.
    fn pack<const L: usize>(numbers: &[[u64; L]]) -> Vector<L> {
        std::array::from_fn(|i| {
            let column: [u64; TOGETHER] = std::array::from_fn(|lane| numbers[lane][i]);
            // SAFETY: both are 64 bytes, of which every pattern is a value.
            unsafe { std::mem::transmute::<[u64; TOGETHER], __m512i>(column) }
        })
    }

    fn unpack<const L: usize>(vector: Vector<L>) -> Vec<BigUint> {
        let columns: [[u64; TOGETHER]; L] = std::array::from_fn(|i| {
            // SAFETY: both are 64 bytes, of which every pattern is a value.
            unsafe { std::mem::transmute::<__m512i, [u64; TOGETHER]>(vector[i]) }
        });
        let number = |lane: usize| {
            columns.iter().rev().fold(BigUint::ZERO, |number, column| (number << BITS) + column[lane])
        };
        (0..TOGETHER).map(number).collect()
    }
}
