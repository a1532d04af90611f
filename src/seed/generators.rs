use super::Coverage;

/// A random number generator that programs use to shuffle.
///
/// ```
/// let java = faro::seed::GENERATORS.iter().find(|one| one.name == "java.util.Random").unwrap();
/// assert_eq!((java.state_bits, java.bits(), java.largest_deck()), (48, 48, 16));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeneratorInfo {
    /// Its name.
    pub name: &'static str,
    /// The number of bits of its state.
    pub state_bits: u32,
    /// The number of bits of its usual seed.
    pub seed_bits: u32,
    /// How it is usually seeded.
    pub seeded: &'static str,
    /// The source of these facts.
    pub source: &'static str,
}

impl GeneratorInfo {
    /// Returns the number of bits that differ from run to run.
    pub fn bits(&self) -> u32 {
        self.state_bits.min(self.seed_bits)
    }

    /// Returns the largest deck that has at most 2 to that power orders.
    pub fn largest_deck(&self) -> u64 {
        Coverage::new(1, self.bits()).largest_deck()
    }
}

const fn row(
    name: &'static str,
    [state_bits, seed_bits]: [u32; 2],
    seeded: &'static str,
    source: &'static str,
) -> GeneratorInfo {
    GeneratorInfo { name, state_bits, seed_bits, seeded, source }
}

/// Generators in use, those that reach the fewest orders first.
pub const GENERATORS: [GeneratorInfo; 22] = [
    row(
        "C rand(), Microsoft",
        [31, 32],
        "srand(unsigned); the highest bit is never used",
        "x * 214013 + 2531011, bits 16 to 30; Microsoft, UCRT rand.cpp",
    ),
    row(
        "minstd",
        [31, 32],
        "std::minstd_rand(seed)",
        "Park, Miller, \"Random number generators: good ones are hard to find\" (1988); C++ [rand.predef]",
    ),
    row(
        "Go math/rand, seeded",
        [38848, 31],
        "rand.New(rand.NewSource(seed)), taken modulo 2^31 - 1",
        "Go, math/rand, Source and rngSource.Seed",
    ),
    row(
        ".NET Random(seed)",
        [1705, 31],
        "the magnitude of an int; Knuth's subtractive generator, 55 numbers of 31 bits",
        "Microsoft, System.Random(Int32)",
    ),
    row("C rand(), glibc", [992, 32], "srand(unsigned); 31 words", "GNU C Library, stdlib/random_r.c"),
    row("drand48", [48, 32], "srand48(long), the high 32 bits", "POSIX.1-2017, drand48"),
    row(
        "PHP mt_srand",
        [19937, 32],
        "mt_srand(int) and mt_rand without it",
        "PHP manual, mt_srand; ext/random/engine_mt19937.c",
    ),
    row("C++ std::mt19937(rd())", [19937, 32], "one word of a random device", "C++ [rand.eng.mers]"),
    row("NumPy RandomState(seed)", [19937, 32], "a number below 2^32", "NumPy, numpy.random.RandomState"),
    row("R set.seed", [19937, 32], "an integer; Mersenne Twister", "R, help(set.seed)"),
    row("java.util.Random", [48, 48], "the low 48 bits of a long", "Java SE, java.util.Random.setSeed"),
    row("xorshift64", [64, 64], "any state but 0", "Marsaglia, \"Xorshift RNGs\" (2003)"),
    row(
        "SplitMix64",
        [64, 64],
        "any state; java.util.SplittableRandom",
        "Steele, Lea, Flood, \"Fast splittable pseudorandom number generators\" (2014)",
    ),
    row("PCG32", [64, 64], "any state; 63 bits more choose a stream", "O'Neill, \"PCG\" (2014)"),
    row(
        "V8 Math.random",
        [128, 64],
        "xorshift128+ from 64 bits, spread by a hash",
        "V8, src/numbers/math-random.cc",
    ),
    row(
        "xoshiro256** by a number",
        [256, 64],
        "64 bits spread by SplitMix64, as its authors suggest",
        "Blackman, Vigna, \"Scrambled linear pseudorandom number generators\" (2021)",
    ),
    row(
        "Lua 5.4 math.random",
        [256, 128],
        "xoshiro256** from two integers",
        "Lua 5.4 Reference Manual, 6.7, math.randomseed",
    ),
    row(
        "NumPy default_rng()",
        [128, 128],
        "PCG64 from the system's entropy; 127 bits more choose a stream",
        "NumPy, numpy.random.SeedSequence and PCG64",
    ),
    row(
        "Ruby Random.new",
        [19937, 128],
        "Mersenne Twister from the system's entropy",
        "Ruby, random.c, DEFAULT_SEED_CNT",
    ),
    row(
        "ChaCha20, the system's",
        [256, 256],
        "a key of 256 bits: getrandom, and what is drawn from it bit for bit",
        "Bernstein, \"ChaCha, a variant of Salsa20\" (2008); Linux, drivers/char/random.c",
    ),
    row(
        "Rust rand::rng()",
        [256, 256],
        "ChaCha from the system's entropy, 256 bits",
        "The Rust Rand Book, \"Our RNGs\"",
    ),
    row(
        "Python random",
        [19937, 19937],
        "Mersenne Twister from the system's entropy, 2496 bytes; random.seed(x) from x alone",
        "Matsumoto, Nishimura (1998); CPython, Modules/_randommodule.c",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_order_and_each_once() {
        assert!(GENERATORS.windows(2).all(|pair| pair[0].bits() <= pair[1].bits()));
        let mut names: Vec<&str> = GENERATORS.iter().map(|one| one.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), GENERATORS.len());
    }

    /// 12! < 2^31 < 13!; 16! < 2^48 < 17!; 20! < 2^64 < 21!; 34! < 2^128 < 35!; 57! < 2^256 < 58!; and
    /// 2080! < 2^19937 < 2081!, which is commonly given for the Mersenne Twister.
    #[test]
    fn largest_decks() {
        let largest = |bits: u32| GENERATORS.iter().find(|one| one.bits() == bits).unwrap().largest_deck();
        assert_eq!([31, 32, 48, 64, 128, 256, 19937].map(largest), [12, 12, 16, 20, 34, 57, 2080]);
    }
}
