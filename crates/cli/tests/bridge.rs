//! The example that reads bridge deals, and an audit of its output.

mod support;

use std::io::Write;
use std::process::{Command, Stdio};

use support::{faro, printed};

/// A deal in each notation, and lines that are not deals.
const DEALS: &str = r#"[Event "A club evening"]
[Board "1"]
[Deal "N:AKQ2.T98.765.432 J543.AKQ.T98.J65 T98.J765.AKQ.T98 76.432.J432.AKQ7"]
% a comment
[Deal "N:AK.. - - -"]
pn|a,b,c,d|st||md|3SAKQJT98765432,HAKQJT98765432,DAKQJT98765432,|rh||
"#;

#[test]
fn deals_are_printed_as_hands_and_audited() {
    // `cargo test` has built it beside the tests.
    let built = std::env::current_exe()
        .unwrap()
        .parent()
        .unwrap()
        .with_file_name("examples")
        .join("bridge");
    assert!(
        built.exists(),
        "build the examples first: cargo build --examples"
    );
    let mut example = Command::new(built)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    example
        .stdin
        .take()
        .unwrap()
        .write_all(DEALS.as_bytes())
        .unwrap();
    let output = example.wait_with_output().unwrap();
    let hands = printed(&output);
    assert!(output.status.success(), "{hands}");
    let lines: Vec<&str> = hands.lines().collect();
    assert_eq!(lines.len(), 2, "{hands}");
    assert_eq!(
        lines[0],
        "AS KS QS 2S TH 9H 8H 7D 6D 5D 4C 3C 2C | JS 5S 4S 3S AH KH QH TD 9D 8D JC 6C 5C | TS 9S 8S JH 7H 6H 5H AD KD QD TC 9C 8C | 7S 6S 4H 3H 2H JD 4D 3D 2D AC KC QC 7C"
    );
    let mut audit = faro();
    audit.args(["audit", "--hands", "13,13,13,13", "--quiet"]);
    let mut audit = audit
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    audit
        .stdin
        .take()
        .unwrap()
        .write_all(hands.as_bytes())
        .unwrap();
    let report = printed(&audit.wait_with_output().unwrap());
    assert!(
        report.starts_with("hands of 13, 13, 13 and 13 of 52 cards, 2 decks, named by their faces"),
        "{report}"
    );
}
