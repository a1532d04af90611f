//! Every command with 0, 1, 2 and 3 cards, in all formats, without a panic and with finite numbers only.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::support::{command_names, faro, printed};
use serde_json::Value;

/// Command lines. `N` is replaced by the number of cards, and `DECK` by the cards in reverse. The files `new`,
/// `reversed` and `decks` contain decks of N cards.
const LINES: &[&str] = &[
    "order|--cards|N|--kind|out",
    "order|--cards|N|--shuffle|in^-1",
    "order|--cards|N|--shuffle|packets:1:in",
    "order|--cards|N|--shuffle|packets:N:out",
    "order|--cards|N|--shuffle|in out",
    "order|--cards|N|--shuffle|packets:3:out",
    "order|--cards|N|--shuffle|deal:2 (1 3)",
    "order|--cards|N|--shuffle|monge milk",
    "order|--cards|N|--shuffle|()",
    "cycles|--cards|N|--kind|out",
    "cycles|--cards|N|--kind|in",
    "cycles|--cards|N|--shuffle|down-under",
    "deck|--cards|N|--kind|out",
    "deck|--cards|N|--kind|in|--times|-1",
    "deck|--cards|N|--kind|in|--each|--times|0",
    "deck|--cards|N|--kind|in|--each|--track|1",
    "deck|--cards|N|--shuffle|in reverse|--each",
    "deck|--cards|N|--shuffle|gsr|--samples|3|--seed|1",
    "where|--cards|N|--kind|out|--card|1|--times|5",
    "where|--cards|N|--kind|in|--card|N|--times|-1000000000000",
    "where|--cards|N|--shuffle|reverse cut:1|--card|1",
    "deck|--cards|N|--kind|out|--deal|1x1",
    "inspect|out|--cards|N",
    "inspect|in reverse|--cards|N|--allow|reverse,in",
    "sizes|--order|N|--kind|out",
    "sizes|--order|N|--kind|in|--divides",
    "sizes|--order|N|--kind|in|--count",
    "group|--cards|N",
    "group|--cards|N|--moves|out",
    "group|--cards|N|--moves|reverse,in",
    "group|--cards|N|--contains|reverse",
    "group|--cards|N|--moves|out,in|--contains|()",
    "sweep|--cards|N..=N|--kind|both",
    "sweep|--cards|N..=3|--kind|out",
    "sweep|--cards|1..=N|--kind|both|--summary",
    "route|--cards|N|--from|1|--to|1",
    "route|--cards|N|--from|1|--to|N|--all",
    "route|--cards|N|--from|1|--to|1,N",
    "route|--cards|N|--from|1|--to|N|--depth|1",
    "route|--cards|N|--from|N|--to|1|--allow|reverse,in",
    "route|--cards|N|--from|1,N|--to|N,1|--allow|reverse",
    "solve|--cards|N|--from|new|--to|new",
    "solve|--cards|N|--from|new|--to|reversed",
    "solve|--cards|N|--from|new|--to|reversed|--allow|reverse,in",
    "solve|--cards|N|--from|new|--to|reversed|--allow|out",
    "mix|--cards|N",
    "mix|--cards|N|--riffles|0..=6",
    "mix|--cards|N|--riffles|0..=2|--exact",
    "mix|--cards|N|--until|0.1",
    "mix|--cards|N|--until|0.1|--distance|separation",
    "mix|--cards|N|--card|1|--riffles|1..=6",
    "mix|--cards|N|--card|N|--riffles|0..=2|--exact",
    "mix|--cards|N|--shuffle|riffle:3|--riffles|1..=2",
    "mix|--composition|N,N|--riffles|0..=3",
    "mix|--composition|N|--riffles|1..=3",
    "simulate|--cards|N|--shuffle|gsr|--samples|1|--seed|1",
    "simulate|--cards|N|--shuffle|gsr|--samples|20|--seed|1|--orders",
    "simulate|--cards|N|--shuffle|gsr|--samples|10|--seed|1|--orders|--card|1",
    "simulate|--cards|N|--kind|in|--samples|5|--seed|1|--histogram|all",
    "simulate|--cards|N|--shuffle|naive|--samples|5|--seed|1|--against|gsr",
    "law|--cards|N|--shuffle|gsr",
    "law|--cards|N|--shuffle|naive|--sort|chance",
    "law|--cards|N|--shuffle|sattolo",
    "law|--cards|N|--shuffle|coin-sort:quick",
    "law|--cards|N|--kind|in",
    "law|--cards|N|--shuffle|gsr|--tree",
    "law|--cards|N|--shuffle|cut:5",
    "matrix|--cards|N|--shuffle|gsr",
    "matrix|--cards|N|--shuffle|naive",
    "matrix|--cards|N|--shuffle|gsr|--samples|10|--seed|1",
    "matrix|--cards|N|--kind|in",
    "audit|--seed|1|decks",
    "audit|--seed|1|--see|1|decks",
    "audit|--seed|1|--cards|N|decks",
    "audit|--seed|1|--chain|decks",
    "odds|--cards|N|--of|1|--see|N",
    "odds|--cards|N|--of|1x1|--see|1|--at-least|1",
    "odds|--cards|N|--of|Nx1|--see|0|--exactly|0|--games|3|--happened|2",
    "odds|--cards|N|--see|0..=N|--want|1../1",
    "odds|--cards|N|--see|N|--want|N/N|--games|3|--happened|3",
    "order|--cards|N|--shuffle|[1]",
    "deck|--cards|N|--shuffle|increment:3",
    "where|--cards|N|--shuffle|increment:5 cut:1|--card|1",
    "bits|--cards|N",
    "bits|--cards|N|--state-bits|1",
    "bits|--cards|N|--state-bits|2",
    "bits|--cards|N|--state-bits|32",
    "certify|decks|--cards|N|--seed|2",
    "certify|--cards|N|--plan|0.3",
    "verify|--cards|N",
    "verify|--cards|N|--client-seed|anna|--server-seed|000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f|--commitment|630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
    "deal|--cards|N|--client-seed|anna|--server-seed|000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    "hands|letters|--samples|100",
    "hands|pairs|--samples|100|--ideal|1",
];

