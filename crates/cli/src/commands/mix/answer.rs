//! The answer of `faro mix` as a sentence.

use faro::mixing::{LowerBounds, Method};
use faro::riffle::Magnitude;
use faro_math::number::Bound;
use faro_render::numbers::{agreeing, counted};
use faro_render::one_based;
use num_bigint::BigUint;

use super::question::{MixQuestion, Sort};
use super::value::MixRow;

/// The first threshold in the answer: it names the first number of riffles with a distance below one half.
const HALF: f64 = 0.5;

/// The second threshold in the answer: it names the first number of riffles with a distance below one tenth.
const TENTH: f64 = 0.1;

/// The answer of a table of distances in words.
pub struct Answer<'a> {
    subject: &'a Subject,
    /// The row that the first half of the sentence is about: the first below one half, otherwise the last.
    ///
    /// For lower bounds it is the last row of at least one half, otherwise of at least one tenth, otherwise
    /// above 0, otherwise the last row of all.
    row: &'a MixRow,
    /// The row that the second half of the sentence is about: the first below one tenth, or the last lower bound of
    /// at least one tenth. `None` if it is the same as `row`.
    tenth: Option<&'a MixRow>,
    /// The number of riffles in the row before the first row below one tenth, or 0 if there is no row before.
    before: u64,
    /// The distance that the second half names: one tenth, or a lower bound in the last row, which says nothing of more riffles.
    second: f64,
    /// The JSON name of the distance that the rows have: total variation or separation.
    key: &'static str,
    /// Whether the distances in the last rows are lower bounds.
    lower: bool,
}

impl<'a> Answer<'a> {
    /// Returns the answer of rows with ascending numbers of riffles, or `None` if there are no rows.
    ///
    /// If total variation is unknown, the answer uses the separation, which is an upper bound.
    pub fn new(subject: &'a Subject, rows: &'a [MixRow]) -> Option<Answer<'a>> {
        let last = rows.last()?;
        let known = |key: &'static str| last.number(key).map(|_| key);
        let key = known("total_variation").or(known("separation"))?;
        let below = |bound: f64| {
            rows.iter()
                .find(|row| upper_end(row, key).is_some_and(|upper_end| upper_end < bound))
        };
        let lower = last.method() == Method::LowerBound;
        let above = |bound: f64| {
            rows.iter()
                .rfind(|row| row.number(key).is_some_and(|least| least >= bound))
        };
        let [half, tenth] =
            [HALF, TENTH].map(|bound| if lower { above(bound) } else { below(bound) });
        let least = || tenth.or(above(f64::MIN_POSITIVE));
        let row = half
            .or_else(|| if lower { least() } else { None })
            .unwrap_or(last);
        let tenth = tenth.filter(|tenth| tenth.riffles != row.riffles);
        let of_last = tenth.filter(|tenth| lower && tenth.riffles == last.riffles);
        let second = of_last.and_then(|row| row.number(key)).unwrap_or(TENTH);
        let earlier = |row: &&MixRow| tenth.is_some_and(|tenth| row.riffles < tenth.riffles);
        let before = rows.iter().rfind(earlier).map_or(0, |row| row.riffles);
        Some(Answer {
            subject,
            row,
            tenth,
            before,
            second,
            key,
            lower,
        })
    }

    /// Returns whether the distance in the answer is a lower or an upper bound, or `None` if it is neither.
    fn bound(&self) -> Option<Bound> {
        match (self.key, self.row.method()) {
            ("separation", _) | (_, Method::UpperBound) => Some(Bound::Upper),
            (_, Method::LowerBound) => Some(Bound::Lower),
            (_, Method::Estimate | Method::Exact) => None,
        }
    }

    /// Returns `at most `, `about ` or another phrase for how precisely the distance is known.
    fn precision(&self) -> &'static str {
        match (self.bound(), self.row.method()) {
            (Some(Bound::Upper), _) => "at most ",
            (Some(Bound::Lower), _) => "at least ",
            (None, Method::Estimate) => "about ",
            (None, _) => "",
        }
    }

    /// Returns the answer as a sentence.
    ///
    /// For example: `7 riffles leave a deck of 52 cards 33 % away from random; 9 bring it below 10 %.`
    pub fn sentence(&self) -> String {
        let Answer {
            subject: Subject { deck, noun, by, .. },
            row,
            ..
        } = self;
        let riffles = counted(row.riffles, noun);
        if row.method() == Method::LowerBound && row.number(self.key) == Some(0.0) {
            return format!(
                "{riffles}{by} {} {deck} at least 0 % away from random, which says nothing.",
                agreeing(row.riffles, "leave")
            );
        }
        let leave = agreeing(row.riffles, "leave");
        let distance = row.value(self.key).map_or_else(String::new, |value| {
            let part = value.number().unwrap_or_default();
            percent(
                part,
                value.complement().unwrap_or(Magnitude::ZERO),
                self.bound(),
            )
        });
        let about = if distance.contains("than") {
            ""
        } else {
            self.precision()
        };
        let (verb, least) = if self.lower {
            ("leave", "at least")
        } else {
            ("bring", "it below")
        };
        let bound = format!("{:.0} %", (100.0 * self.second).floor());
        let tenth = self
            .tenth
            .map_or_else(String::new, |tenth| match self.before + 1 {
                // A table may skip numbers of riffles, so the exact number may lie between two rows.
                first if first < tenth.riffles => {
                    format!(
                        "; between {first} and {} {verb} {least} {bound}",
                        tenth.riffles
                    )
                }
                _ => format!(
                    "; {} {} {least} {bound}",
                    tenth.riffles,
                    agreeing(tenth.riffles, verb)
                ),
            });
        let bounded = |row: &MixRow| row.method() == Method::LowerBound;
        let confidence = match bounded(row) || self.tenth.is_some_and(bounded) {
            true => format!(" ({:.0} % confidence)", 100.0 * LowerBounds::CONFIDENCE),
            false => String::new(),
        };
        format!(
            "{riffles}{by} {leave} {deck} {about}{distance} away from random{tenth}{confidence}."
        )
    }

    /// Explains the distance in the sentence by a bet.
    ///
    /// The result is `None` if the distance is not total variation, is a lower bound, or is at least one half,
    /// for which the bound says nothing.
    pub fn meaning(&self) -> Option<String> {
        let part = self
            .row
            .number("total_variation")
            .filter(|&part| part < 0.5)?;
        if self.row.method() == Method::LowerBound {
            return None;
        }
        let about = if self.row.method() == Method::Estimate {
            "about "
        } else {
            ""
        };
        let Subject { noun, by, .. } = self.subject;
        let packets = if by.starts_with(" of") { by } else { "" };
        Some(format!(
            "After {}{packets}, a bet that wins half the time against a random deck wins at most {about}{} % of the time.",
            counted(self.row.riffles, noun),
            Bound::Upper.decimals(50.0 + 100.0 * part, 2)
        ))
    }
}

