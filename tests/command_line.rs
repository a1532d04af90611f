//! The command line: arguments by position and by option, completions and manual pages.

mod support;

use support::{InTime, faro, printed, shell};

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

/// Every option and argument has a text, and every page the sections that readers expect.
#[test]
fn manual_pages() {
    let program = printed(&faro().arg("man").output_in_time());
    let names: Vec<&str> = program.lines().filter_map(|line| line.strip_prefix("faro\\-")).collect();
    let names = names.iter().filter_map(|name| name.strip_suffix("(1)")).chain([""]);
    let mut pages = 0;
    for name in names {
        let arguments = ["man", name].into_iter().filter(|argument| !argument.is_empty());
        let page = printed(&faro().args(arguments).output_in_time());
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "ENVIRONMENT"] {
            assert!(page.contains(&format!("\n.SH {section}\n")), "{name}: {section}");
        }
        assert!(
            page.contains("\n.SH \"EXIT STATUS\"\n") && page.contains("\n.SH \"SEE ALSO\"\n.BR faro"),
            "{name}"
        );
        assert_eq!(page.contains("\n.B 1\nThe audit"), ["", "audit"].contains(&name), "{name}");
        let lines: Vec<&str> = page.lines().collect();
        let empty = lines.windows(3).find(|lines| lines[0] == ".TP" && lines[2].is_empty());
        assert_eq!(empty, None, "{name}");
        pages += 1;
    }
    assert!(pages > 20);
}

/// What bash offers at the end of a line: the words that the line can go on with, and files for files only.
#[test]
fn completions_offer_what_is_accepted() {
    const TRY: &str = "eval \"$(faro completions bash)\"
        COMP_WORDS=($line); [[ $line == *' ' ]] && COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _faro faro \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD-1]}\" 2> /dev/null
        echo ${COMPREPLY[*]}";
    if !shell("command -v bash").status.success() {
        return;
    }
    for (line, offered) in [
        ("faro ord", "order"),
        ("faro order 52 o", "out overhand:3:2 overhand:0.2 off-by-one:last"),
        ("faro deck -s fi", "fisher-yates"),
        ("faro order -k ", "out in"),
        ("faro deck 52 out --start mn", "mnemonica"),
        ("faro solve --from new", "new-deck"),
        ("faro group --contains si", "si-stebbins"),
        ("faro route --allow mo", "monge"),
        ("faro list c", "checks"),
        ("faro man rec", "recover"),
        ("faro where 52 out --card ", ""),
        ("faro mix --until ", ""),
    ] {
        let output = shell(&format!("line='{line}' bash -c '{}'", TRY.replace('\'', "'\\''")));
        assert_eq!(printed(&output).trim(), offered, "{line}");
    }
    let fish = printed(&faro().args(["completions", "fish"]).output_in_time());
    let line = fish.lines().find(|line| line.contains("using_subcommand list\" -f -a"));
    assert!(line.is_some_and(|line| line.ends_with("-a \"moves shuffles stacks checks\"")));
    let zsh = printed(&faro().args(["completions", "zsh"]).output_in_time());
    assert!(zsh.contains("STACK|FILE:(new-deck si-stebbins "));
}

/// Each set of vector instructions, and none, gives the same bytes; other values of FARO_SIMD are refused.
#[test]
fn instruction_sets() {
    let run = |line: &str, set: &str| faro().args(line.split(' ')).env("FARO_SIMD", set).output_in_time();
    for line in [
        "simulate 52 gsr^7 --samples 2000 --seed 1 --format json",
        "simulate 52 fisher-yates --samples 2000 --seed 1 --format json",
        "simulate 100 gsr^3 --samples 100 --seed 1 --format csv",
        "simulate 300 fisher-yates --samples 20 --seed 1 --format csv",
        "matrix 20 gsr --samples 500 --seed 1 --format csv",
        "deck 52 gsr^7 --samples 3 --seed 1",
        "order 1000000000000000000000000000057 out",
        "sweep --cards 2..=3000 --kind out --format csv",
    ] {
        let expected = faro().args(line.split(' ')).env_remove("FARO_SIMD").output_in_time();
        assert!(expected.status.success(), "{line}: {}", printed(&expected));
        for set in ["none", "avx2", "neon", "avx512"] {
            assert_eq!(run(line, set).stdout, expected.stdout, "{line}, {set}");
        }
    }
    for value in ["", "AVX2", "sse2"] {
        let output = run("order 52 out", value);
        assert_eq!(output.status.code(), Some(2));
        let expected = "expected none, avx2, neon or avx512";
        assert_eq!(printed(&output), format!("error: invalid value '{value}' for 'FARO_SIMD': {expected}\n"));
    }
}
