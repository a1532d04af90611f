//! Schemes: published deals, distances compared with counting, and judgements.

use std::collections::HashMap;

use faro_prove::scheme::{
    Client, Committed, Deal, DealError, Finding, Grade, PRESETS, Scheme, SchemeDistance,
    SchemeError, Secret, judge,
};

fn deal(server: &str, client: &str, nonce: u64) -> Deal {
    Deal {
        server: Some(Secret::new(server)),
        client: client.into(),
        nonce,
        ..Deal::default()
    }
}

fn cards(scheme: &Scheme, deal: &Deal) -> Vec<String> {
    let names = scheme.names();
    scheme
        .deck(deal)
        .unwrap()
        .into_iter()
        .map(|card| names[card as usize].clone())
        .collect()
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(String::from).collect()
}

/// Deals that the sources of the presets give: seeds, number, first cards.
const PUBLISHED: [(&str, [&str; 2], u64, &str); 6] = [
    (
        "stake-video-poker",
        [
            "51b5258b38fef00c9887b7ad6c728035",
            "6ec29c0c4180fd3f802534e6c98810ff",
        ],
        0,
        "5S AS JS QS JH 8D 5H JD KS 8H",
    ),
    (
        "stake-video-poker",
        [
            "51b5258b38fef00c9887b7ad6c728035",
            "6ec29c0c4180fd3f802534e6c98810ff",
        ],
        9,
        "JS JC 8H 3C 4S 8S 4H 3S 7D 2D",
    ),
    (
        "stake-blackjack",
        [
            "28ca8b5734401f5236ccb305e4526d07",
            "b42fa130a68dfe8133fa268d5fb34cbe",
        ],
        0,
        "4H QH 4C 2C QS 5H 9H 10H 2C 2D 8C 3C 8C KC JS 6D 8H KC 4D AS 6C KH AH QH 6H 8C 9S QD",
    ),
    (
        "duel-video-poker",
        [
            "2424d436197860c90bad4022573f14eab6c9da3dcc2d50e57ad7d52357f0fdc9",
            "cpc4ihmPtvpHpapv",
        ],
        10,
        "KC 8S AC 5H QC 5S JS AH 9S",
    ),
    (
        "duel-video-poker",
        [
            "2424d436197860c90bad4022573f14eab6c9da3dcc2d50e57ad7d52357f0fdc9",
            "cpc4ihmPtvpHpapv",
        ],
        13,
        "9S 7H 8D 3D 9C 5S 9D 8C",
    ),
    (
        "provably-fair-shuffle",
        ["0123456789abcdef0123456789abcdef", "0123456789abcdef"],
        0,
        "8 6 7 4 5 9 2 1 3",
    ),
];

#[test]
fn presets_give_the_published_deals() {
    for (name, [server, client], nonce, expected) in PUBLISHED {
        let scheme = Scheme::preset(name).unwrap();
        let expected = words(expected);
        let dealt = cards(&scheme, &deal(server, client, nonce));
        assert_eq!(dealt[..expected.len()], expected, "{name}");
    }
    for preset in PRESETS {
        let scheme =
            Scheme::parse(preset.text).unwrap_or_else(|error| panic!("{}: {error}", preset.name));
        assert_eq!(scheme.name, preset.name);
    }
}

/// The seed was revealed after the commitment was published; both are in the data set of the source.
#[test]
fn a_published_commitment_is_checked() {
    let scheme = Scheme::preset("duel-video-poker").unwrap();
    let (_, [server, client], nonce, expected) = PUBLISHED[3];
    let mut deal = deal(server, client, nonce);
    deal.commitment = faro_prove::scheme::bytes(
        "107cca7f92491e65e438a779d79dd253a16ccfef10d5ce5d31d2bcbb3ff22f7b",
    )
    .map(|bytes| bytes.to_vec());
    deal.dealt = Some(words(expected));
    assert_eq!(scheme.check_deal(&deal).unwrap().verified(), Some(true));
    let hands = scheme.hands(&words("1 2 3 4 5 6 7 8 9 10"));
    assert_eq!(hands, [words("1 2 3 4 5"), words("6 7 8 9 10")]);
    deal.dealt = Some(words("K♣ 8s AC KH"));
    let check = scheme.check_deal(&deal).unwrap();
    let wrong = check.wrong.as_ref().unwrap();
    assert_eq!(
        (wrong.position, &*wrong.expected, &*wrong.given),
        (4, "5H", "KH")
    );
    assert_eq!(
        (check.committed, check.verified()),
        (Some(true), Some(false))
    );
    deal.commitment.as_mut().unwrap()[0] ^= 1;
    assert_eq!(scheme.check_deal(&deal).unwrap().committed, Some(false));
    deal.dealt = Some(words("KC joker"));
    assert!(matches!(
        scheme.check_deal(&deal),
        Err(DealError::UnknownCard { position: 2, .. })
    ));
    deal.server = None;
    assert_eq!(scheme.check_deal(&deal), Err(DealError::NoServerSeed));
}

