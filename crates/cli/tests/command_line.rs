//! The command line: arguments by position and by option, completions and manual pages.

use std::path::Path;

use crate::support::{InTime, faro, printed, shell};

/// Commands with arguments by position, by short options and by long options.
const SAME: [[&str; 3]; 30] = [
    [
        "order 52 out",
        "order -n 52 -k out",
        "order --cards 52 --kind out",
    ],
    ["order out", "order -s out", "order --cards 52 --kind out"],
    [
        "order 60 packets:3:in",
        "order -s packets:3:in -n 60",
        "order --cards 60 --shuffle packets:3:in",
    ],
    [
        "order 10^18 in",
        "order -n 1e18 -k in",
        "order --cards 1000000000000000000 --kind in",
    ],
    [
        "order 8 out^-1",
        "order -n8 -sout^-1",
        "order --cards 8 --shuffle out^-1",
    ],
    [
        "order -n 9 (in_out)^2",
        "order 9 -s (in_out)^2",
        "order --cards 9 --shuffle (in_out)^2",
    ],
    [
        "cycles 8 in",
        "cycles -n 8 -k in",
        "cycles --cards 8 --kind in",
    ],
    [
        "deck 8 out --each",
        "deck -n 8 -k out --each",
        "deck --cards 8 --kind out --each",
    ],
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
    [
        "mix gsr^2",
        "mix -s gsr^2",
        "mix --cards 52 --shuffle gsr^2",
    ],
    [
        "mix 1e6 --riffles 30",
        "mix -n 10^6 --riffles 3_0",
        "mix --cards 1000000 --riffles 30",
    ],
    [
        "law 3 naive",
        "law -n 3 -s naive",
        "law --cards 3 --shuffle naive",
    ],
    [
        "matrix 4 gsr",
        "matrix -n 4 -s gsr",
        "matrix --cards 4 --shuffle gsr",
    ],
    [
        "simulate 9 gsr --seed 1 --samples 1e3",
        "simulate -n 9 -s gsr --seed 1 --samples 1_000",
        "simulate --cards 9 --shuffle gsr --seed 1 --samples 1000",
    ],
    [
        "route 52 1 7",
        "route -n 52 --from 1 --to 7",
        "route --cards 52 --from 1 --to 7",
    ],
    ["route 1 7", "route 52 1 --to 7", "route --from 1 --to 7"],
    [
        "route 10^18 3 14",
        "route 1e18 3 --to 14",
        "route --cards 10^18 --from 3 --to 14",
    ],
    [
        "group 24",
        "group -n 24 out,in",
        "group --cards 24 --moves out,in",
    ],
    [
        "group cut:1,monge",
        "group 52 --moves cut:1,monge",
        "group --cards 52 --moves cut:1,monge",
    ],
    ["sizes 8 out", "sizes out 8", "sizes --order 8 --kind out"],
    ["sizes 12", "sizes both 12", "sizes --order 12"],
    [
        "sizes 12 -k in --count",
        "sizes 1_2 in --count",
        "sizes --order 12 --kind in --count",
    ],
    [
        "sweep 2..=9 both",
        "sweep 2-9",
        "sweep --cards 2..=9 --kind both",
    ],
    [
        "sweep 52 out",
        "sweep -n 52 -k out",
        "sweep --cards 52..=52 --kind out",
    ],
    [
        "solve stay-stack mirror-order",
        "solve 52 stay-stack --to mirror-order",
        "solve --from stay-stack --to mirror-order",
    ],
    [
        "route AH bottom",
        "route top 52",
        "route 52 --from 1 --to 52",
    ],
    [
        "where 52 out --at bottom",
        "where out --at bottom",
        "where 52 out --at 52",
    ],
    [
        "bits 52 32",
        "bits -n 52 --state-bits 32",
        "bits --cards 52 --state-bits 32",
    ],
];

