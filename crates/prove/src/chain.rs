use std::collections::HashMap;

use libm::lgamma;

use super::model::Model;
use super::program::ties;

/// Bounds of the distance of a model's decks from uniform.
///
/// Suppose that a draw is the first or the last of the product, that each of its moves sends a certain card to a
/// different place, and that all other draws leave this card alone. Then the deck determines the move of this draw. The
/// remaining draws are examined in the same way: a chain of point stabilisers. If it includes all draws, different
/// lists of moves give different decks. If in addition the product of the numbers of moves is n!, every deck has
/// exactly one list of moves, and is as likely as this list.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    /// Whether different lists of moves always give different decks.
    pub injective: bool,
    /// Whether all decks are equally likely, apart from unequal weights of the moves.
    ///
    /// The field `upper` includes the weights.
    pub uniform: bool,
    /// A lower bound of the total variation distance from uniform.
    pub lower: f64,
    /// An upper bound of the total variation distance from uniform.
    pub upper: f64,
    /// Why the distance is not 0, if a reason is known.
    pub reason: Option<Reason>,
}

/// Why the decks of a model are not equally likely.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// There are fewer lists of moves than orders of the deck.
    TooFew,
    /// The moves of the draw with this index are not equally likely.
    Weights(usize),
    /// A card is too likely or too unlikely at a position: card, position, and the probability times the number of
    /// cards.
    Place(usize, usize, f64),
}

/// Distances of a matrix, or differences of logarithms, below this bound may be rounding errors.
const ROUNDING: f64 = 1e-9;

impl Model {
    /// Returns bounds of the distance of the model's decks from uniform.
    ///
    /// They are widened by the probability of equal random keys. O(draws · values · cards).
    pub fn chain(&self) -> Chain {
        let (chain, ties) = (self.chain_without_ties(), ties(self.ranks()));
        Chain { lower: (chain.lower - ties).max(0.0), upper: (chain.upper + ties).min(1.0), ..chain }
    }

    fn chain_without_ties(&self) -> Chain {
        let draws: Vec<Moves> = self.draws().iter().map(Moves::new).collect();
        let injective = is_injective(self, &draws);
        let (orders, lists) = (lgamma(self.cards() as f64 + 1.0), draws.iter().map(Moves::ln).sum::<f64>());
        let complete = injective && is_factorial(self.cards(), draws.iter().map(|draw| draw.weights.len()));
        let worst = draws.iter().map(Moves::unevenness).enumerate();
        let (index, uneven) = worst.fold((0, 0.0), |worst, one| if one.1 > worst.1 { one } else { worst });
        if complete {
            let upper = draws.iter().map(Moves::unevenness).sum::<f64>().min(1.0);
            let reason = (uneven > 0.0).then_some(Reason::Weights(index));
            return Chain { injective, uniform: true, lower: uneven, upper, reason };
        }
        let mut chain = Chain { injective, uniform: false, lower: 0.0, upper: 1.0, reason: None };
        if lists < orders - ROUNDING {
            chain.lower = -(lists - orders).exp_m1();
            chain.reason = Some(Reason::TooFew);
            if injective && uneven == 0.0 {
                chain.upper = chain.lower;
            }
        }
        let (distance, place) = self.worst_place();
        if distance - ROUNDING > chain.lower {
            chain.lower = distance - ROUNDING;
            chain.reason = Some(place);
        }
        chain
    }

    /// Returns the largest total variation distance of one card's position from uniform, and the worst position of this
    /// card.
    fn worst_place(&self) -> (f64, Reason) {
        let (cards, matrix) = (self.cards(), self.matrix());
        let fair = 1.0 / cards as f64;
        let mut worst = (0.0, Reason::Place(0, 0, 1.0));
        for card in 0..cards {
            let row = matrix.row(card);
            let distance = row.iter().map(|chance| (chance - fair).max(0.0)).sum::<f64>();
            if distance > worst.0 {
                let extreme =
                    (0..cards).max_by(|&a, &b| (row[a] - fair).abs().total_cmp(&(row[b] - fair).abs()));
                let position = extreme.unwrap_or_default();
                worst = (distance, Reason::Place(card, position, row[position] * cards as f64));
            }
        }
        worst
    }
}

