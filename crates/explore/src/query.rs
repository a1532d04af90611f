//! The questions that a page writes as the query of an address.

use std::time::Duration;

use crate::allowed::{self, Permitted};

/// Default time limit of a question in seconds.
const USUAL_SECONDS: f64 = 2.0;

/// Maximum time limit of a question in seconds.
const MOST_SECONDS: f64 = 300.0;

/// A question and its time limit.
pub struct Asked {
    pub permitted: Permitted,
    pub budget: Duration,
}

impl Asked {
    /// Parses a question. `seconds` is its time limit if the query has none.
    pub fn new(command: &str, query: &str, seconds: Option<String>) -> Result<Asked, String> {
        let mut options = parse(query)?;
        let mut taken = |name: &str| {
            let at = options.iter().position(|(known, _)| known == name)?;
            Some(options.remove(at).1)
        };
        let (picture, budget) = (taken("picture"), budget(taken("budget").or(seconds))?);
        Ok(Asked { permitted: allowed::question(command, &options, picture.as_deref())?, budget })
    }
}

fn budget(seconds: Option<String>) -> Result<Duration, String> {
    let Some(text) = seconds else { return Ok(Duration::from_secs_f64(USUAL_SECONDS)) };
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| (0.01..=MOST_SECONDS).contains(seconds));
    let seconds = seconds.ok_or_else(|| format!("expected a budget of 0.01 to {MOST_SECONDS} seconds"))?;
    Ok(Duration::from_secs_f64(seconds))
}

pub fn spent(budget: Duration) -> String {
    let seconds = budget.as_secs_f64();
    format!(
        "there was no answer after {seconds} s; ask for less, or for a budget of up to {MOST_SECONDS} seconds"
    )
}

/// Returns the names and values of a query, in their order.
pub fn parse(query: &str) -> Result<Vec<(String, String)>, String> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((decoded(name)?, decoded(value)?))
        })
        .collect()
}

/// Decodes the percent encoding of a query: `+` becomes a space and `%41` becomes `A`.
fn decoded(text: &str) -> Result<String, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || rest.next().and_then(|byte| char::from(byte).to_digit(16));
                match (digit(), digit()) {
                    (Some(high), Some(low)) => (high * 16 + low) as u8,
                    _ => return Err("expected two hexadecimal digits after each % of the query".into()),
                }
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).map_err(|_| "expected a query in UTF-8".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values() {
        let pairs = |query| {
            let pairs = parse(query)?.into_iter();
            Ok::<_, String>(pairs.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>())
        };
        assert_eq!(
            pairs("cards=52&each=&shuffle=in+out%5e2%2B").unwrap(),
            ["cards=52", "each=", "shuffle=in out^2+"]
        );
        assert_eq!(pairs("each&&a=b=c&%61=%E2%99%A0").unwrap(), ["each=", "a=b=c", "a=♠"]);
        assert_eq!(pairs("").unwrap(), [""; 0]);
        for query in ["a=%", "a=%4", "a=%4g", "%zz=1", "a=%+1", "a=%ff", "a=%c3%28"] {
            assert!(pairs(query).is_err(), "{query}");
        }
    }
}
