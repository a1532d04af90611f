//! The dependencies of modules and files: a module uses modules of lower layers, or of its own layer without a circular
//! dependency, and no file depends on itself through others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

#[path = "architecture/files.rs"]
mod files;

use files::Files;

/// The modules of the library by layer, lowest first. A new module is added here.
const LIBRARY: [&[&str]; 7] = [
    &["simd"],
    &["number", "statistics"],
    &["permutation", "group", "cayley", "stacks"],
    &["kernel"],
    &["shuffle"],
    &["perfect", "riffle", "zoo", "distribution", "mixing", "simulate"],
    &["word", "seed", "audit", "prove", "hands"],
];

/// The modules of the program by layer, lowest first.
const PROGRAM: [&[&str]; 7] = [
    &[
        "answer",
        "argument",
        "destination",
        "effort",
        "error",
        "exit",
        "files",
        "float",
        "integer",
        "kinds",
        "moves",
        "one_based",
        "overwrite",
        "palette",
        "playing_card",
        "plural",
        "printable",
        "probability",
        "probable_primes",
        "range",
        "sealed",
        "signals",
        "stack",
        "start",
        "stdout",
        "threads",
        "tips",
        "underline",
        "waiting",
        "word",
    ],
    &["view"],
    &["render"],
    &["args", "given", "output", "shuffle", "watch"],
    &["explore"],
    &["command"],
    &["mod"],
];

/// The first names after `root` in the `use` lines and paths of a source.
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

/// The modules in `folder`, each with the modules that it uses.
fn dependencies(folder: &Path, roots: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
    let mut dependencies: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in sources(folder) {
        let inside = path.strip_prefix(folder).unwrap();
        let module =
            Path::new(inside.iter().next().unwrap()).file_stem().unwrap().to_str().unwrap().to_owned();
        let source = fs::read_to_string(&path).unwrap();
        // `super` is the module of the folder in its files and in the `mod.rs` of its subfolders.
        let top = inside.iter().count() == 1 || (inside.iter().count() == 2 && inside.ends_with("mod.rs"));
        for root in roots.iter().filter(|&&root| root != "super::" || top) {
            dependencies.entry(module.clone()).or_default().extend(targets(&source, root));
        }
    }
    dependencies
}

/// The dependencies that the layers do not allow.
fn violations(dependencies: &BTreeMap<String, BTreeSet<String>>, layers: &[&[&str]]) -> Vec<String> {
    let layer = |module: &str| layers.iter().position(|modules| modules.contains(&module));
    let mut found = Vec::new();
    for (from, targets) in dependencies {
        let Some(own) = layer(from) else {
            found.push(format!("{from} is in no layer"));
            continue;
        };
        for to in targets.iter().filter(|&to| to != from) {
            match layer(to) {
                Some(other) if other > own => found.push(format!("{from} uses {to} of a higher layer")),
                Some(other) if other == own && reaches(dependencies, to, from) => {
                    found.push(format!("{from} and {to} depend on each other"));
                }
                _ => {}
            }
        }
    }
    found
}

fn reaches(dependencies: &BTreeMap<String, BTreeSet<String>>, from: &str, to: &str) -> bool {
    let (mut waiting, mut seen) = (vec![from.to_owned()], BTreeSet::new());
    while let Some(module) = waiting.pop() {
        if module == to {
            return true;
        }
        if seen.insert(module.clone()) {
            waiting.extend(dependencies.get(&module).into_iter().flatten().cloned());
        }
    }
    false
}

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[test]
fn the_library_has_layers() {
    let mut dependencies = dependencies(&source_folder(), &["crate::"]);
    let program = ["lib", "main", "cli"].map(|module| dependencies.remove(module));
    assert!(program.iter().all(Option::is_some), "the crate roots and the program exist");
    assert_eq!(violations(&dependencies, &LIBRARY), Vec::<String>::new());
    let modules: BTreeSet<&str> = LIBRARY.into_iter().flatten().copied().collect();
    assert_eq!(dependencies.keys().map(String::as_str).collect::<BTreeSet<_>>(), modules);
}

#[test]
fn the_program_has_layers() {
    let dependencies = dependencies(&source_folder().join("cli"), &["crate::cli::", "super::"]);
    assert_eq!(violations(&dependencies, &PROGRAM), Vec::<String>::new());
}

#[test]
fn the_library_does_not_name_the_program() {
    for module in LIBRARY.into_iter().flatten() {
        for path in sources(&source_folder().join(module)) {
            let source = fs::read_to_string(&path).unwrap();
            for package in ["clap", "tabled", "indicatif", "serde", "anstyle", "crate::cli", "println!"] {
                let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
                // Optional, for `Serialize` of the library's results.
                let code = code.filter(|line| package != "serde" || line.contains("serde_json"));
                assert!(
                    !code.into_iter().any(|line| line.contains(package)),
                    "{}: {package}",
                    path.display()
                );
            }
        }
    }
}

