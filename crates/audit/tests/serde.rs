//! The feature `serde`: the names and numbers of results as JSON.

use faro::Kind;
use faro_audit::{
    Alternative, Check, Conclusion, Design, Evidence, NextStep, Stream, Verdict, judge,
};
use faro_math::statistics::chi_square;
use faro_permutation::Statistic;
use faro_sample::shuffle::Seed;
use faro_sample::simulate::{Comparison, Histogram};
use serde_json::{json, to_value};

/// Names in JSON are equal to the results of `name` and `Display`.
#[test]
fn names_are_the_names() {
    for statistic in Statistic::ALL {
        assert_eq!(to_value(statistic).unwrap(), statistic.name());
    }
    for stream in [Stream::Decks, Stream::Steps] {
        assert_eq!(to_value(stream).unwrap(), stream.name());
    }
    for alternative in Alternative::ALL {
        assert_eq!(to_value(alternative).unwrap(), alternative.name());
    }
    for kind in [Kind::Out, Kind::In] {
        assert_eq!(to_value(kind).unwrap(), kind.to_string());
    }
    let verdicts = [Verdict::Fair, Verdict::Unfair, Verdict::TooFewDecks];
    assert_eq!(
        to_value(verdicts).unwrap(),
        json!(["fair", "unfair", "too few decks"])
    );
}

#[test]
fn seeds_are_numbers_or_digits() {
    assert_eq!(to_value(Seed::from(2024)).unwrap(), 2024);
    let drawn = Seed::from([0xab; 32]);
    assert_eq!(to_value(drawn).unwrap(), "ab".repeat(32));
}

#[test]
fn tests_and_means_are_their_fields() {
    let test = chi_square(&[10, 20], &[0.5, 0.5]).unwrap();
    let fields = json!({
        "statistic": test.statistic,
        "degrees": 1,
        "p_value": test.p_value,
        "p_value_log10": test.p_value_log10,
    });
    assert_eq!(to_value(test).unwrap(), fields);
    let mut inversions = Histogram::new(1);
    [0, 1, 1, 0]
        .into_iter()
        .for_each(|value| inversions.add(value));
    assert_eq!(
        to_value(inversions.moments()).unwrap(),
        json!({"count": 4, "sum": 2, "squares": 2})
    );
    let mean = Comparison::new(Statistic::Inversions, 2, &inversions).mean();
    assert_eq!(to_value(mean).unwrap()["mean"], 0.5);
}

/// A conclusion is its fields. Cards and positions are counted from 1.
#[test]
fn conclusions_are_their_fields() {
    let mut evidence = Evidence::new(4).unwrap();
    (0..100).for_each(|_| evidence.add(&[1, 0, 3, 2]).unwrap());
    let judgement = judge(&mut evidence, 0.001);
    let conclusion = Conclusion::new(&mut evidence, judgement, None);
    let value = to_value(&conclusion).unwrap();
    assert_eq!(
        (&value["cards"], &value["all_equal"], &value["design"]),
        (&json!(4), &json!(true), &json!(null))
    );
    assert_eq!(value["judgement"]["verdict"], "unfair");
    let findings = value["judgement"]["findings"].as_array().unwrap();
    let cell = findings
        .iter()
        .find(|one| one["check"] == "card_position_cell")
        .unwrap();
    assert_eq!(
        (&cell["of"], &cell["effect"]["count"]),
        (&json!("decks"), &json!(100))
    );
    assert_eq!(value["detectable"][0]["effect"], "riffles");
    assert_eq!(to_value(Check::Sign).unwrap(), "sign");
    assert_eq!(
        to_value(NextStep::ReadMoreDecks(1000)).unwrap(),
        json!({"read_more_decks": 1000})
    );
    let design = to_value(Design::first_cards(60, 7).unwrap()).unwrap();
    assert_eq!(
        (&design["seen"], &design["means"]),
        (&json!(7), &json!("the first 7 of 60 cards"))
    );
}
