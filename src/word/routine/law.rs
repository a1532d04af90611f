//! The exact law and the matrix of a routine.

use super::{Routine, RoutineStep};
use crate::Error;
use crate::distribution::{Effort, Efforts, Law, Matrix};
use crate::mixing::SmallMixing;
use faro_math::number::Bound;
use faro_sample::zoo::{RandomShuffle, Transpositions};

impl Routine {
    /// Returns the exact law: the probability of every order.
    ///
    /// # Errors
    ///
    /// [`Error`] if the law would take too long. If a lower bound of the work is too large, the error is
    /// returned before the work starts, and otherwise before the step that would take too long.
    ///
    /// ```
    /// use faro::Word;
    /// let law = "gsr^2".parse::<Word>()?.routine(3)?.law()?;
    /// assert_eq!(law.chance(0).to_string(), "5/16"); // C(4 + 3 − 1, 3)/4^3
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn law(&self) -> Result<Law, Error> {
        if let Err(error) = self.effort(Bound::Upper) {
            self.effort(Bound::Lower).map_err(|_| error)?;
        }
        law(&self.steps, Law::certain(self.cards)?)
    }

    /// Returns the effort of [`law`](Self::law), bounded from the side `bound`, or an error if it is too large.
    fn effort(&self, bound: Bound) -> Result<Effort, Error> {
        let mut efforts = Efforts::new(self.cards, bound)?;
        let certain = efforts.certain();
        effort(&self.steps, certain, &mut efforts)
    }

    /// Returns whether [`law`](Self::law) is certain to be computed, by an estimate of its time.
    ///
    /// ```
    /// use faro::Word;
    /// let naive: Word = "naive".parse()?;
    /// assert!(naive.routine(8)?.has_small_law() && !naive.routine(11)?.has_small_law());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_small_law(&self) -> bool {
        self.effort(Bound::Upper)
            .is_ok_and(|effort| effort.is_small())
    }

    /// Returns the probability of each card at each position.
    ///
    /// # Errors
    ///
    /// [`Error`] if there is no formula, or if the matrix would take too long.
    pub fn matrix(&self) -> Result<Matrix, Error> {
        // The first product is with the identity, and is not counted.
        Matrix::check_all(
            self.cards,
            products(&self.steps) - 1.0,
            shuffles(&self.steps),
        )?;
        matrix(&self.steps, self.cards)
    }
}

/// Returns the law of the shuffle with the law `before`, followed by the shuffles in `steps`.
fn law(steps: &[RoutineStep], before: Law) -> Result<Law, Error> {
    steps.iter().try_fold(before, |before, step| match step {
        RoutineStep::Move(permutation, _) => Ok(before.then_permutation(permutation)),
        RoutineStep::Draw(shuffle) => before.then_shuffle(*shuffle),
        RoutineStep::Repeat(steps, times) => {
            if let Some(riffle) = riffle(steps) {
                return before.then_repeated_riffle(riffle, *times);
            }
            let once = law(steps, Law::certain(before.cards())?)?;
            match (before.then_repeated(&once, *times), transpositions(steps)) {
                // Transpositions need no products of laws: they are repeated step by step.
                (Err(_), Some(plans)) => {
                    before.work_of_transpositions(&plans, *times)?;
                    (0..*times).try_fold(before, |before, _| law(steps, before))
                }
                (done, _) => done,
            }
        }
    })
}

/// Returns the effort of a law with the effort `before` followed by the given steps.
fn effort(steps: &[RoutineStep], before: Effort, efforts: &mut Efforts) -> Result<Effort, Error> {
    steps.iter().try_fold(before, |before, step| match step {
        RoutineStep::Move(..) => Ok(before.then_permutation()),
        RoutineStep::Draw(shuffle) => efforts.then_shuffle(before, *shuffle),
        RoutineStep::Repeat(steps, times) => {
            if let Some(effort) =
                riffle(steps).and_then(|riffle| efforts.repeated_riffle(before, riffle, *times))
            {
                return effort;
            }
            let once = effort(steps, efforts.certain(), efforts)?;
            match (before.then_repeated(once, *times), transpositions(steps)) {
                (Err(_), Some(plans)) => {
                    efforts.check_transpositions(before, &plans, *times)?;
                    (0..*times).try_fold(before, |before, _| effort(steps, before, efforts))
                }
                (done, _) => done,
            }
        }
    })
}

