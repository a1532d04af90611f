//! Random comparisons.

use crate::shuffle::Choices;
use std::cmp::Ordering;

/// The number of equally likely values from which a comparison is drawn.
pub(super) const VALUES: u32 = 1 << 24;

/// Random comparisons.
pub(super) struct Compared<'a, C: ?Sized> {
    pub(super) choices: &'a mut C,
    pub(super) less: u32,
    pub(super) greater: u32,
}

impl<C: Choices + ?Sized> Compared<'_, C> {
    pub(super) fn compare(&mut self) -> Ordering {
        let value = self.choices.below(VALUES);
        if value < self.less {
            Ordering::Less
        } else if value < VALUES - self.greater {
            Ordering::Equal
        } else {
            Ordering::Greater
        }
    }

    pub(super) fn less(&mut self) -> bool {
        self.choices.below(VALUES) < self.less
    }

    pub(super) fn greater(&mut self) -> bool {
        self.choices.below(VALUES) < self.greater
    }
}
