//! `faro deal`: commits to a secret, deals from it, and reveals it.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use faro_prove::scheme::{Committed, Deal, FAIR_DEAL, Finding, Scheme, Secret, bytes, judge};
use rand::TryRng;
use rand::rngs::SysRng;
use zeroize::Zeroizing;

use crate::arguments::deal::DealPattern;
use crate::commands::verify::report::{DealReport, faces};
use crate::commands::verify::{self, DealRecord, parse_cards, sized, unchecked};
use crate::output;
use crate::output::error::{Exit, invalid};
use crate::output::options::OutputArgs;

/// Commit to a secret, deal from it, and reveal it. This is for games by mail, clubs and classes.
///
/// First --commit draws a secret from the operating system, writes it to a file and prints its commitment, which the dealer
/// publishes. Then the players send the client seed, any text of which the dealer writes no part. Each hand has a number, and a
/// deck that follows from the secret, the text and the number. After the game --reveal prints the secret too, and everybody checks
/// the deals with `faro verify`.
///
/// A dealer who has a say in the text, or who draws the secret after it, can try until a deck suits: commit first, and let the
/// players alone choose the text. The dealer knows the cards of all hands as soon as the text is fixed.
///
/// All decks are equally probable if the stream of HMAC-SHA256 is ideal. The scheme, faro-deal-1, is frozen and described in
/// docs/formats.md; examples/provably_fair.py is another implementation. The secret is printed only with --reveal.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct DealArgs {
    /// The file with the secret [default: a new secret, which is not kept]
    #[arg(long, value_name = "FILE", conflicts_with = "server_seed")]
    secret: Option<PathBuf>,

    /// Draw a secret, and print its commitment. The secret is written to the file, which must be new
    #[arg(long, requires = "secret", conflicts_with_all = ["client_seed", "nonce", "hands", "reveal", "server_seed"])]
    commit: bool,

    /// The text of the players
    #[arg(long, value_name = "SEED", allow_hyphen_values = true)]
    client_seed: Option<String>,

    /// The number of the hand
    #[arg(long, value_name = "K", default_value = "1")]
    nonce: String,

    /// The number of cards
    #[arg(long, short = 'n', value_name = "N", default_value = "52", value_parser = parse_cards)]
    cards: usize,

    /// Deal hands: 4x13 in rounds, or 5,5 each hand at once
    #[arg(long, value_name = "HANDS", value_parser = DealPattern::parse)]
    hands: Option<DealPattern>,

    /// Print the secret too
    #[arg(long)]
    reveal: bool,

    /// The secret itself, 32 bytes in hexadecimal or base64, to repeat a deal
    #[arg(long, value_name = "SEED", allow_hyphen_values = true)]
    server_seed: Option<String>,
}

const EXAMPLES: &str = "\
Examples:
  faro deal --secret club.key --commit            publish the commitment, then ask for the text
  faro deal --secret club.key --client-seed 'anna 7' --nonce 1 --hands 4x13
  faro deal --secret club.key --client-seed 'anna 7' --nonce 1 --reveal --format json > deal.json
  faro verify --deal deal.json";

const SECRET: &str = "--secret <FILE>";
const SERVER_SEED: &str = "--server-seed <SEED>";

/// Number of bytes of a secret.
const LENGTH: usize = 32;

impl DealArgs {
    pub fn run(&self, args: &OutputArgs) -> anyhow::Result<Exit> {
        let scheme = verify::scheme(FAIR_DEAL, "faro-deal-1")?;
        let scheme = sized(scheme, self.cards)?;
        if let Some(hands) = &self.hands {
            hands
                .check(self.cards)
                .map_err(|why| invalid("--hands <HANDS>", hands, why))?;
        }
        let report = match self.commit {
            true => self.committed(scheme)?,
            false => self.dealt(scheme)?,
        };
        output::report(&report, args)?;
        Ok(report.exit())
    }

    /// Draws a secret, writes it to the file that the user named, and returns the report with its commitment.
    fn committed(&self, scheme: Scheme) -> anyhow::Result<DealReport> {
        let secret = drawn()?;
        let deal = Deal {
            server: Some(secret.clone()),
            ..Deal::default()
        };
        let commitment = scheme
            .commitment(&deal)
            .map_err(|error| anyhow::anyhow!(unchecked(&error)))?;
        if let Some(path) = &self.secret {
            write_new(path, secret.expose())?;
        }
        let judgement = judge(&scheme, None, 0);
        let mut report = DealReport::new(scheme, judgement, Deal::default(), None);
        (report.commitment, report.is_new) = (commitment, true);
        Ok(report)
    }

