//! The pictures in the documents are the ones that the program draws, and every link has a target.

use std::fs;
use std::path::Path;

use crate::support::{InTime, faro};

fn package() -> &'static Path {
    crate::support::project()
}

/// The pictures under `docs/`, each with the command that draws it. FARO_BLESS=1 updates them.
const PICTURES: [(&str, &[&str]); 2] = [
    ("strip.svg", &["deck", "52", "out", "--each", "--track", "2", "--svg"]),
    ("cutoff.svg", &["mix", "--cards", "52", "--svg"]),
];

#[test]
fn pictures_are_drawn_by_the_program() {
    for (name, arguments) in PICTURES {
        let stored = package().join("docs").join(name);
        let drawn = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        assert!(faro().args(arguments).arg(&drawn).output_in_time().status.success());
        if std::env::var_os("FARO_BLESS").is_some() {
            fs::copy(&drawn, &stored).unwrap();
        }
        assert!(fs::read(&drawn).unwrap() == fs::read(&stored).unwrap(), "docs/{name} is out of date");
    }
}

/// Returns the targets of the links in a Markdown text, which are in parentheses after a closing bracket.
fn links(text: &str) -> Vec<&str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect()
}

/// Returns the anchor of a heading in a Markdown page.
fn anchor(heading: &str) -> String {
    let kept = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = kept.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// Returns the anchors of the sections of a page.
fn anchors(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    text.lines().filter(|line| line.starts_with("## ") || line.starts_with("### ")).map(anchor).collect()
}

#[test]
fn links_have_targets() {
    let documents = [
        "README.md",
        "DESIGN.md",
        "CONTRIBUTING.md",
        "docs/formats.md",
        "docs/benchmarks.md",
        "docs/causes.md",
        "docs/survey.md",
    ];
    for name in documents {
        let page = package().join(name);
        let text = fs::read_to_string(&page).unwrap();
        let headings = anchors(&page);
        for link in links(&text).into_iter().filter(|link| !link.starts_with("http")) {
            let found = match link.split_once('#') {
                Some(("", heading)) => headings.iter().any(|known| known == heading),
                Some((other, heading)) => {
                    anchors(&page.parent().unwrap().join(other)).contains(&heading.into())
                }
                None => page.parent().unwrap().join(link).exists(),
            };
            assert!(found, "{name}: the link {link} leads nowhere");
        }
    }
}
