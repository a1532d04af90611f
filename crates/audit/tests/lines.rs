//! Decks read from lines, compared with a reader so simple that it is unlikely to be wrong.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use crate::support::all_permutations;
use faro::shuffle::Seed;
use faro_audit::lines::{Cutter, LineErrorKind, MAX_LINE, Naming, Reader, Start};
use proptest::prelude::*;

/// Reads numbers with any separators. They are a deck if they are 0 to n − 1 or 1 to n.
fn naive(line: &str) -> Option<Vec<u32>> {
    let parts = line
        .split([' ', ',', '\t', '[', ']', '\r', '"'])
        .filter(|part| !part.is_empty());
    let numbers: Vec<u32> = parts.map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let count = |first: u32| {
        let sorted: BTreeSet<u32> = numbers.iter().copied().collect();
        sorted.into_iter().eq((first..).take(numbers.len()))
    };
    let first = [0, 1].into_iter().find(|&first| count(first))?;
    (numbers.len() > 1).then(|| numbers.iter().map(|number| number - first).collect())
}

fn read_first(line: &str) -> Option<Vec<u32>> {
    Reader::new()
        .read(line.as_bytes())
        .ok()
        .flatten()
        .map(<[u32]>::to_vec)
}

/// Returns the line as a program might print it.
fn written(deck: &[u32], first: u32, style: usize) -> String {
    let numbers: Vec<String> = deck.iter().map(|card| (card + first).to_string()).collect();
    match style {
        0 => numbers.join(" "),
        1 => numbers.join(","),
        2 => numbers.join("\t") + "\r",
        3 => format!("[{}]", numbers.join(", ")),
        4 => numbers
            .iter()
            .map(|number| format!("{number:0>6}, "))
            .collect(),
        5 => format!("  [\"{}\"] ", numbers.join("\",\"")),
        _ => format!("\u{feff}{}", numbers.join("  ")),
    }
}

#[test]
fn all_small_decks_in_all_styles() {
    for permutation in (2..=5).flat_map(all_permutations) {
        let deck = permutation.to_deck();
        for (first, style) in (0..2).flat_map(|first| (0..7).map(move |style| (first, style))) {
            let line = written(&deck, first, style);
            assert_eq!(
                read_first(&line).as_deref(),
                Some(deck.as_slice()),
                "{line}"
            );
        }
    }
}

/// All lines of up to seven letters of a small alphabet are refused, or read as the same deck as by the naive reader.
/// Only commas and brackets, which the naive reader ignores, make a difference.
#[test]
fn all_short_lines() {
    let alphabet = ['0', '1', '2', '3', ' ', ',', '['];
    let mut lines = vec![String::new()];
    for _ in 0..7 {
        let longer = |line: &String| alphabet.map(|letter| format!("{line}{letter}"));
        lines = lines.iter().flat_map(longer).collect();
        for line in &lines {
            let (ours, theirs) = (read_first(line), naive(line));
            let plain = !line.contains([',', '[']);
            assert!(
                ours == theirs || (ours.is_none() && !plain),
                "{line:?}: {ours:?}, {theirs:?}"
            );
        }
    }
}

fn deck_and_line() -> impl Strategy<Value = (Vec<u32>, u32, String)> {
    let deck = (2usize..200)
        .prop_flat_map(|cards| Just((0..cards as u32).collect::<Vec<_>>()).prop_shuffle());
    (deck, 0u32..2, 0usize..7).prop_map(|(deck, first, style)| {
        let line = written(&deck, first, style);
        (deck, first, line)
    })
}