/// Runs a command. `n_o` stands for `n o` within an argument.
fn run(line: &str, format: &str) -> String {
    let arguments = line
        .split(' ')
        .map(|argument| argument.replace("n_o", "n o"));
    let output = faro()
        .args(arguments)
        .args(["--format", format])
        .output_in_time();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{line}: {}",
        printed(&output)
    );
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
        (
            "order",
            "the shuffle is missing, such as out or in; expected for example `faro order 52 out`",
        ),
        (
            "order 52",
            "the shuffle is missing, such as out or in; expected for example `faro order 52 out`",
        ),
        (
            "order out 52",
            "invalid value 'out' for '[CARDS]': the number of cards comes first; try `faro order 52 out`",
        ),
        (
            "order 0 out",
            "invalid value '0' for '[CARDS]': expected 1 or more",
        ),
        (
            "order -5 out",
            "invalid value '-5' for '[CARDS]': expected 1 or more",
        ),
        (
            "order 52 outt",
            "invalid value 'outt' for '[SHUFFLE]': there is no move 'outt'; did you mean 'out'?",
        ),
        (
            "order 52 -s outt",
            "invalid value 'outt' for '--shuffle <WORD>': there is no move 'outt'; did you mean 'out'?",
        ),
        (
            "law 11 naive",
            "invalid value '11' for '[CARDS]': expected at most 10 cards; `faro mix` has the distances of larger decks, `faro matrix` their places, and `faro simulate` their statistics",
        ),
        (
            "law naive",
            "no number of cards is given, so that the deck has 52: expected at most 10 cards; `faro mix` has the distances of larger decks, `faro matrix` their places, and `faro simulate` their statistics",
        ),
        (
            "law gsr",
            "no number of cards is given, so that the deck has 52: expected at most 10 cards; `faro mix` has the distances of larger decks, `faro matrix` their places, and `faro simulate` their statistics",
        ),
        (
            "sizes out",
            "the number of shuffles is missing; expected for example 'faro sizes 8 out'",
        ),
        (
            "sizes 8 8",
            "invalid value '8' for '[KIND]': expected out, in or both; `faro order` has other shuffles",
        ),
        (
            "sweep out",
            "the range of deck sizes is missing; expected for example 'faro sweep 2..=20 out'",
        ),
        (
            "sweep 9-2 out",
            "invalid value '9-2' for '[SIZES]': the range is empty; expected 2..=9",
        ),
        (
            "route 52 53 1",
            "invalid value '53' for '[FROM]': expected a position from 1 to 52",
        ),
        (
            "route 52 1 53",
            "invalid value '53' for '[TO]': expected a position from 1 to 52",
        ),
        (
            "route 52 1 7 --to 7",
            "the position to get to is given twice: '7' and '--to 7'; expected one of them",
        ),
        (
            "route 52",
            "the position of the card is missing; expected for example 'faro route 52 1 7'",
        ),
        (
            "group 0",
            "invalid value '0' for '[CARDS]': expected 1 or more",
        ),
        (
            "solve new-deck",
            "the last order is missing; expected for example 'faro solve new-deck reverse'",
        ),
        ("bits --list 52", "'--list' takes no number of cards"),
        (
            "law -n 11 naive",
            "invalid value '11' for '--cards <N>': expected at most 10 cards; `faro mix` has the distances of larger decks, `faro matrix` their places, and `faro simulate` their statistics",
        ),
        (
            "mix 10^10",
            "invalid value '10000000000' for '[CARDS]': expected at most 1000000000 cards",
        ),
        (
            "order 52 out --cards 40",
            "the number of cards is given twice: '52' and '--cards 40'; expected one of them",
        ),
        (
            "order 52 out -k in",
            "the shuffle is given twice: 'out' and '--kind in'; expected one of them",
        ),
        (
            "mix gsr -s gsr",
            "the shuffle is given twice: 'gsr' and '--shuffle gsr'; expected one of them",
        ),
        (
            "order 52 in cut:26",
            "unexpected argument 'cut:26' found; try `faro order 52 'in cut:26'`",
        ),
    ] {
        let output = faro().args(line.split(' ')).output_in_time();
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert_eq!(
            printed(&output).lines().next(),
            Some(&*format!("error: {error}")),
            "{line}"
        );
    }
}