    fn dealt(&self, scheme: Scheme) -> anyhow::Result<DealReport> {
        let secret = self.read_secret()?;
        let given = DealRecord {
            server: Some(secret.clone()),
            client: self.client_seed.clone(),
            nonce: Some(self.nonce.clone()),
            ..DealRecord::default()
        };
        let mut deal = given.deal(&scheme)?;
        let refused = |error| anyhow::anyhow!(unchecked(&error));
        deal.commitment = scheme.commitment(&deal).map_err(refused)?;
        let check = scheme.check_deal(&deal).map_err(refused)?;
        let mut judgement = judge(&scheme, Some(&deal), 0);
        if self.secret.is_none() && self.server_seed.is_none() {
            // The secret is drawn here, after the client seed is known, so the finding that the commitment came first
            // is false.
            let is_early =
                |finding: &&mut Finding| matches!(finding, Finding::Committed(Committed::Before));
            judgement
                .findings
                .iter_mut()
                .filter(is_early)
                .for_each(|finding| *finding = Finding::Committed(Committed::After));
        }
        let dealt = faces(&scheme, &check.deck);
        let mut report = DealReport::new(scheme, judgement, deal, Some(check));
        report.hands = self.hands.as_ref().map(|hands| {
            let hand = |positions: Vec<usize>| {
                positions
                    .into_iter()
                    .map(|position| dealt[position].clone())
                    .collect()
            };
            hands.positions().into_iter().map(hand).collect()
        });
        report.is_new = true;
        report.revealed = self.reveal.then_some(secret);
        Ok(report)
    }

    /// Returns the secret that the user gave or that is in the file, in hexadecimal digits.
    fn read_secret(&self) -> anyhow::Result<Secret> {
        let (text, argument, shown) = match (&self.server_seed, &self.secret) {
            (Some(text), _) => (Zeroizing::new(text.clone()), SERVER_SEED, "…".to_owned()),
            (None, Some(path)) => {
                anyhow::ensure!(
                    path.exists(),
                    invalid(
                        SECRET,
                        path.display(),
                        "there is no such file; --commit draws a secret and writes it there"
                    )
                );
                (
                    verify::text(path, SECRET)?,
                    SECRET,
                    path.display().to_string(),
                )
            }
            (None, None) => {
                let kept = if self.reveal { "" } else { ", and is not kept" };
                output::note(&format!(
                    "the secret of this deal is drawn after the client seed{kept}: the dealer could try until a deck suits; commit to a secret first with --secret FILE --commit"
                ));
                return drawn();
            }
        };
        let secret = bytes(&text).filter(|bytes| bytes.len() == LENGTH);
        let why = format!(
            "expected {LENGTH} bytes, as {} hexadecimal digits or in base64",
            2 * LENGTH
        );
        let secret = secret.ok_or_else(|| invalid(argument, shown, why))?;
        Ok(Secret::new(&Zeroizing::new(HEXLOWER.encode(&secret))))
    }
}

/// Returns a secret from the generator of the operating system, in hexadecimal digits.
fn drawn() -> anyhow::Result<Secret> {
    let mut drawn = Zeroizing::new([0; LENGTH]);
    SysRng
        .try_fill_bytes(&mut *drawn)
        .map_err(|error| anyhow::anyhow!("the system provides no random numbers: {error}"))?;
    Ok(Secret::new(&Zeroizing::new(HEXLOWER.encode(&*drawn))))
}

/// Writes a secret to a new file that only its owner can read.
fn write_new(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options
        .open(path)
        .and_then(|mut file| writeln!(file, "{text}").and_then(|()| file.sync_all()));
    written.map_err(|error| {
        let why = match error.kind() {
            std::io::ErrorKind::AlreadyExists => {
                "this file exists; a new game needs a new secret and a new file".into()
            }
            _ => format!("cannot write this file: {error}"),
        };
        invalid(SECRET, path.display(), why)
    })
}
