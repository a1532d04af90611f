//! Decks as bytes: what `--format raw` and `--format npy` write, and what reads it again.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::support::printed;
use crate::support::shards::{folder, refused, run};
use serde_json::Value;

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", printed(output)))
}

/// Returns the rows of little-endian unsigned integers of `size` bytes.
fn rows(bytes: &[u8], cards: usize, size: usize) -> Vec<Vec<u64>> {
    assert_eq!(bytes.len() % (cards * size), 0);
    let number = |own: &[u8]| {
        own.iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u64::from(byte))
    };
    let numbers: Vec<u64> = bytes.chunks_exact(size).map(number).collect();
    numbers.chunks_exact(cards).map(<[u64]>::to_vec).collect()
}

/// Returns the dictionary and the data of a `.npy` file.
fn array(bytes: &[u8]) -> (String, &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    assert_eq!((&bytes[..8], end % 64), (&b"\x93NUMPY\x01\x00"[..], 0));
    assert_eq!(
        usize::from(u16::from_le_bytes([bytes[8], bytes[9]])),
        end - 10
    );
    (
        String::from_utf8_lossy(&bytes[10..end]).trim_end().into(),
        &bytes[end..],
    )
}

fn header(descr: &str, shape: &str) -> String {
    format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}")
}

/// The bytes are the decks of the text, counted from 0, whichever units of work and threads they came from.
#[test]
fn bytes_are_the_decks_of_the_text() {
    let folder = folder("deck_bytes/same");
    for (ask, cards, name) in [
        ("52 gsr^3 --samples 6000 --seed 5", 52, "'|u1'"),
        ("256 fisher-yates --samples 30 --seed 5", 256, "'|u1'"),
        ("257 naive --samples 700 --seed 5", 257, "'<u2'"),
        ("65537 naive --samples 2 --seed 5", 65_537, "'<u4'"),
        ("52 sattolo --seed 5", 52, "'|u1'"),
        ("52 in --times 26", 52, "'|u1'"),
        ("8 out --each --times -2", 8, "'|u1'"),
        ("300 'out --each-move --times 2", 300, "'<u2'"),
    ] {
        let ask = ask.replace('\'', "");
        let text =
            String::from_utf8(run(&folder, &format!("deck {ask} --color never --quiet")).stdout)
                .unwrap();
        let deck = |line: &str| {
            let line = line.rsplit(": ").next().unwrap();
            line.split(' ')
                .map(|card| card.parse::<u64>().unwrap() - 1)
                .collect::<Vec<_>>()
        };
        let decks: Vec<Vec<u64>> = text.lines().map(deck).collect();
        let raw = run(&folder, &format!("deck {ask} --format raw --quiet")).stdout;
        let size = name
            .trim_matches(|letter: char| !letter.is_ascii_digit())
            .parse()
            .unwrap();
        assert!(rows(&raw, cards, size) == decks, "{ask}");
        let npy = run(&folder, &format!("deck {ask} --format npy --quiet")).stdout;
        let (dictionary, data) = array(&npy);
        assert_eq!(
            dictionary,
            header(name, &format!("({}, {cards})", decks.len()))
        );
        assert!(data == raw, "{ask}");
    }
}

