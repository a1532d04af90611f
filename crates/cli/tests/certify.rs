//! `faro certify`: documents of programs and files, their digests, and what `--check` finds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use crate::support::{InTime, faro, has_tool, printed};

/// A game with an adapter. The first two arguments are the number of cards and of decks.
const GAME: &str = "import random, faro_choices\ndef shuffle(cards):\n    deck = list(range(cards))\n    SHUFFLE\n    return deck\nfaro_choices.serve(shuffle)\n";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    faro().args(arguments).current_dir(folder).output_in_time()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", printed(output)))
}

fn decks(folder: &Path, name: &str, shuffle: &str) {
    let made = run(
        folder,
        &[
            "deck",
            "52",
            shuffle,
            "--samples",
            "800",
            "--seed",
            "3",
            "--output",
            name,
        ],
    );
    assert!(made.status.success());
}

#[test]
fn a_document_of_decks_is_repeated_and_compared() {
    let folder = folder("certify-decks");
    decks(&folder, "fair.txt", "fisher-yates");
    decks(&folder, "riffled.txt", "gsr^4");
    let arguments = [
        "certify",
        "fair.txt",
        "--seed",
        "1",
        "--operator",
        "Ada",
        "--declared",
        "plan 7",
        "--format",
        "json",
    ];
    let [first, second] = [(); 2].map(|()| run(&folder, &arguments));
    assert_eq!(
        (first.status.code(), &first.stdout),
        (Some(0), &second.stdout),
        "the document is reproducible"
    );
    let document = json(&first);
    for field in [
        "subject",
        "methods",
        "plan",
        "audit",
        "prove",
        "bits",
        "not_tested",
        "repeat",
        "digest",
    ] {
        assert!(document.get(field).is_some(), "{field}");
    }
    let hash = document["subject"]["files"][0]["sha256"].as_str().unwrap();
    assert!(hash.len() == 64 && document["subject"]["operator"] == "Ada");
    assert_eq!(document["repeat"]["declared"], "plan 7");
    fs::write(folder.join("document.json"), &first.stdout).unwrap();
    fs::write(
        folder.join("indented.json"),
        serde_json::to_string_pretty(&document).unwrap(),
    )
    .unwrap();
    let check = |arguments: &[&str]| {
        let output = run(
            &folder,
            &[&["certify", "--format", "json", "--check"], arguments].concat(),
        );
        (output.status.code(), json(&output))
    };
    for name in ["document.json", "indented.json"] {
        assert_eq!(check(&[name]).0, Some(0), "{name}");
        let (code, confirmation) = check(&[name, "fair.txt"]);
        assert_eq!(
            (code, &confirmation["repeated"]),
            (Some(0), &true.into()),
            "{confirmation}"
        );
    }
    let (code, confirmation) = check(&["document.json", "riffled.txt"]);
    assert_eq!(
        (code, &confirmation["digest"]),
        (Some(1), &document["digest"]),
        "{confirmation}"
    );
}

/// Every field is under the digest.
#[test]
fn any_change_is_found() {
    let folder = folder("certify-changes");
    decks(&folder, "fair.txt", "fisher-yates");
    let document = json(&run(
        &folder,
        &["certify", "fair.txt", "--seed", "1", "--format", "json"],
    ));
    for field in document.as_object().unwrap().keys() {
        let mut changed = document.clone();
        changed[field] = "other".into();
        fs::write(folder.join("changed.json"), changed.to_string()).unwrap();
        let output = run(&folder, &["certify", "--check", "changed.json"]);
        assert_eq!(
            output.status.code(),
            Some(1),
            "{field}: {}",
            printed(&output)
        );
    }
}

/// Whoever changes a document can compute its digest again: then the repeated tests differ.
#[test]
fn changes_with_a_new_digest_are_found() {
    let folder = folder("certify-forged");
    decks(&folder, "fair.txt", "fisher-yates");
    let made = run(
        &folder,
        &["certify", "fair.txt", "--seed", "1", "--format", "json"],
    );
    let document = json(&made);
    let check = |text: &str, decks: &[&str]| {
        fs::write(folder.join("forged.json"), text).unwrap();
        run(
            &folder,
            &[
                &["certify", "--check", "forged.json", "--format", "json"][..],
                decks,
            ]
            .concat(),
        )
    };
    let changes = [
        ("/repeat/same_decks", Value::from(false)),
        ("/plan/decks", 1_000_000_000.into()),
        ("/plan/detectable", Value::Array(Vec::new())),
        ("/methods", Value::Array(Vec::new())),
        ("/not_tested", Value::Array(Vec::new())),
        ("/repeat/commands/0", "faro order 52".into()),
        ("/repeat/decks", (-1).into()),
        ("/subject/cards", 51.into()),
        ("/subject", {
            let mut sealed = document["subject"].clone();
            sealed["seal"] = "approved".into();
            sealed
        }),
    ];
    for (path, value) in changes {
        let mut forged = document.clone();
        *forged.pointer_mut(path).unwrap() = value;
        let digest = json(&check(&forged.to_string(), &[]))["digest"].clone();
        forged["digest"] = digest;
        assert_eq!(
            check(&forged.to_string(), &[]).status.code(),
            Some(0),
            "{path}: the digest fits"
        );
        let repeated = check(&forged.to_string(), &["fair.txt"]);
        assert_eq!(
            repeated.status.code(),
            Some(1),
            "{path}: {}",
            printed(&repeated)
        );
    }
    let text = String::from_utf8(made.stdout).unwrap();
    let twice = check(&text.replacen('{', "{\"verdict\":\"perfect\",", 1), &[]);
    assert_eq!(twice.status.code(), Some(2), "{}", printed(&twice));
    assert!(
        printed(&twice).contains("the field 'verdict' occurs twice"),
        "{}",
        printed(&twice)
    );
}

