//! What a reader sees first: pages of help that fit a screen, hands, lists of sizes, comparisons, hints.

use serde_json::Value;

use crate::support::{InTime, faro, printed};

fn text(arguments: &[&str]) -> String {
    printed(&faro().args(arguments).output_in_time())
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&text(&[arguments, &["--format", "json"]].concat())).unwrap()
}

/// Counts the rows of a terminal of 80 columns.
fn rows(text: &str) -> usize {
    text.lines()
        .map(|line| line.chars().count().div_ceil(80).max(1))
        .sum()
}

#[test]
fn pages_of_help_fit_a_screen() {
    for page in [vec![], vec!["-h"]] {
        let first = text(&page);
        assert!(rows(&first) <= 20, "{first}");
        for question in [
            "What does this shuffle do?",
            "How random is it?",
            "Is my shuffle fair?",
            "Show me",
        ] {
            assert!(first.contains(question), "{first}");
        }
    }
    // The manual page names every command; `--help` lists those with a question.
    let (help, manual) = (text(&["--help"]), text(&["man"]));
    let pages = manual
        .lines()
        .filter_map(|line| line.strip_prefix("faro\\-"));
    for command in pages.filter_map(|page| page.strip_suffix("(1)")) {
        let page = text(&[command, "-h"]);
        assert!(rows(&page) <= 24, "{} rows: {page}", rows(&page));
        assert!(
            page.contains(&format!("all options: faro {command} --help")),
            "{page}"
        );
        assert!(
            help.lines()
                .any(|line| line.starts_with(&format!("  {command} "))),
            "{command} is not in {help}"
        );
        assert!(text(&[command, "--help"]).len() > page.len(), "{command}");
    }
    let headings: Vec<usize> = [
        "What does",
        "How random",
        "Is my shuffle",
        "Show me",
        "Also",
    ]
    .map(|name| help.find(name).unwrap())
    .into();
    assert!(headings.is_sorted());
}

#[test]
fn the_topics_of_list() {
    assert_eq!(text(&["list"]).lines().count(), 4);
    assert_eq!(json(&["list"])[0]["name"], "moves");
}

/// Hands in rounds and at once, from a fixed and a random deck; `where` finds each card in its hand.
#[test]
fn hands_are_dealt() {
    let report = json(&["deck", "10", "out", "--deal", "2x3"]);
    assert_eq!(
        report["deck"],
        serde_json::json!([1, 6, 2, 7, 3, 8, 4, 9, 5, 10])
    );
    assert_eq!(report["hands"], serde_json::json!([[1, 2, 3], [6, 7, 8]]));
    assert_eq!(report["rest"], serde_json::json!([4, 9, 5, 10]));
    let report = json(&["deck", "10", "out", "--deal", "2,3"]);
    assert_eq!(report["hands"], serde_json::json!([[1, 6], [2, 7, 3]]));
    for deal in ["4x5", "13,13,13,13"] {
        let hands = json(&["deck", "52", "out^3", "--deal", deal])["hands"].clone();
        for card in [1, 7, 33, 52] {
            let place = json(&[
                "where",
                "52",
                "out^3",
                "--card",
                &card.to_string(),
                "--deal",
                deal,
            ]);
            match (place["hand"].as_u64(), place["place"].as_u64()) {
                (Some(hand), Some(place)) => {
                    assert_eq!(hands[hand as usize - 1][place as usize - 1], card);
                }
                _ => assert!(
                    !hands
                        .as_array()
                        .unwrap()
                        .iter()
                        .any(|hand| hand.as_array().unwrap().contains(&card.into()))
                ),
            }
        }
    }
    let drawn = text(&[
        "deck",
        "52",
        "fisher-yates",
        "--seed",
        "1",
        "--format",
        "csv",
    ]);
    let cards: Vec<&str> = drawn
        .lines()
        .skip(1)
        .map(|line| line.rsplit(',').next().unwrap())
        .collect();
    let dealt = json(&["deck", "52", "fisher-yates", "--seed", "1", "--deal", "4x5"]);
    let deck: Vec<String> = dealt["deck"]
        .as_array()
        .unwrap()
        .iter()
        .map(Value::to_string)
        .collect();
    assert_eq!(deck, cards);
    assert!(
        text(&["deck", "52", "out", "--deal", "9x6"])
            .contains("54 cards are needed, and the deck has 52")
    );
    assert!(text(&["deck", "52", "out", "--deal", "four"]).contains("4x5"));
}

