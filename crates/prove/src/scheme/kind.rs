//! The functions of streams.

use serde::Deserialize;

/// The function that makes blocks of bytes from a key and a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// HMAC of the message with SHA-256 (RFC 2104).
    HmacSha256,
    /// HMAC of the message with SHA-512.
    HmacSha512,
    /// SHA-256 of the message (FIPS 180-4).
    Sha256,
    /// SHA-512 of the message.
    Sha512,
    /// SHA-256 of the message, then SHA-256 of each block for the next.
    Sha256Chain,
    /// SHA-512 of the message, then SHA-512 of each block for the next.
    Sha512Chain,
    /// ChaCha20 with the message as the nonce of 12 bytes, from block 0 (RFC 8439).
    Chacha20,
    /// splitmix64, seeded by a number of 64 bits as the key.
    Splitmix64,
    /// xoshiro256**, seeded by splitmix64 of the key.
    #[serde(rename = "xoshiro256**")]
    Xoshiro256,
    /// PCG32 (XSH RR 64/32), seeded by a number of 64 bits as the key.
    Pcg32,
    /// The Mersenne Twister, seeded by a number of 32 bits as the key.
    Mt19937,
}

impl Kind {
    /// Returns whether the function has a key.
    pub fn is_keyed(self) -> bool {
        matches!(self, Kind::HmacSha256 | Kind::HmacSha512 | Kind::Chacha20) || self.is_generator()
    }

    /// Returns whether the function is a generator of random numbers that are not secret.
    pub fn is_generator(self) -> bool {
        matches!(
            self,
            Kind::Splitmix64 | Kind::Xoshiro256 | Kind::Pcg32 | Kind::Mt19937
        )
    }

    /// Returns whether the function makes any number of blocks from one message.
    pub fn is_endless(self) -> bool {
        matches!(self, Kind::Sha256Chain | Kind::Sha512Chain | Kind::Chacha20)
            || self.is_generator()
    }

    /// Returns the number of bytes of a block.
    pub fn block_length(self) -> usize {
        match self {
            Kind::HmacSha256 | Kind::Sha256 | Kind::Sha256Chain => 32,
            _ => 64,
        }
    }

    /// Returns the number of bits that determine all later blocks, if the function has such a bound.
    pub fn state_bits(self) -> Option<u32> {
        match self {
            Kind::Sha256Chain | Kind::Chacha20 => Some(256),
            Kind::Sha512Chain => Some(512),
            Kind::Splitmix64 | Kind::Xoshiro256 | Kind::Pcg32 => Some(64),
            Kind::Mt19937 => Some(32),
            _ => None,
        }
    }
}
