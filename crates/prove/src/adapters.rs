//! The source texts of the adapters. Each is one file for one language, through which `faro prove` chooses the
//! program's random numbers.

/// The names of the files of all adapters.
pub const FILE_NAMES: [&str; 10] = [
    "FaroChoices.java",
    "FaroChoices.php",
    "faro_choices.go",
    "faro_choices.h",
    "faro_choices.js",
    "faro_choices.py",
    "faro_choices.rb",
    "faro_choices.rs",
    "faro_numpy.py",
    "faro_preload.c",
];

/// For Python: replaces the modules `random` and `secrets`.
pub const PYTHON: &str = include_str!("../adapters/faro_choices.py");
/// For Node.js: replaces `Math.random` and `crypto`.
pub const JAVASCRIPT: &str = include_str!("../adapters/faro_choices.js");
/// For Java: provides a `java.util.Random`.
pub const JAVA: &str = include_str!("../adapters/FaroChoices.java");
/// For Rust, without dependencies.
pub const RUST: &str = include_str!("../adapters/faro_choices.rs");
/// For C and C++: replaces `rand`, `random` and `arc4random_uniform`.
pub const C: &str = include_str!("../adapters/faro_choices.h");
/// For compiled programs on Linux: replaces `rand`, `getrandom` and `std::random_device`.
pub const PRELOAD: &str = include_str!("../adapters/faro_preload.c");
/// For Python with numpy, beside [`PYTHON`]: replaces the words of its bit generators.
pub const NUMPY: &str = include_str!("../adapters/faro_numpy.py");
/// For Ruby: replaces `rand`, `SecureRandom`, and provides a generator for `shuffle`.
pub const RUBY: &str = include_str!("../adapters/faro_choices.rb");
/// For PHP: provides a `Random\Randomizer`.
pub const PHP: &str = include_str!("../adapters/FaroChoices.php");
/// For Go: provides a source for `math/rand`, and replaces `crypto/rand`.
pub const GO: &str = include_str!("../adapters/faro_choices.go");

#[cfg(test)]
mod tests {
    use super::FILE_NAMES;

    #[test]
    fn all_files_are_named() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/adapters");
        let files = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut files: Vec<String> = files.collect();
        files.sort_unstable();
        assert_eq!(files, FILE_NAMES);
    }
}
