//! Files depend on each other in one direction, and so do packages.
//!
//! A file depends on the files that define what its `use` lines and its paths name, followed through re-exports. Code for
//! tests does not count. So a type lies below its users, and a `mod.rs` holds nothing that its children use.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// The packages that each library may use. The other packages belong to the program, which may use all libraries.
const LIBRARIES: [(&str, &[&str]); 8] = [
    ("faro_simd", &[]),
    ("faro_math", &["faro_simd"]),
    ("faro_render", &["faro_math"]),
    ("faro_permutation", &["faro_math", "faro_simd"]),
    (
        "faro_sample",
        &["faro_math", "faro_permutation", "faro_simd"],
    ),
    ("faro", &["faro_math", "faro_permutation", "faro_sample"]),
    (
        "faro_audit",
        &[
            "faro",
            "faro_math",
            "faro_permutation",
            "faro_sample",
            "faro_simd",
        ],
    ),
    ("faro_prove", &["faro", "faro_math", "faro_sample"]),
];

/// The packages of the workspace by the names that code calls them.
static WORKSPACE: LazyLock<BTreeMap<String, Package>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let name = |folder: &Path| format!("faro_{}", folder.file_name().unwrap().to_str().unwrap());
    let packages = crates.map(|folder| (name(&folder), package(files(&folder.join("src")))));
    packages
        .chain([("faro".into(), package(files(&root.join("src"))))])
        .collect()
});

