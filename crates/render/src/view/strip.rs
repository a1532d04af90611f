/// The history of a deck: its cards before the first shuffle and after each shuffle, one row each.
pub struct Strip<'a> {
    pub cards: usize,
    /// Number of rows.
    pub count: u64,
    /// Width of the widest label in columns.
    pub label_width: usize,
    pub rows: Box<dyn Iterator<Item = StripRow<'a>> + 'a>,
    /// Returns the colour of a card, by the card's index.
    pub tint: Box<dyn Fn(u64) -> Tint + 'a>,
    pub tracked: Vec<Thread>,
    /// Returns the name of a card. `None` if cards are named by their numbers.
    pub name: Option<Box<dyn Fn(u64) -> String + 'a>>,
}

/// The deck after some shuffles, with a label such as `3` or `3 cut:9`.
pub struct StripRow<'a> {
    pub label: String,
    /// Positions of the tracked cards, as indices.
    pub places: Vec<u64>,
    pub deck: Box<dyn Iterator<Item = u64> + 'a>,
}

/// A card that is followed from row to row.
pub struct Thread {
    pub index: u64,
    /// The number or the face of the card.
    pub name: String,
}

/// The colour of a card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tint {
    /// A point of the ramp, from 0 to 1.
    Ramp(f64),
    /// Grey, for example for a card that never moves.
    Neutral,
}

impl Tint {
    /// Returns the tint of step `index` of `count` steps from the beginning to the end of the ramp.
    pub fn step(index: u64, count: u64) -> Tint {
        Tint::Ramp(if count > 1 { index as f64 / (count - 1) as f64 } else { 0.0 })
    }

    /// Returns whether the tint is so dark that text on it is white.
    pub fn is_dark(self) -> bool {
        matches!(self, Tint::Ramp(part) if part < 0.3)
    }
}

/// The letters of tracked cards whose names are too wide for a cell.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

impl Strip<'_> {
    /// Returns the marks of the tracked cards: their names if all fit in `width` columns, or letters.
    pub fn marks(&self, width: usize) -> Vec<String> {
        let fits = self.tracked.iter().all(|card| card.name.chars().count() <= width);
        match fits {
            true => self.tracked.iter().map(|card| card.name.clone()).collect(),
            false => {
                let letters = LETTERS.chars().chain(std::iter::repeat('*'));
                letters.take(self.tracked.len()).map(String::from).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strip(names: &[&str]) -> Strip<'static> {
        let thread = |(index, name): (u64, &&str)| Thread { index, name: (*name).into() };
        Strip {
            cards: 52,
            count: 0,
            label_width: 0,
            rows: Box::new(std::iter::empty()),
            tint: Box::new(|index| Tint::step(index, 52)),
            tracked: (0..).zip(names).map(thread).collect(),
            name: None,
        }
    }

    #[test]
    fn names_that_do_not_fit_become_letters() {
        assert_eq!(strip(&["1", "26"]).marks(2), ["1", "26"]);
        assert_eq!(strip(&["1", "26"]).marks(1), ["a", "b"]);
        assert_eq!(strip(&[""; 53].map(|_| "10♠")).marks(1)[50..], ["Y", "Z", "*"]);
    }

    #[test]
    fn steps_of_the_ramp() {
        assert_eq!([0, 1, 2].map(|index| Tint::step(index, 3)), [0.0, 0.5, 1.0].map(Tint::Ramp));
        assert_eq!(Tint::step(0, 1), Tint::Ramp(0.0));
    }
}