#[test]
fn lists_and_ranges_of_sizes() {
    let orders = json(&["order", "50..=54", "out"]);
    let each: Vec<Value> = (50..=54)
        .map(|cards| json(&["order", &cards.to_string(), "out"]))
        .collect();
    assert_eq!(orders, Value::Array(each));
    let mix = json(&["mix", "5,8", "--riffles", "1..=2"]);
    assert_eq!(mix["cards"], serde_json::json!([5, 8]));
    assert_eq!(mix["rows"].as_array().unwrap().len(), 4);
    assert_eq!(mix["rows"][3]["cards"], 8);
    assert_eq!(
        mix["rows"][3]["total_variation"],
        json(&["mix", "8", "--riffles", "2"])["rows"][0]["total_variation"]
    );
    assert_eq!(
        text(&["order", "4,6", "out", "--format", "csv"])
            .lines()
            .count(),
        3
    );
    for line in text(&["mix", "25,32,52"]).lines() {
        assert!(line.chars().count() <= 80, "{line}");
        assert!(!line.ends_with("1.00000"), "{line}");
    }
    assert!(text(&["order", "1..=200000", "out"]).contains("faro sweep"));
    assert!(text(&["mix", "25,32", "--svg", "a.svg"]).contains("a picture is of one deck size"));
}

/// Distances of several decks stand side by side; p-values of several decks do not vanish.
#[test]
fn several_decks_fit_a_screen() {
    let beside = text(&["mix", "25,32", "--until", "0.1"]);
    assert!(beside.starts_with("riffles"), "{beside}");
    assert!(beside.contains("0.0563866978    0.0835427196"), "{beside}");
    assert!(
        beside.ends_with("near enough after 8 for 25 cards, 8 for 32 cards\n"),
        "{beside}"
    );
    let simulated = text(&[
        "simulate",
        "8,16",
        "gsr",
        "--samples",
        "1000",
        "--seed",
        "1",
    ]);
    assert!(
        simulated.contains("< 1e-300") && !simulated.contains(" 0.00000"),
        "{simulated}"
    );
    assert_eq!(
        json(&["law", "2,3", "naive"])[1]["orders"]
            .as_array()
            .unwrap()
            .len(),
        6
    );
    assert_eq!(
        json(&["matrix", "2..=4", "naive"])
            .as_array()
            .unwrap()
            .len(),
        3
    );
}

/// Sizes stand where other options have the same text, in every spelling.
#[test]
fn sizes_are_not_mistaken_for_other_options() {
    let rows = |arguments: &[&str]| {
        json(&[&["mix"], arguments].concat())["rows"]
            .as_array()
            .unwrap()
            .len()
    };
    for arguments in [
        &["2..=3", "--riffles", "2..=3"][..],
        &["--riffles", "2..=3", "2..=3"],
        &["--riffles=2..=3", "2..=3"],
        &["--riffles=2..=3", "--cards=2..=3"],
        &["--color", "never", "-n2..=3", "--riffles", "2..=3"],
        &["-n", "2..=3", "--riffles", "2..=3"],
    ] {
        assert_eq!(rows(arguments), 4, "{arguments:?}");
    }
}

/// A p-value is 0 only if it is exactly so, which none is here.
#[test]
fn p_values_do_not_vanish() {
    let compared = text(&[
        "matrix",
        "10",
        "gsr",
        "--against",
        "gsr^4",
        "--samples",
        "20000",
        "--seed",
        "1",
    ]);
    assert!(
        compared.contains("not chance: p < 1e-300,") && !compared.contains("p = 0"),
        "{compared}"
    );
    let compared = text(&[
        "simulate",
        "52",
        "gsr",
        "--against",
        "fisher-yates",
        "--samples",
        "1000",
        "--seed",
        "1",
    ]);
    assert!(
        compared.contains("differ") && !compared.contains("p = 0"),
        "{compared}"
    );
    assert!(
        compared.contains(", p < 1e-300 corrected for 7 means)"),
        "{compared}"
    );
}

