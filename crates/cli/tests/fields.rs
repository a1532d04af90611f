//! docs/formats.md names every field of every JSON that a command prints, and no field that is never printed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{has_tool, printed, project, shell_in};

/// Headings of docs/formats.md, each with calls that together print every field of its list. `--format json` is added to the last
/// command of a call if it does not have it.
const CALLS: &[(&str, &[&str])] = &[
    (
        "order, cycles",
        &[
            "faro order 52 in",
            "faro order 52,54 in",
            "faro cycles 8 out",
            "echo A B C D > order.txt; faro cycles 4 in --start order.txt",
        ],
    ),
    (
        "deck",
        &[
            "faro deck 4 'in reverse' --each-move",
            "faro deck 52 out --start mnemonica --faces --track 2",
            "faro deck 5 fisher-yates --samples 3 --seed 1",
            "faro deck 52 gsr --seed 1 --start mnemonica --deal 4x5",
        ],
    ),
    (
        "where",
        &["faro where 52 out --start mnemonica --card QH --deal 4x5"],
    ),
    (
        "inspect",
        &[
            "faro inspect 1,5,2,6,3,7,4,8",
            "faro deck 52 cut:20 --start mnemonica --ascii | faro inspect -",
        ],
    ),
    (
        "route, solve",
        &[
            "faro route 52 4 37 --all",
            "faro route 52 --start mnemonica --from 11 --to 1",
            "faro route 52 --from 1,52 --to 1,2",
            "faro route 4 --from all --to 1",
            "faro solve new-deck si-stebbins",
        ],
    ),
    (
        "group",
        &["faro group 8", "faro group 12 --contains '(1 12)'"],
    ),
    (
        "sweep",
        &[
            "faro sweep 2..=9 both",
            "faro sweep 2..=9 in",
            "faro sweep 2..=1000 both --summary",
        ],
    ),
    (
        "sizes",
        &[
            "faro sizes 8 both",
            "faro sizes 8 out --count",
            "faro sizes 60 --limit 2",
            "faro sizes --below 10 60..=130",
        ],
    ),
    (
        "mix",
        &[
            "faro mix 25,32 --riffles 5",
            "faro mix 3 --riffles 2 --exact",
            "faro mix --composition 4,4,4 --riffles 5",
            "faro mix --deck red-black --riffles 5 --samples 1000 --seed 7",
            "faro mix 52 --card 52 --riffles 7",
            "faro mix 52 --until 0.01",
            "faro mix 52 riffle:3 --times 3",
            "faro mix 52 'out sort-keys gsr' --times 0..=2",
            "faro mix 52 overhand:0.2 --times 2 --guessing --samples 100",
            "faro mix 25 random-transposition --times 60",
        ],
    ),
    (
        "law",
        &[
            "faro law 3 naive",
            "faro law 52 fisher-yates --statistic rising --at-least 33",
        ],
    ),
    (
        "matrix",
        &[
            "faro matrix 4 naive --against fisher-yates --exact",
            "faro matrix 4 coin-sort:quick --against fisher-yates --samples 1000 --seed 1",
        ],
    ),
    (
        "simulate, merge",
        &[
            "faro simulate 5 gsr --samples 100 --seed 1 --orders --against fisher-yates --card 2",
            "faro simulate 5 gsr --samples 30000 --seed 1 --shard 1/2 --output part1; faro merge part1 --missing",
            "faro simulate 5 gsr --samples 30000 --seed 1 --shard 2/2 --output part2; faro merge part1 part2",
        ],
    ),
    ("hands", &["echo RRLRL | faro hands --ideal 2"]),
    (
        "odds",
        &[
            "faro odds 60 --of 9x4 --see 13 --at-least 3 --games 126 --happened 101",
            "faro odds 60 --see 7 --want 2..=4/24 --want 1../8",
            "faro odds 60 --of 4 --see 7..=9 --at-least 1",
        ],
    ),
    ("bits", &["faro bits 52 32", "faro bits --list"]),
    (
        "audit",
        &[
            "faro deck 12 state:6 --samples 300 --seed 1 | faro audit",
            "printf '1 2 3\\n1 2\\n3 2 1\\n' | faro audit --skip-bad 1",
            "printf 'x: [2, 3, 1]\\ny: [3, 1, 2]\\n' | faro audit",
            "faro deck 60 naive --samples 100 --seed 1 | faro audit --see 7 --cards 60",
            "yes 'land land spell' | head -n 60 | faro audit --composition '24 land, 36 spell' --hands 3",
        ],
    ),
    (
        "audit --calibrate",
        &["faro audit --calibrate --cards 5 --decks 30 --samples 20 --seed 1"],
    ),
    (
        "prove",
        &[
            "faro prove --cards 3 --at-most 0.1 --format json -- python3 fair.py",
            "faro prove --cards 3 --format json -- python3 unfair.py",
        ],
    ),
    (
        "certify",
        &[
            "faro certify --plan 10% --cards 8",
            "faro certify --cards 5 --decks 200 --samples 1000 --state-bits 32 --source fair.py --format json \
             -- python3 fair.py {cards} {decks}",
        ],
    ),
    (
        "certify --check",
        &[
            "faro deck 5 fisher-yates --samples 200 --seed 1 > decks; faro certify decks --cards 5 --format json > document; \
             faro certify --check document",
        ],
    ),
    (
        "verify, deal",
        &[
            "faro deal --server-seed $(printf '00%.0s' $(seq 32)) --client-seed anna --reveal --hands 2x3",
            "faro deal --server-seed $(printf '00%.0s' $(seq 32)) --client-seed anna --reveal --format json > deal; \
             faro verify --deal deal --dealt '1 2 3'",
            "faro verify --scheme duel-video-poker",
        ],
    ),
    (
        "list",
        &[
            "faro list",
            "faro list moves",
            "faro list shuffles",
            "faro list stacks",
            "faro list checks",
        ],
    ),
];

