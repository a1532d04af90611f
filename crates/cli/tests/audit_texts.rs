//! Texts that `faro audit` cannot read as they are: each message names the fault, and what it says to type is run. The
//! texts are made in a shell from fair decks; without a shell the tests are skipped.

use std::path::{Path, PathBuf};

use crate::support::{has_tool, printed, shell_in, skipped};

/// Makes a folder with fair decks in `faces.txt` and `numbers.txt`. Returns `None` if there is no shell.
fn folder(name: &str) -> Option<PathBuf> {
    if !has_tool("sh") || !has_tool("sed") || !has_tool("awk") {
        skipped("a shell with sed and awk");
        return None;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let decks = "faro deck 52 fisher-yates --samples 400 --seed 1 -q";
    let made = shell_in(
        &folder,
        &format!("{decks} --faces >faces.txt && {decks} >numbers.txt"),
    );
    assert!(made.status.success(), "{}", printed(&made));
    Some(folder)
}

/// Returns the exit code and the output of an audit of the text that `make` prints.
fn audited(folder: &Path, make: &str, arguments: &str) -> (Option<i32>, String) {
    let line = format!("{make} >text; faro audit text {arguments}");
    let output = shell_in(folder, &line);
    (output.status.code(), printed(&output))
}

/// Returns the arguments that a message says to type.
fn suggested(message: &str) -> String {
    let (_, rest) = message
        .split_once(" --")
        .unwrap_or_else(|| panic!("{message}"));
    let options = rest.split(" to skip").next().unwrap_or_default();
    let options = options.split(", or ").next().unwrap_or_default();
    format!("--{}", options.trim().replace("bad N", "bad 1"))
}

#[test]
fn a_message_can_be_followed() {
    let Some(folder) = folder("audit_texts") else {
        return;
    };
    for (make, why, decks) in [
        (
            "sed '1s/K♠/1♠/' faces.txt",
            "line 1: '1♠' is not a playing card",
            399,
        ),
        (
            "sed '1s/$/ Joker/' faces.txt",
            "line 1: 'Joker' is not a playing card",
            399,
        ),
        (
            "sed '1s/ [^ ]*$//' faces.txt",
            "line 1: 51 cards instead of 52: card",
            399,
        ),
        (
            "sed '1s/K♠/A♣/' faces.txt",
            "line 1: card AC twice, card KS missing",
            399,
        ),
        (
            "sed '1s/ [^ ]*$//' numbers.txt",
            "line 1: there is no card 52 in a deck of 51 counted from 1",
            399,
        ),
        (
            "sed '1s/ [^ ]* / 1 /' numbers.txt",
            "line 1: card 1 twice",
            399,
        ),
        (
            SEATS_IN_ROWS,
            "a table with hands of one deck for each deal; type --hands 2,2,2,2,2,2 --cards 52",
            400,
        ),
        (
            "awk '{for (i = 0; i < 10; i++) print NR \",\" i \",\" $(i + 1)}' faces.txt",
            "a table with 10 cards of each deal, not a whole pack; type --see 10 --cards 52",
            400,
        ),
        (
            "awk '{for (i = 0; i < 6; i++) print \"{\\\"seat\\\": \" i \", \\\"cards\\\": [\\\"\" $(2 * i + 1) \"\\\", \\\"\" $(2 * i + 2) \"\\\"]}\"}' faces.txt",
            "lines 1 to 6, 7 to 12, … never share a card: they look like hands of one deal; type --hands 2,2,2,2,2,2 --cards 52",
            400,
        ),
        (
            "awk '{print \"{\\\"players\\\": [[\\\"\" $1 \"\\\", \\\"\" $2 \"\\\"], [\\\"\" $3 \"\\\", \\\"\" $4 \"\\\"], [\\\"\" $5 \"\\\", \\\"\" $6 \"\\\"], [\\\"\" $7 \"\\\", \\\"\" $8 \"\\\"]], \\\"board\\\": [\\\"\" $9 \"\\\"]}\"}' faces.txt",
            "they look like hands of one deal; type --field players --hands 2,2,2,2 --cards 52",
            400,
        ),
        (
            "awk 'BEGIN {print \"hand,h1,h2,flop\"} {print NR \",\" $1 \",\" $2 \",\" $3}' faces.txt",
            "a table with 3 cards of each deal, not a whole pack; type --see 3 --cards 52",
            400,
        ),
        (
            "awk '{for (i = 0; i < 4; i++) {printf \"%d \", i; for (j = 1; j <= 13; j++) printf \" %s\", $(13 * i + j); print \"\"}}' faces.txt",
            "type --pattern '* {deck}' --hands 13,13,13,13 --cards 52",
            400,
        ),
        (
            "awk 'NR == 1 {first = $0} {print \"before: \" first; print \"after: \" $0}' numbers.txt",
            "the decks after 'before:' were not shuffled, or follow from other lines; for the decks to judge type --pattern 'after: {deck}'",
            400,
        ),
        (
            "awk '{print \"12:00 shuffled \" $0; top = $1; $1 = \"\"; print \"12:00 cut\" $0, top}' numbers.txt",
            "type --pattern '*shuffled {deck}'",
            400,
        ),
        (
            SEATS_IN_BRACKETS,
            "--pattern '*[{deck}]*' --hands 2,2,2,2,2,2 --cards 52",
            400,
        ),
        (
            "awk '{gsub(\" \", \",\"); if (NR == 1) first = $0; print \"{\\\"before\\\": [\" first \"], \\\"after\\\": [\" $0 \"]}\"}' numbers.txt",
            "the fields 'before' and 'after' both hold lists; expected the name of the field that holds the deck, for example --field after",
            400,
        ),
        (
            "awk '{print $1, $2}' faces.txt",
            "line 1: 2 cards of a pack of 52; for hands of a deck of 52 type --hands 2 --cards 52, or --see 2 --cards 52 for its first cards in their order",
            400,
        ),
        (
            "awk '{print $1, $2 \" | \" $3, $4 \" | \" $5, $6, $7}' faces.txt",
            "these cards are no whole deck; for the cards of hands type --hands 2,2,3 --cards 52",
            400,
        ),
        (
            "awk '{for (i = 1; i <= NF; i++) $i = ($i - 1) % 26; print}' numbers.txt",
            "line 1: card 0 twice, card 26 missing; for cards that look alike type --composition first",
            400,
        ),
        (
            "awk '{for (i = 11; i <= NF; i++) $i = \"?\"; print}' numbers.txt",
            "line 1: '?' is no card; 10 cards of 52 are known; for the cards seen only type --see 10 --cards 52",
            400,
        ),
    ] {
        let (code, message) = audited(&folder, make, "-q");
        assert_eq!(code, Some(2), "{make}: {message}");
        assert!(message.contains(why), "{make}: {message}");
        let (code, report) = audited(&folder, make, &suggested(message.trim_end()));
        assert!(matches!(code, Some(0 | 3)), "{make}: {message}{report}");
        assert!(report.contains(&format!("{decks} decks")), "{report}");
    }
}

/// Writes two cards for each of six seats on a line of a table.
const SEATS_IN_ROWS: &str = "awk 'BEGIN {print \"game,seat,card1,card2\"} {for (i = 0; i < 6; i++) print NR \",\" i \",\" $(2 * i + 1) \",\" $(2 * i + 2)}' faces.txt";

/// Writes two cards for each of six seats on a line of a log.
const SEATS_IN_BRACKETS: &str = "awk '{for (i = 1; i <= 6; i++) print \"hand=\" NR \" Seat \" i \": [\" $(2 * i - 1), $(2 * i) \"]\"}' faces.txt";

/// The line of the shell that is suggested for several hands on a line of a log gives their cards.
#[test]
fn hands_in_a_log_have_a_line_of_the_shell() {
    let Some(folder) = folder("audit_texts_hands_of_log") else {
        return;
    };
    for form in [
        r#"awk '{print "Hand #" NR ": P1 [" $1, $2 "] P2 [" $3, $4 "] BOARD [" $5, $6, $7 "]"}' faces.txt"#,
        r#"awk '{print "hand#" NR " P1: " $1, $2 " P2: " $3, $4 " board: " $5, $6, $7}' faces.txt"#,
        r#"awk '{print "[12:00:" NR "] Player1: " $1, $2 " Player2: " $3, $4 " Board: " $5, $6, $7}' faces.txt"#,
    ] {
        let (code, message) = audited(&folder, form, "-q");
        assert_eq!(code, Some(2), "{message}");
        let tip = message.split("; for the cards of all hands type ").nth(1);
        let tip = tip.and_then(|tip| tip.split_once(" FILE | faro audit "));
        let (edit, options) = tip.unwrap_or_else(|| panic!("{message}"));
        let (code, report) = audited(&folder, &format!("{form} | {edit}"), options.trim_end());
        assert!(matches!(code, Some(0 | 3)), "{report}");
        let heading = "hands of 2, 2 and 3 of 52 cards, 400 decks";
        assert!(report.contains(heading), "{report}");
    }
}

/// Lines that are the hands of one deal are never judged as decks of their own.
#[test]
fn hands_of_one_deal_are_no_decks() {
    let Some(folder) = folder("audit_texts_hands") else {
        return;
    };
    let pattern = "-q --pattern '*[{deck}]*' --cards 52";
    for end in ["", " --decks 1200"] {
        let see = format!("{pattern} --see 2{end}");
        let (code, message) = audited(&folder, SEATS_IN_BRACKETS, &see);
        assert_eq!(code, Some(2), "{message}");
        let why = "lines 1 to 6, 7 to 12, … never share a card: they look like hands of one deal; type --hands 2,2,2,2,2,2 instead of --see 2\n";
        assert!(message.ends_with(why), "{message}");
    }
    let hands = format!("{pattern} --hands 2,2,2,2,2,2");
    let (code, report) = audited(&folder, SEATS_IN_BRACKETS, &hands);
    assert!(matches!(code, Some(0 | 3)), "{report}");
    let heading = "hands of 2, 2, 2, 2, 2 and 2 of 52 cards, 400 decks";
    assert!(report.contains(heading), "{report}");
    let (code, message) = audited(&folder, SEATS_IN_ROWS, "-q --see 2 --cards 52");
    assert_eq!(code, Some(2), "{message}");
}

#[test]
fn what_a_text_is_that_holds_no_lines_of_decks() {
    let Some(folder) = folder("audit_texts_others") else {
        return;
    };
    for (make, why) in [
        (
            "printf '%%PDF-1.4\\n1 0 obj\\n'",
            ": a PDF; expected text: copy the decks from it into a file of text",
        ),
        (
            "printf '\\211PNG\\r\\n'",
            ": a picture; expected decks as text",
        ),
        (
            "awk '{for (i = 1; i <= NF; i++) $i = $i + 1; print}' numbers.txt",
            "counted from 1; for cards that have other numbers use --start first",
        ),
        (
            "awk '{print \"<deck>\" $0 \"</deck>\"}' numbers.txt",
            "; for its text type sed 's/<[^>]*>/ /g' FILE | faro audit",
        ),
        (
            "printf '6 6 2 6 2\\n2 1 2 6 1\\n'",
            "; lines have numbers that come twice, and a deck has each card once",
        ),
        (
            "echo '(1 3 2)(4 5)'; echo '(1 2)(3 5 4)'",
            "; for permutations in cycle notation expected the lists of their images, as GAP's ListPerm(p, n) gives them",
        ),
        (
            "awk '{printf \"day %d:\", NR; for (i = 1; i < 7; i++) printf \" %s\", $i; print \"\"}' numbers.txt",
            "; for the cards in such lines type --pattern '*: {deck}'",
        ),
        (
            "printf '\\001\\002\\003\\004 x'",
            "this is a binary file, not text; for decks of N cards as bytes type --raw N",
        ),
        (
            "printf '\\037\\213\\010\\000'",
            ": a file compressed by gzip; expected text: gunzip -c FILE | faro audit",
        ),
        (
            "printf 'PK\\003\\004\\024'",
            ": a workbook or a zip archive; expected text: export a workbook as CSV, or unpack the archive",
        ),
        (
            "printf '\\377\\3761\\000 \\0002\\000\\n\\000'",
            "iconv -f UTF-16 -t UTF-8 FILE converts it",
        ),
        (
            "awk '{if (NR > 3) for (i = 1; i <= NF; i++) $i = $i - 1; print}' numbers.txt",
            "line 4: there is no card 0 in a deck of 52 counted from 1; expected all decks counted from 1, as the first one is",
        ),
        (
            "awk '{if (NR < 2) for (i = 1; i <= NF; i++) $i = $i - 1; print}' numbers.txt",
            "expected all decks counted from 0, as the first one is",
        ),
        (
            "yes 'Hello, shuffling now...' | head -300",
            ": the lines are the text 'Hello, shuffling now...'; expected a deck a line, such as 3 1 2 or AS 10H 2C",
        ),
        (
            "awk '{print \"Array\\n(\"; for (i = 1; i <= NF; i++) print \"    [\" i - 1 \"] => \" $i; print \")\"}' numbers.txt",
            ": 'Array' is how PHP's print_r prints lists; expected echo implode(' ', $deck) in the program",
        ),
        (
            "awk '{gsub(\" \", \",\"); print \"{\\\"id\\\": 1, \\\"deck\\\": \" (NR == 8 ? \"null\" : \"[\" $0 \"]\") \"}\"}' numbers.txt",
            "line 8: the field 'deck' holds no deck; use --skip-bad 9 to skip up to 9 such lines",
        ),
        (
            "{ cat faces.txt; tr ' ' , <numbers.txt; }",
            "line 401: no card is called '40'; use --skip-bad 9 to skip up to 9 such lines",
        ),
        (
            "awk 'BEGIN {printf \"[\"} {gsub(\" \", \",\"); if (NR == 8) sub(\",26,\", \",null,\"); printf \"%s[%s]\", (NR > 1 ? \",\" : \"\"), $0} END {print \"]\"}' numbers.txt",
            "line 1, deck 8: 'null' is not a number; use --skip-bad 9 to skip up to 9 such decks",
        ),
        (
            "awk '{gsub(\" \", \",\"); deck = \"{\\\"deck\\\": [\" $0 \"]}\"; print NR == 8 ? substr(deck, 1, 40) : deck}' numbers.txt",
            "line 8: the line ends within a JSON object; use --skip-bad 9 to skip up to 9 such lines",
        ),
        (
            "awk '{for (i = 1; i <= NF; i++) $i = sprintf(\"%02x\", $i); print}' numbers.txt",
            "; for cards that have other names use --start first",
        ),
        (
            "awk 'NR == 1 {first = $0} {print first \" -> \" $0}' numbers.txt",
            "type sed 's/->/|/' FILE | faro audit --start each",
        ),
        (
            "awk 'NR == 1 {first = $0} {print \"Before: \" first; print \"After: \" $0; print \"Sorted: \" first}' numbers.txt",
            ": the decks after 'Before:', 'Sorted:' were not shuffled, or follow from other lines; for the decks to judge type --pattern 'After: {deck}'",
        ),
        (
            "awk '{print \"Shuffled: \" $0; printf \"Dealt:\"; for (i = NF; i > 0; i--) printf \" %s\", $i; print \"\"}' numbers.txt",
            ": the decks after 'Dealt:' were not shuffled, or follow from other lines; for the decks to judge type --pattern 'Shuffled: {deck}'",
        ),
        (
            "awk '{$0 = \"1 2 3 4 5 6 7 8\"; for (i = 0; i < 6; i++) {print \"step\", $0; j = 1 + (NR + i) % 8; t = $j; $j = $1; $1 = t} print \"final\", $0}' numbers.txt",
            ": the decks after 'step' were not shuffled, or follow from other lines; for the decks to judge type --pattern 'final {deck}'",
        ),
        (
            "awk 'NR % 2 {print \"before: \" $0; next} {print \"after: \" $0}' numbers.txt",
            ": the decks after 'before:' come before the shuffle; type paste -d'|' - - <FILE | sed 's/[^|:]*: *//g' | faro audit --start each",
        ),
        (
            "awk '{gsub(\" \", \",\"); if (NR % 2) {first = $0; next} print \"{\\\"original\\\": [\" first \"], \\\"shuffled\\\": [\" $0 \"]}\"}' numbers.txt",
            "; for the decks before and after the shuffle type jq -r '[.original, .shuffled] | map(join(\" \")) | join(\" | \")' FILE | faro audit --start each",
        ),
        (
            "awk '{gsub(\" \", \",\"); if (NR % 2) {first = $0; next} print first \" | \" $0}' numbers.txt",
            ": each line has two decks of the same cards; --start each takes the first one as the order before the shuffle",
        ),
        (
            "sed 's/^/52 /; s/ /,/g' numbers.txt",
            ": each line has 52, and then 52 numbers of a whole deck; leave it out by --pattern '52,{deck}', or --as lines takes it as a card",
        ),
        (
            "awk '{for (i = 1; i <= NF; i++) a[i] = a[i] (NR > 1 ? \",\" : \"\") $i} END {for (i = 1; i <= NF; i++) print a[i]}' numbers.txt",
            ": each column is a deck, and expected is a deck a line; for this type awk -F',' '{for (i = 1; i <= NF; i++) deck[i] = deck[i] \" \" $i} END {for (i = 1; i <= NF; i++) print deck[i]}' FILE | faro audit",
        ),
        (
            "awk '{for (i = 1; i <= NF; i++) a[i] = a[i] \",\" $i} END {for (i = 1; i <= NF; i++) print i a[i]}' numbers.txt",
            ": each column is a deck, and expected is a deck a line; for this type awk -F',' '{for (i = 2; i <= NF; i++) deck[i] = deck[i] \" \" $i} END {for (i = 2; i <= NF; i++) print deck[i]}' FILE | faro audit",
        ),
        (
            "awk '{printf \"Game %d: \", NR; for (i = 1; i < 9; i++) printf \"Ann%d \", (NR + i) % 8; print \"Zoe9\"}' numbers.txt",
            ": 'Zoe9' is at the same place on all lines; if it is no card, type sed 's/[ ,]*Zoe9//' FILE | faro audit; if it is one, --cards 9 takes it",
        ),
        (
            "awk '{printf \"Dealt to ann [%s %s]\\n*** FLOP *** [%s %s %s]\\n*** TURN *** [%s %s %s] [%s]\\n\\n\", $1, $2, $3, $4, $5, $3, $4, $5, $6}' faces.txt",
            "if ($i ~ /^(10|[2-9TJQKA])([SHDCshdc]|♠|♥|♦|♣)$/ && !seen[$i]++) printf \"%s \", $i; print \"\"}' FILE | faro audit --hands 2,3,1 --cards 52",
        ),
        (
            "awk 'NR == 1 {first = $0} {print \"Sorted deck:\"; print first; print \"Shuffled deck \" NR \":\"; print}' faces.txt",
            ": the cards below some titles are always the same, as before a shuffle; for those below the others type awk '/^ *(Sorted deck.)/ {shown = 0; next} /^ *Shuffled deck/ {shown = 1; next} shown' FILE | faro audit",
        ),
        (
            "awk '{print; printf \"%s\", $20; for (i = 21; i < 72; i++) printf \" %s\", $((i - 1) % 52 + 1); print \"\"}' numbers.txt",
            ": every second deck is the same, or follows from the deck before, as decks before a shuffle or after a cut do; --as lines takes all; for the others of decks a line type awk 'NR % 2 == 1' FILE | faro audit",
        ),
        (
            "awk '{$(NR % 9 + 20) = $(NR % 9 + 20) \" CUT\"; print}' faces.txt",
            ": 'CUT' is beside the playing cards of a whole pack in each deck; if it is no card, type sed 's/[ ,]*CUT//' FILE | faro audit; if it is one, --cards 53 takes it",
        ),
        (
            "yes None | head -n 50",
            ": the lines are 'None', which stands for nothing; expected the deck itself: functions such as Python's random.shuffle change it and return nothing",
        ),
        (
            "awk '{for (i = 1; i <= NF; i++) printf \"%02d\", $i; print \"\"}' numbers.txt",
            "; for numbers of two digits without spaces type sed 's/../& /g' FILE | faro audit",
        ),
        (
            "awk '{print $1, $2, $3, $4, $5, $6}' numbers.txt",
            "; for hands of a deck of 52 type --hands 6 --cards 52, or --see 6 --cards 52 for its first cards in their order",
        ),
        (
            "sed 's/1/\\xe9/' numbers.txt",
            ": the text is not UTF-8; if it is Latin-1, type iconv -f LATIN1 -t UTF-8 FILE | faro audit",
        ),
        (
            "echo hello",
            "line 1: 'hello' is not a number; expected a deck a line, such as 3 1 2 or AS 10H 2C",
        ),
    ] {
        let (code, message) = audited(&folder, make, "-q");
        assert_eq!(code, Some(2), "{make}: {message}");
        assert!(message.trim_end().ends_with(why), "{make}: {message}");
    }
    // A mark of the byte order is no part of a list.
    let list = "printf '\\357\\273\\277'; sed 's/ /, /g; s/^/- /' numbers.txt";
    let (_, report) = audited(&folder, list, "-q");
    assert!(report.contains("52 cards, 400 decks"), "{report}");
    // A line below a header has its own message.
    let table = "awk 'BEGIN {for (i = 1; i < 53; i++) printf \"c%d%s\", i, i < 52 ? \",\" : \"\\n\"} {gsub(\" \", \",\"); print}' numbers.txt";
    let (code, message) = audited(&folder, table, "-q --cards 53");
    assert_eq!(code, Some(2), "{message}");
    assert!(
        message.contains("line 2: 52 cards instead of 53"),
        "{message}"
    );
    let (code, message) = audited(&folder, "cat faces.txt", "-q --as rows");
    assert_eq!(code, Some(2), "{message}");
    assert!(
        message.contains("such as deal,pos,card; line 1 has 1 field\n"),
        "{message}"
    );
}

/// Texts whose form is recognised, with a note.
#[test]
fn texts_that_are_read_with_a_note() {
    let Some(folder) = folder("audit_texts_notes") else {
        return;
    };
    let labels = "awk '{$1 = \"P1 \" $1; $27 = \"P2 \" $27; print}' faces.txt";
    let rows = "awk '{for (i = 1; i <= NF; i++) print 1000 + NR \",\" i \",\" $i}' faces.txt";
    let players = "awk '{printf \"{\\\"game\\\": %d, \\\"players\\\": [\", NR; for (p = 0; p < 4; p++) { printf \"%s{\\\"name\\\": \\\"P%d\\\", \\\"hand\\\": [\", (p ? \", \" : \"\"), p; for (i = 1; i <= 13; i++) printf \"%s\\\"%s\\\"\", (i > 1 ? \", \" : \"\"), $(13 * p + i); printf \"]}\" } print \"]}\"}' faces.txt";
    for (make, arguments, note, decks) in [
        (
            labels,
            "",
            "left out, since they are no cards: P1, P2",
            "52 cards, 400 decks",
        ),
        (
            "sed 's/10♥/1O♥/' faces.txt",
            "",
            "--start gives it; among playing cards, these are none: 1O♥",
            "52 cards, 400 decks",
        ),
        // A mark between cards is no card, wherever it stands.
        (
            "awk '{$(NR % 9 + 20) = $(NR % 9 + 20) \" /\"; print}' faces.txt",
            "",
            "read as a deck a line",
            "52 cards, 400 decks",
        ),
        (
            labels,
            "--hands 26,26",
            "left out, since they are no cards: P1, P2",
            "52 cards, 400 decks",
        ),
        (
            labels,
            "--composition '1 pack'",
            "left out, since they are no cards: P1, P2",
            "400 decks",
        ),
        (
            rows,
            "",
            "read as a table with a row for each card",
            "52 cards, 400 decks",
        ),
        (
            rows,
            "--as rows",
            "read as a table with a row for each card",
            "52 cards, 400 decks",
        ),
        (
            players,
            "",
            "read as one long list of cards, deck after deck",
            "52 cards, 400 decks",
        ),
        (
            players,
            "--field players.hand",
            "read as one long list of cards, deck after deck",
            "52 cards, 400 decks",
        ),
        (
            "tr '\\n' ' ' <numbers.txt",
            "",
            "read as one long list of cards, deck after deck",
            "52 cards, 400 decks",
        ),
        (
            "tr '\\n' ' ' <numbers.txt",
            "--as stream --cards 52",
            "read as one long list of cards, deck after deck",
            "52 cards, 400 decks",
        ),
        (
            "sed 's/ /,0;/g; s/$/,0/' numbers.txt",
            "",
            "read as a deck a line",
            "52 cards, 400 decks",
        ),
        (
            "awk 'BEGIN {print \"id,deck,who\"} {print NR \",\" $0 \",ann\"}' faces.txt",
            "",
            "read as a deck a line; what is no card is left out",
            "52 cards, 400 decks",
        ),
        (
            "awk '{print \"Deck \" NR; print}' faces.txt",
            "",
            "read as one long list of cards, deck after deck",
            "52 cards, 400 decks",
        ),
        (
            "awk '{print \"{\\\"id\\\": \" NR \", \\\"deck\\\": \\\"\" $0 \"\\\"}\"}' faces.txt",
            "",
            "",
            "52 cards, 400 decks",
        ),
        (
            "awk '{gsub(/ /, \"\"); print \"{\\\"deck\\\": \\\"\" $0 \"\\\", \\\"seats\\\": [1, 2]}\"}' faces.txt",
            "--field deck",
            "read as a deck in each list or text of JSON; what is no card is left out",
            "52 cards, 400 decks",
        ),
        (
            "sed '1s/^/deck\\n/' numbers.txt",
            "",
            "",
            "52 cards, 400 decks",
        ),
        (
            "sed 's/^/2024-05-01 10:00 INFO shuffled deck: /; s/$/\\nuser joined/' faces.txt",
            "",
            "read as the lines of a log with --pattern '*INFO shuffled deck: {deck}'; other lines are left out",
            "52 cards, 400 decks",
        ),
        (
            "awk '{print \"noise\"; gsub(\" \", \", \"); print \"12:30 INFO deck=[\" $0 \"]\"}' numbers.txt",
            "",
            "read as the lines of a log with --pattern '*INFO deck=[{deck}]*'; other lines are left out",
            "52 cards, 400 decks",
        ),
        (
            "sed 's/ *Q♠//' faces.txt",
            "",
            "; no QS in these decks of faces",
            "51 cards, 400 decks",
        ),
        // Lines of signs or words between cards are no cards.
        (
            "tr ' ' '\\n' <faces.txt | awk '{print} NR % 52 == 0 {print \"---\"}'",
            "",
            "read as one long list of cards, deck after deck",
            "52 cards, 400 decks",
        ),
        (
            "tr ' ' '\\n' <faces.txt | sed 's/♠/ of Spades/; s/♥/ of Hearts/; s/♦/ of Diamonds/; s/♣/ of Clubs/' | awk 'NR % 52 == 1 {print \"END\"} {print}'",
            "",
            "read as one long list of cards, deck after deck",
            "52 cards, 400 decks",
        ),
        (
            "tr ' ' '\\n' <faces.txt | awk 'NR % 52 == 1 {print \"- id: \" NR \"\\n  deck:\"} {print \"    - \" $0}'",
            "",
            "read as one long list of cards, deck after deck",
            "52 cards, 400 decks",
        ),
        // Names with spaces, and with commas in quotes.
        (
            "awk 'BEGIN {print \"[\"} {printf \"%s  [\\n\", (NR > 1 ? \",\" : \"\"); for (i = 1; i <= NF; i++) print \"    \\\"The card \" $i \"\\\"\" (i < NF ? \",\" : \"\"); print \"  ]\"} END {print \"]\"}' numbers.txt",
            "",
            "read as a deck in each list or text of JSON",
            "52 cards, 400 decks",
        ),
        (
            "awk '{for (i = 1; i <= NF; i++) printf \"\\\"Card, %s\\\"%s\", $i, i < NF ? \",\" : \"\\n\"}' numbers.txt",
            "",
            "read as a deck a line",
            "52 cards, 400 decks",
        ),
        (
            "awk '{for (i = 1; i <= NF; i++) printf \"The card %s%s\", $i, i < NF ? \"  \" : \"\\n\"}' numbers.txt",
            "",
            "read as a deck a line",
            "52 cards, 400 decks",
        ),
        // Strings of JSON, and records of Java, Rust and Go.
        (
            "awk 'BEGIN {printf \"{\\\"decks\\\": [\"} {printf \"%s\\\"%s\\\"\", (NR > 1 ? \", \" : \"\"), $0} END {print \"], \\\"version\\\": 2}\"}' faces.txt",
            "",
            "",
            "52 cards, 400 decks",
        ),
        (
            "sed 's/\\([0-9JQKA]*\\)\\([♠♥♦♣]\\)/Card[rank=\\1, suit=\\2],/g; s/^/[/; s/,$/]/' faces.txt",
            "",
            "read as a deck a line",
            "52 cards, 400 decks",
        ),
        (
            "sed 's/\\([0-9JQKA]*\\)\\([♠♥♦♣]\\)/Card { suit: \\2, rank: Rank(\\1) },/g; s/^/[/; s/,$/]/' faces.txt",
            "",
            "read as a deck a line",
            "52 cards, 400 decks",
        ),
        (
            "sed 's/\\([0-9JQKA]*\\)\\([♠♥♦♣]\\)/{\\1 \\2}/g; s/^/[/; s/$/]/' faces.txt",
            "",
            "read as a deck a line",
            "52 cards, 400 decks",
        ),
        // Numbers that cannot be a pack are names.
        (
            "awk '{for (i = 1; i <= NF; i++) $i = 7 * $i + 100; print NR, $0}' numbers.txt",
            "",
            "; the order before the shuffle is not known, --start gives it",
            "52 cards, 400 decks",
        ),
        (
            "printf '\\357\\273\\277'; awk 'BEGIN {for (i = 1; i < 53; i++) printf \"c%d%s\", i, i < 52 ? \",\" : \"\\n\"} {gsub(\" \", \",\"); print}' numbers.txt",
            "",
            "",
            "52 cards, 400 decks",
        ),
    ] {
        let (code, report) = audited(&folder, make, arguments);
        assert!(matches!(code, Some(0 | 3)), "{make} {arguments}: {report}");
        assert!(
            report.contains(note) && report.contains(decks),
            "{make} {arguments}: {report}"
        );
    }
}

/// The order of hands that were sorted after the deal shows nothing, and neither is a line of two decks a deck.
#[test]
fn lines_that_are_no_decks_in_order() {
    let Some(folder) = folder("audit_texts_sorted") else {
        return;
    };
    let hands = r#"head -n 60 numbers.txt | awk '{for (i = 1; i <= NF; i++) print int((i - 1) / 13), $i, NR}' |
        sort -k3,3n -k1,1n -k2,2n | awk '{printf "%s%s", $2, NR % 13 ? " " : "\n"}'"#;
    let (code, message) = audited(&folder, hands, "-q");
    assert_eq!(code, Some(2), "{message}");
    let options = "--hands 13,13,13,13 --cards 52";
    assert!(message.contains(options), "{message}");
    let (code, report) = audited(&folder, hands, options);
    assert!(
        report.starts_with("hands of 13, 13, 13 and 13 of 52 cards, 60 decks"),
        "{report}"
    );
    assert_eq!(code, Some(3), "{report}");
    // Programs sort cards as texts too.
    let texts = r#"head -n 60 faces.txt | awk '{for (i = 1; i <= NF; i++) print int((i - 1) / 13), $i, NR}' |
        LC_ALL=C sort -k3,3n -k1,1n -k2,2 | awk '{printf "%s%s", $2, NR % 52 ? " " : "\n"}'"#;
    let (code, message) = audited(&folder, texts, "-q");
    assert!(code == Some(2) && message.contains(options), "{message}");
    // The order counts if the user says so.
    let (code, _) = audited(
        &folder,
        &format!("{hands} | paste -d ' ' - - - -"),
        "-q --as lines",
    );
    assert_eq!(code, Some(1));
    let (code, message) = audited(&folder, "paste -d '|' faces.txt faces.txt", "-q");
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains("decks of the same cards"), "{message}");
    // Decks of which the second one follows from the first, and tables of which a column is a deck.
    for (make, tip) in [
        (
            "head -n 4 numbers.txt | sed \"s/^/$(seq -s ' ' 52) | /\"",
            "--start each",
        ),
        (
            "head -n 9 numbers.txt | awk '{for (i = 1; i <= NF; i++) row[i] = row[i] \",\" $i} END {for (i = 1; i <= NF; i++) print i row[i]}'",
            "each column is a deck",
        ),
    ] {
        let (code, message) = audited(&folder, make, "-q");
        assert_eq!(code, Some(2), "{make}: {message}");
        assert!(message.contains(tip), "{make}: {message}");
    }
    let two = "awk '{print NR \",\\\"\" $0 \"\\\",\\\"\" $0 \"\\\"\"}' faces.txt";
    let (code, message) = audited(&folder, two, "-q");
    assert_eq!(code, Some(2), "{message}");
    assert!(
        message.contains("several decks of the same cards; for the second one of each type --pattern '*\",\"{deck}'"),
        "{message}"
    );
    let (code, report) = audited(&folder, two, &suggested(message.trim_end()));
    assert!(code == Some(0) && report.contains("400 decks"), "{report}");
    // The deck before the shuffle and the deck after it; the line that the message says to type finds the latter.
    let lists = "awk '{gsub(\" \", \", \"); if (NR == 1) first = $0; print \"[[\" first \"], [\" $0 \"]]\"}' numbers.txt";
    let (code, message) = audited(&folder, lists, "-q");
    assert_eq!(code, Some(2), "{message}");
    let (_, line) = message.split_once("for the second type ").unwrap();
    let line = line.trim_end().replace("FILE", "text");
    let found = printed(&shell_in(&folder, &format!("{line} -q")));
    assert!(found.starts_with("52 cards, 400 decks"), "{found}");
    // Two teams, each in alphabetical order.
    let teams = r#"awk '{for (i = 1; i <= NF; i++) if ($i <= 20) printf "%s ", "team" 100 + $i; print ""}' numbers.txt |
        awk '{for (t = 0; t < 2; t++) {c = "printf \"%s\\n\""; for (i = 1; i <= 10; i++) c = c " " $(10 * t + i); c = c " | sort | tr \"\\n\" \" \""; system(c)} print ""; fflush()}'"#;
    let (code, message) = audited(&folder, &format!("{{ {teams}; }} | head -n 60"), "-q");
    assert_eq!(code, Some(2), "{message}");
    let options = "--hands 10,10 --composition first";
    assert!(message.contains(options), "{message}");
}