/// Mistyped command lines, and the ends of their errors. An underscore is a space within an argument.
const MISTYPED: &[(&str, &str)] = &[
    ("deck 52 out --card 3", "try `faro deck 52 out --track 3`"),
    (
        "cycles 52 out --track 3",
        "`faro where --card` follows one card",
    ),
    ("where 52 out --track 3", "try `faro where 52 out --card 3`"),
    (
        "where 52 out --to 3",
        "`faro route` finds the shuffles that bring a card to a position",
    ),
    (
        "deck 52 out --png x.png",
        "try `faro deck 52 out --svg x.svg`",
    ),
    (
        "deck 52 out --png=x.png",
        "try `faro deck 52 out --svg x.svg`",
    ),
    ("audit --png x.png", "try `faro audit --html x.html`"),
    (
        "group 52 --svg x",
        "pictures are drawn by --svg FILE of deck, cycles, sweep, mix, law, matrix, simulate and hands",
    ),
    (
        "audit --faces x",
        "faces such as AS are read without an option; --start gives their order",
    ),
    (
        "cycles 52 out --faces",
        "faces are read without an option, and --start new-deck names the cards of a deck of 52 by them",
    ),
    ("cycles 52 out --times 2", "try `faro cycles 52 out^2`"),
    ("deck 52 out --repeat 2", "try `faro deck 52 out --times 2`"),
    ("mix 52 --shuffles 7", "try `faro mix 52 --riffles 7`"),
    (
        "deck 52 gsr --count 9",
        "try `faro deck 52 gsr --samples 9`",
    ),
    ("audit --trials 9", "try `faro audit --samples 9`"),
    (
        "route 52 1 7 --moves in,out",
        "try `faro route 52 1 7 --allow in,out`",
    ),
    (
        "group 52 --allow in,out",
        "try `faro group 52 --moves in,out`",
    ),
    (
        "deck 52 out --stack mnemonica",
        "try `faro deck 52 out --start mnemonica`",
    ),
    ("order --size 52 out", "try `faro order --cards 52 out`"),
    ("order 52 --type out", "try `faro order 52 --kind out`"),
    (
        "order 52 out --json",
        "try `faro order 52 out --format json`",
    ),
    ("order 52 out -o x", "try `faro order 52 out --output x`"),
    (
        "order 52 out --no-color",
        "try `faro order 52 out --color never`",
    ),
    ("sweep 2-9 -s out", "try `faro sweep 2-9 --kind out`"),
    (
        "sizes --cards 52",
        "`faro order 52 out` finds how many shuffles restore a deck of 52",
    ),
    (
        "sweep 2-9 --limit 3",
        "try --summary, or a smaller range such as 2..=20",
    ),
    (
        "sweep --limit 3",
        "try --summary, or a smaller range such as 2..=20",
    ),
    (
        "deck out --at 3",
        "`faro where --position P` names the card at a position",
    ),
    (
        "law 4 gsr --summary",
        "`faro mix 4 gsr` has the distances without the orders",
    ),
    (
        "route 52 1 7 --inverse",
        "try `faro route 52 1 7 --allow in,out,in^-1,out^-1`",
    ),
    (
        "route 52 1 7 --verbose",
        "the options of faro route are --cards, --start, --from, --to, --all, --allow, --depth, --timeout; most commands have --format and --output too",
    ),
    ("sizes 8 --limt 3", "did you mean '--limit'?"),
    (
        "shuffle 52",
        "try faro deck 52 out, or faro deck 52 fisher-yates --samples 5",
    ),
    ("riffle 52", "try `faro mix 52`"),
    ("stacks", "try faro list stacks"),
    ("test decks", "try faro audit FILE, or faro prove"),
    ("track 1", "try faro where 52 out --card 1"),
    ("gui", "try faro explore"),
    ("help ordr", "did you mean 'order'?"),
    ("josephus 52", "'faro --help' lists the commands"),
    ("inspect Aronsen", "did you mean 'aronson'?"),
    (
        "order 52 --kind gsr",
        "other shuffles are given by --shuffle gsr, or by position",
    ),
    ("deck 52 out 8", "try `faro deck 52 out --times 8`"),
    ("where 52 out QH", "try `faro where 52 out --card QH`"),
    ("mix 52 gsr 7", "try `faro mix 52 gsr --riffles 7`"),
    (
        "simulate 52 gsr 1000",
        "try `faro simulate 52 gsr --samples 1000`",
    ),
    (
        "audit python3 x.py",
        "a program comes after --, as in faro audit -- python3 x.py",
    ),
    (
        "audit --cards 52 ./x 7",
        "a program comes after --, as in faro audit -- ./x 7",
    ),
    (
        "audit no-such-program",
        "a program comes after --, as in faro audit -- no-such-program",
    ),
    ("prove 4 -- python3 x.py", "try --cards 4"),
    (
        "deal 52",
        "the deck has 52 cards; hands are dealt by --hands, such as 4x13",
    ),
    (
        "certify --plan -1% -- x",
        "invalid value '-1%' for '--plan <P>': expected a share from 0.0001% to 50%, for example 0.1%",
    ),
    (
        "deck 52 anti-faro",
        "there is no move 'anti-faro'; a reverse faro is 'out^-1' or 'in^-1'",
    ),
    ("route 52 1 low", "expected a position from 1 to 52"),
    (
        "prove python3 x.py",
        "a program comes after --, as in faro prove -- python3 x.py",
    ),
    (
        "order 52 swap_1_2",
        "there is no move 'swap'; the exchange of two positions is written (1 2)",
    ),
    (
        "order 52 in_3",
        "found '3'; expected a move, a permutation like (1 2) or a group like (in out); did you mean 'in^3'?",
    ),
    ("order 52 3_in", "did you mean 'in^3'?"),
    ("order 52 out_8x_in", "did you mean 'out^8'?"),
    (
        "order 52 in,out",
        "or a group like (in out); try `faro order 52 'in out'`",
    ),
    (
        "order 52 in3",
        "there is no move 'in3'; did you mean 'in^3'?",
    ),
    (
        "order 52 cut26",
        "there is no move 'cut26'; did you mean 'cut:26'?",
    ),
    (
        "deck 52 shuffle",
        "there is no move 'shuffle'; a uniform shuffle is 'fisher-yates', and a riffle 'gsr'",
    ),
    (
        "deck 52 outshuffle",
        "there is no move 'outshuffle'; did you mean 'out'?",
    ),
    (
        "deck 51 straddle",
        "is 'out' if the top packet is the larger one, 'in' if the bottom one is",
    ),
    ("mix 52 7", "try `faro mix 52 --riffles 7`"),
    (
        "deck mnemonica",
        "this is a stack, not a shuffle; try `faro deck --start mnemonica`",
    ),
    ("order 52 faro", "faros of the halves are out and in"),
    (
        "mix 52 riffle",
        "of two packets it is gsr; try `faro mix 52 gsr`",
    ),
    (
        "where 52 out --card 1H",
        "invalid value '1H' for '--card <C>': did you mean 'AH' or '10H'?",
    ),
    (
        "where 52 out --card HQ",
        "invalid value 'HQ' for '--card <C>': did you mean 'QH'?",
    ),
    (
        "deck 52 out --track 12D",
        "invalid value '12D' for '--track <C,…>': did you mean 'QD'?",
    ),
    ("simulate 52 gsr --card 53", "expected a card from 1 to 52"),
];

