//! The result of `faro route` for every output format.
//!
//! It has the shortest words, and the positions of the cards on the way.

use std::io::{self, Write};

use faro::Permutation;
use faro::word::{FormulaError, FormulaMoves};
use faro_render::numbers;
use faro_render::one_based;
use faro_render::printable::printable;
use faro_render::view::{Page, Report, Table};
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use serde::Serialize;

use super::question::RouteQuestion;
use crate::arguments::integer::Integer;
use crate::arguments::search::SearchArgs;
use crate::arguments::word::MoveList;

/// Maximum length of a word whose moves and positions text lists.
const MAX_SPELLED: usize = 100;

pub enum RouteAnswer {
    /// The shortest words as indices of moves: the listed ones, and the number of all.
    Words {
        listed: Vec<Vec<usize>>,
        count: BigUint,
    },
    /// There is no word. The text is the reason.
    Unreachable(String),
}

#[derive(Serialize)]
pub struct RouteReport {
    cards: Integer,
    from: Places,
    to: Places,
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<Vec<String>>,
    moves: Vec<String>,
    length: Option<usize>,
    word: Option<String>,
    count: Integer,
    /// All shortest words, with `--all`.
    words: Option<Vec<String>>,
    /// The positions of the cards before the first move of the word and after each move.
    positions: Option<Vec<Places>>,
    /// The reason why there is no word.
    reason: Option<String>,
    #[serde(skip)]
    letters: Vec<String>,
}

/// The position of one card, or the positions of several cards.
#[derive(Clone, Serialize)]
#[serde(untagged)]
enum Places {
    One(Integer),
    Several(Vec<Integer>),
}

impl Places {
    fn new(indices: &[BigUint]) -> Places {
        match indices {
            [position] => Places::One(one_based::number(position.clone()).into()),
            several => Places::Several(
                several
                    .iter()
                    .cloned()
                    .map(|position| one_based::number(position).into())
                    .collect(),
            ),
        }
    }

    fn each(&self) -> &[Integer] {
        match self {
            Places::One(place) => std::slice::from_ref(place),
            Places::Several(several) => several,
        }
    }

    fn joined(&self) -> String {
        numbers::joined(self.each(), ",")
    }
}

impl RouteReport {
    pub(super) fn new(
        question: &RouteQuestion<'_>,
        moves: &MoveList,
        follow: &Follow,
        [from, to]: [&[BigUint]; 2],
        answer: RouteAnswer,
    ) -> RouteReport {
        let named = |start: &[String]| {
            from.iter()
                .filter_map(|index| start.get(index.to_usize()?).cloned())
                .collect()
        };
        let report = RouteReport {
            cards: question.cards.number.clone().into(),
            from: Places::new(from),
            names: question.names.start().map(named),
            to: Places::new(to),
            moves: moves.names(),
            length: None,
            word: None,
            count: 0.into(),
            words: None,
            positions: None,
            reason: None,
            letters: Vec::new(),
        };
        match answer {
            RouteAnswer::Unreachable(reason) => RouteReport {
                reason: Some(reason),
                ..report
            },
            RouteAnswer::Words { listed, count } => {
                let first = &listed[0];
                let words = question
                    .all
                    .then(|| listed.iter().map(|word| spelled(moves, word)).collect());
                RouteReport {
                    length: Some(first.len()),
                    word: Some(spelled(moves, first)),
                    count: count.into(),
                    positions: Some(passed(follow, from, first)),
                    letters: first.iter().map(|&by| letter(&report.moves[by])).collect(),
                    words,
                    ..report
                }
            }
        }
    }

    /// Returns the cells of a route in the table of routes: the position, the name of the card there, the number of
    /// moves, and the moves.
    pub(super) fn row(&self, is_to: bool) -> [String; 4] {
        let position = if is_to { &self.to } else { &self.from };
        let length = self
            .length
            .map(|length| length.to_string())
            .unwrap_or_default();
        let moves = if self.word.is_some() {
            self.letters.join(" ")
        } else {
            "unreachable".into()
        };
        let names = self.names.as_ref().filter(|_| !is_to);
        let name = names.map_or_else(String::new, |names| printable(&names.join(",")));
        [position.joined(), name, length, moves]
    }

    fn write_word(&self, word: &str, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        match &self.words {
            Some(words) => words.iter().try_for_each(|word| writeln!(out, "{word}"))?,
            None => writeln!(out, "{word}")?,
        }
        if page.quiet {
            Ok(())
        } else {
            self.write_way(out)
        }
    }

    fn write_way(&self, out: &mut dyn Write) -> io::Result<()> {
        let number = self.count.to_string();
        let ways = if number == "1" {
            "the only shortest word".into()
        } else {
            format!("{number} shortest words")
        };
        match self.letters.len() {
            0 => return writeln!(out, "no move is needed"),
            1 => writeln!(out, "1 move, {ways}")?,
            moves => writeln!(out, "{moves} moves, {ways}")?,
        }
        if self.letters.len() > MAX_SPELLED {
            return Ok(());
        }
        writeln!(out, "{}", self.letters.join(" "))?;
        let positions = self.positions.as_deref().unwrap_or_default();
        for card in 0..self.from.each().len() {
            let way = positions.iter().map(|places| &places.each()[card]);
            if let Some(names) = &self.names {
                write!(out, "{}: ", printable(&names[card]))?;
            }
            writeln!(out, "{}", numbers::joined(way, " → "))?;
        }
        Ok(())
    }
}