/// Returns the distance of a row, or the upper end of its 95 % interval if it is an estimate.
fn upper_end(row: &MixRow, key: &str) -> Option<f64> {
    let error = if key == "total_variation" {
        row.number("standard_error")
    } else {
        None
    };
    Some(row.number(key)? + 2.0 * error.unwrap_or_default())
}

/// Formats a distance, or a bound of one, with two significant digits, and with more near 100 %.
fn percent(part: f64, complement: Magnitude, bound: Option<Bound>) -> String {
    let percent = 100.0 * part;
    let places = match percent {
        99.0.. => 2,
        9.95.. => 0,
        0.995.. => 1,
        _ => 2,
    };
    match bound {
        _ if part == 0.0 => "0 %".into(),
        _ if complement == Magnitude::ZERO => "100 %".into(),
        // A distance above 99.99 % must not be rounded to 99.99 %.
        None | Some(Bound::Lower) if complement.to_f64() < 0.9999e-4 => "more than 99.99 %".into(),
        None | Some(Bound::Upper) if percent < 0.01 => "less than 0.01 %".into(),
        Some(bound) if percent < 0.01 => format!("{} %", bound.digits(percent, 2)),
        Some(bound) => format!("{} %", bound.decimals(percent, places)),
        None => format!("{percent:.places$} %"),
    }
}

/// The deck and the shuffle in words, for sentences and titles.
pub struct Subject {
    /// A text such as `a deck of 52 cards`.
    pub deck: String,
    /// A text such as `52 cards after riffles`.
    pub title: String,
    /// The noun of one shuffle.
    pub noun: &'static str,
    /// A text such as ` (shelf:10)` or ` of 3 packets`; empty for riffles of two packets.
    pub by: String,
}

/// Maximum number of kinds of cards that are listed one by one.
const MAX_LISTED: usize = 6;

