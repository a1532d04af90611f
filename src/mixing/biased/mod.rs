//! Riffles with a biased cut.

// | file | contents |
// |---|---|
// | `extremes` | the least and the most probable order |
// | `coefficients` | probabilities of these two orders as coefficients of products; the packets of several riffles |
// | `likelihood` | the probability of any order, and total variation by importance sampling |

mod coefficients;
mod extremes;
mod likelihood;

pub use extremes::{BiasedRiffles, Extremes};
