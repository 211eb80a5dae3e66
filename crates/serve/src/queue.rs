//! Heavy questions: known answers at once, equal questions together, few at a time, a deadline for each.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use axum::http::StatusCode;
use lastbite::{Cancel, Effort};
use lastbite_answers::{Desk, Reply};
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;

use crate::Options;
use crate::answer::Answer;
use crate::cache::Cache;

/// Where heavy questions wait and are worked on, away from the threads that talk to clients.
#[derive(Debug)]
pub struct Queue {
    desk: Arc<Desk>,
    cache: Mutex<Cache>,
    flights: Mutex<HashMap<Arc<str>, Flight>>,
    slots: Semaphore,
    workers: usize,
    waiting: usize,
    deadline: Duration,
    memory: u64,
}

/// A question that is waiting or being worked on.
#[derive(Debug)]
struct Flight {
    answer: watch::Receiver<Option<Answer>>,
    asked_by: Weak<Asked>,
    done: Arc<Done>,
}

/// What share of a piece of work is done, in thousandths.
#[derive(Debug, Default)]
struct Done(AtomicU32);

/// Everybody who waits for an answer holds one of these; when the last one has gone, the work is called off.
#[derive(Debug)]
struct Asked(Cancel);

impl Drop for Asked {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Queue {
    /// The most bytes of answers that are kept.
    const CACHE: usize = 64 << 20;

    /// Makes an empty queue.
    pub fn new(desk: Arc<Desk>, options: &Options) -> Self {
        let cache = Self::CACHE.min(usize::try_from(options.memory / 16).unwrap_or(usize::MAX));
        Queue {
            desk,
            cache: Mutex::new(Cache::new(cache)),
            flights: Mutex::default(),
            slots: Semaphore::new(options.workers.max(1)),
            workers: options.workers.max(1),
            waiting: options.waiting,
            deadline: options.deadline,
            memory: options.memory / 2,
        }
    }

    fn cache(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn flights(&self) -> MutexGuard<'_, HashMap<Arc<str>, Flight>> {
        self.flights.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts the questions that are waiting or being worked on.
    pub fn in_flight(&self) -> usize {
        self.flights().len()
    }

    /// Counts the answers that are kept.
    pub fn kept(&self) -> usize {
        self.cache().len()
    }

    /// Returns what share of the work on a question is done; nothing where nobody works on it.
    pub fn share(&self, question: &str) -> Option<f64> {
        let done = Arc::clone(&self.flights().get(question)?.done);
        Some(f64::from(done.0.load(Ordering::Relaxed)) / 1000.0)
    }

    /// Returns the effort that a light question may take.
    pub fn light(&self) -> Effort {
        Effort::unlimited().threads(1).memory(self.memory)
    }

    /// Finds an answer that was given before.
    pub fn known(&self, question: &str) -> Option<Answer> {
        self.cache().find(question)
    }

    /// Answers a question: its name, a question mark and its parameters.
    pub async fn ask(self: &Arc<Self>, question: &str) -> Answer {
        let Some((mut answer, _asked)) = self.join(question) else { return Answer::busy() };
        let landed = timeout(self.deadline, answer.wait_for(Option::is_some)).await;
        match landed {
            Ok(Ok(landed)) => landed.clone().unwrap_or_else(Answer::broken),
            Ok(Err(_)) => Answer::broken(),
            Err(_) => Answer::busy(),
        }
    }

    /// Joins those who ask the same, or is the first of them; nothing when too many questions wait already.
    fn join(self: &Arc<Self>, question: &str) -> Option<(watch::Receiver<Option<Answer>>, Arc<Asked>)> {
        let mut flights = self.flights();
        if let Some(flight) = flights.get(question)
            && let Some(asked) = flight.asked_by.upgrade()
        {
            return Some((flight.answer.clone(), asked));
        }
        if flights.len() >= self.waiting {
            return None;
        }
        let question: Arc<str> = question.into();
        let (land, answer) = watch::channel(None);
        let cancel = Cancel::new();
        let asked = Arc::new(Asked(cancel.clone()));
        let done = Arc::<Done>::default();
        let (asked_by, done_here) = (Arc::downgrade(&asked), Arc::clone(&done));
        let flight = Flight { answer: answer.clone(), asked_by, done: done_here };
        flights.insert(Arc::clone(&question), flight);
        tokio::spawn(Arc::clone(self).fly(question, cancel, done, land));
        Some((answer, asked))
    }

    /// Waits for its turn, works, keeps the answer and tells everybody who asked.
    async fn fly(
        self: Arc<Self>,
        question: Arc<str>,
        cancel: Cancel,
        done: Arc<Done>,
        land: watch::Sender<Option<Answer>>,
    ) {
        let answer = match self.slots.acquire().await {
            Ok(_slot) if !cancel.is_cancelled() => {
                let (queue, asked) = (Arc::clone(&self), Arc::clone(&question));
                let work = tokio::task::spawn_blocking(move || queue.work(&asked, &cancel, done));
                work.await.unwrap_or_else(|_| Answer::broken())
            }
            _ => Answer::busy(),
        };
        if answer.status == StatusCode::OK {
            self.cache().keep(Arc::clone(&question), answer.clone());
        }
        let mut flights = self.flights();
        // A newer flight of the same question may have taken the place of one that was called off.
        if flights.get(&question).is_some_and(|flight| land.subscribe().same_channel(&flight.answer)) {
            flights.remove(&question);
        }
        drop(flights);
        let _ = land.send(Some(answer));
    }

    fn work(&self, question: &str, cancel: &Cancel, done: Arc<Done>) -> Answer {
        let effort = Effort::unlimited()
            .threads(self.workers)
            .memory(self.memory)
            .within(self.deadline)
            .cancelled_by(cancel)
            .watched(move |now| {
                if let Some(share) = now.share {
                    done.0.store((share * 1000.0) as u32, Ordering::Relaxed);
                }
            });
        let (name, query) = question.split_once('?').unwrap_or((question, ""));
        let answer = || -> Reply { self.desk.answer(name, query, "", &effort) };
        match std::panic::catch_unwind(AssertUnwindSafe(answer)) {
            Ok(reply) => reply.into(),
            Err(_) => {
                tracing::error!("a question made the solver panic: {question}");
                Answer::broken()
            }
        }
    }
}