#[test]
fn errors_say_what_was_probably_meant() {
    for (line, end) in MISTYPED {
        let arguments = line.split(' ').map(|argument| argument.replace('_', " "));
        let output = faro().args(arguments).output_in_time();
        assert_eq!(output.status.code(), Some(2), "{line}");
        let text = printed(&output);
        let first = text.lines().next().unwrap_or_default();
        assert!(first.ends_with(end), "{line}: {first}");
    }
    let overhand = printed(&faro().args(["simulate", "52", "overhand"]).output_in_time());
    assert!(
        overhand.contains(
            "expected overhand:P such as overhand:0.2 for a random shuffle, or overhand:N"
        )
    );
}

/// A list of cards in various notations.
const LISTS: [&str; 14] = [
    "AS KH 10D 2C",
    "as, kh, td, 2c",
    "AS\r\nKH\r\n10D\r\n2C\r\n",
    "A♠ K♥ 10♦ 2♣",
    "♠A\n♥K\n♦10\n♣2\n",
    "1. AS\n2. KH\n3. 10D\n4. 2C",
    "1) AS\n2) KH\n3) 10D\n4) 2C",
    "1  Ace of Spades\n2  King of Hearts\n3  Ten of Diamonds\n4  Two of Clubs",
    "Ace of Spades, King of Hearts, 10 of Diamonds, 2 of Clubs",
    "My stack\nPosition,Card\n1,AS\n2,KH\n3,10D\n4,2C\n",
    "\u{feff}# from the top\nAS\tKH\t10D\t2C\n",
    "[\"AS\", \"KH\", \"10D\", \"2C\"]",
    "ace_of_spades\nking_of_hearts\n10_of_diamonds\n2_of_clubs",
    "2C 4\n10D 3\nAS 1\nKH 2",
];

/// Each command that reads an order accepts all notations.
#[test]
fn orders_as_people_write_them() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lists");
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("plain", "AS KH 10D 2C");
    write("reversed", "2C 10D KH AS");
    write("decks", &"KH AS 2C 10D\n".repeat(40));
    let ask = |line: &str, order: &str| {
        let line = line.replace("ORDER", order);
        let output = faro()
            .args(line.split(' '))
            .current_dir(&folder)
            .output_in_time();
        assert_ne!(
            output.status.code(),
            Some(2),
            "{line}: {}",
            printed(&output)
        );
        printed(&output).replace(order, "ORDER")
    };
    for list in LISTS {
        write("given-order", list);
        for line in [
            "deck 4 in --start ORDER",
            "where 4 out --start ORDER --card KH",
            "cycles 4 out --start ORDER",
            "route 4 all 1 --start ORDER",
            "matrix 4 gsr --start ORDER",
            "solve 4 ORDER reversed --format json",
            "solve 4 reversed ORDER",
            "audit decks --start ORDER --quiet",
        ] {
            assert_eq!(
                ask(line, "given-order"),
                ask(line, "plain"),
                "{line}: {list:?}"
            );
        }
        let found = ask("deck 4 in --start ORDER --ascii", "given-order");
        assert_eq!(found, "10D AS 2C KH\n", "{list:?}");
    }
}

