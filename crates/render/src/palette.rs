//! The colours of text on a terminal: entries of the 256-colour palette of medium lightness. Their contrast to
//! black and to white is at least 3.5.

use anstyle::{Ansi256Color, AnsiColor, Color, Style};

/// The colour of bars and of the first curve.
pub const BLUE: Ansi256Color = Ansi256Color(32);

/// The colour of the fair level, of the second curve and of warnings.
pub const ORANGE: Ansi256Color = Ansi256Color(166);

/// The colour of good news.
pub const GREEN: Ansi256Color = Ansi256Color(29);

/// The colour of bad news, and of hearts and diamonds.
pub const RED: Ansi256Color = Ansi256Color(160);

/// Colours of neighbouring items. Colour-blind readers can distinguish them.
pub const SERIES: [Ansi256Color; 4] = [BLUE, ORANGE, GREEN, Ansi256Color(133)];

/// Colours of a few different results.
pub const RESULTS: [Ansi256Color; 6] = [BLUE, ORANGE, GREEN, Ansi256Color(133), RED, Ansi256Color(94)];

/// Returns `style` in the nearest of sixteen colours that is readable on black and on white.
pub fn in_sixteen(style: Style) -> Style {
    let nearest = |colour| match colour {
        Color::Ansi256(BLUE) => AnsiColor::Cyan.into(),
        Color::Ansi256(ORANGE) => AnsiColor::Yellow.into(),
        Color::Ansi256(GREEN) => AnsiColor::Green.into(),
        Color::Ansi256(RED) => AnsiColor::Red.into(),
        Color::Ansi256(_) => AnsiColor::Magenta.into(),
        other => other,
    };
    style.fg_color(style.get_fg_color().map(nearest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Intensities of a channel in the 6 × 6 × 6 colour cube, whose first palette entry is 16.
    const LEVELS: [f64; 6] = [0.0, 95.0, 135.0, 175.0, 215.0, 255.0];

    /// Returns the relative luminance (WCAG 2.1).
    fn luminance(colour: Ansi256Color) -> f64 {
        let place = usize::from(colour.0 - 16);
        let linear = |level: usize| match LEVELS[level] / 255.0 {
            part if part <= 0.04045 => part / 12.92,
            part => ((part + 0.055) / 1.055).powf(2.4),
        };
        0.2126 * linear(place / 36) + 0.7152 * linear(place / 6 % 6) + 0.0722 * linear(place % 6)
    }

    #[test]
    fn sixteen_colours() {
        for colour in [SERIES.as_slice(), &RESULTS].concat() {
            let style = in_sixteen(colour.on_default().bold());
            assert!(matches!(style.get_fg_color(), Some(Color::Ansi(_))), "{colour:?}");
            assert_eq!(style.get_effects(), colour.on_default().bold().get_effects());
        }
        assert_eq!(in_sixteen(Style::new().dimmed()), Style::new().dimmed());
    }

    #[test]
    fn readable_on_black_and_on_white() {
        for colour in [SERIES.as_slice(), &RESULTS].concat() {
            let luminance = luminance(colour);
            assert!((luminance + 0.05) / 0.05 >= 3.5 && 1.05 / (luminance + 0.05) >= 3.5, "{colour:?}");
        }
    }
}
