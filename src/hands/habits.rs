use super::interval::Estimate;
use super::{Recorded, Side};

/// How a person cuts and drops, each habit with its 95 % interval.
///
/// An ideal (GSR) riffle of n cards has a cut of mean n/2 and standard deviation √n/2. It drops from the same side again
/// with probability 1/2 while both packets have cards, and a packet of it has 2n/(n + 1) cards.
#[derive(Clone, Debug, PartialEq)]
pub struct Habits {
    /// The number of cards of the left packet, the former top of the deck.
    pub cut: Estimate,
    /// The standard deviation of this number; none for one riffle.
    pub cut_deviation: Option<Estimate>,
    /// The probability that a card drops from the same side as the one before, while both packets have cards: only the
    /// drops between the first run and the last are counted. `None` if no riffle has a card between these.
    pub same_side: Option<Estimate>,
    /// The number of cards per packet: cards that drop one after the other from one side.
    pub packet: Option<Estimate>,
    /// The number of cards per packet of each side.
    pub packet_by_side: Sides<Option<Estimate>>,
    /// The number of cards per packet of the left side minus that of the right.
    pub packet_difference: Option<Estimate>,
    /// The proportion of riffles whose first drop, the bottom card, is from the left.
    pub left_first: Option<Estimate>,
    /// The proportion of riffles whose last drop, the top card, is from the left.
    pub left_last: Option<Estimate>,
}

/// A value of each side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sides<T> {
    /// That of the packet that was the top of the deck.
    pub left: T,
    /// That of the packet that was the bottom of the deck.
    pub right: T,
}

impl Habits {
    /// Estimates the habits. O(cards · riffles).
    ///
    /// # Panics
    ///
    /// If there are no riffles.
    pub fn new(riffles: &[Recorded]) -> Habits {
        assert!(!riffles.is_empty(), "expected at least one riffle");
        let cuts: Vec<f64> = riffles.iter().map(|riffle| riffle.cut() as f64).collect();
        let [all, left, right] = [None, Some(Side::Left), Some(Side::Right)].map(|side| runs(riffles, side));
        let [cards_left, cards_right] = [&left, &right].map(|runs| swapped(runs));
        Habits {
            cut: Estimate::mean(&cuts),
            cut_deviation: Estimate::deviation(&cuts),
            same_side: Estimate::proportion(&same_sides(riffles)),
            packet: packet(&all),
            packet_by_side: Sides { left: packet(&left), right: packet(&right) },
            packet_difference: Estimate::difference(&cards_left, &cards_right),
            left_first: left_share(riffles, <[Side]>::first),
            left_last: left_share(riffles, <[Side]>::last),
        }
    }
}

/// Returns the drops of each riffle from the same side as before, and all drops that have one before them, between the
/// first run and the last.
///
/// Beyond these one packet may be empty. The proportion is unbiased for a riffle whose drops keep the side with a fixed
/// probability while both packets have cards, read from either end, and for an ideal riffle.
pub fn same_sides(riffles: &[Recorded]) -> Vec<[f64; 2]> {
    let count = |riffle: &Recorded| {
        let pairs = riffle.inner_drops().windows(2);
        [pairs.clone().filter(|pair| pair[0] == pair[1]).count() as f64, pairs.len() as f64]
    };
    riffles.iter().map(count).collect()
}

/// Returns the runs and the cards of each riffle, of one side or of both.
fn runs(riffles: &[Recorded], side: Option<Side>) -> Vec<[f64; 2]> {
    let count = |riffle: &Recorded| match side {
        Some(side) => [riffle.runs_of(side) as f64, riffle.count(side) as f64],
        None => [riffle.runs() as f64, riffle.cards() as f64],
    };
    riffles.iter().map(count).collect()
}

fn swapped(counts: &[[f64; 2]]) -> Vec<[f64; 2]> {
    counts.iter().map(|&[a, b]| [b, a]).collect()
}

/// Returns the cards per run. The runs per card are a proportion, whose interval is known.
fn packet(runs: &[[f64; 2]]) -> Option<Estimate> {
    Estimate::proportion(runs).map(Estimate::inverse)
}

fn left_share(riffles: &[Recorded], end: impl Fn(&[Side]) -> Option<&Side>) -> Option<Estimate> {
    let left = riffles.iter().filter(|riffle| end(riffle.drops()) == Some(&Side::Left)).count();
    Estimate::share(left, riffles.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn habits_of_two_riffles() {
        let riffles = ["LLRLRR", "RLLLRL"].map(|text| text.parse().unwrap());
        let habits = Habits::new(&riffles);
        assert_eq!(habits.cut.value, 3.5);
        // Between the first run and the last: R L has no pair of one side, L L L R has two of three.
        assert_eq!(habits.same_side.unwrap().value, 2.0 / 4.0);
        assert_eq!(habits.packet.unwrap().value, 12.0 / 8.0);
        let Sides { left, right } = habits.packet_by_side;
        assert_eq!((left.unwrap().value, right.unwrap().value), (7.0 / 4.0, 5.0 / 4.0));
        assert_eq!(habits.packet_difference.unwrap().value, 0.5);
        assert_eq!(habits.left_first.unwrap().value, 0.5);
        assert_eq!(habits.left_last.unwrap().value, 0.5);
    }

    #[test]
    fn an_empty_packet_has_no_drops() {
        let habits = Habits::new(&["LLLL".parse().unwrap(), "LLLL".parse().unwrap()]);
        assert_eq!(
            (habits.same_side, habits.packet_by_side.right, habits.packet_difference),
            (None, None, None)
        );
        assert_eq!(habits.packet.unwrap().value, 4.0);
    }
}
