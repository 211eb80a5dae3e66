//! Heavy questions: known answers at once, equal questions together, clients in turn, a deadline for each.
//!
//! ```text
//!            +-- fast: what should be known at once -----------> two threads
//! weigh -----+
//!            +-- slow: all else; of the large ones one at a time -> `workers` threads
//! ```
//! All threads are started in advance, so a question never fails for lack of one.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use hyper::StatusCode;
use lastbite::notation::Quoted;
use lastbite::{Cancel, Effort};
use lastbite_answers::{Desk, Weight};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::answer::Answer;
use crate::cache::Cache;
use crate::client::Client;
use crate::line::Line;
use crate::metrics::Metrics;
use crate::threads::{give_way, processor_time, spawn};
use crate::{Options, ServeError, log};

/// Where heavy questions wait and are worked on, away from the threads that talk to clients.
#[derive(Debug)]
pub struct Queue {
    desk: Arc<Desk>,
    metrics: Arc<Metrics>,
    cache: Mutex<Cache>,
    flights: Mutex<HashMap<Arc<str>, Flight>>,
    /// How many questions each client has waiting or being worked on, in each lane.
    shares: Mutex<HashMap<(Client, Lane), usize>>,
    lanes: Mutex<Lanes>,
    /// Signals a new question, or room for one.
    changed: Condvar,
    workers: usize,
    waiting: usize,
    per_client: usize,
    deadline: Duration,
    memory: Memory,
}

/// How the memory is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// What has been solved, and is kept.
    pub solved: u64,
    /// Answers that are kept.
    pub answers: u64,
    /// The work on a large question, one at a time.
    pub large: u64,
    /// The work on each other question.
    pub small: u64,
}

impl Memory {
    /// The most bytes of answers that are kept.
    const ANSWERS: u64 = 64 << 20;

    /// Divides the memory: three eighths for what was solved, as much for a large question, an eighth for all
    /// small ones together, and the rest for answers, connections and the program itself.
    pub fn shared_out(bytes: u64, workers: usize) -> Self {
        let small = bytes / 8 / (workers + FAST) as u64;
        let (solved, large) = (bytes / 8 * 3, bytes / 8 * 3);
        Memory { solved, answers: Self::ANSWERS.min(bytes / 32), large, small }
    }
}

/// Where a question waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lane {
    /// Among those that should be known at once.
    Fast,
    /// Among all others.
    Slow,
}

impl Lane {
    /// Returns its name in the metrics.
    pub fn name(self) -> &'static str {
        match self {
            Lane::Fast => "fast",
            Lane::Slow => "slow",
        }
    }
}

/// How many threads work on what should be known at once.
const FAST: usize = 2;

/// How long that may take; a question that is not answered by then joins the slow ones.
const AT_ONCE: Duration = Duration::from_millis(200);

/// How long work that is out of time may take to stop.
const LAST_WORD: Duration = Duration::from_millis(500);

/// The questions that wait.
#[derive(Debug, Default)]
struct Lanes {
    fast: Line<Job>,
    slow: Line<Job>,
    /// Whether a large question is being worked on.
    large: bool,
    ended: bool,
}

impl Lanes {
    fn line(&mut self, lane: Lane) -> &mut Line<Job> {
        match lane {
            Lane::Fast => &mut self.fast,
            Lane::Slow => &mut self.slow,
        }
    }
}

/// A question that waits for its turn.
#[derive(Debug)]
struct Job {
    client: Client,
    large: bool,
    since: Instant,
    cancel: Cancel,
    done: Arc<Done>,
    landing: Landing,
}

/// A question that is waiting or being worked on.
#[derive(Debug)]
struct Flight {
    answer: watch::Receiver<Option<Answer>>,
    asked_by: Weak<Asked>,
    done: Arc<Done>,
}

/// Ends a flight, whatever happens, so that nobody who asks the same waits for an answer that never comes.
#[derive(Debug)]
struct Landing {
    queue: Weak<Queue>,
    question: Arc<str>,
    land: watch::Sender<Option<Answer>>,
}

