//! Drives a program by the protocol `faro-choices 1`.

use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use faro_prove::{HiddenSource, Outcome, Program, ProgramError, Run, Walked, walk_by_runs};
use faro_render::numbers::counted;

use super::flow::ReadOutcome;
use super::link::{AHEAD, Link, Origin};
use super::reply::{self, Greeting, Reply, parse};

/// Time between two checks for a signal or for the end of a time limit.
const TICK: Duration = Duration::from_millis(20);

/// Time to wait for the rest of the output after a program has ended.
const OUTPUT_WAIT: Duration = Duration::from_millis(300);

/// Time to wait for the greeting of a program that prints lines on its standard output.
const GREETING_WAIT: Duration = Duration::from_secs(5);

/// Maximum number of bytes of a line that the program sends.
const MAX_LINE: usize = 4 << 20;

/// Number of runs in a request to the program.
const BATCH: usize = 500;

/// A program whose random choices are given through an adapter.
#[derive(Debug)]
pub struct Driven {
    origin: Origin,
    cards: usize,
    limits: Limits,
    deadline: Option<Instant>,
    link: Option<Link>,
    number: u64,
    restarts: usize,
    /// Number of the last request whose answers are ignored, because an earlier request of the same list was
    /// refused.
    skipped: u64,
    greeting: Greeting,
}

/// The time limits of a driven program, and the function that stops it early.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum time that the program may take for an answer.
    pub silence: Duration,
    /// Maximum time of all requests together, or `None` for no limit.
    pub whole: Option<Duration>,
    /// Returns whether the work must end for a reason other than time, such as a signal.
    pub stop: fn() -> bool,
}

impl Driven {
    /// Starts the program, or waits for it to connect. The first call after it must be [`Driven::greet`].
    ///
    /// # Errors
    ///
    /// If the program cannot be run, or does not connect in time.
    pub fn start(origin: Origin, cards: usize, limits: Limits) -> io::Result<Driven> {
        let deadline = limits
            .whole
            .and_then(|whole| Instant::now().checked_add(whole));
        let mut driven = Driven {
            origin,
            cards,
            limits,
            deadline,
            link: None,
            number: 0,
            restarts: 0,
            skipped: 0,
            greeting: Greeting::default(),
        };
        driven.link = Some(driven.open()?);
        Ok(driven)
    }

    fn open(&self) -> io::Result<Link> {
        Link::open(&self.origin, self.limits.silence, || self.is_over())
    }

    /// Exchanges greetings with the program, which name the version of the protocol.
    ///
    /// # Errors
    ///
    /// [`ProgramError`] if the program does not answer, or not with a greeting.
    pub fn greet(&mut self) -> Result<(), ProgramError> {
        self.send(b"hello 1\n".to_vec())?;
        match self.reply()? {
            Reply::Hello(greeting) => {
                self.greeting = greeting;
                Ok(())
            }
            _ => Err(self.breach("did not begin with a greeting")),
        }
    }

    /// Ends the program. It may end by itself first, unless the time limit has passed.
    pub fn close(&mut self) {
        let is_over = self.is_over();
        if let Some(mut link) = self.link.take() {
            if !is_over {
                let _ = link.requests.try_send(b"bye\n".to_vec());
                link.wait(OUTPUT_WAIT);
            }
            link.end();
        }
    }

