//! `--at-most D`: the exit code says whether the distance is shown to be at most D.

use super::laws::ZOO;
use super::*;

/// The arguments, the name of a program, the exit code, `within`, and a part of the text.
type Case = (
    &'static [&'static str],
    &'static str,
    i32,
    Option<bool>,
    &'static str,
);

/// The distance of the naive swap of 4 cards is 25/384 = 0.0651.
const CASES: [Case; 15] = [
    (
        &["--cards", "4", "--at-most", "0"],
        "fair",
        0,
        Some(true),
        "a distance of at most 0: yes",
    ),
    (
        &["--cards", "4", "--at-most", "0.0652"],
        "naive",
        0,
        Some(true),
        "at most 0.0652: yes",
    ),
    (
        &["--cards", "4", "--at-most", "0.06510416666666667"],
        "naive",
        0,
        Some(true),
        ": yes",
    ),
    (
        &["--cards", "4", "--at-most", "6.51e-2"],
        "naive",
        1,
        Some(false),
        "at most 0.0651: no",
    ),
    (
        &["--cards", "4", "--at-most", "1"],
        "clock",
        2,
        None,
        "not decided: hidden randomness",
    ),
    (
        &["--cards", "4", "--at-most", "1", "--runs", "9"],
        "fair",
        2,
        None,
        "not decided: only 0.375",
    ),
    (
        &["--cards", "4", "--samples", "2000", "--at-most", "0.01"],
        "float",
        0,
        Some(true),
        ": yes",
    ),
    (
        &["--cards", "4", "--samples", "2000", "--at-most", "0.001"],
        "float",
        1,
        Some(false),
        "at most 0.001: not shown; expected --samples 13809 or more",
    ),
    (
        &[
            "--certify",
            "--cards",
            "9",
            "--samples",
            "2000",
            "--at-most",
            "0.007",
        ],
        "fair",
        0,
        Some(true),
        ": yes",
    ),
    (
        &[
            "--certify",
            "--cards",
            "9",
            "--samples",
            "2000",
            "--at-most",
            "0.01",
        ],
        "naive",
        1,
        Some(false),
        ": no",
    ),
    (
        &[
            "--certify",
            "--cards",
            "9",
            "--samples",
            "13809",
            "--at-most",
            "0.001",
        ],
        "fair",
        0,
        Some(true),
        ": yes",
    ),
    // 13808 lists are not enough to show a distance of at most 0.001.
    (
        &[
            "--certify",
            "--cards",
            "9",
            "--samples",
            "13808",
            "--at-most",
            "0.001",
        ],
        "fair",
        2,
        None,
        "13808 lists of choices show a bound of 1.01e-3 at best; expected --samples 13809 or more",
    ),
    (
        &["--certify", "--at-most", "0"],
        "fair",
        2,
        None,
        "1.39e-6 at best; expected a larger distance",
    ),
    // Without --samples, as many lists are drawn as the distance needs.
    (
        &["--cards", "3", "--at-most", "10^-4"],
        "float",
        0,
        Some(true),
        "compared  138287 random lists",
    ),
    (
        &["--certify", "--cards", "4", "--at-most", "0.0003"],
        "fair",
        0,
        Some(true),
        "compared  100000 random lists",
    ),
];

#[test]
fn the_exit_code_says_whether_the_distance_is_at_most_d() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("at-most", "python", "faro_choices.py");
    let float = "for i in range(n - 1, 0, -1):\n    j = int(random.random() * (i + 1)); d[i], d[j] = d[j], d[i]";
    for (name, body) in [
        ("fair", "random.shuffle(d)"),
        ("naive", ZOO[7].1),
        ("float", float),
        ("clock", "if time.time_ns() % 7 < 3: d.reverse()"),
    ] {
        python(&folder, name, body);
    }
    for (arguments, name, code, within, expected) in CASES {
        let program = ["python3", &format!("{name}.py")];
        let arguments = [arguments, &["--seed", "1"]].concat();
        let output = prove(&arguments, &program, &folder);
        assert!(
            printed(&output).contains(expected),
            "{arguments:?} {name}: {}",
            printed(&output)
        );
        assert_eq!(
            output.status.code(),
            Some(code),
            "{arguments:?} {name}: {}",
            printed(&output)
        );
        let output = prove(
            &[&arguments[..], &["--format", "json"]].concat(),
            &program,
            &folder,
        );
        assert_eq!(output.status.code(), Some(code));
        if !output.stdout.is_empty() {
            let report = json(&output);
            assert_eq!(report["within"].as_bool(), within, "{report}");
            assert!(report["at_most"].is_number());
        }
    }
    // Without the option, an unfair shuffle has the exit code of a failure.
    let output = prove(
        &["--cards", "4", "--format", "json"],
        &["python3", "naive.py"],
        &folder,
    );
    assert_eq!(
        (output.status.code(), &json(&output)["within"]),
        (Some(1), &Value::Null)
    );
}

#[test]
fn a_build_fails_by_the_distance_that_is_asked_for() {
    if !has_tool("python3") {
        return;
    }
    let folder = folder("at-most-junit", "python", "faro_choices.py");
    let program = python(&folder, "naive", ZOO[7].1);
    for (most, failures) in [("0.07", 0), ("0.06", 1)] {
        let arguments = ["--cards", "4", "--at-most", most, "--junit", "report.xml"];
        let output = prove(&arguments, &["python3", &program], &folder);
        assert_eq!(output.status.code(), Some(failures));
        let report = fs::read_to_string(folder.join("report.xml")).unwrap();
        assert!(
            report.contains(&format!("failures=\"{failures}\"")),
            "{report}"
        );
    }
}

#[test]
fn only_distances_are_accepted() {
    for most in [
        "-0.5", "2", "nan", "200%", "", "one", "1e999", "10^1", "2^-3", "10^",
    ] {
        let output = faro()
            .args(["prove", "--at-most", most, "--", "true"])
            .output_in_time();
        let text = printed(&output);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            text.contains("'--at-most <D>'") && text.contains("from 0 to 1, for example 0.001"),
            "{text}"
        );
    }
}
