//! Interrupted simulations of shards, and how shards are written.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::{InTime, faro, printed, with_default_signals};

/// Ctrl-C leaves a shard of the complete units and reports it. The parts can be merged.
#[test]
fn control_c_leaves_a_whole_shard() {
    use std::os::unix::process::ExitStatusExt;

    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("interrupted");
    let ask = [
        "simulate",
        "--cards",
        "52",
        "--shuffle",
        "gsr",
        "--samples",
        "1000000000000",
        "--seed",
        "1",
    ];
    // If the simulation is interrupted before its first unit, the test tries again with a longer delay.
    let interrupted = [500, 2_000, 8_000, 32_000]
        .into_iter()
        .find_map(|patience| {
            let mut command = with_default_signals();
            command
                .args(ask)
                .args(["--shard", "1/1", "--output"])
                .arg(&file)
                .stderr(Stdio::piped());
            let child = command.spawn().unwrap();
            std::thread::sleep(Duration::from_millis(patience));
            assert!(
                Command::new("kill")
                    .args(["-INT", &child.id().to_string()])
                    .status()
                    .unwrap()
                    .success()
            );
            let output = child.output_in_time();
            (output.status.signal().is_none() && !printed(&output).contains(" 0 of "))
                .then_some(output)
        });
    let output = interrupted.expect("a unit takes less than half a minute");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let merged = faro()
        .arg("merge")
        .arg(&file)
        .args(["--partial", "--format", "json"])
        .output_in_time();
    let value: serde_json::Value = serde_json::from_slice(&merged.stdout).unwrap();
    let decks = value["decks"].as_u64().unwrap();
    let said = format!("error: interrupted: {decks} of 1000000000000 decks were shuffled\n");
    assert_eq!(printed(&output), said);
    assert_eq!(value["complete"], false);
    let rising = &value["statistics"][3]["histogram"];
    assert_eq!(rising[0][1].as_u64().unwrap(), decks, "{rising}");
    assert!(
        decks > 0 && decks.is_multiple_of(1260),
        "whole units: {decks}"
    );
    assert_eq!(
        faro()
            .arg("merge")
            .arg(&file)
            .output_in_time()
            .status
            .code(),
        Some(2)
    );
}

/// A shard replaces the file of its name, and leaves no other file.
#[test]
fn shards_are_written_whole() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shards");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    let (file, link) = (folder.join("shard"), folder.join("link"));
    fs::write(&file, "what was there").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let ask = "simulate --cards 5 --shuffle gsr --samples 10 --seed 1 --shard 1/1 --output";
    for target in [&file, &link] {
        assert!(
            faro()
                .args(ask.split(' '))
                .arg(target)
                .status()
                .unwrap()
                .success()
        );
        assert!(
            fs::read_to_string(&file)
                .unwrap()
                .starts_with(r#"{"format":"faro-shard","#)
        );
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    }
    assert!(link.is_symlink());
    let piped = faro()
        .args(ask.split(' '))
        .arg("/dev/stdout")
        .output_in_time();
    assert_eq!(piped.stdout, fs::read(&file).unwrap());
}
