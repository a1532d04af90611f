//! The program's statements are true: digits are correct, 0 and 1 are exact, names are unique, and every option
//! has an effect.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::support::{InTime, faro, printed};
use faro::{Permutation, Word};
use serde_json::Value;

/// Returns the arguments of a command line. An underscore is a space within an argument, but not in a path.
fn arguments(line: &str) -> impl Iterator<Item = String> {
    line.split(' ').map(|word| {
        if word.starts_with('/') {
            word.into()
        } else {
            word.replace('_', " ")
        }
    })
}

fn run(line: &str) -> String {
    let output = faro().args(arguments(line)).output_in_time();
    assert!(output.status.success(), "{line}: {}", printed(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the error message of a command line. Its exit code must be 2.
fn error(line: &str) -> String {
    let output = faro().args(arguments(line)).output_in_time();
    assert_eq!(
        output.status.code(),
        Some(2),
        "{line}: {}",
        printed(&output)
    );
    assert!(output.stdout.is_empty(), "{line}: {}", printed(&output));
    String::from_utf8(output.stderr).unwrap()
}

/// Writes a file, and returns its path.
fn file(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("statements-{name}"));
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().into()
}

fn json(line: &str) -> Value {
    serde_json::from_str(&run(&format!("{line} --format json"))).unwrap()
}

/// The exact distance is 1.8·10^-12. All orders are possible, and none has exactly the fair probability.
#[test]
fn a_law_that_is_nearly_fair_is_not_called_fair() {
    let text = run("law 6 gsr^40");
    let distance = json("law 6 gsr^40")["total_variation"].as_f64().unwrap();
    assert!((1.8e-12..1.82e-12).contains(&distance), "{distance}");
    assert!(text.contains(" = 1.811e-12 from uniform\n"), "{text}");
    assert!(
        text.contains(", 1 + 1.4e-11 times fair,") && !text.contains(" 1.0000 times fair"),
        "{text}"
    );
    assert!(
        text.contains("less than 0.000001 below 9.491853 bits\n"),
        "{text}"
    );
    let fair = run("law 6 fisher-yates");
    assert!(
        fair.contains("  0 from uniform\n") && fair.contains("9.491853 of 9.491853 bits"),
        "{fair}"
    );
}

/// The fraction of orders is 2^32/1000!, which is about 10^-2558.
#[test]
fn a_reachable_fraction_that_underflows_is_not_zero() {
    let raw = run("bits 1000 32 --format json");
    assert!(
        raw.contains("\"reachable_fraction\":1.06737") && raw.contains("e-2558,"),
        "{raw}"
    );
}

/// The distance of an unshuffled deck is 1 - 1/10!, which is not 1.
#[test]
fn a_distance_near_one_is_not_one() {
    let text = run("law 10 out");
    assert!(text.contains(" = 1 - 2.756e-7 from uniform\n"), "{text}");
}

/// After 60 riffles no cell is exactly 1/5, and none is printed as 1/5.
#[test]
fn cells_near_a_fraction_are_not_that_fraction() {
    let text = run("matrix 5 gsr^60");
    let cells: Vec<&str> = text
        .lines()
        .skip(1)
        .take(5)
        .flat_map(|line| line.split_whitespace().skip(1))
        .collect();
    assert_eq!(cells, ["0.2000"; 25], "{text}");
    assert!(
        text.contains("every cell is fair, as far as its digits show"),
        "{text}"
    );
    let exact = json("matrix 5 gsr^60 --exact");
    let fractions = exact["exact"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row.as_array().unwrap());
    assert!(
        fractions.clone().count() == 25 && fractions.into_iter().all(|cell| cell != "1/5"),
        "{exact}"
    );
    let text = run("matrix 5 gsr^60 --exact");
    assert!(
        text.contains(" times fair\n") && text.contains("1 + ") && !text.contains("1.0000"),
        "{text}"
    );
    assert!(run("matrix 5 fisher-yates --exact").contains("every cell is 1 times fair"));
}

/// Cells that are 1/2, 1/5 or 0 are printed exactly, and none is negative.
#[test]
fn exact_cells_have_no_wrong_digits() {
    let cell = |line: &str, card: usize, position: usize| {
        let csv = run(&format!("{line} --format csv"));
        let row = csv
            .lines()
            .find(|row| row.starts_with(&format!("{card},{position},")))
            .unwrap()
            .to_string();
        row.split(',').nth(2).unwrap().to_string()
    };
    assert_eq!(
        [cell("matrix 5 naive", 1, 1), cell("matrix 6 sattolo", 1, 4)],
        ["0.2", "0.2"]
    );
    assert_eq!(
        [
            cell("matrix 16 sattolo", 12, 12),
            cell("matrix 16 sattolo", 13, 13)
        ],
        ["0", "0"]
    );
    assert_eq!(cell("matrix 2 gsr", 1, 2), "0.25");
    // The top card reaches the bottom if the top packet has all cards except one: probability 10^-6 to the
    // power of n - 1.
    let far: f64 = cell("matrix 12 gsr:cut=0.000001", 12, 1).parse().unwrap();
    assert!((far / 1e-66 / 0.999999 - 1.0).abs() < 1e-12, "{far}");
    let far: f64 = cell("matrix 128 gsr", 1, 128).parse().unwrap();
    assert!((far / 0.5f64.powi(128) - 1.0).abs() < 1e-12, "{far}");
    for line in [
        "matrix 52 sattolo",
        "matrix 52 naive",
        "matrix 20 sattolo^3",
    ] {
        let rows = json(line)["matrix"].as_array().unwrap().clone();
        let mut cells = rows
            .iter()
            .flat_map(|row| row.as_array().unwrap())
            .map(|cell| cell.as_f64().unwrap());
        assert!(cells.all(|cell| cell >= 0.0), "{line}");
    }
}

/// Simulated frequencies are counts divided by the samples, to the last bit.
#[test]
fn frequencies_are_not_rounded() {
    let matrix = json("matrix 4 gsr --samples 3 --seed 1")["matrix"].clone();
    let cells = matrix
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|row| row.as_array().unwrap().clone());
    assert!(
        cells
            .map(|cell| cell.as_f64().unwrap())
            .all(|cell| [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0].contains(&cell))
    );
    let text = run("matrix 4 gsr --samples 3 --seed 1");
    assert!(
        text.contains("0.0000")
            && !text
                .lines()
                .skip(1)
                .take(4)
                .any(|line| line.ends_with(" 0")),
        "{text}"
    );
}

/// The p-values of 3000 decks after one riffle are below the smallest `f64`, and not 0.
#[test]
fn p_values_that_underflow_keep_their_digits() {
    let line = "simulate 52 gsr --samples 3000 --seed 1";
    let text = run(line);
    assert!(text.contains("< 1e-300"), "{text}");
    assert!(!text.lines().any(|row| row.ends_with(" 0")), "{text}");
    let raw = run(&format!("{line} --format json"));
    assert!(!raw.contains("\"p_value\":0"), "{raw}");
    for one in json(line)["statistics"].as_array().unwrap() {
        let test = &one["chi_square"];
        let (statistic, degrees) = (
            test["statistic"].as_f64().unwrap(),
            test["degrees"].as_f64().unwrap(),
        );
        let log10 = test["p_value_log10"].as_f64().unwrap();
        // The density of the law bounds its tail: x^(a − 1)·e^-x/Γ(a) ≤ Q(a, x) ≤ x^a·e^-x/(Γ(a)·(x − a + 1)).
        let (a, x) = (degrees / 2.0, statistic / 2.0);
        let gamma: f64 = (0..)
            .map(|step| a - 1.0 - f64::from(step))
            .take_while(|&k| k > 0.0)
            .map(f64::ln)
            .sum();
        let gamma = if degrees % 2.0 == 0.0 {
            gamma
        } else {
            gamma + std::f64::consts::PI.ln() / 2.0
        };
        let least = (a - 1.0) * x.ln() - x - gamma;
        let ln = log10 * std::f64::consts::LN_10;
        assert!(
            ln >= least - 1e-9 && ln <= least + (x / (x - a + 1.0)).ln() + 1e-9,
            "{one}"
        );
        assert!(one["z_p_value_log10"].as_f64().unwrap() < 0.0, "{one}");
    }
    let csv = run(&format!("{line} --format csv"));
    assert!(
        csv.lines()
            .next()
            .unwrap()
            .contains(",p_value,p_value_log10"),
        "{csv}"
    );
    assert!(csv.contains("e-347,-346."), "{csv}");
}

/// Every deck has two rising sequences. The sample standard error is 0, but the estimate is not exact.
#[test]
fn estimates_have_no_error_of_zero() {
    let text = run("simulate 52 gsr --samples 3000 --seed 1");
    let row = text
        .lines()
        .find(|row| row.contains("rising sequences"))
        .unwrap();
    assert_eq!(row.split_whitespace().nth(3), Some("-"), "{row}");
    assert!(text.contains("error -: all values are equal"), "{text}");
}

/// The audit's p-values are never 0. Each has its logarithm, or null if only a bound is known.
#[test]
fn audits_have_logarithms_of_p_values() {
    let decks = file("decks", &run("deck 20 gsr --samples 2000 --seed 1"));
    let output = faro()
        .args(["audit", "--format", "json"])
        .arg(&decks)
        .output_in_time();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let findings = report["findings"].as_array().unwrap();
    assert!(
        findings.iter().any(|one| one["p_value_log10"].is_null()),
        "{report}"
    );
    for one in findings {
        for name in ["p_value", "adjusted_p_value"] {
            let number = one[name].as_f64().unwrap();
            assert!(number > 0.0, "{one}");
            match one[format!("{name}_log10")].as_f64() {
                Some(log10) => assert!((log10 - number.log10()).abs() < 1e-9, "{one}"),
                None => assert!(number < 1e-300, "{one}"),
            }
        }
    }
}

/// Options without an effect, with the words of their errors.
const REFUSED: &[(&str, &str)] = &[
    (
        "deck 8 out --colour-by cycle",
        "'--colour-by' is for a strip; add --svg, or --each in text",
    ),
    (
        "deck 8 out --each --colour-by cycle --format json",
        "'--colour-by' is for a strip",
    ),
    (
        "deck 8 gsr --seed 1 --colour-by cycle",
        "'--colour-by' is for a strip",
    ),
    (
        "deck 8 gsr --seed 1 --svg x.svg",
        "'--svg' cannot be used with a random shuffle; try `faro matrix --svg`",
    ),
    (
        "deck 8 out --seed 1",
        "'--seed' is for random shuffles; this one is not random",
    ),
    ("law 3 naive --tree --sort chance", "cannot be used with"),
    ("law 3 naive --ascii --format csv", "'--ascii' is for text"),
    (
        "matrix 3 naive --ascii --format json",
        "'--ascii' is for text",
    ),
    (
        "matrix 3 gsr --seed 1",
        "'--seed' is for a simulation, and the matrix of this shuffle is exact; add --samples",
    ),
    ("matrix 3 gsr --exact --samples 9", "cannot be used with"),
    (
        "simulate 5 gsr --seed 1 --histogram all --format json",
        "'--histogram' is for text and --svg",
    ),
    (
        "cycles 52 out --start mnemonica --format csv",
        "names no cards; try --format json",
    ),
    (
        "cycles 52 --start mnemonica",
        "the shuffle is missing, and --start only names the cards",
    ),
    (
        "matrix 52 --start mnemonica",
        "the shuffle is missing, and --start only names the cards",
    ),
    (
        "man --format json",
        "'--format' is for results, and this command has none",
    ),
    (
        "completions bash --format csv",
        "'--format' is for results, and this command has none",
    ),
    (
        "explore --no-open --format json",
        "'--format' is for results, and this command has none",
    ),
    (
        "explore --no-open --output page",
        "'--output' is for results, and the page has none",
    ),
];

#[test]
fn options_that_would_do_nothing_are_refused() {
    for (line, why) in REFUSED {
        let error = error(line);
        assert!(error.contains(why), "{line}: {error}");
    }
    let pairs = file("pairs", "1 2 3 4 5 6 | 4 1 2 5 3 6\n");
    let why = error(&format!("hands --top-down {pairs}"));
    assert!(
        why.contains("'--top-down' is for riffles in letters, and these are decks; leave it out"),
        "{why}"
    );
}

/// The same options with an effect.
#[test]
fn options_that_do_something_are_accepted() {
    let svg = Path::new(env!("CARGO_TARGET_TMPDIR")).join("digits.svg");
    let svg = svg.to_str().unwrap();
    for line in [
        format!("deck 8 out --colour-by cycle --svg {svg} --quiet"),
        format!("deck 8 out --each --colour-by cycle --format json --svg {svg} --quiet"),
        "deck 8 out --each --colour-by cycle".into(),
        "deck 8 gsr --seed 1".into(),
        "matrix 3 gsr --samples 9 --seed 1".into(),
        format!("cycles 52 out --start mnemonica --format csv --svg {svg} --quiet"),
        format!("order 52 out --format json --output {svg}.json"),
        format!("order 52 out --format csv --output {svg}.txt"),
        format!("order 52 out --output {svg}.out"),
    ] {
        run(&line);
    }
}

/// The order 3 1 4 2 of a deck corresponds to the permutation (1 2 4 3). Given by --start, it only names the
/// cards.
#[test]
fn a_starting_order_is_no_permutation() {
    let file = file("order", "3 1 4 2\n");
    let why = error(&format!("cycles 4 --start {file}"));
    assert!(
        why.contains("'(1 2 4 3)' for 3 1 4 2") && why.contains("faro group 4"),
        "{why}"
    );
    assert_eq!(run("deck 4 (1_2_4_3)"), "3 1 4 2\n");
    assert!(run("cycles 4 (1_2_4_3)").starts_with("(1 2 4 3)\n"));
    let found = run(&format!("group 4 cut:1,(1_2) --contains {file}"));
    let word = found.trim().split_once(": ").unwrap().1.replace(' ', "_");
    assert_eq!(run(&format!("deck 4 {word}")), "3 1 4 2\n", "{found}");
    let text = run(&format!("cycles 4 out --start {file}"));
    assert_eq!(
        text,
        "(3)(1 4)(2)\nthe cycles of out; --start only names the cards\norder 2, odd, cycle type 1^2 2\n"
    );
}

/// A card that the user tracks by its face has the face as its label, as with `--faces`.
#[test]
fn a_thread_has_the_name_by_which_it_was_tracked() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("digits-thread.svg");
    for (options, label) in [
        ("--track AS", "A♠"),
        ("--track 1", "1"),
        ("--track 1 --faces", "A♥"),
        ("--track qh --faces --ascii", "QH"),
    ] {
        run(&format!(
            "deck 52 out --each {options} --quiet --svg {}",
            path.display()
        ));
        let svg = fs::read_to_string(&path).unwrap();
        assert!(
            svg.contains(&format!(">{label}</text>")),
            "{options}: {svg}"
        );
        assert!(
            svg.contains(&format!("The thread of card {label} passes")),
            "{options}"
        );
    }
    let strip = run("deck 52 out --each --track AS --color always");
    assert!(strip.contains("A♠"), "{strip}");
}

