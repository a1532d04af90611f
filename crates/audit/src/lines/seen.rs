//! Parses lines into decks of which some cards are not visible. Such cards are drawn at random from the missing ones.

use super::cards;
use super::error::{CountDifference, LineError, LineErrorKind, Times, brief};
use super::names::{Names, Start, kinds};
use super::numbers::number;
use crate::Design;
use crate::lines::error::MAX_LINE;
use faro_sample::shuffle::{Choices, Generator, Seed};

/// Parses lines into the visible cards of each deck, as a [`Design`] defines them.
///
/// An unknown card is written `.`, `_` or `?`. It is replaced by a card drawn at random from the cards that are not on
/// the line, all equally likely, as they are after a fair shuffle. Vertical bars and semicolons may separate hands. If
/// only the first cards of a deck are visible, later cards on the line are ignored.
///
/// If a deck consists of several hands, a line may also have a single hand. The next lines are then the other hands of
/// this deck.
///
/// ```
/// use faro_audit::Design;
/// use faro_audit::lines::PartialDeckReader;
/// use faro::shuffle::Seed;
///
/// let mut reader = PartialDeckReader::counted(&Design::first_cards(52, 3)?, &Seed::from(1));
/// assert_eq!(reader.read_at(1, b"7 52 1 30")?, Some([7, 52, 1].as_slice()));
/// assert_eq!(reader.first(), 1); // there is no card 52 from 0
/// # Ok::<(), faro_audit::Error>(())
/// ```
#[derive(Debug)]
pub struct PartialDeckReader {
    labels: Labels,
    /// For each label, the number of cards with this label in the deck.
    sizes: Vec<usize>,
    /// Number of cards in the deck.
    cards: usize,
    seen: usize,
    /// The sizes of the hands.
    hands: Vec<usize>,
    /// The number of hands of the unfinished deck, if each line has one hand.
    held: usize,
    /// Whether the line may continue after the visible cards.
    is_open: bool,
    /// For each label, the number of cards with this label on the line so far.
    used: Vec<usize>,
    /// The labels of the cards on the line, and the indices of those that are not visible.
    deck: Vec<u32>,
    gaps: Vec<usize>,
    generator: Generator,
    has_drawn: bool,
}

#[derive(Debug)]
enum Labels {
    /// Numbers that count from 0 or from 1. For n cards, the fields tell whether the numbers 0 and n have occurred.
    Counted {
        has_zero: bool,
        has_last: bool,
    },
    Named(Box<Names>),
    /// Names that stand for positions in a starting order in which several cards may have the same name.
    Copies(Box<Names>),
}

impl PartialDeckReader {
    /// Returns a reader for distinct cards that are numbered from 0 or from 1.
    ///
    /// [`read_at`](PartialDeckReader::read_at) returns the numbers as they are on the line.
    pub fn counted(design: &Design, seed: &Seed) -> PartialDeckReader {
        let labels = Labels::Counted {
            has_zero: false,
            has_last: false,
        };
        PartialDeckReader::new(design, labels, vec![1; design.cards() + 1], seed)
    }

    /// Returns a reader for named cards. A card is returned as the index of its name among the distinct names of
    /// `start`, in the order of their first occurrence.
    ///
    /// Playing cards may be spelled in any way.
    pub fn named(design: &Design, start: &Start, seed: &Seed) -> PartialDeckReader {
        let (names, sizes) = kinds(start);
        let labels = Labels::Named(Box::new(Names::new(&names, &Seed::from(0))));
        PartialDeckReader::new(design, labels, sizes, seed)
    }

    /// Returns a reader for decks with a starting order in which several cards may have the same name.
    ///
    /// A card is returned as its position in `start`. If several cards have the same name, draws from `seed` decide
    /// which card a name on a line stands for.
    ///
    /// # Errors
    ///
    /// If `start` and `design` have different numbers of cards.
    pub fn own(
        design: &Design,
        start: &Start,
        seed: &Seed,
    ) -> Result<PartialDeckReader, LineErrorKind> {
        let (found, expected) = (start.cards(), design.cards());
        if found != expected {
            return Err(LineErrorKind::Count {
                found,
                expected,
                difference: CountDifference::Unclear,
            });
        }
        let names = Names::new(&start.names, seed);
        Ok(PartialDeckReader::new(
            design,
            Labels::Copies(Box::new(names)),
            vec![1; expected],
            seed,
        ))
    }

