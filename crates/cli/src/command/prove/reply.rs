//! The answers of a program in the protocol `faro-choices 1`.

use std::str::{self, SplitAsciiWhitespace};

use faro::Permutation;
use faro_prove::{Draw, ProgramError, Run};

use faro_render::printable::printable;

/// A line of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    Hello,
    Ran(u64, Run),
    OutOfRange(u64),
    Leaf(u64, Run),
    /// Where the walk over a tree stopped.
    More(u64, Vec<Draw>),
    Done(u64),
    Refused(u64, ProgramError),
}

/// Parses a line.
///
/// # Errors
///
/// [`ProgramError::Broken`] for a line that is not of the protocol, [`ProgramError::NotADeck`] for a run without a deck.
pub fn parse(line: &[u8], cards: usize) -> Result<Reply, ProgramError> {
    let broken = |why: &str| ProgramError::Broken(format!("expected an answer of faro-choices 1: {why}"));
    let text = str::from_utf8(line).map_err(|_| broken("it is not text"))?;
    let mut words = text.split_ascii_whitespace();
    let kind = words.next().ok_or_else(|| broken("the line is empty"))?;
    if kind == "hello" {
        return match words.next() {
            Some("1") => Ok(Reply::Hello),
            _ => Err(broken("the adapter has another version; print it again by faro prove --adapter")),
        };
    }
    if !["ran", "leaf", "more", "done", "refuse"].contains(&kind) {
        return Err(broken("ran, leaf, more, done or refuse"));
    }
    let number = words.next().and_then(|word| word.parse().ok()).ok_or_else(|| broken("no number"))?;
    match kind {
        "done" => Ok(Reply::Done(number)),
        "refuse" => Ok(refused(number, words)),
        "more" => Ok(Reply::More(number, draws(&mut words).ok_or_else(|| broken("choices bound:value"))?)),
        _ => {
            let ranks = words.clone().take_while(|word| *word != "|").filter(|word| word.starts_with('<'));
            let ranks = ranks.count();
            let draws = draws(&mut words).ok_or_else(|| broken("choices bound:value, and then a bar"))?;
            let run = Run { draws, deck: deck(words, cards)?, ranks };
            Ok(if kind == "ran" { Reply::Ran(number, run) } else { Reply::Leaf(number, run) })
        }
    }
}

/// Parses `bound:value`, or `<bound:value` for a rank, up to a bar or the end.
fn draws(words: &mut SplitAsciiWhitespace) -> Option<Vec<Draw>> {
    words
        .take_while(|word| *word != "|")
        .map(|word| {
            let (bound, value) = word.strip_prefix('<').unwrap_or(word).split_once(':')?;
            let draw = Draw { bound: bound.parse().ok()?, value: value.parse().ok()? };
            (draw.value < draw.bound).then_some(draw)
        })
        .collect()
}

/// The words that a message shows.
const SHOWN: usize = 8;

fn deck(words: SplitAsciiWhitespace, cards: usize) -> Result<Vec<u32>, ProgramError> {
    let shown: Vec<&str> = words.clone().take(SHOWN).collect();
    let deck: Option<Vec<u32>> = words.map(|word| word.parse().ok()).collect();
    let is_deck = |deck: &Vec<u32>| deck.len() == cards && Permutation::from_images(&deck[..]).is_ok();
    deck.filter(is_deck).ok_or_else(|| {
        let text: String = shown.join(" ").chars().take(60).collect();
        ProgramError::NotADeck(format!("'{}'", printable(&text)))
    })
}

fn refused(number: u64, mut words: SplitAsciiWhitespace) -> Reply {
    let error = match words.next().unwrap_or_default() {
        "out-of-range" => return Reply::OutOfRange(number),
        "hidden-randomness" => ProgramError::HiddenRandomness,
        "float-compare" => ProgramError::FloatCompare,
        "too-many-draws" => ProgramError::TooManyDraws,
        "threads" => ProgramError::Threads,
        _ => ProgramError::Failed(printable(&words.collect::<Vec<_>>().join(" "))),
    };
    Reply::Refused(number, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        let run = Run { draws: vec![Draw { bound: 3, value: 2 }], deck: vec![1, 0, 2], ranks: 0 };
        assert_eq!(parse(b"ran 7 3:2 | 1 0 2", 3), Ok(Reply::Ran(7, run.clone())));
        let rank = Run { ranks: 1, ..run.clone() };
        assert_eq!(parse(b"ran 7 <3:2 | 1 0 2", 3), Ok(Reply::Ran(7, rank)));
        assert_eq!(parse(b"leaf 8 3:2 | 1 0 2", 3), Ok(Reply::Leaf(8, run.clone())));
        assert_eq!(parse(b"more 9 3:2", 3), Ok(Reply::More(9, run.draws)));
        assert_eq!(parse(b"hello 1 python 1.0 below", 3), Ok(Reply::Hello));
        assert_eq!(parse(b"refuse 3 out-of-range", 3), Ok(Reply::OutOfRange(3)));
        let failed = ProgramError::Failed("a b".into());
        assert_eq!(parse(b"refuse 3 error a b", 3), Ok(Reply::Refused(3, failed)));
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
            "leaf -1 | 0",
            "more 1 x",
            "ran 1 99999999999999999999:0 | 0 1 2",
        ] {
            assert!(matches!(parse(line.as_bytes(), 3), Err(ProgramError::Broken(_))), "{line}");
        }
        assert!(matches!(parse(b"\xff\xfe", 3), Err(ProgramError::Broken(_))));
        for line in
            ["ran 1 3:2 | 0 1", "ran 1 | 0 1 1", "ran 1 | 0 1 3", "ran 1 | 0 1 2 3", "ran 1", "ran 1 | a b c"]
        {
            assert!(matches!(parse(line.as_bytes(), 3), Err(ProgramError::NotADeck(_))), "{line}");
        }
    }
}
