//! Parses recorded runs of a shuffle, which another program has made, such as the page of `faro explore`.
//!
//! Each line is a run: the number of first draws that it shares with the previous run, its other draws, and its deck. A
//! draw is `FIRST:COUNT:BOUND`. It has BOUND equally likely values, COUNT of them have the same effect, and FIRST is
//! the smallest of these. The runs are all runs of the shuffle, in lexicographic order of their draws.
//!
//! Two lines may precede the runs. One has the number of random lists of choices that agreed with the runs. If the
//! draws are ranks of sort keys, the other has the number of keys and the number of values of a key:
//!
//! ```text
//! compared 200000
//! 0 0:1:2 0:3:4 | 1 2 3
//! 1 3:1:4 | 2 1 3
//! 0 1:1:2 | 3 2 1
//! ```

use std::io::BufRead;

use super::program::{Draw, ProgramError, Run, name};
use super::reading::Reading;
use super::walk::{Walk, WalkEnd};
use faro::Permutation;
use faro::distribution::LawFromRuns;

const MAX_RUNS: usize = 200_000;
const MAX_DRAWS: usize = 100;

/// Maximum number of recorded runs that are compared with runs of named shuffles.
const NAMING_RUNS: usize = 100;

/// Values of a draw that have the same effect.
#[derive(Clone, Copy, PartialEq)]
struct ValueGroup {
    first: u64,
    count: u64,
    bound: u64,
}

struct RecordedRun {
    groups: Vec<ValueGroup>,
    deck: Vec<u32>,
}

/// What the lines before the runs say.
#[derive(Default)]
struct Head {
    compared: Option<u64>,
    reading: Option<Reading>,
}

impl Head {
    /// Parses a line before the runs. Returns `None` if it has another form.
    fn read(&mut self, line: &str) -> Option<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["compared", lists] => self.compared = Some(lists.parse().ok()?),
            ["keys", keys, bound] => {
                let bound = bound.parse().ok().filter(|&bound| bound > 0)?;
                self.reading = Some(Reading::Keys {
                    keys: keys.parse().ok()?,
                    bound,
                });
            }
            _ => return None,
        }
        Some(())
    }
}

/// Returns the law of a shuffle of `cards` cards from recorded runs.
///
/// # Errors
///
/// [`ProgramError::Recorded`] if `input` is damaged, or does not contain all runs of the shuffle.
///
/// ```
/// use faro_prove::{WalkEnd, read_recorded};
/// let walk = read_recorded(2, "0 0:1:2 | 1 2\n0 1:1:2 | 2 1\n".as_bytes())?;
/// assert!(matches!(walk.end, WalkEnd::Law(law) if law.total_variation().to_f64() == 0.0));
/// # Ok::<(), faro_prove::ProgramError>(())
/// ```
pub fn read_recorded(cards: usize, input: impl BufRead) -> Result<Walk, ProgramError> {
    let mut head = Head::default();
    let mut runs: Vec<RecordedRun> = Vec::new();
    for (index, line) in input.lines().enumerate() {
        let fail = |why: String| ProgramError::Recorded {
            line: Some(index + 1),
            why,
        };
        let line = line.map_err(|error| fail(error.to_string()))?;
        if runs.is_empty() && head.read(&line).is_some() {
            continue;
        }
        if runs.len() == MAX_RUNS {
            return Err(fail(format!(
                "expected at most {MAX_RUNS} runs; try fewer cards"
            )));
        }
        runs.push(parse(&line, runs.last(), cards).map_err(fail)?);
    }
    let refuse = |why: String| ProgramError::Recorded { line: None, why };
    check(&runs, 0).map_err(refuse)?;
    let grouped = runs
        .iter()
        .any(|run| run.groups.iter().any(|group| group.count > 1));
    if head.compared.is_none() && (grouped || head.reading.is_some()) {
        return Err(refuse(
            "expected 'compared LISTS', since groups and keys are verified by random lists".into(),
        ));
    }
    let mut law = LawFromRuns::new(cards).map_err(|error| refuse(error.to_string()))?;
    for run in &runs {
        law.add(
            &run.deck,
            run.groups.iter().map(|group| (group.count, group.bound)),
        );
    }
    let law = law
        .finish()
        .ok_or_else(|| refuse("expected probabilities that sum to 1".into()))?;
    Ok(walk(&runs, head, WalkEnd::Law(law)))
}