/// A scheme with SHA-256 of a counter, for `cards` cards, words of `bytes` bytes and the other parts as given.
fn scheme(cards: usize, bytes: usize, rule: &str, method: &str) -> Scheme {
    let text = format!(
        "name = 't'\ncards = {cards}\n[commitment]\nhash = 'sha256'\nof = '{{server}}'\n[stream]\nkind = 'hmac-sha256'\n\
         key = '{{server}}'\nmessage = '{{client}}:{{nonce}}:{{block}}'\n[numbers]\nrule = '{rule}'\nbytes = {bytes}\n\
         [deck]\nmethod = '{method}'\n"
    );
    Scheme::parse(&text).unwrap_or_else(|error| panic!("{text}{error}"))
}

/// The distance of a Fisher–Yates shuffle of three cards by bytes, from all 2^16 pairs of bytes.
#[test]
fn distances_of_three_cards_agree_with_counting() {
    for rule in ["modulo", "fraction"] {
        let mut counts = HashMap::new();
        for word in 0..65536u32 {
            let number = |byte: u32, range: u32| {
                if rule == "modulo" {
                    byte % range
                } else {
                    byte * range / 256
                }
            };
            *counts
                .entry((number(word >> 8, 3), number(word & 255, 2)))
                .or_insert(0i64) += 1;
        }
        let doubled: i64 = counts.values().map(|count| (count * 6 - 65536).abs()).sum();
        let expected = faro_math::number::Fraction::new(doubled as u64, 2u64 * 6 * 65536);
        for method in ["fisher-yates-down", "fisher-yates-up", "inside-out", "draw"] {
            let judged = judge(&scheme(3, 1, rule, method), None, 0);
            assert_eq!(
                judged.distance,
                SchemeDistance::Exact(expected.clone()),
                "{rule} {method}"
            );
        }
    }
}

/// Returns the numbers below `range` that a word of one byte can give, with the number of words.
fn number_counts(rule: &str, range: usize) -> Vec<u64> {
    let mut counts = vec![0; range];
    for word in 0..256 {
        counts[if rule == "modulo" {
            word % range
        } else {
            word * range / 256
        }] += 1;
    }
    counts
}

/// Returns the deck of four cards from numbers, by a textbook's definition of the method.
fn arranged(method: &str, numbers: &[usize]) -> Vec<usize> {
    let mut deck = vec![0, 1, 2, 3];
    match method {
        "fisher-yates-down" => (0..3).for_each(|draw| deck.swap(3 - draw, numbers[draw])),
        "sattolo" => (0..2).for_each(|draw| deck.swap(3 - draw, numbers[draw])),
        "fisher-yates-up" => (0..3).for_each(|draw| deck.swap(draw, draw + numbers[draw])),
        "inside-out" => (0..3).for_each(|draw| deck.swap(draw + 1, numbers[draw])),
        "naive" => (0..4).for_each(|draw| deck.swap(draw, numbers[draw])),
        _ => {
            deck = numbers
                .iter()
                .map(|&index| deck.remove(index))
                .chain([9])
                .collect();
        }
    }
    if method == "sattolo" {
        deck.swap(1, 0);
    }
    deck
}

