//! Shards of an audit. Merged shards give the report of all decks, and damaged or inconsistent ones are
//! refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::support::printed;
use crate::support::shards::{damage_is_refused, folder, forged, refused, run};
use serde_json::Value;

/// Returns the decks of a shuffle, one per line.
fn decks(folder: &Path, ask: &str) -> Vec<String> {
    let output = run(folder, &format!("deck {ask} --seed 1"));
    String::from_utf8(output.stdout).unwrap().lines().map(String::from).collect()
}

/// Audits the lines in one piece and in parts of at most `size` lines, and compares the reports in JSON.
#[track_caller]
fn same(folder: &Path, lines: &[String], size: usize, options: &str) {
    let audit = |lines: &[String], options: &str, more: &str| {
        fs::write(folder.join("decks"), lines.join("\n") + "\n").unwrap();
        run(folder, format!("audit decks {more} {options}").trim())
    };
    let whole = audit(lines, options, "--format json");
    assert!(matches!(whole.status.code(), Some(0 | 1)), "{}", printed(&whole));
    let mut files = Vec::new();
    for (number, lines) in lines.chunks(size).enumerate() {
        let written = audit(lines, options, &format!("--shard-out {number}"));
        assert!(written.status.success() && written.stdout.is_empty(), "{}", printed(&written));
        files.push(number.to_string());
    }
    let merged = run(folder, &format!("merge {} --format json", files.join(" ")));
    assert_eq!(merged.status.code(), whole.status.code(), "{}", printed(&merged));
    let report = |output: &Output| {
        let mut report: Value = serde_json::from_slice(&output.stdout).unwrap();
        // The sources differ; the rest of the reports must not.
        report["source"] = Value::Null;
        report
    };
    assert_eq!(report(&merged), report(&whole), "{options}");
}

/// Parts of whole decks, of chains, and with lines that are not decks.
#[test]
fn whole_decks() {
    let folder = folder("audit_shards_of/whole");
    let mut lines = decks(&folder, "20 naive --samples 9000");
    same(&folder, &lines, 4096, "");
    fs::write(folder.join("start"), lines[7].replace(' ', "\n")).unwrap();
    same(&folder, &lines, 3000, "--chain --alpha 0.01 --start start");
    same(&folder, &lines[..1000], 300, "--cards 20");
    lines[350] = "no deck".into();
    lines[701] = "1 2".into();
    same(&folder, &lines[..1000], 300, "--skip-bad 2");
    let face = |card: &str| {
        let card = card.parse::<usize>().unwrap() - 1;
        let rank = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][card % 13];
        format!("{rank}{}", ["C", "D", "H", "S"][card / 13])
    };
    let deck = |line: &String| line.split(' ').map(face).collect::<Vec<_>>().join(" ");
    let faces: Vec<String> = decks(&folder, "52 fisher-yates --samples 400").iter().map(deck).collect();
    same(&folder, &faces, 150, "");
    let counted: Vec<String> =
        (0..90).map(|deck| if deck % 7 > 2 { "0 2 1" } else { "2 1 0" }.into()).collect();
    same(&folder, &counted, 40, "");
}

/// Parts of decks that are seen in part.
#[test]
fn designs() {
    let folder = folder("audit_shards_of/designs");
    let lines = decks(&folder, "24 naive --samples 20000");
    same(&folder, &lines, 16_384, "--see 7 --cards 24");
    same(&folder, &lines[..900], 250, "--hands 6,6,6,6");
    let cut = |cards: usize| -> Vec<String> {
        lines[..900].iter().map(|line| line.split(' ').take(cards).collect::<Vec<_>>().join(" ")).collect()
    };
    same(&folder, &cut(10), 250, "--hands 5,5 --cards 24");
    let kinds: Vec<String> = lines
        .iter()
        .map(|line| line.split(' ').map(|card| if card.len() > 1 { "a " } else { "b " }).collect::<String>())
        .collect();
    fs::write(folder.join("kinds"), "15 a\n9 b").unwrap();
    same(&folder, &kinds, 16_384, "--composition kinds");
    let first = "audit decks --composition first --shard-out x";
    refused(&folder, first, "expected a list of cards with --shard-out");
    same(&folder, &kinds[..900], 400, "--composition kinds --see 9");
    let hands: Vec<String> = kinds[..900].iter().map(|line| line[..24].to_string()).collect();
    same(&folder, &hands, 400, "--composition kinds --hands 6,6");
}

/// Writes three parts of an audit. The first has more decks than are stored.
fn parts(name: &str) -> PathBuf {
    let folder = folder(&format!("audit_shards_of/{name}"));
    let lines = decks(&folder, "10 fisher-yates --samples 11000");
    for (number, lines) in
        [&lines[..10_000], &lines[10_000..10_500], &lines[10_500..]].into_iter().enumerate()
    {
        fs::write(folder.join("decks"), lines.join("\n")).unwrap();
        assert!(run(&folder, &format!("audit decks --shard-out {number}")).status.success());
    }
    folder
}

