//! The functions from which the stream of bytes of a scheme is made.

use serde::Deserialize;

/// The function that makes blocks of bytes from a key and a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum BlockFunction {
    /// HMAC of the message with SHA-256 (RFC 2104).
    HmacSha256,
    /// HMAC of the message with SHA-512.
    HmacSha512,
    /// SHA-256 of the message (FIPS 180-4).
    Sha256,
    /// SHA-512 of the message.
    Sha512,
    /// SHA-256 of the message is the first block, and SHA-256 of each block is the next block.
    Sha256Chain,
    /// SHA-512 of the message is the first block, and SHA-512 of each block is the next block.
    Sha512Chain,
    /// ChaCha20 from block 0, with the message as the 12-byte nonce (RFC 8439).
    Chacha20,
    /// splitmix64. The key is its seed, a number of 64 bits.
    Splitmix64,
    /// xoshiro256**. The key is a number from which splitmix64 makes its state.
    #[serde(rename = "xoshiro256**")]
    Xoshiro256,
    /// PCG32 (XSH RR 64/32). The key is its seed, a number of 64 bits.
    Pcg32,
    /// The Mersenne Twister. The key is its seed, a number of 32 bits.
    Mt19937,
}

impl BlockFunction {
    /// Returns whether the function has a key.
    pub fn is_keyed(self) -> bool {
        matches!(
            self,
            BlockFunction::HmacSha256 | BlockFunction::HmacSha512 | BlockFunction::Chacha20
        ) || self.is_generator()
    }

    /// Returns whether the function is a generator of random numbers that is not cryptographic.
    pub fn is_generator(self) -> bool {
        matches!(
            self,
            BlockFunction::Splitmix64
                | BlockFunction::Xoshiro256
                | BlockFunction::Pcg32
                | BlockFunction::Mt19937
        )
    }

    /// Returns whether the function makes any number of blocks from one key and one message.
    pub fn is_endless(self) -> bool {
        matches!(
            self,
            BlockFunction::Sha256Chain | BlockFunction::Sha512Chain | BlockFunction::Chacha20
        ) || self.is_generator()
    }

    /// Returns the number of bytes in a block.
    pub fn block_length(self) -> usize {
        match self {
            BlockFunction::HmacSha256 | BlockFunction::Sha256 | BlockFunction::Sha256Chain => 32,
            _ => 64,
        }
    }

    /// Returns the number of bits of a state that determines all later blocks. Returns `None` if the function has no
    /// such state.
    pub fn state_bits(self) -> Option<u32> {
        match self {
            BlockFunction::Sha256Chain | BlockFunction::Chacha20 => Some(256),
            BlockFunction::Sha512Chain => Some(512),
            BlockFunction::Splitmix64 | BlockFunction::Xoshiro256 | BlockFunction::Pcg32 => {
                Some(64)
            }
            BlockFunction::Mt19937 => Some(32),
            _ => None,
        }
    }
}