#[test]
fn arrays_of_matrices_and_sweeps() {
    let folder = folder("deck_bytes/arrays");
    let asked = |ask: &str| {
        (
            run(&folder, &format!("{ask} --format npy")).stdout,
            json(&run(&folder, &format!("{ask} --format json"))),
        )
    };
    for ask in [
        "matrix 7 naive",
        "matrix 20 gsr^2",
        "matrix 5 gsr:clump=0.8 --samples 100 --seed 1",
    ] {
        let (npy, matrix) = asked(ask);
        let (dictionary, data) = array(&npy);
        let cells: Vec<f64> = data
            .chunks_exact(8)
            .map(|cell| f64::from_le_bytes(cell.try_into().unwrap()))
            .collect();
        let rows: Vec<Vec<f64>> = serde_json::from_value(matrix["matrix"].clone()).unwrap();
        assert_eq!(
            dictionary,
            header("'<f8'", &format!("({0}, {0})", rows.len()))
        );
        assert_eq!(cells, rows.concat(), "{ask}");
    }
    let (npy, list) = asked("sweep 2..=900 out");
    let (dictionary, data) = array(&npy);
    assert_eq!(
        dictionary,
        header("[('cards', '<u8'), ('order', '<u8')]", "(899,)")
    );
    let listed: Vec<Vec<u64>> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            ["cards", "order"]
                .map(|key| row[key].as_u64().unwrap())
                .to_vec()
        })
        .collect();
    assert_eq!(rows(data, 2, 8), listed);
    let (npy, list) = asked("sweep 2..=9 both");
    let (dictionary, data) = array(&npy);
    assert_eq!(
        dictionary,
        header("[('cards', '<u8'), ('out', '<u8'), ('in', '<u8')]", "(8,)")
    );
    let orders: Vec<u64> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["order"].as_u64().unwrap())
        .collect();
    let both: Vec<u64> = rows(data, 3, 8)
        .iter()
        .flat_map(|row| [row[1], row[2]])
        .collect();
    assert_eq!(both, orders);
}

/// Writes the decks of a text as an array of `size` bytes a card, counted from 0 or from 1, in a byte order.
fn write_array(path: &Path, text: &str, (name, size, is_big): (&str, usize, bool), first: u64) {
    let decks: Vec<Vec<u64>> = text
        .lines()
        .map(|line| {
            line.split(' ')
                .map(|card| card.parse::<u64>().unwrap() - 1 + first)
                .collect()
        })
        .collect();
    let dictionary = header(
        &format!("'{name}'"),
        &format!("({}, {})", decks.len(), decks[0].len()),
    ) + "\n";
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((dictionary.len() as u16).to_le_bytes());
    bytes.extend(dictionary.as_bytes());
    for card in decks.concat() {
        let mut own = card.to_le_bytes()[..size].to_vec();
        if is_big {
            own.reverse();
        }
        bytes.extend(own);
    }
    fs::write(path, bytes).unwrap();
}

/// An audit of bytes is that of the same decks as text, in whole and in part.
#[test]
fn audits_of_bytes_are_those_of_text() {
    let folder = folder("deck_bytes/audit");
    let text = run(&folder, "deck 20 fisher-yates --samples 900 --seed 2").stdout;
    fs::write(folder.join("text"), &text).unwrap();
    fs::write(
        folder.join("raw"),
        run(
            &folder,
            "deck 20 fisher-yates --samples 900 --seed 2 --format raw",
        )
        .stdout,
    )
    .unwrap();
    let from_zero: String = {
        let text = String::from_utf8(text.clone()).unwrap();
        let line = |line: &str| {
            line.split(' ')
                .map(|card| (card.parse::<u64>().unwrap() - 1).to_string())
                .collect::<Vec<_>>()
                .join(" ")
        };
        text.lines().map(|own| line(own) + "\n").collect()
    };
    fs::write(folder.join("text0"), from_zero).unwrap();
    let text = String::from_utf8(text).unwrap();
    write_array(&folder.join("from0"), &text, ("|u1", 1, false), 0);
    write_array(&folder.join("from1"), &text, (">i4", 4, true), 1);
    write_array(&folder.join("wide"), &text, ("<i8", 8, false), 1);
    let report = |ask: &str| {
        let mut report = json(&run(&folder, &format!("audit {ask} --format json")));
        report["source"] = Value::Null;
        report
    };
    for options in ["", " --chain", " --decks 300"] {
        let expected = report(&format!("text{options}"));
        assert_eq!(report(&format!("from1{options}")), expected);
        assert_eq!(report(&format!("wide{options}")), expected);
        let expected = report(&format!("text0{options}"));
        assert_eq!(report(&format!("from0{options}")), expected);
        assert_eq!(report(&format!("raw --raw 20{options}")), expected);
    }
    assert_eq!(report("from1 --hands 10,10"), report("text --hands 10,10"));
    fs::write(
        folder.join("order"),
        (1..=20)
            .rev()
            .map(|card| format!("{card}\n"))
            .collect::<String>(),
    )
    .unwrap();
    assert_eq!(report("from1 --start order"), report("text --start order"));
    assert_eq!(
        report("--cards 20 --see 20 from1"),
        report("--cards 20 --see 20 text")
    );
}