impl Landing {
    /// Sends the answer to everyone who asked.
    fn with(self, answer: Answer) {
        self.end();
        self.land.send_replace(Some(answer));
    }

    fn end(&self) {
        let Some(queue) = self.queue.upgrade() else { return };
        let mut flights = queue.flights();
        // A newer flight of the same question may have replaced one that was cancelled.
        let ours = |flight: &Flight| self.land.subscribe().same_channel(&flight.answer);
        if flights.get(&self.question).is_some_and(ours) {
            flights.remove(&self.question);
        }
    }
}

impl Drop for Landing {
    fn drop(&mut self) {
        self.end();
    }
}

/// What share of a piece of work is done, in thousandths.
#[derive(Debug, Default)]
struct Done(AtomicU32);

/// Everyone who waits for an answer holds one of these; when the last one is gone, the work is cancelled.
#[derive(Debug)]
struct Asked(Cancel);

impl Drop for Asked {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Counts a client's question as long as it is held.
struct Share<'a> {
    queue: &'a Queue,
    of: (Client, Lane),
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        let mut shares = self.queue.shares.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = shares.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                shares.remove(&self.of);
            }
        }
    }
}

impl Queue {
    /// Starts all worker threads; fails if the system refuses them.
    pub fn start(desk: Arc<Desk>, metrics: Arc<Metrics>, options: &Options) -> Result<Arc<Self>, ServeError> {
        let workers = options.workers.max(1);
        // While one of them works on a large question, another is free for small ones.
        let slow = workers.max(2);
        let memory = Memory::shared_out(options.memory, slow);
        let queue = Arc::new(Queue {
            desk,
            metrics,
            cache: Mutex::new(Cache::new(usize::try_from(memory.answers).unwrap_or(usize::MAX))),
            flights: Mutex::default(),
            shares: Mutex::default(),
            lanes: Mutex::default(),
            changed: Condvar::new(),
            workers,
            waiting: options.waiting,
            per_client: options.per_client,
            deadline: options.deadline,
            memory,
        });
        let lanes = std::iter::repeat_n(Lane::Fast, FAST).chain(std::iter::repeat_n(Lane::Slow, slow));
        for lane in lanes {
            let at_work = Arc::clone(&queue);
            if let Err(why) = spawn(lane.name(), move || at_work.work(lane)) {
                queue.end();
                return Err(ServeError::Threads(why));
            }
        }
        Ok(queue)
    }

    /// Ends all threads, each when it has finished its work.
    pub fn end(&self) {
        self.lanes().ended = true;
        self.changed.notify_all();
    }

