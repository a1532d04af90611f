//! The conclusion of an audit in sentences: the verdict, the largest effects, the cause, and what to do next.

mod story;

use crate::check::Check;
use crate::design::{Design, KindInHands, PartialEvidence};
use crate::diagnosis::{Diagnosis, Remark};
use crate::evidence::Evidence;
use crate::finding::{Effect, Finding, Stream};
use crate::judgement::{Judgement, Verdict};
use crate::power::{Power, fewest_decks, power};
use crate::words::{self, counted, number};

pub use story::NextStep;

/// The result of an audit, with its sentences.
///
/// ```
/// use faro_audit::{Conclusion, Evidence};
///
/// let mut evidence = Evidence::new(4)?;
/// (0..100).try_for_each(|_| evidence.add(&[1, 0, 3, 2]))?;
/// let judgement = evidence.judge(0.001);
/// let conclusion = Conclusion::new(&mut evidence, judgement, None);
/// assert!(conclusion.verdict().starts_with("unfair: a fair shuffler gives such decks with probability at most"));
/// assert_eq!(conclusion.effects()[0], "all 100 decks are equal");
/// assert_eq!(conclusion.next_steps()[0].to_string(), "if the cards were in another order before the shuffle, give it");
/// # Ok::<(), faro_audit::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Conclusion {
    /// Number of cards of a deck.
    pub cards: usize,
    /// The verdict and the findings.
    pub judgement: Judgement,
    /// The causes, if they were looked for.
    pub diagnosis: Option<Diagnosis>,
    /// The smallest bias of each kind that the decks can show. Empty if only a part of each deck is visible.
    pub detectable: Vec<Power>,
    /// Whether the visible parts of all decks are equal. For a chain, whether all steps from deck to deck
    /// are.
    pub all_equal: bool,
    /// The part of each deck that is visible, or `None` for whole decks.
    pub design: Option<Design>,
    /// How many cards of each kind the hands have, if cards look alike.
    pub kinds_in_hands: Vec<KindInHands>,
    /// Whether each deck was shuffled from the one before.
    pub chain: bool,
    /// Whether the starting order of the cards was given. Otherwise it may differ from the assumed order.
    pub start_is_given: bool,
    /// The names of the cards.
    pub names: CardNames,
}

impl Conclusion {
    /// Returns the conclusion about whole decks, whose cards are called by their numbers from 1.
    ///
    /// `diagnosis` is the result of [`Evidence::diagnose`], or `None` if it was not called.
    pub fn new(evidence: &mut Evidence, judgement: Judgement, diagnosis: Option<Diagnosis>) -> Conclusion {
        let (cards, decks, chain) = (evidence.cards(), judgement.decks, evidence.is_chain());
        let positions = evidence.tables(evidence.first()).positions();
        let all_equal = positions.counts().chunks(cards).all(|row| row.contains(&decks));
        let checks = judgement.findings.len().max(1);
        let detectable = power(cards, decks, judgement.level(), checks);
        let plain = Conclusion::plain(cards, judgement);
        Conclusion { diagnosis, detectable, all_equal, chain, ..plain }
    }

    /// Returns the conclusion about decks of which only a part is visible.
    ///
    /// Causes and detectable biases need whole decks.
    pub fn of_partial(evidence: &PartialEvidence, judgement: Judgement) -> Conclusion {
        let design = evidence.design().clone();
        let plain = Conclusion::plain(design.cards(), judgement);
        let kinds_in_hands = evidence.kinds_in_hands();
        Conclusion { all_equal: evidence.are_all_equal(), design: Some(design), kinds_in_hands, ..plain }
    }

    fn plain(cards: usize, judgement: Judgement) -> Conclusion {
        Conclusion {
            cards,
            judgement,
            diagnosis: None,
            detectable: Vec::new(),
            all_equal: false,
            design: None,
            kinds_in_hands: Vec::new(),
            chain: false,
            start_is_given: false,
            names: CardNames::Numbers(1),
        }
    }

    /// Sets the names of the cards, and whether their starting order was given.
    pub fn with_names(self, names: CardNames, start_is_given: bool) -> Conclusion {
        Conclusion { names, start_is_given, ..self }
    }

