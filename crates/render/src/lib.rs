//! Writes reports as text, JSON, CSV, SVG and terminal pictures. The crate is independent of the commands.
//!
//! A command returns a [`view::Report`]: its [`view::Table`], its figures, and its fields by serde. Each
//! function of this crate writes reports in one format, so that m commands and f formats need m + f functions
//! instead of m · f.
//!
//! ```
//! use faro_render::view::Table;
//!
//! let table = Table::new(["cards", "order"], std::iter::once(vec!["52".to_owned(), "8".to_owned()]));
//! let mut out = Vec::new();
//! faro_render::csv(table, &mut out)?;
//! assert_eq!(out, b"cards,order\n52,8\n");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Stability
//!
//! This crate serves the program `faro`. Its items may change in any release.

mod bars;
mod braille;
mod formats;
mod heat;
mod interleavings;
pub mod numbers;
pub mod one_based;
pub mod palette;
pub mod printable;
mod strip_svg;
mod strip_text;
mod svg;
mod tree;
pub mod view;
mod wheels;

pub use bars::{bars, bars_text, panels};
pub use braille::braille;
pub use formats::{Wrap, csv, json, npy_header, text};
pub use heat::{heat, heat_text};
pub use interleavings::interleavings;
pub use palette::has_few_colours;
pub use strip_svg::strip_svg;
pub use strip_text::{strip_in_half_lines, strip_text};
pub use svg::{escaped, svg};
pub use tree::{tree, tree_text};
pub use wheels::wheels;
