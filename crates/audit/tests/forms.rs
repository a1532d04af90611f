//! Decks in texts of other forms than plain lines: what is read, and how a line that does not fit is described.

use faro::shuffle::{Choices, Generator, Seed};
use faro_audit::lines::{Form, Known, Translator};

fn decks(text: &str, cards: Option<usize>) -> (Form, Vec<String>, Known) {
    let mut translator =
        Translator::guess(text, cards).unwrap_or_else(|| panic!("no form of {text:?}"));
    let mut decks: Vec<String> = text
        .lines()
        .flat_map(|line| translator.line(line).unwrap())
        .collect();
    decks.extend(translator.finish().unwrap());
    (translator.form(), decks, translator.known())
}

#[test]
fn words_around_a_deck_are_not_cards() {
    for text in [
        "Deck 7: 5 3 1 2 4\nDeck 8: 1 2 3 5 4\n",
        "7: 5 3 1 2 4\n8: 1 2 3 5 4\n",
        "12:30:01 5 3 1 2 4\n12:30:02 1 2 3 5 4\n",
        "2026-11-27 12:30:01 INFO shuffle: [5, 3, 1, 2, 4]\n2026-11-27 12:30:02 INFO shuffle: [1, 2, 3, 5, 4]\n",
        "# a comment\n- [5, 3, 1, 2, 4]\n- [1, 2, 3, 5, 4]\n",
        "my decks follow\n5 3 1 2 4\n1 2 3 5 4\n",
        "5.0 3.0 1.0 2.0 4.0\n1.0 2.0 3.0 5.0 4.0\n",
        "\x1b[31m5\x1b[0m 3 1 2 4\n1 2 3 \x1b[32m5\x1b[0m 4\n",
        "5 3 1 2 4 # first\n1 2 3 5 4 # second\n",
        "1,12:30,\"5 3 1 2 4\"\n2,12:31,\"1 2 3 5 4\"\n",
        "main,5,3,1,2,4\nmain,1,2,3,5,4\n",
        ",0,1,2,3,4\n0,5,3,1,2,4\n1,1,2,3,5,4\n",
        "\"\",\"V1\",\"V2\",\"V3\",\"V4\",\"V5\"\n\"1\",5,3,1,2,4\n\"2\",1,2,3,5,4\n",
        "     [,1] [,2] [,3] [,4] [,5]\n[1,]    5    3    1    2    4\n[2,]    1    2    3    5    4\n",
        "table,c1,c2,c3,c4,c5\n0,5,3,1,2,4\n0,1,2,3,5,4\n",
        "c1,c2,c3,c4,c5,err\n5,3,1,2,4,0\n1,2,3,5,4,0\n",
        "2026,5,3,1,2,4\n2026,1,2,3,5,4\n",
    ] {
        let (form, decks, known) = decks(text, None);
        assert_eq!(form, Form::Words, "{text:?}");
        assert_eq!(decks, ["5 3 1 2 4", "1 2 3 5 4"], "{text:?}");
        assert_eq!(known, Known::Order);
    }
}

#[test]
fn names_and_kinds() {
    let (_, decks_read, known) = decks("R10 R2 Y1 B3\nY1 R2 B3 R10\n", None);
    assert_eq!(decks_read, ["R10 R2 Y1 B3", "Y1 R2 B3 R10"]);
    assert_eq!(
        known,
        Known::Names(["B3", "R2", "R10", "Y1"].map(String::from).into())
    );
    let (_, decks_read, _) = decks(
        "Sol Ring, Island, Bear Cub\nIsland, Bear Cub, Sol Ring\n",
        None,
    );
    assert_eq!(decks_read[0], "Sol_Ring Island Bear_Cub");
    assert_eq!(decks("a b a c\nb a c a\n", None).2, Known::Kinds);
}