    /// Returns the verdict as a sentence that claims no more than was shown.
    pub fn verdict(&self) -> String {
        let Judgement { verdict, findings, decks, .. } = &self.judgement;
        match verdict {
            Verdict::Fair => {
                format!("fair so far: none of {} found a bias", counted(findings.len(), "check"))
            }
            Verdict::Unfair => {
                let least = findings.first().map_or(1.0, |first| first.adjusted_p_value);
                let bound = words::p_at_most(least);
                format!("unfair: a fair shuffler gives such decks with probability at most {bound}")
            }
            Verdict::TooFewDecks => {
                let level = self.judgement.level();
                let of_design = self.design.as_ref().map(|design| design.fewest_decks(level));
                let enough = of_design.unwrap_or_else(|| fewest_decks(self.cards, level));
                let decks = counted(decks, "deck");
                format!(
                    "not enough decks: no bias was found, but common faults would not show in {decks}; use at least {enough}"
                )
            }
        }
    }

    /// Returns the sentences about the cause. There are no sentences if there is no diagnosis.
    pub fn remarks(&self) -> Vec<Remark> {
        let remarks = |diagnosis: &Diagnosis| diagnosis.remarks(self.may_start_elsewhere());
        self.diagnosis.as_ref().map(remarks).unwrap_or_default()
    }

    /// Returns whether one cause is known.
    pub fn has_known_cause(&self) -> bool {
        self.diagnosis.as_ref().is_some_and(|diagnosis| diagnosis.known().is_some())
    }

    /// Returns whether the starting order may differ from the assumed one.
    ///
    /// This is so if no starting order was given, and if cards prefer positions in the decks at least half as
    /// strongly as in the steps from deck to deck.
    pub fn may_start_elsewhere(&self) -> bool {
        let distance = |stream| {
            let of_cards =
                |finding: &&Finding| finding.stream == stream && matches!(finding.check, Check::CardPosition);
            match self.judgement.significant().iter().find(of_cards).map(|finding| finding.effect) {
                Some(Effect::Distance(distance)) => distance,
                _ => 0.0,
            }
        };
        let [decks, steps] = [Stream::Decks, Stream::Steps].map(distance);
        !self.chain && !self.start_is_given && decks > 0.0 && decks >= steps / 2.0
    }
}

/// The names of the cards in sentences.
///
/// ```
/// use faro_audit::CardNames;
///
/// let names = CardNames::Names(["A♠", "red", "red", "7"].map(String::from).to_vec());
/// assert_eq!([0, 1, 3, 9].map(|card| names.name(card)), ["A♠", "red (card 2)", "card 7", "card 10"]);
/// assert_eq!(CardNames::Numbers(0).name(3), "card 3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
pub enum CardNames {
    /// Consecutive numbers, given by the first number.
    Numbers(usize),
    /// A name for each card in the starting order.
    Names(Vec<String>),
}

impl CardNames {
    /// Returns the name of a card by its index in the starting order: "card 7", or a name such as "A♠".
    ///
    /// If several cards have the name, the card's position follows.
    pub fn name(&self, card: usize) -> String {
        match self {
            CardNames::Numbers(first) => format!("card {}", first + card),
            CardNames::Names(names) => match names.get(card) {
                None => format!("card {}", card + 1),
                Some(name) if names.iter().filter(|other| *other == name).count() > 1 => {
                    format!("{name} (card {})", card + 1)
                }
                Some(name) if name.bytes().all(|byte| byte.is_ascii_digit()) => format!("card {name}"),
                Some(name) => name.clone(),
            },
        }
    }

    /// Returns the name of a card without the word "card", for a table.
    pub fn label(&self, card: usize) -> String {
        let name = self.name(card);
        name.strip_prefix("card ").map_or(name.clone(), String::from)
    }
}