/// The different moves of a draw.
struct Moves<'a> {
    moves: Vec<&'a [u32]>,
    /// The number of values of each move.
    weights: Vec<u64>,
    bound: u64,
    /// For each card, whether any of the moves changes it.
    touched: Vec<bool>,
}

impl<'a> Moves<'a> {
    fn new(draw: &'a super::model::ModelDraw) -> Moves<'a> {
        let mut places: HashMap<&[u32], usize> = HashMap::new();
        let (mut moves, mut weights) = (Vec::new(), Vec::new());
        for (piece, moved) in draw.moves().iter().enumerate() {
            let place = *places.entry(moved).or_insert_with(|| {
                moves.push(moved.as_slice());
                weights.push(0);
                moves.len() - 1
            });
            weights[place] += draw.pieces.count(piece);
        }
        Moves { moves, weights, bound: draw.pieces.bound(), touched: draw.touched() }
    }

    fn ln(&self) -> f64 {
        (self.weights.len() as f64).ln()
    }

    /// Returns the total variation distance between the law of the moves and the uniform law on them.
    fn unevenness(&self) -> f64 {
        let moves = self.weights.len() as u128;
        let off = |&weight: &u64| (u128::from(weight) * moves).abs_diff(u128::from(self.bound));
        let sum: u128 = self.weights.iter().map(off).sum();
        sum as f64 / (2.0 * moves as f64 * self.bound as f64)
    }

    /// Returns whether each move sends `card` to a different place, or, with `inverse`, brings a different card to the
    /// place of `card`.
    fn separates(&self, card: usize, inverse: bool) -> bool {
        let mut seen = vec![false; self.touched.len()];
        self.moves.iter().all(|moved| {
            let place = match inverse {
                false => Some(moved[card] as usize),
                true => moved.iter().position(|&target| target as usize == card),
            };
            place.is_some_and(|place| !std::mem::replace(&mut seen[place], true))
        })
    }
}

/// Returns whether different lists of moves always give different decks, by a chain of point stabilisers.
fn is_injective(model: &Model, draws: &[Moves]) -> bool {
    let mut touching = vec![0usize; model.cards()];
    for draw in draws {
        touching.iter_mut().zip(&draw.touched).for_each(|(count, &touched)| *count += usize::from(touched));
    }
    let mut order = model.last_first();
    order.retain(|&index| draws[index].moves.len() > 1);
    let mut rest = order.as_slice();
    while let [first, .., _] | [first] = rest {
        let last = rest[rest.len() - 1];
        let peeled = |index: usize, inverse: bool| {
            let draw = &draws[index];
            let alone = |&card: &usize| touching[card] == usize::from(draw.touched[card]);
            (0..model.cards()).filter(alone).any(|card| draw.separates(card, inverse))
        };
        // The moves of the first draw of this order act on a card first.
        let index = if peeled(last, false) {
            rest = &rest[..rest.len() - 1];
            last
        } else if peeled(*first, true) {
            let first = *first;
            rest = &rest[1..];
            first
        } else {
            return false;
        };
        let touched = &draws[index].touched;
        touching.iter_mut().zip(touched).for_each(|(count, &touched)| *count -= usize::from(touched));
    }
    true
}

/// Returns whether the product of `factors` is n! for n = `cards`.
fn is_factorial(cards: usize, factors: impl Iterator<Item = usize>) -> bool {
    use num_bigint::BigUint;
    let product: BigUint = factors.map(BigUint::from).product();
    product == (1..=cards).map(BigUint::from).product::<BigUint>()
}