#[test]
fn hands_say_which_drops_are_counted() {
    let help = run("hands --help");
    assert!(
        help.contains(
            "\"Same side again\" counts only the drops between the first run and the last"
        ),
        "{help}"
    );
    let riffles = file("riffles", "RLLRLRRL\nLRRLRLRL\nRLRLLRRL\n");
    let text = run(&format!("hands --ideal 3 --samples 100 {riffles}"));
    assert!(
        text.contains("Same side again: of the drops between the first run and the last"),
        "{text}"
    );
}

/// Returns all permutations that the moves generate.
fn generated(moves: &str, cards: usize) -> BTreeSet<Vec<u32>> {
    let moves: Vec<Permutation> = moves
        .split(',')
        .map(|word| word.parse::<Word>().unwrap().permutation(cards).unwrap())
        .collect();
    let mut found = BTreeSet::from([Permutation::identity(cards).images().to_vec()]);
    let mut new: Vec<Vec<u32>> = found.iter().cloned().collect();
    while let Some(images) = new.pop() {
        let reached = Permutation::from_images(images).unwrap();
        for next in moves.iter().map(|by| reached.then(by).images().to_vec()) {
            if found.insert(next.clone()) {
                new.push(next);
            }
        }
    }
    found
}

/// The group of the same permutations has one name, whichever moves generate it. For each deck size a name
/// belongs to one group.
#[test]
fn a_group_has_one_name() {
    let lists = [
        "out,in",
        "in,out",
        "out,in^3",
        "out^-1,in",
        "out,cut:1",
        "in,cut:1",
        "cut:1",
        "cut:1,reverse",
        "reverse",
        "monge",
        "()",
        "milk,monge",
        "out,in,cut:1",
        "out",
        "in",
        "cut:1 reverse,out",
        "deal:2,in",
        "reverse,in",
    ];
    for cards in 2..=6 {
        let mut names = BTreeMap::new();
        let mut groups = BTreeMap::new();
        for moves in lists {
            let found = generated(moves, cards);
            let report = json(&format!("group {cards} {}", moves.replace(' ', "_")));
            assert_eq!(
                report["order"].as_u64(),
                Some(found.len() as u64),
                "{cards} {moves}"
            );
            let name = report["name"].as_str().map(String::from);
            let known = names.entry(found.clone()).or_insert_with(|| name.clone());
            assert_eq!(*known, name, "{cards} {moves}");
            if let Some(name) = name {
                assert_eq!(
                    *groups.entry(name).or_insert(found.len()),
                    found.len(),
                    "{cards} {moves}"
                );
            }
        }
    }
    assert_eq!(
        (&json("group 3")["name"], &json("group 3 out,in^3")["name"]),
        (&"S3".into(), &"S3".into())
    );
}

