//! The number of cards and the shuffle by position and by option: the same bytes.

mod support;

use support::{InTime, faro, printed};

/// Commands with arguments by position, by short options and by long options.
const SAME: [[&str; 3]; 16] = [
    ["order 52 out", "order -n 52 -k out", "order --cards 52 --kind out"],
    ["order out", "order -s out", "order --cards 52 --kind out"],
    ["order 60 in --packets 3", "order -k in -n 60 --packets 3", "order --cards 60 --kind in --packets 3"],
    ["order 10^18 in", "order -n 1e18 -k in", "order --cards 1000000000000000000 --kind in"],
    ["order --inverse 8 out", "order -n8 -kout --inverse", "order --cards 8 --kind out --inverse"],
    ["order -n 9 (in_out)^2", "order 9 -s (in_out)^2", "order --cards 9 --shuffle (in_out)^2"],
    ["cycles 8 in", "cycles -n 8 -k in", "cycles --cards 8 --kind in"],
    ["deck 8 out --each", "deck -n 8 -k out --each", "deck --cards 8 --kind out --each"],
    [
        "deck 9 gsr --seed 1 --samples 1_0",
        "deck -n 9 -s gsr --seed 1 --samples 1e1",
        "deck --cards 9 --shuffle gsr --seed 1 --samples 10",
    ],
    [
        "where in --card 1 --times 26",
        "where -k in --card 1 --times 26",
        "where --cards 52 --kind in --card 1 --times 26",
    ],
    ["mix", "mix 52 gsr", "mix --cards 52 --shuffle gsr"],
    ["mix gsr^2", "mix -s gsr^2", "mix --cards 52 --shuffle gsr^2"],
    ["mix 1e6 --riffles 30", "mix -n 10^6 --riffles 3_0", "mix --cards 1000000 --riffles 30"],
    ["law 3 naive", "law -n 3 -s naive", "law --cards 3 --shuffle naive"],
    ["matrix 4 gsr", "matrix -n 4 -s gsr", "matrix --cards 4 --shuffle gsr"],
    [
        "simulate 9 gsr --seed 1 --samples 1e3",
        "simulate -n 9 -s gsr --seed 1 --samples 1_000",
        "simulate --cards 9 --shuffle gsr --seed 1 --samples 1000",
    ],
];

/// Runs a command. An underscore between letters is a space within an argument.
fn run(line: &str, format: &str) -> String {
    let arguments = line.split(' ').map(|argument| argument.replace("n_o", "n o"));
    let output = faro().args(arguments).args(["--format", format]).output_in_time();
    assert!(output.status.success() && output.stderr.is_empty(), "{line}: {}", printed(&output));
    printed(&output)
}

#[test]
fn arguments_by_position_are_the_options() {
    for [position, short, long] in SAME {
        for format in ["text", "json", "csv"] {
            let expected = run(long, format);
            assert_eq!(run(position, format), expected, "{position} and {long}");
            assert_eq!(run(short, format), expected, "{short} and {long}");
        }
    }
}

#[test]
fn an_error_names_the_argument_that_is_wrong() {
    for (line, error) in [
        ("order", "the shuffle is missing; expected out, in or another one, for example '52 out'"),
        ("order 52", "the shuffle is missing; expected out, in or another one, for example '52 out'"),
        ("order out 52", "invalid value 'out' for '[CARDS]': the number of cards comes first: 52 out"),
        ("order 0 out", "invalid value '0' for '[CARDS]': expected 1 or more"),
        ("order -5 out", "invalid value '-5' for '[CARDS]': expected 1 or more"),
        (
            "order 52 outt",
            "invalid value 'outt' for '[SHUFFLE]': there is no move 'outt'; did you mean 'out'?",
        ),
        (
            "order 52 -s outt",
            "invalid value 'outt' for '--shuffle <WORD>': there is no move 'outt'; did you mean 'out'?",
        ),
        ("law 11 naive", "invalid value '11' for '[CARDS]': expected at most 10 cards"),
        ("law naive", "invalid value '52' for '[CARDS]': expected at most 10 cards"),
        ("law -n 11 naive", "invalid value '11' for '--cards <N>': expected at most 10 cards"),
        ("mix 10^10", "invalid value '10000000000' for '[CARDS]': expected at most 1000000000 cards"),
        (
            "order 52 out --cards 40",
            "the number of cards is given twice: '52' and '--cards 40'; expected one of them",
        ),
        ("order 52 out -k in", "the shuffle is given twice: 'out' and '--kind in'; expected one of them"),
        ("mix gsr -s gsr", "the shuffle is given twice: 'gsr' and '--shuffle gsr'; expected one of them"),
        (
            "order 52 gsr --packets 2",
            "'--packets' is for out and in, not for 'gsr'; write the packets in the word, for example packets:4:in",
        ),
        ("order 52 monge --inverse", "'--inverse' is for out and in, not for 'monge'; try '(monge)^-1'"),
        (
            "order 52 in cut:26",
            "unexpected argument 'cut:26' found; a shuffle of several moves is one argument in quotes, such as 'in cut:26'",
        ),
    ] {
        let output = faro().args(line.split(' ')).output_in_time();
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert_eq!(printed(&output).lines().next(), Some(&*format!("error: {error}")), "{line}");
    }
}
