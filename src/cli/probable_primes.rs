//! What an answer rests on that was tested and is not proved.

use std::io::{self, Write};

use super::integer::Integer;

/// A line for people, if there is anything to say.
pub fn note(primes: &[Integer], out: &mut dyn Write) -> io::Result<()> {
    match primes {
        [] => Ok(()),
        [prime] => writeln!(out, "probable: rests on {prime} being prime (it passed Baillie-PSW)"),
        [prime, more @ ..] => {
            let more = more.len();
            writeln!(out, "probable: rests on {prime} and {more} more being prime (they passed Baillie-PSW)")
        }
    }
}

/// A cell of a table: the primes, with spaces between.
pub fn cell(primes: &[Integer]) -> String {
    primes.iter().map(Integer::to_string).collect::<Vec<_>>().join(" ")
}
