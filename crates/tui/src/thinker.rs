//! Thinking, away from the screen: one thread for the session's tasks, one for studies, and a channel back.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use lastbite::play::Task;
use lastbite::{AnyGame, Effort, Solver};
use lastbite_work::Clock;
use lastbite_work::threads::start;

use crate::action::Action;
use crate::study::Question;

/// A job for a thinking thread.
#[derive(Debug)]
pub enum Job {
    /// A task of the session of a round.
    Task(u64, Box<Task<AnyGame>>, Clock),
    /// A position to study.
    Question(Box<Question>),
}

impl Job {
    /// Thinks, and returns the result.
    pub fn run(self, solver: &Solver<AnyGame>) -> Action {
        match self {
            Job::Task(round, task, clock) => {
                Action::Thought(round, Box::new(task.run(solver, &Effort::unlimited().clock(clock))))
            }
            Job::Question(question) => Action::Studied(Box::new(question.answer(solver))),
        }
    }
}

/// What comes out of a thread besides actions.
#[derive(Debug)]
pub enum Message {
    /// Something happened.
    Action(Action),
    /// A thread that is needed has died.
    Died,
}

/// Two threads that think. They share what they have solved.
pub struct Thinker {
    tasks: Sender<Job>,
    questions: Sender<Job>,
}

impl Thinker {
    /// Starts the threads; their results are sent to `back`.
    pub fn start(back: &Sender<Message>) -> std::io::Result<Self> {
        let solver = Solver::new();
        let begin = |name: &str| -> std::io::Result<Sender<Job>> {
            let (send, jobs) = channel();
            let (back, solver) = (back.clone(), solver.clone());
            let thread = thread::Builder::new().name(name.to_string());
            start(thread, move || think(&jobs, &solver, &back))?;
            Ok(send)
        };
        Ok(Thinker { tasks: begin("tasks")?, questions: begin("studies")? })
    }

    /// Hands over a job.
    pub fn hand(&self, job: Job) {
        let thread = match job {
            Job::Task(..) => &self.tasks,
            Job::Question(_) => &self.questions,
        };
        // A thread that has died has already reported it.
        let _ = thread.send(job);
    }
}

fn think(jobs: &Receiver<Job>, solver: &Solver<AnyGame>, back: &Sender<Message>) {
    let _watch = Watch(back.clone());
    while let Ok(job) = jobs.recv() {
        if back.send(Message::Action(job.run(solver))).is_err() {
            break;
        }
    }
}

/// Tells the screen when a thread dies, so that nobody waits for it.
struct Watch(Sender<Message>);

impl Drop for Watch {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(Message::Died);
        }
    }
}