/// Returns the distance of the first `dealt` cards from all lists of numbers, as a fraction.
fn counted_distance(method: &str, rule: &str, dealt: usize) -> faro_math::number::Fraction {
    let ranges: &[usize] = match method {
        "inside-out" => &[2, 3, 4],
        "naive" => &[4; 4],
        "sattolo" => &[3, 2],
        _ => &[4, 3, 2],
    };
    let mut lists: HashMap<Vec<usize>, u64> = HashMap::new();
    let all: usize = ranges.iter().product();
    for list in 0..all {
        let mut left = list;
        let numbers: Vec<usize> = ranges
            .iter()
            .map(|range| (left % range, left /= range).0)
            .collect();
        let words = numbers
            .iter()
            .zip(ranges)
            .map(|(&number, &range)| number_counts(rule, range)[number]);
        let deck = arranged(method, &numbers);
        *lists.entry(deck[..dealt].to_vec()).or_default() += words.product::<u64>();
    }
    let (total, count) = (
        256u64.pow(ranges.len() as u32),
        (5 - dealt as u64..=4).product::<u64>(),
    );
    let unreached = (count - lists.len() as u64) * total;
    let missing: u64 = lists
        .values()
        .map(|words| total.saturating_sub(words * count))
        .sum();
    faro_math::number::Fraction::new(missing + unreached, total * count)
}

#[test]
fn only_the_dealt_cards_are_judged() {
    for method in [
        "draw",
        "fisher-yates-up",
        "fisher-yates-down",
        "inside-out",
        "naive",
        "sattolo",
    ] {
        for (rule, dealt) in [
            ("modulo", 1),
            ("modulo", 2),
            ("modulo", 3),
            ("fraction", 1),
            ("fraction", 2),
        ] {
            let text = format!(
                "name = 't'\ncards = 4\n[stream]\nkind = 'hmac-sha256'\nkey = '{{server}}'\n\
                 message = '{{client}}:{{nonce}}:{{block}}'\n[numbers]\nrule = '{rule}'\nbytes = 1\n\
                 [deck]\nmethod = '{method}'\ndealt = {dealt}\n[rules]\nserver_bits = 1\n"
            );
            let judged = judge(&Scheme::parse(&text).unwrap(), None, 0);
            let expected = SchemeDistance::Exact(counted_distance(method, rule, dealt));
            assert_eq!(judged.distance, expected, "{method} {rule} {dealt}");
            let lists = [4, 12, 24][dealt - 1];
            assert_eq!(judged.decks, u32::into(lists));
            let needed = f64::from(lists).log2();
            let has_needed = |finding: &Finding| matches!(finding, Finding::Reach(1, bits) if (bits - needed).abs() < 1e-9);
            assert!(
                judged.findings.iter().any(has_needed),
                "{:?}",
                judged.findings
            );
        }
    }
    assert_eq!(counted_distance("draw", "modulo", 1).to_string(), "0");
}

/// The first card of three that are sorted by bytes, from all 2^24 lists of keys.
#[test]
fn the_first_cards_of_a_sort_are_judged() {
    let mut counts = [0u64; 3];
    for keys in 0..1u32 << 24 {
        let key = |card: usize| keys >> (8 * card) & 255;
        counts[(0..3).min_by_key(|&card| (key(card), card)).unwrap()] += 1;
    }
    let missing: u64 = counts
        .iter()
        .map(|count| (1u64 << 24).saturating_sub(count * 3))
        .sum();
    let expected = faro_math::number::Fraction::new(missing, 3u64 << 24);
    let text = "name = 't'\ncards = 3\n[stream]\nkind = 'sha256'\nmessage = '{client}:{block}'\n[numbers]\nbytes = 1\n\
                [deck]\nmethod = 'sort-keys'\ndealt = 1\n";
    let judged = judge(&Scheme::parse(text).unwrap(), None, 0);
    assert_eq!(judged.distance, SchemeDistance::Exact(expected));
}