/// Returns the only step, if it is a riffle whose repetitions have a closed form.
fn riffle(steps: &[RoutineStep]) -> Option<RandomShuffle> {
    match steps {
        [RoutineStep::Draw(shuffle)] if Law::has_closed_form(*shuffle) => Some(*shuffle),
        _ => None,
    }
}

/// Returns the passes of transpositions, or `None` if there are other random shuffles.
fn transpositions(steps: &[RoutineStep]) -> Option<Vec<Transpositions>> {
    let drawn = steps
        .iter()
        .filter(|step| !matches!(step, RoutineStep::Move(..)));
    let plan = |step: &RoutineStep| match step {
        RoutineStep::Draw(RandomShuffle::Transpositions(plan)) => Some(*plan),
        _ => None,
    };
    drawn.map(plan).collect()
}

fn matrix(steps: &[RoutineStep], cards: usize) -> Result<Matrix, Error> {
    let mut product = Matrix::identity(cards)?;
    for step in steps {
        product = match step {
            RoutineStep::Move(permutation, _) => product.then_permutation(permutation),
            RoutineStep::Draw(shuffle) => product.then(&Matrix::new(*shuffle, cards)?),
            RoutineStep::Repeat(steps, times) => product.then(&matrix(steps, cards)?.pow(*times)?),
        };
    }
    Ok(product)
}

/// Returns the number of products of matrices that the matrix of the steps takes.
fn products(steps: &[RoutineStep]) -> f64 {
    let step_products = |step: &RoutineStep| match step {
        RoutineStep::Move(..) => 0.0,
        RoutineStep::Draw(_) => 1.0,
        RoutineStep::Repeat(steps, times) => products(steps) + 2.0 * f64::from(*times).log2() + 1.0,
    };
    steps.iter().map(step_products).sum()
}

/// Returns the random shuffles whose matrices are needed. A shuffle may occur more than once.
fn shuffles(steps: &[RoutineStep]) -> Vec<RandomShuffle> {
    let step_shuffles = |step: &RoutineStep| match step {
        RoutineStep::Move(..) => Vec::new(),
        RoutineStep::Draw(shuffle) => vec![*shuffle],
        RoutineStep::Repeat(steps, _) => shuffles(steps),
    };
    steps.iter().flat_map(step_shuffles).collect()
}

impl Routine {
    /// Returns the single random shuffle of the routine and the number of its repetitions.
    ///
    /// Returns `None` if the routine contains anything else.
    ///
    /// ```
    /// use faro::zoo::{RandomShuffle, Shelves};
    /// let machine = "shelf:10^2".parse::<faro::Word>()?.routine(52)?;
    /// assert_eq!(machine.only_shuffle(), Some((RandomShuffle::Shelves(Shelves(10)), 2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn only_shuffle(&self) -> Option<(RandomShuffle, u32)> {
        only_shuffle(&self.steps)
    }

    /// Returns the routine as a round of [`SmallMixing`].
    ///
    /// # Errors
    ///
    /// [`Error`] if the distances would take too long.
    pub(crate) fn small_mixing(&self) -> Result<SmallMixing, Error> {
        let mut mixing = SmallMixing::new(self.cards())?;
        push(&self.steps, &mut mixing)?;
        Ok(mixing)
    }
}

fn only_shuffle(steps: &[RoutineStep]) -> Option<(RandomShuffle, u32)> {
    match steps {
        [RoutineStep::Draw(shuffle)] => Some((*shuffle, 1)),
        [RoutineStep::Repeat(steps, times)] => {
            let (shuffle, inner_times) = only_shuffle(steps)?;
            Some((shuffle, inner_times.checked_mul(*times)?))
        }
        _ => None,
    }
}

