//! The header of numpy's `.npy` files, version 1.0.

/// Returns the header of an array of the given shape, after which its elements follow row by row.
///
/// `descr` is the type as numpy prints it: a quoted name such as `'<f8'`, or a list of the names and types of columns.
///
/// ```
/// let header = faro_render::npy_header("'|u1'", &[1000, 52]);
/// assert_eq!(header.len() % 64, 0);
/// assert!(header.ends_with(b"\n") && header.starts_with(b"\x93NUMPY\x01\x00"));
/// ```
pub fn npy_header(descr: &str, shape: &[u64]) -> Vec<u8> {
    let shape = match shape {
        [length] => format!("({length},)"),
        lengths => format!("({})", lengths.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")),
    };
    let mut text = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}");
    // Spaces and a line end let the elements begin at a multiple of 64 bytes.
    let before = b"\x93NUMPY\x01\x00??".len() + text.len() + 1;
    text += &" ".repeat(before.next_multiple_of(64) - before);
    text.push('\n');
    [b"\x93NUMPY\x01\x00".as_slice(), &(text.len() as u16).to_le_bytes(), text.as_bytes()].concat()
}