/// Returns the paths of the Rust files below a folder, as seen from there, and their texts.
fn files(folder: &Path) -> Vec<(String, String)> {
    let (mut folders, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(next) = folders.pop() {
        for path in fs::read_dir(&next)
            .unwrap()
            .map(|entry| entry.unwrap().path())
        {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let name = path
                    .strip_prefix(folder)
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .replace('\\', "/");
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found
}

type Names = Vec<String>;

/// The files of a package by their module paths. The root has the empty path.
type Package = BTreeMap<Names, File>;

struct File {
    name: String,
    /// The lines without `use` statements, comments, strings and tests.
    lines: Vec<String>,
    items: BTreeSet<String>,
    uses: Vec<Use>,
}

/// A name that a `use` statement brings into a file.
struct Use {
    line: usize,
    is_public: bool,
    /// The path as it is written.
    path: String,
    name: String,
    /// The path from the root of the package, if it is in the package.
    target: Option<Names>,
}

/// Returns the package with the given files, each a path below `src` and a text.
fn package(files: impl IntoIterator<Item = (String, String)>) -> Package {
    let mut package = Package::new();
    for (name, text) in files {
        let mut module: Names = name
            .trim_end_matches(".rs")
            .split('/')
            .map(String::from)
            .collect();
        if ["mod", "lib", "main"].contains(&&*module[module.len() - 1]) {
            module.pop();
        }
        if !module.contains(&"tests".into()) {
            let mut lines = code(&text);
            let uses = take_uses(&mut lines);
            package.insert(
                module,
                File {
                    name,
                    items: items(&lines),
                    lines,
                    uses,
                },
            );
        }
    }
    let target = |module: &Names, one: &Use| absolute(&package, module, &[], &one.path);
    let targets: Vec<Option<Names>> = package
        .iter()
        .flat_map(|(module, file)| file.uses.iter().map(|one| target(module, one)))
        .collect();
    let uses = package.values_mut().flat_map(|file| &mut file.uses);
    uses.zip(targets)
        .for_each(|(one, target)| one.target = target);
    package
}

/// Returns the lines without comments, strings, restrictions of visibility and items for tests.
fn code(text: &str) -> Vec<String> {
    // The indentation of the item for tests that the line belongs to.
    let mut test = None;
    let line = |line: &str| {
        let (indent, line) = (line.len() - line.trim_start().len(), line.trim_start());
        if line.starts_with("#[cfg(test)]") || line.starts_with("#[cfg(all(test,") {
            test = Some(indent);
        } else if test.is_none() {
            let line = line
                .replace("pub(in crate::", "pub(")
                .replace("'\"'", "")
                .replace("\\\"", "");
            let outside: Vec<&str> = line.split('"').step_by(2).collect();
            return outside.join(" ").split("//").next().unwrap().to_owned();
        } else if test == Some(indent) && (line.starts_with('}') || line.ends_with([';', ','])) {
            test = None;
        }
        String::new()
    };
    text.lines().map(line).collect()
}

/// Takes the `use` statements out of the lines.
fn take_uses(lines: &mut [String]) -> Vec<Use> {
    let mut found = Vec::new();
    let mut numbered = lines.iter_mut().zip(1..);
    while let Some((text, line)) = numbered.next() {
        let start = text
            .split_once("use ")
            .filter(|(before, _)| before.is_empty() || before.starts_with("pub"));
        let Some((is_public, mut tree)) =
            start.map(|(before, tree)| (!before.is_empty(), tree.to_owned()))
        else {
            continue;
        };
        text.clear();
        while !tree.ends_with(';') {
            tree += &std::mem::take(numbered.next().unwrap().0);
        }
        found.extend(branches(&tree[..tree.len() - 1]).into_iter().map(|path| {
            let (path, alias) = path.split_once(" as ").unwrap_or((&path, ""));
            let name = if alias.is_empty() {
                path.rsplit("::").next().unwrap()
            } else {
                alias
            };
            Use {
                line,
                is_public,
                path: path.into(),
                name: name.into(),
                target: None,
            }
        }));
    }
    found
}

/// Returns the paths of a `use` tree, with its braces opened.
fn branches(tree: &str) -> Names {
    let Some((head, rest)) = tree.split_once('{') else {
        return vec![tree.trim().into()];
    };
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for letter in rest.chars() {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        match letter {
            _ if depth < 0 => break,
            ',' if depth == 0 => parts.push(String::new()),
            _ => parts.last_mut().unwrap().push(letter),
        }
    }
    let paths = parts
        .iter()
        .filter(|part| !part.trim().is_empty())
        .flat_map(|part| branches(part));
    paths
        .map(|path| (head.trim().to_owned() + &path).replace("::self", ""))
        .collect()
}

/// Returns the names of the items in the lines of a file.
fn items(lines: &[String]) -> BTreeSet<String> {
    const KINDS: [&str; 9] = [
        "fn",
        "struct",
        "enum",
        "trait",
        "const",
        "static",
        "type",
        "union",
        "macro_rules!",
    ];
    let name = |line: &String| {
        let mut words =
            line.split(|letter: char| !letter.is_alphanumeric() && !"_!".contains(letter));
        words.find(|word| KINDS.contains(word))?;
        words
            .find(|word| !["", "mut", "fn", "unsafe"].contains(word))
            .map(String::from)
    };
    lines.iter().filter_map(name).collect()
}

/// Returns the path from the root of the package, or `None` if it begins outside the package.
fn absolute(package: &Package, module: &Names, uses: &[Use], path: &str) -> Option<Names> {
    let steps: Names = path
        .split("::")
        .filter(|step| !step.is_empty())
        .map(String::from)
        .collect();
    let child = || [module, &steps[..1]].concat();
    let known = |name: &str| {
        uses.iter()
            .find(|one| one.name == name)
            .and_then(|one| one.target.clone())
    };
    let base = match steps.first()?.as_str() {
        "crate" => Vec::new(),
        "self" => module.clone(),
        "super" => {
            let up = steps.iter().take_while(|step| *step == "super").count();
            return Some([&module[..module.len().checked_sub(up)?], &steps[up..]].concat());
        }
        name => known(name).or(package.contains_key(&child()).then(child))?,
    };
    Some([&base, &steps[1..]].concat())
}

/// Returns the module whose file defines what a path names.
fn definer<'a>(package: &'a Package, path: &[String], depth: usize) -> Option<&'a Names> {
    let part = |end: usize| Some((end, package.get_key_value(&path[..end])?));
    let (end, (module, file)) = (0..=path.len()).rev().find_map(part)?;
    let name = path
        .get(end)
        .filter(|name| *name != "*" && !file.items.contains(*name) && depth < 8);
    let Some(name) = name else {
        return Some(module);
    };
    let mut named = file
        .uses
        .iter()
        .filter(|one| one.name == *name)
        .filter_map(|one| one.target.as_ref());
    if let Some(target) = named.find(|target| *target != path) {
        return definer(package, &[target, &path[end + 1..]].concat(), depth + 1);
    }
    let globs = file
        .uses
        .iter()
        .filter(|one| one.name == "*" && one.is_public);
    let mut found = globs.filter_map(|glob| {
        let (_, parent) = glob.target.as_ref()?.split_last()?;
        definer(package, &[parent, &path[end..]].concat(), depth + 1)
            .filter(|to| package[*to].items.contains(name))
    });
    // An exported macro is named as if the root defined it.
    found.next().or((end > 0).then_some(module))
}

/// Returns the paths that a file names, each with its line.
fn paths(file: &File) -> impl Iterator<Item = (usize, &str)> {
    let is_in_path = |letter: char| letter.is_alphanumeric() || "_:".contains(letter);
    let code = file
        .lines
        .iter()
        .zip(1..)
        .filter(|(text, _)| text.contains("::"));
    let words = code.flat_map(move |(text, line)| {
        text.split(move |letter| !is_in_path(letter))
            .map(move |word| (line, word))
    });
    let named = words.filter(|(_, word)| word.contains("::"));
    file.uses
        .iter()
        .map(|one| (one.line, &*one.path))
        .chain(named)
}

/// A dependency of one file on another, with the line and the path that cause it.
struct Tie<'a> {
    from: &'a Names,
    to: &'a Names,
    line: usize,
    path: &'a str,
}