fn parse(line: &str, before: Option<&RecordedRun>, cards: usize) -> Result<RecordedRun, String> {
    let (draws, deck) = line.split_once('|').ok_or("expected DRAWS | DECK")?;
    let mut words = draws.split_whitespace();
    let shared = words.next().and_then(|word| word.parse().ok());
    let before = before.map_or(&[][..], |run| &run.groups);
    let shared = shared.and_then(|shared: usize| before.get(..shared));
    let mut groups = shared
        .ok_or("expected first the number of draws shared with the run before")?
        .to_vec();
    for word in words {
        groups.push(
            group(word)
                .ok_or_else(|| format!("expected a draw FIRST:COUNT:BOUND, not '{word}'"))?,
        );
    }
    if groups.len() > MAX_DRAWS {
        return Err(format!("expected at most {MAX_DRAWS} draws"));
    }
    Ok(RecordedRun {
        groups,
        deck: deck_of(deck, cards)?,
    })
}

fn group(text: &str) -> Option<ValueGroup> {
    let mut numbers = text.split(':').map(|number| number.parse::<u64>().ok());
    let (first, count, bound) = (numbers.next()??, numbers.next()??, numbers.next()??);
    let fits = numbers.next().is_none() && count > 0 && first < bound && count <= bound;
    fits.then_some(ValueGroup {
        first,
        count,
        bound,
    })
}

fn deck_of(text: &str, cards: usize) -> Result<Vec<u32>, String> {
    let deck: Option<Vec<u32>> = text
        .split_whitespace()
        .map(|card| card.parse::<u32>().ok()?.checked_sub(1))
        .collect();
    let deck =
        deck.filter(|deck| deck.len() == cards && Permutation::from_images(&deck[..]).is_ok());
    deck.ok_or_else(|| {
        format!(
            "expected a deck of the cards 1 to {cards}, found '{}'",
            text.trim()
        )
    })
}

/// Returns an error unless the runs, which have the same first `depth` draws, are complete: the groups of each later
/// draw must cover all its values.
fn check(runs: &[RecordedRun], depth: usize) -> Result<(), String> {
    let incomplete =
        || format!("expected all runs of the shuffle; some are missing after {depth} draws");
    let draw = |run: &RecordedRun| run.groups.get(depth).copied();
    match runs {
        [] => return Err(incomplete()),
        [run] if draw(run).is_none() => return Ok(()),
        _ => {}
    }
    let (mut values, mut least) = (0u128, 0);
    for group in runs.chunk_by(|one, other| draw(one) == draw(other)) {
        let Some(ValueGroup {
            first,
            count,
            bound,
        }) = draw(&group[0])
        else {
            return Err(incomplete());
        };
        if first < least || Some(bound) != draw(&runs[0]).map(|first| first.bound) {
            return Err(format!(
                "expected groups of one draw in order after {depth} draws"
            ));
        }
        (values, least) = (values + u128::from(count), first + 1);
        check(group, depth + 1)?;
    }
    if draw(&runs[0]).is_some_and(|group| u128::from(group.bound) == values) {
        Ok(())
    } else {
        Err(incomplete())
    }
}

fn walk(runs: &[RecordedRun], head: Head, end: WalkEnd) -> Walk {
    let bounds = |run: &RecordedRun| {
        run.groups
            .iter()
            .map(|group| group.bound)
            .collect::<Vec<_>>()
    };
    let draws = bounds(&runs[0])
        .into_iter()
        .map(|bound| Draw { bound, value: 0 })
        .collect();
    Walk {
        runs: runs.len() as u64,
        first: Run {
            draws,
            deck: runs[0].deck.clone(),
            ..Run::default()
        },
        same_bounds: runs.iter().all(|run| bounds(run) == bounds(&runs[0])),
        ranks: 0,
        compared: head.compared,
        reading: head.reading,
        name: named(runs),
        collision: None,
        interrupted: false,
        end,
    }
}

