//! Describes the largest effects in plain words, with their sizes, and what to do next.

use faro_audit::{Check, Effect, Finding, Stream, Verdict};
use faro_permutation::Statistic;

use super::findings::{self, number};
use super::report::AuditReport;
use super::size::Size;
use faro_render::plural::counted;

/// Maximum number of effects that are described if no cause is known.
const MOST: usize = 3;

/// Returns the largest significant effects in plain words: one if a cause is known, otherwise a few.
pub fn effects(report: &AuditReport) -> Vec<String> {
    let mut significant: Vec<&Finding> = report.judgement.significant().iter().collect();
    significant.sort_by_key(|finding| rank(finding));
    let equal = equal_decks(report).filter(|_| !significant.is_empty());
    let most = if report.has_known_cause() { 1 } else { MOST };
    let mut checks: Vec<Check> = Vec::new();
    significant.retain(|finding| {
        let is_new = !checks.contains(&finding.check);
        checks.push(finding.check);
        is_new && (equal.is_none() || !matches!(finding.effect, Effect::Collisions { .. }))
    });
    let others = significant.into_iter().map(|finding| sentence(finding, report));
    equal.into_iter().chain(others).take(most).collect()
}

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

/// Returns the sentence that all decks are equal (with --chain all steps), if they are and there are at least
/// two.
fn equal_decks(report: &AuditReport) -> Option<String> {
    let decks = report.judgement.decks;
    let said = match (report.input.chain, &report.design) {
        (true, _) => "made from the one before in the same way",
        (_, Some(design)) if design.seen() < design.cards() || !design.is_ordered() => {
            "equal in the cards that are seen"
        }
        _ => "equal",
    };
    (report.all_equal && decks > 1).then(|| format!("all {decks} decks are {said}"))
}

fn sentence(finding: &Finding, report: &AuditReport) -> String {
    if report.design.is_some() {
        return format!("{}: {}", findings::name(finding), findings::seen_of(finding, &report.input.names));
    }
    let first = if report.input.chain { Stream::Steps } else { Stream::Decks };
    let decks = report.judgement.decks - u64::from(finding.stream != first);
    let steps = finding.stream == Stream::Steps;
    match finding.effect {
        Effect::Cell { row, column, count, .. } => {
            let chance = match finding.check {
                Check::PrecedenceCell | Check::PositionPrecedenceCell => 0.5,
                _ => 1.0 / report.cards as f64,
            };
            let [subject, verb, place] = cell(finding.check, [row, column], steps, report);
            let size = Size { count, decks, chance };
            format!("{}: {}", size.said_of(&subject, &verb, &place), size.numbers())
        }
        Effect::Half { count, .. } => {
            let size = Size { count, decks, chance: 0.5 };
            let what = if steps { "steps from deck to deck" } else { "orders" };
            format!("even {what} (an even number of swaps apart) come {}: {}", size.often(), size.numbers())
        }
        Effect::Collisions { pairs, fair, states } => {
            let what = if steps { "steps from deck to deck" } else { "decks" };
            collisions(what, [pairs, fair], states, decks)
        }
        Effect::Mean { observed, fair, .. } => {
            format!("{}: {} on average, fair is {}", mean_of(finding), number(observed), number(fair))
        }
        Effect::Drift { statistic, first, last } => format!(
            "the decks change during the run: {} was {} on average at the beginning and {} at the end",
            mean_words(statistic),
            number(first),
            number(last)
        ),
        Effect::Distance(_) => distance(finding.check, steps),
    }
}

/// Returns the quantity of which a finding has the mean.
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

/// Returns the subject, the verb and the place of a sentence about a cell.
fn cell(check: Check, [row, column]: [usize; 2], steps: bool, report: &AuditReport) -> [String; 3] {
    let name = |card: usize| match steps {
        false => report.input.names.name(card),
        true => format!("the card from position {}", card + 1),
    };
    let next = if steps { " of the next deck" } else { "" };
    let (subject, verb, place) = match check {
        Check::NeighbourCell => (name(column), "comes", format!("directly below {}{next}", name(row))),
        Check::PrecedenceCell => (name(row), "comes", format!("above {}{next}", name(column))),
        Check::PositionPrecedenceCell => (
            format!("position {}", row + 1),
            "holds",
            format!("a card that started above the one at position {}", column + 1),
        ),
        _ => (name(row), "comes", format!("{}{next}", position(column, report.cards))),
    };
    [subject, verb.into(), place]
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
        format!(", as if the shuffle could make only about {} different decks", number(states))
    });
    let equal = counted(pairs, "pair");
    format!("{what} come again: {equal} of equal ones among {decks}, fair is {}{from}", number(fair))
}