    /// Returns whether a signal or a time limit must end the work now.
    fn is_over(&self) -> bool {
        (self.limits.stop)()
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn link(&mut self) -> Result<&mut Link, ProgramError> {
        self.link
            .as_mut()
            .ok_or_else(|| ProgramError::Broken("the program has ended".into()))
    }

    /// Ends the program and returns an error with the end of its standard error.
    fn broken(&mut self, why: &str) -> ProgramError {
        let stderr = self.link.take().map_or(String::new(), |mut link| {
            link.end();
            link.stderr_message()
        });
        let adapter = missing_adapter(&stderr).map_or(String::new(), |adapter| {
            format!("; `faro prove --adapter {adapter}` writes it")
        });
        ProgramError::Broken(format!("{why}{stderr}{adapter}"))
    }

    /// Ends a program that does not follow the protocol, and returns the error.
    fn breach(&mut self, what: &str) -> ProgramError {
        self.broken(&format!("the program {what}; {}", reply::REMEDY))
    }

    fn send(&mut self, request: Vec<u8>) -> Result<(), ProgramError> {
        let sent = self.link()?.requests.send(request);
        sent.map_err(|_| self.broken("the program does not read its requests"))
    }

    /// Returns the next line that the program sends, without its line end.
    fn line(&mut self) -> Result<Vec<u8>, ProgramError> {
        let started = Instant::now();
        loop {
            if self.is_over() {
                return Err(ProgramError::Interrupted);
            }
            let link = self.link()?;
            if let Some(length) = link.buffer[link.at..]
                .iter()
                .position(|&byte| byte == b'\n')
            {
                let line = link.buffer[link.at..link.at + length].to_vec();
                link.at += length + 1;
                return Ok(line);
            }
            link.buffer.drain(..link.at);
            link.at = 0;
            if link.buffer.len() > MAX_LINE {
                return Err(self.breach("sends a line without an end"));
            }
            let next = link.replies.next(TICK);
            match next {
                Ok(ReadOutcome::Piece(piece)) => link.buffer.extend(piece),
                Ok(ReadOutcome::Nothing) => self.check_silence(started.elapsed())?,
                Ok(ReadOutcome::End) => {
                    let why = self.died();
                    return Err(self.broken(&why));
                }
                Err(error) => return Err(self.broken(&format!("cannot read its answers: {error}"))),
            }
        }
    }

    /// Returns an error if the program, silent for the time `silent`, has ended or exceeds its time limit.
    fn check_silence(&mut self, silent: Duration) -> Result<(), ProgramError> {
        let is_printing = self.number == 0
            && silent >= GREETING_WAIT.min(self.limits.silence)
            && self.link()?.printed().is_some();
        let why = if silent > OUTPUT_WAIT && self.link()?.has_ended() {
            self.died()
        } else if is_printing {
            let printed = self.link()?.printed().unwrap_or_default();
            format!(
                "the program printed \"{printed}\" instead of a greeting{}",
                self.hint()
            )
        } else if silent >= self.limits.silence {
            let seconds = counted(self.limits.silence.as_secs_f64(), "second");
            format!(
                "the program did not answer for {seconds}; --timeout waits longer{}",
                self.hint()
            )
        } else {
            return Ok(());
        };
        Err(self.broken(&why))
    }

    fn died(&mut self) -> String {
        let hint = self.hint();
        let status = self.link.as_mut().and_then(|link| {
            link.wait(OUTPUT_WAIT);
            link.end()
        });
        match status {
            // The standard error of a program that failed says why.
            Some(status) if !status.success() => {
                format!("the program ended without an answer ({status})")
            }
            Some(status) => format!("the program ended without an answer ({status}){hint}"),
            None => format!("the program closed the pipe of its adapter without an answer{hint}"),
        }
    }

    /// Returns advice for a program that does not answer.
    fn hint(&self) -> String {
        let (Origin::Command(line), 0) = (&self.origin, self.number) else {
            return "; the shuffle must return a deck each time that it is called".into();
        };
        let line = line.to_string();
        let (language, adapter, end) = match line.contains("node") || line.contains(".js") {
            true => ("javascript", "faro_choices.js", "js"),
            false => ("python", "faro_choices.py", "py"),
        };
        // The program of the user is not to be overwritten.
        let name = if line.contains("fair.") {
            "example"
        } else {
            "fair"
        };
        format!(
            "; it must call serve of an adapter of its language, which for example `faro prove --adapter {language} > {adapter}` writes; `faro prove --example {language} > {name}.{end}` writes a whole program"
        )
    }

    fn reply(&mut self) -> Result<Reply, ProgramError> {
        loop {
            let line = self.line()?;
            let reply = match parse(&line, self.cards) {
                Err(ProgramError::Broken(what)) => return Err(self.breach(&what)),
                parsed => parsed?,
            };
            if reply
                .number()
                .is_some_and(|number| number > 0 && number <= self.skipped)
            {
                continue;
            }
            return match reply {
                Reply::Refused(_, ProgramError::Broken(what)) => Err(self.breach(&what)),
                Reply::Refused(_, error) => {
                    self.skipped = self.number;
                    Err(error)
                }
                reply => Ok(reply),
            };
        }
    }

    fn next(&mut self) -> u64 {
        self.number += 1;
        self.number
    }

    /// Sends requests for runs with `lists` of choices, and returns the number of the first run. Each request
    /// ends with the word `rest`.
    fn request(&mut self, lists: &[Vec<u64>], rest: &str) -> Result<u64, ProgramError> {
        let (first, cards) = (self.number + 1, self.cards);
        let mut text = Vec::new();
        for list in lists {
            let number = self.next();
            let written = write!(text, "run {number} {cards}")
                .and_then(|()| list.iter().try_for_each(|value| write!(text, " {value}")))
                .and_then(|()| writeln!(text, " {rest}"));
            debug_assert!(written.is_ok(), "a vector grows");
        }
        self.send(text).map(|()| first)
    }

    /// Runs the program once for each list of choices. `rest` is the last word of each request in the protocol.
    fn runs(&mut self, lists: &[Vec<u64>], rest: &str) -> Result<Vec<Outcome>, ProgramError> {
        let batches: Vec<&[Vec<u64>]> = lists.chunks(BATCH).collect();
        let mut sent = Vec::with_capacity(batches.len());
        let mut outcomes = Vec::with_capacity(lists.len());
        for (index, batch) in batches.iter().enumerate() {
            while sent.len() < batches.len().min(index + AHEAD) {
                sent.push(self.request(batches[sent.len()], rest)?);
            }
            for (number, list) in (sent[index]..).zip(*batch) {
                outcomes.push(self.outcome(number, list)?);
            }
        }
        Ok(outcomes)
    }

    fn outcome(&mut self, expected: u64, list: &[u64]) -> Result<Outcome, ProgramError> {
        let (number, outcome) = match self.reply()? {
            Reply::Ran(number, run) => (number, Outcome::Ran(run)),
            Reply::OutOfRange(number) => (number, Outcome::OutOfRange),
            _ => return Err(self.breach("did not answer with a run")),
        };
        let given = |run: &Run| {
            run.draws
                .iter()
                .enumerate()
                .all(|(i, draw)| draw.value == list.get(i).copied().unwrap_or(0))
        };
        if number != expected {
            return Err(self.breach("answered another request than the next"));
        }
        if let Outcome::Ran(run) = &outcome
            && !given(run)
        {
            return Err(self.breach("did not use the choices that it was given"));
        }
        Ok(outcome)
    }
}

impl Program for Driven {
    fn cards(&self) -> usize {
        self.cards
    }