/// Every option and argument has a text, and every page has the sections that readers expect.
#[test]
fn manual_pages() {
    let program = printed(&faro().arg("man").output_in_time());
    let names: Vec<&str> = program
        .lines()
        .filter_map(|line| line.strip_prefix("faro\\-"))
        .collect();
    let names = names
        .iter()
        .filter_map(|name| name.strip_suffix("(1)"))
        .chain([""]);
    let mut pages = 0;
    for name in names {
        let arguments = ["man", name]
            .into_iter()
            .filter(|argument| !argument.is_empty());
        let page = printed(&faro().args(arguments).output_in_time());
        for section in [
            "NAME",
            "SYNOPSIS",
            "DESCRIPTION",
            "OPTIONS",
            "EXAMPLES",
            "ENVIRONMENT",
        ] {
            assert!(
                page.contains(&format!("\n.SH {section}\n")),
                "{name}: {section}"
            );
        }
        assert!(
            page.contains("\n.SH \"EXIT STATUS\"\n")
                && page.contains("\n.SH \"SEE ALSO\"\n.BR faro"),
            "{name}"
        );
        assert_eq!(
            page.contains("\n.B 1\nThe verdict"),
            ["", "audit", "prove"].contains(&name),
            "{name}"
        );
        let lines: Vec<&str> = page.lines().collect();
        let empty = lines
            .windows(3)
            .find(|lines| lines[0] == ".TP" && lines[2].is_empty());
        assert_eq!(empty, None, "{name}");
        pages += 1;
    }
    assert!(pages > 20);
}

/// bash offers the words that can continue the line, and files only where files are accepted.
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
        (
            "faro order 52 o",
            "out overhand:3:2 overhand:0.2 off-by-one:last",
        ),
        ("faro deck -s fi", "fisher-yates"),
        ("faro order -k ", "out in"),
        ("faro deck 52 out --start mn", "mnemonica"),
        ("faro solve --from new", "new-deck"),
        ("faro group --contains si", "si-stebbins"),
        ("faro route --allow mo", "monge"),
        ("faro list c", "checks"),
        ("faro man insp", "inspect"),
        ("faro where 52 out --card ", ""),
        ("faro mix --until ", ""),
    ] {
        let output = shell(&format!(
            "line='{line}' bash -c '{}'",
            TRY.replace('\'', "'\\''")
        ));
        assert_eq!(printed(&output).trim(), offered, "{line}");
    }
    let fish = printed(&faro().args(["completions", "fish"]).output_in_time());
    let line = fish
        .lines()
        .find(|line| line.contains("using_subcommand list\" -f -a"));
    assert!(line.is_some_and(|line| line.ends_with("-a \"moves shuffles stacks checks\"")));
    let zsh = printed(&faro().args(["completions", "zsh"]).output_in_time());
    assert!(zsh.contains("STACK|FILE:(new-deck si-stebbins "));
}

/// Every set of vector instructions, and none, gives the same bytes. Other values of FARO_SIMD are refused.
#[test]
fn instruction_sets() {
    let run = |line: &str, set: &str| {
        faro()
            .args(line.split(' '))
            .env("FARO_SIMD", set)
            .output_in_time()
    };
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
        let expected = faro()
            .args(line.split(' '))
            .env_remove("FARO_SIMD")
            .output_in_time();
        assert!(expected.status.success(), "{line}: {}", printed(&expected));
        for set in ["none", "avx2", "neon", "avx512"] {
            assert_eq!(run(line, set).stdout, expected.stdout, "{line}, {set}");
        }
    }
    for value in ["", "AVX2", "sse2"] {
        let output = run("order 52 out", value);
        assert_eq!(output.status.code(), Some(2));
        let expected = "expected none, avx2, neon or avx512";
        assert_eq!(
            printed(&output),
            format!("error: invalid value '{value}' for 'FARO_SIMD': {expected}\n")
        );
    }
}
