//! The files of the page, which are built into the program.

pub struct Asset {
    pub name: &'static str,
    pub bytes: &'static [u8],
}

macro_rules! assets {
    ($($name:literal),* $(,)?) => {
        &[$(Asset { name: $name, bytes: include_bytes!(concat!("../../../page/", $name)) }),*]
    };
}

/// The files in the folder `page`. A new file must be added here.
pub const ASSETS: &[Asset] = assets![
    "index.html",
    "style.css",
    "axes.js",
    "bets.js",
    "big.js",
    "cards.js",
    "clock.js",
    "cloud.js",
    "color.js",
    "counting.js",
    "curve.js",
    "cycles.js",
    "deck.js",
    "digits.js",
    "dom.js",
    "drawn.js",
    "engine.js",
    "errors.js",
    "fair.js",
    "film.js",
    "hands.js",
    "heat.js",
    "help.js",
    "histograms.js",
    "history.js",
    "incoming.js",
    "interlace.js",
    "kept.js",
    "keys.js",
    "large.js",
    "law.js",
    "main.js",
    "mixing.js",
    "numbers.js",
    "odds.js",
    "orders.js",
    "pen.js",
    "plain.js",
    "player.js",
    "png.js",
    "poster.js",
    "presets.js",
    "proof.js",
    "report.js",
    "riffle.js",
    "routes.js",
    "routine.js",
    "sample.js",
    "server.js",
    "shuffle.sandbox.js",
    "state.js",
    "steps.js",
    "story.js",
    "strip.js",
    "table.js",
    "teller.js",
    "tiny.js",
    "verify.js",
    "words.js",
    "woven.js",
];

impl Asset {
    /// Returns the file at a path of the address. `/` is `index.html`.
    pub fn at(path: &str) -> Option<&'static Asset> {
        let name = match path.strip_prefix('/')? {
            "" => "index.html",
            name => name,
        };
        ASSETS.iter().find(|asset| asset.name == name)
    }

    pub fn media_type(&self) -> &'static str {
        match self
            .name
            .rsplit_once('.')
            .map_or("", |(_, extension)| extension)
        {
            "html" => "text/html; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "js" => "text/javascript; charset=utf-8",
            "svg" => "image/svg+xml",
            _ => "text/plain; charset=utf-8",
        }
    }

    /// Returns whether the file is a worker that runs code typed by the user.
    pub fn is_sandbox(&self) -> bool {
        self.name.ends_with(".sandbox.js")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
        let files = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name());
        let mut files: Vec<String> = files.map(|name| name.into_string().unwrap()).collect();
        let mut listed: Vec<&str> = ASSETS.iter().map(|asset| asset.name).collect();
        files.sort_unstable();
        listed.sort_unstable();
        assert_eq!(files, listed);
    }
}
