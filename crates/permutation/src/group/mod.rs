//! Permutation groups: all arrangements that can be reached by repeating given shuffles in any order.
//!
//! A [`Group`] is made from generators. Its order is proved; membership, orbits and blocks follow.

// | file | content |
// |---|---|
// | `generated` | a group given by generators: the proofs in turn, and the properties that follow |
// | `block_action` | elements as rows of numbers: images of positions, or of mirror pairs |
// | `product_replacement` | random elements |
// | `giant` | a proof in O(n) that a group contains the alternating group of its blocks |
// | `affine` | a proof in O(n) for decks of 2^k cards |
// | `chain` | the chain of stabilisers: Schreier–Sims, with a proof |
// | `sign_changes` | the elements that fix every mirror pair |
// | `order` | orders as formulas, for huge groups |
// | `minkwitz_words` | words for elements |
// | `normal_closure` | a group that is closed under conjugation by one more permutation |
// | `blocks` | orbits, and blocks of imprimitivity |

mod affine;
mod block_action;
mod blocks;
mod chain;
mod generated;
mod giant;
mod minkwitz_words;
mod normal_closure;
mod order;
mod product_replacement;
mod sign_changes;

pub use block_action::keeps_mirror_pairs;
pub use blocks::Blocks;
pub use blocks::orbits;
pub use generated::{Group, GroupError, MAX_DEGREE, MAX_DEGREE_OF_BLOCKS, Proof};
pub use minkwitz_words::{Letter, MAX_WORD_DEGREE, MAX_WORD_LENGTH, WordError};
pub use normal_closure::NormalClosure;
pub use order::Order;
