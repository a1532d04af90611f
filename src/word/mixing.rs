use super::routine::{Routine, Step};
use crate::Error;
use crate::mixing::SmallMixing;
use faro_sample::zoo::RandomShuffle;

impl Routine {
    /// Returns the single random shuffle of the routine and the number of its repetitions.
    ///
    /// Returns `None` if the routine contains anything else.
    ///
    /// ```
    /// use faro_sample::zoo::{RandomShuffle, Shelves};
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
    pub fn small_mixing(&self) -> Result<SmallMixing, Error> {
        let mut mixing = SmallMixing::new(self.cards())?;
        push(&self.steps, &mut mixing)?;
        Ok(mixing)
    }
}

fn only_shuffle(steps: &[Step]) -> Option<(RandomShuffle, u32)> {
    match steps {
        [Step::Draw(shuffle)] => Some((*shuffle, 1)),
        [Step::Repeat(steps, times)] => {
            let (shuffle, each) = only_shuffle(steps)?;
            Some((shuffle, each.checked_mul(*times)?))
        }
        _ => None,
    }
}

fn push(steps: &[Step], mixing: &mut SmallMixing) -> Result<(), Error> {
    steps.iter().try_for_each(|step| match step {
        Step::Move(permutation, _) => mixing.push_permutation(permutation),
        Step::Draw(shuffle) => mixing.push_shuffle(*shuffle, 1),
        Step::Repeat(steps, times) => match steps[..] {
            [Step::Draw(shuffle)] => mixing.push_shuffle(shuffle, *times),
            _ => (0..*times).try_for_each(|_| push(steps, mixing)),
        },
    })
}
