//! A bot: a process that is asked for moves, and that is always ended.
//!
//! One thread reads its output and another writes its input, so a bot that never reads or never stops
//! printing does not hold up anyone. It leads its own process group, which is ended as a whole. On Linux,
//! processes that left the group are ended too, and a bot ends with us even if we are killed.

use std::fmt;
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use lastbite::Cancel;
use lastbite::notation::{Quoted, one_line};
use lastbite_work::threads::start;

use crate::manners::lines::Lines;

/// A bot that was started.
pub struct Bot {
    child: Child,
    say: Option<Sender<String>>,
    heard: Receiver<Heard>,
    complaint: Arc<Mutex<String>>,
    /// The thread that reads its error output.
    complaining: Option<JoinHandle<()>>,
}

/// What a bot did wrong, in words that follow its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It could not be started.
    NotStarted(String),
    /// It took too long.
    Hangs(Duration),
    /// It ended before the game did.
    Crashed(String),
    /// It printed something that is not a move.
    Nonsense(Quoted),
    /// The tournament was stopped, which is not the bot's fault.
    CalledOff,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotStarted(why) => write!(f, "could not be started: {why}"),
            Fault::Hangs(time) => write!(f, "hangs: no move within {} s", time.as_secs_f64()),
            Fault::Crashed(how) => write!(f, "crashed: it {how}"),
            Fault::Nonsense(line) => write!(f, "printed {line}; expected a line like: move 2,3"),
            Fault::CalledOff => f.write_str("was cancelled"),
        }
    }
}

/// What came out of a bot.
enum Heard {
    Line(String),
    /// It closed its output.
    End,
}

impl Bot {
    /// Starts a program.
    pub fn start(command: &[String]) -> io::Result<Bot> {
        let (file, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(file);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = system::start(&mut command)?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (say, lines) = mpsc::channel::<String>();
        // Unasked output of a bot waits in its pipe, not in our memory.
        let (hears, heard) = mpsc::sync_channel(64);
        let complaint = Arc::new(Mutex::new(String::new()));
        let mut bot =
            Bot { child, say: Some(say), heard, complaint: Arc::clone(&complaint), complaining: None };
        // From here on, dropping the bot ends it, even if one of the threads cannot be started.
        if let Some(mut input) = input {
            start(thread::Builder::new(), move || {
                while let Ok(line) = lines.recv()
                    && writeln!(input, "{line}").and_then(|()| input.flush()).is_ok()
                {}
            })?;
        }
        if let Some(output) = output {
            start(thread::Builder::new(), move || listen(output, &hears))?;
        }
        if let Some(errors) = errors {
            let complaining = start(thread::Builder::new(), move || keep_last_words(errors, &complaint))?;
            bot.complaining = Some(complaining);
        }
        Ok(bot)
    }

    /// Asks for a move, and returns what follows the word `move`.
    pub fn ask(&mut self, question: &str, patience: Duration, cancel: &Cancel) -> Result<String, Fault> {
        if let Some(say) = &self.say {
            // A bot that no longer reads is noticed by its output, or by the lack of it.
            let _ = say.send(question.to_string());
        }
        let started = Instant::now();
        loop {
            if cancel.is_cancelled() {
                return Err(Fault::CalledOff);
            }
            let left = patience.checked_sub(started.elapsed()).ok_or(Fault::Hangs(patience))?;
            match self.heard.recv_timeout(left.min(Duration::from_millis(50))) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => {
                    return match self.last_words(cancel) {
                        _ if cancel.is_cancelled() => Err(Fault::CalledOff),
                        how => Err(Fault::Crashed(how)),
                    };
                }
                Ok(Heard::Line(line)) => {
                    let line = line.trim();
                    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
                    match word {
                        "" | "info" => {}
                        "move" => return Ok(rest.trim().to_string()),
                        _ => return Err(Fault::Nonsense(Quoted::new(line))),
                    }
                }
            }
        }
    }

