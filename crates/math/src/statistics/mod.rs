//! Statistics, independent of cards: moments, exact distributions of statistics of permutations, tests of counts
//! against a law, and tail probabilities.
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

// | file | contents |
// |---|---|
// | `law` | the distribution of an integer, as a list of probabilities |
// | `permutation_laws` | cycles, descents, fixed points, inversions and footrule of a uniform permutation |
// | `tilted_law` | laws of large permutations from generating functions |
// | `increasing_law` | the longest increasing subsequence of a uniform permutation |
// | `complex` | complex numbers |
// | `moments` | exact sums of integers and of their squares |
// | `chi_square` | Pearson's test of counts against a law |
// | `survival` | upper tails of the chi-square and normal laws, and of a standardised sum with known skewness |
// | `quantiles` | quantiles of Student's t and of chi-square |
// | `special` | incomplete gamma and beta functions |
// | `pair_sum` | tests of tables of counts, as sums over pairs of draws |
// | `pearson` | laws with given first four moments |
// | `coincidences` | draws that fall in the same of equally likely cells |
// | `cells` | the test of counts in cells, exact if there are few draws |
// | `sum_tail` | tails of a sum of many draws of a law |
// | `binomial_sum` | bounds of tails of a weighted sum of binomial variables |
// | `counts` | binomial and Poisson tails, and Bonferroni's bound for the smallest of several p-values |

mod binomial_sum;
mod cells;
mod chi_square;
mod coincidences;
mod complex;
mod counts;
mod increasing_law;
mod law;
mod moments;
mod pair_sum;
mod pearson;
mod permutation_laws;
mod quantiles;
mod special;
mod sum_tail;
mod survival;
mod tilted_law;

pub use binomial_sum::BinomialSum;
pub use cells::{CellsTest, cells_test};
pub use chi_square::{ChiSquare, LEAST_EXPECTED, chi_square, pooled};
pub use coincidences::{coincidences_bound, coincidences_tail};
pub use counts::{
    binomial_interval, binomial_lower_tail, binomial_upper_tail, least_of, poisson_lower_tail,
    poisson_upper_tail, two_sided,
};
pub use increasing_law::MAX_INCREASING;
pub use increasing_law::mean_increasing;
pub use law::Law;
pub use moments::Moments;
pub use pair_sum::{PairSum, pairs};
pub use permutation_laws::{MAX_FOOTRULE, MAX_INVERSIONS};
pub use quantiles::{chi_square_quantile, student_quantile, student_survival};
pub use sum_tail::SumTail;
pub use survival::{chi_square_ln_survival, chi_square_survival, normal_survival, skewed_upper_tail};