#[test]
fn decks_of_small_order() {
    let listed = json(&["sizes", "--below", "10", "60..=130", "in"]);
    let expected: Vec<Value> = json(&["sweep", "60..=130", "in"])
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["order"].as_u64().unwrap() < 10)
        .cloned()
        .collect();
    assert!(!expected.is_empty());
    assert_eq!(listed, Value::Array(expected));
}

/// The largest difference of two exact matrices, and of simulated ones, of the same shuffle and of others.
#[test]
fn matrices_are_compared() {
    let report = json(&["matrix", "6", "gsr^2", "--against", "gsr^3"]);
    let other = json(&["matrix", "6", "gsr^3"]);
    let cell = |report: &Value, card: usize, position: usize| {
        report["matrix"][card][position].as_f64().unwrap()
    };
    let cells = (0..6).flat_map(|card| (0..6).map(move |position| (card, position)));
    let most = cells.map(|(card, position)| {
        (cell(&report, card, position) - cell(&other, card, position)).abs()
    });
    let against = &report["against"];
    assert!(
        (against["difference"].as_f64().unwrap().abs() - most.fold(0.0, f64::max)).abs() < 1e-12
    );
    assert!(against["p_value"].is_null());
    let simulated = ["--samples", "20000", "--seed", "1"];
    let p_value = |first, second| {
        json(
            &[
                &["matrix", "10", first, "--against", second],
                &simulated[..],
            ]
            .concat(),
        )["against"]["p_value"]
            .as_f64()
            .unwrap()
    };
    assert!(p_value("gsr^4", "gsr^4") > 0.01);
    assert!(p_value("gsr", "gsr^4") < 1e-6);
    assert!(
        text(&["matrix", "5", "gsr^2", "--against", "gsr^2"])
            .contains("against gsr^2: no cell differs")
    );
}

#[test]
fn simulations_are_compared_in_a_sentence() {
    let compared = |other| {
        text(&[
            "simulate",
            "20",
            "gsr",
            "--samples",
            "3000",
            "--seed",
            "1",
            "--against",
            other,
        ])
    };
    assert!(
        compared("fisher-yates").contains("gsr and fisher-yates differ, most in rising sequences")
    );
    assert!(compared("gsr").contains("No difference between gsr and gsr is seen"));
}

/// `--samples` is the number of decks of an audit too, and `--composition` reads the forms of both commands.
#[test]
fn counts_and_compositions_have_one_form() {
    let audited = |count: &str| -> Value {
        serde_json::from_str(&text(&[
            "audit", count, "50", "--format", "json", "--", "yes", "2 1 3",
        ]))
        .unwrap()
    };
    let [decks, samples] = ["--decks", "--samples"].map(|count| audited(count)["decks"].clone());
    assert_eq!([decks, samples], [50, 50]);
    let mixed = |composition| {
        json(&["mix", "104", "--composition", composition, "--riffles", "1"])["rows"].clone()
    };
    assert_eq!(mixed("2 packs"), mixed(&["2"; 52].join(",")));
    let both = text(&[
        "audit",
        "--decks",
        "9",
        "--samples",
        "9",
        "--",
        "yes",
        "2 1 3",
    ]);
    assert!(both.contains("given twice"), "{both}");
}

#[test]
fn a_deck_in_rows() {
    let rows = text(&["deck", "52", "out", "--columns", "13"]);
    assert_eq!(rows.lines().count(), 4);
    assert_eq!(rows.split_whitespace().count(), 52);
}

#[test]
fn hints_say_what_to_type() {
    for (arguments, hint) in [
        (&["prove", "fair.py"][..], "faro prove -- python3 fair.py"),
        (&["bits", "52", "mt19937"], "faro bits --list"),
        (&["where", "52", "out"], "try `faro where 52 out --card 1`"),
        (&["explore", "8080"], "--port 8080"),
        (&["deck", "52", "out x3"], "out^3"),
        (&["order", "52", "out", "x3"], "out^3"),
        (&["deck", "52", "reverse 5"], "reverse:5"),
        (&["where", "52", "AS", "out"], "--card AS"),
        (&["prove", "--", "game.py"], "-- python3 game.py"),
        (&["audit", "--", "./game.py"], "-- python3 ./game.py"),
        (&["sizes", "60..=130", "out"], "--below 10 60..=130"),
        (&["inspect", "AS", "KH", "11D"], "11D is neither"),
        (
            &["group", "8", "in out"],
            "several moves are written in,out",
        ),
        (&["deck", "8", "out", "--png", "a.png"], "--svg a.svg"),
        (&["prove"], "faro prove -- python3 fair.py"),
    ] {
        assert!(
            text(arguments).contains(hint),
            "{arguments:?}: {}",
            text(arguments)
        );
    }
}

