//! Random number generators that schemes use to derive the deck from a seed.

use super::kind::BlockFunction;

/// Number of bytes of a generator's output that are computed at a time.
pub const BLOCK: usize = 4096;

/// Returns block `number` of the outputs of the generator `kind`. Each output has its most significant byte first.
/// Returns `None` if `kind` is not a generator.
///
/// `seed` is a number of up to 64 bits. mt19937 uses its lower 32 bits.
pub fn block(kind: BlockFunction, seed: u64, number: u64) -> Option<Vec<u8>> {
    let mut next: Box<dyn FnMut() -> (u64, usize)> = match kind {
        BlockFunction::Splitmix64 => {
            let mut state = seed;
            Box::new(move || (splitmix(&mut state), 8))
        }
        BlockFunction::Xoshiro256 => {
            let mut state = seed;
            let mut words = [0; 4].map(|_: u64| splitmix(&mut state));
            Box::new(move || (xoshiro(&mut words), 8))
        }
        BlockFunction::Pcg32 => {
            let mut state = 0;
            pcg(&mut state);
            state = u64::wrapping_add(state, seed);
            pcg(&mut state);
            Box::new(move || (pcg(&mut state).into(), 4))
        }
        BlockFunction::Mt19937 => {
            let mut twister = Twister::new(seed as u32);
            Box::new(move || (twister.next().into(), 4))
        }
        _ => return None,
    };
    let (mut bytes, mut skipped) = (Vec::with_capacity(BLOCK), number * BLOCK as u64);
    while bytes.len() < BLOCK {
        let (output, length) = next();
        match skipped {
            0 => bytes.extend_from_slice(&output.to_be_bytes()[8 - length..]),
            _ => skipped -= length as u64,
        }
    }
    Some(bytes)
}

/// The next output of splitmix64, by Steele, Lea and Flood (2014) in the version that Vigna publishes.
fn splitmix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The next output of xoshiro256** 1.0, by Blackman and Vigna. Its state is seeded by splitmix64, as they advise.
fn xoshiro(state: &mut [u64; 4]) -> u64 {
    let output = state[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
    let shifted = state[1] << 17;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= shifted;
    state[3] = state[3].rotate_left(45);
    output
}

/// The next output of PCG XSH RR 64/32, by O'Neill, on stream 54 as in her minimal example.
fn pcg(state: &mut u64) -> u32 {
    let old = *state;
    *state = old
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add((54 << 1) | 1);
    let shifted = (((old >> 18) ^ old) >> 27) as u32;
    shifted.rotate_right((old >> 59) as u32)
}

/// The Mersenne Twister by Matsumoto and Nishimura, seeded by `init_genrand`.
struct Twister {
    words: [u32; 624],
    at: usize,
}

impl Twister {
    fn new(seed: u32) -> Twister {
        let mut words = [seed; 624];
        for index in 1..624 {
            let before = words[index - 1];
            let mixed = (before ^ (before >> 30)).wrapping_mul(1_812_433_253);
            words[index] = mixed.wrapping_add(index as u32);
        }
        Twister { words, at: 624 }
    }

    fn next(&mut self) -> u32 {
        if self.at == 624 {
            for index in 0..624 {
                let high = self.words[index] & 0x8000_0000;
                let low = self.words[(index + 1) % 624] & 0x7fff_ffff;
                let joined = high | low;
                let twisted = (joined >> 1) ^ if joined & 1 == 1 { 0x9908_b0df } else { 0 };
                self.words[index] = self.words[(index + 397) % 624] ^ twisted;
            }
            self.at = 0;
        }
        let mut word = self.words[self.at];
        self.at += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first outputs of each generator are those that its authors and the C++ standard publish.
    #[test]
    fn first_outputs() {
        let first = |kind, seed, length: usize| {
            let bytes = block(kind, seed, 0).unwrap();
            bytes[..length]
                .iter()
                .fold(0u64, |number, &byte| number << 8 | u64::from(byte))
        };
        assert_eq!(
            first(BlockFunction::Splitmix64, 0, 8),
            0xe220_a839_7b1d_cdaf
        );
        assert_eq!(first(BlockFunction::Mt19937, 5489, 4), 3_499_211_612);
        assert_eq!(first(BlockFunction::Pcg32, 42, 4), 0xa15c_02b7);
        assert_eq!(
            first(BlockFunction::Xoshiro256, 0, 8),
            0x99ec_5f36_cb75_f2b4
        );
    }

    #[test]
    fn blocks_follow_each_other() {
        for kind in [
            BlockFunction::Splitmix64,
            BlockFunction::Xoshiro256,
            BlockFunction::Pcg32,
            BlockFunction::Mt19937,
        ] {
            let [first, second] = [0, 1].map(|number| block(kind, 7, number).unwrap());
            assert!(first.len() == BLOCK && second.len() == BLOCK && first != second);
        }
        assert!(block(BlockFunction::Sha256, 7, 0).is_none());
    }
}
