//! Montgomery multiplication (Montgomery 1985): products modulo an odd number without division.

mod multi;
mod powers_of_two;
mod u128;
mod u64;

#[cfg(test)]
pub(super) use multi::words_from_big;
pub(super) use multi::{MontgomeryMulti, big_from_words, invert_all, pow_mod_big};
pub(super) use powers_of_two::PowersOfTwo;
pub(super) use u64::{MontgomeryU64, inverse_mod_2_64, pow_mod_u64};
