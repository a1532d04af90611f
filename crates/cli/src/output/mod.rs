//! What is written.
//!
//! | file | idea |
//! |---|---|
//! | `options` | the format and the destination of a result, as they are typed |
//! | `report` | a report as text, JSON, CSV or bytes |
//! | `picture` | the picture of a report: its file and its size |
//! | `destination`, `overwrite` | standard output and files, none of which may be an input |
//! | `answer` | the answers to questions from the page, in memory |
//! | `watch`, `spinner`, `signals`, `lock` | progress, the time limit, and signals that end the work |
//! | `stderr`, `error` | notes, error messages and exit codes |
//! | `object` | JSON objects whose fields are computed while they are written |
//! | `probability` | probabilities and p-values with the digits that are right |

pub mod answer;
pub mod destination;
pub mod error;
pub mod lock;
pub mod object;
pub mod options;
pub mod overwrite;
mod picture;
pub mod probability;
mod report;
pub mod signals;
pub mod spinner;
mod stderr;
pub mod watch;

pub use picture::{PictureArgs, SvgArgs};
pub use report::{
    SVG, bytes, check, check_bytes, check_file, finished, help, help_page, in_addition, report,
};
pub use stderr::{note, note_seed, print_error, remark, working};
