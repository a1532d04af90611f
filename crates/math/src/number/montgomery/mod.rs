//! Montgomery multiplication (Montgomery 1985): products modulo an odd number without division.
//!
//! Elliptic curves are generic over the number of words by [`ResidueRing`].

mod multi;
mod ring;
mod u64;

pub(super) use multi::MontgomeryMulti;
pub(super) use ring::{BigUintRing, ResidueRing};
pub(super) use u64::{MontgomeryU64, pow_mod_u64};