/// Ten draws by fractions of 2^32 words. The bound by one draw after another is the sum of m(r − m)/(rM).
#[test]
fn a_deal_of_ten_cards_of_52() {
    let (low, high) = judge(&Scheme::preset("stake-video-poker").unwrap(), None, 0)
        .distance
        .bounds();
    assert!(low > 5.13e-9 && high < 5.15e-9, "{low} {high}");
    let of_ten = |method: &str| {
        let text = PRESETS[1]
            .text
            .replace("\"draw\"", &format!("\"{method}\""));
        judge(&Scheme::parse(&text).unwrap(), None, 0)
            .distance
            .bounds()
    };
    let whole = judge(&scheme(52, 4, "fraction", "fisher-yates-down"), None, 0)
        .distance
        .bounds();
    let down = of_ten("fisher-yates-down");
    assert!(
        0.0 < down.0 && down.0 < down.1 && down.1 <= whole.1,
        "{down:?} {whole:?}"
    );
    assert_eq!(of_ten("sattolo"), (10.0 / 52.0, 10.0 / 52.0));
    assert!(of_ten("naive").0 > 0.05, "{:?}", of_ten("naive"));
}

/// A riffle of three cards with 256 packets, as in sorting by bytes: 1/6 against C(258 − r, 3)/256^3 for r rising sequences,
/// of which 1, 4 and 1 decks have 1, 2 and 3.
#[test]
fn distances_of_other_methods() {
    let text = |method, bytes| match judge(&scheme(3, bytes, "modulo", method), None, 0).distance {
        SchemeDistance::Exact(fraction) => fraction.to_string(),
        between => panic!("{between:?}"),
    };
    let risen = faro_math::number::Fraction::new(
        258u64 * 257 * 256 - 256 * 256 * 256,
        6u64 * 256 * 256 * 256,
    );
    assert_eq!(text("sort-keys", 1), risen.to_string());
    assert_eq!(text("sattolo", 1), "2/3");
    assert!(
        matches!(judge(&scheme(3, 1, "reject", "naive"), None, 0).distance,
        SchemeDistance::Exact(fraction) if fraction.to_string() == "1/18")
    );
    let (low, high) = judge(&scheme(52, 4, "reject", "naive"), None, 0)
        .distance
        .bounds();
    assert!(low > 0.07 && high == 1.0, "{low}");
    assert_eq!(
        judge(&scheme(52, 4, "reject", "draw"), None, 0)
            .distance
            .bounds(),
        (0.0, 0.0)
    );
}

/// No exact sum is possible here; the interval must be narrow and below the sum over the draws.
#[test]
fn large_decks_have_narrow_intervals() {
    let cases = [
        (52, 1, 0.05, 1.01),
        (52, 4, 1e-9, 1.01),
        (52, 32, 1e-77, 1.01),
        (512, 4, 1e-8, 1.1),
    ];
    for (cards, bytes, least, wide) in cases {
        let (low, high) = judge(&scheme(cards, bytes, "modulo", "draw"), None, 0)
            .distance
            .bounds();
        assert!(
            low > least && low < high && high < low * wide,
            "{cards} cards, {bytes} bytes: {low} to {high}"
        );
        // The bound by one draw after another: the sum of m(r − m)/(rM) is at most n²/(8M).
        let most = (cards * cards) as f64 / 8.0 / 256f64.powi(bytes as i32);
        assert!(high <= most, "{high} above {most}");
    }
}

#[test]
fn judgements() {
    let text = |from: &str, to: &str| {
        let preset = PRESETS[0].text;
        assert!(preset.contains(from), "{from}");
        judge(&Scheme::parse(&preset.replace(from, to)).unwrap(), None, 0)
    };
    let has = |from, to, finding: Finding, grade| {
        let judged = text(from, to);
        assert!(
            judged.findings.contains(&finding),
            "{finding:?}: {:?}",
            judged.findings
        );
        assert_eq!(
            (finding.grade(), judged.grade()),
            (grade, grade),
            "{finding:?}"
        );
    };
    let needed = faro_math::number::log2_factorial(52.0);
    assert_eq!(text("name", "name").grade(), Grade::Sound);
    has("{client}", "x", Finding::DeckWithoutClient, Grade::Broken);
    has("{nonce}:", "", Finding::Nonce(false), Grade::Weak);
    has("{nonce}:", "{nonce}", Finding::Ambiguous, Grade::Weak);
    has(
        "server_bits = 256",
        "server_bits = 32",
        Finding::SecretBits(32),
        Grade::Broken,
    );
    has(
        "server_bits = 256",
        "server_bits = 128",
        Finding::Reach(128, needed),
        Grade::Weak,
    );
    has("server_bits = 256", "", Finding::UnknownReach, Grade::Weak);
    has(
        "of = \"{server:bytes}\"",
        "of = \"x\"",
        Finding::CommitmentWithoutSecret,
        Grade::Broken,
    );
    has(
        "key = \"{server:bytes}\"",
        "key = \"x\"",
        Finding::DeckWithoutSecret,
        Grade::Broken,
    );
    has(
        "[rules]",
        "[rules]\nclient = \"site\"",
        Finding::Client(Client::Site),
        Grade::Weak,
    );
    has(
        "[rules]",
        "[rules]\ncommitted = \"after\"",
        Finding::Committed(Committed::After),
        Grade::Broken,
    );
    has(
        "[commitment]\nhash = \"sha256\"\nof = \"{server:bytes}\"",
        "",
        Finding::NotCommitted,
        Grade::Broken,
    );
    assert_eq!(
        text("server_bits = 256", "server_bits = 32").reachable,
        (1u64 << 32).into()
    );
}

