//! What is typed.
//!
//! | file | idea |
//! |---|---|
//! | `integer` | integers and ranges |
//! | `argument` | arguments by position or by option, such as the number of cards |
//! | `word`, `shuffle` | words of the language of shuffles, and the shuffle of a deck |
//! | `stack`, `start`, `playing_card` | deck orders, the starting order of a deck, and the names of its cards |
//! | `statistic` | the names of statistics of a deck |
//! | `deal` | hands that are dealt from the top of a deck |
//! | `seed` | seeds as people type them |
//! | `effort`, `search` | limits of time, threads and depth |
//! | `regular_file` | opens files that are read to their end at once |
//! | `script` | scripts, and the programs that run them |
//! | `mistakes`, `tips`, `rewritten`, `typed_line` | mistypings, and what to type instead |

pub mod argument;
pub mod deal;
pub mod effort;
pub mod integer;
pub mod mistakes;
pub mod playing_card;
pub mod regular_file;
mod rewritten;
pub mod script;
pub mod search;
pub mod seed;
pub mod shuffle;
pub mod stack;
pub mod start;
pub mod statistic;
pub mod tips;
pub mod typed_line;
pub mod word;
pub mod word_file;