/// Creates a folder with the files that the command lines name.
fn folder(cards: usize) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("small-decks-{cards}"));
    fs::create_dir_all(&folder).unwrap();
    let [new, reversed] = decks(cards).map(|deck| deck.join(" ") + "\n");
    fs::write(folder.join("new"), &new).unwrap();
    fs::write(folder.join("reversed"), &reversed).unwrap();
    fs::write(
        folder.join("letters"),
        format!("{}\n", &"LRL"[..cards]).repeat(3),
    )
    .unwrap();
    fs::write(folder.join("pairs"), (new.clone() + &reversed).repeat(3)).unwrap();
    fs::write(folder.join("decks"), (new + &reversed).repeat(50)).unwrap();
    folder
}

/// Returns the new deck and the reversed deck.
fn decks(cards: usize) -> [Vec<String>; 2] {
    let new: Vec<String> = (1..=cards).map(|card| card.to_string()).collect();
    [new.clone(), new.into_iter().rev().collect()]
}

fn with_cards(line: &str, cards: usize) -> String {
    line.replace("DECK", &decks(cards)[1].join(","))
        .replace('N', &cards.to_string())
}

fn run(line: &str, format: &str, folder: &Path) -> Output {
    faro()
        .args(line.split('|'))
        .args(["--format", format])
        .current_dir(folder)
        .output()
        .unwrap()
}

fn json(line: &str, cards: usize) -> Value {
    let output = run(&with_cards(line, cards), "json", &folder(cards));
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{line}: {}", printed(&output)))
}

/// Asserts that every number in the text is finite, and that no zero has a sign.
fn check_numbers(text: &str, said: &str) {
    let is_part = |letter: char| letter.is_alphanumeric() || "+-._".contains(letter);
    let numbers = text
        .split(|letter| !is_part(letter))
        .filter_map(|token| token.parse::<f64>().ok());
    for number in numbers {
        assert!(
            number.is_finite() && !(number == 0.0 && number.is_sign_negative()),
            "{number}: {said}"
        );
    }
}

/// Words that end in s and may follow a 1, but are not plurals: verbs, and `times` as in `1 times fair`.
const NO_PLURALS: &[&str] = &[
    "is", "occurs", "comes", "holds", "lies", "contains", "was", "has", "as", "its", "this",
    "times", "leaves", "restores", "reveals", "reaches", "moves", "starts", "stays", "mixes",
];

/// Asserts that no noun behind the number 1 is a plural: `1 cards`, `1 other checks`.
fn check_plurals(text: &str, said: &str) {
    let is_plural = |word: &str| {
        let is_word = !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        is_word && word.ends_with('s') && !word.ends_with("ss") && !NO_PLURALS.contains(&word)
    };
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').chain(["", ""]).collect();
        for three in words
            .windows(3)
            .filter(|three| three[0].trim_start_matches(['(', '"']) == "1")
        {
            let [next, last] = [1, 2]
                .map(|place: usize| three[place].trim_end_matches([',', ';', '.', ':', ')', '"']));
            let is_described = ADJECTIVES.contains(&three[1]) && is_plural(last);
            assert!(!is_plural(next) && !is_described, "{three:?}: {said}");
        }
    }
}

/// Words between a number and its noun.
const ADJECTIVES: [&str; 9] = [
    "other",
    "different",
    "equal",
    "deck",
    "shortest",
    "random",
    "mirror",
    "rising",
    "ideal",
];

#[test]
fn plurals_are_recognised() {
    let is_refused =
        |text: &'static str| std::panic::catch_unwind(|| check_plurals(text, "")).is_err();
    let wrong = [
        "a deck of 1 cards is",
        "1 other checks of",
        "(1 orders, 0.00 bits)",
        "in 1 riffles; then",
    ];
    assert!(wrong.into_iter().all(is_refused));
    let right = [
        "a deck of 1 card is",
        "after 1 is",
        "11 cards are",
        "1 times fair",
        "1 of 2 orders",
        "2^1 cards of",
    ];
    assert!(!right.into_iter().any(is_refused));
}

