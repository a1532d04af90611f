//! The findings about a scheme in words.

use faro_console::probability;
use faro_prove::scheme::{Client, Committed, DealError, Field, Finding, Grade, SchemeDistance};
use faro_render::plural::counted;

/// Returns the name of a finding in JSON.
pub fn name(finding: &Finding) -> &'static str {
    match finding {
        Finding::Distance(_) => "distance",
        Finding::Reach(..) | Finding::UnknownReach => "reach",
        Finding::SecretBits(_) => "secret bits",
        Finding::Searched(..) => "secret search",
        Finding::Committed(_) | Finding::NotCommitted | Finding::CommitmentWithoutSecret => "commitment",
        Finding::DeckWithoutSecret => "server seed",
        Finding::Client(_) | Finding::DeckWithoutClient | Finding::EmptyClient => "client seed",
        Finding::Nonce(_) => "nonce",
        Finding::Ambiguous => "separators",
    }
}

/// Returns the name of a grade in JSON and in text.
pub fn grade(grade: Grade) -> &'static str {
    match grade {
        Grade::Sound => "sound",
        Grade::Weak => "weak",
        Grade::Broken => "broken",
    }
}

/// Returns a distance as text.
pub fn distance(distance: &SchemeDistance) -> String {
    match distance {
        SchemeDistance::Exact(fraction) => probability::of_fraction(fraction, 4),
        SchemeDistance::Between(low, high) => {
            let [low, high] = [low, high].map(|bound| probability::of_number(*bound, 4));
            if low == high { format!("about {low}") } else { format!("{low} to {high}") }
        }
    }
}

/// Returns a finding as one sentence.
pub fn sentence(finding: &Finding) -> String {
    match finding {
        Finding::Distance(SchemeDistance::Exact(fraction)) if fraction.numerator().bits() == 0 => {
            "a uniform stream gives all decks with the same probability: the total variation is 0".into()
        }
        Finding::Distance(of) => format!("a uniform stream gives decks at a total variation of {} from uniform", distance(of)),
        Finding::Reach(bits, needed) if f64::from(*bits) >= *needed => {
            format!("{bits} bits of the secret are enough for all decks, which need {needed:.1}")
        }
        Finding::Reach(bits, needed) => {
            format!("at most 2^{bits} decks can come from one client seed, of 2^{needed:.1}: the others never do")
        }
        Finding::UnknownReach => "the number of random bits of the secret is not given".into(),
        Finding::SecretBits(bits) if finding.grade() == Grade::Sound => {
            format!("a random secret of {bits} bits cannot be found by trying")
        }
        Finding::SecretBits(bits) => {
            format!("a secret of at most {bits} bits can be found by trying, and the deck known before the deal")
        }
        Finding::Searched(limit, true) => format!("the secret is a whole number below {limit}: its commitment reveals it"),
        Finding::Searched(limit, false) => format!("the secret is none of the whole numbers below {limit}"),
        Finding::Committed(Committed::Before) => {
            "the operator commits to its secret before it knows the client seed".into()
        }
        Finding::Committed(Committed::After) => {
            "the operator knows the client seed when it commits: it can choose the deck".into()
        }
        Finding::NotCommitted => "there is no commitment: the operator can choose the deck afterwards".into(),
        Finding::CommitmentWithoutSecret => {
            "the commitment does not depend on the secret: the operator can choose the deck afterwards".into()
        }
        Finding::DeckWithoutSecret => "the deck does not depend on the secret: the player knows it before the deal".into(),
        Finding::Client(Client::Player) => "the player chooses the client seed".into(),
        Finding::Client(Client::Site) => {
            "the site chooses the client seed unless the player changes it: it can try secrets until a deck suits it".into()
        }
        Finding::DeckWithoutClient => {
            "the deck does not depend on the client seed: the operator can try secrets until a deck suits it".into()
        }
        Finding::EmptyClient => "the client seed of this deal is empty: the operator knew it beforehand".into(),
        Finding::Nonce(true) => "the number of the hand gives each hand its own deck".into(),
        Finding::Nonce(false) => "two hands with the same seeds have the same deck".into(),
        Finding::Ambiguous => {
            "numbers follow a seed without a separator: different hands, such as seed a1 hand 2 and seed a hand 12, have the same deck"
                .into()
        }
    }
}

/// Returns what the operator or the player can do about a finding.
pub fn cure(finding: &Finding) -> Option<&'static str> {
    if finding.grade() == Grade::Sound {
        return None;
    }
    Some(match finding {
        Finding::Distance(_) => {
            "shuffle by Fisher-Yates, and throw words away from the largest multiple of the range on"
        }
        Finding::Reach(..) | Finding::SecretBits(_) => {
            "draw 32 random bytes from the operating system for each secret"
        }
        Finding::UnknownReach => "give server_bits in [rules]; 256 is safe",
        Finding::Searched(..) => "draw 32 random bytes from the operating system for each secret",
        Finding::Committed(_) => "publish the commitment before the player enters the client seed",
        Finding::NotCommitted | Finding::CommitmentWithoutSecret => {
            "publish the SHA-256 of the secret before the player's seed"
        }
        Finding::DeckWithoutSecret => "use the secret as the key of the stream",
        Finding::Client(_) | Finding::EmptyClient => {
            "change the client seed to random text of your own after you have seen the commitment"
        }
        Finding::DeckWithoutClient => "put the client seed into the message of the stream",
        Finding::Nonce(_) => "put a number that grows with each hand into the message of the stream",
        Finding::Ambiguous => "put a colon between the fields",
    })
}

/// What the player does, in the order of a game.
pub const CHECKS: [&str; 5] = [
    "before the deal: save the commitment that the operator publishes",
    "then: enter random text of your own as the client seed, after you have seen the commitment",
    "in each hand: the number of the hand must be one more than before, and the commitment the same",
    "after the game: get the server seed, and compare its commitment with the one that you saved",
    "then: derive the cards of each hand from the seeds, and compare them with those that were dealt",
];

/// Returns the reason why a deal cannot be checked, and what to give instead.
pub fn unchecked(error: &DealError) -> String {
    match error {
        DealError::NoServerSeed => {
            "the server seed is missing: a deal can be checked after the operator has revealed it; give it with --server-seed, or as 'server' in the deal".into()
        }
        DealError::NotBytes(field) => {
            let name = if *field == Field::Server { "server" } else { "client" };
            format!("the {name} seed is neither hexadecimal nor base64, and the scheme takes its bytes; expected for example 64 hexadecimal digits")
        }
        DealError::TooLarge { number, .. } => format!("{number} is too large for its field in the scheme"),
        DealError::Length { .. } => format!("{error}"),
        DealError::Ended(draw) => format!("the stream of the scheme has no number for draw {} of this deal", draw + 1),
        DealError::UnknownCard { position, given } => {
            format!("card {position} of the deal, '{given}', is not in this deck; expected names such as those of `faro verify --print NAME`, or numbers from 1")
        }
        DealError::TooManyCards { given, most } => {
            format!("the deal has {}, and the scheme deals {most}", counted(given, "card"))
        }
    }
}