#[test]
fn small_secrets_are_found() {
    let scheme = scheme(52, 4, "reject", "draw");
    let mut secret = deal("4711", "anna", 1);
    secret.commitment = scheme.commitment(&secret).unwrap();
    secret.server = None;
    let findings = |limit| judge(&scheme, Some(&secret), limit).findings;
    assert!(findings(4711).contains(&Finding::Searched(4711, false)));
    assert!(findings(4712).contains(&Finding::Searched(4712, true)));
}

/// ChaCha20 with a key and a nonce of zeros begins with 76b8e0ad a0f13d90 (RFC 8439, appendix A.1, test vector 1), and the
/// block after it with 9f07e7be 5551387a (test vector 2).
#[test]
fn chacha20_and_chains() {
    let zeros = "\\u0000".repeat(32);
    let text = |stream: &str, dealt: usize| {
        format!(
            "name = 't'\ncards = 256\n[stream]\n{stream}\n[numbers]\nrule = 'modulo'\nbytes = 1\n[deck]\n\
             method = 'draw-again'\ndealt = {dealt}\n"
        )
    };
    let dealt = |stream: &str, dealt| {
        let scheme = Scheme::parse(&text(stream, dealt)).unwrap();
        scheme
            .deck(&Deal {
                client: "abc".into(),
                ..Deal::default()
            })
            .unwrap()
    };
    let deck = dealt(&format!("kind = 'chacha20'\nkey = \"{zeros}\""), 72);
    assert_eq!(deck[..8], [0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90]);
    assert_eq!(deck[64..], [0x9f, 0x07, 0xe7, 0xbe, 0x55, 0x51, 0x38, 0x7a]);
    // SHA-256 of "abc" (FIPS 180-4) and of that, which `sha256sum` gives too.
    let deck = dealt("kind = 'sha256-chain'\nmessage = '{client}'", 36);
    assert_eq!(deck[..4], [0xba, 0x78, 0x16, 0xbf]);
    assert_eq!(deck[32..], [0x4f, 0x8b, 0x42, 0xc2]);
}

#[test]
fn wrong_schemes_are_refused() {
    let good = PRESETS[0].text;
    for (from, to, why) in [
        ("cards = 52", "cards = 0", "cards: expected 1 to 512"),
        (
            "cards = 52",
            "cards = 52\nfaces = 'A B'",
            "faces: expected 52 different",
        ),
        (
            "bytes = 4",
            "bytes = 65",
            "[numbers] bytes: expected 1 to 64",
        ),
        (
            "bytes = 4",
            "bytes = 4\nstep = 0",
            "[numbers] step: expected 1 to 4",
        ),
        (
            ":{block}",
            "",
            "[stream]: the stream ends after 32 bytes, and 204 are needed",
        ),
        ("{block}", "{seed}", "[stream]: {seed} needs"),
        ("{client}", "{player}", "there is no field 'player'"),
        ("fisher-yates-down", "shuffle", "unknown variant"),
        (
            "[deck]",
            "[deck]\ndealt = 53",
            "[deck] dealt: expected 1 to 52",
        ),
        (
            "[deck]",
            "[hands]\nsizes = [50, 3]\n[deck]",
            "[hands] sizes: expected at most 52",
        ),
        ("rule =", "rules =", "unknown field"),
        ("hmac-sha256", "sha256", "[stream]: expected a key for hmac"),
        (
            "of = \"{server:bytes}\"",
            "of = \"{block}\"",
            "[commitment] of: expected only",
        ),
        ("[stream]", "[stream", "line"),
    ] {
        let error = Scheme::parse(&good.replace(from, to)).unwrap_err();
        assert!(error.to_string().contains(why), "{from} -> {to}: {error}");
        assert!(!error.to_string().contains('\n'), "{error}");
    }
    assert!(matches!(Scheme::parse(""), Err(SchemeError::Syntax(_))));
}

