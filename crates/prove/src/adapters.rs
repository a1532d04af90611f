//! The source texts of the adapters. Each is one file for one language, through which `faro prove` chooses the
//! program's random numbers.

/// The names of the files of all adapters.
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

/// For Python: replaces the modules `random` and `secrets`.
pub const PYTHON: &str = include_str!("../adapters/faro_choices.py");
/// For Node.js: replaces `Math.random` and `crypto`.
pub const JAVASCRIPT: &str = include_str!("../adapters/faro_choices.js");
/// For Java: provides a `java.util.Random`.
pub const JAVA: &str = include_str!("../adapters/FaroChoices.java");
/// For Rust, without dependencies.
pub const RUST: &str = include_str!("../adapters/faro_choices.rs");
/// For C and C++: replaces `rand`, `random` and `arc4random_uniform`.
pub const C: &str = include_str!("../adapters/faro_choices.h");
/// For compiled programs on Linux: replaces `rand`, `getrandom` and `std::random_device`.
pub const PRELOAD: &str = include_str!("../adapters/faro_preload.c");
/// For Python with numpy, beside [`PYTHON`]: replaces the words of its bit generators.
pub const NUMPY: &str = include_str!("../adapters/faro_numpy.py");
/// For Ruby: replaces `rand`, `SecureRandom`, and provides a generator for `shuffle`.
pub const RUBY: &str = include_str!("../adapters/faro_choices.rb");
/// For PHP: provides a `Random\Randomizer`.
pub const PHP: &str = include_str!("../adapters/FaroChoices.php");
/// For Go: provides a source for `math/rand`, and replaces `crypto/rand`.
pub const GO: &str = include_str!("../adapters/faro_choices.go");

/// Returns a program in Python, with its adapter in one file.
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

/// Returns a program for Node.js, with its adapter in one file.
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

/// Returns a program in Java, with its adapter in one file.
///
/// `java Fair.java` runs the first class of a file. Imports come before all classes.
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

/// Returns a program in Rust, with its adapter in one file.
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

/// Returns a program in C, with its adapter in one file.
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