#[test]
fn a_changed_byte_is_refused() {
    let folder = parts("changed");
    damage_is_refused(&folder, 20, "merge 2 cut");
}

/// A shard of other decks, a repeated shard, and a shard with contradictory numbers.
#[test]
fn strange_shards_are_refused() {
    let folder = parts("strange");
    assert!(run(&folder, "merge 0 1 2").status.success());
    fs::copy(folder.join("1"), folder.join("copy")).unwrap();
    refused(&folder, "merge 0 1 2 copy", "'copy' for '<FILE>...': it is the same part as '1'");
    let huge = u64::MAX.to_string();
    for (from, to, why) in [
        ("\"cards\":10", "\"cards\":99999999999", "its number of cards, alpha or design is out of range"),
        ("\"cards\":10", "\"cards\":11", "its first decks do not fit the other counts"),
        ("\"alpha\":0.001", "\"alpha\":7", "its number of cards, alpha or design is out of range"),
        ("\"format_number\":3", "\"format_number\":2", "its format is 2; expected format 3"),
        ("\"shard\":null", "\"shard\":[4,3]", "there is no part 4 of 3"),
        ("\"shard\":null", "\"shard\":[1,3]", "missing: parts 2-3 of 3; add them, or use --partial"),
        ("\"head\":[", "\"head\":[10,", "its first decks do not fit the other counts"),
        ("\"rest\":{\"decks\":1744", "\"rest\":{\"decks\":1745", "do not fit the other counts"),
        (
            "\"rest\":{\"decks\":1744",
            &format!("\"rest\":{{\"decks\":{huge}"),
            "the decks of all parts are more than",
        ),
        ("\"last\":[", "\"last\":[10,", "its first decks do not fit the other counts"),
        (
            "\"name\":\"precedence\",\"counts\":[0,",
            &format!("\"name\":\"precedence\",\"counts\":[{huge},"),
            "its precedence do not fit",
        ),
        (
            "\"name\":\"positions\",\"counts\":[",
            &format!("\"name\":\"positions\",\"counts\":[{huge},"),
            "its positions do not fit",
        ),
        ("\"name\":\"sums\",\"counts\":[", "\"name\":\"sums\",\"counts\":[1", "its statistics do not fit"),
        ("\"zeros\":0", "\"zeros\":70", "its equal decks do not fit"),
        ("\"prints\":[", "\"prints\":[0,", "its equal decks do not fit"),
        ("\"moments\":[{\"decks\":", "\"moments\":[{\"decks\":9", "its moments do not fit"),
        ("\"tables\":[", "\"tables\":[{\"name\":\"x\",\"counts\":[]},", "do not fit the other counts"),
    ] {
        forged(&folder, "0", from, to);
        refused(&folder, "merge forged", why);
    }
    for (from, to, why) in [
        ("\"cards\":10", "\"cards\":11", "its number of cards is 11; that of '0' is 10"),
        ("\"chain\":false", "\"chain\":true", "its shuffle is of the deck before; that of '0' is"),
        ("\"alpha\":0.001", "\"alpha\":0.01", "its alpha is 0.01; that of '0' is 0.001"),
        ("{\"counted_from\":1}", "{\"counted_from\":0}", "its way to name cards is numbers from 0"),
        ("\"version\":\"", "\"version\":\"x", "its version is x"),
    ] {
        forged(&folder, "1", from, to);
        refused(&folder, "merge 0 forged", why);
    }
}

/// Options of simulations on shards of audits, and the reverse.
#[test]
fn options() {
    let folder = parts("options");
    refused(
        &folder,
        "merge 0 1 --partial",
        "its part has no number, so --partial has no meaning; leave it out",
    );
    refused(&folder, "merge 0 1 --missing", "no part has a number, so the number of parts is unknown");
    refused(&folder, "audit decks --shard 1/2", "--shard-out <FILE>");
    refused(&folder, "audit decks --shard 3/2 --shard-out x", "expected I/N with I from 1 to N, such as 3/8");
    refused(&folder, "merge 0 1 --histogram all", "these are parts of an audit, which have no --histogram");
    assert!(run(&folder, "simulate 9 gsr --samples 9 --seed 1 --shard 1/1 --output part").status.success());
    refused(&folder, "merge part --html x", "these are parts of a simulation, which have no --html");
    refused(
        &folder,
        "merge 0 part",
        "'part' for '<FILE>...': expected a shard that `faro audit --shard-out` wrote",
    );
    refused(
        &folder,
        "merge part 0",
        "'0' for '<FILE>...': expected a shard that `faro simulate --shard` wrote",
    );
    refused(&folder, "merge 0 1 --html 1", "this file is also read");
    refused(&folder, "audit decks --shard-out decks", "this file is also read");
    refused(&folder, "audit decks --shard-out x --html y", "cannot be used with");
    let whole = run(&folder, "merge 0 1 2 --html page --junit build --report folder --quiet");
    assert!(whole.status.success(), "{}", printed(&whole));
    assert!(folder.join("page").is_file() && folder.join("build").is_file());
    assert!(folder.join("folder").join("method.json").is_file());
}

