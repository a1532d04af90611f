//! Riffles with a biased cut.

// | file | contents |
// |---|---|
// | `labels` | the law of the packets of several riffles |
// | `extremes` | the least and the most probable order |
// | `coefficients` | their probabilities, as coefficients of products |
// | `likelihood` | the probability of any order, and total variation by importance sampling |

mod coefficients;
mod extremes;
mod labels;
mod likelihood;

pub use extremes::{BiasedRiffles, Extremes, MAX_BIASED_CARDS, MAX_BIASED_RIFFLES};
pub use likelihood::MAX_LIKELIHOOD_CARDS;
