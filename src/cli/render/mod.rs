//! One file a format. A renderer knows tables and serialisable values, no command.

mod csv;
mod json;
mod text;

pub use self::csv::csv;
pub use json::json;
pub use text::text;
