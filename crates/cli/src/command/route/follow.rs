use faro::Permutation;
use faro::word::{Formula, FormulaError};
use faro_permutation::cayley::{self, Action, Bounds, Outcome};
use num_bigint::{BigInt, BigUint};

use faro_console::args::SearchArgs;
use faro_console::word::Moves;

/// The methods to compute the positions of cards after moves.
pub enum Follow {
    /// One card and the moves in and out. Elmsley's method gives the shortest words, and formulas the
    /// positions.
    Elmsley(Formulas),
    Tables(Vec<Permutation>),
    Formulas(Formulas),
}

/// The moves of a deck that is too large for tables.
pub struct Formulas {
    forwards: Vec<Formula>,
    backwards: Vec<Formula>,
    /// Number of 32-bit digits of a position.
    digits: usize,
}

impl Follow {
    /// Returns the moves that differ on a deck of `cards` cards, with their effects.
    pub fn new(
        moves: Moves,
        watched: usize,
        cards: &BigUint,
        search: &SearchArgs,
    ) -> anyhow::Result<(Moves, Follow)> {
        if watched == 1 && moves.are_out_and_in() {
            let formulas = Formulas::new(&moves, cards)?;
            return Ok((moves, Follow::Elmsley(formulas)));
        }
        if let Some(cards) = search.tabled(&moves, cards) {
            let (moves, tables) = moves.permutations(cards)?;
            return Ok((moves, Follow::Tables(tables)));
        }
        let forwards = formulas(&moves, cards, 1)?;
        let (moves, _) = moves.distinct(forwards);
        let formulas = Formulas::new(&moves, cards)?;
        Ok((moves, Follow::Formulas(formulas)))
    }

    /// Returns the position to which the move with index `by` takes the card at `position`.
    pub fn image(&self, by: usize, position: &BigUint) -> BigUint {
        match self {
            Follow::Tables(tables) => {
                let position = u32::try_from(position).expect("a deck that can be listed");
                tables[by].image(position).into()
            }
            Follow::Elmsley(formulas) | Follow::Formulas(formulas) => {
                formulas.forwards[by].position(position)
            }
        }
    }
}

/// Returns the formula of each move, applied `times` times.
fn formulas(moves: &Moves, cards: &BigUint, times: i32) -> anyhow::Result<Vec<Formula>> {
    let formula = |word: &faro::Word| {
        word.formula(cards, &BigInt::from(times)).map_err(|error| invalid_moves(&error, moves))
    };
    moves.words.iter().map(formula).collect()
}

fn invalid_moves(error: &FormulaError, moves: &Moves) -> anyhow::Error {
    let remedy = match error {
        FormulaError::Listed { .. } => {
            "; for a deck of this size expected perfect shuffles, cuts and reversals"
        }
        _ => "",
    };
    moves.error(format!("{error}{remedy}"))
}

impl Formulas {
    fn new(moves: &Moves, cards: &BigUint) -> anyhow::Result<Formulas> {
        let [forwards, backwards] = [1, -1].map(|times| formulas(moves, cards, times));
        let digits = cards.bits().div_ceil(32) as usize;
        Ok(Formulas { forwards: forwards?, backwards: backwards?, digits })
    }

    pub fn route(&self, from: &[BigUint], to: &[BigUint], bounds: &Bounds) -> Outcome {
        let row = |positions: &[BigUint]| {
            positions.iter().flat_map(|position| self.row(position)).collect::<Vec<u32>>()
        };
        let watched = Watched { formulas: self, cards: from.len() };
        cayley::search(&watched, &row(from), &row(to), bounds)
    }

    fn row(&self, position: &BigUint) -> Vec<u32> {
        let mut digits = position.to_u32_digits();
        digits.resize(self.digits, 0);
        digits
    }

    fn step(&self, formula: &Formula, vertex: &[u32], image: &mut [u32]) {
        for (place, image) in vertex.chunks(self.digits).zip(image.chunks_mut(self.digits)) {
            image.copy_from_slice(&self.row(&formula.position(&BigUint::from_slice(place))));
        }
    }
}

/// The action of the moves on several cards. Positions are written in digits.
struct Watched<'a> {
    formulas: &'a Formulas,
    cards: usize,
}

impl Action for Watched<'_> {
    type Point = u32;

    fn width(&self) -> usize {
        self.cards * self.formulas.digits
    }

    fn moves(&self) -> usize {
        self.formulas.forwards.len()
    }

    fn apply(&self, by: usize, vertex: &[u32], image: &mut [u32]) {
        self.formulas.step(&self.formulas.forwards[by], vertex, image);
    }

    fn undo(&self, by: usize, vertex: &[u32], image: &mut [u32]) {
        self.formulas.step(&self.formulas.backwards[by], vertex, image);
    }
}
