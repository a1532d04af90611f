//! `faro route`: finds shuffles that bring cards to given positions.

mod question;
mod report;

use faro::{Kind, Permutation};
use faro_permutation::cayley::{self, Bounds, Limit, Obstacle, Outcome, Paths};
use faro_render::numbers::{counted, joined};
use faro_render::one_based;
use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::arguments::argument::Text;
use crate::arguments::word::MoveList;
use crate::output;
use crate::output::error::{brief, invalid};
use crate::output::options::OutputArgs;
use question::RouteQuestion;
use report::{Follow, RouteAnswer, RouteReport, RouteTable};

pub use question::RouteArgs;

/// Maximum number of words that are listed.
const MAX_WORDS: u32 = 1_000_000;

/// Maximum number of cards whose positions are followed at the same time.
const MAX_FOLLOWED: usize = 10_000;

/// Maximum number of cards of a table of all positions.
const MAX_ROUTES: u32 = 10_000;

/// Memory in bytes of the search for additional moves if there is no route. It takes a fraction of a second.
const MAX_HINT_BYTES: usize = 1 << 22;

impl RouteArgs {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<()> {
        let question = self.question()?;
        match [&question.from, &question.to]
            .iter()
            .any(|given| split(given).any(is_all))
        {
            true => output::report(&question.routes()?, args),
            false => output::report(&question.route()?, args),
        }
    }
}