#[test]
fn cards_on_lines_of_their_own_and_tables() {
    assert_eq!(decks("3\n1\n2\n\n1\n2\n3\n", None).1, ["3 1 2", "1 2 3"]);
    assert_eq!(decks("3\n1\n2\n1\n2\n3\n", None).1, ["3 1 2", "1 2 3"]);
    assert_eq!(decks("3 1 2 1 2 3", Some(3)).1, ["3 1 2", "1 2 3"]);
    let names = "Sol Ring\nOpt\nBear Cub\n\nOpt\nBear Cub\nSol Ring\n";
    assert_eq!(
        decks(names, None).1,
        ["Sol_Ring Opt Bear_Cub", "Opt Bear_Cub Sol_Ring"]
    );
    let titles = ["Sol_Ring Opt Bear_Cub", "Opt Bear_Cub Sol_Ring"];
    for text in [
        "Sol Ring | Opt | Bear Cub\nOpt | Bear Cub | Sol Ring\n",
        "Sol Ring -> Opt -> Bear Cub\nOpt -> Bear Cub -> Sol Ring\n",
        "Sol Ring|Opt|Bear Cub\nOpt|Bear Cub|Sol Ring\n",
        "Deck 1:\nSol Ring\nOpt\nBear Cub\nDeck 2:\nOpt\nBear Cub\nSol Ring\n",
        "## Deck 1\n1. Sol Ring\n2. Opt\n3. Bear Cub\n\n## Deck 2\n1. Opt\n2. Bear Cub\n3. Sol Ring\n",
        "Sol Ring\nOpt\nBear Cub\n\nOpt\nBear Cub\nSol Ring\n",
        "1. Sol Ring\n2. Opt\n3. Bear Cub\n1. Opt\n2. Bear Cub\n3. Sol Ring\n",
        "#EXTM3U\nSol Ring\nOpt\nBear Cub\n#EXTM3U\nOpt\nBear Cub\nSol Ring\n",
    ] {
        assert_eq!(decks(text, None).1, titles, "{text}");
    }
    for text in ["1) CAB\n2) BCA\n", "[[1]]\n[1] C A B\n\n[[2]]\n[1] B C A\n"] {
        assert_eq!(decks(text, None).1, ["C A B", "B C A"], "{text}");
    }
    let numbers = "Card 1\nCard 2\nCard 3\n\nCard 2\nCard 1\nCard 3\n";
    assert_eq!(decks(numbers, None).1[1], "Card_2 Card_1 Card_3");
    let fair = ["red fox blue owl red owl", "blue owl red owl red fox"];
    let text = fair.join("\n") + "\n";
    assert_eq!(decks(&text, None).1[0], "red_fox blue_owl red_owl");
    let spanish = "as de oros dos de oros as de copas\ndos de oros as de copas as de oros\n";
    assert_eq!(
        decks(spanish, None).1[0],
        "as_de_oros dos_de_oros as_de_copas"
    );
    let versus = "Ann vs Bob vs Cid\nCid vs Ann vs Bob\n".repeat(4);
    assert_eq!(decks(&versus, None).1[..2], ["Ann Bob Cid", "Cid Ann Bob"]);
    assert_eq!(
        decks("Rome>Oslo>Bern\nOslo>Bern>Rome\n", None).1[1],
        "Oslo Bern Rome"
    );
    let cycles = "(1 2 3 4 5)(6 7 8)\n(2 1 3 5 4)(8 7 6)\n";
    assert!(Translator::guess(cycles, None).is_none());
    assert!(Translator::guess("a b c\na b d\na b c\na b d\n", None).is_none());
    let pairs = "[('Ace', 'Spades'), ('10', 'Hearts'), ('2', 'Clubs')]\n";
    assert_eq!(decks(pairs, None).1, ["AS 10H 2C"]);
    let table = "| # | deck |\n|---|---|\n| 1 | 5 3 1 2 4 |\n| 2 | 1 2 3 4 5 |\n";
    assert_eq!(decks(table, None).1, ["5 3 1 2 4", "1 2 3 4 5"]);
    let table = "game,position,card\n1,1,3\n1,2,1\n1,3,2\n2,1,1\n2,2,2\n2,3,3\n";
    assert_eq!(decks(table, None).1, ["3 1 2", "1 2 3"]);
    assert_eq!(decks("TSZJ\nJZST\n", None).1, ["T S Z J", "J Z S T"]);
}

#[test]
fn boards_of_bridge() {
    let pbn = "[Event \"\"]\n[Deal \"N:K763.Q.983.Q9765 AJ54.K87432.K.83 Q9.AJ95.AQT54.K2 T82.T6.J762.AJT4\"]\n";
    let lin = "qx|o1|md|3SQ9HAJ95DAQT54CK2,ST82HT6DJ762CAJT4,SK763HQD983CQ9765,|sv|o|\n";
    let line = "♠K763♥Q♦983♣Q9765 ♠AJ54♥K87432♦K♣83 ♠Q9♥AJ95♦AQT54♣K2 ♠T82♥T6♦J762♣AJT4\n";
    let [(_, a, _), (_, b, _), (_, c, _)] = [pbn, lin, line].map(|text| decks(text, None));
    assert_eq!((a.len(), &a), (1, &c));
    assert_eq!(a, b);
    let east = pbn.replace("N:", "W:");
    assert_eq!(
        decks(&east, None).1[0].split(' ').nth(39),
        a[0].split(' ').next()
    );
}

#[test]
fn a_line_that_does_not_fit_is_an_error() {
    let text = "Deck 1: 1 2 3\nDeck 2: 3 2 1\n";
    let mut translator = Translator::guess(text, None).unwrap();
    assert!(translator.line("Deck 1: 1 2 3").unwrap() == ["1 2 3"]);
    for (line, why) in [
        ("Deck 2: 1 2 4", "'4' is not a card"),
        ("Deck 3: 1 2 2", "card 2 twice, card 3 missing"),
    ] {
        assert!(translator.line(line).unwrap_err().contains(why), "{line}");
    }
    assert!(Translator::guess("<html>\n<p>hello there</p>\n", None).is_none());
    assert!(Translator::guess("", None).is_none());
}

