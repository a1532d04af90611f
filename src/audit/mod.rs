//! Is a shuffler fair? Decks in, a judgement out.

pub mod lines;
