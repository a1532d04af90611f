//! The rates that `faro audit --calibrate` prints.

use crate::support::{faro, printed};

/// The rates depend on the seed but not on the number of threads, for whole decks, chains and designs.
#[test]
fn calibrations_do_not_depend_on_threads() {
    for design in [
        "--cards 4",
        "--cards 4 --chain",
        "--cards 9 --see 3",
        "--hands 2,3",
        "--composition 3a,4b",
    ] {
        let calibrated = |threads: &str| {
            let line = format!(
                "audit --calibrate {} --decks 20 --samples 60 --seed 1 --format json --threads {threads}",
                design.replace("3a,4b", "3_a,4_b")
            );
            let line = line.split(' ').map(|argument| argument.replace('_', " "));
            let output = faro().args(line).output().unwrap();
            assert!(output.status.success(), "{}", printed(&output));
            printed(&output)
        };
        let one = calibrated("1");
        assert_eq!(one, calibrated("3"), "{design}");
        assert!(
            one.contains("\"audits\":60") && one.contains("\"shuffle\":\"sattolo\""),
            "{one}"
        );
    }
}
