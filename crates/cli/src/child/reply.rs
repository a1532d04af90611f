//! Parses the answers of a program in the protocol `faro-choices 1`.

use std::num::IntErrorKind;
use std::str::{self, SplitAsciiWhitespace};

use faro::Permutation;
use faro_prove::{Draw, HiddenSource, ProgramError, Run, Seeding};
use faro_render::numbers::counted;
use faro_render::printable::printable;

/// The requests that a program can answer, according to its greeting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Greeting {
    /// Whether the program answers the request `sources`.
    pub sources: bool,
    /// Whether the program can replace the seeds of a run.
    pub seeds: bool,
    /// Whether the program does not answer the request `tree`, so that a tree is walked by single runs.
    pub runs: bool,
}

/// A line that the program sent. The first number of a variant is the number of the request that it answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    Hello(Greeting),
    Ran(u64, Run),
    OutOfRange(u64),
    Leaf(u64, Run),
    /// The program's walk over the tree of choices stopped at its limit. The draws are those of the next run.
    More(u64, Vec<Draw>),
    Done(u64),
    /// The program used these sources of random numbers in addition to its draws.
    Sources(u64, Vec<HiddenSource>),
    Refused(u64, ProgramError),
}

impl Reply {
    /// Returns the number of the request that is answered, or `None` for a greeting.
    pub fn number(&self) -> Option<u64> {
        match self {
            Reply::Hello(_) => None,
            Reply::Ran(number, _)
            | Reply::OutOfRange(number)
            | Reply::Leaf(number, _)
            | Reply::More(number, _)
            | Reply::Done(number)
            | Reply::Sources(number, _)
            | Reply::Refused(number, _) => Some(*number),
        }
    }
}

/// Advice for a program that does not follow the protocol.
pub const REMEDY: &str = "print its adapter again by `faro prove --adapter LANGUAGE`, and let the adapter alone write to \
                          its pipe, also where the program forks";

/// Maximum number of bits of a seed.
const MAX_SEED: u32 = 1 << 16;

/// Maximum number of characters of a line or a deck that are shown in an error message.
const MAX_SHOWN: usize = 60;

/// Parses a line that the program sent. `cards` is the number of cards in a deck.
///
/// # Errors
///
/// [`ProgramError::Broken`] with a description for a line that does not follow the protocol, [`ProgramError::NotADeck`]
/// for a run without a deck, and [`ProgramError::WideDraw`] for a draw of too many values.
pub fn parse(line: &[u8], cards: usize) -> Result<Reply, ProgramError> {
    let broken = |what: &str| ProgramError::Broken(what.into());
    let text = str::from_utf8(line).map_err(|_| broken("sent bytes that are not text"))?;
    let mut words = text.split_ascii_whitespace();
    let kind = words.next().ok_or_else(|| broken("sent an empty line"))?;
    if kind == "hello" {
        let is_known = words.next() == Some("1");
        let has = |kind: &str| words.clone().any(|word| word == kind);
        let greeting = Greeting {
            sources: has("sources"),
            seeds: has("seeds"),
            runs: has("runs"),
        };
        return is_known
            .then_some(Reply::Hello(greeting))
            .ok_or_else(|| broken("has an adapter of another version"));
    }
    if !["ran", "leaf", "more", "done", "refuse", "sources"].contains(&kind) {
        return Err(broken(&format!(
            "sent {}, which is not an answer",
            quoted(text)
        )));
    }
    let number = words.next().and_then(|word| word.parse().ok());
    let number =
        number.ok_or_else(|| broken("sent an answer without the number of its request"))?;
    match kind {
        "done" => Ok(Reply::Done(number)),
        "refuse" => Ok(refused(number, words)),
        "more" => Ok(Reply::More(number, draws(&mut words)?)),
        "sources" => Ok(Reply::Sources(number, words.filter_map(source).collect())),
        _ => {
            let before = words.clone().take_while(|word| *word != "|");
            let ranks = before.clone().filter(|word| word.starts_with('<')).count();
            let seeding = before.last().and_then(seeding).unwrap_or_default();
            let run = Run {
                ranks,
                seeding,
                draws: draws(&mut words)?,
                deck: deck(words, cards)?,
            };
            Ok(if kind == "ran" {
                Reply::Ran(number, run)
            } else {
                Reply::Leaf(number, run)
            })
        }
    }
}

