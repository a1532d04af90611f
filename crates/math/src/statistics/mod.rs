//! Statistics, independent of cards: moments, exact distributions, tests of counts, and tail probabilities.
//!
//! ```
//! use faro_math::statistics::{Law, chi_square};
//!
//! // Cycles of the 24 permutations of 4 items: 6, 11, 6 and 1 have 1, 2, 3 and 4 of them.
//! let cycles = Law::cycles(4);
//! assert!((cycles.probability(2) - 11.0 / 24.0).abs() < 1e-15);
//! let test = chi_square(&[0, 70, 100, 60, 10], cycles.probabilities());
//! assert!(test.is_some_and(|test| test.degrees == 3 && test.p_value > 0.1));
//! ```

mod cells;
mod chi_square;
mod complex;
mod counts;
mod draws;
mod increasing_law;
mod law;
mod moments;
mod pair_sum;
mod permutation_laws;
mod sum_tail;
mod survival;
mod tilted_law;

pub use cells::{CellsTest, cells_test, coincidences_bound, coincidences_tail};
pub use chi_square::{ChiSquare, LEAST_EXPECTED, chi_square, pooled, spread_survival};
pub use counts::{
    BinomialSum, binomial_interval, binomial_lower_tail, binomial_upper_tail, least_of,
    poisson_lower_tail, poisson_upper_tail, two_sided,
};
pub use draws::{Hands, Ways, binomial_tail, binomials, hypergeometric};
pub use increasing_law::{MAX_INCREASING, mean_increasing};
pub use law::{Law, LawError};
pub use moments::Moments;
pub use pair_sum::{PairSum, pairs};
pub use permutation_laws::deranged;
pub use sum_tail::SumTail;
pub use survival::{
    chi_square_ln_survival, chi_square_quantile, chi_square_survival, normal_survival,
    skewed_upper_tail, student_quantile, student_survival,
};
