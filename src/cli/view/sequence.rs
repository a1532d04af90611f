use std::cell::Cell;

use serde::ser::{Error, Serialize, Serializer};

/// An iterator that JSON shows as a list, item by item, so that a long one is never held
/// whole. It can be shown once.
pub struct Sequence<I>(Cell<Option<I>>);

impl<I> Sequence<I> {
    pub fn of(items: I) -> Sequence<I> {
        Sequence(Cell::new(Some(items)))
    }
}

impl<I: Iterator<Item: Serialize>> Serialize for Sequence<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let items = self.0.take().ok_or_else(|| S::Error::custom("a sequence is shown once"))?;
        serializer.collect_seq(items)
    }
}