/// Returns the dependencies of the files, one for each pair of files.
fn ties(package: &Package) -> Vec<Tie<'_>> {
    let mut found: Vec<Tie> = Vec::new();
    for (from, file) in package {
        for (line, path) in paths(file) {
            let to = absolute(package, from, &file.uses, path)
                .and_then(|path| definer(package, &path, 0));
            if let Some(to) = to.filter(|to| {
                *to != from && !found.iter().any(|tie| tie.from == from && tie.to == *to)
            }) {
                found.push(Tie {
                    from,
                    to,
                    line,
                    path,
                });
            }
        }
    }
    found
}

/// Returns a text for each circle: the lines that tie its files.
fn circles(package: &Package) -> Vec<String> {
    let ties = ties(package);
    let reached = |from| {
        let (mut reached, mut next) = (BTreeSet::new(), vec![from]);
        while let Some(module) = next.pop() {
            let targets = ties
                .iter()
                .filter(|tie| tie.from == module)
                .map(|tie| tie.to);
            next.extend(targets.filter(|to| reached.insert(*to)));
        }
        reached
    };
    let reached: BTreeMap<&Names, BTreeSet<&Names>> = package
        .keys()
        .map(|module| (module, reached(module)))
        .collect();
    let circle = |module: &Names| -> Vec<&Names> {
        reached[module]
            .iter()
            .filter(|other| reached[**other].contains(module))
            .copied()
            .collect()
    };
    let circles: BTreeSet<Vec<&Names>> = package
        .keys()
        .map(circle)
        .filter(|circle| !circle.is_empty())
        .collect();
    let text = |circle: &Vec<&Names>| {
        let within = ties
            .iter()
            .filter(|tie| circle.contains(&tie.from) && circle.contains(&tie.to));
        let line = |Tie {
                        from,
                        to,
                        line,
                        path,
                    }: &Tie| {
            format!(
                "\n    {}:{line} -> {}  ({path})",
                package[*from].name, package[*to].name
            )
        };
        format!(
            "{} files use each other:{}",
            circle.len(),
            within.map(line).collect::<String>()
        )
    };
    circles.iter().map(text).collect()
}

/// Returns the lines of a library that name one of `packages` that it may not use.
fn forbidden(library: &str, may_use: &[&str], files: &Package, packages: &[&str]) -> Names {
    let in_file =
        |file| paths(file).map(move |(line, path)| (file, line, path.split("::").next().unwrap()));
    let all = files.values().flat_map(in_file);
    let wrong = all.filter(|(_, _, used)| {
        *used != library && packages.contains(used) && !may_use.contains(used)
    });
    wrong
        .map(|(file, line, used)| format!("{library}: {}:{line} -> {used}", file.name))
        .collect()
}

