//! Questions: known answers at once, equal questions together, clients in turn, a deadline for each.
//!
//! ```text
//! fast: every question is weighed, and answered if it should be known at once -> two threads
//!   |
//! slow: all else; of the large ones one at a time ------------------> `workers` threads
//! ```
//! The threads that talk to clients read no game and draw nothing, so they always have time. No client has all
//! threads of a lane at once, so the next one need not wait for its work to end.
//!
//! All threads are started in advance, so a question never fails for lack of one.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use hyper::StatusCode;
use hyper::body::Bytes;
use lastbite::notation::Quoted;
use lastbite::{Cancel, Effort};
use lastbite_answers::{Desk, Reply, routes};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::answer::Answer;
use crate::cache::Cache;
use crate::client::Client;
use crate::line::Line;
use crate::metrics::Metrics;
use crate::threads::{give_way, processor_time, spawn};
use crate::{Options, ServeError, log};

/// Where questions wait and are worked on, away from the threads that talk to clients.
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
    /// Answers on their way to clients.
    pub sent: u64,
    /// Bodies of questions, on their way in or being read.
    pub bodies: u64,
    /// The work on a large question, one at a time.
    pub large: u64,
    /// The work on each other question.
    pub small: u64,
}

impl Memory {
    /// The most bytes of answers that are kept.
    const ANSWERS: u64 = 64 << 20;