    fn run(&mut self, lists: &[Vec<u64>]) -> Result<Vec<Outcome>, ProgramError> {
        self.runs(lists, "*0")
    }

    fn run_with_one_seed(
        &mut self,
        lists: &[Vec<u64>],
    ) -> Result<Option<Vec<Outcome>>, ProgramError> {
        if self.greeting.seeds {
            self.runs(lists, "*s").map(Some)
        } else {
            Ok(None)
        }
    }

    fn restart(&mut self) -> Result<(), ProgramError> {
        if matches!(self.origin, Origin::Standard) {
            return Ok(());
        }
        self.close();
        if self.is_over() {
            return Err(ProgramError::Interrupted);
        }
        self.restarts += 1;
        use_up_process_numbers(self.restarts);
        let link = self.open();
        let link =
            link.map_err(|error| ProgramError::Broken(format!("cannot reach it again: {error}")))?;
        self.link = Some(link);
        self.greet()
    }

    fn sources(&mut self) -> Result<Vec<HiddenSource>, ProgramError> {
        if !self.greeting.sources {
            return Ok(Vec::new());
        }
        let number = self.next();
        self.send(format!("sources {number}\n").into_bytes())?;
        match self.reply()? {
            Reply::Sources(of, sources) if of == number => Ok(sources),
            _ => Err(self.breach("did not answer with its sources")),
        }
    }

