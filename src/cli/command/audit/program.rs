//! The program whose shuffles are audited: its command line, and how it runs.

use std::fmt;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use super::flow::Flow;
use super::group::Group;
use super::stderr_tail::StderrTail;

/// What stands for something in the words of a command line.
pub struct Values {
    pub cards: Option<usize>,
    pub decks: u64,
    pub seed: String,
}

/// The words of a command line, the first of which is the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine(Vec<String>);

impl CommandLine {
    /// Of a text, taken apart as a shell would: quotes and backslashes, but nothing is expanded.
    pub fn split(text: &str) -> Result<CommandLine, &'static str> {
        match shlex::split(text) {
            None => Err("a quote is not closed"),
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

    /// With what stands for them in the place of `{cards}`, `{decks}` and `{seed}`.
    pub fn filled(&self, values: &Values) -> CommandLine {
        let cards = values.cards.map_or("{cards}".into(), |cards| cards.to_string());
        let filled = |word: &String| {
            word.replace("{cards}", &cards)
                .replace("{decks}", &values.decks.to_string())
                .replace("{seed}", &values.seed)
        };
        CommandLine(self.0.iter().map(filled).collect())
    }
}

/// As a shell would read it again.
impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match shlex::try_join(self.0.iter().map(String::as_str)) {
            Ok(joined) => f.write_str(&joined),
            Err(_) => f.write_str(&self.0.join(" ")),
        }
    }
}

/// The program while it runs.
pub struct Program {
    group: Group,
    pub stderr: StderrTail,
}

impl Program {
    /// Starts it: no shell between, nothing to read from, its standard error apart.
    pub fn start(line: &CommandLine) -> std::io::Result<(Program, Flow)> {
        let mut command = Command::new(&line.0[0]);
        command.args(&line.0[1..]).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = Group::spawn(&mut command)?;
        let (out, err) = (group.child().stdout.take(), group.child().stderr.take());
        let stderr = err.map(StderrTail::new).transpose()?.unwrap_or_default();
        let flow = Flow::new(out.expect("the output is a pipe"))?;
        Ok((Program { group, stderr }, flow))
    }

    /// Whether the program itself has ended; what it started may still hold its output.
    pub fn has_ended(&mut self) -> bool {
        self.group.has_ended()
    }

    /// Ends it and all that it started. How it ended, where it did so by itself in this time.
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
        assert_eq!(words("node shuffle.js {cards}"), ["node", "shuffle.js", "{cards}"]);
        assert_eq!(words(r#"sh -c 'a "b"' "c d" e\ f"#), ["sh", "-c", "a \"b\"", "c d", "e f"]);
        assert_eq!(words("echo $HOME *"), ["echo", "$HOME", "*"]);
        assert_eq!(CommandLine::split("a 'b"), Err("a quote is not closed"));
        for nothing in ["", "  ", "''"] {
            assert_eq!(CommandLine::split(nothing), Err("expected a program and its arguments"));
        }
    }

    /// What is put in is never taken apart.
    #[test]
    fn placeholders() {
        let line = CommandLine::split("p {cards} --seed={seed} '{decks} {decks}'").unwrap();
        let values = Values { cards: Some(52), decks: 7, seed: "a b".into() };
        assert_eq!(line.filled(&values).0, ["p", "52", "--seed=a b", "7 7"]);
        assert!(line.mentions("{cards}") && !line.mentions("{card}"));
        assert_eq!(line.filled(&values).to_string(), "p 52 '--seed=a b' '7 7'");
    }
}
