//! Which files depend on which: the paths of `use` declarations and of expressions, resolved to files.
//!
//! A path to a folder's module is a path to its `mod.rs`. A name that a file imports or re-exports is resolved to where it
//! comes from, so that the re-exports of a `mod.rs` are a table of contents: a child that uses the name of a sibling by
//! `super::` depends on the sibling. A child that uses an item defined in the `mod.rs` depends on the `mod.rs`, and
//! this in turn on each child that it re-exports or calls. `mod child;` alone is no dependency. Modules of tests are left
//! out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The names of a module from the crate root on.
type Names = Vec<String>;

/// The source of a file, reduced to what resolution needs.
struct File {
    path: String,
    /// The paths of `use` declarations, each with the name that it introduces; `*` for all names.
    imports: Vec<(String, Names)>,
    /// Paths in expressions and types.
    paths: Vec<Names>,
}

/// The files under a folder by module.
pub struct Files(BTreeMap<Names, File>);

impl Files {
    /// Reads the files of a folder whose root module is `lib.rs`.
    pub fn read(folder: &Path) -> Files {
        let sources = super::sources(folder).into_iter().map(|path| {
            let inside = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
            (inside, fs::read_to_string(&path).unwrap())
        });
        Files::new(sources)
    }

    /// The files with these paths and sources.
    pub fn new(sources: impl IntoIterator<Item = (String, String)>) -> Files {
        let one = |(path, source): (String, String)| (module(&path), File::new(path, &source));
        Files(sources.into_iter().filter(|(path, _)| path != "main.rs").map(one).collect())
    }

    /// The paths of the files that each file uses, without itself.
    pub fn dependencies(&self) -> BTreeMap<String, BTreeSet<String>> {
        let one = |(module, file): (&Names, &File)| {
            let paths = file.imports.iter().map(|(_, path)| path).chain(&file.paths);
            let mut used: BTreeSet<String> = paths.filter_map(|path| self.resolve(module, path, 0)).collect();
            used.remove(&file.path);
            (file.path.clone(), used)
        };
        self.0.iter().map(one).collect()
    }

    /// The file of what a path in a module names, if it is in the crate.
    fn resolve(&self, module: &Names, path: &[String], depth: usize) -> Option<String> {
        let (mut at, mut rest) = match path[0].as_str() {
            "crate" => (Names::new(), &path[1..]),
            _ => (module.clone(), path),
        };
        while let [first, after @ ..] = rest {
            match first.as_str() {
                "self" => {}
                "super" => drop(at.pop()),
                name => {
                    let child = [&at[..], &[name.to_owned()]].concat();
                    if !self.0.contains_key(&child) {
                        break;
                    }
                    at = child;
                }
            }
            rest = after;
        }
        let external = rest.len() == path.len();
        let imported = rest.first().and_then(|name| self.imported(&at, name, &rest[1..], depth));
        imported.or_else(|| (!external).then(|| self.0.get(&at).map(|file| file.path.clone()))?)
    }

    /// The file of a name that a module imports.
    fn imported(&self, module: &Names, name: &str, rest: &[String], depth: usize) -> Option<String> {
        let imports = self.0.get(module)?.imports.iter().filter(|(alias, _)| depth < 8 && alias == name);
        let mut paths = imports.map(|(_, path)| [&path[..], rest].concat());
        paths.find_map(|path| self.resolve(module, &path, depth + 1))
    }
}

/// The module of a file: `a/b.rs` and `a/b/mod.rs` are `a::b`.
fn module(path: &str) -> Names {
    let path = path.trim_end_matches(".rs");
    let names = path.split('/').map(String::from);
    names.filter(|name| name != "mod" && name != "lib").collect()
}

impl File {
    fn new(path: String, source: &str) -> File {
        let code = without_tests_and_comments(source);
        let (mut imports, mut others) = (Vec::new(), String::new());
        let mut children = BTreeSet::new();
        for statement in code.split_inclusive([';', '{', '}']) {
            others.push_str(statement);
            if let Some(name) = declared_module(statement) {
                children.insert(name);
            }
        }
        for (start, _) in code.match_indices("use ").filter(|&(start, _)| begins_word(&code, start)) {
            let tree = code[start + 4..].split(';').next().unwrap();
            add_tree(&mut imports, &Names::new(), tree);
        }
        let mut paths = paths_from(&code, |first| {
            ["crate", "super", "self"].contains(&first) || children.contains(first)
        });
        paths.retain(|path| path.len() > 1);
        File { path, imports, paths }
    }
}