    fn new(design: &Design, labels: Labels, sizes: Vec<usize>, seed: &Seed) -> PartialDeckReader {
        PartialDeckReader {
            used: vec![0; sizes.len()],
            labels,
            sizes,
            cards: design.cards(),
            seen: design.seen(),
            hands: design.groups().to_vec(),
            held: 0,
            is_open: design.is_ordered(),
            deck: Vec::new(),
            gaps: Vec::new(),
            generator: Generator::unit(seed, 0),
            has_drawn: false,
        }
    }

    /// Returns the number of the first card: 0 if a line so far has the number 0, otherwise 1.
    ///
    /// Returns 0 for named cards.
    pub fn first(&self) -> u32 {
        match self.labels {
            Labels::Counted { has_zero, .. } => u32::from(!has_zero),
            _ => 0,
        }
    }

    /// Returns whether at least one card was not visible and was drawn at random.
    pub fn has_drawn(&self) -> bool {
        self.has_drawn
    }

    /// Returns whether cards are named by numbers.
    pub fn is_counted(&self) -> bool {
        matches!(self.labels, Labels::Counted { .. })
    }

    /// Returns the number of hands of a deck whose other hands were not read yet, if each line has a single hand.
    pub fn pending_hands(&self) -> usize {
        self.held
    }

    /// Reads the text of line number `line`, and returns its visible cards in the order of the deal. Returns `None` for
    /// a blank line, and for a line with a single hand that is not the last one of its deck.
    ///
    /// # Errors
    ///
    /// If a card is unknown or occurs too often, or if the number of cards differs from the design. For a design of the
    /// first cards, more cards are allowed.
    pub fn read_at(&mut self, line: u64, text: &[u8]) -> Result<Option<&[u32]>, LineError> {
        let read = self.read(text).map_err(|kind| LineError { line, kind })?;
        Ok(read.then_some(&self.deck))
    }

    fn read(&mut self, line: &[u8]) -> Result<bool, LineErrorKind> {
        if line.len() > MAX_LINE {
            return Err(LineErrorKind::TooLong);
        }
        let text = line.trim_ascii();
        if text.is_empty() {
            return Ok(false);
        }
        // Resets the counts of the labels of the previous deck.
        if self.held == 0 {
            self.deck
                .iter()
                .for_each(|&label| self.used[label as usize] = 0);
            self.deck.clear();
            self.gaps.clear();
        }
        let mut found = 0;
        // Bars and semicolons separate hands. They are replaced by the separator of cards.
        let read = match text.iter().any(|byte| b"|;".contains(byte)) && !text.starts_with(b"[") {
            true => {
                let has_comma = text.contains(&b',');
                let space = if has_comma { b',' } else { b' ' };
                let spaced: Vec<u8> = text
                    .iter()
                    .map(|&byte| if b"|;".contains(&byte) { space } else { byte })
                    .collect();
                self.fields(&spaced, &mut found)
            }
            false => self.fields(text, &mut found),
        };
        if let Err(kind) = read {
            self.clear();
            return Err(kind);
        }
        let is_whole = self.held == 0 && found >= self.seen;
        let hand = self.hands[self.held];
        if !is_whole && !self.is_open && found == hand {
            self.held = (self.held + 1) % self.hands.len();
            if self.held > 0 {
                return Ok(false);
            }
        } else if !is_whole || (found > self.seen && !self.is_open) {
            let expected = if self.held == 0 { self.seen } else { hand };
            self.clear();
            let difference = CountDifference::Unclear;
            return Err(LineErrorKind::Count {
                found,
                expected,
                difference,
            });
        }
        self.fill();
        Ok(true)
    }