/// A count of one has a singular noun and verb, wherever numbers meet words.
#[test]
fn one_is_singular() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [riffle, scheme] = ["one-riffle.txt", "one-card.toml"].map(|name| folder.join(name));
    std::fs::write(&riffle, "LRLLRRLRLRLRLRLRLRLR\n").unwrap();
    let one_card = "name = 'one'\ncards = 1\n[stream]\nkind = 'sha256'\nmessage = '{server}:{nonce}:{block}'\n[numbers]\nbytes = 4\n\
                    [deck]\nmethod = 'draw'\n";
    std::fs::write(&scheme, one_card).unwrap();
    let (riffle, scheme) = (riffle.to_str().unwrap(), scheme.to_str().unwrap());
    let lines: [&[&str]; 16] = [
        &["bits", "1"],
        &["bits", "2", "--state-bits", "1"],
        &["bits", "52", "--state-bits", "5"],
        &["mix", "2", "--riffles", "0..=3"],
        &["mix", "1,2", "--riffles", "1"],
        &["mix", "1", "gsr:cut=0.4"],
        &["simulate", "2", "gsr", "--samples", "1", "--seed", "1"],
        &["order", "1", "out"],
        &["cycles", "1", "out"],
        &["group", "1"],
        &["inspect", "1"],
        &["matrix", "2", "gsr", "--samples", "1"],
        &["hands", riffle, "--ideal", "1"],
        &[
            "verify",
            "--scheme",
            scheme,
            "--server-seed",
            "x",
            "--dealt",
            "1",
        ],
        &["certify", "--plan", "50%", "--cards", "2"],
        &["deck", "2", "gsr", "--samples", "1"],
    ];
    for line in lines {
        let output = faro().args(line).output_in_time();
        let text = printed(&output);
        assert!(
            output.status.code() != Some(2) && text.contains('1'),
            "{line:?}: {text}"
        );
        for words in text
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<&str>>())
        {
            for three in words.windows(3).filter(|three| three[0] == "1") {
                let noun = three[1].trim_end_matches(|letter: char| !letter.is_alphanumeric());
                let is_plural = noun.len() > 3 && noun.ends_with('s') && !noun.ends_with("ss");
                let is_verb = ["leaves", "brings", "times", "reaches"].contains(&noun);
                assert!(!is_plural || is_verb, "{line:?}: {three:?}");
                let plural_verbs = ["leave", "bring", "come", "are", "were", "reach"];
                assert!(!plural_verbs.contains(&three[2]), "{line:?}: {three:?}");
            }
        }
    }
}

/// Hands of which each has one spell: text, HTML and JSON have the table of kinds, with the exact expected counts.
#[test]
fn hands_have_a_table_of_kinds() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [hands, page] = ["kind-hands.txt", "kind-hands.html"].map(|name| folder.join(name));
    std::fs::write(
        &hands,
        "land land spell\nland spell land\nspell land land\n".repeat(100),
    )
    .unwrap();
    let [hands, page] = [&hands, &page].map(|path| path.to_str().unwrap());
    let arguments = [
        "audit",
        hands,
        "--composition",
        "24 land, 36 spell",
        "--see",
        "3",
    ];
    let shown = text(&[&arguments[..], &["--html", page]].concat());
    // 300 hands, C(24, 2)·36/C(60, 3) = 9936/34220 of them with two lands.
    assert!(
        shown.contains("land in a hand of 3 cards: 2 too often, 0, 1 and 3 too rarely"),
        "{shown}"
    );
    assert!(shown.contains("2   300      87.1"), "{shown}");
    assert!(
        std::fs::read_to_string(page)
            .unwrap()
            .contains("cards of a kind in a hand of 3 cards, 300 hands")
    );
    let counts = &json(&arguments)["kinds_in_hands"][0]["counts"][2];
    assert!(
        counts["hands"] == 300
            && (counts["expected"].as_f64().unwrap() - 300.0 * 9936.0 / 34220.0).abs() < 1e-9
    );
}
