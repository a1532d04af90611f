//! Mistyped command lines, and the command line that the program tips: each tip is run.

use crate::support::{InTime, faro, printed, shell};

/// Wrong lines with the tip of each.
const LINES: &[(&str, &str)] = &[
    ("order 52 gsr", "faro mix 52 gsr"),
    ("where 52 gsr --card 3", "faro mix 52 gsr --card 3"),
    ("deck 52 out --deal 5 4", "faro deck 52 out --deal 5x4"),
    ("deck 52 out --hands 4", "faro deck 52 out --deal 4x5"),
    ("deck 52 out --hands 4x13", "faro deck 52 out --deal 4x13"),
    ("faro order 52 in", "faro order 52 in"),
    ("deck 52 8 out", "faro deck 52 out --times 8"),
    ("order 52 3 out", "faro order 52 out^3"),
    ("mix 52 7 riffle shuffles", "faro mix 52 --riffles 7"),
    (
        "odds 52 4 13 at least 1",
        "faro odds 52 --of 4 --see 13 --at-least 1",
    ),
    ("bits 52 64 bits", "faro bits 52 64"),
    ("deal 4 hands of 13", "faro deal --hands 4x13"),
    (
        "simulate 6 riffle 1000",
        "faro simulate 6 gsr --samples 1000",
    ),
    ("$ faro order 52 out", "faro order 52 out"),
    ("deck 52 out --count 3", "faro deck 52 out --times 3"),
    ("deck 52 gsr --count 3", "faro deck 52 gsr --samples 3"),
    ("deck 52 gsr -n 3", "faro deck 52 gsr --samples 3"),
    ("deck 52 out -n 3", "faro deck 52 out --times 3"),
    (
        "deck 52 gsr -s 7 -n 3",
        "faro deck 52 gsr --seed 7 --samples 3",
    ),
    ("deck 52 cut(26)", "faro deck 52 cut:26"),
    (
        "where 52 out --card AS,KD",
        "faro deck 52 out --track AS,KD",
    ),
    ("deck 52 --stack tamariz", "faro deck 52 --start mnemonica"),
    ("deck 52 si stebins", "faro deck 52 --start si-stebbins"),
    ("where AS 52 out 3", "faro where 52 out --card AS --times 3"),
    ("law 52 riffle", "faro mix 52 gsr"),
    (
        "solve 1 2 3 4 to 4 3 2 1",
        "faro solve 4 '1 2 3 4' '4 3 2 1'",
    ),
    ("solve 4 3 2 1", "faro solve 4 '()' '4 3 2 1'"),
    ("simulate gsr 10000", "faro simulate 52 gsr --samples 10000"),
    ("cycles 3 1 4 2", "faro inspect 3 1 4 2"),
    ("solve 4 1234 4321", "faro solve 4 '1 2 3 4' '4 3 2 1'"),
    ("sizes <8 out", "faro sizes --below 8 2..=1000 out"),
    ("bits 52 mersenne twister", "faro bits --list"),
    (
        "mix 6x52 --riffles 7",
        "faro mix --composition '6 packs' --riffles 7",
    ),
    ("group M12", "faro group 24"),
    ("deck 52 out --players 4", "faro deck 52 out --deal 4x5"),
    (
        "where --card 7 --out 3",
        "faro where 52 out --card 7 --times 3",
    ),
    ("sizes 52 out 8", "faro sizes 8 out"),
    ("order 52 out -times 3", "faro order 52 out^3"),
    (
        "where 52 out ace of spades",
        "faro where 52 out --card 'ace of spades'",
    ),
    ("list shuffle", "faro list shuffles"),
    (
        "where 52 gsr^3 --card 1",
        "faro mix 52 --riffles 3 --card 1",
    ),
    (
        "deck 52 out --track 1 26 52",
        "faro deck 52 out --track 1,26,52",
    ),
    ("deal 4x13", "faro deal --hands 4x13"),
    ("hands 4x13", "faro deck 52 fisher-yates --deal 4x13"),
    (
        "group 8 --contains 8 7 6 5 4 3 2 1",
        "faro group 8 --contains '8 7 6 5 4 3 2 1'",
    ),
    (
        "where is card 10 after 3 out shuffles",
        "faro where 52 out --card 10 --times 3",
    ),
    (
        "route 52 1 19 --allow in out cut",
        "faro route 52 1 19 --allow in,out,cut:1",
    ),
    ("order 52 out then cut 26", "faro order 52 'out cut:26'"),
    ("deck 21 piles:3", "faro deck 21 deal:3"),
    ("deck 21 piles 3", "faro deck 21 deal:3"),
    ("mnemonica", "faro deck --start mnemonica"),
    (
        "deck 52 --start si stebbins",
        "faro deck 52 --start si-stebbins",
    ),
    ("deck AS KS QS", "faro inspect AS KS QS"),
    ("order 52 hindu", "faro mix 52 overhand:0.2"),
    (
        "cycles --deck 52 --shuffle out",
        "faro cycles --cards 52 --shuffle out",
    ),
    ("sizes 52 cards out", "faro order 52 out"),
    ("route 52 from 1 to 20", "faro route 52 1 20"),
    (
        "odds 52 --of 4 --see 5 --exactly 2,3",
        "faro odds 52 --of 4 --see 5 --at-least 2 --at-most 3",
    ),
    (
        "odds 40 --of 17 --see 7 --want 2..=4",
        "faro odds 40 --see 7 --want 2..=4/17",
    ),
    (
        "where mnemonica --card 7H",
        "faro where --start mnemonica --card 7H",
    ),
    ("deck 52 cut 26", "faro deck 52 cut:26"),
    ("deck 52 fisher yates", "faro deck 52 fisher-yates"),
    ("deck 52 gsr 7", "faro deck 52 gsr^7"),
    ("deck 52 7 riffles", "faro deck 52 gsr^7"),
    ("deck 52 --deal 5x5", "faro deck 52 fisher-yates --deal 5x5"),
    ("order 52 --shuffles out", "faro order 52 out"),
    ("order 52,out", "faro order 52 out"),
    ("order 52, out", "faro order 52 out"),
    (
        "where card AS in mnemonica",
        "faro where --start mnemonica --card AS",
    ),
    (
        "where 52 in --card 1 --position 52",
        "faro where 52 in --card 1",
    ),
    ("route 52 --card 1 --position 7", "faro route 52 1 7"),
    ("inspect 1-3-2-4", "faro inspect 1 3 2 4"),
    ("sizes 8 out in", "faro sizes 8 both"),
    ("group 52 riffle", "faro mix 52 gsr"),
    ("group 52 out+in", "faro group 52 out,in"),
    ("mix 52 -n 7", "faro mix 52 --riffles 7"),
    ("odds 4/52 --see 5", "faro odds 52 --of 4 --see 5"),
    ("bits java.util.Random 52", "faro bits 52 java.util.Random"),
    (
        "deck 52 fisher-yates --n 10",
        "faro deck 52 fisher-yates --samples 10",
    ),
    ("shuffles 52 out", "faro order 52 out"),
    ("cycles 52 riffle", "faro mix 52 gsr"),
    ("order 52 overhand", "faro mix 52 overhand:0.2"),
    ("deck 52 riffle", "faro deck 52 gsr"),
    ("mix 52 riffle 7", "faro mix 52 --riffles 7"),
    ("order 52 riffle 7", "faro mix 52 --riffles 7"),
    ("law 4 riffle 2", "faro law 4 gsr^2"),
    (
        "simulate 52 riffle 3 --samples 9",
        "faro simulate 52 gsr^3 --samples 9",
    ),
    ("deck 52 overhand 5", "faro deck 52 overhand:0.2^5"),
    ("mix 52 overhand 7", "faro mix 52 overhand:0.2 --times 7"),
    ("order 52 out shuffle", "faro order 52 out"),
    ("route 52 1 to 15", "faro route 52 1 15"),
    ("deck 52 out 3 times", "faro deck 52 out --times 3"),
    ("order 52 out --time 3", "faro order 52 out^3"),
    ("deck 8 in -each", "faro deck 8 in --each"),
    (
        "deck si-stebbins out 3",
        "faro deck out --times 3 --start si-stebbins",
    ),
    (
        "where mnemonica 26",
        "faro where --start mnemonica --position 26",
    ),
    ("deck 52 out,in", "faro deck 52 'out in'"),
    ("odds 60 24 7", "faro odds 60 --of 24 --see 7"),
    (
        "bits --cards 52 --bits 32",
        "faro bits --cards 52 --state-bits 32",
    ),
    ("mix 52 --within 10%", "faro mix 52 --until 10%"),
    ("list generators", "faro bits --list"),
    ("in 52", "faro deck 52 in"),
    ("gsr 52", "faro deck 52 gsr"),
    ("order 52 --out", "faro order 52 out"),
    ("deck 52 -in", "faro deck 52 in"),
    ("order 3 2,3,1", "faro order 3 '[2,3,1]'"),
    ("deck 52 out --deal 5 hands", "faro deck 52 out --deal 5x5"),
    ("mix 52 7 riffles", "faro mix 52 --riffles 7"),
    ("riffle 52 7", "faro mix 52 --riffles 7"),
    ("order 52 Out In", "faro order 52 'out in'"),
    ("order 52 out x 3", "faro order 52 out^3"),
    ("deck 52 faro-out", "faro deck 52 out-faro"),
    (
        "deck 52 out --each --count 3",
        "faro deck 52 out --each --times 3",
    ),
    ("law 52 gsr --samples 9", "faro simulate 52 gsr --samples 9"),
    (
        "where 17 --start mnemonica",
        "faro where --position 17 --start mnemonica",
    ),
    (
        "where 52 out --card Ace of Spades",
        "faro where 52 out --card 'Ace of Spades'",
    ),
    ("52", "faro order 52 out"),
    ("52 in", "faro deck 52 in"),
    ("deck 52 in-out", "faro deck 52 'in out'"),
    (
        "deck --start mnemonica out 2",
        "faro deck out --times 2 --start mnemonica",
    ),
    ("deck help", "faro deck --help"),
    ("order n=52", "faro order 52 out"),
    ("order n=52 in", "faro order 52 in"),
    ("where 1 52 out", "faro where 52 out --card 1"),
    ("where 52 out 1", "faro where 52 out --card 1"),
    ("where 52 AS out", "faro where 52 out --card AS"),
    ("order 52 out x3", "faro order 52 out^3"),
    ("order 52 out --times 3", "faro order 52 out^3"),
    ("order 52 -- -3", "faro order 52 out^-3"),
    ("order 60 in --packets 3", "faro order 60 packets:3:in"),
    ("order 8 out --inverse", "faro order 8 out^-1"),
    ("order 52 3", "faro order 52 out^3"),
    ("deck 52 out 3", "faro deck 52 out --times 3"),
    ("deck 52 out -3", "faro deck 52 out --times -3"),
    ("mix 52 7", "faro mix 52 --riffles 7"),
    ("mix --cards 52 -k 7", "faro mix --cards 52 --riffles 7"),
    (
        "simulate 52 gsr 1000",
        "faro simulate 52 gsr --samples 1000",
    ),
    ("law 3 gsr 2", "faro law 3 gsr^2"),
    ("deck 52 out --ascii", "faro deck 52 out --faces --ascii"),
    ("group out,in 52", "faro group 52 out,in"),
    ("sweep 50 60", "faro sweep 50..=60"),
    ("bits mt19937", "faro bits --list"),
    ("deck mnemonica out", "faro deck out --start mnemonica"),
    ("deck 52 mnemonica", "faro deck 52 --start mnemonica"),
    ("deck 8 out --json", "faro deck 8 out --format json"),
    ("order --json 52 out", "faro order --format json 52 out"),
    ("deck 52 gsr --trials 5", "faro deck 52 gsr --samples 5"),
    (
        "order 52 out --out tip.txt",
        "faro order 52 out --output tip.txt",
    ),
    ("deck 8 out --png tip.png", "faro deck 8 out --svg tip.svg"),
    ("where 52 out --pos 7", "faro where 52 out --position 7"),
    ("where 52 out 2 5", "faro where 52 out --card 2 --times 5"),
    ("cycles 52 --list", "faro cycles 52 out"),
    ("cycles 52 gsr", "faro simulate 52 gsr"),
    ("group 52 gsr", "faro mix 52 gsr"),
    ("group 52 --moves out;in", "faro group 52 --moves out,in"),
    (
        "deck 52 gsr --times 7 --samples 2",
        "faro deck 52 gsr^7 --samples 2",
    ),
    (
        "matrix 52 gsr^7 --card 1",
        "faro matrix 52 gsr^7 --format csv",
    ),
    ("inspect 3142", "faro inspect 3 1 4 2"),
    (
        "simulate 52 gsr -n 1000",
        "faro simulate 52 gsr --samples 1000",
    ),
    ("completions bash zsh", "faro completions bash"),
    ("completions --shell bash", "faro completions bash"),
    ("help order out", "faro help order"),
    (
        "odds --deck 52 --aces 4 --hand 5",
        "faro odds --cards 52 --of 4 --see 5",
    ),
    ("order --n=52 out", "faro order --cards 52 out"),
    ("order 52 out cut 26", "faro order 52 'out cut:26'"),
    ("order out 52", "faro order 52 out"),
    ("odds 52 aces 5", "faro odds 52 --of 4 --see 5"),
    (
        "odds 60 24 7 1",
        "faro odds 60 --of 24 --see 7 --at-least 1",
    ),
    ("sizes 8 in 100", "faro sizes 8 --kind in --limit 100"),
    ("mix 6 decks", "faro mix --composition '6 packs'"),
    ("mix 52 7 times", "faro mix 52 --riffles 7"),
    ("mix 52 --tv 0.1", "faro mix 52 --until 0.1"),
    ("cut 52 26", "faro deck 52 cut:26"),
    ("where top 52 out", "faro where 52 out --card 1"),
    (
        "matrix 6 naive vs fisher-yates",
        "faro matrix 6 naive --against fisher-yates",
    ),
    ("order 52 out+in", "faro order 52 'out in'"),
    ("order 52 out*3", "faro order 52 out^3"),
    ("-52", "faro order 52 out"),
];

