/// Number of classes of `ages`.
const CLASSES: usize = 16;

/// Counts of the order in which decks recur. Different decks are numbered from 0 in the order of their first
/// occurrence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recurrences {
    /// Decks that are equal to the previous deck.
    pub same: u64,
    /// Repeated decks whose number is one more than the number of the previous deck.
    pub next: u64,
    /// Recurrences of deck number 0, other than the two kinds above.
    pub restarts: u64,
    /// Other repeated decks, and new decks that do not directly follow the deck with the highest number.
    pub others: u64,
    /// The shortest and the longest distance between two occurrences of deck number 0.
    pub distances: Option<[u64; 2]>,
    /// Repeated decks by class: their number divided by the number of different decks so far. If all decks are equally
    /// likely at any time, all classes are equally likely.
    pub ages: [u64; CLASSES],
    /// The number of the previous deck.
    before: Option<u32>,
    /// The time of the last occurrence of deck number 0.
    started: Option<u64>,
}

impl Recurrences {
    /// Counts the deck with the number `number` at the time `time`. `different` is the number of different decks so
    /// far, including this one.
    pub fn note(&mut self, number: u32, is_new: bool, different: u64, time: u64) {
        if !is_new {
            let class = u64::from(number) * CLASSES as u64 / different;
            self.ages[class as usize] += 1;
        }
        let follows = self.before.map(|before| i64::from(number) - i64::from(before));
        let kind = match (is_new, follows) {
            (_, None) | (true, Some(1)) => None,
            (false, Some(0)) => Some(&mut self.same),
            (false, Some(1)) => Some(&mut self.next),
            (false, _) if number == 0 => Some(&mut self.restarts),
            _ => Some(&mut self.others),
        };
        if let Some(count) = kind {
            *count += 1;
        }
        if number == 0 {
            self.note_start(time);
        }
        self.before = Some(number);
    }

    fn note_start(&mut self, time: u64) {
        let Some(distance) = self.started.replace(time).map(|started| time - started) else { return };
        let [least, most] = self.distances.unwrap_or([distance; 2]);
        self.distances = Some([least.min(distance), most.max(distance)]);
    }

    /// Forgets the previous deck, after some decks were dropped and the others renumbered.
    ///
    /// The order of the remaining decks did not change.
    pub fn renumbered(&mut self) {
        (self.before, self.started) = (None, None);
    }

    /// Returns the number of repeated decks.
    pub fn repeats(&self) -> u64 {
        self.ages.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(decks: &[u32]) -> Recurrences {
        let (mut recurrences, mut seen) = (Recurrences::default(), Vec::new());
        for (time, deck) in decks.iter().enumerate() {
            let known = seen.iter().position(|one| one == deck);
            let number = known.unwrap_or_else(|| {
                seen.push(*deck);
                seen.len() - 1
            });
            recurrences.note(number as u32, known.is_none(), seen.len() as u64, time as u64);
        }
        recurrences
    }

    #[test]
    fn orders_of_repeats() {
        let counts = |one: Recurrences| ([one.same, one.next, one.restarts, one.others], one.distances);
        assert_eq!(counts(of(&[5, 6, 7, 5, 6, 7, 5])), ([0, 2, 2, 0], Some([3, 3])));
        assert_eq!(counts(of(&[5, 6, 7, 5, 6, 5, 6, 7, 8])), ([0, 3, 2, 0], Some([2, 3])));
        assert_eq!(counts(of(&[5, 5, 6, 6, 7])), ([2, 0, 0, 0], Some([1, 1])));
        assert_eq!(counts(of(&[5, 6, 7, 6, 8])), ([0, 0, 0, 2], None));
        assert_eq!(of(&[5, 6, 7, 6, 8]).repeats(), 1);
    }
}
