//! Montgomery multiplication (Montgomery 1985): products modulo an odd number without division.
//!
//! The submodules and types are for moduli of different sizes: 32, 64 and 128 bits, and several words. Primality tests
//! and elliptic curves are generic over them by [`ResidueRing`].

mod multi;
mod powers_of_two;
mod ring;
mod u128;
mod u64;

pub(super) use multi::{MontgomeryMulti, pow_mod_big};
pub(super) use powers_of_two::PowersOfTwo;
pub(super) use ring::{BigResidueRing, BigUintRing, ResidueRing};
pub(super) use u64::{MontgomeryU64, inverse_mod_2_64, pow_mod_u64};