    /// Divides the memory: three eighths for what was solved, as much for a large question, an eighth for all
    /// small ones together, and the rest for answers, bodies, connections and the program itself.
    pub fn shared_out(bytes: u64, workers: usize) -> Self {
        let small = bytes / 8 / (workers + FAST) as u64;
        let (solved, large) = (bytes / 8 * 3, bytes / 8 * 3);
        let share = bytes / 32;
        Memory { solved, answers: Self::ANSWERS.min(share), sent: share, bodies: share, large, small }
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
    /// How many threads of a lane work for a client.
    at_work: HashMap<(Client, Lane), usize>,
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

/// A question as it came in.
#[derive(Clone, Debug)]
pub struct Asking {
    /// Its name, a question mark and its parameters.
    pub question: Arc<str>,
    /// Its body, if it has one. What comes with a body is not answered together with others, and its answer is not
    /// kept.
    pub body: Option<Bytes>,
}

/// What comes of a question in a lane.
#[derive(Clone, Debug)]
enum Landed {
    /// It is answered.
    Answer(Answer),
    /// It takes longer than a moment, and belongs in the slow lane: among the large ones, or the others.
    Slow { large: bool },
}

/// A question that waits for its turn.
#[derive(Debug)]
struct Job {
    client: Client,
    body: Option<Bytes>,
    large: bool,
    since: Instant,
    cancel: Cancel,
    done: Arc<Done>,
    landing: Landing,
}

/// A question that is waiting or being worked on.
#[derive(Debug)]
struct Flight {
    landed: watch::Receiver<Option<Landed>>,
    asked_by: Weak<Asked>,
    done: Arc<Done>,
}

/// Ends a flight, whatever happens, so that nobody who asks the same waits for an answer that never comes.
#[derive(Debug)]
struct Landing {
    queue: Weak<Queue>,
    question: Arc<str>,
    land: watch::Sender<Option<Landed>>,
}

impl Landing {
    /// Sends the answer to everyone who asked.
    fn with(self, landed: Landed) {
        self.end();
        self.land.send_replace(Some(landed));
    }

    fn end(&self) {
        let Some(queue) = self.queue.upgrade() else { return };
        let mut flights = queue.flights();
        // A newer flight of the same question may have replaced one that was cancelled.
        let ours = |flight: &Flight| self.land.subscribe().same_channel(&flight.landed);
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
        for (number, lane) in lanes.enumerate() {
            let at_work = Arc::clone(&queue);
            // The first of the slow ones.
            let for_large = number == FAST;
            if let Err(why) = spawn(lane.name(), move || at_work.work(lane, for_large)) {
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

    /// Answers a question: in the fast lane, and if it takes longer than a moment, in the slow one.
    pub async fn ask(self: &Arc<Self>, asking: &Asking, client: Client) -> Answer {
        let since = Instant::now();
        let (mut lane, mut large) = (Lane::Fast, false);
        loop {
            let _share = match self.share_of(client, lane) {
                Ok(share) => share,
                Err(waiting) => return Answer::too_many(waiting),
            };
            let Some((mut landed, _asked)) = self.join(asking, client, lane, large, since) else {
                return Answer::busy();
            };
            // Work that is stopped at the deadline needs a moment to end.
            let left = (self.deadline + LAST_WORD).saturating_sub(since.elapsed());
            let landed = match timeout(left, landed.wait_for(Option::is_some)).await {
                Ok(Ok(landed)) => landed.clone(),
                Ok(Err(_)) => None,
                Err(_) => return Answer::busy(),
            };
            match landed {
                Some(Landed::Answer(answer)) => return answer,
                Some(Landed::Slow { large: is_large }) => (lane, large) = (Lane::Slow, is_large),
                None => return Answer::broken(),
            }
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
        asking: &Asking,
        client: Client,
        lane: Lane,
        large: bool,
        since: Instant,
    ) -> Option<(watch::Receiver<Option<Landed>>, Arc<Asked>)> {
        let question = Arc::clone(&asking.question);
        let mut flights = self.flights();
        if asking.body.is_none()
            && let Some(flight) = flights.get(&question)
            && let Some(asked) = flight.asked_by.upgrade()
        {
            return Some((flight.landed.clone(), asked));
        }
        let (land, landed) = watch::channel(None);
        let (cancel, done) = (Cancel::new(), Arc::<Done>::default());
        let asked = Arc::new(Asked(cancel.clone()));
        let landing = Landing { queue: Arc::downgrade(self), question: Arc::clone(&question), land };
        if asking.body.is_none() {
            let flight =
                Flight { landed: landed.clone(), asked_by: Arc::downgrade(&asked), done: Arc::clone(&done) };
            flights.insert(question, flight);
        }
        drop(flights);
        let body = asking.body.clone();
        match self.line_up(lane, Job { client, body, large, since, cancel, done, landing }) {
            Ok(()) => Some((landed, asked)),
            Err(job) => {
                // Others may have joined it in the meantime.
                job.landing.with(Landed::Answer(Answer::busy()));
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
    ///
    /// All large questions are worked on by the same thread, because the allocator of most systems keeps for a thread
    /// what it once took.
    fn work(self: Arc<Self>, lane: Lane, for_large: bool) {
        if lane == Lane::Slow {
            give_way();
        }
        while let Some(job) = self.next(lane, for_large) {
            let _room = Room { queue: &self, of: (job.client, lane), large: job.large };
            self.metrics.waited(lane, job.since.elapsed());
            if job.since.elapsed() >= self.deadline {
                job.landing.with(Landed::Answer(Answer::busy()));
                continue;
            }
            // Nobody waits for it any more.
            if job.cancel.is_cancelled() {
                continue;
            }
            let landed = match lane {
                Lane::Fast => self.try_at_once(&job),
                Lane::Slow => Landed::Answer(self.answer(lane, &job)),
            };
            if let Landed::Answer(answer) = &landed
                && answer.status == StatusCode::OK
                && job.body.is_none()
            {
                self.cache().keep(Arc::clone(&job.landing.question), answer.clone());
            }
            job.landing.with(landed);
        }
    }

    /// Waits for the next question; nothing when the server ends.
    fn next(&self, lane: Lane, for_large: bool) -> Option<Job> {
        let mut lanes = self.lanes();
        loop {
            if lanes.ended {
                return None;
            }
            let Lanes { fast, slow, at_work, large, .. } = &mut *lanes;
            let line = if lane == Lane::Fast { fast } else { slow };
            // The last thread of a lane is left to the other clients.
            let most = self.threads(lane) - 1;
            let has_room = |job: &Job| at_work.get(&(job.client, lane)).is_none_or(|&many| many < most);
            let taken = *large;
            let found = match for_large {
                true if !taken => line.pop(|job| job.large && has_room(job)).or_else(|| line.pop(has_room)),
                _ => line.pop(|job| !job.large && has_room(job)),
            };
            if let Some(job) = found {
                *large |= job.large;
                *at_work.entry((job.client, lane)).or_default() += 1;
                return Some(job);
            }
            lanes = self.changed.wait(lanes).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Counts the threads of a lane, always two or more.
    fn threads(&self, lane: Lane) -> usize {
        match lane {
            Lane::Fast => FAST,
            Lane::Slow => self.workers.max(2),
        }
    }

    /// Weighs a question, and answers it if it should be known at once.
    fn try_at_once(&self, job: &Job) -> Landed {
        let (name, query) = told_apart(&job.landing.question);
        let weigh = || routes::find(name).map(|route| self.desk.weigh(route, query));
        let weight = match std::panic::catch_unwind(AssertUnwindSafe(weigh)) {
            Ok(Some(Ok(weight))) => weight,
            Ok(Some(Err(problem))) => return Landed::Answer(Reply::from(problem).into()),
            Ok(None) => return Landed::Answer(self.desk.answer(name, "", "", &Effort::unlimited()).into()),
            Err(_) => return Landed::Answer(self.panicked(&job.landing.question)),
        };
        if !weight.at_once {
            return Landed::Slow { large: weight.bytes > self.memory.small };
        }
        let large = weight.bytes > self.memory.small;
        match self.answer_in(job.since, || self.answer(Lane::Fast, job)) {
            // It was stopped half-way, or there was too little memory. In the slow lane it gets all that it needs.
            None => Landed::Slow { large: true },
            Some(answer) if large && answer.status == StatusCode::UNPROCESSABLE_ENTITY => {
                Landed::Slow { large }
            }
            Some(answer) => Landed::Answer(answer),
        }
    }

    /// Answers a question in the fast lane; nothing if it took too long.
    fn answer_in(&self, since: Instant, mut answer: impl FnMut() -> Answer) -> Option<Answer> {
        for is_last in [false, true] {
            let (began, worked) = (Instant::now(), processor_time());
            let answer = answer();
            if began.elapsed() < AT_ONCE {
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

    fn answer(&self, lane: Lane, job: &Job) -> Answer {
        let question = &job.landing.question;
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
        let (name, query) = told_apart(question);
        let Ok(body) = std::str::from_utf8(job.body.as_deref().unwrap_or_default()) else {
            return Answer::refusal(StatusCode::BAD_REQUEST, "the body of the request is not UTF-8 text");
        };
        let answer = || self.desk.answer(name, query, body, &effort);
        match std::panic::catch_unwind(AssertUnwindSafe(answer)) {
            Ok(reply) => reply.into(),
            Err(_) => self.panicked(question),
        }
    }

    fn panicked(&self, question: &str) -> Answer {
        log::error(format_args!("a question made the solver panic: {}", Quoted::new(question)));
        Answer::broken()
    }
}

/// Returns the name of a question, and its parameters.
fn told_apart(question: &str) -> (&str, &str) {
    question.split_once('?').unwrap_or((question, ""))
}

/// A thread that works for a client; it makes room for the next question when it goes out of scope.
struct Room<'a> {
    queue: &'a Queue,
    of: (Client, Lane),
    large: bool,
}

impl Drop for Room<'_> {
    fn drop(&mut self) {
        let mut lanes = self.queue.lanes();
        if self.large {
            lanes.large = false;
        }
        if let Some(many) = lanes.at_work.get_mut(&self.of) {
            *many -= 1;
            if *many == 0 {
                lanes.at_work.remove(&self.of);
            }
        }
        drop(lanes);
        self.queue.changed.notify_all();
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

    fn asking(question: &str) -> Asking {
        Asking { question: question.into(), body: None }
    }

    #[test]
    fn a_flight_ends_whatever_happens_to_who_works_on_it() {
        let queue = queue(&Options::default());
        let (land, answer) = watch::channel(None);
        let asked = Arc::new(Asked(Cancel::new()));
        let question: Arc<str> = "analyze?game=chomp:8x10".into();
        let flight =
            Flight { landed: answer.clone(), asked_by: Arc::downgrade(&asked), done: Arc::default() };
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
        let join = |question: &str, from: &str| {
            queue.join(&asking(question), client(from), Lane::Slow, true, Instant::now())
        };
        let waits = join("analyze?game=chomp:20x20", "1.2.3.4");
        assert!(waits.is_some());
        let refused = queue.ask(&asking("analyze?game=chomp:19x20"), client("1.2.3.5")).await;
        assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
        for question in ["analyze?game=nim:3,4,5", "move?game=chomp:4x7", "grundy?game=nim:7,7"] {
            let answer = queue.ask(&asking(question), client("1.2.3.4")).await;
            assert_eq!(answer.status, StatusCode::OK, "{question}");
        }
        assert_eq!((queue.waiting(Lane::Slow), queue.in_flight()), (1, 1));
        // A client that goes away makes room for others.
        drop(waits);
        assert!(join("analyze?game=chomp:19x20", "1.2.3.5").is_some());
        queue.end();
    }

    #[test]
    fn small_questions_do_not_wait_for_a_large_one() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let queue = queue(&Options { workers: 1, ..Options::default() });
        queue.lanes().large = true;
        let answer = runtime.block_on(queue.ask(&asking("analyze?game=chomp:7x8"), client("1.2.3.4")));
        assert_eq!(answer.status, StatusCode::OK);
        queue.end();
    }

    /// A thread that had to wait tries a quick question again; after that it joins the slow ones.
    #[test]
    fn a_quick_question_is_tried_twice_at_most() {
        let queue = queue(&Options { deadline: Duration::from_secs(3600), ..Options::default() });
        let mut tries = 0;
        let answer = queue.answer_in(Instant::now(), || {
            tries += 1;
            assert!(tries < 3, "it would be tried until its deadline");
            // It waits, as on a busy machine, and does almost no work.
            std::thread::sleep(AT_ONCE);
            Answer::busy()
        });
        let most = if processor_time().is_some() { 2 } else { 1 };
        assert_eq!((tries, answer.is_some()), (most, false));
        queue.end();
    }

    /// However much one client asks, a thread of each lane is left to the others.
    #[test]
    fn no_client_has_all_threads_of_a_lane() {
        let queue = queue(&Options { workers: 3, ..Options::default() });
        for (lane, many) in [(Lane::Fast, FAST - 1), (Lane::Slow, 2)] {
            // As if that many of them worked for the client.
            queue.lanes().at_work.insert((client("1.2.3.4"), lane), many);
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let ask = |question: &str, from: &str| {
            let (asking, client) = (asking(question), client(from));
            let asked = queue.ask(&asking, client);
            runtime.block_on(async { timeout(Duration::from_millis(300), asked).await.is_ok() })
        };
        assert!(!ask("analyze?game=nim:3,4,5", "1.2.3.4"), "it waits for its own work to end");
        assert!(ask("analyze?game=nim:3,4,5", "1.2.3.5") && ask("analyze?game=chomp:7x8", "1.2.3.5"));
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
            let Memory { solved, answers, sent, bodies, large, small } =
                Memory::shared_out(64 << 20, workers);
            assert!(
                solved + answers + sent + bodies + large + small * (workers + FAST) as u64 <= 64 << 20,
                "{workers}"
            );
        }
    }
}