    /// Says how a bot ended that has closed its output.
    fn last_words(&mut self, cancel: &Cancel) -> String {
        let mut how = None;
        // It closes its output a moment before it ends, and on a busy machine that may take a while.
        wait_for(LAST_MOMENT, || {
            how = system::ended(&mut self.child);
            how.is_some() || cancel.is_cancelled()
        });
        let how = how.unwrap_or_else(|| "closed its output".to_string());
        // Its error output comes through another pipe, perhaps a little later. A child of the bot may keep
        // that pipe open.
        wait_for(LAST_MOMENT, || {
            self.complaining.as_ref().is_none_or(JoinHandle::is_finished) || cancel.is_cancelled()
        });
        match self.complaint.lock().unwrap_or_else(PoisonError::into_inner).as_str() {
            "" => how,
            words => format!("{how} ({words})"),
        }
    }
}

/// How long to wait for a bot that has closed its output, and for its last error line.
const LAST_MOMENT: Duration = Duration::from_secs(3);

/// Waits until a condition holds, but not for long.
fn wait_for(patience: Duration, mut so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !so() && started.elapsed() < patience {
        thread::sleep(Duration::from_millis(5));
    }
}

impl Drop for Bot {
    /// Gives it a moment to exit, then ends it and everything it has started.
    fn drop(&mut self) {
        if let Some(say) = self.say.take() {
            let _ = say.send("quit".to_string());
        }
        wait_for(Duration::from_millis(100), || system::ended(&mut self.child).is_some());
        system::end(&mut self.child);
    }
}

/// A longer line is not a move.
const LONGEST: usize = 4096;

/// Passes on every line of a bot, and cuts those that are longer than any move.
fn listen(output: impl Read, hears: &SyncSender<Heard>) {
    let mut lines = Lines::new(BufReader::new(output), LONGEST);
    while let Ok(Some(line)) = lines.next() {
        if hears.send(Heard::Line(line.text)).is_err() {
            return;
        }
    }
    let _ = hears.send(Heard::End);
}

/// Keeps the last line of a bot's error output, which names the error in Python.
fn keep_last_words(errors: impl Read, complaint: &Mutex<String>) {
    let mut lines = Lines::new(BufReader::new(errors), LONGEST);
    while let Ok(Some(line)) = lines.next() {
        let line = one_line(&line.text, 120);
        if !line.is_empty() {
            *complaint.lock().unwrap_or_else(PoisonError::into_inner) = line;
        }
    }
}

#[cfg(unix)]
mod system {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// Starts a program that leads its own process group: its children are ended with it, and Ctrl-C reaches
    /// only us.
    pub fn start(command: &mut Command) -> io::Result<Child> {
        command.process_group(0);
        kin::start(command)
    }

