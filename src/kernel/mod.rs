//! The innermost loops, for memory and vector registers: they know no cards.

pub(crate) mod weave;
