//! Renderers, one file per format. They know tables, figures and serialisable values, but no command.

mod bars;
mod braille;
mod canvas;
mod csv;
mod heat;
mod heat_text;
mod interleavings;
mod json;
mod panels;
mod rainbow;
mod strip_svg;
mod strip_text;
mod svg;
mod text;
mod tree;
mod wheels;
mod wrap;

pub use self::csv::csv;
pub use bars::{bars, bars_text};
pub use braille::braille;
pub use canvas::escaped;
pub use heat::heat;
pub use heat_text::heat_text;
pub use interleavings::interleavings;
pub use json::json;
pub use panels::panels;
pub use rainbow::has_few_colours;
pub use strip_svg::strip_svg;
pub use strip_text::strip_text;
pub use svg::svg;
pub use text::text;
pub use tree::{tree, tree_text};
pub use wheels::wheels;
pub use wrap::Wrap;