proptest! {
    #[test]
    fn decks_come_back((deck, first, line) in deck_and_line()) {
        let mut reader = Reader::new();
        prop_assert_eq!(reader.read(line.as_bytes()).unwrap(), Some(deck.as_slice()));
        prop_assert_eq!(reader.naming(), Some(Naming::CountedFrom(first)));
        prop_assert_eq!(reader.cards(), Some(deck.len()));
    }

    /// Any bytes are read without a panic, and each result is a deck.
    #[test]
    fn any_bytes(lines in prop::collection::vec(prop::collection::vec(
        prop_oneof![Just(b' '), Just(b','), Just(b'['), Just(b'"'), Just(b'\\'), Just(b'u'), b'0'..=b'5', any::<u8>()],
        0..40,
    ), 1..6), start in 0..3) {
        let seed = Seed::from(1);
        let mut reader = match start {
            0 => Reader::new(),
            1 => Reader::starting_with_first(&seed),
            _ => Reader::starting_with(&["2", "2", "0", "1"].iter().collect(), &seed),
        };
        for line in lines {
            if let Ok(Some(deck)) = reader.read(&line) {
                let sorted: BTreeSet<u32> = deck.iter().copied().collect();
                prop_assert!(sorted.into_iter().eq(0..deck.len() as u32));
            }
        }
    }

    /// A line with one changed number is refused, and the next deck is read as usual.
    #[test]
    fn mistakes_are_seen((deck, first, _) in deck_and_line(), at in any::<prop::sample::Index>(), card in 0u32..300) {
        let mut reader = Reader::new();
        reader.read(written(&deck, first, 0).as_bytes()).unwrap();
        let mut wrong = deck.clone();
        let changed = at.get_mut(&mut wrong);
        prop_assume!(*changed != card);
        *changed = card;
        let error = reader.read(written(&wrong, first, 0).as_bytes()).unwrap_err();
        prop_assert_eq!(error.line, 2);
        let is_reported = matches!(error.kind, LineErrorKind::TooOften { .. } | LineErrorKind::Beyond { .. });
        prop_assert!(is_reported, "{error}");
        let again = written(&deck, first, 1);
        prop_assert_eq!(reader.read(again.as_bytes()).unwrap(), Some(deck.as_slice()));
    }

    /// Bytes in pieces of any size give the same decks.
    #[test]
    fn pieces_do_not_matter(text in "[ab\n\r]{0,300}", size in 1usize..80) {
        let (mut cutter, mut lines) = (Cutter::default(), Vec::new());
        for piece in text.as_bytes().chunks(size) {
            let cut: ControlFlow<()> = cutter.cut(piece, |line| {
                lines.push(String::from_utf8(line.to_vec()).unwrap());
                ControlFlow::Continue(())
            });
            prop_assert!(cut.is_continue());
        }
        lines.push(String::from_utf8(cutter.rest().to_vec()).unwrap());
        prop_assert_eq!(lines, text.split('\n').map(String::from).collect::<Vec<_>>());
    }
}

#[test]
fn a_line_is_bounded() {
    let (mut cutter, mut reader, mut refused) = (Cutter::default(), Reader::new(), 0);
    let flood = vec![b'1'; 1 << 16];
    for piece in (0..40)
        .map(|_| flood.as_slice())
        .chain([b"\n2 1\n".as_slice()])
    {
        let _: ControlFlow<()> = cutter.cut(piece, |line| {
            match reader.read(line) {
                Err(error) => assert_eq!((error.line, error.kind), (1, LineErrorKind::TooLong)),
                Ok(deck) => assert_eq!(deck, Some([1, 0].as_slice())),
            }
            refused += 1;
            ControlFlow::Continue(())
        });
        assert!(cutter.rest().len() <= MAX_LINE + 1);
    }
    assert_eq!(refused, 2);
}

#[test]
fn first_lines_that_are_no_deck() {
    for (line, why) in [
        (
            "1 2 4",
            "line 1: there is no card 4 in a deck of 3 counted from 1",
        ),
        (
            "0 1 3",
            "line 1: there is no card 3 in a deck of 3 counted from 0",
        ),
        ("0 1 1", "line 1: card 1 twice, card 2 missing"),
        (
            "7",
            "line 1: only one card; expected a whole deck of at least 2 cards on each line",
        ),
        ("shuffled: 1 2", "line 1: 'shuffled:' is not a number"),
        (
            "\u{7f}\u{1b}[2J",
            "line 1: '\\u{7f}\\u{1b}[2J' is not a number",
        ),
        ("[[1, 2], [2, 1]]", "line 1: '[1' is not a number"),
        ("", ""),
    ] {
        let said = Reader::new()
            .read(line.as_bytes())
            .map_or_else(|error| error.to_string(), |_| "".into());
        assert_eq!(said, why);
    }
    assert_eq!(
        Reader::new().read(b"\xff\xfe1\0").unwrap_err().kind,
        LineErrorKind::Utf16
    );
    let many = "1 ".repeat(10_001);
    assert_eq!(
        Reader::new().read(many.as_bytes()).unwrap_err().kind,
        LineErrorKind::TooManyCards
    );
    let few = Reader::new().of_cards(52).read(b"1 2 3").unwrap_err();
    assert_eq!(few.to_string(), "line 1: 3 cards instead of 52");
}

