//! Sentences about a single finding, and advice for an unfair verdict whose cause is not known.

use std::fmt;

use crate::check::Check;
use crate::conclusion::Conclusion;
use crate::diagnosis::Cause;
use crate::finding::{Effect, Finding, Stream};
use crate::frequency::Frequency;
use crate::judgement::Verdict;
use crate::words::{counted, number};
use faro_permutation::Statistic;

/// Maximum number of effects that are described if no cause is known.
const MAX_EFFECTS: usize = 3;

/// Returns a list such as `2, 3 and 5`.
fn list(numbers: &[usize]) -> String {
    let texts: Vec<String> = numbers.iter().map(usize::to_string).collect();
    match texts.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => texts.concat(),
    }
}

/// What to do about an unfair verdict whose cause is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "snake_case")
)]
#[non_exhaustive]
pub enum NextStep {
    /// Give the starting order of the cards, if it is not the assumed one.
    GiveStart,
    /// Audit the decks [as a chain](crate::Evidence::for_chain), if each was shuffled from the one before.
    AuditChain,
    /// Audit at least the given number of decks.
    ReadMoreDecks(u64),
    /// Look at the decks with the largest effect.
    LookAtDecks {
        /// Number of decks with the effect.
        count: u64,
        /// The effect as a clause, such as "card 2 comes on top".
        effect: String,
    },
    /// Look at the decks that occurred more than once.
    LookAtRepeats,
    /// Compare the first decks with the last.
    CompareEnds,
    /// Replace the shuffle by a [fair one](crate::FairShuffle), and audit again.
    ReplaceShuffle,
}

impl fmt::Display for NextStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NextStep::GiveStart => {
                f.write_str("if the cards were in another order before the shuffle, give it")
            }
            NextStep::AuditChain => {
                f.write_str("if each deck was shuffled from the one before, say so")
            }
            NextStep::ReadMoreDecks(decks) => {
                write!(
                    f,
                    "read more decks, for example {decks}: they show more of the pattern"
                )
            }
            NextStep::LookAtDecks { count, effect } => {
                write!(
                    f,
                    "look at the {} in which {effect}",
                    counted(count, "line")
                )
            }
            NextStep::LookAtRepeats => f.write_str("look at the lines that come more than once"),
            NextStep::CompareEnds => {
                f.write_str("compare the first lines of the input with the last")
            }
            NextStep::ReplaceShuffle => f.write_str("or replace the shuffle, and audit again"),
        }
    }
}

impl Conclusion {
    /// Returns the largest significant effects in plain words: one if a cause is known, otherwise a few.
    pub fn effects(&self) -> Vec<String> {
        let mut significant: Vec<&Finding> = self.judgement.significant().iter().collect();
        significant.sort_by_key(|finding| rank(finding));
        let equal = self.equal_decks().filter(|_| !significant.is_empty());
        let max = if self.has_known_cause() {
            1
        } else {
            MAX_EFFECTS
        };
        let mut checks: Vec<Check> = Vec::new();
        significant.retain(|finding| {
            let is_new = !checks.contains(&finding.check);
            checks.push(finding.check);
            is_new && (equal.is_none() || !matches!(finding.effect, Effect::Collisions { .. }))
        });
        // An effect of drift is not described if the decks do not change during the run. It may be significant without
        // a change, because the check of drift assumes the variance of fair decks, and biased decks can have a larger
        // one.
        let is_other = |finding: &&Finding| !matches!(finding.effect, Effect::Drift { .. });
        if !self.may_change() && significant.iter().any(is_other) {
            significant.retain(is_other);
        }
        let of_kinds = if significant.is_empty() {
            None
        } else {
            self.kinds_sentence()
        };
        // The sentence about kinds also describes what the check of pairs found, so that check gets no sentence of its
        // own.
        significant.retain(|finding| of_kinds.is_none() || finding.check != Check::Pairs);
        let others = significant
            .into_iter()
            .map(|finding| self.sentence(finding));
        equal
            .into_iter()
            .chain(of_kinds)
            .chain(others)
            .take(max)
            .collect()
    }

    /// Returns whether the decks change during the run, or may change because no diagnosis has examined this.
    fn may_change(&self) -> bool {
        let Some(diagnosis) = &self.diagnosis else {
            return true;
        };
        diagnosis
            .candidates
            .iter()
            .any(|one| one.cause == Cause::Changes)
    }