/// A program that ends early: the document is of the decks that came, and names the others.
#[test]
fn missing_decks_are_named() {
    let folder = folder("certify-short");
    decks(&folder, "fair.txt", "fisher-yates");
    let short = ["certify", "--decks", "1000", "--no-proof", "--seed", "1"];
    let made = run(
        &folder,
        &[&short[..], &["--format", "json", "--", "cat", "fair.txt"]].concat(),
    );
    let document = json(&made);
    let whole = json(&run(
        &folder,
        &["certify", "fair.txt", "--seed", "1", "--format", "json"],
    ));
    assert_eq!(
        document["plan"]["detectable"],
        whole["plan"]["detectable"],
        "{}",
        printed(&made)
    );
    assert_eq!(
        document["not_tested"][0],
        "200 of the 1000 decks: only 800 were read"
    );
    let text = printed(&run(
        &folder,
        &[&short[..], &["--", "cat", "fair.txt"]].concat(),
    ));
    assert!(text.contains("after 800 decks: "), "{text}");
}

/// The programs have no seed. Alpha is so small that the fair one will never fail by chance.
#[test]
fn programs_are_audited_and_proved() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("certify-programs");
    let adapter = run(&folder, &["prove", "--adapter", "python"]).stdout;
    fs::write(folder.join("faro_choices.py"), &adapter).unwrap();
    fs::write(
        folder.join("fair.py"),
        GAME.replace("SHUFFLE", "random.shuffle(deck)"),
    )
    .unwrap();
    let naive = "for i in range(cards):\n        j = random.randrange(cards)\n        deck[i], deck[j] = deck[j], deck[i]";
    fs::write(folder.join("naive.py"), GAME.replace("SHUFFLE", naive)).unwrap();
    let numbers = [
        "--cards", "6", "--decks", "2000", "--seed", "1", "--alpha", "1e-9", "--format", "json",
    ];
    let certify = |name: &str| {
        let program = [
            "--html",
            "page.html",
            "--",
            "python3",
            name,
            "{cards}",
            "{decks}",
        ];
        run(&folder, &[&["certify"], &numbers[..], &program].concat())
    };
    let naive = certify("naive.py");
    let document = json(&naive);
    assert_eq!(
        (naive.status.code(), &document["verdict"]),
        (Some(1), &"unfair".into())
    );
    assert_eq!(document["prove"]["verdict"], "proved unfair");
    let fair = certify("fair.py");
    let document = json(&fair);
    assert_eq!(
        (fair.status.code(), &document["verdict"]),
        (Some(0), &"fair".into()),
        "{}",
        printed(&fair)
    );
    assert_eq!(document["prove"]["verdict"], "proved fair");
    let files: Vec<&str> = document["subject"]["files"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|file| file["path"].as_str())
        .collect();
    assert_eq!(files, ["fair.py", "faro_choices.py"]);
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    assert!(page.contains(document["digest"].as_str().unwrap()) && !page.contains("<script"));
    fs::write(folder.join("document.json"), &fair.stdout).unwrap();
    let again = |name: &str| {
        let program = ["--", "python3", name, "{cards}", "{decks}"];
        run(
            &folder,
            &[&["certify", "--check", "document.json"][..], &program].concat(),
        )
    };
    assert_eq!(
        again("fair.py").status.code(),
        Some(0),
        "{}",
        printed(&again("fair.py"))
    );
    assert_eq!(again("naive.py").status.code(), Some(1));
    fs::write(
        folder.join("faro_choices.py"),
        [&adapter[..], b"\n"].concat(),
    )
    .unwrap();
    assert_eq!(again("fair.py").status.code(), Some(1), "another adapter");
}