/// Wrong lines with spaces in an argument, with the tip of each.
const SPACED: &[(&[&str], &str)] = &[
    (&["deck", "52 out"], "faro deck 52 out"),
    (&["order", "52", "out, in"], "faro order 52 'out in'"),
    (&["order", "52", "out x 3"], "faro order 52 out^3"),
    (&["order", "52", "cut 26"], "faro order 52 cut:26"),
    (
        &["solve", "1 2 3 4", "4 3 2 1"],
        "faro solve 4 '1 2 3 4' '4 3 2 1'",
    ),
    (&["solve", "AS KD", "KD AS"], "faro solve 2 '1 2' '2 1'"),
    (&["deck", "52", "[out in]"], "faro deck 52 '(out in)'"),
    (&["order", "52", "out inx3"], "faro order 52 '(out in)^3'"),
    (&["order", "52", "outx3"], "faro order 52 out^3"),
    (&["order", "52", "OOI"], "faro order 52 'O O I'"),
    (&["mix", "52", "overhand^5"], "faro mix 52 overhand:0.2^5"),
    (&["order", "52", "out", "twice"], "faro order 52 out^2"),
    (&["order", "out", "52", "twice"], "faro order 52 out^2"),
    (&["deck", "8", "i o i"], "faro deck 8 'I O I'"),
    (&["solve", "8", "reverse"], "faro solve 8 '()' reverse"),
    (
        &["solve", "8", "new-deck", "reverse"],
        "faro solve 8 '()' reverse",
    ),
];

