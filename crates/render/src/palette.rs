//! The colours of text on a terminal: entries of the 256-colour palette of medium lightness. Their contrast to
//! black and to white is at least 3.5.

use std::fmt::{self, Display};

use anstyle::{Ansi256Color, AnsiColor, Color, RgbColor, Style};

/// The colour of a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tint {
    /// A point of the ramp, from 0 to 1.
    Ramp(f64),
    /// Grey, for example for a card that never moves.
    Neutral,
}

impl Tint {
    /// Returns the tint of step `index` of `count` steps from the beginning to the end of the ramp.
    pub fn step(index: u64, count: u64) -> Tint {
        Tint::Ramp(if count > 1 {
            index as f64 / (count - 1) as f64
        } else {
            0.0
        })
    }

    /// Returns whether the tint is so dark that text on it is white.
    pub fn is_dark(self) -> bool {
        matches!(self, Tint::Ramp(part) if part < 0.3)
    }
}

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
pub const RESULTS: [Ansi256Color; 6] = [
    BLUE,
    ORANGE,
    GREEN,
    Ansi256Color(133),
    RED,
    Ansi256Color(94),
];

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

/// The ramp at equal distances in the OKLab colour space. Its lightness is from 0.47 to 0.905, its hue from
/// 25° down to -256°. The chroma is 0.165, or the maximum in sRGB if that is lower.
const RAMP: [u32; 33] = [
    0xa32226, 0xa7253e, 0xaa2a53, 0xab3167, 0xab387a, 0xa93f8d, 0xa6479f, 0xa24fb0, 0x9c58c0,
    0x9461ce, 0x8b6bdb, 0x8074e5, 0x737eee, 0x6388f4, 0x4f93f7, 0x329df9, 0x03a6f6, 0x0baced,
    0x0bb2e5, 0x02bade, 0x09c1d6, 0x01c9cf, 0x0dd0c6, 0x0ed6be, 0x11dcb4, 0x00e1aa, 0x4ce49b,
    0x71e68c, 0x90e77d, 0xabe86e, 0xc5e761, 0xdce655, 0xf2e44e,
];

/// The colours of 256-colour terminals nearest to the ramp, without repetitions.
const RAMP_256: [u8; 16] = [
    124, 125, 126, 133, 98, 105, 69, 39, 38, 44, 43, 79, 114, 149, 185, 220,
];

/// The ramp in the 16 basic colours, without dark blue.
const RAMP_16: [AnsiColor; 9] = [
    AnsiColor::Red,
    AnsiColor::BrightRed,
    AnsiColor::Magenta,
    AnsiColor::BrightMagenta,
    AnsiColor::BrightBlue,
    AnsiColor::Cyan,
    AnsiColor::Green,
    AnsiColor::BrightGreen,
    AnsiColor::BrightYellow,
];

const GREY: Rgb = Rgb([0x8b, 0x8d, 0x92]);

/// A colour in sRGB. It prints as `#a32226`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb([u8; 3]);

impl Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rgb([r, g, b]) = self;
        write!(f, "#{r:02x}{g:02x}{b:02x}")
    }
}

pub fn rgb(tint: Tint) -> Rgb {
    let Tint::Ramp(part) = tint else { return GREY };
    let place = part.clamp(0.0, 1.0) * (RAMP.len() - 1) as f64;
    let before = (place as usize).min(RAMP.len() - 2);
    let [_, low @ ..] = RAMP[before].to_be_bytes();
    let [_, high @ ..] = RAMP[before + 1].to_be_bytes();
    let mix = |channel: usize| {
        let (low, high) = (f64::from(low[channel]), f64::from(high[channel]));
        (low + (high - low) * (place - before as f64)).round() as u8
    };
    Rgb([mix(0), mix(1), mix(2)])
}

/// Number of colours of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    True,
    Colours256,
    Colours16,
}

/// Returns whether the terminal has only sixteen colours.
pub fn has_few_colours() -> bool {
    Depth::from_environment() == Depth::Colours16
}

impl Depth {
    /// Returns the depth that the environment variables COLORTERM and TERM report.
    pub fn from_environment() -> Depth {
        let variable = |name| std::env::var(name).unwrap_or_default();
        Depth::new(&variable("COLORTERM"), &variable("TERM"))
    }

    fn new(colorterm: &str, term: &str) -> Depth {
        match colorterm {
            "truecolor" | "24bit" => Depth::True,
            _ if term.contains("direct") => Depth::True,
            _ if term.contains("256color") => Depth::Colours256,
            _ => Depth::Colours16,
        }
    }

