use super::checks;
use super::evidence::SeenEvidence;
use crate::audit::judgement::{Judgement, Look};

impl SeenEvidence {
    /// Judges the decks, as [`Evidence::judge`](crate::audit::Evidence::judge) judges whole ones.
    ///
    /// # Panics
    ///
    /// If alpha is not between 0 and 1.
    pub fn judge(&mut self, alpha: f64) -> Judgement {
        self.count_ranks();
        let few = self.decks < self.design.fewest_decks(alpha);
        Judgement::of(checks::all(self), alpha, Look::Only, self.decks, few)
    }
}
