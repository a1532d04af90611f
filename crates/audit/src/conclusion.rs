//! The conclusion of an audit in sentences: the verdict, the largest effects, the cause, and what to do next.

use crate::card_names::CardNames;
use crate::check::Check;
use crate::design::{CHANGED_ORDER, Design, NAIVE};
use crate::diagnosis::{Diagnosis, Remark};
use crate::evidence::Evidence;
use crate::finding::{Effect, Finding, Stream};
use crate::judgement::{Judgement, Verdict};
use crate::partial::{KindInHands, PartialEvidence};
use crate::power::{Power, power};
use crate::words::{self, counted};

/// The result of an audit, with its sentences.
///
/// ```
/// use faro_audit::{Conclusion, Evidence, judge};
///
/// let mut evidence = Evidence::new(4)?;
/// (0..100).try_for_each(|_| evidence.add(&[1, 0, 3, 2]))?;
/// let judgement = judge(&mut evidence, 0.001);
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
    /// The smallest bias of each kind that the decks can show. Empty if only a part of each deck is visible, or if equal
    /// cards were distinguished at random.
    pub detectable: Vec<Power>,
    /// Whether the visible parts of all decks are equal. For a chain, whether all steps from deck to deck
    /// are.
    pub all_equal: bool,
    /// The part of each deck that is visible, or `None` for whole decks.
    pub design: Option<Design>,
    /// How many cards of each kind the hands have, if cards look alike.
    pub kinds_in_hands: Vec<KindInHands>,
    /// Whether equal cards were distinguished at random.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub has_equal_cards: bool,
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
    /// `diagnosis` is the result of [`diagnose`](crate::diagnose), or `None` if it was not called.
    pub fn new(
        evidence: &mut Evidence,
        judgement: Judgement,
        diagnosis: Option<Diagnosis>,
    ) -> Conclusion {
        let (cards, decks, chain) = (evidence.cards(), judgement.decks, evidence.is_chain());
        let positions = evidence.tables(evidence.first()).positions();
        let all_equal = positions
            .counts()
            .chunks(cards)
            .all(|row| row.contains(&decks));
        let checks = judgement.findings.len().max(1);
        let has_equal_cards = evidence.equal_cards.is_some();
        let detectable = match has_equal_cards {
            true => Vec::new(),
            false => power(cards, decks, judgement.level(), checks),
        };
        let plain = Conclusion::plain(cards, judgement);
        Conclusion {
            diagnosis,
            detectable,
            all_equal,
            has_equal_cards,
            chain,
            ..plain
        }
    }

    /// Returns the conclusion about decks of which only a part is visible.
    ///
    /// Causes and detectable biases need whole decks.
    pub fn of_partial(evidence: &PartialEvidence, judgement: Judgement) -> Conclusion {
        let design = evidence.design().clone();
        let plain = Conclusion::plain(design.cards(), judgement);
        let kinds_in_hands = evidence.kinds_in_hands();
        Conclusion {
            all_equal: evidence.are_all_equal(),
            design: Some(design),
            kinds_in_hands,
            ..plain
        }
    }

    /// Returns the conclusion without a cause and without the detectable biases, which take some time.
    pub(crate) fn plain(cards: usize, judgement: Judgement) -> Conclusion {
        Conclusion {
            cards,
            judgement,
            diagnosis: None,
            detectable: Vec::new(),
            all_equal: false,
            design: None,
            kinds_in_hands: Vec::new(),
            has_equal_cards: false,
            chain: false,
            start_is_given: false,
            names: CardNames::Numbers(1),
        }
    }

    /// Sets the names of the cards, and whether their starting order was given.
    pub fn with_names(self, names: CardNames, start_is_given: bool) -> Conclusion {
        Conclusion {
            names,
            start_is_given,
            ..self
        }
    }

    /// Returns the verdict as a sentence that claims no more than was shown.
    pub fn verdict(&self) -> String {
        let Judgement {
            verdict,
            findings,
            decks,
            ..
        } = &self.judgement;
        match verdict {
            Verdict::Fair => {
                format!(
                    "fair so far: none of {} found a bias",
                    counted(findings.len(), "check")
                )
            }
            Verdict::Unfair => {
                let least = findings.first().map_or(1.0, |first| first.adjusted_p_value);
                let bound = words::p_at_most(least);
                format!("unfair: a fair shuffler gives such decks with probability at most {bound}")
            }
            Verdict::TooFewDecks => {
                let (decks, enough) = (counted(decks, "deck"), self.judgement.enough);
                let faults = match self.common_fault() {
                    CHANGED_ORDER => "common faults",
                    fault => fault,
                };
                format!(
                    "too few decks: no bias was found, but {faults} would not show in {decks}; use at least {enough}"
                )
            }
        }
    }

    /// Returns, in words, the fault that enough decks show.
    fn common_fault(&self) -> &'static str {
        match &self.design {
            Some(design) => design.common_fault(),
            None if self.has_equal_cards => NAIVE,
            None => CHANGED_ORDER,
        }
    }

    /// Returns a sentence about chance if there are too few decks for a verdict and something in them is unusual.
    ///
    /// It says how often a fair shuffler gives something as unusual.
    pub fn luck(&self) -> Option<String> {
        if self.judgement.verdict != Verdict::TooFewDecks {
            return None;
        }
        let least = self.judgement.findings.first()?.adjusted_p_value;
        let rarely = 1.0 / least;
        (rarely >= 2.0).then(|| {
            format!(
                "of {rarely:.0} audits of fair shufflers, one has a p as small as the smallest here"
            )
        })
    }

    /// Returns the sentences about the cause. There are no sentences if there is no diagnosis.
    pub fn remarks(&self) -> Vec<Remark> {
        let remarks =
            |diagnosis: &Diagnosis| diagnosis.remarks(self.may_start_elsewhere(), &self.names);
        self.diagnosis.as_ref().map(remarks).unwrap_or_default()
    }

    /// Returns whether one cause is known.
    pub fn has_known_cause(&self) -> bool {
        self.diagnosis
            .as_ref()
            .is_some_and(|diagnosis| diagnosis.known().is_some())
    }

    /// Returns whether the starting order may differ from the assumed one.
    ///
    /// This is so if no starting order was given, and if cards prefer positions in the decks at least half as
    /// strongly as in the steps from deck to deck.
    pub fn may_start_elsewhere(&self) -> bool {
        let distance = |stream, check| {
            let mut findings = self.judgement.significant().iter();
            let of_cards = |finding: &&Finding| finding.stream == stream && finding.check == check;
            match findings.find(of_cards).map(|finding| finding.effect) {
                Some(Effect::Distance(distance)) => distance,
                _ => 0.0,
            }
        };
        let are_preferred = |check| {
            let [decks, steps] = [Stream::Decks, Stream::Steps].map(|of| distance(of, check));
            decks > 0.0 && decks >= steps / 2.0
        };
        let checks = [Check::CardPosition, Check::MeanPosition];
        !self.chain && !self.start_is_given && checks.into_iter().any(are_preferred)
    }
}
