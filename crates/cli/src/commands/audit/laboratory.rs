//! Tables of an audit that correspond to those in the reports of testing laboratories.
//!
//! They give counts, and chi-squares of cards, positions, suits and ranks.

use std::f64::consts::LN_10;

use faro_math::statistics::{chi_square_ln_survival, chi_square_survival};
use faro_render::numbers;
use faro_render::view::Table;

use super::report::AuditReport;
use crate::arguments::playing_card;
use crate::output::probability::PValue;

/// Returns a table with the count of each card (row) at each position (column).
pub fn positions(report: &AuditReport) -> Table<'_> {
    let heads = (1..=report.conclusion.cards).map(|position| format!("position {position}"));
    counts(report, &report.counts[0], heads.collect())
}

/// Returns a table with the count of each card (column) directly below each other card (row).
pub fn neighbours(report: &AuditReport) -> Table<'_> {
    let heads = (0..report.conclusion.cards)
        .map(|card| format!("{} below", report.table_names().name(card)));
    counts(report, &report.counts[1], heads.collect())
}

fn counts<'a>(report: &'a AuditReport, counts: &'a [u64], heads: Vec<String>) -> Table<'a> {
    let columns = std::iter::once("card".to_string()).chain(heads);
    let row = |(card, row): (usize, &[u64])| {
        std::iter::once(report.table_names().label(card))
            .chain(row.iter().map(u64::to_string))
            .collect()
    };
    Table::new(
        columns,
        counts.chunks(report.conclusion.cards).enumerate().map(row),
    )
}

/// Returns a table of Pearson's chi-squares.
///
/// There is a chi-square over the positions for each card and for the cards of each suit and rank, and a chi-square
/// over the cards for each position.
pub fn chi_squares(report: &AuditReport) -> Table<'_> {
    let (n, counts) = (report.conclusion.cards, &report.counts[0]);
    let columns = ["of", "name", "chi_square", "degrees_of_freedom", "p_value"];
    let cards = (0..n).map(|card| ("card", report.table_names().label(card), vec![card]));
    let groups = cards.chain(faces(report)).map(move |(of, name, cards)| {
        let counted =
            (0..n).map(|position| cards.iter().map(|card| counts[card * n + position]).sum());
        (
            of,
            name,
            chi_square(counted, cards.len(), n, report.conclusion.judgement.decks),
        )
    });
    let positions = (0..n).map(move |position| {
        let counted = (0..n).map(|card| counts[card * n + position]);
        (
            "position",
            (position + 1).to_string(),
            chi_square(counted, 1, n, report.conclusion.judgement.decks),
        )
    });
    let row = move |(of, name, statistic): (&str, String, f64)| {
        let degrees = n as u64 - 1;
        let (number, ln) = (
            chi_square_survival(statistic, degrees),
            chi_square_ln_survival(statistic, degrees),
        );
        let p_value = PValue {
            number,
            log10: ln / LN_10,
        }
        .for_programs();
        vec![
            of.into(),
            name,
            numbers::short(statistic),
            degrees.to_string(),
            p_value,
        ]
    };
    Table::new(columns, groups.chain(positions).map(row))
}

/// Returns Pearson's chi-square of how often k of n cards are at each position.
///
/// It is scaled so that it has n − 1 degrees of freedom for many decks: the k cards in a deck are at different
/// positions, so their counts have the covariance of draws without replacement.
fn chi_square(counts: impl Iterator<Item = u64>, k: usize, n: usize, decks: u64) -> f64 {
    let (n, decks, share) = (n as f64, decks as f64, k as f64 / n as f64);
    let squares: f64 = counts
        .map(|count| (count as f64 - decks * share).powi(2))
        .sum();
    (n - 1.0) / n * squares / (decks * share * (1.0 - share))
}

/// Returns each suit and each rank with its cards, or nothing unless all cards are playing cards.
fn faces(report: &AuditReport) -> Vec<(&'static str, String, Vec<usize>)> {
    let faces = (0..report.conclusion.cards)
        .map(|card| playing_card::normal(&report.table_names().name(card)));
    let Some(faces) = faces.collect::<Option<Vec<String>>>() else {
        return Vec::new();
    };
    let mut groups: Vec<(&str, String, Vec<usize>)> = Vec::new();
    for (feature, takes_suit) in [("suit", true), ("rank", false)] {
        for (card, face) in faces.iter().enumerate() {
            let (rank, suit) = face.split_at(face.len() - 1);
            let name = match (suit, takes_suit) {
                ("J", _) => "joker",
                (suit, true) => suit,
                (_, false) => rank,
            };
            match groups
                .iter_mut()
                .find(|(group, other, _)| *group == feature && other == name)
            {
                Some((_, _, cards)) => cards.push(card),
                None => groups.push((feature, name.into(), vec![card])),
            }
        }
    }
    groups.retain(|(_, _, cards)| cards.len() < report.conclusion.cards);
    groups
}

/// Returns a table of the smallest biases that the audited decks, or larger numbers of decks, can show.
pub fn power(report: &AuditReport) -> Table<'_> {
    let rows = report.conclusion.detectable.iter().flat_map(|power| {
        let name = power.alternative.name();
        let seen = power
            .seen
            .map(|size| (size, report.conclusion.judgement.decks));
        let sizes = seen.into_iter().chain(power.next.iter().copied());
        sizes.map(move |(size, decks)| vec![name.into(), format!("{size:?}"), decks.to_string()])
    });
    Table::new(["bias", "smallest_size", "decks"], rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For one card the result is Pearson's statistic. The statistic of k cards equals that of the remaining n − k
    /// cards.
    #[test]
    fn chi_squares_of_cards_and_of_their_complements() {
        let counts = [10, 20, 30, 40];
        let plain: f64 = counts
            .iter()
            .map(|&count| (count as f64 - 25.0).powi(2) / 25.0)
            .sum();
        assert!((chi_square(counts.into_iter(), 1, 4, 100) - plain).abs() < 1e-12);
        let others = counts.map(|count| 100 - count);
        let [one, three] =
            [(counts, 1), (others, 3)].map(|(counts, k)| chi_square(counts.into_iter(), k, 4, 100));
        assert!((one - three).abs() < 1e-12);
    }

    /// The mean of the statistic of two cards over all orders of n = 4 cards is n − 1.
    #[test]
    fn the_mean_of_a_chi_square_is_its_degrees_of_freedom() {
        let pairs: Vec<[u64; 4]> = (0..16u32)
            .filter(|set| set.count_ones() == 2)
            .map(|set| [0, 1, 2, 3].map(|position| u64::from(set >> position & 1)))
            .collect();
        let sum: f64 = pairs
            .iter()
            .map(|pair| chi_square(pair.iter().copied(), 2, 4, 1))
            .sum();
        assert!((sum / pairs.len() as f64 - 3.0).abs() < 1e-12);
    }
}