/// One commitment must not leave the operator a choice of decks.
#[test]
fn a_commitment_fixes_what_the_deck_uses() {
    let loose = |pairs: &[(&str, &str)]| {
        let text = pairs
            .iter()
            .fold(PRESETS[0].text.to_owned(), |text, (from, to)| {
                assert!(text.contains(from), "{from}");
                text.replace(from, to)
            });
        Scheme::parse(&text).unwrap()
    };
    let (of, key) = ("of = \"{server:bytes}\"", "key = \"{server:bytes}\"");
    let seed = "[seed]\nkind = \"sha256\"\nmessage = \"{server}\"\n[numbers]";
    for pairs in [
        &[(key, "key = \"{server}\"")][..],
        &[(key, "key = \"{seed}\""), ("[numbers]", seed)],
        &[("{client}", "{client}:{server}")],
        &[
            (of, "of = \"{server}{nonce}\""),
            (key, "key = \"{server}\""),
        ],
    ] {
        let scheme = loose(pairs);
        assert!(
            judge(&scheme, None, 0)
                .findings
                .contains(&Finding::LooseCommitment),
            "{pairs:?}"
        );
        for server in ["00aaff", "00AAFF", "0x00aaff", "AKr/"] {
            let mut deal = deal(server, "a", 1);
            deal.commitment = scheme.commitment(&deal).unwrap();
            assert_eq!(
                scheme.check_deal(&deal).unwrap().verified(),
                Some(false),
                "{pairs:?} {server}"
            );
        }
    }
    for pairs in [
        &[(of, "of = \"{server}\"")][..],
        &[
            (of, "of = \"{nonce}:{server}\""),
            (key, "key = \"{server}\""),
        ],
    ] {
        assert_eq!(
            judge(&loose(pairs), None, 0).grade(),
            Grade::Sound,
            "{pairs:?}"
        );
    }
    let late = judge(&loose(&[(of, "of = \"{client}{server:bytes}\"")]), None, 0);
    assert!(
        late.findings
            .contains(&Finding::Committed(Committed::After))
    );
    assert_eq!(late.grade(), Grade::Broken);
}

/// Names with two readings would let swapped cards pass.
#[test]
fn cards_have_different_names_in_every_reading() {
    let faces = |faces: &str| {
        let cards = faces.split(' ').count();
        Scheme::parse(&PRESETS[0].text.replace(
            "cards = 52",
            &format!("cards = {cards}\nfaces = \"{faces}\""),
        ))
    };
    for text in ["TS 10S", "a A b B", "AS ace_of_spades", "ä Ä", "a \\u0001"] {
        let error = faces(text).unwrap_err().to_string();
        assert!(error.contains("faces: "), "{text}: {error}");
    }
    let scheme = faces("10S AS joker").unwrap();
    let mut deal = deal("00aa", "a", 1);
    let deck = scheme.deck(&deal).unwrap();
    let names = ["ts", "ACE_OF_SPADES", "Joker"];
    for by_name in [true, false] {
        let name = |&card: &u32| {
            if by_name {
                names[card as usize].into()
            } else {
                (card + 1).to_string()
            }
        };
        deal.dealt = Some(deck.iter().map(name).collect());
        assert_eq!(scheme.check_deal(&deal).unwrap().wrong, None);
        deal.dealt.as_mut().unwrap().swap(1, 2);
        assert_eq!(scheme.check_deal(&deal).unwrap().wrong.unwrap().position, 2);
    }
}
