//! Cleans the texts of seeds, and decodes them from hexadecimal digits or base64.

use data_encoding::{BASE64, BASE64_NOPAD, BASE64URL, BASE64URL_NOPAD, HEXLOWER_PERMISSIVE};
use zeroize::Zeroizing;

/// Returns `text` without a byte order mark and without leading and trailing white space.
///
/// ```
/// assert_eq!(faro_prove::scheme::clean("\u{feff} anna\r\n"), "anna");
/// ```
pub fn clean(text: &str) -> &str {
    text.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}')
}

/// Returns the bytes that `text` encodes as hexadecimal digits or as base64, or `None` if it is neither.
///
/// Hexadecimal digits may be in either case, may begin with `0x`, and may have white space, colons or hyphens between
/// them. Base64 may use either alphabet (`+/` or `-_`), with or without padding, on several lines. A text that can be
/// read as both is read as hexadecimal.
///
/// ```
/// use faro_prove::scheme::bytes;
/// let bytes = |text| bytes(text).map(|bytes| bytes.to_vec());
/// assert_eq!(bytes("0xDE AD:be-ef"), Some(vec![0xde, 0xad, 0xbe, 0xef]));
/// assert_eq!(bytes("_-8="), Some(vec![0xff, 0xef]));
/// assert_eq!(bytes("abcde"), None);
/// ```
pub fn bytes(text: &str) -> Option<Zeroizing<Vec<u8>>> {
    let text = clean(text);
    let digits = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))
        .unwrap_or(text);
    let kept = |separators: &'static [char]| {
        let is_kept = |letter: &char| !letter.is_whitespace() && !separators.contains(letter);
        Zeroizing::new(digits.chars().filter(is_kept).collect::<String>())
    };
    let hex = kept(&[':', '-']);
    if hex.is_empty() {
        return None;
    }
    if let Ok(bytes) = HEXLOWER_PERMISSIVE.decode(hex.as_bytes()) {
        return Some(Zeroizing::new(bytes));
    }
    let letters = kept(&[]);
    let decode = |encoding: &data_encoding::Encoding| encoding.decode(letters.as_bytes()).ok();
    [BASE64, BASE64_NOPAD, BASE64URL, BASE64URL_NOPAD]
        .iter()
        .find_map(decode)
        .map(Zeroizing::new)
}