    /// Returns the terminal's nearest colour to `tint`.
    pub fn paint(self, tint: Tint) -> Color {
        match (self, tint) {
            (Depth::True, _) => {
                let Rgb([r, g, b]) = rgb(tint);
                RgbColor(r, g, b).into()
            }
            (Depth::Colours256, Tint::Ramp(part)) => Ansi256Color(nearest(&RAMP_256, part)).into(),
            (Depth::Colours256, Tint::Neutral) => Ansi256Color(245).into(),
            (Depth::Colours16, Tint::Ramp(part)) => nearest(&RAMP_16, part).into(),
            (Depth::Colours16, Tint::Neutral) => AnsiColor::BrightBlack.into(),
        }
    }
}

fn nearest<T: Copy>(ramp: &[T], part: f64) -> T {
    ramp[((part.clamp(0.0, 1.0) * ramp.len() as f64) as usize).min(ramp.len() - 1)]
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
            assert!(
                matches!(style.get_fg_color(), Some(Color::Ansi(_))),
                "{colour:?}"
            );
            assert_eq!(
                style.get_effects(),
                colour.on_default().bold().get_effects()
            );
        }
        assert_eq!(in_sixteen(Style::new().dimmed()), Style::new().dimmed());
    }

    #[test]
    fn readable_on_black_and_on_white() {
        for colour in [SERIES.as_slice(), &RESULTS].concat() {
            let luminance = luminance(colour);
            assert!(
                (luminance + 0.05) / 0.05 >= 3.5 && 1.05 / (luminance + 0.05) >= 3.5,
                "{colour:?}"
            );
        }
    }

    /// Converts to OKLab (Ottosson 2020).
    fn oklab(Rgb(channels): Rgb) -> [f64; 3] {
        let [r, g, b] = channels.map(|channel| {
            let part = f64::from(channel) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        let l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b).cbrt();
        let m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b).cbrt();
        let s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b).cbrt();
        [
            0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
        ]
    }

    #[test]
    fn steps_look_equal_and_become_lighter() {
        let colours: Vec<[f64; 3]> = (0..52)
            .map(|card| oklab(rgb(Tint::Ramp(f64::from(card) / 51.0))))
            .collect();
        let distance = |a: &[f64; 3], b: &[f64; 3]| {
            a.iter()
                .zip(b)
                .map(|(a, b)| (a - b) * (a - b))
                .sum::<f64>()
                .sqrt()
        };
        for (index, pair) in colours.windows(2).enumerate() {
            let step = distance(&pair[0], &pair[1]);
            assert!((0.012..0.022).contains(&step), "{index}: {step}");
            assert!(pair[1][0] > pair[0][0], "{index} is not lighter");
        }
        for (index, colour) in colours.iter().enumerate() {
            let others = colours.iter().skip(index + 6);
            assert!(
                others
                    .into_iter()
                    .all(|other| distance(colour, other) > 0.06),
                "{index} occurs again"
            );
        }
    }

    #[test]
    fn terminals() {
        for (colorterm, term, depth) in [
            ("truecolor", "xterm-256color", Depth::True),
            ("24bit", "", Depth::True),
            ("", "xterm-direct", Depth::True),
            ("", "tmux-256color", Depth::Colours256),
            ("", "xterm", Depth::Colours16),
            ("", "", Depth::Colours16),
        ] {
            assert_eq!(Depth::new(colorterm, term), depth, "{colorterm} {term}");
        }
    }

    #[test]
    fn ends_of_the_ramp() {
        assert_eq!(rgb(Tint::Ramp(0.0)).to_string(), "#a32226");
        assert_eq!(rgb(Tint::Ramp(1.0)).to_string(), "#f2e44e");
        assert_eq!(
            Depth::Colours256.paint(Tint::Ramp(1.0)),
            Ansi256Color(220).into()
        );
        assert_eq!(
            Depth::Colours16.paint(Tint::Ramp(0.0)),
            AnsiColor::Red.into()
        );
    }

    #[test]
    fn steps_of_the_ramp() {
        assert_eq!(
            [0, 1, 2].map(|index| Tint::step(index, 3)),
            [0.0, 0.5, 1.0].map(Tint::Ramp)
        );
        assert_eq!(Tint::step(0, 1), Tint::Ramp(0.0));
    }
}