    fn cache(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn flights(&self) -> MutexGuard<'_, HashMap<Arc<str>, Flight>> {
        self.flights.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lanes(&self) -> MutexGuard<'_, Lanes> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts the questions that are waiting or being worked on.
    pub fn in_flight(&self) -> usize {
        self.flights().len()
    }

    /// Counts the questions that wait in a lane.
    pub fn waiting(&self, lane: Lane) -> usize {
        self.lanes().line(lane).len()
    }

    /// Says whether no more questions can wait.
    pub fn is_full(&self) -> bool {
        self.waiting(Lane::Slow) >= self.waiting
    }

    /// Counts the answers that are kept.
    pub fn kept(&self) -> usize {
        self.cache().len()
    }

    /// Returns what share of the work on a question is done; nothing if nobody works on it.
    pub fn share(&self, question: &str) -> Option<f64> {
        let done = Arc::clone(&self.flights().get(question)?.done);
        Some(f64::from(done.0.load(Ordering::Relaxed)) / 1000.0)
    }

    /// Returns the effort that a light question may take.
    pub fn light(&self) -> Effort {
        Effort::unlimited().threads(1).memory(self.memory.large)
    }

    /// Finds an answer that was given before.
    pub fn known(&self, question: &str) -> Option<Answer> {
        self.cache().find(question)
    }

    /// Answers a question: its name, a question mark and its parameters.
    pub async fn ask(self: &Arc<Self>, question: &str, client: Client, weight: Weight) -> Answer {
        let lane = if weight.at_once { Lane::Fast } else { Lane::Slow };
        let _share = match self.share_of(client, lane) {
            Ok(share) => share,
            Err(waiting) => return Answer::too_many(waiting),
        };
        let large = lane == Lane::Slow && weight.bytes > self.memory.small;
        let Some((mut answer, _asked)) = self.join(question, client, lane, large) else {
            return Answer::busy();
        };
        // Work that is stopped at the deadline needs a moment to end.
        let landed = timeout(self.deadline + LAST_WORD, answer.wait_for(Option::is_some)).await;
        match landed {
            Ok(Ok(landed)) => landed.clone().unwrap_or_else(Answer::broken),
            Ok(Err(_)) => Answer::broken(),
            Err(_) => Answer::busy(),
        }
    }

    /// Counts one more question of a client; fails with the number it has if that is its share.
    fn share_of(&self, client: Client, lane: Lane) -> Result<Share<'_>, usize> {
        let mut shares = self.shares.lock().unwrap_or_else(PoisonError::into_inner);
        let count = shares.entry((client, lane)).or_default();
        if *count >= self.per_client {
            return Err(*count);
        }
        *count += 1;
        Ok(Share { queue: self, of: (client, lane) })
    }

    /// Joins those who ask the same, or is the first of them; nothing if too many questions are waiting
    /// already.
    fn join(
        self: &Arc<Self>,
        question: &str,
        client: Client,
        lane: Lane,
        large: bool,
    ) -> Option<(watch::Receiver<Option<Answer>>, Arc<Asked>)> {
        let mut flights = self.flights();
        if let Some(flight) = flights.get(question)
            && let Some(asked) = flight.asked_by.upgrade()
        {
            return Some((flight.answer.clone(), asked));
        }
        let question: Arc<str> = question.into();
        let (land, answer) = watch::channel(None);
        let (cancel, done) = (Cancel::new(), Arc::<Done>::default());
        let asked = Arc::new(Asked(cancel.clone()));
        let landing = Landing { queue: Arc::downgrade(self), question: Arc::clone(&question), land };
        let flight =
            Flight { answer: answer.clone(), asked_by: Arc::downgrade(&asked), done: Arc::clone(&done) };
        flights.insert(question, flight);
        drop(flights);
        let job = Job { client, large, since: Instant::now(), cancel, done, landing };
        match self.line_up(lane, job) {
            Ok(()) => Some((answer, asked)),
            Err(job) => {
                // Others may have joined it in the meantime.
                job.landing.with(Answer::busy());
                None
            }
        }
    }

    /// Queues a question, or gives it back if there is no room.
    fn line_up(&self, lane: Lane, job: Job) -> Result<(), Box<Job>> {
        let mut lanes = self.lanes();
        let line = lanes.line(lane);
        // Abandoned questions make room. They are dropped after the lock is released, because that ends their
        // flights.
        let gone = if line.len() >= self.waiting {
            line.sweep(|job| !job.cancel.is_cancelled())
        } else {
            Vec::new()
        };
        let lined_up = if line.len() < self.waiting {
            line.push(job.client, job);
            Ok(())
        } else {
            Err(Box::new(job))
        };
        drop(lanes);
        self.changed.notify_all();
        drop(gone);
        lined_up
    }

