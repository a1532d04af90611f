use faro_permutation::Statistic;

use super::check::Check;
use super::tables::Pass;

/// A test that laboratories list for random numbers, and the checks of an audit that are this test for decks of cards.
///
/// The names are those of Knuth, The Art of Computer Programming, volume 2, section 3.3.2, except for duplicates (there the
/// collision test) and interplay (dependence between places).
///
/// ```
/// use faro_audit::{Check, LaboratoryTest};
/// let duplicates = LaboratoryTest::ALL.iter().find(|test| test.name == "duplicates").unwrap();
/// assert_eq!(duplicates.checks, [Check::Collisions]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaboratoryTest {
    /// The name of the test.
    pub name: &'static str,
    /// The checks that are this test. Empty if an audit does not make it.
    pub checks: &'static [Check],
    /// What the checks count, and where they see more or less than the test.
    pub remark: &'static str,
}

impl LaboratoryTest {
    /// The tests, in the order of laboratories' lists.
    pub const ALL: [LaboratoryTest; 8] = [
        LaboratoryTest {
            name: "frequency",
            checks: &[Check::CardPosition, Check::CardPositionCell, Check::Orders],
            remark: "each card at each position; stronger: also the largest single deviation, and of small decks every order",
        },
        LaboratoryTest {
            name: "serial correlation",
            checks: &[Check::Neighbours, Check::NeighbourOrder, Check::Drift, Check::CardPositionDrift],
            remark: "neighbours in a deck and changes over the run; stronger: all pairs of cards, and the steps from deck to deck \
                     by every check",
        },
        LaboratoryTest {
            name: "runs",
            checks: &[
                Check::Mean(Statistic::Descents),
                Check::Law(Statistic::Descents),
                Check::Mean(Statistic::RisingSequences),
                Check::Law(Statistic::RisingSequences),
            ],
            remark: "descents, which are one fewer than ascending runs, against their exact law; stronger: also those of the \
                     inverse order",
        },
        LaboratoryTest {
            name: "overlaps",
            checks: &[Check::NeighbourCell, Check::FirstTwo, Check::FirstThree],
            remark: "overlapping pairs: each card directly below each other; of triples only those of the three top cards",
        },
        LaboratoryTest {
            name: "coupon collector",
            checks: &[],
            remark: "not made: an audit does not count the decks until each card has been at a position",
        },
        LaboratoryTest {
            name: "poker",
            checks: &[Check::Pairs, Check::SameKind],
            remark: "cards that look alike in a hand or as neighbours; made with a composition or hands only, because the cards of \
                     a deck are different",
        },
        LaboratoryTest {
            name: "duplicates",
            checks: &[Check::Collisions],
            remark: "decks that occur again, against the exact law of the birthday problem",
        },
        LaboratoryTest {
            name: "interplay",
            checks: &[
                Check::Draws(Pass::Down),
                Check::Draws(Pass::Up),
                Check::Draws(Pass::InsideOut),
                Check::Precedence,
                Check::PositionPrecedence,
            ],
            remark: "independence of the draws from which a deck follows, and the order of each two cards and positions",
        },
    ];
}
