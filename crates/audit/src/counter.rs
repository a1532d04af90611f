//! Counts the decks of an audit on several threads.

use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread::{self, JoinHandle};

use super::drift::Moment;
use super::error::{Error, check_distinct};
use super::evidence::Evidence;
use super::tables::MAX_STEPS;

/// Number of decks that a thread counts together. It divides every number of decks at which changes over the run are
/// recorded.
const BATCH: u64 = 256;

/// Number of decks of a run that are counted before threads start. Some tables count only the first decks.
const SEQUENTIAL_DECKS: u64 = (MAX_STEPS + 1).next_multiple_of(BATCH);

/// Maximum number of batches that wait for each thread.
const MAX_WAITING: usize = 16;

/// Adds decks to [`Evidence`] on several threads. The counts are the same as on one thread.
///
/// ```
/// use faro_audit::{Counter, Evidence, judge};
///
/// let threads = std::num::NonZero::new(2).unwrap();
/// let (mut evidence, mut counter) = (Evidence::new(5)?, Counter::new(Evidence::new(5)?, threads));
/// for deck in (0..20_000).map(|deck| if deck % 3 > 0 { [2, 0, 3, 1, 4] } else { [3, 1, 0, 2, 4] }) {
///     evidence.add(&deck)?;
///     counter.add(&deck)?;
/// }
/// assert_eq!(judge(counter.evidence(), 0.001), judge(&mut evidence, 0.001));
/// # Ok::<(), faro_audit::Error>(())
/// ```
#[derive(Debug)]
pub struct Counter {
    evidence: Evidence,
    threads: usize,
    workers: Vec<CountingThread>,
    /// The workers of the unfinished batches, in the order of the batches.
    busy: VecDeque<usize>,
    /// The last deck before the current batch (`before`), and the decks of the current batch (`batch`).
    before: Vec<u32>,
    batch: Vec<u32>,
    /// Number of decks.
    decks: u64,
    /// Index of the worker for the next batch.
    next: usize,
}

/// A thread that counts batches in the order in which it receives them.
#[derive(Debug)]
struct CountingThread {
    jobs: SyncSender<Job>,
    /// The fingerprints of each batch.
    prints: Receiver<Vec<u64>>,
    thread: JoinHandle<(Evidence, Vec<Moment>)>,
}

enum Job {
    /// Counts a batch. `before` is the last deck before the batch.
    Count { before: Vec<u32>, batch: Vec<u32> },
    /// Records the counts after `decks` decks. Earlier records at numbers of decks that are not multiples of
    /// `grain` are dropped.
    Record { decks: u64, grain: u64 },
}

impl Counter {
    /// Creates a counter that adds decks to `evidence` on several threads.
    ///
    /// At most `threads` threads are used besides the calling one.
    pub fn new(evidence: Evidence, threads: NonZero<usize>) -> Counter {
        Counter {
            decks: evidence.decks(),
            evidence,
            threads: threads.get(),
            workers: Vec::new(),
            busy: VecDeque::new(),
            before: Vec::new(),
            batch: Vec::new(),
            next: 0,
        }
    }

    /// Returns the number of decks.
    pub fn decks(&self) -> u64 {
        self.decks
    }

    /// Returns the number of cards of each deck.
    pub fn cards(&self) -> usize {
        self.evidence.cards()
    }

    /// Adds a deck, as [`Evidence::add`] does.
    ///
    /// # Errors
    ///
    /// If `deck` is not a permutation of the cards. It is then not counted.
    pub fn add(&mut self, deck: &[u32]) -> Result<(), Error> {
        check_distinct(deck, self.cards(), self.cards())?;
        self.add_valid(deck);
        Ok(())
    }

