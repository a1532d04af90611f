//! The source texts of the adapters. An adapter is one file in one language that lets `faro prove` choose the random
//! numbers of a program in this language.

/// The file names of all adapters.
pub const FILE_NAMES: [&str; 10] = [
    "FaroChoices.java",
    "FaroChoices.php",
    "faro_choices.go",
    "faro_choices.h",
    "faro_choices.js",
    "faro_choices.py",
    "faro_choices.rb",
    "faro_choices.rs",
    "faro_numpy.py",
    "faro_preload.c",
];

/// The adapter for Python. It replaces the modules `random` and `secrets`.
pub const PYTHON: &str = include_str!("../adapters/faro_choices.py");
/// The adapter for Node.js. It replaces `Math.random` and `crypto`.
pub const JAVASCRIPT: &str = include_str!("../adapters/faro_choices.js");
/// The adapter for Java. It provides a `java.util.Random`.
pub const JAVA: &str = include_str!("../adapters/FaroChoices.java");
/// The adapter for Rust. It has no dependencies.
pub const RUST: &str = include_str!("../adapters/faro_choices.rs");
/// The adapter for C and C++. It replaces `rand`, `random` and `arc4random_uniform`.
pub const C: &str = include_str!("../adapters/faro_choices.h");
/// The adapter for compiled programs on Linux, loaded by `LD_PRELOAD`. It replaces `rand`, `getrandom` and
/// `std::random_device`.
pub const PRELOAD: &str = include_str!("../adapters/faro_preload.c");
/// The adapter for numpy, used together with [`PYTHON`]. It replaces the outputs of numpy's bit generators.
pub const NUMPY: &str = include_str!("../adapters/faro_numpy.py");
/// The adapter for Ruby. It replaces `rand` and `SecureRandom`, and provides a generator for `shuffle`.
pub const RUBY: &str = include_str!("../adapters/faro_choices.rb");
/// The adapter for PHP. It provides a `Random\Randomizer`.
pub const PHP: &str = include_str!("../adapters/FaroChoices.php");
/// The adapter for Go. It provides a source for `math/rand`, and replaces `crypto/rand`.
pub const GO: &str = include_str!("../adapters/faro_choices.go");

/// Returns an example program in Python that shuffles fairly, in one file with its adapter.
pub fn python_example() -> String {
    format!(
        r#"# A fair shuffle, and the adapter through which faro chooses its random numbers.
#
#     faro prove -- python3 fair.py             proves the shuffle
#     faro audit -- python3 fair.py 52 1000     audits its decks

import random


def shuffle(cards):
    deck = list(range(cards))
    random.shuffle(deck)
    return deck


# The adapter, which `faro prove --adapter python` prints.
{PYTHON}

serve(shuffle)
"#
    )
}

/// Returns an example program for Node.js that shuffles fairly, in one file with its adapter.
pub fn javascript_example() -> String {
    format!(
        r#"// A fair shuffle, and the adapter through which faro chooses its random numbers.
//
//     faro prove -- node fair.js             proves the shuffle
//     faro audit -- node fair.js 52 1000     audits its decks

function shuffle(cards) {{
  const deck = [...Array(cards).keys()];
  for (let i = cards - 1; i > 0; i--) {{
    const j = Math.floor(Math.random() * (i + 1));
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }}
  return deck;
}}

// The adapter, which `faro prove --adapter javascript` prints.
{JAVASCRIPT}
serve(shuffle);
"#
    )
}

/// Returns an example program in Java that shuffles fairly, in one file with its adapter.
///
/// The class with `main` comes first, because `java Fair.java` runs the first class of a file. Imports come before all
/// classes.
pub fn java_example() -> String {
    let last_import = JAVA.rfind("\nimport ").unwrap_or_default() + 1;
    let end = JAVA[last_import..]
        .find('\n')
        .map_or(JAVA.len(), |length| last_import + length + 1);
    let (imports, adapter) = JAVA.split_at(end);
    format!(
        r#"// A fair shuffle, and the adapter through which faro chooses its random numbers.
//
//     faro prove -- java Fair.java             proves the shuffle
//     faro audit -- java Fair.java 52 1000     audits its decks
//
// The adapter, which `faro prove --adapter java` prints, begins with this text:
//
{imports}
class Fair {{
    public static void main(String[] arguments) {{
        java.util.Random random = FaroChoices.random();
        FaroChoices.serve(cards -> {{
            List<Integer> deck = new java.util.ArrayList<>();
            for (int card = 0; card < cards; card++) deck.add(card);
            java.util.Collections.shuffle(deck, random);
            return deck;
        }}, arguments);
    }}
}}
{adapter}"#
    )
}

/// Returns an example program in Rust that shuffles fairly, in one file with its adapter.
pub fn rust_example() -> String {
    format!(
        r#"// A fair shuffle, and the adapter through which faro chooses its random numbers.
//
//     rustc fair.rs
//     faro prove -- ./fair             proves the shuffle
//     faro audit -- ./fair 52 1000     audits its decks

fn main() {{
    faro_choices::serve(|choices, cards| {{
        let mut deck: Vec<u32> = (0..cards as u32).collect();
        for i in (1..cards).rev() {{
            deck.swap(i, choices.below(i as u64 + 1) as usize);
        }}
        deck
    }});
}}

// The adapter, which `faro prove --adapter rust` prints.
#[allow(dead_code)]
mod faro_choices {{
{RUST}}}
"#
    )
}

/// Returns an example program in C that shuffles fairly, in one file with its adapter.
pub fn c_example() -> String {
    format!(
        r#"/* A fair shuffle, and the adapter through which faro chooses its random numbers.
 *
 *     cc -o fair fair.c
 *     faro prove -- ./fair             proves the shuffle
 *     faro audit -- ./fair 52 1000     audits its decks
 */

/* The adapter, which `faro prove --adapter c` prints. */
{C}
static void shuffle(int *deck, int cards) {{
    for (int i = cards - 1; i > 0; i--) {{
        int j = (int)faro_below(i + 1), card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }}
}}

int main(int argc, char **argv) {{ return faro_serve(shuffle, argc, argv); }}
"#
    )
}

#[cfg(test)]
mod tests {
    use super::FILE_NAMES;

    #[test]
    #[cfg_attr(target_os = "wasi", ignore = "it reads a folder")]
    fn all_files_are_named() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/adapters");
        let files = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<String> = files.collect();
        files.sort_unstable();
        assert_eq!(files, FILE_NAMES);
    }
}
