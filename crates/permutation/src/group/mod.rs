//! Permutation groups: all arrangements that can be reached by repeating given shuffles in any order.
//!
//! A [`Group`] is made from generators, with a proof of its order. It answers questions about membership,
//! orbits and blocks.

mod affine;
mod blocks;
mod chain;
mod error;
mod generated;
mod giant;
mod minkwitz_words;
mod normal_closure;
mod order;

pub(super) use blocks::StoredPoint;
pub use blocks::{Blocks, keeps_mirror_pairs, orbits};
pub use error::GroupError;
pub use generated::{Group, MAX_GROUP_DEGREE, Proof};
pub use minkwitz_words::Letter;
pub use normal_closure::NormalClosure;
pub use order::Order;