fn spelled(moves: &MoveList, word: &[usize]) -> String {
    moves.product(
        word.chunk_by(|a, b| a == b)
            .map(|run| (run[0], BigInt::from(run.len()))),
    )
}

/// Returns the short form of a move that magicians use.
fn letter(name: &str) -> String {
    match name {
        "in" => "I".into(),
        "out" => "O".into(),
        name if name.contains(' ') => format!("({name})"),
        name => name.into(),
    }
}

fn passed(follow: &Follow, from: &[BigUint], word: &[usize]) -> Vec<Places> {
    let mut places = from.to_vec();
    let mut passed = vec![Places::new(&places)];
    for &by in word {
        places
            .iter_mut()
            .for_each(|place| *place = follow.image(by, place));
        passed.push(Places::new(&places));
    }
    passed
}

impl Report for RouteReport {
    /// Returns a table with a row for each shortest word.
    fn table(&self) -> Table<'_> {
        let words = match &self.words {
            Some(words) => words.clone(),
            None => vec![self.word.clone().unwrap_or_default()],
        };
        let rows = words.into_iter().map(|word| {
            let length = self
                .length
                .map(|length| length.to_string())
                .unwrap_or_default();
            vec![
                self.cards.to_string(),
                self.from.joined(),
                self.to.joined(),
                length,
                word,
            ]
        });
        Table::new(["cards", "from", "to", "length", "word"], rows)
    }

    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        match (&self.word, &self.reason) {
            (Some(word), _) => self.write_word(word, page, out),
            (None, Some(reason)) if !page.quiet => writeln!(out, "unreachable\n{reason}"),
            (None, _) => writeln!(out, "unreachable"),
        }
    }
}

/// The routes of one card to all positions, or of the cards at all positions to one.
#[derive(Serialize)]
pub struct RouteTable {
    pub cards: Integer,
    pub moves: Vec<String>,
    pub routes: Vec<RouteReport>,
    /// Whether the table lists target positions.
    #[serde(skip)]
    pub is_to: bool,
}

impl Report for RouteTable {
    fn table(&self) -> Table<'_> {
        let columns = ["cards", "from", "to", "length", "word"];
        Table::new(
            columns,
            self.routes.iter().flat_map(|route| route.table().rows),
        )
    }

    /// Writes a line for each position: the number of moves, and the moves as magicians write them.
    fn text(&self, page: &Page, out: &mut dyn Write) -> io::Result<()> {
        let head = [
            if self.is_to { "to" } else { "from" },
            "card",
            "moves",
            "word",
        ]
        .map(String::from);
        let routes: Vec<[String; 4]> = self
            .routes
            .iter()
            .map(|route| route.row(self.is_to))
            .collect();
        let is_named = routes.iter().any(|row| !row[1].is_empty());
        let head = (!page.quiet).then_some(head);
        let rows: Vec<[String; 4]> = head.into_iter().chain(routes).collect();
        let width = |column: usize| numbers::widest(rows.iter().map(|row| &row[column]));
        let [first, name, moves] = [0, 1, 2].map(width);
        for [position, card, length, word] in &rows {
            let card = if is_named {
                format!("  {card:<name$}")
            } else {
                String::new()
            };
            let line = format!("{position:>first$}{card}  {length:>moves$}  {word}");
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// The methods to compute the positions of cards after moves.
pub enum Follow {
    /// For one card and the moves in and out: the shortest words come from the method of Elmsley, Diaconis and
    /// Graham, and the positions from formulas.
    Elmsley(FormulaMoves),
    Tables(Vec<Permutation>),
    /// The moves of a deck that is too large for tables.
    Formulas(FormulaMoves),
}

impl Follow {
    /// Returns the moves that differ on a deck of `cards` cards, with their effects.
    pub fn new(
        moves: MoveList,
        watched: usize,
        cards: &BigUint,
        search: &SearchArgs,
    ) -> anyhow::Result<(MoveList, Follow)> {
        if watched == 1 && moves.are_out_and_in() {
            let formulas = formulas(&moves, cards)?;
            return Ok((moves, Follow::Elmsley(formulas)));
        }
        if let Some(cards) = search.tabled(&moves, cards) {
            let (moves, tables) = moves.permutations(cards)?;
            return Ok((moves, Follow::Tables(tables)));
        }
        let once = BigInt::from(1);
        let forwards: Result<Vec<_>, _> = moves
            .words
            .iter()
            .map(|word| word.formula(cards, &once))
            .collect();
        let forwards = forwards.map_err(|error| invalid_moves(&error, &moves))?;
        let (moves, _) = moves.distinct(forwards);
        let formulas = formulas(&moves, cards)?;
        Ok((moves, Follow::Formulas(formulas)))
    }

    /// Returns the position to which the move with index `by` takes the card at `position`.
    pub fn image(&self, by: usize, position: &BigUint) -> BigUint {
        match self {
            Follow::Tables(tables) => {
                let position = u32::try_from(position).expect("a deck that can be listed");
                tables[by].image(position).into()
            }
            Follow::Elmsley(formulas) | Follow::Formulas(formulas) => formulas.image(by, position),
        }
    }
}

fn formulas(moves: &MoveList, cards: &BigUint) -> anyhow::Result<FormulaMoves> {
    FormulaMoves::new(&moves.words, cards).map_err(|error| invalid_moves(&error, moves))
}

fn invalid_moves(error: &FormulaError, moves: &MoveList) -> anyhow::Error {
    let remedy = match error {
        FormulaError::Listed { .. } => {
            "; for a deck of this size expected perfect shuffles, cuts and reversals"
        }
        _ => "",
    };
    moves.error(format!("{error}{remedy}"))
}
