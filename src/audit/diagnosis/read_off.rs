//! Families whose parameter is read off the tables: positions, or draws, that never vary.

use super::cause::Cause;
use super::family::{Family, Pattern};
use super::flawed_pass::FlawedPass;
use crate::audit::tables::{Pass, Tables};

/// The fewest decks: fewer may agree by chance.
const FEWEST: u64 = 8;

/// Returns the families of decks of which only a part is shuffled, or whose pass of swaps stops before its end.
pub fn read_off(tables: &Tables) -> Vec<Family> {
    if tables.decks() < FEWEST || tables.cards() < 5 {
        return Vec::new();
    }
    let stops = [(Pass::Down, FlawedPass::StopsDown), (Pass::Up, FlawedPass::StopsUp)];
    let stops = stops.into_iter().filter_map(|(pass, stops)| {
        let swaps = swaps(tables, pass)?;
        Some(Family { cause: Cause::StopsAfter, pattern: Pattern::Pass(stops), grid: vec![swaps as f64] })
    });
    part(tables).into_iter().chain(stops).collect()
}

/// Returns the family that shuffles the positions between the first and the last that vary, if they lack two or more.
fn part(tables: &Tables) -> Option<Family> {
    let positions = tables.positions();
    let varies = |card: &usize| positions.at(*card, *card) < tables.decks();
    let first = (0..tables.cards()).find(varies)?;
    let end = (0..tables.cards()).rev().find(varies)? + 1;
    let shuffled = end - first;
    (shuffled > 1 && shuffled + 2 <= tables.cards()).then(|| Family {
        cause: Cause::PartShuffled,
        pattern: Pattern::Pass(FlawedPass::Part(first as u32, end as u32)),
        grid: vec![shuffled as f64],
    })
}

/// Returns the number of swaps of a pass that stops two or more before its last.
fn swaps(tables: &Tables, pass: Pass) -> Option<usize> {
    let more = tables.draw_tables();
    let table = more.draws.of(pass);
    let itself = |index: usize| if pass == Pass::Down { index } else { 0 };
    let made = |index: &usize| table.at(*index, itself(*index)) < more.decks;
    let left = (1..tables.cards()).find(made)? - 1;
    (left > 1).then(|| tables.cards() - 1 - left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shuffle::{Generator, Seed};
    use crate::simulate::Tally;

    fn of(pass: FlawedPass, parameter: f64) -> Vec<(FlawedPass, f64)> {
        let mut tables = Tables::new(10);
        let mut generator = Generator::unit(&Seed::from(5), 0);
        for _ in 0..60 {
            let mut deck: Vec<u32> = (0..10).collect();
            pass.shuffle(parameter, &mut deck, &mut generator);
            tables.add(&deck, 10);
        }
        let pattern = |family: Family| match family.pattern {
            Pattern::Pass(pass) => (pass, family.grid[0]),
            other => panic!("{other:?}"),
        };
        read_off(&tables).into_iter().map(pattern).collect()
    }

    #[test]
    fn parameters_are_read_off() {
        assert!(of(FlawedPass::Part(2, 7), 0.0).contains(&(FlawedPass::Part(2, 7), 5.0)));
        assert_eq!(of(FlawedPass::StopsUp, 4.0), [(FlawedPass::StopsUp, 4.0)]);
        assert_eq!(of(FlawedPass::StopsDown, 6.0), [(FlawedPass::StopsDown, 6.0)]);
        assert_eq!(of(FlawedPass::NaiveDown, 0.0), []);
    }
}
