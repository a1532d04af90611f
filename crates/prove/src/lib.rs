//! Proofs about programs that shuffle: a program receives its random choices one by one.
//!
//! For a small deck every sequence of choices is run, which gives the exact law ([`walk`]). For a large deck a
//! [`Model`] is learned: the deck is a product of moves, one for each draw. The model is compared with the program on
//! random lists of choices ([`certify`]), and a chain of point stabilisers proves that the decks of the model are
//! equally likely ([`Model::chain`]). If m lists of choices agree, the total variation distance between the program and
//! the model is at most 1 − δ^(1/m) with confidence 1 − δ (the self-testing of Blum, Luby and Rubinfeld 1993). If a
//! draw has too many values to run each of them, for example a floating-point number, the law is tested in the same
//! way.
//!
//! All results assume that the deck follows from the choices. Thousands of runs are repeated, also in fresh processes,
//! to find programs whose decks depend on anything else. A law does not show a fault that is too rare for these
//! repetitions and that no draw decides.
//!
//! ```
//! use faro_prove::{Rehearsed, Settings, certify};
//! use faro::zoo::Transpositions;
//!
//! let mut program = Rehearsed::new(Transpositions::FisherYates, 52);
//! let settings = Settings { samples: 1000, ..Settings::default() };
//! let certificate = certify(&mut program, &settings)?;
//! let bound = certificate.fair_up_to().expect("a Fisher–Yates shuffle is fair");
//! assert!(bound < 0.014); // ln(10^6)/1000
//! # Ok::<(), faro_prove::ProgramError>(())
//! ```

#![deny(missing_docs, unnameable_types)]

pub mod adapters;
mod certificate;
mod collision;
mod counting;
mod draws;
mod grouping;
mod hidden;
mod model;
mod pieces;
mod program;
mod reading;
mod recorded;
mod rejection;
pub mod scheme;
mod settings;
mod verdict;
mod walk;

pub use certificate::{Certificate, Conclusion, certify, certify_while};
pub use collision::Collision;
pub use counting::Count;
pub use draws::WIDE;
pub use hidden::hidden_source;
pub use model::{Chain, Model, ModelDraw, Reason};
pub use pieces::Pieces;
pub use program::{
    Draw, HiddenSource, Outcome, Program, ProgramError, Rehearsed, Run, Seeding, Walked, name,
    walk_by_runs,
};
pub use reading::{Method, Part, Reading};
pub use recorded::read_recorded;
pub use rejection::KeptDraw;
pub use settings::{Settings, bound};
pub use verdict::{Cause, Verdict, VerdictKind, VerdictNote};
pub use walk::{Partial, Walk, WalkEnd, walk, walk_while};
