//! Reports the probable primes that a result depends on. They passed a primality test but are not proved prime.

use std::io::{self, Write};

use super::integer::Integer;

/// Writes a line about the probable primes, if there are any.
pub fn note(primes: &[Integer], out: &mut dyn Write) -> io::Result<()> {
    match primes {
        [] => Ok(()),
        [prime] => writeln!(out, "probable: correct if {prime} is prime (it passed the Baillie-PSW test)"),
        [prime, more @ ..] => {
            let more = more.len();
            writeln!(
                out,
                "probable: correct if {prime} and {more} more are prime (they passed the Baillie-PSW test)"
            )
        }
    }
}
