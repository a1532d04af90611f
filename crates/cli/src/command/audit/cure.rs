//! A fair shuffle in four lines, in the languages in which most games are written.

/// A programming language, and a fair shuffle written in it.
pub struct Cure {
    pub language: &'static str,
    pub code: &'static str,
}

/// The Fisher–Yates shuffle with random numbers of the operating system, which have no short seed.
pub const CURES: [Cure; 4] = [
    Cure {
        language: "JavaScript",
        code: "\
for (let i = deck.length - 1; i > 0; i--) {
    const j = crypto.randomInt(i + 1); // node:crypto
    [deck[i], deck[j]] = [deck[j], deck[i]];
}",
    },
    Cure {
        language: "Python",
        code: "\
import secrets
for i in range(len(deck) - 1, 0, -1):
    j = secrets.randbelow(i + 1)
    deck[i], deck[j] = deck[j], deck[i]",
    },
    Cure {
        language: "C",
        code: "\
for (size_t i = cards; i-- > 1; ) {
    size_t j = arc4random_uniform(i + 1); // stdlib.h
    int card = deck[i]; deck[i] = deck[j]; deck[j] = card;
}",
    },
    Cure {
        language: "Java",
        code: "\
for (int i = deck.length - 1; i > 0; i--) {
    int j = random.nextInt(i + 1); // a SecureRandom
    int card = deck[i]; deck[i] = deck[j]; deck[j] = card;
}",
    },
];

/// Returns the shuffle in the language of a program, or in Python if the language is unknown.
///
/// The language is guessed from the command line of the program.
pub fn for_program(source: Option<&str>) -> &'static Cure {
    let words: Vec<&str> = source.unwrap_or_default().split_whitespace().collect();
    let has = |names: &[&str], endings: &[&str]| {
        let name = |word: &&str| word.rsplit('/').next().is_some_and(|word| names.contains(&word));
        words.iter().any(|word| name(word) || endings.iter().any(|ending| word.ends_with(ending)))
    };
    let [javascript, python, c, java] = &CURES;
    if has(&["node", "deno", "bun", "nodejs"], &[".js", ".mjs", ".ts"]) {
        javascript
    } else if has(&["java"], &[".jar", ".java"]) {
        java
    } else if has(&["./a.out", "a.out"], &[".c"]) {
        c
    } else {
        python
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_that_of_the_program() {
        let language = |source| for_program(source).language;
        assert_eq!(language(Some("node -e 'x'")), "JavaScript");
        assert_eq!(language(Some("/usr/bin/java -jar game.jar")), "Java");
        assert_eq!(language(Some("./a.out 52")), "C");
        assert_eq!([language(None), language(Some("python3 game.py"))], ["Python"; 2]);
        assert!(CURES.iter().all(|cure| cure.code.lines().count() == 4));
    }
}