/// Headings whose lists hold for another heading, too.
const ALSO: &[(&str, &[&str])] = &[
    ("audit", &["Causes"]),
    ("certify", &["audit", "Causes", "prove"]),
];

/// The heading of the fields that many commands print.
const SHARED: &str = "Shared fields";

/// Programs for `prove`: a fair one, and one that exchanges two cards or does nothing.
const PROGRAMS: &str = "faro prove --adapter python > faro_choices.py; faro prove --example python > fair.py; \
    printf 'import random, faro_choices\ndef shuffle(n):\n    d = list(range(n))\n    if random.randrange(2):\n        \
    d[0], d[1] = d[1], d[0]\n    return d\nfaro_choices.serve(shuffle)\n' > unfair.py";

/// Returns the fields that each heading of the document describes: the code before the colon of its list items.
fn documented() -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(project().join("docs/formats.md")).unwrap();
    let (_, text) = text.split_once("## Fields of the JSON\n").unwrap();
    let (text, _) = text.split_once("\n## ").unwrap();
    let sections = text.split("\n### ").skip(1);
    sections
        .map(|section| {
            let (heading, body) = section.split_once('\n').unwrap();
            let items = body.split("\n- ").skip(1);
            let fields = items.filter_map(|item| item.split(": ").next());
            let names = fields.flat_map(|fields| fields.split('`').skip(1).step_by(2));
            (heading.to_owned(), names.map(String::from).collect())
        })
        .collect()
}

/// Adds the names of all fields in a value.
fn collect(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            names.insert(name.clone());
            collect(value, names);
        }),
        Value::Array(values) => values.iter().for_each(|value| collect(value, names)),
        _ => {}
    }
}

/// Returns the fields that the calls print.
fn printed_by(calls: &[&str], scratch: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for call in calls {
        let last = call.rsplit("; ").next().unwrap_or_default();
        let line = if last.contains("--format json ") {
            (*call).to_owned()
        } else {
            format!("{call} --format json")
        };
        let output = shell_in(scratch, &line);
        let json = serde_json::from_slice(&output.stdout);
        let json = json.unwrap_or_else(|error| panic!("{line}: {error}: {}", printed(&output)));
        collect(&json, &mut names);
    }
    names
}

/// Returns the fields that a call of `heading` may print: those of its own list, of lists that hold for it too, and shared ones.
fn allowed<'a>(
    documented: &'a BTreeMap<String, BTreeSet<String>>,
    heading: &'a str,
) -> impl Iterator<Item = &'a String> {
    let also = ALSO.iter().filter(move |(name, _)| *name == heading);
    let headings = also.flat_map(|(_, names)| *names).copied();
    let headings = headings.chain([heading, SHARED]);
    headings.filter_map(|name| documented.get(name)).flatten()
}

#[test]
fn the_document_has_every_field() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fields");
    fs::create_dir_all(&scratch).unwrap();
    let has_python = has_tool("python3");
    if has_python {
        assert!(shell_in(&scratch, PROGRAMS).status.success());
    }
    let documented = documented();
    let (mut missing, mut unused, mut everywhere) = (Vec::new(), Vec::new(), BTreeSet::new());
    for &(heading, calls) in CALLS {
        if !has_python && calls.iter().any(|call| call.contains("python3")) {
            continue;
        }
        let names = printed_by(calls, &scratch);
        let allowed: BTreeSet<String> = allowed(&documented, heading).cloned().collect();
        let named = |name: &String| format!("{heading}: {name}");
        missing.extend(names.difference(&allowed).map(named));
        unused.extend(documented[heading].difference(&names).map(named));
        everywhere.extend(names);
    }
    unused.extend(documented[SHARED].difference(&everywhere).cloned());
    assert!(missing.is_empty(), "not in docs/formats.md: {missing:#?}");
    assert!(unused.is_empty(), "printed by no call: {unused:#?}");
}

#[test]
fn every_heading_has_calls() {
    let called = CALLS.iter().map(|(heading, _)| *heading);
    let headings: BTreeSet<&str> = called.chain([SHARED, "Causes"]).collect();
    assert_eq!(
        documented()
            .keys()
            .map(String::as_str)
            .collect::<BTreeSet<_>>(),
        headings
    );
}