proptest::proptest! {
    /// For any text, `guess` and `line` return decks with equal cards or refuse, and never panic.
    #[test]
    fn any_text_is_read_or_refused(
        lines in proptest::collection::vec("[ -~♠♥\\[\\]\"\u{1b}0-9]{0,24}", 0..6),
        cards in proptest::option::of(0usize..8),
    ) {
        let text = lines.join("\n");
        for form in Form::ALL {
            let Some(mut translator) = Translator::of(form, &text, cards) else { continue };
            let found = text.lines().flat_map(|line| translator.line(line).unwrap_or_default());
            let mut decks: Vec<String> = found.collect();
            decks.extend(translator.finish().ok().flatten());
            let sorted_cards = |deck: &String| {
                    let mut cards: Vec<String> = deck.split(' ').map(String::from).collect();
                    cards.sort();
                    cards
                };
            proptest::prop_assert!(decks.windows(2).all(|pair| sorted_cards(&pair[0]) == sorted_cards(&pair[1])));
        }
    }
}

/// Returns lines of `decks` shuffled decks of the cards `cards`.
fn shuffled(cards: &[&str], decks: usize) -> Vec<Vec<String>> {
    let mut deck: Vec<String> = cards.iter().map(|card| card.to_string()).collect();
    (0..decks)
        .map(|round| {
            let card = deck.remove(round % cards.len());
            deck.push(card);
            deck.rotate_left(round * 7 % cards.len());
            deck.clone()
        })
        .collect()
}

const FACES: [&str; 8] = ["AS", "KS", "10H", "2H", "QD", "3D", "JC", "4C"];

const NUMBERS: [&str; 8] = ["0", "1", "2", "3", "4", "5", "6", "7"];

/// Words that are no cards and the same on all lines are left out, and named.
#[test]
fn labels_between_cards() {
    for cards in [FACES, NUMBERS] {
        let decks_given = shuffled(&cards, 9);
        for (before, between, named) in [
            ("P1", "P2", "P1, P2"),
            ("Alice:", "| Bob:", "Alice:, Bob:"),
            ("North", "and then South", "North, and, then, South"),
        ] {
            let line = |deck: &Vec<String>| {
                let hands = [deck[..4].join(" "), deck[4..].join(" ")];
                format!("{before} {} {between} {}\n", hands[0], hands[1])
            };
            let text: String = decks_given.iter().map(line).collect();
            let (form, found, known) = decks(&text, None);
            let expected: Vec<String> = decks_given.iter().map(|deck| deck.join(" ")).collect();
            assert_eq!((form, &found), (Form::Words, &expected), "{text}");
            assert_eq!(known == Known::Order, cards == NUMBERS);
            let translator = Translator::guess(&text, None).unwrap();
            assert!(translator.description().ends_with(named), "{text}");
        }
    }
    // A number that never moves is a card, and so is a name among names.
    let bottom = "3 1 2 4 end\n2 1 3 4 end\n1 3 2 4 end\n";
    assert_eq!(decks(bottom, None).1[0], "3 1 2 4");
    let names = "ant bee cow dog\nbee ant cow dog\n";
    assert_eq!(decks(names, None).1[0], "ant bee cow dog");
}

/// Among the other words of a log, a word that is the same on all lines is no card, and a sentence is no deck.
#[test]
fn words_of_a_log() {
    let names = ["ant", "bee", "cow", "dog"];
    let log: String = shuffled(&names, 9)
        .iter()
        .enumerate()
        .map(|(game, deck)| format!("game {game}: shuffled {} now\n", deck.join(" ")))
        .collect();
    let translator = Translator::guess(&log, None).unwrap();
    assert!(translator.description().ends_with("shuffled, now"));
    assert_eq!(decks(&log, None).1[1], shuffled(&names, 9)[1].join(" "));
    let sentence: String = (0..9).map(|at| format!("0.{at} is no deck\n")).collect();
    assert!(Translator::guess(&sentence, None).is_none());
}