/// The remedy for hands repeats all their sizes, and a starting order from a pipe is read as often as it is needed.
#[test]
fn hands_of_a_larger_deck_and_a_start_from_a_pipe() {
    let Some(folder) = folder("audit_texts_hands") else {
        return;
    };
    let (_, message) = audited(&folder, "echo 1 2 3 50", "--hands 2,2");
    assert!(message.contains("type --cards 52 --hands 2,2"), "{message}");
    let (_, message) = audited(&folder, "cat faces.txt", "--hands 13,13,13,14");
    assert!(message.contains("are 53, and the line has 52"), "{message}");
    let piped = "head -n 1 faces.txt | faro audit faces.txt --start /dev/stdin -q";
    let report = printed(&shell_in(&folder, piped));
    assert!(report.starts_with("52 cards, 399 decks"), "{report}");
}

/// A board with a hand of 12 cards is named, and can be left out.
#[test]
fn one_bad_board() {
    let Some(folder) = folder("audit_texts_boards") else {
        return;
    };
    let deal = "[Deal \"N:K763.Q.983.Q9765 AJ54.K87432.K.83 Q9.AJ95.AQT54.K2 T82.T6.J762.AJT4\"]";
    let make = format!(
        "for i in 1 2 3 4; do echo '[Event \"x\"]'; echo '{deal}'; done | sed '4s/K763/K76/'"
    );
    let (code, message) = audited(&folder, &make, "-q");
    assert_eq!(code, Some(2), "{message}");
    let why = "line 4: board 2: 12 cards in a hand; use --skip-bad 9 to skip up to 9 such lines";
    assert!(message.contains(why), "{message}");
    let (_, report) = audited(&folder, &make, &suggested(message.trim_end()));
    assert!(report.contains("52 cards, 3 decks"), "{report}");
}