fn push(steps: &[RoutineStep], mixing: &mut SmallMixing) -> Result<(), Error> {
    steps.iter().try_for_each(|step| match step {
        RoutineStep::Move(permutation, _) => mixing.push_permutation(permutation),
        RoutineStep::Draw(shuffle) => mixing.push_shuffle(*shuffle, 1),
        RoutineStep::Repeat(steps, times) => match steps[..] {
            [RoutineStep::Draw(shuffle)] => mixing.push_shuffle(shuffle, *times),
            _ => (0..*times).try_for_each(|_| push(steps, mixing)),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::word::{Word, shuffles};

    fn routine(word: &str, cards: usize) -> Routine {
        word.parse::<Word>().unwrap().routine(cards).unwrap()
    }

    /// Checks the lower bound of a word against its law, if both are within the limits.
    fn check_lower_bound(word: &str, cards: usize) {
        let routine = routine(word, cards);
        let (Ok(law), bound) = (routine.law(), routine.effort(Bound::Lower)) else {
            return;
        };
        let bound = bound.unwrap_or_else(|error| panic!("{word}, {cards} cards: {error}"));
        let what = format!("{word}, {cards} cards: {bound:?}");
        assert!(bound.work <= law.work(), "{what}, {}", law.work());
        assert!(bound.bits <= law.total().bits() as f64, "{what}");
        assert!(bound.reachable <= law.reachable() as f64, "{what}");
        assert!(bound.uniform || law.levels().len() > 1, "{what}");
    }

    #[test]
    fn lower_bounds_are_below_the_laws() {
        let names: Vec<&str> = shuffles()
            .flat_map(|shuffle| shuffle.examples().to_vec())
            .collect();
        for (index, name) in names.iter().enumerate() {
            let other = names[(index * 7 + 3) % names.len()];
            for cards in 1..=4 {
                check_lower_bound(name, cards);
                check_lower_bound(&format!("({name})^3"), cards);
                check_lower_bound(&format!("{name} {other} cut:1"), cards);
                check_lower_bound(&format!("({name} reverse {other})^2 {name}"), cards);
            }
        }
    }

    /// Neither pass is uniform, but both together are. The first pass leaves one card in place, and the
    /// second moves this card to a random position.
    #[test]
    fn products_of_flawed_shuffles_may_be_uniform() {
        let routine = routine("off-by-one:first top-to-random", 5);
        assert_eq!(routine.law().unwrap().levels().len(), 1);
        assert!(routine.effort(Bound::Lower).unwrap().uniform);
    }

    #[test]
    fn long_words_are_refused_before_the_work() {
        let swaps = |error| matches!(error, Error::TooManySwaps { .. });
        let pairs = |error| matches!(error, Error::TooManyPairs { .. });
        let bits = |error| matches!(error, Error::TooManyDigits { .. });
        for (word, kind) in [
            ("naive^40", swaps as fn(Error) -> bool),
            ("sattolo^40", swaps),
            ("skip:0.3^9", swaps),
            ("coin-sort:quick^3", pairs),
            ("coin-sort:quick coin-sort:quick", pairs),
            ("(gsr naive)^5", pairs),
            ("fisher-yates gsr^300", bits),
            ("gsr^1000", bits),
            ("(gsr naive)^2", pairs),
            ("naive gsr^2", pairs),
        ] {
            let routine = routine(word, 10);
            let error = routine.effort(Bound::Lower).expect_err(word);
            assert!(kind(error.clone()), "{word}: {error}");
            assert!(kind(routine.law().expect_err(word)), "{word}");
        }
    }

    #[test]
    fn computed_laws_are_not_refused() {
        for word in [
            "naive naive",
            "gsr naive",
            "fisher-yates gsr^9",
            "sattolo^2",
            "gsr gsr",
            "gsr^3",
            "cut:3 riffle:7^9",
        ] {
            assert!(routine(word, 10).effort(Bound::Lower).is_ok(), "{word}");
        }
    }
}