    /// Says how a process ended without reaping it, so that its number, which is also its group's, stays
    /// taken.
    pub fn ended(child: &mut Child) -> Option<String> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        let status = waitid(WaitId::Pid(Pid::from_child(child)), options).ok()??;
        Some(match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => format!("ended with exit code {code}"),
            (None, Some(signal)) => format!("was ended by signal {signal}"),
            (None, None) => "ended".to_string(),
        })
    }

    /// Ends a process, everything in its group, and the processes that left the group, if they can be found.
    pub fn end(child: &mut Child) {
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
        let _ = child.kill();
        kin::end(child);
    }

    /// Processes that a bot started and that left its group: Linux makes them our children when their parent
    /// ends.
    #[cfg(target_os = "linux")]
    mod kin {
        use std::fs;
        use std::io;
        use std::os::unix::process::CommandExt;
        use std::process::{Child, Command, id};
        use std::sync::{Mutex, PoisonError};

        use rustix::process::{
            Pid, Signal, WaitOptions, kill_process, set_child_subreaper, set_parent_process_death_signal,
            waitpid,
        };

        /// The bots that are running. Any other child of ours was left behind by one of them.
        static BOTS: Mutex<Vec<u32>> = Mutex::new(Vec::new());

        /// Starts a bot that is ended when we are, however we end.
        pub fn start(command: &mut Command) -> io::Result<Child> {
            // If that is refused, processes that leave the group are not found.
            let _ = set_child_subreaper(Some(rustix::process::getpid()));
            #[allow(unsafe_code)]
            // SAFETY: between fork and exec only what is safe in a signal handler may be called, and this is
            // one bare call to the system that touches no memory.
            unsafe {
                command.pre_exec(|| Ok(set_parent_process_death_signal(Some(Signal::KILL))?));
            }
            crate::manners::interrupt::before_the_end(end_all);
            // The lock keeps others from looking for leftovers between its start and its entry in the list.
            let mut bots = BOTS.lock().unwrap_or_else(PoisonError::into_inner);
            let child = command.spawn()?;
            bots.push(child.id());
            Ok(child)
        }

        /// Ends all bots and all that they have started, when the program ends without waiting for their games.
        fn end_all() {
            // Whoever holds the lock is about to end a bot, or to start one that ends with us.
            let bots = match BOTS.try_lock() {
                Ok(bots) => bots.clone(),
                Err(_) => Vec::new(),
            };
            for bot in bots.into_iter().filter_map(pid) {
                let _ = rustix::process::kill_process_group(bot, Signal::KILL);
            }
            // What they leave behind becomes ours.
            for _ in 0..10 {
                let left: Vec<Pid> = children().filter_map(pid).collect();
                for &pid in &left {
                    let _ = kill_process(pid, Signal::KILL);
                    let _ = waitpid(Some(pid), WaitOptions::NOHANG);
                }
                if left.is_empty() {
                    break;
                }
                std::thread::sleep(std::time::Duration::from_millis(2));
            }
        }

        /// Ends the processes that a bot left behind, and their children.
        pub fn end(child: &mut Child) {
            let mut bots = BOTS.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = child.wait();
            bots.retain(|&bot| bot != child.id());
            // A process that ends leaves us its own children, so look again until there are none.
            for _ in 0..100 {
                let left: Vec<Pid> = children().filter(|&pid| !bots.contains(&pid)).filter_map(pid).collect();
                if left.is_empty() {
                    break;
                }
                for pid in left {
                    let _ = kill_process(pid, Signal::KILL);
                    let _ = waitpid(Some(pid), WaitOptions::empty());
                }
            }
        }

        fn pid(number: u32) -> Option<Pid> {
            Pid::from_raw(number.try_into().ok()?)
        }

        /// Lists our children.
        fn children() -> impl Iterator<Item = u32> {
            let all = fs::read_dir("/proc").into_iter().flatten().flatten();
            let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
            numbers.filter(|&number| parent_of(number) == Some(id()))
        }

        fn parent_of(number: u32) -> Option<u32> {
            let stat = fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
            // The name is in parentheses and may contain anything, even parentheses.
            let behind = stat.rsplit_once(')')?.1;
            behind.split_whitespace().nth(1)?.parse().ok()
        }
    }

    /// On other systems, processes that left the group keep running.
    #[cfg(not(target_os = "linux"))]
    mod kin {
        use std::io;
        use std::process::{Child, Command};

        pub fn start(command: &mut Command) -> io::Result<Child> {
            command.spawn()
        }

        pub fn end(child: &mut Child) {
            let _ = child.wait();
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;
    use std::process::{Child, Command};

    /// Starts a program that leads its own process group if the system has them, so that Ctrl-C reaches only
    /// us.
    pub fn start(command: &mut Command) -> io::Result<Child> {
        #[cfg(windows)]
        {
            use std::os::windows::process::CommandExt;
            const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
            command.creation_flags(CREATE_NEW_PROCESS_GROUP);
        }
        command.spawn()
    }

    /// Says how a process ended.
    pub fn ended(child: &mut Child) -> Option<String> {
        let status = child.try_wait().ok()??;
        Some(format!("ended with {status}"))
    }

    /// Ends a process; its children keep running on this system.
    pub fn end(child: &mut Child) {
        let _ = child.kill();
        let _ = child.wait();
    }
}
