/// The largest deck that is audited: the tables have a cell for each pair of cards.
pub const MAX_CARDS: usize = 512;