/// A first line that is not a deck does not set the number of cards.
#[test]
fn the_first_deck_sets_the_number_of_cards() {
    let mut reader = Reader::new();
    assert!(reader.read(b"a header").is_err());
    assert_eq!(reader.read(b"\n"), Ok(None));
    assert_eq!(reader.read(b"1 0"), Ok(Some([1, 0].as_slice())));
    let counted_from_1 = reader.read(b"1 2").unwrap_err();
    assert_eq!(
        counted_from_1.to_string(),
        "line 4: there is no card 2 in a deck of 2 counted from 0"
    );
}

#[test]
fn names_in_a_starting_order() {
    let start = Start::parse("A♠ K♠ 10♥\u{fe0f}".as_bytes()).unwrap();
    let mut reader = Reader::starting_with(&start, &Seed::from(1));
    assert_eq!(
        (reader.naming(), reader.cards()),
        (Some(Naming::Names), Some(3))
    );
    for line in [
        "10♥ A♠ K♠",
        "10♥\u{fe0f},A♠,K♠",
        r#"["10\u2665", "A♠", "K\u2660"]"#,
    ] {
        assert_eq!(
            reader.read(line.as_bytes()).unwrap(),
            Some([2, 0, 1].as_slice()),
            "{line}"
        );
    }
    for (line, why) in [
        ("10♥ A♠", "line 4: 2 cards instead of 3: card K♠ missing"),
        ("10♥ A♠ A♠", "line 5: card A♠ twice, card K♠ missing"),
        ("10♥ A♠ a♠", "line 6: card A♠ twice, card K♠ missing"),
        ("10♥ A♠ b♠", "line 7: no card is called 'b♠'"),
        (
            "10♥ A♠ K♠ K♠",
            "line 8: 4 cards instead of 3: card K♠ twice",
        ),
        (
            "[\"10♥\", \"A♠\", \"K♠\"",
            "line 9: this is not a JSON array of cards on one line; expected for example [1, 2, 3]",
        ),
    ] {
        assert_eq!(reader.read(line.as_bytes()).unwrap_err().to_string(), why);
    }
}

/// Suits are letters or glyphs, both in the starting order and in the decks. Other names are compared byte by byte.
#[test]
fn playing_cards_in_either_spelling() {
    for start in ["AS 10H QD 2C XH", "A♠ 10♥ Q♦ 2♣ XH"] {
        let mut reader =
            Reader::starting_with(&Start::parse(start.as_bytes()).unwrap(), &Seed::from(1));
        for line in [
            "2C QD 10H AS XH",
            "2♣ Q♦ 10♥ A♠ XH",
            "2♣ QD 10♥\u{fe0f} AS XH",
        ] {
            assert_eq!(
                reader.read(line.as_bytes()).unwrap(),
                Some([3, 2, 1, 0, 4].as_slice()),
                "{line}"
            );
        }
        let strange = reader.read("2C QD 10H AS X♥".as_bytes()).unwrap_err();
        assert_eq!(strange.to_string(), "line 4: no card is called 'X♥'");
        assert!(reader.read("2C 2♣ QD 10H AS".as_bytes()).is_err());
    }
}

