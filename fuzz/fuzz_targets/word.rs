//! Any text is a word or an error at a position in it; a printed word parses again, and a word's inverse undoes it.

#![no_main]

use faro::Word;
use libfuzzer_sys::fuzz_target;

/// The number of cards, which has many divisors.
const CARDS: usize = 12;

/// The maximum number of moves of a word that is applied. Longer words are only printed.
const FEW: usize = 64;

fuzz_target!(|text: &str| match text.parse::<Word>() {
    Err(error) => assert!(text.get(error.span).is_some()),
    Ok(word) => {
        assert_eq!(word.to_string().parse::<Word>().as_ref(), Ok(&word));
        let printed = word.counting_from(1).to_string();
        assert_eq!(Word::parse_counting_from(&printed, 1).as_ref(), Ok(&word));
        if word.length() <= FEW {
            shuffled(&word);
        }
    }
});

fn shuffled(word: &Word) {
    let Ok(permutation) = word.permutation(CARDS) else {
        return;
    };
    assert!(
        permutation
            .then(&word.inverse().permutation(CARDS).unwrap())
            .is_identity()
    );
    if let Ok(formula) = word.formula(&CARDS.into(), &1.into())
        && formula.steps() < 1000u32.into()
    {
        for card in 0..CARDS as u32 {
            assert_eq!(
                formula.position(&card.into()),
                permutation.image(card).into()
            );
        }
    }
}