    /// Adds a deck that is a valid permutation, such as a deck from a [`Reader`](super::lines::Reader).
    ///
    /// # Panics
    ///
    /// If `deck` is not a permutation of the cards. The panic may come only when a later deck is added.
    pub fn add_valid(&mut self, deck: &[u32]) {
        self.decks += 1;
        assert_eq!(deck.len(), self.cards(), "cards of the deck");
        if self.workers.is_empty()
            && (self.threads == 1 || self.decks <= SEQUENTIAL_DECKS || !self.start())
        {
            return self.evidence.add_valid(deck);
        }
        self.batch.extend_from_slice(deck);
        if self.decks.is_multiple_of(BATCH) {
            self.hand_over();
        }
    }

    /// Starts as many threads as the system allows, and returns whether there are at least two.
    fn start(&mut self) -> bool {
        let begin = |_| CountingThread::start(self.evidence.share());
        let workers: Vec<CountingThread> = (0..self.threads).map_while(begin).collect();
        if workers.len() < 2 {
            self.threads = 1;
            return false;
        }
        self.before = self.evidence.last().to_vec();
        (self.workers, self.next) = (workers, 0);
        true
    }

    /// Passes the batch to the next thread.
    fn hand_over(&mut self) {
        if self.busy.len() >= MAX_WAITING * self.workers.len() {
            self.receive();
        }
        let last = self.batch[self.batch.len() - self.evidence.cards()..].to_vec();
        let before = std::mem::replace(&mut self.before, last);
        let batch = Vec::with_capacity(self.batch.len());
        let batch = std::mem::replace(&mut self.batch, batch);
        self.workers[self.next].send(Job::Count { before, batch });
        self.busy.push_back(self.next);
        self.next = (self.next + 1) % self.workers.len();
        if let Some(grain) = self.evidence.drift.is_due(self.decks) {
            self.workers.iter().for_each(|worker| {
                worker.send(Job::Record {
                    decks: self.decks,
                    grain,
                });
            });
        }
    }

    /// Waits for the oldest unfinished batch, and looks up its decks among the earlier ones.
    fn receive(&mut self) {
        if let Some(worker) = self.busy.pop_front() {
            let prints = self.workers[worker]
                .prints
                .recv()
                .expect("decks are permutations of the cards");
            self.evidence.collisions.add_prints(&prints);
        }
    }

    /// Returns the evidence of all decks so far.
    ///
    /// # Panics
    ///
    /// As [`Counter::add_valid`].
    pub fn evidence(&mut self) -> &mut Evidence {
        if !self.workers.is_empty() {
            if !self.batch.is_empty() {
                self.hand_over();
            }
            while !self.busy.is_empty() {
                self.receive();
            }
            let shares = self.workers.drain(..).map(|worker| {
                drop(worker.jobs);
                worker
                    .thread
                    .join()
                    .expect("decks are permutations of the cards")
            });
            let (counts, moments): (Vec<_>, Vec<_>) = shares.unzip();
            self.evidence.absorb(counts, &moments, &self.before);
        }
        &mut self.evidence
    }

    /// Returns the evidence of all decks.
    ///
    /// # Panics
    ///
    /// As [`Counter::add_valid`].
    pub fn into_evidence(mut self) -> Evidence {
        self.evidence();
        self.evidence
    }
}

impl CountingThread {
    /// Starts a thread that adds decks to `evidence`. Returns `None` if the system refuses the thread.
    fn start(mut evidence: Evidence) -> Option<CountingThread> {
        let (jobs, received) = sync_channel(2 * MAX_WAITING);
        let (results, prints) = channel();
        let work = move || {
            let mut moments: Vec<Moment> = Vec::new();
            for job in received {
                match job {
                    Job::Count { before, batch } => {
                        // Sending fails if the counter was dropped. The result is then not needed.
                        let _ = results.send(evidence.add_batch(&before, &batch));
                    }
                    Job::Record { decks, grain } => {
                        moments.retain(|moment| moment.decks.is_multiple_of(grain));
                        moments.push(evidence.moment(decks));
                    }
                }
            }
            (evidence, moments)
        };
        let thread = thread::Builder::new().spawn(work).ok()?;
        Some(CountingThread {
            jobs,
            prints,
            thread,
        })
    }

    fn send(&self, job: Job) {
        self.jobs
            .send(job)
            .expect("decks are permutations of the cards");
    }
}
