//! ECM on eight curves at a time, one in each 64-bit lane of a register. Numbers are in digits of 52 bits, for the
//! multiplications of AVX-512 IFMA. Eight curves take little longer than one curve without these instructions.

use num_bigint::BigUint;

use super::Plan;
use super::Start;
use faro_simd::Processor;

/// Number of curves that run together.
pub(super) const LANES: usize = 8;

/// Returns whether the processor has AVX-512 IFMA.
pub(in crate::number) fn is_vectorized() -> bool {
    Processor::detect().avx512().is_some()
}

/// Runs `plan` on eight curves. Returns `None`, without calling `starts`, if the processor has no AVX-512 IFMA or `n`
/// is too large.
pub(super) fn run(
    n: &BigUint,
    plan: &Plan,
    starts: impl FnOnce() -> Vec<Start<BigUint>>,
) -> Option<Vec<BigUint>> {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx512) = Processor::detect().avx512() {
        return ifma::run(avx512, n, plan, starts);
    }
    let _ = (n, plan, starts);
    None
}

#[cfg(target_arch = "x86_64")]
mod ifma {
    use std::arch::x86_64::__m512i;

    use num_bigint::BigUint;
    use num_traits::ToPrimitive;

    use super::LANES;
    use crate::number::ecm::Plan;
    use crate::number::ecm::{Curve, Point, Start};
    use crate::number::montgomery::ResidueRing;
    use crate::number::montgomery::inverse_mod_2_64;
    use faro_simd::registers::{load, store};
    use faro_simd::{Avx512, avx512_fn};

    /// Number of bits of a digit.
    const BITS: usize = 52;

    /// The bits of a digit.
    const MASK: u64 = (1 << BITS) - 1;

    /// Number of bits by which the L digits exceed `n`. If 16·n is below 2^(52·L), then sums and differences stay below
    /// 4n, and the product of two such numbers is below 2n.
    const SPARE_BITS: u64 = 4;

    /// Number of digits of a double-length product of the largest numbers, L = 5.
    const DOUBLE_DIGITS: usize = 10;

    avx512_fn! {
        pub(super) fn run(
            avx512: Avx512,
            n: &BigUint,
            plan: &Plan,
            starts: impl FnOnce() -> Vec<Start<BigUint>>,
        ) -> Option<Vec<BigUint>> {
            Some(match (n.bits() + SPARE_BITS).div_ceil(BITS as u64) {
                0..=2 => run_in::<2>(avx512, n, plan, &starts()),
                3 => run_in::<3>(avx512, n, plan, &starts()),
                4 => run_in::<4>(avx512, n, plan, &starts()),
                5 => run_in::<5>(avx512, n, plan, &starts()),
                _ => return None,
            })
        }
    }

    #[target_feature(enable = "avx512f,avx512ifma")]
    fn run_in<const L: usize>(
        avx512: Avx512,
        n: &BigUint,
        plan: &Plan,
        starts: &[Start<BigUint>],
    ) -> Vec<BigUint> {
        let lanes = Lanes::<L>::new(avx512, n);
        let enter = |value: fn(&Start<BigUint>) -> &BigUint| {
            let values: Vec<[u64; L]> = starts.iter().map(|start| digits(value(start))).collect();
            lanes.mul(pack(&values), lanes.square)
        };
        let start = Point { x: enter(|start| &start.point.x), z: enter(|start| &start.point.z) };
        let curve = Curve { ring: &lanes, a24: enter(|start| &start.a24) };
        let result = plan.run(&curve, start);
        unpack(lanes.mul(result, pack(&[digits(&BigUint::from(1u32)); LANES])))
    }

    /// A number in each of eight lanes, in L digits of 52 bits, the lowest first.
    type Vector<const L: usize> = [__m512i; L];

    /// The residues modulo n, in Montgomery's form, eight at a time.
    struct Lanes<const L: usize> {
        avx512: Avx512,
        n: Vector<L>,
        twice_n: Vector<L>,
        /// −1/n modulo 2^52.
        inverse: __m512i,
        /// 2^(104·L) mod n: multiplication by it converts a residue to Montgomery's form.
        square: Vector<L>,
    }