/// Beside the other words of a log, a name that never moves is a card that may be a label. In brackets, all names are cards, and
/// nothing else is.
#[test]
fn names_that_never_move() {
    let names = ["Ann", "Bob", "Cid", "Dan", "Eve"];
    let doubtful = |line: &dyn Fn(usize, String) -> String, fixed: &str| {
        let decks = shuffled(&names, 9).into_iter().enumerate();
        let text: String = decks
            .map(|(game, deck)| line(game, format!("{}, {fixed}", deck.join(", "))) + "\n")
            .collect();
        let translator = Translator::guess(&text, None).unwrap();
        let Known::Names(cards) = translator.known() else {
            panic!("{text}")
        };
        (translator.doubtful().to_vec(), cards.len())
    };
    let log = |game: usize, deck: String| format!("INFO Game {game}: {deck}");
    let rust = |_: usize, deck: String| format!("Deck {{ cards: [{deck}] }}");
    assert_eq!(doubtful(&log, "Zoe"), (vec!["Zoe".into()], 6));
    assert_eq!(doubtful(&rust, "Zoe"), (vec![], 6));
}

/// Names in quotes may have commas and quotes, and a sign between commas is a card. What never moves in a list is a card.
#[test]
fn names_in_lists() {
    let names = ["Smith, Jo", "Toys \\\"R\\\" Us", "H&M", "3M", "Ann", "*"];
    let quoted: Vec<Vec<String>> = shuffled(&names, 9)
        .iter()
        .map(|deck| deck.iter().map(|name| format!("\"{name}\"")).collect())
        .collect();
    for (begin, between, end) in [("[", ", ", "]"), ("order: [", ", ", "]"), ("[1] ", " ", "")] {
        let line =
            |deck: &Vec<String>| format!("{begin}{}{between}\"🥝\"{end}\n", deck.join(between));
        let text: String = quoted.iter().map(line).collect();
        let sizes: Vec<usize> = decks(&text, None)
            .1
            .iter()
            .map(|deck| deck.split(' ').count())
            .collect();
        let expected = if between == " " { 6 } else { 7 };
        assert_eq!(sizes, [expected; 9], "{text}");
    }
}