impl Subject {
    pub fn new(question: &MixQuestion) -> Subject {
        let cards = counted(question.cards, "card");
        let (deck, short) = match (&question.sort, question.deck) {
            (Sort::Orders(_) | Sort::Other(..), _) => (format!("a deck of {cards}"), cards),
            (Sort::Card(followed), _) => {
                let card = one_based::number(followed.card as u64);
                let position = format!("position of card {card} of {}", question.cards);
                (format!("the {position}"), format!("The {position}"))
            }
            (Sort::Kinds(..), Some(deck)) => {
                let property = deck.property();
                (
                    format!("the arrangement of {property} in {cards}"),
                    format!("The {property} of {cards}"),
                )
            }
            (Sort::Kinds(composition, _), None) => {
                let listed = listed(composition);
                (format!("the arrangement of {listed}"), listed)
            }
        };
        let name = match &question.sort {
            Sort::Other(name, _) => name.clone(),
            _ => question.packets.as_ref().map_or_else(String::new, riffles),
        };
        let by = match &question.packets {
            Some(_) => name.trim_start_matches("riffles").into(),
            None => format!(" ({name})"),
        };
        Subject {
            deck,
            title: format!("{short} after {name}"),
            noun: question.noun(),
            by,
        }
    }
}

/// Returns a text such as `26 + 26 cards`.
fn listed(composition: &[u32]) -> String {
    let (first, kinds) = (composition[0], composition.len());
    if kinds > MAX_LISTED && composition.iter().all(|&count| count == first) {
        return format!("{kinds} × {}", counted(first, "card"));
    }
    let mut counts: Vec<String> = composition.iter().map(u32::to_string).collect();
    if kinds > MAX_LISTED {
        counts.splice(MAX_LISTED / 2..kinds - MAX_LISTED / 2, ["…".into()]);
        return format!("{} cards of {kinds} kinds", counts.join(" + "));
    }
    counted(counts.join(" + "), "card")
}

