//! Random shuffles as words.

use super::*;

#[test]
fn random_words_print_as_they_are_read() {
    for text in [
        "gsr^7",
        "gsr:cut=0.4",
        "gsr:clump=0.75 cut:3",
        "overhand:0.2 overhand:3:2",
        "overhand:1.0",
        "(fisher-yates:up sattolo)^3 (0 1)",
        "off-by-one:early coin-sort:heap coin-sort:binary skip:0.01 modulo:31 state:1 state:32 swap-pairs:1000000",
    ] {
        assert_eq!(word(text).to_string(), text);
        assert_eq!(word(text).inverse().inverse(), word(text));
        assert!(word(text).is_random());
    }
    assert_eq!(word("overhand:0.20").to_string(), "overhand:0.2");
    assert!(!word("overhand:1").is_random());
    for shown in faro::word::shuffles().flat_map(|entry| entry.examples()) {
        assert!(word(shown).is_random(), "{shown}");
        assert!(word(shown).routine(8).is_ok(), "{shown}");
    }
}

#[test]
fn wrong_arguments_of_random_shuffles_are_refused() {
    let said = |text: &str| text.parse::<Word>().unwrap_err().to_string();
    let decimal = "is not a decimal from 0 to 1 with at most six places";
    assert!(said("overhand:1.5").starts_with(&format!("'1.5' {decimal}; expected overhand:P")));
    assert!(said("overhand:3:0.5").starts_with(&format!("'3' {decimal}")));
    assert!(said("gsr:cut=2").starts_with("'cut=2' is not cut=P or clump=P with a decimal"));
    assert!(said("gsr:0.5").starts_with("'0.5' is not cut=P"));
    assert!(said("gsr:cut=0.5:clump=0.5").starts_with("gsr takes no further argument"));
    assert!(said("modulo:32").starts_with("'32' is not a whole number from 1 to 31"));
    assert!(said("state:33").starts_with("'33' is not a whole number from 1 to 32"));
    assert!(said("riffle:0").starts_with("'0' is not a whole number from 1 to 1000000"));
    assert!(said("riffle").starts_with("riffle needs an argument"));
    assert!(
        said("coin-sort:bubble")
            .starts_with("'bubble' is not insertion or merge or quick or heap or binary")
    );
    assert!(said("fischer-yates").ends_with("did you mean 'fisher-yates'?"));
    assert!(said("in:0.5").starts_with("in takes no further argument"));
}

#[test]
fn random_words_have_no_one_permutation() {
    let said = |text: &str| {
        let error = word(text).permutation(8).unwrap_err();
        (error.letter, error.to_string())
    };
    assert_eq!(
        said("in gsr out"),
        (1, "gsr is random, and a fixed shuffle is needed".into())
    );
    assert!(word("in gsr").weave_power(&8u32.into()).is_err());
    assert!(matches!(
        word("gsr").formula(&8u32.into(), &1.into()),
        Err(FormulaError::Fit(_))
    ));
    let refused = |text: &str| {
        let error = word(text).routine(8).unwrap_err();
        (error.letter, error.to_string())
    };
    assert_eq!(
        refused("in gsr^-1"),
        (1, "gsr is random, and has no inverse".into())
    );
    assert_eq!(
        refused("in (out (cut:1 naive)^2)^-3"),
        (3, "naive is random, and has no inverse".into())
    );
    assert_eq!(refused("(in gsr^-1)^-1").0, 1);
    assert_eq!(refused("(in gsr)^-1 out").0, 1);
    assert!(
        refused("(gsr^1000)^1001")
            .1
            .starts_with("1001000 random shuffles are too many")
    );
    assert!(
        refused("gsr^999999999999999999999999")
            .1
            .contains("are too many")
    );
    assert!(word("gsr^0").routine(8).unwrap().law().unwrap().reachable() == 1);
    assert_eq!(refused("gsr cut:9").0, 1);
}

/// The law of a word is that of the odometer over the whole word.
#[test]
fn laws_of_words_agree_with_the_odometer() {
    use faro::distribution::{Law, Matrix};
    for text in [
        "gsr cut:1",
        "cut:1 gsr",
        "in naive out",
        "(gsr (0 2))^2",
        "(naive cut:1)^2 reverse",
        "top-to-random^3",
        "random-to-top^2 cut:1",
        "(in^-3 thorp)^2 overhand:0.3",
        "out",
        "swap-pairs:2 monge sort-keys^0",
    ] {
        let routine = word(text).routine(4).unwrap();
        let (law, runs) = (routine.law().unwrap(), Law::new(&routine, 4).unwrap());
        for rank in 0..24 {
            assert_eq!(law.chance(rank), runs.chance(rank), "{text}");
        }
        let (matrix, runs) = (
            routine.matrix().unwrap(),
            Matrix::from_runs(&word(text), 4).unwrap(),
        );
        for (card, position) in (0..16).map(|cell| (cell / 4, cell % 4)) {
            let (one, other) = (matrix.row(card)[position], runs.row(card)[position]);
            assert!((one - other).abs() < 1e-12, "{text}: {one} {other}");
        }
    }
}

/// Seven riffles are one of 128 packets (Bayer, Diaconis 1992).
#[test]
fn seven_riffles() {
    let law = |text: &str| word(text).routine(6).unwrap().law().unwrap();
    let (seven, one) = (law("gsr^7"), law("riffle:128"));
    assert!((0..720).all(|rank| seven.chance(rank) == one.chance(rank)));
    // C(128 + 6 − 1, 6)/128^6, in lowest terms
    let choose = (128..=133u64).product::<u64>() / 720;
    let halves = choose.trailing_zeros();
    assert_eq!(
        seven.chance(0).to_string(),
        format!("{}/{}", choose >> halves, 1u64 << (42 - halves))
    );
}

/// A shuffle with the exponent 0 draws nothing, so the exponents around it are powers of a permutation.
#[test]
fn a_random_shuffle_with_the_exponent_0_is_the_identity() {
    for times in [
        "1",
        "2",
        "4000000001",
        "5000000001",
        "1000000000000000000000",
    ] {
        let law = word(&format!("(gsr^0 cut:1)^{times}"))
            .routine(6)
            .unwrap()
            .law()
            .unwrap();
        let cut = word(&format!("cut:1^{times}")).permutation(6).unwrap();
        let rank = (0..law.orders())
            .find(|&rank| law.deck(rank) == cut.to_deck())
            .unwrap();
        assert_eq!(law.chance(rank).to_string(), "1", "{times}");
    }
}