/// A word that is the same beside all decks looks like a card that never moves. The report says how to leave it out, and
/// how to leave out the order before each deck.
#[test]
fn words_that_are_no_cards() {
    let Some(folder) = folder("audit_texts_words") else {
        return;
    };
    let names = "awk '{for (i = 1; i <= NF; i++) $i = \"Card\" $i; print}' numbers.txt";
    for (make, why) in [
        (
            "sed 's/^/0 /' numbers.txt",
            "card 0 is on top in every deck; if it is no card, leave it out: `faro audit FILE --pattern '0 {deck}'`",
        ),
        (
            "sed 's/$/ 53/; s/ /,/g' numbers.txt",
            "leave it out: `faro audit FILE --pattern '{deck},53'`",
        ),
        (
            &format!("{names} | sed 's/$/ done/'"),
            "done is at the bottom in every deck; if it is no card, leave it out: `faro audit FILE --pattern '{deck} done'`",
        ),
        (
            &format!("{names} | awk '{{$26 = $26 \" vs\"; print}}'"),
            "vs is at position 27 in every deck; if it is no card, leave it out: `sed 's/ vs,* / /; s/,vs,/,/' FILE | faro audit`",
        ),
    ] {
        let (code, report) = audited(&folder, make, "-q");
        assert_eq!(code, Some(1), "{make}: {report}");
        assert!(report.contains(why), "{make}: {report}");
        let line = report.split('`').nth(1).unwrap().replace("FILE", "text");
        let output = shell_in(&folder, &format!("{line} -q"));
        let report = printed(&output);
        assert!(
            matches!(output.status.code(), Some(0 | 3)),
            "{line}: {report}"
        );
        assert!(
            report.starts_with("52 cards, 400 decks"),
            "{line}: {report}"
        );
    }
    let twice = "awk 'NR == 1 {first = $0} {print first; print}' numbers.txt";
    let (code, message) = audited(&folder, twice, "-q");
    assert_eq!(code, Some(2), "{message}");
    let (_, line) = message
        .trim_end()
        .split_once("for the others type ")
        .unwrap();
    let output = shell_in(&folder, &format!("{} -q", line.replace("FILE", "text")));
    assert_eq!(output.status.code(), Some(0), "{}", printed(&output));
}

/// Hands of an unfinished deal at the end of a text are left out, and a note says so.
#[test]
fn an_unfinished_deal() {
    let Some(folder) = folder("audit_texts_deals") else {
        return;
    };
    let hands = "awk '{print $1, $2; print $3, $4; print $5, $6}' faces.txt";
    let options = "--hands 2,2,2 --cards 52";
    let (_, whole) = audited(&folder, hands, options);
    assert!(
        whole.contains("400 decks") && !whole.contains("unfinished deal"),
        "{whole}"
    );
    let (_, cut) = audited(&folder, &format!("{hands} | head -n 1199"), options);
    let note = "left out: the last 2 hands, of an unfinished deal";
    assert!(cut.contains("399 decks") && cut.contains(note), "{cut}");
}
