//! What every picture begins and ends with: the reader's colour of text, no background.

use std::io::{self, Write};

/// A picture of this size around what is drawn.
pub fn canvas(
    width: f64,
    height: f64,
    title: &str,
    out: &mut dyn Write,
    draw: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let title = escaped(title);
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" font-family="sans-serif" font-size="13" fill="currentColor">"#
    )?;
    writeln!(out, "<title>{title}</title>")?;
    writeln!(out, "<style>svg{{color:#222}}@media(prefers-color-scheme:dark){{svg{{color:#ddd}}}}</style>")?;
    writeln!(out, r#"<text x="20" y="24" font-size="15">{title}</text>"#)?;
    draw(out)?;
    writeln!(out, "</svg>")
}

/// For XML and HTML, between tags and in quotes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// A text that begins (`start`), is centred (`middle`) or ends (`end`) at a point.
pub fn label([x, y]: [f64; 2], anchor: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{}</text>"#, escaped(text))
}
