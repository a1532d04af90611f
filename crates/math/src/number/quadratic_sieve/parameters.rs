//! The sizes of the sieve for a number, from the bits of k·n. They were measured up to 220 bits; beyond that they are
//! the usual ones (msieve, YAFU).

/// In each row: bits of k·n, size of the factor base, log₂ of the interval's length, and the bound of large primes as a
/// multiple of the largest prime of the base.
const TABLE: [(u64, usize, u32, u32); 14] = [
    (60, 35, 12, 30),
    (80, 60, 12, 30),
    (100, 90, 12, 30),
    (120, 230, 14, 40),
    (140, 550, 14, 50),
    (160, 1_200, 15, 70),
    (180, 2_200, 15, 100),
    (200, 4_000, 15, 120),
    (220, 6_500, 16, 120),
    (240, 13_000, 16, 120),
    (260, 27_000, 17, 120),
    (280, 48_000, 17, 120),
    (300, 75_000, 18, 120),
    (330, 115_000, 18, 120),
];

pub(super) struct Parameters {
    /// Number of primes in the factor base.
    pub primes: usize,
    /// Number of places at which the values of a polynomial are sieved; a power of two.
    pub interval: usize,
    /// Large primes are below this multiple of the largest prime of the base.
    pub large_multiple: u32,
    /// Primes below this bound are left out of the sieve.
    ///
    /// They cost the most updates and add the least to the logarithm.
    pub skipped: u32,
    /// Number of bits that the sieve may miss of a smooth value, mainly the bits of the primes left out.
    pub slack: f64,
}

impl Parameters {
    /// Returns the parameters for k·n with `bits` bits. The size of the base is interpolated between two rows; the rest
    /// is taken from the lower row.
    pub(super) fn for_bits(bits: u64) -> Parameters {
        let above = TABLE.iter().position(|row| row.0 > bits).unwrap_or(TABLE.len() - 1).max(1);
        let (low, high) = (TABLE[above - 1], TABLE[above]);
        let part = (bits.clamp(low.0, high.0) - low.0) as f64 / (high.0 - low.0) as f64;
        let size = (low.1 as f64).powf(1.0 - part) * (high.1 as f64).powf(part);
        Parameters {
            primes: size as usize,
            interval: 1 << low.2,
            large_multiple: low.3,
            skipped: (bits as u32).clamp(60, 240) - 40,
            slack: bits.min(240) as f64 / 16.0 + 9.0,
        }
    }
}