#[test]
fn every_tip_is_a_line_that_runs() {
    let lines = LINES
        .iter()
        .map(|(line, tip)| (line.split(' ').collect(), tip));
    let spaced = SPACED.iter().map(|(words, tip)| (words.to_vec(), tip));
    for (words, tip) in lines.chain(spaced) {
        let words: Vec<&str> = words;
        let output = faro().args(&words).output_in_time();
        let text = printed(&output);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {text}");
        assert!(text.contains(&format!("try `{tip}`")), "{words:?}: {text}");
        let run = shell(tip);
        assert!(run.status.success(), "{tip}: {}", printed(&run));
    }
}

/// Lines whose tip names a program or a file that is not there.
#[test]
fn tips_that_need_more_than_the_program() {
    for (line, tip) in [
        ("prove --adapter c#", "possible values: python"),
        ("verify deal x.json", "`faro verify x.json`"),
        ("hands --riffles 7", "`faro hands --ideal 7`"),
        ("mix 60 --of 24", "`faro odds 60 --of 24"),
        ("audit x --delimiter ;", "recognised by themselves"),
        ("odds 52 --see 5 --want 3/4,2/4", "a --want of its own"),
        ("deal commit", "`faro deal --commit --secret club.key`"),
        ("deck AS KD out", "--start FILE"),
        ("deck AS", "this is a card"),
        ("mix 52 --composition 4,4", "--composition 4,4,44"),
        ("audit x --as csv", "leave --as out"),
        ("certify game.js", "`faro certify -- node game.js`"),
        ("certify --pdf x.pdf", "`faro certify --html x.html`"),
        (
            "group 4 --contains 1,2,3",
            "this order has 3 cards, but the deck has 4",
        ),
        ("deck --hands 4x5", "--deal 4x5"),
        ("order 52 ot", "did you mean 'out'?"),
        ("order 52 oot", "did you mean 'out'?"),
        ("ordr 52 out", "did you mean 'order'?"),
        ("audit --hands 4x5 x.txt", "expected 5,5,5,5"),
        ("cycles 8 out --faces", "names the cards of a deck of 52"),
        ("help shufle", "try faro deck 52 out"),
        ("help me", "lists the commands"),
        ("deck tarot", "expected one of out, in"),
        ("deck 78 --tarot", "the options of faro deck are"),
        ("odds 4 of 52", "`faro odds 60 --of 24 --see 7`"),
        ("audit --calibrate", "`faro audit --calibrate --cards 13"),
        ("deck 52", "`faro deck 52 in`"),
        ("deck 52 out --svg a.png", "such as deck.svg"),
        (
            "completions",
            "expected bash, elvish, fish, powershell or zsh",
        ),
        (
            "law 4 gsr --at-least 2",
            "--statistic descents --at-least 2",
        ),
        ("how many riffles", "faro mix 52 for riffles"),
        (
            "order 52 out --jason",
            "most commands have --format and --output too",
        ),
        ("deck 54 --stack new-deck-order", "--start new-deck"),
        ("matrix 5 gsr --csv m.csv", "--format csv --output m.csv"),
        ("prove fisher-yates", "try `faro law 4 fisher-yates`"),
        (
            "audit 52 naive",
            "faro deck 52 naive --samples 10000 | faro audit",
        ),
        ("solve 8 new-deck goal.txt", "`faro solve 8 '()' goal.txt`"),
        (
            "solve mnemonica aronson --allow out in",
            "`faro solve mnemonica aronson --allow out,in`",
        ),
        (
            "audit fisher-yates",
            "faro deck 52 fisher-yates --samples 10000 | faro audit",
        ),
        ("prove --adapter java script", "leave 'script' out"),
        ("odds 60 --of 24 --see 7 lands", "leave 'lands' out"),
        ("order 52 elmsley", "perfect shuffles are 'out' and 'in'"),
        ("sizes 8 out --max 100", "`faro sweep 2..=1000 out`"),
        ("inspect 3 1 2 --cards 4", "the deck has 3 cards"),
        ("bits 52 mersene", "'Python random'"),
        (
            "simulate 52 gsr --seed 1 --shard 1/2 --format json",
            "a shard is JSON by itself",
        ),
        ("bits 52 2^32", "2^32 states are 32 bits; type 32"),
        ("law 4 randomsort", "'coin-sort:quick'"),
        ("simulate 52 gsr --seed -1", "--seed=-1"),
        ("audit x.txt --base 0", "leave it out"),
        (
            "cycles 8 [2,4,6,8,1,3,5]",
            "8 is none of the positions of this list of 7",
        ),
        ("order 52 klondyke", "did you mean 'klondike'?"),
        ("permutation 3 1 2", "faro inspect 3 1 2"),
        (
            "odds royal flush",
            "`faro odds --of 4x5 --see 5 --at-least 5`",
        ),
        ("mix --deck 52", "the number of cards is --cards 52"),
        (
            "group 8 in,out --order",
            "the order of the group comes first",
        ),
        ("odds --of 4 --of 13", "--want 2/4 --want 3/13"),
        ("simulate 52 gsr --samples 1,000", "type 1000"),
        (
            "law 5 fisher-yates --statistic derangements",
            "--statistic fixed-points --at-most 0",
        ),
        ("law 3 1/0", "`faro list shuffles`"),
        ("group 52 --contains KH", "this is a card"),
        ("odds 60 --of 24/60", "such as 24"),
        ("odds 52 --of hearts", "13 for a suit"),
        ("hands LRLR", "echo LRLR | faro hands"),
        ("sweep 100..2", "expected 2..=100"),
        (
            "deck 52 out --deal 7x10",
            "invalid value '7x10' for '--deal",
        ),
    ] {
        let text = printed(&faro().args(line.split(' ')).output_in_time());
        assert!(text.contains(tip), "{line}: {text}");
    }
}