/// Returns a statistic in words.
fn mean_words(statistic: Statistic) -> String {
    match statistic {
        Statistic::FixedPoints => "the number of cards that stay where they were".into(),
        Statistic::RisingSequences => "the number of runs of cards in their old order".into(),
        Statistic::Descents => "the number of cards directly above one that started higher".into(),
        Statistic::Inversions => "the number of pairs of cards that have changed their order".into(),
        Statistic::Displacement => "the distance that the cards of a deck have moved".into(),
        Statistic::LongestIncreasing => "the most cards of a deck that are in their old order".into(),
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
        other => format!("{}: further from a fair shuffle than chance explains", other.meaning()),
    };
    if steps { format!("from deck to deck, {what}") } else { what }
}

/// Returns what to do about an unfair verdict without a known cause.
pub fn next_steps(report: &AuditReport) -> Vec<String> {
    if report.judgement.verdict != Verdict::Unfair || report.has_known_cause() {
        return Vec::new();
    }
    let mut steps: Vec<String> = Vec::new();
    if report.may_start_elsewhere() {
        steps.push("if the cards were in another order before the shuffle, give it with --start".into());
    } else if !report.input.start_is_given
        && !report.input.chain
        && report.judgement.is_significant(Stream::Steps)
    {
        steps.push("if each deck was shuffled from the one before, say so with --chain".into());
    }
    steps.push(format!(
        "read more decks, for example {}: they show more of the pattern",
        10 * report.judgement.decks.max(100)
    ));
    steps.extend(lines_to_look_at(report));
    steps.push("or replace the shuffle by the one below, and audit again".into());
    steps
}

/// Returns which lines of the input the user should look at.
fn lines_to_look_at(report: &AuditReport) -> Option<String> {
    let first = report.judgement.significant().iter().min_by_key(|finding| rank(finding))?;
    match first.effect {
        Effect::Cell { row, column, count, times }
            if first.stream == Stream::Decks && count > 0 && times > 1.0 =>
        {
            let [subject, verb, place] = cell(first.check, [row, column], false, report);
            Some(format!("look at the {} in which {subject} {verb} {place}", counted(count, "line")))
        }
        Effect::Collisions { .. } => {
            Some("look at the lines that come more than once: `sort FILE | uniq --repeated`".into())
        }
        Effect::Drift { .. } => Some("compare the first lines of the input with the last".into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_in_plain_words() {
        let said = |count, decks, chance| {
            let size = Size { count, decks, chance };
            format!("{}: {}", size.said_of("card 2", "comes", "on top"), size.numbers())
        };
        let fair = 1.0 / 52.0;
        assert_eq!(
            said(78, 3000, fair),
            "card 2 comes on top 35 % too often: 78 times in 3000 decks, fair is 58 ± 15"
        );
        assert_eq!(said(0, 3000, fair), "card 2 never comes on top: 0 times in 3000 decks, fair is 58 ± 15");
        assert_eq!(said(40, 40, 0.2), "card 2 always comes on top: 40 times in 40 decks, fair is 8 ± 5.1");
        assert_eq!(
            said(29, 3000, fair),
            "card 2 comes on top 50 % too rarely: 29 times in 3000 decks, fair is 58 ± 15"
        );
        assert_eq!(
            said(577, 3000, fair),
            "card 2 comes on top 10 times as often as in a fair shuffle: 577 times in 3000 decks, fair is 58 ± 15"
        );
    }

    #[test]
    fn places_have_names() {
        assert_eq!([0, 4, 9].map(|place| position(place, 10)), ["on top", "at position 5", "at the bottom"]);
    }
}