    /// Resets the state after a line with an error.
    fn clear(&mut self) {
        self.used.fill(0);
        self.deck.clear();
        self.held = 0;
    }

    fn fields(&mut self, line: &[u8], found: &mut usize) -> Result<(), LineErrorKind> {
        cards::each(line, &mut |field| {
            *found += 1;
            if *found <= self.seen {
                self.card(field)
            } else {
                Ok(())
            }
        })
    }

    fn card(&mut self, field: &[u8]) -> Result<(), LineErrorKind> {
        if matches!(field, b"." | b"_" | b"?") {
            self.gaps.push(self.deck.len());
            self.deck.push(0);
            return Ok(());
        }
        let label = self.label(field)?;
        let used = &mut self.used[label as usize];
        let expected = self.sizes[label as usize];
        *used += 1;
        if *used > expected {
            let times = Times {
                found: *used,
                expected,
            };
            return Err(LineErrorKind::TooOften {
                card: brief(field),
                times,
                missing: None,
            });
        }
        self.deck.push(label);
        Ok(())
    }

    fn label(&mut self, field: &[u8]) -> Result<u32, LineErrorKind> {
        let unknown = || LineErrorKind::Unknown { card: brief(field) };
        match &mut self.labels {
            Labels::Named(names) => names.find(field).ok_or_else(unknown),
            Labels::Copies(names) => names.draw(field).ok_or_else(|| names.refusal(field)),
            Labels::Counted { has_zero, has_last } => {
                let value = number(field).ok_or_else(|| LineErrorKind::NotANumber {
                    found: brief(field),
                })?;
                let (zero, last) = (*has_zero || value == 0, *has_last || value == self.cards);
                if value > self.cards || (zero && last) {
                    let first = u32::from(!*has_zero);
                    return Err(LineErrorKind::Beyond {
                        card: brief(field),
                        cards: self.cards,
                        first,
                    });
                }
                (*has_zero, *has_last) = (zero, last);
                Ok(value as u32)
            }
        }
    }