#[test]
fn bad_bytes_are_named() {
    let folder = folder("deck_bytes/bad");
    let mut raw = run(
        &folder,
        "deck 52 fisher-yates --samples 500 --seed 2 --format raw",
    )
    .stdout;
    fs::write(folder.join("cut"), &raw[..raw.len() - 20]).unwrap();
    let npy = run(
        &folder,
        "deck 52 fisher-yates --samples 500 --seed 2 --format npy",
    )
    .stdout;
    fs::write(folder.join("cut.npy"), &npy[..npy.len() - 52]).unwrap();
    fs::write(folder.join("long.npy"), [&npy[..], b"x"].concat()).unwrap();
    fs::write(folder.join("head.npy"), &npy[..40]).unwrap();
    fs::write(folder.join("quote"), b"\x93to be\x94 1 2 3\n").unwrap();
    raw[52 * 300] = 99;
    fs::write(folder.join("bad"), &raw).unwrap();
    fs::write(folder.join("empty"), b"").unwrap();
    let cases = [
        (
            "audit bad --raw 52",
            "deck 301: there is no card 99 in a deck of 52 counted from 0; use --skip-bad 9",
        ),
        ("audit cut --raw 52", "deck 500: cut short: 32 of 52 bytes"),
        (
            "audit cut.npy",
            "deck 500: missing; the header of the array announces 500 decks",
        ),
        (
            "audit long.npy",
            "deck 501: after the end of the array, which has 500 decks",
        ),
        (
            "audit head.npy",
            "the input ends within the header of the array",
        ),
        (
            "audit quote",
            "the first byte is that of a numpy array, but the next ones are not",
        ),
        (
            "audit empty --raw 52",
            "there is no whole deck in the input",
        ),
        (
            "audit long.npy --field a",
            "leave --field and --pattern out",
        ),
        (
            "audit bad --raw 1",
            "invalid value '1' for '--raw <N>': expected 2 to 512 cards, for example 52",
        ),
        (
            "order 52 out --format npy",
            "expected text, json or csv here; faro deck, matrix and sweep write arrays",
        ),
        ("matrix 5 naive --format raw", "faro deck writes raw decks"),
        (
            "matrix 3,4 naive --format npy",
            "expected text, json or csv here",
        ),
        (
            "sweep 2..=9 out --summary --format npy",
            "expected text, json or csv here",
        ),
        (
            "deck 52 gsr --format raw --deal 4x5",
            "expected text, json or csv here",
        ),
        (
            "deck 52 gsr --format raw --faces",
            "leave --faces, --start and --track out",
        ),
    ];
    for (line, why) in cases {
        refused(&folder, line, why);
    }
    let skipped = json(&run(
        &folder,
        "audit bad --raw 52 --skip-bad 1 --format json",
    ));
    assert_eq!(
        (&skipped["decks"], &skipped["bad_lines"]["first"][0]["line"]),
        (&499.into(), &301.into())
    );
}

/// What reads one deck, or recorded riffles, reads them from an array too.
#[test]
fn other_commands_read_arrays() {
    let folder = folder("deck_bytes/others");
    fs::write(folder.join("deck"), "3 1 2 5 4 6\n").unwrap();
    fs::write(
        folder.join("riffles"),
        "1 2 3 4 5 6\n4 1 2 5 3 6\n1 2 3 4 5 6\n1 4 2 5 3 6\n",
    )
    .unwrap();
    for name in ["deck", "riffles"] {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        write_array(
            &folder.join(format!("{name}.npy")),
            &text,
            ("<i2", 2, false),
            1,
        );
    }
    for (ask, file) in [
        ("inspect FILE --format json", "deck"),
        ("where 6 out --start FILE --card 2", "deck"),
        ("hands FILE --ideal 3 --format json", "riffles"),
    ] {
        let [text, array] = [file.into(), format!("{file}.npy")].map(|file| {
            let output = run(&folder, &ask.replace("FILE", &file));
            assert!(output.status.success(), "{ask}: {}", printed(&output));
            printed(&output).replace(".npy", "")
        });
        assert_eq!(text, array, "{ask}");
    }
}