/// Names of several words that are pairs between commas.
#[test]
fn pairs_between_commas() {
    let teams = [
        "Leeds",
        "Aston Villa",
        "West Ham United",
        "Spurs",
        "Man City",
        "Wolves",
    ];
    let drawn = shuffled(&teams, 9);
    let pairs = |deck: &Vec<String>| {
        let pairs: Vec<String> = deck.chunks(2).map(|pair| pair.join(" v ")).collect();
        format!("Draw: {}\n", pairs.join(", "))
    };
    let text: String = drawn.iter().map(pairs).collect();
    let expected: Vec<String> = drawn
        .iter()
        .map(|deck| {
            deck.iter()
                .map(|team| team.replace(' ', "_"))
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    assert_eq!(decks(&text, None).1, expected);
    // Words between commas are parts of names, and no cards.
    assert!(Translator::guess(&text.replace(" v ", " beat "), None).is_none());
}

/// Returns `decks` fairly shuffled packs of 52 faces.
fn fair_packs(decks: usize) -> Vec<Vec<String>> {
    let (mut generator, pack) = (Generator::unit(&Seed::from(7), 0), {
        let suits = ["s", "h", "d", "c"].into_iter();
        suits.flat_map(|suit| {
            "A23456789TJQK"
                .chars()
                .map(move |rank| format!("{rank}{suit}"))
        })
    });
    let mut deck: Vec<String> = pack.collect();
    let shuffled = (0..decks).map(|_| {
        for at in (1..deck.len()).rev() {
            deck.swap(at, generator.below(at as u32 + 1) as usize);
        }
        deck.clone()
    });
    shuffled.collect()
}

/// Returns a table with the rows that `row` makes from the number of each deck and the number of the row in it.
fn rows_of(heading: &str, rows: usize, row: impl Fn(&[String], usize, usize) -> String) -> String {
    let lines = (0..).zip(fair_packs(40)).flat_map(|(game, deck)| {
        let lines = (0..rows).map(|at| row(&deck, game, at) + "\n");
        lines.collect::<Vec<String>>()
    });
    std::iter::once(heading.to_string()).chain(lines).collect()
}

/// Seats, turns and the names of players are the same in every game: they are never read as cards.
#[test]
fn counters_are_no_cards() {
    let players = ["Anna", "Bob", "Cem", "Dee"];
    let hand = |deck: &[String], at: usize, cards: usize, separator: &str| {
        deck[at * cards..(at + 1) * cards].join(separator)
    };
    let texts = [
        (
            rows_of("game,seat,card1,card2\n", 6, |deck, game, at| {
                format!("{game},{at},{}", hand(deck, at, 2, ","))
            }),
            vec![2; 6],
        ),
        (
            rows_of("game,seat,hand\n", 4, |deck, game, at| {
                format!("{game},{at},{}", hand(deck, at, 5, " "))
            }),
            vec![5; 4],
        ),
        (
            rows_of("hand_id,player,hole1,hole2,won\n", 4, |deck, game, at| {
                let won = usize::from(game % 4 == at);
                format!("{game},{},{},{won}", players[at], hand(deck, at, 2, ","))
            }),
            vec![2; 4],
        ),
        (
            rows_of("game,seat,c1,c2,c3\n", 4, |deck, game, at| {
                format!("{game},{at},{}", hand(deck, at, 3, ","))
            }),
            vec![3; 4],
        ),
        (
            // The players change their seats.
            rows_of("game,player,hole1,hole2\n", 4, |deck, game, at| {
                let player = players[(at + game * game) % 4];
                format!("{game},{player},{}", hand(deck, at, 2, ","))
            }),
            vec![2; 4],
        ),
        (
            rows_of("game,turn,card\n", 10, |deck, game, at| {
                format!("{game},{at},{}", deck[at])
            }),
            vec![1; 10],
        ),
        (
            rows_of("", 10, |deck, game, at| {
                let (rank, suit) = deck[at].split_at(1);
                format!("{game},{rank},{suit}")
            }),
            vec![1; 10],
        ),
        (
            rows_of("hand,h1,h2,f1,f2,f3\n", 1, |deck, game, _| {
                format!("{game},{}", hand(deck, 0, 5, ","))
            }),
            vec![1; 5],
        ),
        (
            rows_of("", 1, |deck, game, _| {
                let holes = [0, 1].map(|at| hand(deck, at, 2, ""));
                format!("{game},{},{}", holes.join(","), deck[4..9].join(" "))
            }),
            vec![2, 2, 5],
        ),
        (
            rows_of("board,N,E,S,W\n", 1, |deck, game, _| {
                let hands = [0, 1, 2, 3].map(|at| hand(deck, at, 13, " "));
                format!("{game},{}", hands.join(","))
            }),
            vec![13; 4],
        ),
    ];
    for (text, sizes) in texts {
        assert!(Translator::guess(&text, None).is_none(), "{text}");
        let (mut translator, found) = Translator::of_deals(&text).unwrap();
        assert_eq!(found, sizes, "{text}");
        let mut read: Vec<String> = text
            .lines()
            .flat_map(|line| translator.line(line).unwrap())
            .collect();
        read.extend(translator.finish().unwrap());
        let seen: usize = sizes.iter().sum();
        let expected: Vec<String> = fair_packs(40)
            .iter()
            .map(|deck| deck[..seen].join(" ").to_uppercase().replace('T', "10"))
            .collect();
        assert_eq!(read, expected, "{text}");
    }
    for text in [
        "game,turn\n1,1\n1,2\n1,3\n2,1\n2,2\n2,3\n3,1\n3,2\n3,3\n",
        "1,Ann\n1,Bob\n1,Cem\n2,Ann\n2,Bob\n2,Cem\n3,Ann\n3,Bob\n3,Cem\n",
    ] {
        let why = Translator::misfit(Form::Rows, text, None);
        assert!(
            why.ends_with("make decks of the same cards in several orders"),
            "{why}"
        );
        assert!(Translator::of_deals(text).is_none());
    }
    let json = rows_of("", 6, |deck, game, at| {
        let hand = hand(deck, at, 2, "\", \"");
        format!("{{\"game\": {game}, \"cards\": [\"{hand}\"]}}")
    });
    assert!(Translator::of_deals(&json).is_none());
}

/// Numbers of a pack are cards in a table whose columns have names. Hands of bridge may have points between suits.
#[test]
fn a_row_of_cards_for_each_deal() {
    let (pack, mut rows, mut boards) = (fair_packs(1).remove(0), String::new(), String::new());
    for (game, deck) in fair_packs(40).iter().enumerate() {
        let number = |card| pack.iter().position(|other| other == card).unwrap();
        let cards: Vec<String> = deck[..7]
            .iter()
            .map(|card| number(card).to_string())
            .collect();
        rows += &format!("{game},{}\n", cards.join(","));
        let suit = |hand: &[String], suit: &str| -> String {
            let cards = hand.iter().filter(|card| card.ends_with(suit));
            cards.map(|card| &card[..1]).collect()
        };
        let hands = deck
            .chunks(13)
            .map(|hand| ["s", "h", "d", "c"].map(|s| suit(hand, s)).join("."));
        boards += &format!("{game},{}\n", hands.collect::<Vec<String>>().join(","));
    }
    let named = format!("hand,h1,h2,f1,f2,f3,t,r\n{rows}");
    let (mut translator, sizes) = Translator::of_deals(&named).unwrap();
    assert_eq!(sizes, [1; 7]);
    translator.line("0,9,8,7,6,5,4,3").unwrap();
    assert_eq!(translator.finish().unwrap().unwrap(), "9 8 7 6 5 4 3");
    assert!(Translator::of_deals(&rows).is_none());
    assert_eq!(Translator::of_deals(&boards).unwrap().1, [13; 4]);
}

/// Columns of ranks and suits that are numbers are one card together.
#[test]
fn ranks_and_suits_as_numbers() {
    for (heading, row) in [
        ("game,pos,rank,suit\n", true),
        ("game,pos,suit,rank\n", false),
        ("", true),
    ] {
        let suits = ["s", "h", "d", "c"];
        let text = rows_of(heading, 52, |deck, game, at| {
            let (rank, suit) = deck[at].split_at(1);
            let rank = "A23456789TJQK".find(rank).unwrap() + 1;
            let suit = suits.iter().position(|other| *other == suit).unwrap();
            match row {
                true => format!("{game},{at},{rank},{suit}"),
                false => format!("{game},{at},{suit},{rank}"),
            }
        });
        let (form, found, known) = decks(&text, None);
        assert_eq!((form, found.len()), (Form::Rows, 40), "{heading}");
        assert!(matches!(known, Known::Names(names) if names.len() == 52));
        let differ = found.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert_eq!(differ, 39);
    }
}

/// A card that is written as a group of values is one card.
#[test]
fn cards_that_are_groups() {
    type Card = fn(usize) -> String;
    let cards: [(Card, bool); 5] = [
        (
            |card| format!("Card(rank={}, suit={})", card % 13 + 1, card / 13),
            false,
        ),
        (|card| format!("({}, {})", card % 13 + 1, card / 13), false),
        (
            |card| format!("{{suit: {}, rank: {}}}", card / 13, card % 13 + 1),
            false,
        ),
        (
            |card| {
                let rank = &"A23456789TJQK"[card % 13..=card % 13];
                format!(
                    "Card(rank='{rank}', suit='{}')",
                    ["S", "H", "D", "C"][card / 13]
                )
            },
            true,
        ),
        (
            |card| {
                let rank = &"A23456789TJQK"[card % 13..=card % 13];
                format!(
                    "('{}', '{rank}')",
                    ["Spades", "Hearts", "Diamonds", "Clubs"][card / 13]
                )
            },
            true,
        ),
    ];
    let mut generator = Generator::unit(&Seed::from(3), 0);
    for (card, are_faces) in cards {
        let mut deck: Vec<usize> = (0..52).collect();
        let lines = (0..20).map(|_| {
            for at in (1..deck.len()).rev() {
                deck.swap(at, generator.below(at as u32 + 1) as usize);
            }
            let cards: Vec<String> = deck.iter().map(|&at| card(at)).collect();
            format!("[{}]\n", cards.join(", "))
        });
        let text: String = lines.collect();
        let (form, found, known) = decks(&text, None);
        assert_eq!((form, found.len()), (Form::Words, 20), "{text}");
        let Known::Names(names) = known else {
            panic!("{text}")
        };
        assert_eq!(names.len(), 52);
        assert_eq!(names.contains(&"10H".into()), are_faces);
        assert_eq!(
            Translator::guess(&text, None).unwrap().description(),
            "a deck a line"
        );
        // Hands of such cards are not decks of their values.
        let end = if text.contains('{') { "}, " } else { "), " };
        let part = |line: &str| line.split_inclusive(end).take(10).collect::<String>() + "\n";
        let hands: String = text.lines().map(part).collect();
        assert!(Translator::guess(&hands, None).is_none(), "{hands}");
    }
}

/// Returns a table with a row for each card, which `row` makes from the number of the deck, the position and the card.
fn table(heading: &str, cards: &[&str], row: impl Fn(usize, usize, &str) -> String) -> String {
    let rows = shuffled(cards, 5)
        .into_iter()
        .enumerate()
        .flat_map(|(number, deck)| {
            let rows = (0..)
                .zip(&deck)
                .map(|(at, card)| row(number, at, card) + "\n");
            rows.collect::<Vec<String>>()
        });
    std::iter::once(heading.to_string()).chain(rows).collect()
}

#[test]
fn tables_with_a_row_for_each_card() {
    type Row = fn(usize, usize, &str) -> String;
    let rows: [(&str, Row); 9] = [
        ("deal_id,pos,card\n", |deal, at, card| {
            format!("{deal},{at},{card}")
        }),
        ("", |deal, at, card| format!("{deal},{at},{card}")),
        ("hand_id\tpos\tcard\n", |deal, at, card| {
            format!("{}\t{}\t\"{card}\"", deal + 1000, at + 1)
        }),
        ("deck;card\n", |deal, _, card| format!("d{deal};{card}")),
        ("position,card\n", |_, at, card| {
            format!("{},{card}", at + 1)
        }),
        ("card,position,game\n", |deal, at, card| {
            format!("{card},{at},{deal}")
        }),
        ("id,deal_id,pos,card\n", |deal, at, card| {
            format!("{},{deal},{at},{card}", 8 * deal + at)
        }),
        ("deal_id,pos,at,card\r\n", |deal, at, card| {
            format!("{deal},{at},2026-11-27 12:0{deal},{card}\r")
        }),
        ("game,table,pos,card\n", |deal, at, card| {
            format!("{deal},7,{at},{card}")
        }),
    ];
    for cards in [FACES, NUMBERS] {
        let expected: Vec<String> = shuffled(&cards, 5)
            .iter()
            .map(|deck| deck.join(" "))
            .collect();
        for (heading, row) in rows {
            let text = table(heading, &cards, row);
            let (form, found, _) = decks(&text, None);
            assert_eq!((form, found), (Form::Rows, expected.clone()), "{text}");
        }
    }
    let suits = |deal: usize, at: usize, card: &str| {
        let (rank, suit) = card.split_at(card.len() - 1);
        format!("{deal},{at},{rank},{suit}")
    };
    for heading in ["deal_id,pos,rank,suit\n", ""] {
        let (form, found, _) = decks(&table(heading, &FACES, suits), None);
        assert_eq!((form, &found[0][..12]), (Form::Rows, "KS 10H 2H QD"));
    }
}

/// The rows of a deck may be in any order if the table has a column for the position.
#[test]
fn rows_in_any_order() {
    for cards in [FACES, NUMBERS] {
        let text = table("", &cards, |deal, at, card| format!("{deal},{at},{card}"));
        let mut rows: Vec<&str> = text.lines().collect();
        rows.chunks_mut(8).for_each(|deck| deck.swap(1, 6));
        let text = format!("deal,pos,card\n{}\n", rows.join("\n"));
        let expected: Vec<String> = shuffled(&cards, 5)
            .iter()
            .map(|deck| deck.join(" "))
            .collect();
        assert_eq!(decks(&text, None).1, expected, "{text}");
    }
}

#[test]
fn tables_that_do_not_fit() {
    let text = table("deal,pos,card\n", &FACES, |deal, at, card| {
        format!("{deal},{at},{card}")
    });
    let row = "2,3,";
    let at = text.lines().position(|line| line.starts_with(row)).unwrap();
    let changed = |to: &str| {
        let lines = text.lines().enumerate();
        let line =
            |(number, line): (usize, &str)| format!("{}\n", if number == at { to } else { line });
        lines.map(line).collect::<String>()
    };
    // A wrong deck is reported at the first row of the next deck.
    for (wrong, line, why) in [
        (changed("2,AS"), 21, "2 fields instead of 3"),
        (changed("2,x,AS"), 21, "the position 'x' is not a number"),
        (changed("2,4,AS"), 26, "lacks position 3, or has one twice"),
        (
            changed("2,3,XX"),
            26,
            "'XX' is not a card of the other decks",
        ),
    ] {
        let mut translator = Translator::guess(&wrong, None).unwrap();
        let errors: Vec<(usize, String)> = (1..)
            .zip(wrong.lines())
            .filter_map(|(number, line)| Some((number, translator.line(line).err()?)))
            .collect();
        assert!(
            errors[0].0 == line && errors[0].1.contains(why),
            "{errors:?}\n{wrong}"
        );
    }
    for (text, why) in [
        (
            "1 2 3\n3 2 1\n",
            "such as deal,pos,card; line 1 has 1 field",
        ),
        (
            "1,2\n3,4\n",
            "no such columns make decks of the same cards in several orders",
        ),
    ] {
        assert!(
            Translator::misfit(Form::Rows, text, None).ends_with(why),
            "{text}"
        );
    }
}

/// The beginning of a long text ends within a deck.
#[test]
fn a_beginning_that_ends_within_a_deck() {
    let row = |deal: usize, at: usize, card: &str| format!("{deal},{at},{card}");
    let text = table("deal,pos,card\n", &FACES, row);
    for lines in 20..text.lines().count() {
        let beginning: String = text
            .lines()
            .take(lines)
            .flat_map(|line| [line, "\n"])
            .collect();
        assert_eq!(
            Translator::guess(&beginning, None).unwrap().form(),
            Form::Rows,
            "{lines}"
        );
    }
}

#[test]
fn decks_without_line_ends() {
    let cards: Vec<String> = (1..=12).map(|card| card.to_string()).collect();
    let cards: Vec<&str> = cards.iter().map(String::as_str).collect();
    let given = shuffled(&cards, 20);
    let expected: Vec<String> = given.iter().map(|deck| deck.join(" ")).collect();
    let halves = given
        .iter()
        .map(|deck| [deck[..6].join(" "), deck[6..].join(" ")].join("\n"));
    for text in [
        expected.join(" "),
        halves.collect::<Vec<_>>().join("\n") + "\n",
    ] {
        assert_eq!(decks(&text, None).1, expected, "{text}");
    }
    // A line of fewer decks may be one deck of several packs.
    assert!(Translator::guess(&expected[..19].join(" "), None).is_none());
}

/// The cards are found in a line by what stands between them, whatever stands around them.
#[test]
fn a_run_of_cards_in_a_line() {
    let packs = fair_packs(9);
    let expected: Vec<String> = decks(&lines_of(&packs, |_, deck| deck.join(" ")), None).1;
    let forms: [fn(usize, &[String]) -> String; 7] = [
        |at, deck| format!("{at},{},ann", deck.join(" ")),
        |at, deck| format!(r#""2026-03-01 12:00","{at}","{}","P1""#, deck.join(" ")),
        |at, deck| format!("{at};{};P1", deck.join(",")),
        |at, deck| format!("{at},{}", deck.join("-")),
        |at, deck| format!("{at},{}", deck.concat()),
        |at, deck| format!("2026-03-01 [INFO] game={at} deck={}", deck.join(",")),
        |at, deck| format!("{at}\t{}\tpot 3", deck.join("|")),
    ];
    for row in forms {
        let text = String::from("id,deck\n") + &lines_of(&packs, row);
        let (form, found, _) = decks(&text, None);
        assert_eq!((form, &found), (Form::Words, &expected), "{text}");
    }
    // What never changes may be something else than a deck.
    let limits = lines_of(&packs, |at, _| format!("{at}: limits=0-1-2-3-4-5 of {at}"));
    assert!(Translator::guess(&limits, None).is_none());
}

/// Returns a text with the line that `row` makes of each deck and its number.
fn lines_of(decks: &[Vec<String>], row: impl Fn(usize, &[String]) -> String) -> String {
    let lines = decks.iter().enumerate();
    lines.map(|(at, deck)| row(at, deck) + "\n").collect()
}

/// A deck has several lines, after a line with its number or with the indices that R prints.
#[test]
fn decks_with_headings() {
    let packs = fair_packs(9);
    let expected: Vec<String> = decks(&lines_of(&packs, |_, deck| deck.join(" ")), None).1;
    let rows = |deck: &[String]| {
        let rows: Vec<String> = deck.chunks(13).map(|row| row.join(" ")).collect();
        rows.join("\n")
    };
    let forms: [fn(usize, &str) -> String; 5] = [
        |at, rows| format!("Deck {at}\n{rows}"),
        |at, rows| format!("Shuffle #{at}:\n{rows}\n"),
        |at, rows| format!("--- {at} ---\n{rows}"),
        |at, rows| format!("[{at}]\n{rows}"),
        |_, rows| format!(" [1] {}", rows.replacen('\n', "\n[14] ", 1)),
    ];
    for row in forms {
        let text = lines_of(&packs, |at, deck| row(at, &rows(deck)));
        assert_eq!(decks(&text, None).1, expected, "{text}");
    }
    // A line of another kind is an error, and so is a deck that a heading cuts short.
    let text = lines_of(&packs, |at, deck| format!("Deck {at}\n{}", rows(deck)));
    for (line, why) in [("Deck 9", "has only 13 cards"), ("hello", "'hello' is not")] {
        let mut translator = Translator::guess(&text, None).unwrap();
        let lines = text.lines().take(7).chain([line]);
        let lines = lines.chain(text.lines().skip(7).take(3));
        let wrong = lines.filter_map(|line| translator.line(line).err()).next();
        assert!(wrong.is_some_and(|wrong| wrong.contains(why)), "{line}");
    }
}

/// A line that is nearly a deck is never taken as a heading.
#[test]
fn a_first_line_that_is_nearly_a_deck() {
    let rest = "Deck 2: 1 2 3 4\nDeck 3: 4 3 2 1\nDeck 4: 2 1 4 3\n";
    for first in ["Deck 1: 0 1 2 3", "Deck 1: 1 2 3 3", "Deck 1: 1 2 3"] {
        assert!(
            Translator::guess(&format!("{first}\n{rest}"), None).is_none(),
            "{first}"
        );
    }
    assert_eq!(decks(&format!("3 decks follow\n{rest}"), None).1.len(), 3);
}

/// A deal with a hand of 12 cards is reported with the number of its board, and the others are read.
#[test]
fn a_bad_board() {
    let deal = "[Deal \"N:K763.Q.983.Q9765 AJ54.K87432.K.83 Q9.AJ95.AQT54.K2 T82.T6.J762.AJT4\"]\n";
    let text = format!("{deal}{}{deal}{deal}", deal.replace("K763", "K76"));
    let mut translator = Translator::guess(&text, None).unwrap();
    let read: Vec<_> = text.lines().map(|line| translator.line(line)).collect();
    assert_eq!(read[1], Err("board 2: 12 cards in a hand".into()));
    assert_eq!(read.iter().filter(|read| read.is_ok()).count(), 3);
}

#[test]
fn decimal_commas() {
    assert_eq!(
        decks("3,0;1,0;2,0\n1,0;2,0;3,0\n", None).1,
        ["3 1 2", "1 2 3"]
    );
}
