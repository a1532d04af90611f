//! The shuffle of the crate `rand`, proved by its random words.

#[path = "../../../examples/adapters/shuffle_rand.rs"]
mod shuffle_rand;

use crate::support::{InTime, faro, printed};

/// The example of examples/adapters as a program, which the next test drives.
#[test]
#[ignore = "a program for another test"]
fn rand_shuffle_program() {
    shuffle_rand::main();
}

#[cfg(unix)]
#[test]
fn the_shuffle_of_rand_is_certified() {
    let program = std::env::current_exe().unwrap();
    let prove = |settings: &[&str]| {
        let mut command = faro();
        command.arg("prove").args(settings).arg("--").arg(&program);
        printed(
            &command
                .args([
                    "--ignored",
                    "--exact",
                    "--nocapture",
                    "prove_rand::rand_shuffle_program",
                ])
                .output_in_time(),
        )
    };
    let law = prove(&["--cards", "5", "--samples", "5000"]);
    assert!(
        law.starts_with(
            "fair up to a total variation distance of 2.76e-3, with confidence 1 - 1e-6"
        ),
        "{law}"
    );
    assert!(
        law.contains("4 choices, the i-th below i + 1, read from 1 word of 32 bits"),
        "{law}"
    );
    let certified = prove(&["--certify", "--samples", "2000"]);
    assert!(
        certified.starts_with("fair up to a total variation distance of 6.89e-3"),
        "{certified}"
    );
    assert!(
        certified.contains("51 choices, the i-th below i + 1, read from 8 words of 32 bits"),
        "{certified}"
    );
}