fn check(line: &str, format: &str, folder: &Path) {
    let output = run(line, format, folder);
    let said = format!("{line} --format {format}: {}", printed(&output));
    let (text, error) = (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    );
    match output.status.code() {
        Some(2) => {
            // An error in a word has the word and the carets below its first line.
            let lines = error.lines().count();
            assert!(
                text.is_empty() && error.starts_with("error: ") && matches!(lines, 1 | 3),
                "{said}"
            );
        }
        Some(code) => {
            let may_be_unfair = line.starts_with("audit") || line.starts_with("certify");
            assert!(code == 0 || (code == 1 && may_be_unfair), "{said}");
            assert!(!error.contains("error"), "{said}");
        }
        None => panic!("{said}"),
    }
    check_numbers(&text, &said);
    // The sentences of `mix` do not follow the plural rule.
    if format != "csv" && !line.starts_with("mix") {
        check_plurals(&(text.clone() + &error), &said);
    }
    if format == "json" && !text.is_empty() {
        serde_json::from_str::<Value>(&text).unwrap_or_else(|error| panic!("{error}: {said}"));
    }
}

#[test]
fn every_command_answers_or_refuses() {
    for cards in 0..=3 {
        let folder = folder(cards);
        for line in LINES.iter().map(|line| with_cards(line, cards)) {
            ["text", "json", "csv"]
                .iter()
                .for_each(|format| check(&line, format, &folder));
        }
    }
}

/// Every command is in the table, except the ones that need no deck.
#[test]
fn every_command_is_tried() {
    for name in command_names() {
        let name = name.as_str();
        let tried = LINES
            .iter()
            .any(|line| line.split('|').next() == Some(name));
        let asks_nothing = [
            "merge",
            "prove",
            "explore",
            "list",
            "completions",
            "man",
            "help",
        ]
        .contains(&name);
        assert!(tried != asks_nothing, "{name}");
    }
}

/// Values for 1, 2 and 3 cards that are known by hand. An out-shuffle of two cards moves none, an in-shuffle
/// swaps them.
#[test]
fn values_by_hand() {
    for (index, cards) in (1..=3).enumerate() {
        let of = |values: [f64; 3]| Value::from(values[index]);
        assert_eq!(
            json("order|--cards|N|--kind|out", cards)["order"],
            [1, 1, 2][index]
        );
        assert_eq!(
            json("order|--cards|N|--kind|in", cards)["order"],
            [1, 2, 2][index]
        );
        assert_eq!(
            json("cycles|--cards|N|--kind|in", cards)["sign"],
            [1, -1, -1][index]
        );
        assert_eq!(json("group|--cards|N", cards)["order"], [1, 2, 6][index]);
        assert_eq!(
            json("bits|--cards|N", cards)["bits_needed"],
            of([0.0, 1.0, 6f64.log2()])
        );
        assert_eq!(
            json("solve|--cards|N|--from|new|--to|reversed", cards)["length"],
            [0, 1, 3][index]
        );
        let deck = &json("deck|--cards|N|--kind|in", cards)["states"][0]["deck"];
        assert_eq!(*deck, Value::from([&[1][..], &[2, 1], &[2, 1, 3]][index]));
        let fair = json("law|--cards|N|--shuffle|fisher-yates", cards);
        assert_eq!(
            (&fair["total_variation"], &fair["reachable"]),
            (&0.0.into(), &[1, 2, 6][index].into())
        );
        assert_eq!(fair["entropy_bits"], of([0.0, 1.0, 6f64.log2()]));
        // One riffle leaves a new deck as it is with probability (n + 1)/2^n.
        let riffled = json("law|--cards|N|--shuffle|gsr", cards);
        assert_eq!(riffled["orders"][0]["exact"], ["1", "3/4", "1/2"][index]);
        assert_eq!(riffled["total_variation"], of([0.0, 0.25, 1.0 / 3.0]));
        assert_eq!(
            json("matrix|--cards|N|--shuffle|gsr", cards)["matrix"][0][0],
            of([1.0, 0.75, 0.625])
        );
        let simulated = &json(
            "simulate|--cards|N|--shuffle|gsr|--samples|9|--seed|1",
            cards,
        )["statistics"];
        let mean = |name: &str| {
            let found = simulated
                .as_array()
                .unwrap()
                .iter()
                .find(|one| one["name"] == name)
                .unwrap();
            found["uniform_mean"].as_f64().unwrap()
        };
        assert!((mean("cycles") - [1.0, 1.5, 11.0 / 6.0][index]).abs() < 1e-12);
        assert!((mean("fixed_points") - 1.0).abs() < 1e-12);
        assert!((mean("inversions") - [0.0, 0.5, 1.5][index]).abs() < 1e-12);
    }
}
