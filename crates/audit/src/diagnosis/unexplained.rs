//! Further causes that are tried if no single shuffle explains the decks: other ways to deal them, mixtures with fair decks,
//! and passes that draw by any law.

use super::at_once::GoesOn;
use super::candidate::Candidate;
use super::catalogue::families;
use super::cause::Cause;
use super::draw_laws::by_frequencies;
use super::grammar::keep_first;
use super::observations::{ENOUGH, Observations};
use super::profile::{POSITIONS, Profile};
use super::ranking::{FIRST, STRONG, Scored, THEN};
use super::repeats::Repeats;
use super::signature::{Finish, Simulation, nanoseconds};
use crate::finding::Stream;

/// Minimum difference in nats between a program with a further step and the best program without it.
const LEAST_MORE: f64 = 20.0;

/// Shares of the decks that come from a faulty shuffle, among fair decks.
const SHARES: std::ops::Range<f64> = 0.03..0.97;

/// Minimum score of a mixture. Its share fits weak evidence of many shuffles.
const LEAST_MIXED: f64 = 400.0;

/// Number of mixtures that are tested.
const MIXTURES: usize = 3;

impl Observations<'_> {
    /// Returns the candidates, the likeliest first. If none explains the decks, programs that deal the shuffled deck
    /// from its end are tried, and programs that cut it.
    ///
    /// Such a program must be clearly likelier than all programs that do neither. Mixtures and passes that draw by any law
    /// are tried if all single shuffles are clearly rejected. A short search tries none of them.
    pub fn all_candidates(
        &mut self,
        repeats: Option<&Repeats>,
        goes_on: &mut GoesOn,
    ) -> Vec<Candidate> {
        let mut found = self.candidates(repeats, goes_on);
        if self.is_brief() {
            return found;
        }
        let least = LEAST_MORE + found.iter().map(|one| one.score).fold(0.0, f64::max);
        for finish in [Finish::Reversed, Finish::Cut] {
            let is_explained = found.iter().any(Candidate::explains);
            // After a random cut, each card is everywhere with the same probability.
            let is_possible = finish != Finish::Cut || !self.seen.parts[POSITIONS].is_observed();
            if !is_explained && is_possible && !matches!(self.stream, Stream::Steps) {
                self.finish = finish;
                let others = self.candidates(None, goes_on).into_iter();
                found.splice(
                    ..0,
                    others.filter(|one| one.explains() && one.score > least),
                );
            }
        }
        self.finish = Finish::Nothing;
        if !found.iter().any(Candidate::is_nearly_possible) && !matches!(self.stream, Stream::Steps)
        {
            let mixture = self.mixture(repeats, goes_on);
            self.finish = Finish::Nothing;
            let further = mixture.or_else(|| self.uneven_index(repeats, goes_on));
            found.splice(..0, further);
        }
        found
    }

    /// Returns the likeliest pass whose draws have the observed frequencies, if it explains the decks.
    ///
    /// It must also be clear: such a pass fits the frequencies of any decks, and only strong evidence shows that the draws
    /// of others depend on each other.
    fn uneven_index(&self, repeats: Option<&Repeats>, goes_on: &mut GoesOn) -> Option<Candidate> {
        // The score of a pass that has the frequencies of these decks grows with their noise, too.
        if self.most < STRONG {
            return None;
        }
        let families = by_frequencies(self.tables);
        let scored = self.round(&families, THEN / 4.0, ENOUGH, 7000, goes_on);
        let mut strong = scored.iter().filter(|one| one.score() > STRONG);
        strong.find_map(|scored| self.explanation(scored, repeats, goes_on))
    }

    /// Returns the candidate of a family with a single value, if it explains the decks.
    fn explanation(
        &self,
        scored: &Scored,
        repeats: Option<&Repeats>,
        goes_on: &mut GoesOn,
    ) -> Option<Candidate> {
        let left_over = self.left_over(&scored.family, &[], 0, repeats, self.threads, goes_on);
        let candidate = Candidate {
            left_over,
            ..self.candidate(scored)
        };
        candidate.explains().then_some(candidate)
    }

    /// Returns the likeliest mixture of fair decks and decks of a simple family, if it explains the decks.
    fn mixture(&mut self, repeats: Option<&Repeats>, goes_on: &mut GoesOn) -> Option<Candidate> {
        let cards = self.tables.cards();
        let mut all = families(cards);
        // Which positions a loop leaves out fits the fair decks of a mixture, too.
        all.retain(|family| {
            family.is_simple() && family.grid.len() == 1 && family.cause != Cause::MissedPlaces
        });
        let each: f64 = all.iter().map(|family| nanoseconds(family, cards)).sum();
        let decks = (self.work * FIRST / 4.0 / each).max(64.0) as u64;
        let mix = |number: usize, threads, goes_on: &mut GoesOn| {
            let family = &all[number];
            let simulation = Simulation {
                threads,
                ..self.simulation_of(decks, 8000 + number as u64)
            };
            let score = |signature: &Profile| self.fair.mixture(&self.seen, signature);
            let (share, score) = simulation.score_each(family, goes_on, score)?.pop()?;
            Some((score, share, family.clone()))
        };
        let mut mixed = self.at_once(all.len(), goes_on, mix);
        if mixed.len() < all.len() {
            return None;
        }
        mixed.retain(|(score, share, _)| *score > LEAST_MIXED && SHARES.contains(share));
        mixed.sort_by(|one, other| other.0.total_cmp(&one.0));
        keep_first(&mut mixed, |(.., family)| family.cause);
        let mut explaining = Vec::new();
        for (_, share, family) in mixed.into_iter().take(MIXTURES) {
            self.finish = Finish::OrFair(share);
            let scored = self
                .round(&[family], THEN / 3.0, ENOUGH, 9000, goes_on)
                .pop()?;
            let found = self.explanation(&scored, repeats, goes_on);
            let share = Some(share);
            explaining.extend(found.map(|one| Candidate { share, ..one }));
        }
        explaining
            .into_iter()
            .min_by_key(|one| one.cause.is_rarer_variant())
    }
}
