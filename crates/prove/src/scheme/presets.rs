/// A scheme that is known by its name.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The scheme in TOML.
    pub text: &'static str,
}

/// The name of the scheme of `faro deal`.
pub const FAIR_DEAL: &str = "faro-deal-1";

/// The known schemes. Each has its source, and a deal from there in the tests.
pub const PRESETS: [Preset; 5] = [
    Preset { name: FAIR_DEAL, text: include_str!("presets/faro-deal-1.toml") },
    Preset { name: "stake-video-poker", text: include_str!("presets/stake-video-poker.toml") },
    Preset { name: "stake-blackjack", text: include_str!("presets/stake-blackjack.toml") },
    Preset { name: "duel-video-poker", text: include_str!("presets/duel-video-poker.toml") },
    Preset { name: "provably-fair-shuffle", text: include_str!("presets/provably-fair-shuffle.toml") },
];