impl RouteQuestion<'_> {
    fn route(&self) -> anyhow::Result<RouteReport> {
        let (from, to) = self.positions()?;
        let (moves, follow) = self.follow(from.len())?;
        let answer = match self.answer(&moves, &follow, &from, &to)? {
            RouteAnswer::Unreachable(reason) => {
                let more = self.search.helpful(|moves| self.reaches(moves, &from, &to));
                RouteAnswer::Unreachable(reason + &more)
            }
            words => words,
        };
        Ok(RouteReport::new(
            self,
            &moves,
            &follow,
            [&from, &to],
            answer,
        ))
    }

    /// Returns whether a short search with the moves `moves` finds a word from `from` to `to`.
    fn reaches(&self, moves: MoveList, from: &[BigUint], to: &[BigUint]) -> bool {
        let bounds = Bounds {
            bytes: MAX_HINT_BYTES,
            ..self.search.bounds()
        };
        let follow = Follow::new(moves, from.len(), &self.cards.number, self.search);
        follow.is_ok_and(|(_, follow)| match follow {
            Follow::Elmsley(_) => true,
            Follow::Tables(tables) => {
                matches!(route(&tables, from, to, &bounds), Outcome::Found(_))
            }
            Follow::Formulas(formulas) => {
                matches!(formulas.route(from, to, &bounds), Outcome::Found(_))
            }
        })
    }

    /// Returns the routes of one card to all positions, or of the cards at all positions to one.
    fn routes(&self) -> anyhow::Result<RouteTable> {
        let cards = self
            .cards
            .at_most(MAX_ROUTES, " for a table of all positions")?;
        let all = || (0..cards).map(BigUint::from);
        let (from, to) = (&self.from, &self.to);
        let are_single = [from, to].iter().all(|given| split(given).count() == 1);
        let pairs: Vec<[BigUint; 2]> = match (is_all(&from.text), is_all(&to.text)) {
            (false, true) if are_single => {
                let from = self.names.position_or_card(from.argument, &from.text)?;
                all().map(|to| [from.clone(), to]).collect()
            }
            (true, false) if are_single => {
                let to = self.position(&to.text)?;
                all().map(|from| [from, to.clone()]).collect()
            }
            _ => {
                return Err(to.error(
                    "expected 'all' in one of --from and --to, and one position in the other",
                ));
            }
        };
        let (moves, follow) = self.follow(1)?;
        let route = |[from, to]: [BigUint; 2]| self.reported(&moves, &follow, &[from], &[to]);
        let routes = pairs
            .into_iter()
            .map(route)
            .collect::<anyhow::Result<_>>()?;
        Ok(RouteTable {
            cards: self.cards.number.clone().into(),
            moves: moves.names(),
            routes,
            is_to: is_all(&to.text),
        })
    }

    fn follow(&self, watched: usize) -> anyhow::Result<(MoveList, Follow)> {
        Follow::new(
            self.search.moves()?,
            watched,
            &self.cards.number,
            self.search,
        )
    }

    fn reported(
        &self,
        moves: &MoveList,
        follow: &Follow,
        from: &[BigUint],
        to: &[BigUint],
    ) -> anyhow::Result<RouteReport> {
        let answer = self.answer(moves, follow, from, to)?;
        Ok(RouteReport::new(self, moves, follow, [from, to], answer))
    }

    /// Returns the starts and targets of the cards, counted from 0, or an error if they do not fit the deck or each
    /// other.
    fn positions(&self) -> anyhow::Result<(Vec<BigUint>, Vec<BigUint>)> {
        let place = |text| self.names.position_or_card(self.from.argument, text);
        let from: Vec<BigUint> = split(&self.from)
            .map(place)
            .collect::<anyhow::Result<_>>()?;
        let to: Vec<BigUint> = split(&self.to)
            .map(|text| self.position(text))
            .collect::<anyhow::Result<_>>()?;
        for (given, positions) in [(&self.from, &from), (&self.to, &to)] {
            self.check(given.argument, positions)?;
        }
        if from.len() != to.len() {
            let (positions, cards) = (to.len(), from.len());
            let why = format!(
                "{} for {}; expected one position for each card",
                counted(positions, "position"),
                counted(cards, "card")
            );
            return Err(self.to.error(why));
        }
        Ok((from, to))
    }

    /// Parses a target position, and returns it counted from 0.
    fn position(&self, text: &str) -> anyhow::Result<BigUint> {
        self.names.index_of_position(self.to.argument, text)
    }

    fn check(&self, argument: &str, indices: &[BigUint]) -> anyhow::Result<()> {
        let positions = numbers(indices);
        if positions.len() > MAX_FOLLOWED {
            let why = format!(
                "{} cards are too many; expected at most {MAX_FOLLOWED}, or use `faro solve` for a whole deck",
                positions.len()
            );
            return Err(invalid(argument, listed(&positions), why));
        }
        let mut sorted: Vec<&BigUint> = positions.iter().collect();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(invalid(
                argument,
                listed(&positions),
                format!("position {} occurs twice", brief(pair[0])),
            )),
            None => Ok(()),
        }
    }

    fn answer(
        &self,
        moves: &MoveList,
        follow: &Follow,
        from: &[BigUint],
        to: &[BigUint],
    ) -> anyhow::Result<RouteAnswer> {
        let outcome = match follow {
            Follow::Elmsley(_) => {
                return self.within_depth(elmsley(moves, &self.cards.number, &from[0], &to[0]), to);
            }
            Follow::Tables(tables) => route(tables, from, to, &self.search.bounds()),
            Follow::Formulas(formulas) => formulas.route(from, to, &self.search.bounds()),
        };
        match outcome {
            Outcome::Found(paths) => self.found(&paths, to),
            Outcome::Unreachable(obstacle) => {
                Ok(RouteAnswer::Unreachable(self.explain(&obstacle, from, to)))
            }
            Outcome::Stopped { none_to, limit } => Err(self.stopped(to, none_to, limit)),
        }
    }

    fn within_depth(&self, words: Vec<Vec<usize>>, to: &[BigUint]) -> anyhow::Result<RouteAnswer> {
        let depth = self.search.bounds().depth;
        if words[0].len() > depth {
            return Err(self.stopped(to, depth, Limit::Depth));
        }
        let count = words.len().into();
        Ok(RouteAnswer::Words {
            listed: words,
            count,
        })
    }

    fn found(&self, paths: &Paths, to: &[BigUint]) -> anyhow::Result<RouteAnswer> {
        let count = paths.count();
        if self.all && count > MAX_WORDS.into() {
            let why = format!(
                "there are {} shortest words; --all lists at most {MAX_WORDS}, without --all the first is listed",
                brief(&count)
            );
            return Err(invalid(self.to.argument, listed(&numbers(to)), why));
        }
        let listed = paths
            .words()
            .take(if self.all { usize::MAX } else { 1 })
            .collect();
        Ok(RouteAnswer::Words { listed, count })
    }

    fn stopped(&self, to: &[BigUint], none_to: usize, limit: Limit) -> anyhow::Error {
        invalid(
            self.to.argument,
            listed(&numbers(to)),
            self.search.stopped(none_to, limit),
        )
    }

    /// Returns the reason why the cards cannot reach their positions.
    fn explain(&self, obstacle: &Obstacle, from: &[BigUint], to: &[BigUint]) -> String {
        let [from, to] =
            [from, to].map(|indices| numbers(indices).iter().map(brief).collect::<Vec<_>>());
        match *obstacle {
            Obstacle::Orbit {
                index,
                positions: 1,
            } => {
                format!(
                    "none of these moves takes the card at {} away from there",
                    from[index]
                )
            }
            Obstacle::Orbit { index, positions } => {
                let (from, to) = (&from[index], &to[index]);
                format!(
                    "the card at {from} can reach {positions} of the {} positions, and {to} is not among them",
                    self.cards.number
                )
            }
            Obstacle::MirrorPair {
                indices: [i, j],
                at_start,
            } => {
                let (pair, others) = if at_start { (&from, &to) } else { (&to, &from) };
                format!(
                    "these moves keep mirror pairs, cards as far from the top as from the bottom: {} and {} are a pair, {} and {} are not",
                    pair[i], pair[j], others[i], others[j]
                )
            }
            Obstacle::Exhausted {
                reached: 1,
                forwards: true,
            } => "none of these moves takes the cards away from there".into(),
            Obstacle::Exhausted { reached: 1, .. } => {
                "none of these moves brings other cards there".into()
            }
            Obstacle::Exhausted { reached, forwards } => {
                let what = if from.len() == 1 {
                    "positions"
                } else {
                    "arrangements of the cards"
                };
                let which = if forwards {
                    "can be reached from there"
                } else {
                    "can lead there"
                };
                format!("only {reached} {what} {which}; all were searched")
            }
            _ => "these moves cannot do this".into(),
        }
    }
}