fn quoted(text: &str) -> String {
    format!(
        "'{}'",
        printable(&text.chars().take(MAX_SHOWN).collect::<String>())
    )
}

/// Parses draws `bound:value`, or `<bound:value` for a rank, up to a bar or the end.
fn draws(words: &mut SplitAsciiWhitespace) -> Result<Vec<Draw>, ProgramError> {
    words
        .take_while(|word| *word != "|")
        .filter(|word| seeding(word).is_none())
        .map(draw)
        .collect()
}

/// Parses `seed:BITS` or `seeded:BITS`. The first is a seed besides the draws. The second is the seed of the
/// generator that makes all draws.
fn seeding(word: &str) -> Option<Seeding> {
    let (kind, bits) = word.split_once(':')?;
    let bits = bits.parse().ok().filter(|&bits| bits <= MAX_SEED)?;
    match kind {
        "seed" => Some(Seeding::Beside(bits)),
        "seeded" => Some(Seeding::Of(bits)),
        _ => None,
    }
}

fn source(word: &str) -> Option<HiddenSource> {
    match word {
        "clock" => Some(HiddenSource::Clock),
        "device" => Some(HiddenSource::Device),
        "seed" => Some(HiddenSource::Seed),
        _ => None,
    }
}

fn draw(word: &str) -> Result<Draw, ProgramError> {
    let number = |text: &str| match text.parse::<u64>() {
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Err(ProgramError::WideDraw),
        number => number.map_err(|_| damaged()),
    };
    let (bound, value) = word
        .strip_prefix('<')
        .unwrap_or(word)
        .split_once(':')
        .ok_or_else(damaged)?;
    let draw = Draw {
        bound: number(bound)?,
        value: number(value)?,
    };
    if draw.value < draw.bound {
        Ok(draw)
    } else {
        Err(damaged())
    }
}

fn damaged() -> ProgramError {
    ProgramError::Broken("sent an answer whose draws are damaged".into())
}

fn deck(words: SplitAsciiWhitespace, cards: usize) -> Result<Vec<u32>, ProgramError> {
    let deck: Option<Vec<u32>> = words.clone().map(|word| word.parse().ok()).collect();
    let is_deck =
        |deck: &Vec<u32>| deck.len() == cards && Permutation::from_images(&deck[..]).is_ok();
    deck.filter(is_deck).ok_or_else(|| {
        let shown: Vec<&str> = words.clone().take(MAX_SHOWN).collect();
        ProgramError::NotADeck(format!(
            "{}: {}",
            fault(words, cards),
            quoted(&shown.join(" "))
        ))
    })
}

/// Returns why a list of words is not a deck of `cards` cards, in words.
fn fault(words: SplitAsciiWhitespace, cards: usize) -> String {
    let count = words.clone().count();
    if count != cards {
        return format!("returned {} instead of {cards}", counted(count, "card"));
    }
    let mut seen = vec![false; cards];
    for word in words {
        match word.parse::<usize>().ok().filter(|&card| card < cards) {
            Some(card) if seen[card] => return format!("returned the card {card} twice"),
            Some(card) => seen[card] = true,
            None => return format!("returned {}, which is no card", quoted(word)),
        }
    }
    "returned another result".into()
}

