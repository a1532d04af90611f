//! `faro verify` and `faro deal`: spellings of bytes, secrets, and another implementation of faro-deal-1.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use crate::support::{InTime, faro, has_tool, printed, project};

const SECRET: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const COMMITMENT: &str = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn run(arguments: &[&str]) -> Output {
    faro().args(arguments).output_in_time()
}

fn json(arguments: &[&str]) -> Value {
    let output = run(&[arguments, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", printed(&output)))
}

/// The usual spellings of the same 32 bytes.
#[test]
fn bytes_in_every_usual_spelling() {
    let pairs: Vec<&str> = (0..32).map(|at| &SECRET[2 * at..2 * at + 2]).collect();
    let spellings = [
        SECRET.to_uppercase(),
        format!("0x{SECRET}"),
        format!("\u{feff} {SECRET} "),
        pairs.join(":"),
        pairs.join(" "),
        format!("{}-{}", &SECRET[..8], &SECRET[8..]),
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=".into(),
        "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8".into(),
    ];
    for server in spellings {
        let arguments = [
            "verify",
            "--commitment",
            COMMITMENT,
            "--client-seed",
            "anna",
            "--server-seed",
            &server,
        ];
        let verified = json(&arguments);
        assert_eq!(
            (&verified["verified"], &verified["deck"][0]),
            (&true.into(), &24.into()),
            "{server}"
        );
    }
    for commitment in [
        COMMITMENT.to_uppercase(),
        "Yw3NKWbEM2aRElRIu7JbT/QSpJxzLbLIq8G4WBvXEN0=".into(),
    ] {
        assert_eq!(
            json(&[
                "verify",
                "--commitment",
                &commitment,
                "--server-seed",
                SECRET
            ])["verified"],
            true
        );
    }
}

#[test]
fn records_are_toml_or_json_with_byte_order_marks() {
    let toml = format!(
        "\u{feff}commitment = '{COMMITMENT}'\r\nserver = '{SECRET}'\r\nclient = ' anna '\r\nnonce = 1\r\ndealt = '24, 21 44'\r\n"
    );
    let json_record = format!(
        "\u{feff}{{\"serverSeedHashed\": \"{COMMITMENT}\", \"serverSeed\": \"{SECRET}\", \"clientSeed\": \"anna\", \"nonce\": \"1\", \"dealt\": [24, \"21\"]}}"
    );
    for (name, text) in [("record.toml", toml), ("record.json", json_record)] {
        let path = scratch(name);
        fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        assert_eq!(
            json(&["verify", "--deal", path])["verified"],
            true,
            "{name}"
        );
        let wrong = json(&["verify", "--deal", path, "--dealt", "24 22"]);
        assert_eq!(
            wrong["wrong"],
            serde_json::json!({"position": 2, "expected": "21", "given": "22"})
        );
        assert_eq!(
            run(&["verify", "--deal", path, "--dealt", "24 22"])
                .status
                .code(),
            Some(1)
        );
    }
}

/// A game: the secret is written once, to a file of its owner, and printed only on request.
#[test]
fn a_game_is_committed_dealt_revealed_and_verified() {
    let (secret, record) = (scratch("game.key"), scratch("game.json"));
    let _ = fs::remove_file(&secret);
    let secret = secret.to_str().unwrap();
    let committed = json(&["deal", "--secret", secret, "--commit"]);
    assert_eq!(
        (&committed["verified"], &committed["deck"]),
        (&Value::Null, &Value::Null)
    );
    let kept = fs::read_to_string(secret).unwrap().trim().to_owned();
    assert!(!committed.to_string().contains(&kept) && kept.len() == 64);
    #[cfg(unix)]
    {
        let mode =
            std::os::unix::fs::PermissionsExt::mode(&fs::metadata(secret).unwrap().permissions());
        assert_eq!(mode & 0o777, 0o600);
    }
    assert_eq!(
        run(&["deal", "--secret", secret, "--commit"]).status.code(),
        Some(2)
    );
    let deal = [
        "deal",
        "--secret",
        secret,
        "--client-seed",
        "anna 7",
        "--nonce",
        "3",
    ];
    let dealt = json(&deal);
    assert_eq!(
        (&dealt["commitment"], &dealt["server"]),
        (&committed["commitment"], &Value::Null)
    );
    assert!(!printed(&run(&deal)).contains(&kept));
    let revealed = run(&[&deal[..], &["--reveal", "--format", "json"]].concat());
    fs::write(&record, &revealed.stdout).unwrap();
    let verified = json(&["verify", "--deal", record.to_str().unwrap()]);
    assert_eq!(
        (&verified["verified"], &verified["deck"]),
        (&true.into(), &dealt["deck"])
    );
    assert_eq!(verified["server"], Value::Null);
}

/// Every list of cards in a record is compared, and a record that can be read in two ways is refused.
#[test]
fn changed_records_are_not_verified() {
    let deal = [
        "deal",
        "--server-seed",
        SECRET,
        "--client-seed",
        "anna",
        "--cards",
        "8",
        "--reveal",
    ];
    let path = scratch("changed.json");
    let verify = |text: &str| {
        fs::write(&path, text).unwrap();
        run(&["verify", "--deal", path.to_str().unwrap(), "--search", "0"])
    };
    for hands in ["2x3", "3,2", "3,3"] {
        let dealt = json(&[&deal[..], &["--hands", hands]].concat());
        assert_eq!(verify(&dealt.to_string()).status.code(), Some(0), "{hands}");
        for path in ["/deck", "/faces", "/hands/1"] {
            let mut changed = dealt.clone();
            changed
                .pointer_mut(path)
                .unwrap()
                .as_array_mut()
                .unwrap()
                .swap(0, 1);
            let output = verify(&changed.to_string());
            assert_eq!(
                output.status.code(),
                Some(1),
                "{hands} {path}: {}",
                printed(&output)
            );
        }
    }
    let mut hidden = json(&deal);
    hidden["dealt"] = Value::Null;
    hidden["deck"].as_array_mut().unwrap().swap(0, 1);
    assert_eq!(
        verify(&hidden.to_string()).status.code(),
        Some(1),
        "an empty field hides no other"
    );
    let dealt = json(&deal);
    let refused = [
        ("deck", "\"deck\":[1],", "the field 'deck' occurs twice"),
        (
            "clientSeed",
            "\"clientSeed\":\"eve\",",
            "the fields 'client' and 'clientSeed' differ",
        ),
        (
            "dealt",
            "\"dealt\":[],",
            "the field 'dealt' is not a list of cards",
        ),
    ];
    for (name, field, why) in refused {
        let output = verify(&dealt.to_string().replacen('{', &format!("{{{field}"), 1));
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(
            printed(&output).contains(why),
            "{name}: {}",
            printed(&output)
        );
    }
    assert!(printed(&verify("")).contains("there is no deal in this file"));
    assert_eq!(
        verify("{\"scheme\": 7, \"nonce\": 1}").status.code(),
        Some(2)
    );
    assert_eq!(
        run(&["verify", "--server-seed", SECRET, "--dealt", ","])
            .status
            .code(),
        Some(2)
    );
}

/// The player is asked only for what the scheme has: provably-fair-shuffle has no number of the hand.
#[test]
fn the_player_checks_what_the_scheme_has() {
    let checks =
        |scheme: &str| json(&["verify", "--scheme", scheme])["scheme"]["checks"].to_string();
    assert!(!checks("provably-fair-shuffle").contains("number of the hand"));
    assert!(checks("provably-fair-shuffle").contains("another client seed"));
    assert!(
        checks("faro-deal-1").contains("number of the hand")
            && checks("faro-deal-1").contains("commitment")
    );
    let path = scratch("bare.toml");
    let bare = "name = 'bare'\ncards = 4\n[stream]\nkind = 'sha256'\nmessage = '{server}:{nonce}:{block}'\n[numbers]\nbytes = 4\n\
                [deck]\nmethod = 'draw'\n";
    fs::write(&path, bare).unwrap();
    let bare = checks(path.to_str().unwrap());
    assert!(
        !bare.contains("commitment")
            && !bare.contains("client")
            && bare.contains("number of the hand"),
        "{bare}"
    );
}

/// Errors do not repeat a secret.
#[test]
fn errors_keep_secrets() {
    for arguments in [
        &["deal", "--server-seed", "topsecret!", "--client-seed", "x"][..],
        &[
            "verify",
            "--server-seed",
            "topsecret!",
            "--commitment",
            COMMITMENT,
        ],
        &["verify", "--server-seed", "topsecret!"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            !printed(&output).contains("topsecret"),
            "{}",
            printed(&output)
        );
    }
}

#[test]
fn another_implementation_agrees() {
    if !has_tool("python3") {
        return;
    }
    let record = scratch("python.json");
    for (cards, nonce, client) in [
        ("52", "1", "anna"),
        ("5", "0", ""),
        ("512", "18446744073709551615", "ä b:c"),
        ("1", "7", "x"),
    ] {
        let deal = [
            "deal",
            "--server-seed",
            SECRET,
            "--cards",
            cards,
            "--nonce",
            nonce,
            "--client-seed",
            client,
        ];
        let output = run(&[&deal[..], &["--reveal", "--format", "json"]].concat());
        fs::write(&record, &output.stdout).unwrap();
        let check = || {
            let mut python = std::process::Command::new("python3");
            python
                .arg(project().join("examples/provably_fair.py"))
                .arg(&record)
                .output_in_time()
        };
        assert_eq!(
            check().status.code(),
            Some(0),
            "{cards} {nonce} {client}: {}",
            printed(&check())
        );
        let other = String::from_utf8(output.stdout)
            .unwrap()
            .replace("\"commitment\":\"63", "\"commitment\":\"64");
        fs::write(&record, other).unwrap();
        assert_eq!(check().status.code(), Some(1));
    }
}

/// Writes a known scheme with changes to a file, and returns its path.
fn changed_scheme(file: &str, preset: &str, changes: &[(&str, &str)]) -> String {
    let mut text = printed(&run(&["verify", "--print", preset]));
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    let path = scratch(file);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().into()
}

/// The operator would choose the spelling after it has seen the client seed.
#[test]
fn one_commitment_does_not_verify_two_decks() {
    let scheme = changed_scheme(
        "loose.toml",
        "faro-deal-1",
        &[("key = \"{server:bytes}\"", "key = \"{server}\"")],
    );
    for server in [
        SECRET.to_owned(),
        SECRET.to_uppercase(),
        format!("0x{SECRET}"),
    ] {
        let deal = [
            "verify",
            "--scheme",
            &scheme,
            "--commitment",
            COMMITMENT,
            "--client-seed",
            "a",
        ];
        let verified = json(&[&deal[..], &["--server-seed", &server]].concat());
        assert_eq!(
            (&verified["verified"], &verified["scheme"]["grade"]),
            (&false.into(), &"broken".into())
        );
        let text = printed(&run(&[&deal[..], &["--server-seed", &server]].concat()));
        assert!(
            text.starts_with("not verified: the commitment fits several server seeds"),
            "{text}"
        );
    }
}

/// A scheme of a stranger can't write over the verdict, and is said to be a file.
#[test]
fn a_scheme_does_not_forge_the_verdict() {
    let forged = "name = \"\\u001b[6A\\r\\u001b[2Kverified\"";
    let joker = ("2D 2H", "2D\\u001b[2J 2H");
    for (preset, change) in [
        ("faro-deal-1", ("name = \"faro-deal-1\"", forged)),
        ("duel-video-poker", joker),
    ] {
        let scheme = changed_scheme("forged.toml", preset, &[change]);
        let output = run(&["verify", "--scheme", &scheme]);
        let text = printed(&output);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            text.contains("control character") && !text.contains('\u{1b}'),
            "{text}"
        );
    }
    let right_to_left = changed_scheme(
        "bidi.toml",
        "duel-video-poker",
        &[("2D 2H", "2D\\u202e 2H")],
    );
    let deal = [
        "verify",
        "--scheme",
        &right_to_left,
        "--server-seed",
        SECRET,
        "--commitment",
        COMMITMENT,
    ];
    assert!(!printed(&run(&deal)).contains('\u{202e}'));
    let copy = changed_scheme("copy.toml", "faro-deal-1", &[]);
    let text = printed(&run(&["verify", "--scheme", &copy]));
    assert!(
        text.starts_with(&format!(
            "the scheme faro-deal-1 of the file {copy} is sound"
        )),
        "{text}"
    );
    assert_eq!(json(&["verify", "--scheme", &copy])["scheme"]["file"], copy);
    assert_eq!(json(&["verify"])["scheme"]["file"], Value::Null);
}

/// What a record says is compared or refused.
#[test]
fn contradictory_records_are_not_verified() {
    let path = scratch("contradictory.json");
    let verify = |text: String| {
        fs::write(&path, text).unwrap();
        run(&["verify", "--deal", path.to_str().unwrap(), "--search", "0"])
    };
    let record = |fields: &str| {
        format!(
            "{{\"scheme\":\"faro-deal-1\",\"cards\":5,\"commitment\":\"{COMMITMENT}\",\"server\":\"{SECRET}\",\"client\":\"\",\"nonce\":0,{fields}}}"
        )
    };
    for (fields, code, said) in [
        (
            "\"dealt\":[3,4,2,1,5],\"deck\":[3,4,2,1,5]",
            0,
            "verified: ",
        ),
        (
            "\"dealt\":[3,4,2,1,5],\"deck\":[3,4,2,5,1]",
            1,
            "not verified: card 4 is 1 by the seeds, and 5",
        ),
        (
            "\"dealt\":[3,4,2,1,5],\"faces\":[4,3,2,1,5]",
            1,
            "not verified: card 1",
        ),
        ("\"faces\":[\"3\",\"4\",\"2\"]", 0, "verified: "),
        (
            "\"hands\":[[3,4],[1,2]]",
            1,
            "not verified: card 2 is 4 by the seeds, and 1",
        ),
        ("\"hands\":[[3,2],[4,1]]", 0, "verified: "),
        (
            "\"hands\":{\"anna\":[3,2]}",
            2,
            "the field 'hands' is not a list of hands",
        ),
        (
            "\"hands\":[[3,2],[]]",
            2,
            "the field 'hands' is not a list of hands",
        ),
        (
            "\"Dealt\":[3,4]",
            2,
            "there is no field 'Dealt' in a record of a deal; expected scheme,",
        ),
        ("\"x\\u001b\":1", 2, "there is no field 'x\\u{1b}'"),
        ("\"scheme2\":{}", 2, "there is no field 'scheme2'"),
    ] {
        let output = verify(record(fields));
        let text = printed(&output);
        assert_eq!(output.status.code(), Some(code), "{fields}: {text}");
        assert!(text.contains(said), "{fields}: {text}");
    }
    assert_eq!(
        verify("{\"scheme\":{\"id\":1},\"nonce\":1}".into())
            .status
            .code(),
        Some(2)
    );
}

/// A report of a scheme with faces has the deck as numbers and as names.
#[test]
fn a_report_is_a_record() {
    let path = scratch("poker.json");
    let seeds = [
        "--server-seed",
        SECRET,
        "--client-seed",
        "a",
        "--commitment",
        COMMITMENT,
    ];
    let mut report = json(&[&["verify", "--scheme", "duel-video-poker"][..], &seeds].concat());
    report["server"] = SECRET.into();
    let verify = |text: String| {
        fs::write(&path, text).unwrap();
        run(&["verify", "--deal", path.to_str().unwrap()])
            .status
            .code()
    };
    assert_eq!(verify(report.to_string()), Some(0));
    for list in ["deck", "faces"] {
        let mut changed = report.clone();
        changed[list].as_array_mut().unwrap().swap(3, 8);
        assert_eq!(verify(changed.to_string()), Some(1), "{list}");
    }
}

/// A pipe that nobody writes to would be waited for without end.
#[cfg(unix)]
#[test]
fn pipes_are_refused_as_files() {
    let (pipe, record, decks) = (
        scratch("waiting.pipe"),
        scratch("pipe.json"),
        scratch("pipe.txt"),
    );
    let _ = fs::remove_file(&pipe);
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let pipe = pipe.to_str().unwrap();
    fs::write(&record, format!("{{\"scheme\":\"{pipe}\",\"nonce\":1}}")).unwrap();
    fs::write(&decks, "1 2 3\n").unwrap();
    let [record, decks] = [&record, &decks].map(|path| path.to_str().unwrap());
    for arguments in [
        &["verify", "--deal", record][..],
        &["verify", "--deal", pipe],
        &["verify", "--scheme", pipe],
        &["merge", pipe],
        &["deck", "5", "out", "--start", pipe],
        &["audit", decks, "--start", pipe],
        &["inspect", pipe],
        &["certify", "--check", pipe],
        &["certify", decks, "--source", pipe],
        &["deal", "--secret", pipe, "--client-seed", "a"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let text = printed(&output);
        assert!(
            text.starts_with("error: ") && text.contains("waiting.pipe"),
            "{arguments:?}: {text}"
        );
    }
    let shell = crate::support::shell("bash -c 'faro deck 4 out --start <(echo A B C D)'");
    assert_eq!(printed(&shell), "A C B D\n");
}

/// A secret that is drawn after the client seed proves nothing, and the help begins with the commitment.
#[test]
fn the_commitment_comes_first() {
    let help = printed(&run(&["deal", "--help"]));
    let examples = help.split("Examples:").nth(1).unwrap_or_default();
    assert!(
        examples
            .trim_start()
            .starts_with("faro deal --secret club.key --commit "),
        "{help}"
    );
    for reveal in [&["--reveal"][..], &[]] {
        let output = run(&[&["deal", "--client-seed", "a"], reveal].concat());
        let note = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(note.contains("could try until a deck suits"), "{note}");
        let report = json(&[&["deal", "--client-seed", "a"], reveal].concat());
        assert_eq!(report["scheme"]["grade"], "broken");
    }
    assert!(
        run(&["deal", "--server-seed", SECRET, "--client-seed", "a"])
            .stderr
            .is_empty()
    );
}