/// Planted violations are found.
#[test]
fn wrong_dependencies_are_found() {
    let source =
        "use crate::{perfect::{Weave, Kind}, number}; // crate::cli\nfn f() { crate::word::parse() }";
    let found = targets(source, "crate::");
    assert_eq!(found, ["number", "perfect", "word"].map(String::from).into());
    let dependencies = |pairs: &[(&str, &str)]| {
        let mut dependencies: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in pairs {
            dependencies.entry((*from).into()).or_default().insert((*to).into());
        }
        dependencies
    };
    let layers: [&[&str]; 2] = [&["a", "b"], &["c"]];
    assert_eq!(violations(&dependencies(&[("a", "c")]), &layers), ["a uses c of a higher layer"]);
    assert_eq!(violations(&dependencies(&[("d", "a")]), &layers), ["d is in no layer"]);
    assert_eq!(violations(&dependencies(&[("a", "b"), ("b", "a")]), &layers).len(), 2);
    assert!(violations(&dependencies(&[("c", "a"), ("a", "b")]), &layers).is_empty());
}

#[test]
fn no_file_depends_on_itself() {
    let circles = files::circles(&Files::read(&source_folder()).dependencies());
    assert!(circles.is_empty(), "files that depend on each other: {circles:#?}");
}

/// The files of a circle among sources given as `path: source`.
fn circle(sources: &[(&str, &str)]) -> Vec<Vec<String>> {
    let sources = sources.iter().map(|(path, source)| ((*path).to_owned(), (*source).to_owned()));
    let circles = files::circles(&Files::new(sources).dependencies());
    circles.into_iter().map(|circle| circle.into_iter().collect()).collect()
}

#[test]
fn planted_circles_of_files_are_found() {
    let pair = [vec!["a/b.rs".to_owned(), "a/mod.rs".to_owned()]];
    // A re-exported child that uses an item of its parent; the same by a private import and a call.
    let item = "mod b;\npub use b::B;\npub struct A;\n";
    assert_eq!(circle(&[("a/mod.rs", item), ("a/b.rs", "use super::A;\npub struct B;\n")]), pair);
    let call = "mod b;\npub struct A;\nfn f() {\n    b::f();\n}\n";
    assert_eq!(circle(&[("a/mod.rs", call), ("a/b.rs", "fn f(a: crate::a::A) {}\n")]), pair);
    // Through a re-export of the crate root, in braces and under another name.
    let root = ("lib.rs", "mod a;\nmod c;\npub use a::{self, b::{B as D}};\n");
    let sources = [root, ("a/mod.rs", "pub mod b;\n"), ("a/b.rs", "use crate::c::C;\npub struct B;\n")];
    let found = circle(&[&sources[..], &[("c.rs", "use crate::{\n    D,\n};\npub struct C;\n")]].concat());
    assert_eq!(found, [["a/b.rs", "c.rs"]]);
}

#[test]
fn dependencies_without_a_circle_are_accepted() {
    // Siblings by way of their parent, which re-exports both.
    let parent = ("a/mod.rs", "mod b;\nmod c;\npub use b::B;\npub use c::C;\n");
    let child = ("a/b.rs", "use super::C;\npub struct B;\n");
    assert!(circle(&[parent, child, ("a/c.rs", "pub struct C; // super::B\n")]).is_empty());
    // What tests use, and what a module within a file takes from the file.
    let test = "pub struct C;\n#[cfg(test)]\nmod tests {\n    use crate::a::B;\n}\n";
    assert!(circle(&[parent, child, ("a/c.rs", test)]).is_empty());
    let inline = "pub struct C;\nmod inner {\n    use super::C;\n}\n";
    assert!(circle(&[parent, child, ("a/c.rs", inline)]).is_empty());
}

/// P-values have the same bits everywhere: they use `number::elementary` in place of the standard library's functions,
/// which are those of the system.
#[test]
fn p_values_call_no_function_of_the_system() {
    let src = source_folder();
    let mut files: Vec<PathBuf> =
        ["audit", "statistics"].iter().flat_map(|name| sources(&src.join(name))).collect();
    files.extend(
        ["number/eulerian.rs", "number/factorial.rs", "riffle/likelihood_ratio.rs"]
            .map(|name| src.join(name)),
    );
    for path in files {
        let source = fs::read_to_string(&path).unwrap();
        let code = source.split("#[cfg(test)]").next().unwrap();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        for (line, name) in lines.flat_map(|line| SYSTEM.map(|name| (line, name))) {
            let called = [format!(".{name}("), format!("f64::{name}")];
            assert!(!called.iter().any(|call| line.contains(call)), "{}: {line}", path.display());
        }
    }
}

/// Functions of `f64` whose last bits differ between systems, processors or builds.
const SYSTEM: [&str; 16] = [
    "acos", "asin", "atan", "cbrt", "cos", "exp", "exp2", "exp_m1", "hypot", "ln", "ln_1p", "log10", "log2",
    "powf", "powi", "sin",
];

/// The picture of the modules in DESIGN.md has the layers of the library, from the highest to the lowest.
#[test]
fn the_picture_in_design_shows_the_layers() {
    let design = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("DESIGN.md")).unwrap();
    let picture = design.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let modules: BTreeSet<&str> = LIBRARY.iter().copied().flatten().copied().collect();
    let drawn: Vec<BTreeSet<&str>> = picture
        .lines()
        .map(|line| line.split_whitespace().filter(|word| modules.contains(word)).collect::<BTreeSet<_>>())
        .filter(|layer| !layer.is_empty())
        .collect();
    let layers: Vec<BTreeSet<&str>> =
        LIBRARY.iter().rev().map(|layer| layer.iter().copied().collect()).collect();
    assert_eq!(drawn, layers);
}
