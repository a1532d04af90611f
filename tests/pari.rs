//! Orders of 2 modulo thousands of numbers, against PARI/GP's `znorder`.
//!
//! The sums are those of PARI 2.15. If `gp` (Debian: pari-gp) is installed, they are also computed
//! anew.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::process::{InTime, has_tool};
use faro::num_bigint::BigUint;
use faro_math::number::{Budget, Natural, multiplicative_order, multiplicative_order_within};

/// Numbers of xorshift64 (Marsaglia 2003), always the same.
struct Numbers(u64);

impl Numbers {
    fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns an odd number of exactly this number of bits.
    fn odd(&mut self, bits: u64) -> BigUint {
        let number =
            (0..bits.div_ceil(64)).fold(BigUint::ZERO, |number, _| (number << 64u32) + self.word());
        let mut number = number % (BigUint::from(1u32) << bits);
        number.set_bit(0, true);
        number.set_bit(bits - 1, true);
        number
    }

    fn prime(&mut self, bits: u64) -> BigUint {
        let mut candidate = self.odd(bits);
        while !candidate.is_prime() {
            candidate += 2u32;
        }
        candidate
    }
}

/// The moduli of each kind, with the sum of the orders that PARI gave.
fn kinds() -> Vec<(&'static str, Vec<BigUint>, &'static str)> {
    let mut numbers = Numbers(88_172_645_463_325_252);
    let mut random = |bits: std::ops::RangeInclusive<u64>, each: usize| -> Vec<BigUint> {
        bits.flat_map(|bits| std::iter::repeat_n(bits, each))
            .map(|bits| numbers.odd(bits))
            .collect()
    };
    let small = random(10..=31, 60);
    let words = random(32..=64, 50);
    let wide = random(65..=100, 6);
    let wider = [random(128..=128, 5), random(160..=160, 2)].concat();
    // The sums below are those of the moduli after a number of 200 bits, whose order takes ten seconds.
    random(200..=200, 1);
    let semiprimes = [16u64, 24, 32, 40]
        .map(|bits| (0..20).map(move |_| bits))
        .into_iter()
        .flatten();
    let semiprimes = semiprimes
        .map(|bits| numbers.prime(bits) * numbers.prime(bits))
        .collect();
    // 1093 and 3511 are the known primes with ord mod p² = ord mod p (Meissner 1913, Beeger 1922).
    let powers = [3u32, 5, 7, 11, 1091, 1093, 1097, 3511, 65_537];
    let powers = powers
        .into_iter()
        .flat_map(|prime| (1..=6).map(move |power| BigUint::from(prime).pow(power)));
    // OEIS A002997, and products (6k + 1)(12k + 1)(18k + 1) of primes (Chernick 1939).
    let carmichael = [
        561u32, 1105, 1729, 2465, 2821, 6601, 8911, 10_585, 15_841, 29_341, 41_041, 825_265,
    ];
    let chernick = (1..3_000u32).filter_map(|k| {
        let primes = [6, 12, 18].map(|times| BigUint::from(times * k + 1));
        primes
            .iter()
            .all(Natural::is_prime)
            .then(|| primes.iter().product())
    });
    let power_of_two = |k: u32| BigUint::from(1u32) << k;
    vec![
        ("10 to 31 bits", small, SUMS[0]),
        ("32 to 64 bits", words, SUMS[1]),
        ("65 to 100 bits", wide, SUMS[2]),
        ("128 and 160 bits", wider, SUMS[3]),
        ("products of two primes", semiprimes, SUMS[4]),
        ("powers of primes", powers.collect(), SUMS[5]),
        (
            "Carmichael numbers",
            carmichael
                .map(BigUint::from)
                .into_iter()
                .chain(chernick)
                .collect(),
            SUMS[6],
        ),
        (
            "2^k - 1",
            (1..=120).map(|k| power_of_two(k) - 1u32).collect(),
            SUMS[7],
        ),
        (
            "2^k + 1",
            (1..=120).map(|k| power_of_two(k) + 1u32).collect(),
            SUMS[8],
        ),
    ]
}

const SUMS: [&str; 9] = [
    "25192209742",
    "103799479569690667699",
    "410661893182667579348724554761",
    "5984855637270252674945999008413915510175877640",
    "1922595825785082748087775",
    "38689170526968353022662162",
    "1904415",
    "7260",
    "14520",
];

/// Returns the order by the method for all sizes, and checks it against that for 64 bits if the modulus fits.
fn order(modulus: &BigUint) -> BigUint {
    let order = multiplicative_order_within(&2u32.into(), modulus, &Budget::unlimited()).unwrap();
    if let Ok(word) = u64::try_from(modulus) {
        assert_eq!(
            order,
            multiplicative_order(&2u64, &word).unwrap().into(),
            "{modulus}"
        );
    }
    order
}

#[test]
fn sums_are_those_that_pari_gave() {
    for (kind, moduli, sum) in kinds() {
        assert_eq!(
            moduli.iter().map(order).sum::<BigUint>().to_string(),
            sum,
            "{kind}"
        );
    }
}

#[test]
fn pari_gives_the_same_today() {
    for (kind, moduli, sum) in kinds() {
        let list: Vec<String> = moduli.iter().map(BigUint::to_string).collect();
        let program = format!(
            "v = [{}]; print(sum(i = 1, #v, znorder(Mod(2, v[i]))))\n",
            list.join(",\\\n")
        );
        let Some(answer) = gp(&program) else {
            return;
        };
        assert_eq!(answer.trim(), sum, "{kind}");
    }
}

/// Returns what gp prints, if it is installed.
fn gp(program: &str) -> Option<String> {
    if !has_tool("gp") {
        return None;
    }
    let gp = Command::new("gp")
        .args(["-q", "-s", "256M"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut gp = gp.ok()?;
    gp.stdin
        .take()
        .unwrap()
        .write_all(program.as_bytes())
        .unwrap();
    Some(String::from_utf8(gp.output_in_time().stdout).unwrap())
}
