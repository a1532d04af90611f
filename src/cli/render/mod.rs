//! One file a format. A renderer knows tables, figures and serialisable values, no command.

mod csv;
mod json;
mod panels;
mod svg;
mod text;

pub use self::csv::csv;
pub use json::json;
pub use panels::panels;
pub use svg::svg;
pub use text::text;
