//! `faro audit` of a log that begins with the deck before the shuffle.

use std::fs;
use std::path::Path;

use crate::support::{InTime, faro, printed};

/// Writes a file of decks in order before and after the given decks, and returns the audit's verdict, its number of decks and
/// the line that it did not count.
fn audited(
    name: &str,
    cards: u32,
    (before, decks, after): (usize, u32, usize),
    arguments: &[&str],
) -> [String; 3] {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("order_before");
    fs::create_dir_all(&folder).unwrap();
    let fair = format!("deck {cards} fisher-yates --samples {decks} --seed 1");
    let fair = if decks == 0 {
        String::new()
    } else {
        printed(&faro().args(fair.split(' ')).output_in_time())
    };
    let in_order: Vec<String> = (1..=cards).map(|card| card.to_string()).collect();
    let in_order = in_order.join(" ") + "\n";
    let path = folder.join(name);
    fs::write(
        &path,
        [in_order.repeat(before), fair, in_order.repeat(after)].concat(),
    )
    .unwrap();
    let output = faro()
        .args(["audit", "--format", "json"])
        .args(arguments)
        .arg(path)
        .output_in_time();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    ["verdict", "decks", "line_before"].map(|field| report[field].to_string())
}

/// Only a first line in order is left out, of decks and of a chain, and only if no fair shuffle shows it.
#[test]
fn the_deck_before_the_shuffle_is_not_counted() {
    assert_eq!(
        audited("decks", 52, (1, 400, 0), &[]),
        ["\"fair\"", "400", "1"]
    );
    assert_eq!(
        audited("chain", 78, (1, 60, 0), &["--chain"]),
        ["\"too few decks\"", "60", "1"]
    );
    assert_eq!(
        audited("counted", 52, (1, 60, 0), &["--count-first"]),
        ["\"unfair\"", "61", "null"]
    );
    assert_eq!(
        audited(
            "counted chain",
            78,
            (1, 60, 0),
            &["--chain", "--count-first"]
        )[0],
        "\"unfair\""
    );
    assert_eq!(
        audited("later", 52, (0, 60, 1), &[]),
        ["\"unfair\"", "61", "null"]
    );
    assert_eq!(
        audited("twice", 52, (2, 60, 0), &[]),
        ["\"unfair\"", "61", "1"]
    );
    assert_eq!(audited("few", 9, (1, 60, 0), &[])[1..], ["61", "null"]);
    assert_eq!(
        audited("alone", 52, (1, 0, 0), &[]),
        ["\"unfair\"", "1", "null"]
    );
}

/// The decks of a program, and those after a first line that is the starting order, all count.
#[test]
fn the_first_deck_of_a_program_counts() {
    let decks = |arguments: &[&str]| {
        let output = faro()
            .args(["audit", "--format", "json", "--decks", "3"])
            .args(arguments)
            .output_in_time();
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (
            report["decks"].to_string(),
            report["line_before"].to_string(),
        )
    };
    let in_order = (1..=20)
        .map(|card| card.to_string())
        .collect::<Vec<String>>()
        .join(" ");
    assert_eq!(
        decks(&["--", "yes", &in_order]),
        ("3".into(), "null".into())
    );
}

/// Without --start, faces are taken to start as a new pack. Where that explains nothing, the orders of programs are tried.
#[test]
fn a_pack_in_the_order_of_a_program_has_its_cause() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("order_of_program");
    fs::create_dir_all(&folder).unwrap();
    let (start, decks) = (folder.join("start"), folder.join("decks"));
    let ranks = "2 3 4 5 6 7 8 9 10 J Q K A";
    let suits = ["C", "D", "H", "S"].map(|suit| ranks.replace(' ', &format!("{suit} ")) + suit);
    fs::write(&start, suits.join(" ")).unwrap();
    let order = "if the cards were in the order 2C to AC, 2D to AD, 2H to AH, 2S to AS\n";
    let mut text = String::new();
    for (shuffle, cause) in [
        ("gsr^4", "too few riffles: 4 riffles"),
        (
            "naive",
            "each position swapped with any position (naive shuffle)",
        ),
    ] {
        let drawn = format!("deck 52 {shuffle} --samples 400 --seed 1 --start");
        let drawn = faro().args(drawn.split(' ')).arg(&start).output_in_time();
        fs::write(&decks, drawn.stdout).unwrap();
        text = printed(&faro().arg("audit").arg(&decks).output_in_time());
        let likeliest = text
            .lines()
            .find(|line| line.starts_with("likeliest cause: "));
        let likeliest = likeliest.unwrap_or_default();
        let is_right = likeliest.contains(cause) && likeliest.ends_with(order.trim_end());
        assert!(is_right, "{shuffle}: {text}");
    }
    assert!(
        text.contains("--start '2C to AC, 2D to AD, 2H to AH, 2S to AS'"),
        "{text}"
    );
    let mut given = faro();
    let text = printed(
        &given
            .arg("audit")
            .arg(&decks)
            .arg("--start")
            .arg("2C to AC, 2D to AD, 2H to AH, 2S to AS")
            .output_in_time(),
    );
    assert!(
        text.contains("likeliest cause: each position swapped with any"),
        "{text}"
    );
}
