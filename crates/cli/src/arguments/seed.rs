//! Seeds as people type them.

use faro_sample::SampleError;
use faro_sample::shuffle::{Choices, Generator, Seed};
use rand::TryRng;
use rand::rngs::SysRng;

/// Reads a seed: a number, 64 hexadecimal digits, or any other text, whose SHA-256 is the seed.
pub fn parse(text: &str) -> Result<Seed, String> {
    text.parse().map_err(|why: SampleError| why.to_string())
}

/// The seed of the random numbers.
#[derive(Debug, Default, clap::Args)]
pub struct SeedArgs {
    /// The seed of the random numbers. It is a number, 64 hexadecimal digits, or any text [default: from the system]
    #[arg(long, value_name = "X", value_parser = parse, allow_negative_numbers = true)]
    seed: Option<Seed>,
}

impl SeedArgs {
    pub fn seed(&self) -> anyhow::Result<Seed> {
        self.seed.map_or_else(from_system, Ok)
    }

    /// Returns the seed. The default has 31 bits, which any program can read.
    pub fn readable(&self) -> anyhow::Result<Seed> {
        let seed = self.seed()?;
        Ok(match self.seed {
            Some(seed) => seed,
            None => Seed::from(u64::from(Generator::unit(&seed, 0).below(1 << 31))),
        })
    }

    /// Returns whether the user gave the seed on the command line.
    pub fn is_given(&self) -> bool {
        self.seed.is_some()
    }
}

fn from_system() -> anyhow::Result<Seed> {
    let mut bytes = [0; 32];
    let drawn = SysRng.try_fill_bytes(&mut bytes);
    drawn.map_err(|error| {
        anyhow::anyhow!("the system provides no random numbers: {error}; give a --seed")
    })?;
    Ok(Seed::from(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_digits_and_texts() {
        assert_eq!(parse("007"), Ok(Seed::from(7)));
        assert_eq!(parse(&"F0".repeat(32)), Ok(Seed::from([0xf0; 32])));
        // FIPS 180-2, appendix B.1
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(parse("abc").unwrap().to_string(), abc);
        assert_eq!(parse(abc), parse("abc"));
    }

    #[test]
    fn no_seeds() {
        assert!(parse("").unwrap_err().contains("any text"));
        assert!(parse(&"9".repeat(1000)).unwrap_err().contains("2^256"));
    }
}