    /// Returns a sentence about the kind of card whose number in a hand deviates most from its law, or `None` if no
    /// number is unusual.
    fn kinds_sentence(&self) -> Option<String> {
        let with_p = self
            .kinds_in_hands
            .iter()
            .filter_map(|kind| Some((kind, kind.p_value()?)));
        let (kind, _) = with_p
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .filter(|(kind, _)| kind.is_unusual(self.kinds_in_hands.len()))?;
        let [often, rarely] = kind.unusual();
        let (&most, hand) = (often.first()?, counted(kind.size, "card"));
        let most = often
            .iter()
            .copied()
            .max_by_key(|&count| kind.counts[count])
            .unwrap_or(most);
        let frequency = Frequency {
            count: kind.counts[most],
            decks: kind.hands(),
            chance: kind.law[most],
        };
        let name = self.names.name(kind.kind);
        let rare = match rarely.is_empty() {
            true => String::new(),
            false => format!(", {} too rarely", list(&rarely)),
        };
        Some(format!(
            "{name} in a hand of {hand}: {} too often{rare}; {most}: {} of {} hands, fair is {}",
            list(&often),
            frequency.count,
            frequency.decks,
            number(frequency.expected().round())
        ))
    }

    /// Returns the sentence that all decks are equal, if they are and there are at least two.
    fn equal_decks(&self) -> Option<String> {
        let decks = self.judgement.decks;
        let equal = match (self.chain, &self.design) {
            (true, _) => "made from the one before in the same way",
            (_, Some(design)) if design.seen() < design.cards() || !design.is_ordered() => {
                "equal in the cards that are seen"
            }
            _ => "equal",
        };
        (self.all_equal && decks > 1).then(|| format!("all {decks} decks are {equal}"))
    }

    fn sentence(&self, finding: &Finding) -> String {
        if self.design.is_some() {
            return format!(
                "{}: {}",
                finding.meaning(),
                finding.observation(&self.names)
            );
        }
        let first = if self.chain {
            Stream::Steps
        } else {
            Stream::Decks
        };
        let decks = self.judgement.decks - u64::from(finding.stream != first);
        let is_step = finding.stream == Stream::Steps;
        match finding.effect {
            Effect::Cell {
                row, column, count, ..
            } => {
                let frequency = Frequency {
                    count,
                    decks,
                    chance: self.chance(finding.check),
                };
                let [subject, verb, place] = self.cell(finding.check, [row, column], is_step);
                format!("{}: {frequency}", frequency.of(&subject, &verb, &place))
            }
            Effect::Half { count, .. } => {
                let frequency = Frequency {
                    count,
                    decks,
                    chance: 0.5,
                };
                let (what, often) = (if is_step { STEPS } else { "orders" }, frequency.often());
                format!("even {what} (an even number of swaps apart) come {often}: {frequency}")
            }
            Effect::Collisions {
                pairs,
                fair,
                states,
            } => collisions(
                if is_step { STEPS } else { "decks" },
                [pairs, fair],
                states,
                decks,
            ),
            Effect::Mean { observed, fair, .. } => {
                format!(
                    "{}: {} on average, fair is {}",
                    mean_of(finding),
                    number(observed),
                    number(fair)
                )
            }
            Effect::Drift {
                statistic,
                first,
                last,
            } => format!(
                "the decks change during the run: {} was {} on average at the beginning and {} at the end",
                mean_words(statistic),
                number(first),
                number(last)
            ),
            Effect::Distance(_) => distance(finding.check, is_step),
        }
    }

    /// Returns the probability, after a fair shuffle, of the event that a cell of the check's table counts.
    fn chance(&self, check: Check) -> f64 {
        match check {
            Check::PrecedenceCell | Check::PositionPrecedenceCell => 0.5,
            _ => 1.0 / self.cards as f64,
        }
    }

    /// Returns the subject, the verb and the place of a sentence about the event that a cell of the check's table
    /// counts.
    fn cell(&self, check: Check, [row, column]: [usize; 2], is_step: bool) -> [String; 3] {
        let name = |card: usize| match is_step {
            false => self.names.name(card),
            true => format!("the card from position {}", card + 1),
        };
        let next = if is_step { " of the next deck" } else { "" };
        let (subject, verb, place) = match check {
            Check::NeighbourCell => (
                name(column),
                "comes",
                format!("directly below {}{next}", name(row)),
            ),
            Check::PrecedenceCell => (name(row), "comes", format!("above {}{next}", name(column))),
            Check::PositionPrecedenceCell => (
                format!("position {}", row + 1),
                "holds",
                format!(
                    "a card that started above the one at position {}",
                    column + 1
                ),
            ),
            _ => (
                name(row),
                "comes",
                format!("{}{next}", position(column, self.cards)),
            ),
        };
        [subject, verb.into(), place]
    }

