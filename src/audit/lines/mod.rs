//! Lines of text, as programs print them, to decks.
//!
//! One deck a line, top card first:
//!
//! - numbers, parted by spaces, tabs or commas: `3 1 2`, `3,1,2`, `03, 01, 02`. They count from 0 or from 1,
//!   which the first deck tells: it has a 0, or it has none;
//! - an array of JSON: `[3, 1, 2]`, or of strings: `["3♠", "A♠", "2♠"]`;
//! - any names, `3♠ A♠ 2♠`, when their [starting order](Start) is known; with commas or tabs between them
//!   names may have spaces.
//!
//! Ends of lines may be those of any system, a mark (BOM) may stand at the beginning, and blank lines are
//! passed over. A [`Cutter`] cuts bytes into lines, and a [`Reader`] turns them into decks. Neither holds more than
//! a line.
//!
//! # Cards that are alike
//!
//! Where the starting order has a name twice, it cannot be seen which of the two cards is which. A fair draw
//! from a seed decides, anew for each deck. So a fair shuffler gives decks of distinct cards that are exactly
//! uniform: given the names on a line, each way to tell equal cards apart is as likely, by the shuffle as by
//! the draw. A shuffler that treats equal cards differently is not found out; that cannot be seen.

// | file | idea |
// |---|---|
// | `cutter` | bytes to lines |
// | `reader` | lines to decks; what the first line tells |
// | `fields` | a line, card by card |
// | `numbers` | plain numbers, fast |
// | `start`, `names` | a starting order; cards by their names |
// | `error`, `mismatch` | what is wrong with a line |

mod cutter;
mod error;
mod fields;
mod limits;
mod mismatch;
mod names;
mod numbers;
mod reader;
mod start;

pub use cutter::Cutter;
pub use error::{CountDifference, LineError, LineErrorKind, Times};
pub use limits::{MAX_CARDS, MAX_LINE};
pub use reader::{Naming, Reader};
pub use start::Start;