#[test]
fn no_files_use_each_other() {
    let of_package = |(name, package)| {
        circles(package)
            .into_iter()
            .map(move |circle| format!("{name}: {circle}"))
    };
    let found: Names = WORKSPACE.iter().flat_map(of_package).collect();
    assert!(
        found.is_empty(),
        "{} circles\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn libraries_use_only_those_below() {
    let packages: Vec<&str> = WORKSPACE.keys().map(String::as_str).collect();
    let of_library =
        |(name, may_use): (&str, &[&str])| forbidden(name, may_use, &WORKSPACE[name], &packages);
    let found: Names = LIBRARIES.into_iter().flat_map(of_library).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn package_of<const N: usize>(files: [(&str, &str); N]) -> Package {
    package(files.map(|(name, text)| (name.into(), text.into())))
}

#[test]
fn two_files_that_use_each_other_are_found() {
    let root = (
        "lib.rs",
        "mod deck;\nmod card;\npub use deck::Deck;\npub use card::Card;",
    );
    let deck = ("deck.rs", "use crate::Card;\npub struct Deck(Vec<Card>);");
    let with = |card| circles(&package_of([root, deck, ("card.rs", card)]));
    let circle = "2 files use each other:\n    card.rs:2 -> deck.rs  (super::Deck)\n    deck.rs:1 -> card.rs  (crate::Card)";
    assert_eq!(
        with("pub struct Card;\nfn new() -> super::Deck {}"),
        [circle]
    );
    assert_eq!(with("pub struct Card; // super::Deck"), [""; 0]);
    assert_eq!(
        with("pub struct Card;\n#[cfg(test)]\nmod tests {\n    use crate::Deck;\n}"),
        [""; 0]
    );
}

#[test]
fn a_module_with_an_item_that_its_child_uses_is_found() {
    let child = (
        "deck/riffle.rs",
        "use crate::{\n    deck::{Deck, riffle::{self}},\n};",
    );
    let with = |parent| {
        circles(&package_of([
            ("deck/mod.rs", parent),
            ("deck/cards.rs", "pub struct Deck;"),
            child,
        ]))
    };
    assert_eq!(
        with("mod cards;\nmod riffle;\npub struct Deck;\nfn run() { riffle::run() }").len(),
        1
    );
    assert_eq!(
        with("mod cards;\nmod riffle;\npub use cards::*;\nfn run() { riffle::run() }"),
        [""; 0]
    );
}

#[test]
fn a_library_that_uses_another_one_is_found() {
    let files = package_of([(
        "lib.rs",
        "use faro_math::{Law, number};\nfn of() -> faro::Word {}",
    )]);
    let found = forbidden(
        "faro_render",
        &["faro_math"],
        &files,
        &["faro", "faro_math"],
    );
    assert_eq!(found, ["faro_render: lib.rs:2 -> faro"]);
}

/// Examples of the packages with promises import these packages alone.
#[test]
fn examples_import_packages_with_promises() {
    let mut wrong = Vec::new();
    for folder in ["src", "examples", "crates/audit", "crates/prove"] {
        for (name, text) in files(Path::new(folder)) {
            let is_example = folder == "examples" || name.contains("examples/");
            let without = ["math", "permutation", "sample", "simd", "render"];
            let imports = |line: &str| {
                let line = line.trim_start();
                let example = line.strip_prefix("///").or(line.strip_prefix("//!"));
                let code = example
                    .or(Some(line).filter(|_| is_example))
                    .unwrap_or("")
                    .trim();
                let code = code.trim_start_matches("# ");
                let has = |package: &&str| code.contains(&format!("faro_{package}::"));
                (code.starts_with("use ") || code.starts_with("Ok::<")) && without.iter().any(has)
            };
            wrong.extend(
                text.lines()
                    .filter(|line| imports(line))
                    .map(|line| format!("{name}: {line}")),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
