/// (to be replaced)
pub fn fewest_decks(_cards: usize, _alpha: f64) -> u64 {
    60
}
