//! `--size`: each picture has the ratio of its sheet and fills it.

use crate::support::{InTime, faro};

/// Commands with pictures.
const COMMANDS: [&str; 9] = [
    "deck 52 out --each --track 2",
    "deck 4 in --each",
    "cycles 52 out",
    "cycles 52 in",
    "sweep 2..=300 both",
    "mix 52",
    "law 4 coin-sort:quick",
    "matrix 20 gsr",
    "simulate 52 gsr --samples 100 --seed 1",
];

/// Returns the picture of a command.
fn picture(command: &str, options: &str) -> String {
    let line = format!("{command} --quiet --svg /dev/stdout{options}");
    let output = faro().args(line.split(' ')).output_in_time();
    assert!(output.status.success(), "{line}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the numbers in the first attribute of this name.
fn numbers(picture: &str, name: &str) -> Vec<f64> {
    let (_, rest) = picture.split_once(&format!(" {name}=\"")).unwrap();
    let (text, _) = rest.split_once('"').unwrap();
    let number = |text: &str| text.trim_end_matches("mm").parse().unwrap();
    text.split(' ').map(number).collect()
}

#[test]
#[cfg(unix)]
fn a_picture_fills_its_sheet() {
    let sizes = [
        ("1080x2400", [1080.0, 2400.0]),
        ("phone", [1080.0, 2400.0]),
        ("a4-portrait", [210.0, 297.0]),
        ("letter", [279.4, 215.9]),
        ("square", [1080.0, 1080.0]),
    ];
    for command in COMMANDS {
        for (size, [width, height]) in sizes {
            let picture = picture(command, &format!(" --size {size}"));
            assert_eq!(numbers(&picture, "width"), [width], "{command} {size}");
            assert_eq!(numbers(&picture, "height"), [height], "{command} {size}");
            let view = numbers(&picture, "viewBox");
            let [x, y, outer_width, outer_height] = view[..] else {
                panic!("{view:?}")
            };
            let ratio = outer_width / outer_height * height / width;
            assert!((ratio - 1.0).abs() < 1e-3, "{command} {size}: {view:?}");
            // The drawing begins at 0 and is in the middle.
            let filled = [1.0 + 2.0 * x / outer_width, 1.0 + 2.0 * y / outer_height];
            let shorter = match width.total_cmp(&height) {
                std::cmp::Ordering::Less => filled[0],
                std::cmp::Ordering::Equal => filled[0].max(filled[1]),
                std::cmp::Ordering::Greater => filled[1],
            };
            assert!(shorter >= 0.85, "{command} {size}: {filled:?}");
        }
    }
}

/// On an upright sheet the cards of a deck are below one another.
#[test]
#[cfg(unix)]
fn an_upright_strip_runs_across() {
    let cells = |options: &str, name: &str| {
        let picture = picture("deck 9 out --each", options);
        let cells = picture.lines().filter(|line| line.contains(" rx="));
        let mut values: Vec<String> = cells
            .map(|cell| numbers(cell, name)[0].to_string())
            .collect();
        values.sort();
        values.dedup();
        values.len()
    };
    // Six out-shuffles restore nine cards, so that there are seven decks.
    assert_eq!([cells("", "x"), cells("", "y")], [9, 7]);
    let size = " --size a4-portrait";
    assert_eq!([cells(size, "x"), cells(size, "y")], [7, 9]);
}