/// The name in `mod name;`.
fn declared_module(statement: &str) -> Option<String> {
    let declaration = statement.trim().strip_suffix(';')?;
    let (_, name) =
        format!(" {declaration}").rsplit_once(" mod ").map(|(a, b)| (a.to_owned(), b.to_owned()))?;
    Some(name.trim().to_owned())
}

fn begins_word(code: &str, at: usize) -> bool {
    !code[..at].chars().next_back().is_some_and(|letter| letter.is_alphanumeric() || "_\"$:".contains(letter))
}

/// The code without comments and without modules of tests. In a module within the file `super` becomes `self`.
fn without_tests_and_comments(source: &str) -> String {
    let (mut code, mut within, mut test) = (String::new(), false, false);
    let mut lines = source.lines().peekable();
    while let Some(line) = lines.next() {
        let inline = line.ends_with('{')
            && (line.starts_with("mod ") || line.contains(" mod "))
            && !line.starts_with(' ');
        if inline {
            within = true;
        }
        if line == "#[cfg(test)]" && lines.peek().is_some_and(|next| next.contains("mod ")) {
            test = true;
        }
        let line = without_visibility(line.split("//").next().unwrap());
        match (test, within) {
            (true, _) => {}
            (false, true) => code.push_str(&line.replace("super::", "self::")),
            (false, false) => code.push_str(&line),
        }
        code.push('\n');
        if line == "}" || (test && !within && line.ends_with(';')) {
            (within, test) = (false, false);
        }
    }
    code
}

/// A line without `(in path)`, which is no use of the path.
fn without_visibility(line: &str) -> String {
    match line.split_once("pub(in ").and_then(|(before, after)| Some((before, after.split_once(')')?.1))) {
        Some((before, after)) => format!("{before}pub{after}"),
        None => line.to_owned(),
    }
}

/// Adds the paths of a `use` tree.
fn add_tree(imports: &mut Vec<(String, Names)>, prefix: &Names, tree: &str) {
    let tree = tree.trim();
    if let Some((before, group)) = tree.split_once('{') {
        let prefix = [&prefix[..], &names(before)].concat();
        let group = group.strip_suffix('}').unwrap_or(group);
        split_at_commas(group).iter().for_each(|part| add_tree(imports, &prefix, part));
    } else if !tree.is_empty() {
        let (path, alias) = tree.split_once(" as ").unwrap_or((tree, ""));
        let mut path = [&prefix[..], &names(path)].concat();
        if path.len() > 1 && path.last().is_some_and(|name| name == "self") {
            path.pop();
        }
        let last = path.last().cloned().unwrap_or_default();
        imports.push((if alias.is_empty() { last } else { alias.trim().to_owned() }, path));
    }
}

fn names(path: &str) -> Names {
    path.split("::")
        .map(|name| name.trim().to_owned())
        .filter(|name| !name.is_empty() && name != "*")
        .collect()
}

/// The parts of a list, split at the commas outside braces.
fn split_at_commas(list: &str) -> Vec<String> {
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for letter in list.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().unwrap().push(letter);
    }
    parts
}

/// The paths `a::b::c` of a code whose first name is accepted. What goes on with a brace, an asterisk or a variable of a
/// macro is left out: it is part of a `use` tree, or unknown.
fn paths_from(code: &str, accept: impl Fn(&str) -> bool) -> Vec<Names> {
    let is_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let pieces = code.split_inclusive(|letter: char| !is_path(letter));
    let complete = pieces.filter(|piece| !["::{", "::*", "::$"].iter().any(|end| piece.ends_with(end)));
    let paths = complete.filter(|piece| piece.contains("::") && !piece.starts_with(':'));
    let paths = paths.map(|piece| names(piece.trim_end_matches(|letter| !is_path(letter))));
    paths.filter(|path| path.first().is_some_and(|first| accept(first))).collect()
}

/// The groups of files that depend on each other.
pub fn circles(dependencies: &BTreeMap<String, BTreeSet<String>>) -> Vec<BTreeSet<String>> {
    let reached = |from: &String| {
        let (mut waiting, mut seen) = (vec![from], BTreeSet::new());
        while let Some(file) = waiting.pop() {
            let used = dependencies.get(file).into_iter().flatten();
            waiting.extend(used.filter(|&used| seen.insert(used.clone())));
        }
        seen
    };
    let all: BTreeMap<&String, BTreeSet<String>> =
        dependencies.keys().map(|file| (file, reached(file))).collect();
    let mut circles: Vec<BTreeSet<String>> = Vec::new();
    for (file, reached) in &all {
        if reached.contains(*file) && !circles.iter().any(|circle| circle.contains(*file)) {
            circles.push(reached.iter().filter(|&other| all[other].contains(*file)).cloned().collect());
        }
    }
    circles
}
