//! `faro inspect`: every way to write a deck, and every figure beside counting by hand.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use crate::support::{InTime, faro};
use serde_json::{Value, json};

fn inspected(arguments: &[&str]) -> Value {
    let output = faro()
        .arg("inspect")
        .args(arguments)
        .args(["--format", "json"])
        .output_in_time();
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

fn refused(arguments: &[&str]) -> String {
    let output = faro().arg("inspect").args(arguments).output_in_time();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The order 3 1 4 2 in every spelling.
#[test]
fn spellings_of_one_deck() {
    let path = format!("{}/inspected.txt", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&path, "3\n1\n4\n2\n").unwrap();
    let spellings: [&[&str]; 10] = [
        &["3;1;4;2"],
        &["{\"deck\": [3, 1, 4, 2]}"],
        &["3", "1", "4", "2"],
        &["3 1 4 2"],
        &["3,1,4,2"],
        &["[3, 1, 4, 2]"],
        &["2 0 3 1"],
        &["(1 2 4 3)"],
        &["(1 2 4 3)", "--cards", "4"],
        &[&path],
    ];
    for spelling in spellings {
        let report = inspected(spelling);
        let expected = json!({
            "cards": 4, "deck": [3, 1, 4, 2], "cycles": [[1, 2, 4, 3]], "cycle_type": [{"length": 4, "count": 1}],
            "order": 4, "sign": -1, "fixed_points": 0, "inversions": 3, "descents": 2, "rising_sequences": 2,
            "riffles_at_least": 1, "longest_increasing": 2, "rank": 13, "stack": null,
        });
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(report[field], *value, "{spelling:?}: {field}");
        }
        assert_eq!(report["unusual"], json!([]));
    }
    let mut child = faro()
        .args(["inspect", "-", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"3 1 4 2\n").unwrap();
    let report: Value = serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(report["rank"], 13);
}

/// All orders of five cards: figures by counting pairs and triples.
#[test]
fn figures_by_counting() {
    for rank in [0, 1, 17, 50, 99, 119] {
        let deck = faro::Permutation::unrank(5, rank as u32)
            .unwrap()
            .images()
            .to_vec();
        let text: Vec<String> = deck.iter().map(|card| (card + 1).to_string()).collect();
        let report = inspected(&[&text.join(" ")]);
        let inversions = (0..5)
            .flat_map(|i| (i + 1..5).map(move |j| (i, j)))
            .filter(|&(i, j)| deck[i] > deck[j]);
        let place = |card: u32| deck.iter().position(|&other| other == card).unwrap();
        let rising = 1 + (0..4).filter(|&card| place(card) > place(card + 1)).count();
        assert_eq!(report["rank"], rank);
        assert_eq!(report["inversions"], inversions.count());
        assert_eq!(
            report["descents"],
            deck.windows(2).filter(|pair| pair[0] > pair[1]).count()
        );
        assert_eq!(report["rising_sequences"], rising);
        assert_eq!(
            report["fixed_points"],
            (0..5).filter(|&card| place(card) == card as usize).count()
        );
    }
}

/// Words, stacks and what is unusual.
#[test]
fn where_a_deck_comes_from() {
    let out = inspected(&["1 5 2 6 3 7 4 8"]);
    assert_eq!([&out["word"], &out["length"]], [&json!("out"), &json!(1)]);
    let both = inspected(&["out in", "--cards", "52"]);
    assert_eq!(both["word"], "out in");
    assert_eq!(both["riffles_at_least"], 2);
    assert!(
        both["unusual"]
            .as_array()
            .unwrap()
            .contains(&json!("rising_sequences"))
    );
    let stack = inspected(&["mnemonica"]);
    let found = &stack["stack"];
    assert_eq!(
        [&found["name"], &found["word"], &found["alike"]],
        [&json!("mnemonica"), &json!("()"), &json!(52)]
    );
    assert_eq!(stack["unusual"], json!([]));
    let same = inspected(&["aronson", "--start", "aronson"]);
    assert_eq!(
        [&same["word"], &same["order"], &same["rank"]],
        [&json!("()"), &json!(1), &json!(0)]
    );
    let hand = inspected(&["KS", "AS", "10H"]);
    assert_eq!(
        [&hand["what"], &hand["deck"]],
        [&json!("a hand of 3 cards of 52"), &json!([2, 3, 1])]
    );
}

/// Text fits a screen of 24 rows and 80 columns.
#[test]
fn a_deck_fits_a_screen() {
    for deck in ["mnemonica", "new-deck", "aronson"] {
        let output = faro()
            .args(["inspect", deck, "--color", "never"])
            .output_in_time();
        let text = String::from_utf8(output.stdout).unwrap();
        let rows: usize = text
            .lines()
            .map(|line| line.chars().count().div_ceil(80).max(1))
            .sum();
        assert!(rows <= 23, "{rows} rows: {text}");
    }
}

#[test]
fn wrong_decks_are_refused() {
    for (arguments, why) in [
        (&[][..], "the deck is missing"),
        (
            &["1 2 2"],
            "two cards have the name 2, at positions 2 and 3",
        ),
        (&["1 2 4"], "3 is missing"),
        (&["A B C"], "--start FILE"),
        (&["mnemonicca"], "mnemonica"),
        (&["out^3"], "--cards"),
        (&["52", "out"], "faro inspect 'out' --cards 52"),
        (&["AS KS AS"], "two cards have the name AS"),
        (
            &["1 2 3", "--start", "mnemonica"],
            "this order has 52 cards, but the deck has 3 cards",
        ),
        (&["(1 2 200000000)"], "expected at most 100000 cards"),
    ] {
        let error = refused(arguments);
        assert!(error.contains(why), "{arguments:?}: {error}");
        assert_eq!(error.trim_end().lines().count(), 1, "{error}");
    }
}

/// The file of the deck is not overwritten by the result.
#[test]
fn the_deck_is_not_overwritten() {
    let path = format!("{}/kept.txt", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&path, "3 1 4 2\n").unwrap();
    for arguments in [
        &[&*path, "--output", &*path][..],
        &["1 2 3 4", "--from", &*path, "--output", &*path],
    ] {
        refused(arguments);
        assert_eq!(fs::read_to_string(&path).unwrap(), "3 1 4 2\n");
    }
}

/// The days of a year in a drawn order that prefers late days: the first line says so, with the p-value of the inversions.
#[test]
fn a_trend_of_a_long_order_is_in_the_first_line() {
    // Each day is moved by up to 150 places from the reversed order.
    let mut days: Vec<(u32, u32)> = (1..=366)
        .map(|day| (366 - day + day * 7919 % 150 * 2, day))
        .collect();
    days.sort_unstable();
    let order: Vec<String> = days.iter().map(|(_, day)| day.to_string()).collect();
    let text = |order: &str| {
        let output = faro().args(["inspect", order]).output_in_time();
        String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .next()
            .unwrap()
            .to_owned()
    };
    let report = inspected(&[&order.join(",")]);
    let inversions = &report["figures"].as_array().unwrap()[4];
    let p = inversions["p_value"].as_f64().unwrap();
    assert!(
        inversions["name"] == "inversions" && p < 1e-3,
        "{inversions}"
    );
    assert!(
        text(&order.join(",")).contains("; late cards come early (p "),
        "{}",
        text(&order.join(","))
    );
    let back: Vec<String> = order.iter().rev().cloned().collect();
    assert!(
        text(&back.join(",")).contains("; late cards come late (p "),
        "{}",
        text(&back.join(","))
    );
    let mixed: Vec<String> = (1..=366u32)
        .map(|day| (day.pow(2) % 367).pow(2) % 367 * day % 367)
        .map(|day| day.to_string())
        .collect();
    assert!(!text(&mixed.join(",")).contains("late cards"));
    assert!(report["figures"][6]["exact"] == false && report["figures"][6]["p_value"].is_number());
}
