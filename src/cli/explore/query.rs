//! Names and values of a query, `cards=52&shuffle=in+out%5E2`.

/// Returns the names and values of a query in their order.
pub fn parse(query: &str) -> Result<Vec<(String, String)>, String> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Ok((decoded(name)?, decoded(value)?))
        })
        .collect()
}

/// Replaces `+` by a space and `%41` by `A`.
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