    /// Replaces each card that is not visible by a random card that is not on the line.
    fn fill(&mut self) {
        if self.gaps.is_empty() {
            return;
        }
        self.has_drawn = true;
        for index in 0..self.gaps.len() {
            let gap = self.gaps[index];
            let range = match self.labels {
                Labels::Counted { has_zero: true, .. } => 0..self.cards,
                Labels::Counted { .. } => 1..self.cards + 1,
                _ => 0..self.sizes.len(),
            };
            let left: usize = range
                .clone()
                .map(|label| self.sizes[label] - self.used[label])
                .sum();
            let mut drawn = self.generator.below(left.max(1) as u32) as usize;
            let label = range.into_iter().find(|&label| {
                let of_label = self.sizes[label] - self.used[label];
                let is_drawn = drawn < of_label;
                drawn = drawn.saturating_sub(of_label);
                is_drawn
            });
            let label = label.unwrap_or_default();
            self.used[label] += 1;
            self.deck[gap] = label as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(cards: usize, seen: usize) -> PartialDeckReader {
        PartialDeckReader::counted(&Design::first_cards(cards, seen).unwrap(), &Seed::from(1))
    }

    /// The hands of a deck are on one line or on successive lines.
    #[test]
    fn hands_on_successive_lines() {
        let design = Design::hands(10, &[2, 3]).unwrap();
        let mut reader = PartialDeckReader::counted(&design, &Seed::from(1));
        let mut read = |line: &str| {
            let cards = reader.read_at(1, line.as_bytes());
            cards
                .map(|cards| cards.map(<[u32]>::to_vec))
                .map_err(|error| error.to_string())
        };
        for (line, expected) in [
            ("3 1", Ok(None)),
            ("[2, 9, 4]", Ok(Some(vec![3, 1, 2, 9, 4]))),
            ("9 8 7 | 6 5", Ok(Some(vec![9, 8, 7, 6, 5]))),
            ("4 8", Ok(None)),
            ("", Ok(None)),
            ("5 4 1", Err("line 1: card 4 twice".into())),
            ("4 8", Ok(None)),
            ("5 9", Err("line 1: 2 cards instead of 3".into())),
            ("1 2 3", Err("line 1: 3 cards instead of 5".into())),
            ("4 8", Ok(None)),
            ("1 2 3", Ok(Some(vec![4, 8, 1, 2, 3]))),
        ] {
            assert_eq!(read(line), expected, "{line}");
        }
        assert_eq!(reader.pending_hands(), 0);
        assert_eq!(reader.read_at(1, b"4 8").unwrap(), None);
        assert_eq!(reader.pending_hands(), 1);
    }

    #[test]
    fn first_cards() {
        let mut reader = counted(10, 3);
        for (line, expected) in [
            ("3 1 2", [3, 1, 2]),
            ("[9,8,7,1]", [9, 8, 7]),
            ("1;2;3", [1, 2, 3]),
            ("1, 2 ,3,1", [1, 2, 3]),
        ] {
            assert_eq!(
                reader.read_at(1, line.as_bytes()).unwrap(),
                Some(expected.as_slice()),
                "{line}"
            );
        }
        assert_eq!(reader.first(), 1);
        assert_eq!(reader.read_at(2, b" ").unwrap(), None);
        for (line, why) in [
            ("1 2", "line 5: 2 cards instead of 3"),
            ("1 1 2", "line 5: card 1 twice"),
            (
                "1 11 2",
                "line 5: there is no card 11 in a deck of 10 counted from 1",
            ),
            ("1 x 2", "line 5: 'x' is not a number"),
        ] {
            assert_eq!(
                reader.read_at(5, line.as_bytes()).unwrap_err().to_string(),
                why,
                "{line}"
            );
        }
        assert_eq!(
            reader.read_at(6, b"1 0 3").unwrap(),
            Some([1, 0, 3].as_slice())
        );
        assert_eq!(reader.first(), 0);
        let beyond = reader.read_at(7, b"1 10 3").unwrap_err().to_string();
        assert_eq!(
            beyond,
            "line 7: there is no card 10 in a deck of 10 counted from 0"
        );
    }

    #[test]
    fn hands_and_kinds() {
        let design = Design::hands(4, &[2, 1]).unwrap();
        let start: Start = ["AS", "10H", "KD", "QC"].iter().collect();
        let mut reader = PartialDeckReader::named(&design, &start, &Seed::from(1));
        assert_eq!(
            reader.read_at(1, "th a♠ | QC".as_bytes()).unwrap(),
            Some([1, 0, 3].as_slice())
        );
        assert_eq!(
            reader.read_at(2, b"TH AS QC KD").unwrap_err().to_string(),
            "line 2: 4 cards instead of 3"
        );
        let start: Start = ["land", "land", "spell", "land"].iter().collect();
        assert_eq!(start.kinds(), [3, 1]);
        let mut reader =
            PartialDeckReader::named(&Design::first_cards(4, 3).unwrap(), &start, &Seed::from(1));
        assert_eq!(
            reader.read_at(1, b"land spell land").unwrap(),
            Some([0, 1, 0].as_slice())
        );
        let often = reader
            .read_at(2, b"spell spell land")
            .unwrap_err()
            .to_string();
        assert_eq!(often, "line 2: card spell twice");
    }

    /// Each of the remaining cards fills a gap equally often. Among 6,000 draws from four cards, the count of each card
    /// has a standard deviation of 34.
    #[test]
    fn gaps_are_filled_fairly() {
        let mut reader = counted(5, 2);
        let mut counts = [0; 6];
        for line in 1..=6000 {
            let deck = reader.read_at(line, b". 3").unwrap().unwrap();
            assert_eq!(deck[1], 3);
            counts[deck[0] as usize] += 1;
        }
        assert_eq!((counts[0], counts[3]), (0, 0));
        assert!(
            [1, 2, 4, 5]
                .iter()
                .all(|&card| (1300..1700).contains(&counts[card])),
            "{counts:?}"
        );
    }
}
