//! The frame of all SVG pictures: they use the text colour of the page and have no background.

use std::io::{self, Write};

use crate::cli::printable::printable_lines;

/// The colours of the first and the second series. Colour-blind readers can distinguish them, on white and
/// on black.
pub const HUES: [&str; 2] = ["#2f81d6", "#dd8a1f"];

/// Writes a picture of this size with a visible title.
pub fn canvas(
    width: f64,
    height: f64,
    title: &str,
    out: &mut dyn Write,
    draw: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    frame([width, height], title, out, |out| {
        heading(20.0, title, 15.0, out)?;
        draw(out)
    })
}

/// Writes a picture of this size around the drawing. Screen readers read the title.
pub fn frame(
    [width, height]: [f64; 2],
    title: &str,
    out: &mut dyn Write,
    draw: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" font-family="sans-serif" font-size="13" fill="currentColor">"#
    )?;
    writeln!(out, "<title>{}</title>", escaped(title))?;
    writeln!(out, "<style>svg{{color:#222}}@media(prefers-color-scheme:dark){{svg{{color:#ddd}}}}</style>")?;
    draw(out)?;
    writeln!(out, "</svg>")
}

/// Writes the visible title at the top.
pub fn heading(x: f64, title: &str, size: f64, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, r#"<text x="{x}" y="24" font-size="{size:.1}">{}</text>"#, escaped(title))
}

/// Escapes text for XML and HTML, between tags and in quotes. Control characters, which XML does not allow,
/// are escaped too.
pub fn escaped(text: &str) -> String {
    let text = printable_lines(text).replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

/// Writes a text that begins (`start`), is centred (`middle`) or ends (`end`) at a point.
pub fn label([x, y]: [f64; 2], anchor: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{}</text>"#, escaped(text))
}