/// Returns the word of the named shuffle that makes the same decks, if the groups of each draw are its choices. The
/// groups of a draw must have equal sizes, up to the rounding of floating-point numbers.
fn named(runs: &[RecordedRun]) -> Option<&'static str> {
    let step = runs.len().div_ceil(NAMING_RUNS).max(1);
    let chosen: Option<Vec<Run>> = runs.iter().step_by(step).map(choices).collect();
    name(&chosen?)
}

fn choices(run: &RecordedRun) -> Option<Run> {
    let choice = |group: &ValueGroup| {
        let number = (group.bound as f64 / group.count as f64).round() as u64;
        let value = (group.first as f64 / group.bound as f64 * number as f64).round() as u64;
        let size = group.bound / number;
        (size.abs_diff(group.count) <= 1 && value < number).then_some(Draw {
            bound: number,
            value,
        })
    };
    let draws = run.groups.iter().map(choice).collect::<Option<Vec<_>>>()?;
    Some(Run {
        draws,
        deck: run.deck.clone(),
        ..Run::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn law(cards: usize, lines: &str) -> Result<(f64, Option<&'static str>), String> {
        let walk = read_recorded(cards, lines.as_bytes()).map_err(|error| error.to_string())?;
        let WalkEnd::Law(law) = walk.end else {
            return Err("no law".into());
        };
        Ok((law.total_variation().to_f64(), walk.name))
    }

    const FAIR: &str = "compared 1000\n0 0:1:3 0:2:4 | 3 2 1\n1 2:2:4 | 2 3 1\n0 1:1:3 0:2:4 | 3 1 2\n1 2:2:4 | 1 3 2\n\
        0 2:1:3 0:2:4 | 2 1 3\n1 2:2:4 | 1 2 3\n";

    #[test]
    fn a_whole_tree_has_a_law() {
        assert_eq!(law(3, FAIR).unwrap().0, 0.0);
        assert_eq!(
            law(2, "0 0:1:2 | 1 2\n0 1:1:2 | 2 1\n").unwrap(),
            (0.0, Some("fisher-yates:up"))
        );
        assert_eq!(
            law(2, "compared 9\n0 0:3:4 | 1 2\n0 3:1:4 | 2 1\n").unwrap(),
            (0.25, None)
        );
        assert_eq!(law(2, "0 | 2 1\n").unwrap().0, 0.5);
    }

    #[test]
    fn nothing_else_has_one() {
        let lines: Vec<&str> = FAIR.lines().collect();
        assert!(law(2, "keys 2 100\n0 0:1:2 | 1 2\n0 1:1:2 | 2 1\n").is_err());
        for left_out in 0..lines.len() {
            let rest = [&lines[..left_out], &lines[left_out + 1..]]
                .concat()
                .join("\n");
            assert!(law(3, &rest).is_err(), "without line {left_out}");
        }
        for bad in [
            "",
            "\n",
            "0 0:1:2 1 2",
            "1 0:1:2 | 1 2",
            "0 0:1 | 1 2",
            "0 0:0:2 | 1 2",
            "0 2:1:2 | 1 2",
            "0 0:2:2 | 1 1",
            "0 0:2:2 | 0 1",
            "0 0:2:2 | 1 2 3",
            "0 0:2:2 | 1",
            "x 0:2:2 | 1 2",
            "0 0:2:2 | 1 2\n0 | 1 2",
            "0 0:2:2 | 1 2\n0 0:2:2 | 1 2",
            "0 0:1:2 | 1 2\n0 1:2:3 | 2 1",
            "0 1:1:2 | 1 2\n0 0:1:2 | 2 1",
            "0 0:2:2 | 1 2\n1 0:2:2 | 1 2",
            "0 0:2:2:2 | 1 2",
            "0 -1:1:2 | 1 2",
        ] {
            assert!(law(2, bad).is_err(), "{bad}");
        }
    }
}