fn refused(number: u64, mut words: SplitAsciiWhitespace) -> Reply {
    let error = match words.next().unwrap_or_default() {
        "out-of-range" => return Reply::OutOfRange(number),
        "hidden-randomness" => ProgramError::HiddenRandomness,
        "float-compare" => ProgramError::FloatCompare,
        "too-many-draws" => ProgramError::TooManyDraws,
        "threads" => ProgramError::Threads,
        "error" => ProgramError::Failed(printable(&words.collect::<Vec<_>>().join(" "))),
        _ => ProgramError::Broken("refused a run for an unknown reason".into()),
    };
    Reply::Refused(number, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        let run = Run {
            draws: vec![Draw { bound: 3, value: 2 }],
            deck: vec![1, 0, 2],
            ..Run::default()
        };
        assert_eq!(
            parse(b"ran 7 3:2 | 1 0 2", 3),
            Ok(Reply::Ran(7, run.clone()))
        );
        let rank = Run {
            ranks: 1,
            ..run.clone()
        };
        assert_eq!(parse(b"ran 7 <3:2 | 1 0 2", 3), Ok(Reply::Ran(7, rank)));
        assert_eq!(
            parse(b"leaf 8 3:2 | 1 0 2", 3),
            Ok(Reply::Leaf(8, run.clone()))
        );
        assert_eq!(
            parse(b"more 9 3:2", 3),
            Ok(Reply::More(9, run.draws.clone()))
        );
        for (word, seeding) in [("seed", Seeding::Beside(32)), ("seeded", Seeding::Of(32))] {
            let seeded = Run {
                seeding,
                ..run.clone()
            };
            assert_eq!(
                parse(format!("ran 7 3:2 {word}:32 | 1 0 2").as_bytes(), 3),
                Ok(Reply::Ran(7, seeded))
            );
        }
        assert_eq!(
            parse(b"hello 1 python 1.0 below", 3),
            Ok(Reply::Hello(Greeting::default()))
        );
        assert_eq!(
            parse(b"hello 1 python 1.5 below sources seeds", 3),
            Ok(Reply::Hello(Greeting {
                sources: true,
                seeds: true,
                runs: false
            }))
        );
        assert_eq!(
            parse(b"sources 4 clock other", 3),
            Ok(Reply::Sources(4, vec![HiddenSource::Clock]))
        );
        assert_eq!(parse(b"refuse 3 out-of-range", 3), Ok(Reply::OutOfRange(3)));
        let failed = ProgramError::Failed("a b".into());
        assert_eq!(
            parse(b"refuse 3 error a b", 3),
            Ok(Reply::Refused(3, failed))
        );
    }

    #[test]
    fn rubbish() {
        for line in [
            "",
            "x",
            "ran",
            "ran x",
            "hello 2",
            "ran 1 3:3 | 0 1 2",
            "ran 1 3 | 0 1 2",
            "ran 1 <<3:1 | 0 1 2",
            "ran 1 3:<1 | 0 1 2",
            "ran 1 seed:x | 0 1 2",
            "ran 1 seed:99999999 | 0 1 2",
            "leaf -1 | 0",
            "more 1 x",
        ] {
            assert!(
                matches!(parse(line.as_bytes(), 3), Err(ProgramError::Broken(_))),
                "{line}"
            );
        }
        assert!(matches!(
            parse(b"\xff\xfe", 3),
            Err(ProgramError::Broken(_))
        ));
        for wide in [
            "ran 1 18446744073709551616:0 | 0 1 2",
            "ran 1 340282366920938463463374607431768211456:0 | x",
        ] {
            assert_eq!(parse(wide.as_bytes(), 3), Err(ProgramError::WideDraw));
        }
        for line in [
            "ran 1 3:2 | 0 1",
            "ran 1 | 0 1 1",
            "ran 1 | 0 1 3",
            "ran 1 | 0 1 2 3",
            "ran 1",
            "ran 1 | a b c",
        ] {
            assert!(
                matches!(parse(line.as_bytes(), 3), Err(ProgramError::NotADeck(_))),
                "{line}"
            );
        }
    }
}
