//! Code of a fair shuffle in several languages.

/// A fair shuffle as four lines of code.
///
/// The code is the Fisher–Yates shuffle with random numbers from the operating system, which have no short
/// seed.
///
/// ```
/// use faro_audit::FairShuffle;
///
/// assert_eq!(FairShuffle::for_command("node game.js").language, "JavaScript");
/// assert!(FairShuffle::ALL.iter().all(|shuffle| shuffle.code.lines().count() == 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FairShuffle {
    /// The name of the language.
    pub language: &'static str,
    /// The code, which shuffles a list named `deck`.
    pub code: &'static str,
}

impl FairShuffle {
    /// The shuffle in the languages in which most games are written.
    pub const ALL: [FairShuffle; 4] = [JAVASCRIPT, PYTHON, C, JAVA];

    /// Returns the shuffle in the language of a program, guessed from its command line.
    ///
    /// If the language is unknown, it is Python.
    pub fn for_command(command: &str) -> FairShuffle {
        let has = |names: &[&str], endings: &[&str]| {
            let name = |word: &str| {
                word.rsplit('/')
                    .next()
                    .is_some_and(|word| names.contains(&word))
            };
            let ends = |word: &str| endings.iter().any(|ending| word.ends_with(ending));
            command
                .split_whitespace()
                .any(|word| name(word) || ends(word))
        };
        if has(&["node", "deno", "bun", "nodejs"], &[".js", ".mjs", ".ts"]) {
            JAVASCRIPT
        } else if has(&["java"], &[".jar", ".java"]) {
            JAVA
        } else if has(&["a.out"], &[".c"]) {
            C
        } else {
            PYTHON
        }
    }
}

const JAVASCRIPT: FairShuffle = FairShuffle {
    language: "JavaScript",
    code: "\
for (let i = deck.length - 1; i > 0; i--) {
    const j = crypto.randomInt(i + 1); // node:crypto
    [deck[i], deck[j]] = [deck[j], deck[i]];
}",
};

const PYTHON: FairShuffle = FairShuffle {
    language: "Python",
    code: "\
import secrets
for i in range(len(deck) - 1, 0, -1):
    j = secrets.randbelow(i + 1)
    deck[i], deck[j] = deck[j], deck[i]",
};

const C: FairShuffle = FairShuffle {
    language: "C",
    code: "\
for (size_t i = cards; i-- > 1; ) {
    size_t j = arc4random_uniform(i + 1); // stdlib.h
    int card = deck[i]; deck[i] = deck[j]; deck[j] = card;
}",
};

const JAVA: FairShuffle = FairShuffle {
    language: "Java",
    code: "\
for (int i = deck.length - 1; i > 0; i--) {
    int j = random.nextInt(i + 1); // a SecureRandom
    int card = deck[i]; deck[i] = deck[j]; deck[j] = card;
}",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_that_of_the_program() {
        let language = |command| FairShuffle::for_command(command).language;
        assert_eq!(language("node -e 'x'"), "JavaScript");
        assert_eq!(language("/usr/bin/java -jar game.jar"), "Java");
        assert_eq!(language("./a.out 52"), "C");
        assert_eq!([language(""), language("python3 game.py")], ["Python"; 2]);
        assert!(
            FairShuffle::ALL
                .iter()
                .all(|shuffle| shuffle.code.lines().count() == 4)
        );
    }
}
