//! Unmodified compiled programs, whose draws a preloaded library replaces.

#![cfg(target_os = "linux")]

use super::hostile::distance;
use super::*;

/// Compiles with gcc in a folder.
fn compile(folder: &Path, arguments: &[&str]) {
    let output = Command::new("gcc")
        .current_dir(folder)
        .args(arguments)
        .output_in_time();
    assert!(output.status.success(), "{}", printed(&output));
}

/// Creates a folder with the preloaded library, or returns `None` if gcc is not installed.
fn preload(test: &str) -> Option<PathBuf> {
    if !has_tool("gcc") {
        return None;
    }
    let folder = folder(test, "preload", "faro_preload.c");
    let lines = fs::read_to_string(folder.join("faro_preload.c"))
        .unwrap()
        .lines()
        .count();
    assert!(lines <= 250, "{lines} lines");
    compile(
        &folder,
        &[
            "-O2",
            "-Wall",
            "-Wextra",
            "-Werror",
            "-shared",
            "-fPIC",
            "-o",
            "faro_preload.so",
            "faro_preload.c",
        ],
    );
    Some(folder)
}

const ENV: [&str; 3] = ["env", "LD_PRELOAD=./faro_preload.so", "./game"];

fn prove_game(folder: &Path, settings: &[&str], arguments: &[&str]) -> Output {
    prove(
        &[settings, &["--seed", "1"]].concat(),
        &[&ENV, arguments].concat(),
        folder,
    )
}

#[test]
fn a_program_is_proved_as_it_is() {
    let Some(folder) = preload("preload") else {
        return;
    };
    let source = support::project().join("examples/adapters/game.c");
    fs::copy(source, folder.join("game.c")).unwrap();
    compile(&folder, &["-O2", "-o", "game", "game.c"]);
    let law = printed(&prove_game(
        &folder,
        &["--cards", "4", "--samples", "500"],
        &["{cards}"],
    ));
    assert!(
        law.starts_with("fair up to a total variation distance of 2.73e-2"),
        "{law}"
    );
    assert!(law.contains("3 draws, each a word of 31 bits"), "{law}");
    let certified = printed(&prove_game(
        &folder,
        &["--certify", "--cards", "5", "--samples", "300"],
        &["{cards}"],
    ));
    assert!(
        certified.starts_with("fair up to a total variation distance of 4.51e-2"),
        "{certified}"
    );
    let alone = Command::new("env")
        .current_dir(&folder)
        .args(&ENV[1..])
        .arg("3")
        .output_in_time();
    assert_eq!(printed(&alone).split_whitespace().count(), 3);
}

/// Bodies of `main`, and the distance of 3 cards from uniform, or `None` if the program must be refused.
const GAMES: [(&str, &str, Option<f64>); 10] = [
    (
        "arc4random",
        "for (int i = n - 1; i > 0; i--) swap(i, arc4random_uniform(i + 1));",
        Some(0.0),
    ),
    (
        "naive",
        "for (int i = 0; i < n; i++) swap(i, arc4random_uniform(n));",
        Some(1.0 / 18.0),
    ),
    (
        "floats",
        "for (int i = n - 1; i > 0; i--) swap(i, drand48() * (i + 1));",
        Some(0.0),
    ),
    (
        "sattolo",
        "for (int i = n - 1; i > 0; i--) swap(i, lrand48() % i);",
        Some(2.0 / 3.0),
    ),
    (
        "bytes",
        "for (int i = n - 1; i > 0; i--) { unsigned x; if (getrandom(&x, 4, 0) == 4) swap(i, x % (i + 1)); }",
        Some(0.0),
    ),
    ("seconds", "if (time(NULL) % 2) swap(0, 1);", None),
    (
        "a seed of the time",
        "unsigned s = time(NULL); for (int i = n - 1; i > 0; i--) swap(i, rand_r(&s) % (i + 1));",
        None,
    ),
    (
        "a file",
        "FILE *f = fopen(\"/dev/urandom\", \"r\"); for (int i = n - 1; i > 0; i--) swap(i, getc(f) % (i + 1));",
        None,
    ),
    ("crash", "if (rand() % 3 == 1) abort();", None),
    ("endless", "for (;;) rand();", None),
];

#[test]
fn draws_of_libc_are_replaced() {
    let Some(folder) = preload("preload-games") else {
        return;
    };
    for (name, body, expected) in GAMES {
        let text = format!(
            "#define _DEFAULT_SOURCE\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <sys/random.h>\n\
             #include <time.h>\nuint32_t arc4random_uniform(uint32_t) __attribute__((weak));\nstatic int d[99];\n\
             static void swap(int i, int j) {{ int c = d[i]; d[i] = d[j]; d[j] = c; }}\n\
             int main(void) {{ int n = 3; for (int i = 0; i < n; i++) d[i] = i; {body}\n\
             for (int i = 0; i < n; i++) printf(\"%d,\", d[i]); return 0; }}\n"
        );
        fs::write(folder.join("game.c"), text).unwrap();
        compile(&folder, &["-O1", "-w", "-o", "game", "game.c"]);
        let output = prove_game(
            &folder,
            &["--cards", "3", "--samples", "500", "--format", "json"],
            &[],
        );
        let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        match (expected, distance(&report)) {
            (Some(known), Some(found)) => assert!((known - found).abs() < 1e-8, "{name}: {found}"),
            (None, None) => assert_eq!(output.status.code(), Some(2), "{name}"),
            _ => panic!("{name}: {}", printed(&output)),
        }
    }
}
