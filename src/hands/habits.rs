use super::interval::Estimate;
use super::{Recorded, Side};

/// The habits of a person who riffles, each with its 95 % interval.
///
/// An ideal (GSR) riffle of n cards has a cut of mean n/2 and standard deviation √n/2. While both packets have
/// cards, it drops from the same side again with probability 1/2. Its mean number of cards per run is 2n/(n +
/// 1).
#[derive(Clone, Debug, PartialEq)]
pub struct Habits {
    /// The number of cards of the left packet, the former top of the deck.
    pub cut: Estimate,
    /// The standard deviation of the cut, or `None` for one riffle.
    pub cut_deviation: Option<Estimate>,
    /// The probability that a card drops from the same side as the card before.
    ///
    /// It is for the time while both packets have cards, so only drops between the first run and the last
    /// count. `None` if no riffle has two such drops.
    pub same_side: Option<Estimate>,
    /// The number of cards per packet, a run of cards that drop one after the other from one side.
    pub packet: Option<Estimate>,
    /// The number of cards per packet of each side.
    pub packet_by_side: Sides<Option<Estimate>>,
    /// The number of cards per packet of the left side minus the number of the right side.
    pub packet_difference: Option<Estimate>,
    /// The proportion of riffles whose first drop, the bottom card, is from the left side.
    pub left_first: Option<Estimate>,
    /// The proportion of riffles whose last drop, the top card, is from the left side.
    pub left_last: Option<Estimate>,
}

/// A value for each side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sides<T> {
    /// The value of the left packet, the former top of the deck.
    pub left: T,
    /// The value of the right packet, the former bottom of the deck.
    pub right: T,
}

impl Habits {
    /// Estimates the habits from recorded riffles. O(cards · riffles).
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

/// Returns, for each riffle, the numbers of drops from the same side as before and of all drops.
///
/// Only drops between the first run and the last count, and of them only those with another before it. Before
/// and after these, one packet may be empty. The proportion is unbiased for ideal riffles. It is also unbiased
/// for riffles whose drops keep the side with a fixed probability while both packets have cards, read from
/// either end.
pub fn same_sides(riffles: &[Recorded]) -> Vec<[f64; 2]> {
    let count = |riffle: &Recorded| {
        let pairs = riffle.inner_drops().windows(2);
        [pairs.clone().filter(|pair| pair[0] == pair[1]).count() as f64, pairs.len() as f64]
    };
    riffles.iter().map(count).collect()
}

/// Returns the number of runs and of cards of each riffle, for one side or for both.
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

/// Returns the cards per run, as the inverse of the runs per card: a proportion, whose interval is known.
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
        // Between the first run and the last: R L has no pair from one side, L L L R has two of three.
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
