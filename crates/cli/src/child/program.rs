//! The program that is audited: its command line, and its execution.

use std::fmt;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use super::flow::{OutputTail, ThreadedReader};
use super::group::ProcessGroup;

/// The values of the placeholders in a command line.
#[derive(Clone, Debug)]
pub struct PlaceholderValues {
    pub cards: Option<usize>,
    pub decks: u64,
    pub seed: String,
}

/// The words of a command line, the first of which is the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine(Vec<String>);

impl CommandLine {
    /// Splits a text as a shell does, by quotes and backslashes, but without expansion.
    pub fn split(text: &str) -> Result<CommandLine, &'static str> {
        // A word of a shell's language, unless it is in quotes.
        let is_of_shell = |word: &String| {
            (["|", "||", "&&", "&"].contains(&word.as_str())
                || word.ends_with(';')
                || word.starts_with(['<', '>']))
                && text.split_whitespace().any(|typed| typed == word)
        };
        match shlex::split(text) {
            None => Err("a quote is not closed"),
            Some(words)
                if words.iter().any(is_of_shell)
                    || words
                        .first()
                        .is_some_and(|first| ["while", "for"].contains(&first.as_str())) =>
            {
                Err("a pipe, a loop or a redirection needs a shell: sh -c '…'")
            }
            Some(words) => CommandLine::from_words(words),
        }
    }

    pub fn from_words(words: Vec<String>) -> Result<CommandLine, &'static str> {
        match words.first().map(String::as_str) {
            None | Some("") => Err("expected a program and its arguments"),
            Some(_) => Ok(CommandLine(words)),
        }
    }

    pub fn mentions(&self, placeholder: &str) -> bool {
        self.0.iter().any(|word| word.contains(placeholder))
    }

    /// Returns the command, which is not started yet.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.0[0]);
        command.args(&self.0[1..]);
        command
    }

    /// Returns the command line with `{cards}`, `{decks}` and `{seed}` replaced by `values`.
    pub fn filled(&self, values: &PlaceholderValues) -> CommandLine {
        let cards = values
            .cards
            .map_or("{cards}".into(), |cards| cards.to_string());
        let filled = |word: &String| {
            word.replace("{cards}", &cards)
                .replace("{decks}", &values.decks.to_string())
                .replace("{seed}", &values.seed)
        };
        CommandLine(self.0.iter().map(filled).collect())
    }
}

/// Prints the command line quoted for a shell.
impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match shlex::try_join(self.0.iter().map(String::as_str)) {
            Ok(joined) => f.write_str(&joined),
            Err(_) => f.write_str(&self.0.join(" ")),
        }
    }
}

/// A running program.
#[derive(Debug)]
pub struct RunningProgram {
    group: ProcessGroup,
    pub stderr: OutputTail,
}

impl RunningProgram {
    /// Starts a program without a shell, with an empty standard input and a separate standard error.
    pub fn start(line: &CommandLine) -> std::io::Result<(RunningProgram, ThreadedReader)> {
        let mut command = line.command();
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut group = ProcessGroup::spawn(&mut command, &[])?;
        let (out, err) = (group.child().stdout.take(), group.child().stderr.take());
        let stderr = err.map(OutputTail::new).transpose()?.unwrap_or_default();
        let flow = ThreadedReader::new(out.expect("the output is a pipe"))?;
        Ok((RunningProgram { group, stderr }, flow))
    }

    /// Returns whether the program has ended. Processes that it started may keep its output open.
    pub fn has_ended(&mut self) -> bool {
        self.group.has_ended()
    }

    /// Ends the program and everything that it started.
    ///
    /// Returns its status if it ended by itself within `patience`.
    pub fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        self.group.wait(patience);
        self.group.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        CommandLine::split(text).unwrap().0
    }

    #[test]
    fn words_as_a_shell_takes_them_apart() {
        assert_eq!(
            words("node shuffle.js {cards}"),
            ["node", "shuffle.js", "{cards}"]
        );
        assert_eq!(
            words(r#"sh -c 'a "b"' "c d" e\ f"#),
            ["sh", "-c", "a \"b\"", "c d", "e f"]
        );
        assert_eq!(words("echo $HOME *"), ["echo", "$HOME", "*"]);
        for line in [
            "a | b",
            "while :; do a; done",
            "a; b",
            "a && b",
            "a <b",
            "a > b",
        ] {
            assert!(CommandLine::split(line).is_err(), "{line}");
        }
        assert_eq!(words("awk -F '|' x"), ["awk", "-F", "|", "x"]);
        assert_eq!(CommandLine::split("a 'b"), Err("a quote is not closed"));
        for nothing in ["", "  ", "''"] {
            assert_eq!(
                CommandLine::split(nothing),
                Err("expected a program and its arguments")
            );
        }
    }

    /// Values with spaces stay one word.
    #[test]
    fn placeholders() {
        let line = CommandLine::split("p {cards} --seed={seed} '{decks} {decks}'").unwrap();
        let values = PlaceholderValues {
            cards: Some(52),
            decks: 7,
            seed: "a b".into(),
        };
        assert_eq!(line.filled(&values).0, ["p", "52", "--seed=a b", "7 7"]);
        assert!(line.mentions("{cards}") && !line.mentions("{card}"));
        assert_eq!(line.filled(&values).to_string(), "p 52 '--seed=a b' '7 7'");
    }
}
