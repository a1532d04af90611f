use std::sync::LazyLock;

use super::Coverage;

/// A random number generator that programs use to shuffle.
///
/// ```
/// let java = faro::seed::GENERATORS.iter().find(|one| one.name == "java.util.Random").unwrap();
/// assert_eq!((java.state_bits, java.bits(), java.largest_deck()), (48, 48, 16));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeneratorInfo {
    /// The name of the generator.
    pub name: &'static str,
    /// The number of bits of the generator's state.
    pub state_bits: u32,
    /// The number of bits of the usual seed.
    pub seed_bits: u32,
    /// The usual way of seeding.
    pub seeded: &'static str,
    /// The source of the facts.
    pub source: &'static str,
}

impl GeneratorInfo {
    /// Returns the number of bits that differ from run to run: the smaller of state and seed.
    pub fn bits(&self) -> u32 {
        self.state_bits.min(self.seed_bits)
    }

    /// Returns the largest number of cards n with n! at most 2^[`bits`](Self::bits).
    pub fn largest_deck(&self) -> u64 {
        Coverage::new(1, self.bits()).expect("a row has few bits").largest_deck()
    }
}

/// Generators in use, ordered by the number of orders that they reach, the fewest first.
pub static GENERATORS: LazyLock<Vec<GeneratorInfo>> = LazyLock::new(|| {
    let rows = include_str!("generators.txt").lines().skip(1);
    rows.map(|row| row_of(row).expect("five columns, the bits as numbers")).collect()
});

fn row_of(text: &'static str) -> Option<GeneratorInfo> {
    let mut cells = text.split(" | ");
    Some(GeneratorInfo {
        name: cells.next()?,
        state_bits: cells.next()?.parse().ok()?,
        seed_bits: cells.next()?.parse().ok()?,
        seeded: cells.next()?,
        source: cells.next()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_order_and_each_once() {
        assert!(GENERATORS.windows(2).all(|pair| pair[0].bits() <= pair[1].bits()));
        let mut names: Vec<&str> = GENERATORS.iter().map(|one| one.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!([names.len(), GENERATORS.len()], [22; 2]);
    }

    /// 12! < 2^31 < 13!; 16! < 2^48 < 17!; 20! < 2^64 < 21!; 34! < 2^128 < 35!; 57! < 2^256 < 58!; and
    /// 2080! < 2^19937 < 2081!, which is commonly given for the Mersenne Twister.
    #[test]
    fn largest_decks() {
        let largest = |bits: u32| GENERATORS.iter().find(|one| one.bits() == bits).unwrap().largest_deck();
        assert_eq!([31, 32, 48, 64, 128, 256, 19937].map(largest), [12, 12, 16, 20, 34, 57, 2080]);
    }
}