    fn walk(
        &mut self,
        prefix: &[u64],
        limit: u64,
        visit: &mut dyn FnMut(&Run),
    ) -> Result<Walked, ProgramError> {
        if self.greeting.runs {
            return walk_by_runs(self, prefix, limit, visit);
        }
        let number = self.next();
        let values: String = prefix.iter().map(|value| format!(" {value}")).collect();
        let limit = limit.min(i64::MAX as u64);
        self.send(format!("tree {number} {}{values} limit {limit}\n", self.cards).into_bytes())?;
        let mut last: Option<Run> = None;
        for _ in 0..=limit {
            match self.reply()? {
                Reply::Leaf(of, run) if of == number => {
                    let follows = last.as_ref().is_none_or(|last| is_next(last, &run));
                    if !follows || !starts_with(&run, prefix) {
                        return Err(self.breach("skipped a part of the tree"));
                    }
                    visit(&run);
                    last = Some(run);
                }
                Reply::Done(of) if of == number => {
                    let complete = last.is_some_and(|last| is_last(&last, prefix.len()));
                    let skipped = "ended the tree before its last run";
                    return if complete {
                        Ok(Walked::All)
                    } else {
                        Err(self.breach(skipped))
                    };
                }
                Reply::More(of, at) if of == number && at.len() >= prefix.len() => {
                    return Ok(Walked::Stopped(at));
                }
                Reply::OutOfRange(_) => return Err(ProgramError::HiddenRandomness),
                _ => return Err(self.breach("did not answer with a tree")),
            }
        }
        Err(self.breach("sent more runs than it was asked for"))
    }
}

/// Returns the language, and the file, of an adapter that a program did not find.
fn missing_adapter(stderr: &str) -> Option<&'static str> {
    const MISSING: [(&str, &str); 3] = [
        ("No module named 'faro_choices'", "python > faro_choices.py"),
        ("Cannot find module", "javascript > faro_choices.js"),
        ("cannot load such file", "ruby > faro_choices.rb"),
    ];
    let is_missing =
        |(text, _): &&(&str, &str)| stderr.contains(text) && stderr.contains("faro_choices");
    Some(MISSING.iter().find(is_missing)?.1)
}

/// Takes `count` numbers of processes, which Linux gives to threads too.
///
/// Processes that are started at a fixed distance have equal numbers modulo its divisors. A deck that depends on the number
/// modulo one of these would look steady.
fn use_up_process_numbers(count: usize) {
    for _ in 0..count {
        let _ = thread::Builder::new()
            .spawn(|| ())
            .map(thread::JoinHandle::join);
    }
}

fn starts_with(run: &Run, prefix: &[u64]) -> bool {
    run.draws.len() >= prefix.len()
        && run
            .draws
            .iter()
            .zip(prefix)
            .all(|(draw, &value)| draw.value == value)
}

/// Returns whether the draws of `run` directly follow those of `last` in lexicographic order.
fn is_next(last: &Run, run: &Run) -> bool {
    let Some(at) = last
        .draws
        .iter()
        .rposition(|draw| draw.value + 1 < draw.bound)
    else {
        return false;
    };
    let same_start = run.draws.len() > at && run.draws[..at] == last.draws[..at];
    same_start
        && run.draws[at].value == last.draws[at].value + 1
        && run.draws[at].bound == last.draws[at].bound
        && run.draws[at + 1..].iter().all(|draw| draw.value == 0)
}

fn is_last(run: &Run, fixed: usize) -> bool {
    run.draws[fixed.min(run.draws.len())..]
        .iter()
        .all(|draw| draw.value + 1 == draw.bound)
}

impl Drop for Driven {
    fn drop(&mut self) {
        self.close();
    }
}
