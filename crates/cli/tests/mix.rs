//! Output of `faro mix`, and arguments that it refuses.

use crate::support::faro;

fn printed(arguments: &str) -> String {
    let output = faro()
        .arg("mix")
        .args(arguments.split(' '))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{arguments}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_program_prints_all_digits() {
    assert_eq!(printed("--cards 52 --card 26 --until 1e-20 --quiet"), "6\n");
    let rows = printed("--cards 52 --card 26 --riffles 5..=5 --format csv");
    assert!(
        rows.contains("\n5,1.9098780688495304e-19,6.157415085133678e-19,"),
        "{rows}"
    );
    // The number is far below the smallest f64.
    let rows = printed("--cards 1000 --card 500 --riffles 60 --quiet");
    assert!(rows.contains("2.1574e-7997"), "{rows}");
}

/// A refused input gives exit code 2. A panic would give another code.
#[test]
fn decks_of_no_card_to_three() {
    let decks = [
        "--cards 0",
        "--cards 1",
        "--cards 2",
        "--cards 3",
        "--composition 1",
        "--composition 2",
    ];
    let more = [
        "--composition 1,1",
        "--composition 2,1",
        "--composition 1,1,1",
        "--composition 3",
    ];
    let ones = [
        "--cards 1 --card 1",
        "--cards 2 --card 2",
        "--cards 3 --card 2",
        "--cards 3 --card 4",
    ];
    let options = [
        "",
        "--exact",
        "--until 0.3",
        "--until 1e-90",
        "--shuffle gsr^2",
        "--shuffle riffle:3",
    ];
    let ranges = ["--riffles 0", "--riffles 6..=6", "--riffles 480"];
    for deck in decks.iter().chain(&more).chain(&ones) {
        for option in options.iter().chain(&ranges) {
            for format in ["text", "json", "csv"] {
                let line = format!("mix {deck} {option} --format {format}");
                let output = faro().args(line.split_whitespace()).output().unwrap();
                assert!(matches!(output.status.code(), Some(0 | 2)), "{line}");
                let text = String::from_utf8(output.stdout).unwrap();
                let mut numbers =
                    text.split(|c: char| !(c.is_ascii_alphanumeric() || "-.".contains(c)));
                assert_eq!(
                    numbers.find(|number| number.starts_with("-0")),
                    None,
                    "{line}"
                );
            }
        }
    }
}

#[test]
fn one_card_in_order_is_at_no_distance() {
    let row = "\"total_variation\":0.0,\"total_variation_complement\":1.0,\"separation\":0.0,\
               \"separation_complement\":1.0,\"l_infinity\":0.0,\"chi_square\":0.0,\"kl_bits\":0.0,\"entropy_bits\":0.0";
    for riffles in [0, 1, 6, 480] {
        let found = printed(&format!("--cards 1 --riffles {riffles} --format json"));
        assert!(found.contains(row), "{found}");
    }
}

/// The timeout is 0 and no row is computed.
#[test]
fn a_timeout_ends_any_route() {
    for deck in [
        "--cards 52",
        "--cards 52 --exact",
        "--cards 52 --card 3",
        "--deck suits",
        "--deck red-black --cards 156",
    ] {
        for option in ["", " --until 1e-9"] {
            let line = format!("mix {deck}{option} --timeout 0 --format json");
            let output = faro().args(line.split(' ')).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{line}");
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(
                said.contains("out of time: no row was finished"),
                "{line}: {said}"
            );
            assert!(
                String::from_utf8(output.stdout)
                    .unwrap()
                    .contains("\"complete\":false"),
                "{line}"
            );
        }
    }
    assert_eq!(
        printed("--cards 52 --until 0.01 --quiet --timeout 1000000"),
        "13\n"
    );
}