    /// Takes one question after another, until the server ends.
    fn work(self: Arc<Self>, lane: Lane) {
        if lane == Lane::Slow {
            give_way();
        }
        while let Some(job) = self.next(lane) {
            let _room = Room { queue: &self, large: job.large };
            self.metrics.waited(lane, job.since.elapsed());
            if job.since.elapsed() >= self.deadline {
                job.landing.with(Answer::busy());
                continue;
            }
            // Nobody waits for it any more.
            if job.cancel.is_cancelled() {
                continue;
            }
            let question = Arc::clone(&job.landing.question);
            let answer = || self.answer(lane, &job, &question);
            let Some(answer) = self.answer_in(lane, job.since, answer) else {
                // It was stopped half-way. In the slow lane it gets all the time it needs.
                if let Err(job) = self.line_up(Lane::Slow, Job { large: true, ..job }) {
                    job.landing.with(Answer::busy());
                }
                continue;
            };
            if answer.status == StatusCode::OK {
                self.cache().keep(question, answer.clone());
            }
            job.landing.with(answer);
        }
    }

    /// Waits for the next question; nothing when the server ends.
    fn next(&self, lane: Lane) -> Option<Job> {
        let mut lanes = self.lanes();
        loop {
            if lanes.ended {
                return None;
            }
            let taken = lanes.large;
            if let Some(job) = lanes.line(lane).pop(|job| !(taken && job.large)) {
                lanes.large = taken || job.large;
                return Some(job);
            }
            lanes = self.changed.wait(lanes).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Answers a question; nothing if it took too long for the fast lane.
    fn answer_in(&self, lane: Lane, since: Instant, mut answer: impl FnMut() -> Answer) -> Option<Answer> {
        for is_last in [false, true] {
            let (began, worked) = (Instant::now(), processor_time());
            let answer = answer();
            if lane == Lane::Slow || began.elapsed() < AT_ONCE {
                return Some(answer);
            }
            // On a busy machine this thread may have waited all that time; then the question is not to blame,
            // and it is tried again.
            let worked = processor_time().zip(worked).map_or(AT_ONCE, |(now, then)| now.saturating_sub(then));
            let left = self.deadline.saturating_sub(since.elapsed());
            if is_last || worked >= AT_ONCE / 2 || left < 2 * AT_ONCE {
                break;
            }
        }
        None
    }

    fn answer(&self, lane: Lane, job: &Job, question: &str) -> Answer {
        let (threads, memory) = match job.large {
            true => (self.workers, self.memory.large),
            false => (1, self.memory.small),
        };
        let left = self.deadline.saturating_sub(job.since.elapsed());
        let done = Arc::clone(&job.done);
        let effort = Effort::unlimited()
            .threads(threads)
            .memory(memory)
            .within(if lane == Lane::Fast { AT_ONCE.min(left) } else { left })
            .cancelled_by(&job.cancel)
            .watched(move |now| {
                if let Some(share) = now.share {
                    done.0.store((share * 1000.0) as u32, Ordering::Relaxed);
                }
            });
        let (name, query) = question.split_once('?').unwrap_or((question, ""));
        let answer = || self.desk.answer(name, query, "", &effort);
        match std::panic::catch_unwind(AssertUnwindSafe(answer)) {
            Ok(reply) => reply.into(),
            Err(_) => {
                log::error(format_args!("a question made the solver panic: {}", Quoted::new(question)));
                Answer::broken()
            }
        }
    }
}

/// Makes room for the next large question when it goes out of scope.
struct Room<'a> {
    queue: &'a Queue,
    large: bool,
}

impl Drop for Room<'_> {
    fn drop(&mut self) {
        if self.large {
            self.queue.lanes().large = false;
            self.queue.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(options: &Options) -> Arc<Queue> {
        let desk = Arc::new(crate::desk(options).unwrap());
        Queue::start(desk, Arc::default(), options).unwrap()
    }

    fn client(text: &str) -> Client {
        Client::at(text.parse().unwrap())
    }

    #[test]
    fn a_flight_ends_whatever_happens_to_who_works_on_it() {
        let queue = queue(&Options::default());
        let (land, answer) = watch::channel(None);
        let asked = Arc::new(Asked(Cancel::new()));
        let question: Arc<str> = "analyze?game=chomp:8x10".into();
        let flight =
            Flight { answer: answer.clone(), asked_by: Arc::downgrade(&asked), done: Arc::default() };
        queue.flights().insert(Arc::clone(&question), flight);
        let landing = Landing { queue: Arc::downgrade(&queue), question, land };
        assert_eq!(queue.in_flight(), 1);
        let panicked = std::thread::spawn(move || {
            let _landing = landing;
            panic!("on purpose");
        });
        assert!(panicked.join().is_err());
        assert_eq!(queue.in_flight(), 0, "who asks next is the first again");
        assert!(answer.has_changed().is_err(), "who waits is told at once");
        queue.end();
    }

    #[tokio::test]
    async fn what_is_known_at_once_waits_for_nobody() {
        let queue = queue(&Options { waiting: 1, ..Options::default() });
        // One large question is being worked on, and another waits: there is no room for more.
        queue.lanes().large = true;
        let large = Weight::new(false, u64::MAX);
        let waits = queue.join("analyze?game=chomp:20x20", client("1.2.3.4"), Lane::Slow, true);
        assert!(waits.is_some());
        let refused = queue.ask("analyze?game=chomp:19x20", client("1.2.3.5"), large).await;
        assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
        for question in ["analyze?game=nim:3,4,5", "move?game=chomp:4x7", "grundy?game=nim:7,7"] {
            let answer = queue.ask(question, client("1.2.3.4"), Weight::new(true, u64::MAX)).await;
            assert_eq!(answer.status, StatusCode::OK, "{question}");
        }
        assert_eq!((queue.waiting(Lane::Slow), queue.in_flight()), (1, 1));
        // A client that goes away makes room for others.
        drop(waits);
        assert!(queue.join("analyze?game=chomp:19x20", client("1.2.3.5"), Lane::Slow, true).is_some());
        queue.end();
    }

    #[test]
    fn small_questions_do_not_wait_for_a_large_one() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let queue = queue(&Options { workers: 1, ..Options::default() });
        queue.lanes().large = true;
        let small = Weight::new(false, 1 << 20);
        let answer = runtime.block_on(queue.ask("analyze?game=chomp:7x8", client("1.2.3.4"), small));
        assert_eq!(answer.status, StatusCode::OK);
        queue.end();
    }

    /// A thread that had to wait tries a quick question again; after that it joins the slow ones.
    #[test]
    fn a_quick_question_is_tried_twice_at_most() {
        let queue = queue(&Options { deadline: Duration::from_secs(3600), ..Options::default() });
        let tries = |lane| {
            let mut tries = 0;
            let answer = queue.answer_in(lane, Instant::now(), || {
                tries += 1;
                assert!(tries < 3, "it would be tried until its deadline");
                // It waits, as on a busy machine, and does almost no work.
                std::thread::sleep(AT_ONCE);
                Answer::busy()
            });
            (tries, answer.is_some())
        };
        let most = if processor_time().is_some() { 2 } else { 1 };
        assert_eq!(tries(Lane::Fast), (most, false));
        assert_eq!(tries(Lane::Slow), (1, true));
        queue.end();
    }

    #[test]
    fn a_client_has_its_share_in_each_lane() {
        let queue = queue(&Options { per_client: 2, ..Options::default() });
        let (ann, bob) = (client("1.2.3.4"), client("1.2.3.5"));
        let first = queue.share_of(ann, Lane::Slow).ok().unwrap();
        let _second = queue.share_of(ann, Lane::Slow).ok().unwrap();
        assert_eq!(queue.share_of(ann, Lane::Slow).err(), Some(2));
        assert!(queue.share_of(ann, Lane::Fast).is_ok() && queue.share_of(bob, Lane::Slow).is_ok());
        drop(first);
        assert!(queue.share_of(ann, Lane::Slow).is_ok());
        queue.end();
    }

    #[test]
    fn the_memory_is_shared_out_and_no_more_of_it() {
        for workers in [1, 2, 16, 1024] {
            let Memory { solved, answers, large, small } = Memory::shared_out(64 << 20, workers);
            assert!(solved + answers + large + small * (workers + FAST) as u64 <= 64 << 20, "{workers}");
        }
    }
}
