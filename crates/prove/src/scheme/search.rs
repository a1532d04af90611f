//! Secrets with few possible values, found from their commitment.

use subtle::ConstantTimeEq;

use super::deal::{Deal, Secret};
use super::text::Scheme;

/// Numbers of bytes of the numbers that are tried for a secret whose bytes count.
const LENGTHS: [usize; 4] = [4, 8, 16, 32];

/// Returns whether the secret behind a commitment is a whole number below `limit`.
///
/// It is tried in decimal digits, or, if the scheme takes the bytes of the secret, as 4, 8, 16 and 32 bytes with the least
/// one at the end. Time grows with `limit`: some 10^6 numbers take a second. The result is `None` if there is nothing to
/// search.
pub fn is_small_number(scheme: &Scheme, deal: &Deal, limit: u64) -> Option<bool> {
    let published = deal.commitment.as_ref()?;
    let of = &scheme.commitment.as_ref()?.of;
    let texts = |number: u64| -> Vec<String> {
        match of.takes_server_bytes() {
            true => LENGTHS.iter().map(|length| format!("{number:0width$x}", width = 2 * length)).collect(),
            false => vec![number.to_string()],
        }
    };
    let mut tried = Deal { client: deal.client.clone(), nonce: deal.nonce, ..Deal::default() };
    let mut is_it = |text: String| {
        tried.server = Some(Secret::new(&text));
        let computed = scheme.commitment(&tried).ok().flatten();
        computed.is_some_and(|computed| computed.ct_eq(published).into())
    };
    Some((0..limit).flat_map(texts).any(&mut is_it))
}