/// Playing cards of a pack need no starting order, in any spelling. Other names do.
#[test]
fn faces_of_packs() {
    let pack = |faces: &str| Start::parse(faces.as_bytes()).unwrap();
    let reader = || Reader::new().of_packs([pack("AS KS QS"), pack("AS KS QS 10H")]);
    for line in [
        "10h qs ks as",
        "TH Q♠ K♠ A♠",
        "[\"10♥\", \"QS\", \"KS\", \"As\"]",
        "10H;QS;KS;AS",
    ] {
        let mut reader = reader();
        assert_eq!(
            reader.read(line.as_bytes()).unwrap(),
            Some([3, 2, 1, 0].as_slice()),
            "{line}"
        );
        assert_eq!(reader.naming(), Some(Naming::Pack));
    }
    assert_eq!(
        reader().read(b"QS KS AS").unwrap(),
        Some([2, 1, 0].as_slice())
    );
    assert_eq!(
        reader().read(b"QS KS XS").unwrap_err().to_string(),
        "line 1: 'QS' is not a number"
    );
    let missing = reader()
        .of_cards(4)
        .read(b"QS KS AS")
        .unwrap_err()
        .to_string();
    assert_eq!(missing, "line 1: 3 cards instead of 4: card 10H missing");
    let mut numbers = reader();
    assert_eq!(numbers.read(b"2 1 3").unwrap(), Some([1, 0, 2].as_slice()));
    assert_eq!(numbers.naming(), Some(Naming::CountedFrom(1)));
}

/// Other separators are accepted from the first deck on, but only if it is not a deck without them.
#[test]
fn other_separators() {
    for (lines, cards) in [
        (["2;1;3", "3; 1; 2"], 3),
        (["2|1|3", "|3|1|2|"], 3),
        (["2 1 3", "3 1 2"], 3),
    ] {
        let mut reader = Reader::new();
        assert_eq!(
            reader.read(lines[0].as_bytes()).unwrap(),
            Some([1, 0, 2].as_slice())
        );
        assert_eq!(
            reader.read(lines[1].as_bytes()).unwrap(),
            Some([2, 0, 1].as_slice())
        );
        assert_eq!(reader.cards(), Some(cards));
    }
    let mut reader = Reader::new();
    reader.read(b"1 2").unwrap();
    assert_eq!(
        reader.read(b"2;1").unwrap_err().to_string(),
        "line 2: '2;1' is not a number"
    );
    assert_eq!(
        Reader::new().read(b"1;1").unwrap_err().to_string(),
        "line 1: card 1 twice, card 2 missing"
    );
    // A semicolon stays part of a name.
    let start = Start::parse(b"a;b c;d").unwrap();
    let mut reader = Reader::starting_with(&start, &Seed::from(1));
    assert_eq!(reader.read(b"c;d a;b").unwrap(), Some([1, 0].as_slice()));
}

#[test]
fn the_first_line_as_the_start() {
    let mut reader = Reader::starting_with_first(&Seed::from(1)).of_cards(3);
    assert!(reader.read(b"x y").is_err());
    assert_eq!(reader.read(b"x y z").unwrap(), None);
    assert_eq!(reader.read(b"z x y").unwrap(), Some([2, 0, 1].as_slice()));
    // Numbers that are too large for numbered cards are names.
    let mut reader = Reader::starting_with_first(&Seed::from(1));
    assert_eq!(reader.read(b"70 5 123456789012").unwrap(), None);
    assert_eq!(
        reader.read(b"123456789012 70 05").unwrap(),
        Some([2, 0, 1].as_slice())
    );
}

/// Each assignment of equal cards is equally likely. With 24 assignments and 24,000 lines, each count has mean 1000 and
/// standard deviation 31. The bound is six standard deviations, 186.
#[test]
fn equal_cards_are_assigned_uniformly() {
    let start: Start = ["x", "x", "y", "x", "y", "z", "y"].iter().collect();
    let mut reader = Reader::starting_with(&start, &Seed::from(1));
    assert_eq!(reader.naming(), Some(Naming::Alike));
    let mut counts: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
    for _ in 0..36_000 {
        let deck = reader.read(b"y y x z x y x").unwrap().unwrap();
        *counts.entry(deck.to_vec()).or_default() += 1;
    }
    assert_eq!(counts.len(), 36);
    assert!(
        counts.values().all(|count| (814..=1186).contains(count)),
        "{counts:?}"
    );
    let error = reader.read(b"y y x z x y y").unwrap_err();
    assert_eq!(
        error.kind.to_string(),
        "card y comes 4 times instead of 3, card x missing"
    );
}
