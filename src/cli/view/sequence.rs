use std::cell::Cell;

use serde::ser::{Error, Serialize, Serializer};

/// An iterator that is serialised as a list, item by item, without storing it. It can be serialised once.
pub struct Sequence<I>(Cell<Option<I>>);

impl<I> Sequence<I> {
    pub fn new(items: I) -> Sequence<I> {
        Sequence(Cell::new(Some(items)))
    }
}

impl<I: Iterator<Item: Serialize>> Serialize for Sequence<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let items = self.0.take().ok_or_else(|| S::Error::custom("a sequence is serialised once"))?;
        serializer.collect_seq(items)
    }
}
