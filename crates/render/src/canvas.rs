//! The frame of all SVG pictures: title, description, and the colours of text and background, which follow the
//! colour scheme of the reader.

use std::io::{self, Write};

use crate::printable::printable_lines;

/// The colours of the first and the second series. Colour-blind readers can distinguish them, on white and on
/// black.
pub const HUES: [&str; 2] = ["#2f81d6", "#d17a0a"];

/// Sets the colours of the background (class `page`) and of text (`currentColor`) on dark pages. A renderer
/// without colour schemes draws the light colours.
const STYLE: &str = "@media(prefers-color-scheme:dark){svg{color:#ddd}.page{fill:#121212}}";

/// The visible title of a picture, and a description for readers who cannot see it.
pub struct Caption<'a> {
    pub title: &'a str,
    pub description: &'a str,
}

/// Writes a picture of `width` × `height` pixels with a visible title.
pub fn canvas(
    width: f64,
    height: f64,
    caption: &Caption,
    out: &mut dyn Write,
    draw: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    frame([width, height], caption, out, |out| {
        heading(20.0, caption.title, 15.0, out)?;
        draw(out)
    })
}

/// Writes a picture of the given size around the drawing. Screen readers read the title and the description.
pub fn frame(
    [width, height]: [f64; 2],
    caption: &Caption,
    out: &mut dyn Write,
    draw: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    writeln!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0} {height:.0}" role="img" font-family="Helvetica,Arial,sans-serif" font-size="13" color="#222" fill="currentColor">"##
    )?;
    writeln!(out, "<title>{}</title>", escaped(caption.title))?;
    writeln!(out, "<desc>{}</desc>", escaped(caption.description))?;
    writeln!(out, "<style>{STYLE}</style>")?;
    writeln!(out, r##"<rect class="page" width="{width:.0}" height="{height:.0}" fill="#fff"/>"##)?;
    draw(out)?;
    writeln!(out, "</svg>")
}

pub fn heading(x: f64, title: &str, size: f64, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, r#"<text x="{x}" y="24" font-size="{size:.1}">{}</text>"#, escaped(title))
}

/// Escapes text for XML and HTML, between tags and in quotes. Control characters, which XML forbids, are
/// escaped too.
pub fn escaped(text: &str) -> String {
    let text = printable_lines(text).replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

/// Writes a text that begins (`start`), is centred (`middle`) or ends (`end`) at `place`.
pub fn label(place: [f64; 2], anchor: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    text_with(place, &format!(r#"text-anchor="{anchor}""#), text, out)
}

/// Writes a text with the given SVG attributes.
pub fn text_with([x, y]: [f64; 2], attributes: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, r#"<text x="{x:.1}" y="{y:.1}" {attributes}>{}</text>"#, escaped(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_a_title_a_description_and_a_background() {
        let (mut out, caption) = (Vec::new(), Caption { title: "a < b", description: "Two \"letters\"" });
        canvas(20.0, 10.0, &caption, &mut out, |_| Ok(())).unwrap();
        let picture = String::from_utf8(out).unwrap();
        let expected = [
            "<title>a &lt; b</title>",
            "<desc>Two &quot;letters&quot;</desc>",
            r##"<rect class="page" width="20" height="10" fill="#fff"/>"##,
            r##"color="#222""##,
            "@media(prefers-color-scheme:dark)",
        ];
        assert!(expected.iter().all(|part| picture.contains(part)), "{picture}");
    }
}