fn is_all(text: &str) -> bool {
    text.trim() == "all"
}

fn split(given: &Text) -> impl Iterator<Item = &str> {
    given.text.split(',')
}

fn numbers(indices: &[BigUint]) -> Vec<BigUint> {
    indices.iter().cloned().map(one_based::number).collect()
}

fn listed(positions: &[BigUint]) -> String {
    joined(positions, ",")
}

/// Returns the shortest words of in and out for one card, in the order of the moves.
fn elmsley(moves: &MoveList, cards: &BigUint, from: &BigUint, to: &BigUint) -> Vec<Vec<usize>> {
    let names = moves.names();
    let number = |kind: &Kind| {
        names
            .iter()
            .position(|name| *name == kind.to_string())
            .expect("in and out are allowed")
    };
    let routes = faro::Route::all_shortest(cards, from, to);
    let mut words: Vec<Vec<usize>> = routes
        .iter()
        .map(|route| route.kinds().iter().map(number).collect())
        .collect();
    words.sort();
    words
}

fn route(tables: &[Permutation], from: &[BigUint], to: &[BigUint], bounds: &Bounds) -> Outcome {
    let [from, to] = [from, to].map(|positions| {
        positions
            .iter()
            .map(|position| position.to_u32().expect("a deck that can be listed"))
            .collect::<Vec<_>>()
    });
    cayley::route(tables, &from, &to, bounds)
}
