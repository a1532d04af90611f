//! Shards of a simulation. A changed shard is not merged, and missing parts are reported.

use std::fs;
use std::path::Path;

use crate::support::printed;
use crate::support::shards::{damage_is_refused, folder, forged, refused, run};

/// The simulation has two units of work. With more than two parts, some are empty.
const ASK: &str = "simulate --cards 52 --shuffle gsr --samples 2000 --seed 1";

fn write_parts(folder: &Path, parts: u64) {
    for part in 1..=parts {
        let line = format!("{ASK} --shard {part}/{parts} --output {part}");
        assert!(run(folder, &line).status.success());
    }
}

#[test]
fn a_changed_byte_is_refused() {
    let folder = folder("shards_of/changed");
    write_parts(&folder, 1);
    damage_is_refused(&folder, 500);
    let shard = fs::read_to_string(folder.join("1")).unwrap();
    let edited = shard.replacen("\"sum\":", "\"sum\": ", 1);
    fs::write(folder.join("edited"), edited).unwrap();
    refused(
        &folder,
        "merge edited",
        "its checksum does not match, so it was changed or damaged",
    );
    forged(&folder, "1", "gsr", "gsr");
    assert!(
        run(&folder, "merge forged").status.success(),
        "the test knows how shards are sealed"
    );
}

/// A shard with inconsistent fields is refused, even if its checksum matches.
#[test]
fn inconsistent_shards_are_refused() {
    let folder = folder("shards_of/forged");
    write_parts(&folder, 1);
    for (from, to, why) in [
        (
            "\"samples\":2000",
            "\"samples\":2001",
            "its counts are inconsistent",
        ),
        (
            "\"units\":[0,2]",
            "\"units\":[0,9]",
            "units 0 to 9 do not belong to its part",
        ),
        (
            "\"units\":[0,2]",
            "\"units\":[0,1]",
            "units 0 to 1 do not belong to its part",
        ),
        (
            "\"units\":[0,2]",
            "\"units\":[2,1]",
            "units 2 to 1 do not belong to its part",
        ),
        (
            "\"part\":[1,1]",
            "\"part\":[0,1]",
            "there is no part 0 of 1",
        ),
        (
            "\"part\":[1,1]",
            "\"part\":[2,1]",
            "there is no part 2 of 1",
        ),
        (
            "\"part\":[1,1]",
            "\"part\":[2,2]",
            "units 0 to 2 do not belong to its part",
        ),
        (
            "\"cards\":52",
            "\"cards\":99999999999",
            "numbers of cards or samples are out of range",
        ),
        ("\"gsr\"", "\"grs\"", "there is no move 'grs'"),
        (
            "\"format_number\":4",
            "\"format_number\":3",
            "its format is 3; expected format 4",
        ),
    ] {
        forged(&folder, "1", from, to);
        refused(&folder, "merge forged", why);
    }
}

/// Texts from a shard are printed in one line, without control characters.
#[test]
fn a_shard_cannot_send_escapes() {
    let folder = folder("shards_of/escapes");
    write_parts(&folder, 2);
    let nasty = r"\u001b[31m\u009b2J\r\nerror: \u202e";
    for (from, files) in [
        ("\"version\":\"", "2 forged"),
        ("\"shuffle\":\"", "forged"),
        ("\"seed\":\"", "2 forged"),
    ] {
        for files in [
            files.to_string(),
            files.split(' ').rev().collect::<Vec<_>>().join(" "),
        ] {
            forged(&folder, "1", from, &format!("{from}{nasty}"));
            let output = run(&folder, &format!("merge {files}"));
            let said = printed(&output);
            assert_eq!(output.status.code(), Some(2), "{said}");
            let line = said.strip_suffix('\n').unwrap();
            assert!(
                !line.contains(char::is_control) && !line.contains('\u{202e}'),
                "{said:?}"
            );
        }
    }
}

#[test]
fn missing_and_doubled_parts() {
    let folder = folder("shards_of/missing");
    write_parts(&folder, 5);
    let whole = run(&folder, ASK).stdout;
    assert!(run(&folder, "merge 4 1 5 3 2").stdout == whole);
    let missing = |files: &str| {
        let output = run(&folder, &format!("merge --missing {files}"));
        assert!(output.status.success(), "{}", printed(&output));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(missing("1 2 3 4 5"), "\n");
    assert_eq!(missing("2"), "1,3-5\n");
    assert_eq!(missing("5 2 1"), "3-4\n");
    let json = missing("2 --format json");
    let runs = r#""missing":[{"first":1,"last":1},{"first":3,"last":5}]"#;
    assert_eq!(
        json,
        format!("{{\"parts\":5,{runs},\"array\":\"1,3-5\"}}\n")
    );
    assert_eq!(missing("2 --format csv"), "first,last\n1,1\n3,5\n");
    for part in 1..=5 {
        let others: Vec<String> = (1..=5)
            .filter(|&other| other != part)
            .map(|other| other.to_string())
            .collect();
        let (others, again) = (others.join(" "), format!("run part {part} of 5 again"));
        refused(&folder, &format!("merge {others}"), &again);
        refused(
            &folder,
            &format!("merge {others} {part} {part}"),
            &format!("part {part} of 5 is in '{part}' too"),
        );
        assert_eq!(missing(&others), format!("{part}\n"));
        assert!(
            run(&folder, &format!("merge --partial {others}"))
                .status
                .success()
        );
    }
}

/// An absent or damaged file counts as missing. A file of another simulation does not.
#[test]
fn unreadable_files_are_ignored() {
    let folder = folder("shards_of/uncounted");
    write_parts(&folder, 4);
    fs::write(folder.join("2"), "").unwrap();
    fs::remove_file(folder.join("3")).unwrap();
    let output = run(&folder, "merge --missing 1 2 3 4");
    assert!(output.status.success());
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "2-3\n");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.starts_with("note: '2' is ignored: expected a shard"),
        "{said}"
    );
    assert!(
        said.contains("\nnote: '3' is ignored: cannot read it: "),
        "{said}"
    );
    let output = run(&folder, "merge --missing 2");
    assert!(output.status.code() == Some(2) && printed(&output).contains("no shard could be read"));
    assert!(
        run(&folder, &format!("{ASK}7 --shard 2/4 --output 2"))
            .status
            .success()
    );
    refused(
        &folder,
        "merge --missing 1 2",
        "its seed is 17; that of '1' is 1",
    );
}

/// Parts of different sizes can be merged if they do not overlap.
#[test]
fn parts_of_different_sizes() {
    let folder = folder("shards_of/sizes");
    for part in ["1/1", "1/2", "2/2", "2/4", "3/4", "4/4"] {
        let name = part.replace('/', "of");
        assert!(
            run(&folder, &format!("{ASK} --shard {part} --output {name}"))
                .status
                .success()
        );
    }
    let whole = run(&folder, ASK).stdout;
    assert!(run(&folder, "merge 1of1").stdout == whole);
    assert!(run(&folder, "merge 1of2 3of4 4of4").stdout == whole);
    refused(
        &folder,
        "merge 1of2 3of4",
        "decks are missing, or use --partial to merge the parts that are there",
    );
    refused(
        &folder,
        "merge 1of2 1of1",
        "some of its decks are in '1of2' too",
    );
    refused(
        &folder,
        "merge --missing 1of2 3of4",
        "the shards have different numbers of parts",
    );
}
