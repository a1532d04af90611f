//! One file a format. A renderer knows tables, figures and serialisable values, no command.

mod braille;
mod csv;
mod json;
mod svg;
mod text;

pub use self::csv::csv;
pub use braille::braille;
pub use json::json;
pub use svg::svg;
pub use text::text;