    /// Returns the next steps after an unfair verdict without a known cause.
    pub fn next_steps(&self) -> Vec<NextStep> {
        if self.judgement.verdict != Verdict::Unfair || self.has_known_cause() {
            return Vec::new();
        }
        let may_be_chain =
            !self.start_is_given && !self.chain && self.judgement.is_significant(Stream::Steps);
        let first = match self.may_start_elsewhere() {
            true => Some(NextStep::GiveStart),
            false => may_be_chain.then_some(NextStep::AuditChain),
        };
        let more = NextStep::ReadMoreDecks(10 * self.judgement.decks.max(100));
        let steps = first
            .into_iter()
            .chain([more])
            .chain(self.decks_to_look_at());
        steps.chain([NextStep::ReplaceShuffle]).collect()
    }

    /// Returns a next step that names the decks of the input to look at.
    fn decks_to_look_at(&self) -> Option<NextStep> {
        let first = self
            .judgement
            .significant()
            .iter()
            .min_by_key(|finding| rank(finding))?;
        match first.effect {
            Effect::Cell {
                row,
                column,
                count,
                times,
            } if first.stream == Stream::Decks && count > 0 && times > 1.0 => {
                let effect = self.cell(first.check, [row, column], false).join(" ");
                Some(NextStep::LookAtDecks { count, effect })
            }
            Effect::Collisions { .. } => Some(NextStep::LookAtRepeats),
            Effect::Drift { .. } if self.may_change() => Some(NextStep::CompareEnds),
            _ => None,
        }
    }
}

const STEPS: &str = "steps from deck to deck";

/// Returns a rank by ease of understanding: cards and equal decks first, distances of tables last.
fn rank(finding: &Finding) -> u8 {
    match finding.effect {
        Effect::Cell { .. } if finding.check == Check::PositionPrecedenceCell => 1,
        Effect::Cell { .. } | Effect::Collisions { .. } => 0,
        Effect::Half { .. } => 1,
        Effect::Mean { .. } | Effect::Drift { .. } => 2,
        Effect::Distance(_) => 3,
    }
}

/// Returns the name of the quantity whose mean a finding compares.
fn mean_of(finding: &Finding) -> String {
    let what = match finding.check {
        Check::Mean(statistic) => mean_words(statistic),
        check => check.meaning(),
    };
    let between = match finding.stream {
        Stream::Steps => ", from deck to deck",
        Stream::Replacements => ", in the list of cards that replace one another from deck to deck",
        Stream::Inverses => ", in each deck relative to the inverse of the deck before",
        Stream::Decks | Stream::Ranks => "",
    };
    what + between
}

fn position(position: usize, cards: usize) -> String {
    match position {
        0 => "on top".into(),
        last if last + 1 == cards => "at the bottom".into(),
        other => format!("at position {}", other + 1),
    }
}

fn collisions(what: &str, [pairs, fair]: [f64; 2], states: Option<f64>, decks: u64) -> String {
    let from = states.map_or(String::new(), |states| {
        format!(
            ", as if the shuffle could make only about {} different decks",
            number(states)
        )
    });
    let equal = counted(pairs, "pair");
    format!(
        "{what} come again: {equal} of equal ones among {decks}, fair is {}{from}",
        number(fair)
    )
}

/// Returns a statistic in words.
fn mean_words(statistic: Statistic) -> String {
    match statistic {
        Statistic::FixedPoints => "the number of cards that stay where they were".into(),
        Statistic::RisingSequences => "the number of runs of cards in their old order".into(),
        Statistic::Descents => "the number of cards directly above one that started higher".into(),
        Statistic::Inversions => {
            "the number of pairs of cards that have changed their order".into()
        }
        Statistic::Displacement => "the distance that the cards of a deck have moved".into(),
        Statistic::LongestIncreasing => {
            "the most cards of a deck that are in their old order".into()
        }
        other => format!("the number of {}", other.name().replace('_', " ")),
    }
}

fn distance(check: Check, steps: bool) -> String {
    let what = match check {
        Check::CardPosition => "cards prefer some positions to others".into(),
        Check::Neighbours | Check::NeighbourOrder => {
            "some cards are neighbours more often than others".into()
        }
        Check::MeanPosition => "some cards come higher on average than others".into(),
        Check::Precedence => "some cards come above others too often".into(),
        Check::Orders => "some orders come more often than others".into(),
        Check::FirstTwo | Check::FirstThree => {
            "some cards come together on top more often than others".into()
        }
        Check::CardPositionDrift => "the positions of the cards change during the run".into(),
        other => format!(
            "{}: further from a fair shuffle than chance explains",
            other.meaning()
        ),
    };
    if steps {
        format!("from deck to deck, {what}")
    } else {
        what
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_names() {
        assert_eq!(
            [0, 4, 9].map(|place| position(place, 10)),
            ["on top", "at position 5", "at the bottom"]
        );
    }
}