/// Returns a text such as `riffles of 3 packets`.
fn riffles(packets: &BigUint) -> String {
    match packets.to_string() {
        two if two == "2" => "riffles".into(),
        long if long.len() > 9 => format!("riffles of about 10^{} packets", long.len() - 1),
        some => format!("riffles of {some} packets"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::Value;
    use super::*;

    fn row(riffles: u64, key: &'static str, part: f64, error: Option<f64>) -> MixRow {
        let size = |number: f64| Magnitude::scaled(number, 0);
        let mut values = vec![(key, Value::Part(size(part), size(1.0 - part)))];
        values.extend(error.map(|error| ("standard_error", Value::Real(size(error), 5))));
        MixRow { riffles, values }
    }

    fn subject() -> Subject {
        Subject {
            deck: "this deck".into(),
            title: String::new(),
            noun: "riffle",
            by: String::new(),
        }
    }

    fn sentence(parts: &[f64]) -> String {
        let rows: Vec<MixRow> = (1..)
            .zip(parts)
            .map(|(riffles, &part)| row(riffles, "total_variation", part, None))
            .collect();
        Answer::new(&subject(), &rows).unwrap().sentence()
    }

    #[test]
    fn the_first_rows_below_a_half_and_below_a_tenth() {
        let two = sentence(&[1.0, 0.61, 0.334, 0.167, 0.085, 0.04]);
        assert_eq!(
            two,
            "3 riffles leave this deck 33 % away from random; 5 bring it below 10 %."
        );
        assert_eq!(
            sentence(&[0.05, 0.01]),
            "1 riffle leaves this deck 5.0 % away from random."
        );
        assert_eq!(
            sentence(&[0.9, 0.3, 0.2]),
            "2 riffles leave this deck 30 % away from random."
        );
    }

    /// The first number of riffles below one tenth may have no row.
    #[test]
    fn rows_of_every_tenth_riffle() {
        let rows: Vec<MixRow> = [(10, 0.9), (20, 0.3), (30, 0.08)]
            .map(|(riffles, part)| row(riffles, "total_variation", part, None))
            .into();
        let sentence = Answer::new(&subject(), &rows).unwrap().sentence();
        assert_eq!(
            sentence,
            "20 riffles leave this deck 30 % away from random; between 21 and 30 bring it below 10 %."
        );
    }

    #[test]
    fn the_last_row_if_none_is_below_a_half() {
        assert_eq!(
            sentence(&[1.0, 0.8]),
            "2 riffles leave this deck 80 % away from random."
        );
        assert_eq!(
            sentence(&[1.0]),
            "1 riffle leaves this deck 100 % away from random."
        );
        assert!(Answer::new(&subject(), &[]).is_none());
    }

    #[test]
    fn estimates_and_bounds() {
        let estimated = [
            row(3, "total_variation", 0.09, Some(0.02)),
            row(4, "total_variation", 0.05, Some(0.02)),
        ];
        let subject = subject();
        let answer = Answer::new(&subject, &estimated).unwrap();
        assert_eq!(
            answer.sentence(),
            "3 riffles leave this deck about 9.0 % away from random; 4 bring it below 10 %."
        );
        assert!(
            answer
                .meaning()
                .unwrap()
                .ends_with("wins at most about 59.00 % of the time.")
        );
        let bounded = [row(9, "separation", 0.45, None)];
        let answer = Answer::new(&subject, &bounded).unwrap();
        assert_eq!(
            answer.sentence(),
            "9 riffles leave this deck at most 45 % away from random."
        );
        assert_eq!(answer.meaning(), None);
    }

    #[test]
    fn lower_and_upper_bounds() {
        let bounded = |method, parts: &[f64]| {
            let bound = |(riffles, &part)| {
                let mut row = row(riffles, "total_variation", part, None);
                row.values.push(("method", Value::Text(method)));
                row
            };
            let rows: Vec<MixRow> = (1..).zip(parts).map(bound).collect();
            Answer::new(&subject(), &rows).unwrap().sentence()
        };
        let least = bounded("lower bound", &[1.0, 0.6, 0.3, 0.12, 0.0]);
        assert_eq!(
            least,
            "2 riffles leave this deck at least 60 % away from random; 4 leave at least 10 % (99 % confidence)."
        );
        let cut = bounded("lower bound", &[1.0, 0.6, 0.45, 0.3]);
        assert_eq!(
            cut,
            "2 riffles leave this deck at least 60 % away from random; 4 leave at least 30 % (99 % confidence)."
        );
        let few = bounded("lower bound", &[0.3, 0.05]);
        assert_eq!(
            few,
            "1 riffle leaves this deck at least 30 % away from random (99 % confidence)."
        );
        let little = bounded("lower bound", &[0.07, 0.02, 0.0]);
        assert_eq!(
            little,
            "2 riffles leave this deck at least 2.0 % away from random (99 % confidence)."
        );
        assert_eq!(
            bounded("lower bound", &[0.0, 0.0]),
            "2 riffles leave this deck at least 0 % away from random, which says nothing."
        );
        let most = bounded("upper bound", &[0.9, 0.3]);
        assert_eq!(
            most,
            "2 riffles leave this deck at most 30 % away from random."
        );
    }

    #[test]
    fn distances_in_percent() {
        let percent_of = |part: f64, bound| percent(part, Magnitude::scaled(1.0 - part, 0), bound);
        let both =
            |part: f64| [Bound::Lower, Bound::Upper].map(|bound| percent_of(part, Some(bound)));
        assert_eq!(
            [both(0.22716), both(0.60312)],
            [["22 %", "23 %"], ["60 %", "61 %"]]
        );
        assert_eq!(both(0.999_999), ["more than 99.99 %", "100.00 %"]);
        assert_eq!(
            [both(1e-5), both(0.0)],
            [["1.0e-3 %", "less than 0.01 %"], ["0 %", "0 %"]]
        );
        assert_eq!(
            percent(1.0, Magnitude::from_ln(-5000.0), None),
            "more than 99.99 %"
        );
        let percent = |part: f64| percent_of(part, None);
        assert_eq!(
            [percent(0.0), percent(1.0), percent(0.995)],
            ["0 %", "100 %", "99.50 %"]
        );
        assert_eq!(
            [percent(0.999_999), percent(1e-5)],
            ["more than 99.99 %", "less than 0.01 %"]
        );
        assert_eq!(
            [percent(0.334), percent(0.085), percent(0.0026)],
            ["33 %", "8.5 %", "0.26 %"]
        );
    }

    #[test]
    fn compositions() {
        assert_eq!(
            [listed(&[26, 26]), listed(&[1])],
            ["26 + 26 cards", "1 card"]
        );
        assert_eq!(listed(&[4; 13]), "13 × 4 cards");
        assert_eq!(
            listed(&[1, 2, 3, 4, 5, 6, 7, 8]),
            "1 + 2 + 3 + … + 6 + 7 + 8 cards of 8 kinds"
        );
    }

    #[test]
    fn packets() {
        assert_eq!(
            [riffles(&2u32.into()), riffles(&3u32.into())],
            ["riffles", "riffles of 3 packets"]
        );
        assert_eq!(
            riffles(&BigUint::from(10u32).pow(100)),
            "riffles of about 10^100 packets"
        );
    }
}