    impl<const L: usize> Lanes<L> {
        #[target_feature(enable = "avx512f")]
        fn new(avx512: Avx512, n: &BigUint) -> Lanes<L> {
            let everywhere = |number: &BigUint| pack(&[digits(number); LANES]);
            let low = n.iter_u64_digits().next().unwrap_or(0);
            let inverse = inverse_mod_2_64(low).wrapping_neg() & MASK;
            Lanes {
                avx512,
                n: everywhere(n),
                twice_n: everywhere(&(n * 2u32)),
                inverse: avx512.splat(inverse),
                square: everywhere(&((BigUint::from(1u32) << (2 * BITS * L)) % n)),
            }
        }

        /// total += by·number·2^(52·at), without carries. A digit gets at most 4·L summands of 52 bits, far fewer than
        /// its 64 bits hold.
        #[inline(always)]
        fn add_multiple(
            &self,
            total: &mut [__m512i; DOUBLE_DIGITS],
            at: usize,
            by: __m512i,
            number: &Vector<L>,
        ) {
            for j in 0..L {
                total[at + j] = self.avx512.add_low_product(total[at + j], by, number[j]);
                total[at + j + 1] = self.avx512.add_high_product(total[at + j + 1], by, number[j]);
            }
        }

        /// Reduces every digit but the last to 52 bits, and carries the rest, which may be negative, to the next.
        #[inline(always)]
        fn carried(&self, mut number: Vector<L>) -> Vector<L> {
            let mask = self.avx512.splat(MASK);
            for i in 0..L - 1 {
                number[i + 1] = self.avx512.add(number[i + 1], self.avx512.signed_above_52_bits(number[i]));
                number[i] = self.avx512.and(number[i], mask);
            }
            number
        }
    }

    impl<const L: usize> ResidueRing for Lanes<L> {
        type Element = Vector<L>;

        #[inline(always)]
        fn add(&self, a: Vector<L>, b: Vector<L>) -> Vector<L> {
            self.carried(std::array::from_fn(|i| self.avx512.add(a[i], b[i])))
        }

        /// a − b + 2n, where b is below 2n.
        #[inline(always)]
        fn sub(&self, a: Vector<L>, b: Vector<L>) -> Vector<L> {
            let digit = |i: usize| self.avx512.add(self.avx512.sub(a[i], b[i]), self.twice_n[i]);
            self.carried(std::array::from_fn(digit))
        }

        /// Montgomery's product: the double-length product plus the multiple of n that clears its low digits.
        #[inline(always)]
        fn mul(&self, a: Vector<L>, b: Vector<L>) -> Vector<L> {
            let zero = self.avx512.zero();
            let mut total = [zero; DOUBLE_DIGITS];
            for (i, &digit) in a.iter().enumerate() {
                self.add_multiple(&mut total, i, digit, &b);
            }
            for i in 0..L {
                let multiple = self.avx512.add_low_product(zero, total[i], self.inverse);
                self.add_multiple(&mut total, i, multiple, &self.n);
                total[i + 1] = self.avx512.add(total[i + 1], self.avx512.above_52_bits(total[i]));
            }
            self.carried(std::array::from_fn(|i| total[L + i]))
        }
    }

    /// Returns the digits of `number`, which is below 2^(52·L).
    fn digits<const L: usize>(number: &BigUint) -> [u64; L] {
        std::array::from_fn(|i| ((number >> (BITS * i)) & BigUint::from(MASK)).to_u64().unwrap_or(0))
    }

    /// Puts eight numbers into the lanes.
    #[target_feature(enable = "avx512f")]
    fn pack<const L: usize>(numbers: &[[u64; L]]) -> Vector<L> {
        let digit = |i: usize| load::<u64, LANES>(&std::array::from_fn(|lane| numbers[lane][i]));
        std::array::from_fn(digit)
    }

    /// Reads the eight numbers of the lanes.
    #[target_feature(enable = "avx512f")]
    fn unpack<const L: usize>(vector: Vector<L>) -> Vec<BigUint> {
        let columns = vector.map(|register| {
            let mut column = [0u64; LANES];
            store(register, &mut column);
            column
        });
        let number = |lane: usize| {
            columns.iter().rev().fold(BigUint::ZERO, |number, column| (number << BITS) + column[lane])
        };
        (0..LANES).map(number).collect()
    }
}