/// If the audit fails, it writes no shard.
#[test]
fn an_error_leaves_no_shard() {
    let folder = folder("audit_shards_of/absent");
    fs::write(folder.join("decks"), "1 2 3\n2 1 3\n1 2 2\n").unwrap();
    refused(&folder, "audit decks --shard-out shard", "card 2 twice");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    fs::write(folder.join("shard"), "kept").unwrap();
    refused(&folder, "audit decks --shard-out shard", "card 2 twice");
    assert_eq!(fs::read_to_string(folder.join("shard")).unwrap(), "kept");
}

/// If two parts draw cards with the same seed, their draws are not independent.
#[test]
fn draws_of_parts_are_independent() {
    let folder = folder("audit_shards_of/drawn");
    for (part, lines) in [("1", "1 . 3 4\n2 . 3 1\n"), ("2", "3 . 1 2\n1 . 2 4\n")] {
        fs::write(folder.join("decks"), lines).unwrap();
        for (seed, name) in [("5", part.to_string()), ("6", format!("{part}b"))] {
            let line = format!("audit decks --see 4 --cards 4 --seed {seed} --shard-out {name}");
            assert!(run(&folder, &line).status.success());
        }
    }
    refused(&folder, "merge 1 2", "its draws for cards that are not known have the seed of '1'");
    assert!(run(&folder, "merge 1 2b").status.success());
}

/// Numbered parts are merged in the order of their decks, whatever the order of the files, and missing ones are named.
#[test]
fn numbered_parts() {
    let folder = folder("audit_shards_of/numbered");
    let lines = decks(&folder, "10 fisher-yates --samples 12288");
    fs::write(folder.join("decks"), lines.join("\n")).unwrap();
    let whole = run(&folder, "audit decks --format json");
    for (number, lines) in (1..).zip(lines.chunks(4096)) {
        fs::write(folder.join("decks"), lines.join("\n")).unwrap();
        for chain in ["", " --chain"] {
            let line = format!("audit decks --shard {number}/3 --shard-out {number}{}{chain}", chain.trim());
            assert!(run(&folder, &line).status.success());
        }
        assert!(
            run(&folder, &format!("audit decks --shard {number}/4 --shard-out {number}of4")).status.success()
        );
    }
    assert!(run(&folder, "audit decks --shard-out none").status.success());
    let report = |line: &str| {
        let output = run(&folder, line);
        let mut report: Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", printed(&output)));
        report["source"] = Value::Null;
        (report, String::from_utf8(output.stderr).unwrap())
    };
    let (expected, note) = report("merge 1 2 3 --format json");
    let mut whole: Value = serde_json::from_slice(&whole.stdout).unwrap();
    whole["source"] = Value::Null;
    assert_eq!((&expected, note.as_str()), (&whole, ""));
    for files in ["3 2 1", "2 3 1"] {
        assert_eq!(report(&format!("merge {files} --format json")).0, expected);
    }
    let (partial, note) = report("merge 3 1 --partial --format json");
    assert_eq!((&partial["decks"], note.as_str()), (&8192.into(), "note: missing: part 2 of 3\n"));
    assert_eq!(printed(&run(&folder, "merge 3 1 --missing")), "2\n");
    fs::write(folder.join("damaged"), "x").unwrap();
    let missing = run(&folder, "merge damaged 3of4 1of4 --missing");
    assert_eq!(missing.stdout, b"2,4\n");
    assert!(String::from_utf8(missing.stderr).unwrap().contains("'damaged' is ignored"));
    refused(&folder, "merge 3 1", "missing: part 2 of 3; add them, or use --partial");
    refused(
        &folder,
        "merge 3--chain 1--chain --partial",
        "each deck was shuffled from the one before, so all parts are needed",
    );
    refused(&folder, "merge 1 2 2 3", "part 2 of 3 is in '2' too");
    refused(&folder, "merge 1 2of4 3", "it is part 2 of 4; '1' is part 1 of 3");
    refused(&folder, "merge 1 2 none", "its part has no number, but others have; write all with --shard I/N");
    refused(
        &folder,
        "merge 1 --missing --html x",
        "these are parts of an audit with --missing, which have no --html",
    );
}