/// Which half drops first is true on a table only, and there only of odd decks.
#[test]
fn halves_supply_the_top_card() {
    for page in ["order --help", "deck --help", "list moves"] {
        let text = run(page).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("supplies the top card"), "{page}");
        assert!(
            !text.contains("drops") && !text.contains("half first"),
            "{page}"
        );
    }
}

/// A count of none is a frequency, and not the exact probability 0.
#[test]
fn a_count_of_none_is_not_an_exact_zero() {
    let text = run("matrix 52 overhand:0.2 --against gsr --samples 1000 --seed 1");
    let line = text
        .lines()
        .find(|line| line.starts_with("against gsr, exact:"))
        .unwrap();
    assert!(line.contains(": 0.0000 and 0.5"), "{line}");
    assert!(
        text.contains("samples: ± 45.17 % is two standard deviations of a fair cell"),
        "{text}"
    );
}

/// The bias that a plan finds is not rounded to nothing, and two cards have a plan.
#[test]
fn plans_name_the_bias_that_they_find() {
    let text = run("certify --plan 0.001% --cards 52");
    assert!(
        text.contains("even orders in 50.0") && !text.contains("in 50 %"),
        "{text}"
    );
    let plan = json("certify --plan 50% --cards 2");
    let decks = plan["plan"]["decks"].as_u64().unwrap();
    assert!((50..500).contains(&decks), "{plan}");
}