/// The count of an event in some decks, and its probability in a deck of a fair shuffle.
///
/// ```
/// use faro_audit::Frequency;
///
/// let on_top = Frequency { count: 78, decks: 3000, chance: 1.0 / 52.0 };
/// assert_eq!(on_top.of("card 2", "comes", "on top"), "card 2 comes on top 35 % too often");
/// assert_eq!(on_top.to_string(), "78 times in 3000 decks, fair is 58 ± 15 (two standard deviations)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Frequency {
    /// Number of decks with the event.
    pub count: u64,
    /// Number of decks.
    pub decks: u64,
    /// The probability of the event in a deck of a fair shuffle.
    pub chance: f64,
}

impl Frequency {
    /// Returns the expected count under a fair shuffle.
    pub fn expected(&self) -> f64 {
        self.decks as f64 * self.chance
    }

    /// Returns a clause such as "card 2 comes on top 35 % too often".
    pub fn of(&self, subject: &str, verb: &str, place: &str) -> String {
        match self.count {
            0 => format!("{subject} never {verb} {place}"),
            all if all == self.decks => format!("{subject} always {verb} {place}"),
            _ => format!("{subject} {verb} {place} {}", self.often()),
        }
    }

    /// Returns the deviation from a fair shuffle, such as "35 % too often".
    pub fn often(&self) -> String {
        match self.count as f64 / self.expected() {
            0.0 => "never".into(),
            times if times >= 3.0 => format!("{} times as often as in a fair shuffle", rounded(times)),
            times if times >= 1.0 => format!("{} % too often", rounded(100.0 * (times - 1.0))),
            times => format!("{} % too rarely", rounded(100.0 * (1.0 - times))),
        }
    }
}

/// Writes the count, and the expected count with two of its standard deviations.
impl std::fmt::Display for Frequency {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let spread = 2.0 * (self.expected() * (1.0 - self.chance)).sqrt();
        let (fair, spread) = (rounded(self.expected()), rounded(spread));
        let (count, decks) = (counted(self.count, "time"), counted(self.decks, "deck"));
        write!(f, "{count} in {decks}, fair is {fair} ± {spread} (two standard deviations)")
    }
}

fn rounded(value: f64) -> String {
    if value < 9.95 { number((10.0 * value).round() / 10.0) } else { format!("{value:.0}") }
}

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
            let name = |word: &str| word.rsplit('/').next().is_some_and(|word| names.contains(&word));
            let ends = |word: &str| endings.iter().any(|ending| word.ends_with(ending));
            command.split_whitespace().any(|word| name(word) || ends(word))
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
    fn sizes_in_plain_words() {
        let said = |count, decks, chance| {
            let frequency = Frequency { count, decks, chance };
            format!("{}: {frequency}", frequency.of("card 2", "comes", "on top"))
        };
        let fair = 1.0 / 52.0;
        assert_eq!(
            said(78, 3000, fair),
            "card 2 comes on top 35 % too often: 78 times in 3000 decks, fair is 58 ± 15 (two standard deviations)"
        );
        assert_eq!(
            said(0, 3000, fair),
            "card 2 never comes on top: 0 times in 3000 decks, fair is 58 ± 15 (two standard deviations)"
        );
        assert_eq!(
            said(40, 40, 0.2),
            "card 2 always comes on top: 40 times in 40 decks, fair is 8 ± 5.1 (two standard deviations)"
        );
        assert_eq!(
            said(29, 3000, fair),
            "card 2 comes on top 50 % too rarely: 29 times in 3000 decks, fair is 58 ± 15 (two standard deviations)"
        );
        assert_eq!(
            said(577, 3000, fair),
            "card 2 comes on top 10 times as often as in a fair shuffle: 577 times in 3000 decks, fair is 58 ± 15 (two standard deviations)"
        );
    }

    #[test]
    fn the_language_is_that_of_the_program() {
        let language = |command| FairShuffle::for_command(command).language;
        assert_eq!(language("node -e 'x'"), "JavaScript");
        assert_eq!(language("/usr/bin/java -jar game.jar"), "Java");
        assert_eq!(language("./a.out 52"), "C");
        assert_eq!([language(""), language("python3 game.py")], ["Python"; 2]);
        assert!(FairShuffle::ALL.iter().all(|shuffle| shuffle.code.lines().count() == 4));
    }
}
