//! The floors of the house: a room uses rooms below it, or on its own floor without a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of the library by floor, lowest first. A new room is entered here.
const LIBRARY: [&[&str]; 7] = [
    &["simd"],
    &["number", "statistics"],
    &["kernel"],
    &["permutation", "group", "cayley"],
    &["shuffle"],
    &["perfect", "riffle", "zoo", "distribution", "simulate"],
    &["word", "seed", "audit"],
];

/// The rooms of the program, likewise; commands are what everything else serves.
const PROGRAM: [&[&str]; 6] = [
    &[
        "apart",
        "caret",
        "count",
        "destination",
        "face",
        "integer",
        "legible",
        "moves",
        "plural",
        "probable",
        "range",
        "real",
        "refusal",
        "seed",
        "signals",
        "stack",
        "stdout",
        "threads",
        "word",
    ],
    &["view"],
    &["render"],
    &["args", "output", "picture", "shuffle", "watch"],
    &["command"],
    &["mod"],
];

/// Where a `use` or a path points, as the names behind `crate::` or `crate::cli::`.
fn targets(source: &str, root: &str) -> BTreeSet<String> {
    let code: String =
        source.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join(" ");
    let mut found = BTreeSet::new();
    for rest in code.split(root).skip(1) {
        match rest.strip_prefix('{') {
            Some(group) => found.extend(heads(group)),
            None => found.extend(first_name(rest)),
        }
    }
    found
}

/// The first names of a braced group: `a::b, c::{d, e}` has a and c.
fn heads(group: &str) -> Vec<String> {
    let (mut depth, mut item, mut items) = (0, String::new(), Vec::new());
    for letter in group.chars() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => items.push(std::mem::take(&mut item)),
            _ if depth == 0 => item.push(letter),
            _ => {}
        }
    }
    items.push(item);
    items.iter().filter_map(|item| first_name(item.trim())).collect()
}

fn first_name(path: &str) -> Option<String> {
    let name: String = path.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
    (!name.is_empty()).then_some(name)
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// The rooms in `folder`, each with the rooms that it points to.
fn arrows(folder: &Path, roots: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in sources(folder) {
        let inside = path.strip_prefix(folder).unwrap();
        let room = Path::new(inside.iter().next().unwrap()).file_stem().unwrap().to_str().unwrap().to_owned();
        let source = fs::read_to_string(&path).unwrap();
        // `super` is the folder's own level in its files and in the roots of its rooms.
        let top = inside.iter().count() == 1 || (inside.iter().count() == 2 && inside.ends_with("mod.rs"));
        for root in roots.iter().filter(|&&root| root != "super::" || top) {
            arrows.entry(room.clone()).or_default().extend(targets(&source, root));
        }
    }
    arrows
}

/// What is wrong with the arrows, given the floors.
fn trouble(arrows: &BTreeMap<String, BTreeSet<String>>, floors: &[&[&str]]) -> Vec<String> {
    let floor = |room: &str| floors.iter().position(|rooms| rooms.contains(&room));
    let mut found = Vec::new();
    for (from, targets) in arrows {
        let Some(height) = floor(from) else {
            found.push(format!("{from} is on no floor"));
            continue;
        };
        for to in targets.iter().filter(|&to| to != from) {
            match floor(to) {
                Some(other) if other > height => found.push(format!("{from} points up to {to}")),
                Some(other) if other == height && reaches(arrows, to, from) => {
                    found.push(format!("{from} and {to} go in a circle"));
                }
                _ => {}
            }
        }
    }
    found
}

fn reaches(arrows: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
    let (mut waiting, mut seen) = (vec![from.to_owned()], BTreeSet::new());
    while let Some(room) = waiting.pop() {
        if room == to {
            return true;
        }
        if seen.insert(room.clone()) {
            waiting.extend(arrows.get(&room).into_iter().flatten().cloned());
        }
    }
    false
}

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[test]
fn no_arrow_of_the_library_points_up() {
    let mut arrows = arrows(&source_folder(), &["crate::"]);
    let program = ["lib", "main", "cli"].map(|room| arrows.remove(room));
    assert!(program.iter().all(Option::is_some), "the roots and the program are there");
    assert_eq!(trouble(&arrows, &LIBRARY), Vec::<String>::new());
    let rooms: BTreeSet<&str> = LIBRARY.into_iter().flatten().copied().collect();
    assert_eq!(arrows.keys().map(String::as_str).collect::<BTreeSet<_>>(), rooms);
}

#[test]
fn no_arrow_of_the_program_points_up() {
    let arrows = arrows(&source_folder().join("cli"), &["crate::cli::", "super::"]);
    assert_eq!(trouble(&arrows, &PROGRAM), Vec::<String>::new());
}

#[test]
fn the_library_does_not_name_the_program() {
    for room in LIBRARY.into_iter().flatten() {
        for path in sources(&source_folder().join(room)) {
            let source = fs::read_to_string(&path).unwrap();
            for package in ["clap", "tabled", "indicatif", "serde", "anstyle", "crate::cli", "println!"] {
                let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
                assert!(
                    !code.into_iter().any(|line| line.contains(package)),
                    "{}: {package}",
                    path.display()
                );
            }
        }
    }
}

/// The test can fail.
#[test]
fn wrong_arrows_are_seen() {
    let source =
        "use crate::{perfect::{Weave, Kind}, number}; // crate::cli\nfn f() { crate::word::parse() }";
    let found = targets(source, "crate::");
    assert_eq!(found, ["number", "perfect", "word"].map(String::from).into());
    let arrows = |pairs: &[(&str, &str)]| {
        let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in pairs {
            arrows.entry((*from).into()).or_default().insert((*to).into());
        }
        arrows
    };
    let floors: [&[&str]; 2] = [&["a", "b"], &["c"]];
    assert_eq!(trouble(&arrows(&[("a", "c")]), &floors), ["a points up to c"]);
    assert_eq!(trouble(&arrows(&[("d", "a")]), &floors), ["d is on no floor"]);
    assert_eq!(trouble(&arrows(&[("a", "b"), ("b", "a")]), &floors).len(), 2);
    assert!(trouble(&arrows(&[("c", "a"), ("a", "b")]), &floors).is_empty());
}
