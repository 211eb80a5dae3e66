//! How hard to work: threads, memory, nodes, a deadline, a way to cancel, and watchers.
//!
//! All long work uses it: searches, the sieve, Grundy values, tables and their proofs.

use std::fmt;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use thiserror::Error;

use crate::clock::Clock;
use crate::notation::Bytes;

/// The most threads that are ever started: more than the cores of any machine this was made for.
pub const MOST_THREADS: usize = 1024;

/// The default memory limit if the system does not say how much is free: 4 GiB.
pub const USUAL_MEMORY: u64 = 4 << 30;

/// A switch that cancels work, for example from another thread; all clones are the same switch.
///
/// ```
/// use lastbite_work::{Cancel, Effort, Stopped};
/// let cancel = Cancel::new();
/// let effort = Effort::default().cancelled_by(&cancel);
/// assert_eq!(effort.check(), Ok(()));
/// cancel.cancel();
/// assert_eq!(effort.check(), Err(Stopped::Cancelled));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Makes a switch that has not been pressed yet.
    #[must_use]
    pub fn new() -> Self {
        Cancel::default()
    }

    /// Cancels the work; it stops soon, and for good.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Says whether the work was cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why work was stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Stopped {
    /// It was cancelled.
    #[error("it was cancelled")]
    Cancelled,
    /// The deadline was reached.
    #[error("its time was up")]
    OutOfTime,
    /// The limit of nodes was reached.
    #[error("the search stopped at its limit of nodes")]
    OutOfNodes,
    /// There was no memory left to remember positions in.
    #[error("there was no memory left for it")]
    OutOfMemory,
}

/// The error that work takes more memory than it may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[error("this takes about {} of memory, and {} may be used", Bytes(*.needed), Bytes(*.allowed))]
pub struct TooLittleMemory {
    /// The bytes needed, [`u64::MAX`] when it is that or more.
    pub needed: u64,
    /// The bytes allowed.
    pub allowed: u64,
}

impl TooLittleMemory {
    /// Refuses work that needs more bytes than are allowed.
    pub fn check(needed: u64, allowed: u64) -> Result<(), TooLittleMemory> {
        if needed <= allowed { Ok(()) } else { Err(TooLittleMemory { needed, allowed }) }
    }
}

/// The progress of some work.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// The share that is done, from 0 to 1, if it is known.
    pub share: Option<f64>,
    /// The nodes visited so far, if nodes are counted.
    pub nodes: u64,
}

type Watcher = Arc<dyn Fn(Progress) + Send + Sync>;

/// How much work may be done for an answer, and who watches it.
///
/// ```
/// use lastbite_work::{Cancel, Effort, Stopped};
///
/// let cancel = Cancel::new();
/// let effort = Effort::default().threads(2).memory(8 << 30).cancelled_by(&cancel);
/// assert_eq!(effort.check(), Ok(()));
/// cancel.cancel();
/// assert_eq!(effort.check(), Err(Stopped::Cancelled));
/// ```
#[derive(Clone, Default)]
#[must_use]
pub struct Effort {
    threads: Option<usize>,
    memory: Option<u64>,
    nodes: Option<u64>,
    clock: Clock,
    /// How long the work may take.
    time: Option<Duration>,
    /// When that time is up.
    deadline: Option<Duration>,
    cancels: Vec<Cancel>,
    watchers: Vec<Watcher>,
}

impl Effort {
    /// Sets no limit: all cores, three quarters of the free memory, as long as it takes.
    pub fn unlimited() -> Self {
        Effort::default()
    }

    /// Uses this many threads, 1 to [`MOST_THREADS`].
    pub fn threads(self, threads: usize) -> Self {
        Effort { threads: Some(threads.clamp(1, MOST_THREADS)), ..self }
    }

    /// Uses at most this many bytes of memory.
    pub fn memory(self, bytes: u64) -> Self {
        Effort { memory: Some(bytes), ..self }
    }

    /// Lets a search visit at most this many nodes.
    pub fn nodes(self, nodes: u64) -> Self {
        Effort { nodes: Some(nodes), ..self }
    }

    /// Reads the time from this clock, not from the system's.
    pub fn clock(self, clock: Clock) -> Self {
        Effort { clock, ..self }
    }

    /// Stops this long from now, by the current clock; a time beyond the end of the clock is no limit.
    ///
    /// The time runs from now on, even while no work is done. [Restart](Effort::restarted) an effort that you
    /// keep for several pieces of work.
    pub fn within(self, time: Duration) -> Self {
        Effort { time: Some(time), ..self }.restarted()
    }

    /// Starts its time again, by the current clock; an effort without a time limit stays as it is.
    ///
    /// ```
    /// use lastbite_work::Effort;
    /// use std::time::Duration;
    ///
    /// let kept = Effort::unlimited().within(Duration::from_secs(10));
    /// for _ in 0..3 {
    ///     let effort = kept.clone().restarted();       // ten seconds for each
    ///     assert_eq!(effort.check(), Ok(()));
    /// }
    /// ```
    pub fn restarted(self) -> Self {
        Effort { deadline: self.time.and_then(|time| self.clock.now().checked_add(time)), ..self }
    }

    /// Stops soon after this switch is pressed, or any that was added before.
    pub fn cancelled_by(mut self, cancel: &Cancel) -> Self {
        self.cancels.push(cancel.clone());
        self
    }

    /// Adds a callback that receives progress from time to time, from any thread.
    pub fn watched(mut self, watcher: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.watchers.push(Arc::new(watcher));
        self
    }

    /// Removes all watchers, for parts of work that reports its progress as a whole.
    pub fn unwatched(self) -> Self {
        Effort { watchers: Vec::new(), ..self }
    }

    /// Returns how many threads to use: the number asked for, or one for each core.
    #[must_use]
    pub fn threads_used(&self) -> usize {
        if cfg!(feature = "threads") { self.threads.unwrap_or_else(cores) } else { 1 }
    }

    /// Returns how many bytes may be used: the number allowed, or three quarters of what is free.
    #[must_use]
    pub fn memory_allowed(&self) -> u64 {
        self.memory.unwrap_or_else(|| usual_memory(free_memory()))
    }

    /// Returns how many nodes a search may visit, if that is limited.
    #[must_use]
    pub fn nodes_allowed(&self) -> Option<u64> {
        self.nodes
    }

    /// Returns the clock in use.
    pub fn clock_used(&self) -> Clock {
        self.clock
    }

    /// Fails if the work must stop because it was cancelled or is out of time.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.cancels.iter().any(Cancel::is_cancelled) {
            Err(Stopped::Cancelled)
        } else if self.deadline.is_some_and(|deadline| self.clock.now() >= deadline) {
            Err(Stopped::OutOfTime)
        } else {
            Ok(())
        }
    }

    /// Says whether there are watchers.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        !self.watchers.is_empty()
    }

    /// Reports what share of the work is done.
    pub fn report_share(&self, share: f64) {
        self.report(Progress { share: Some(share), nodes: 0 });
    }

    /// Reports how many nodes have been visited.
    pub fn report_nodes(&self, nodes: u64) {
        self.report(Progress { share: None, nodes });
    }

    fn report(&self, progress: Progress) {
        self.watchers.iter().for_each(|watcher| watcher(progress));
    }
}

impl fmt::Debug for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Effort { threads, memory, nodes, deadline, cancels, watchers, time: _, clock: _ } = self;
        f.debug_struct("Effort")
            .field("threads", threads)
            .field("memory", memory)
            .field("nodes", nodes)
            .field("deadline", deadline)
            .field("cancels", &cancels.len())
            .field("watchers", &watchers.len())
            .finish()
    }
}

/// Returns the cores that this process may use.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// Returns the default memory limit if this many bytes are free.
fn usual_memory(free: Option<u64>) -> u64 {
    free.map_or(USUAL_MEMORY, |free| free / 4 * 3)
}

/// Returns the bytes of free memory, if the system says: of the machine, or of the control groups of this
/// process.
fn free_memory() -> Option<u64> {
    free_memory_told_in(Path::new("/"))
}

/// Reads them below a root folder.
fn free_memory_told_in(root: &Path) -> Option<u64> {
    let meminfo = read_to_string(root.join("proc/meminfo")).ok()?;
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some((kib * 1024).min(room_in_groups(root).unwrap_or(u64::MAX)))
}

/// Returns the memory that the control groups of Linux leave this process: containers, services and batch
/// jobs have limits.
///
/// Each group is inside others with their own limits, and the tightest one counts. Inside a container, a
/// group may have its outside name, for which there is no folder; then it is the outermost one.
fn room_in_groups(root: &Path) -> Option<u64> {
    let groups = read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    // `0::/a/b` in version 2 of control groups, `7:cpu,memory:/a/b` in version 1.
    let rooms = groups.lines().filter_map(|line| {
        let mut words = line.splitn(3, ':');
        let (_, kinds, group) = (words.next()?, words.next()?, words.next()?);
        let (mount, most, used) = match kinds {
            "" => ("sys/fs/cgroup", "memory.max", "memory.current"),
            _ if kinds.split(',').any(|kind| kind == "memory") => {
                ("sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes")
            }
            _ => return None,
        };
        let mount = root.join(mount);
        let innermost = mount.join(group.trim_start_matches('/'));
        let number = |file: PathBuf| read_to_string(file).ok()?.trim().parse::<u64>().ok();
        let room = |group: &Path| Some(number(group.join(most))?.saturating_sub(number(group.join(used))?));
        innermost.ancestors().take_while(|group| group.starts_with(&mount)).filter_map(room).min()
    });
    rooms.min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_of_several_switches_stops_the_work() {
        let (one, two) = (Cancel::new(), Cancel::new());
        let effort = Effort::default().cancelled_by(&one).cancelled_by(&two);
        assert_eq!(effort.check(), Ok(()));
        two.cancel();
        assert_eq!(effort.check(), Err(Stopped::Cancelled));
        assert!(!one.is_cancelled());
    }

    #[test]
    fn the_deadline_is_read_from_the_clock_that_was_handed_in() {
        let late = Clock::from_fn(|| Duration::from_secs(10));
        assert_eq!(Effort::default().clock(late).within(Duration::from_secs(1)).check(), Ok(()));
        assert_eq!(Effort::default().clock(late).within(Duration::ZERO).check(), Err(Stopped::OutOfTime));
        assert_eq!(Effort::default().within(Duration::MAX).check(), Ok(()));
        assert_eq!(Effort::default().clock(late).clock_used().now(), Duration::from_secs(10));
    }

    thread_local! {
        static SECONDS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
    }

    #[test]
    fn an_effort_that_is_kept_has_its_time_again_when_it_is_restarted() {
        let clock = Clock::from_fn(|| Duration::from_secs(SECONDS.get()));
        let kept = Effort::default().clock(clock).within(Duration::from_secs(10));
        SECONDS.set(9);
        assert_eq!(kept.check(), Ok(()));
        SECONDS.set(10);
        assert_eq!(kept.check(), Err(Stopped::OutOfTime));
        assert_eq!(kept.clone().restarted().check(), Ok(()));
        assert_eq!(kept.check(), Err(Stopped::OutOfTime), "only the clone was restarted");
        assert_eq!(Effort::default().clock(clock).restarted().check(), Ok(()), "no time is no limit");
    }

    #[test]
    fn without_limits_all_cores_are_used_and_three_quarters_of_the_free_memory() {
        assert_eq!(usual_memory(Some(8 << 30)), 6 << 30);
        assert_eq!(usual_memory(None), USUAL_MEMORY);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if cfg!(feature = "threads") { cores } else { 1 };
        assert_eq!(Effort::unlimited().threads_used(), threads);
        assert_eq!(Effort::unlimited().nodes_allowed(), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn no_more_memory_is_free_than_there_is() {
        let meminfo = std::fs::read_to_string("/proc/meminfo").unwrap();
        let total = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:")).unwrap();
        let total: u64 = total.trim().trim_end_matches("kB").trim().parse().unwrap();
        let free = free_memory().expect("the system tells");
        assert!((1..=total * 1024).contains(&free), "{free} bytes of {total} kB are free");
    }

    const MB: u64 = 1 << 20;

    /// Returns what is free on a machine of 8,000 MB with these system files.
    fn free_where(files: &[(&str, &str)]) -> Option<u64> {
        let root = tempfile::tempdir().expect("a folder");
        let machine = [("proc/meminfo", "MemTotal: 9 kB\nMemAvailable:    8192000 kB\n")];
        for (name, text) in machine.iter().chain(files) {
            let path = root.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        free_memory_told_in(root.path()).map(|bytes| bytes / MB)
    }

    /// A group of version 2 that has this many megabytes, and uses this many.
    macro_rules! group {
        ($name:literal, $most:literal, $used:literal) => {
            [
                (concat!("sys/fs/cgroup/", $name, "memory.max"), concat!($most, "\n")),
                (concat!("sys/fs/cgroup/", $name, "memory.current"), concat!($used, "\n")),
            ]
        };
    }

    #[test]
    fn the_least_room_of_all_groups_around_a_process_is_free() {
        let mine = [("proc/self/cgroup", "0::/system.slice/job/step\n")];
        let step = group!("system.slice/job/step/", "max", "1048576");
        let job = group!("system.slice/job/", "2097152000", "1048576000");
        let slice = group!("system.slice/", "3145728000", "1572864000");
        let other = group!("system.slice/other/", "1048576", "0");
        assert_eq!(free_where(&[]), Some(8000), "no groups");
        assert_eq!(free_where(&[&mine[..], &step].concat()), Some(8000), "no limits");
        assert_eq!(free_where(&[&mine[..], &step, &job, &slice, &other].concat()), Some(1000));
        let crowded = group!("system.slice/", "3145728000", "2936012800");
        assert_eq!(free_where(&[&mine[..], &step, &job, &crowded].concat()), Some(200), "others use it up");
        let full = group!("system.slice/job/", "1048576", "2097152");
        assert_eq!(free_where(&[&mine[..], &full].concat()), Some(0));
    }

    #[test]
    fn in_a_container_the_outermost_group_is_its_own() {
        let outermost = group!("", "1048576000", "524288000");
        assert_eq!(free_where(&[&[("proc/self/cgroup", "0::/\n")], &outermost[..]].concat()), Some(500));
        let named = [("proc/self/cgroup", "0::/docker/0a1b\n")];
        assert_eq!(free_where(&[&named, &outermost[..]].concat()), Some(500), "named as it is outside");
        let beside = [("proc/self/cgroup", "0::/../../other\n")];
        assert_eq!(free_where(&[&beside, &outermost[..]].concat()), Some(500), "outside of what is seen");
    }

    #[test]
    fn groups_of_the_first_version_count_too() {
        let mine = ("proc/self/cgroup", "9:cpu,cpuacct:/x\n4:memory:/slurm/uid_7/job_1\n0::/x\n");
        let job = [
            ("sys/fs/cgroup/memory/slurm/uid_7/job_1/memory.limit_in_bytes", "1048576000\n"),
            ("sys/fs/cgroup/memory/slurm/uid_7/job_1/memory.usage_in_bytes", "524288000\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "5242880000\n"),
        ];
        assert_eq!(free_where(&[&[mine], &job[..]].concat()), Some(500));
        assert_eq!(free_where(&[mine]), Some(8000), "the system does not tell");
    }

    #[test]
    fn who_watches_is_known_and_told() {
        assert!(!Effort::default().is_watched());
        assert!(Effort::default().watched(|_| ()).is_watched());
        let effort = Effort::default().threads(2).memory(1000).nodes(7).watched(|_| ());
        let told = "Effort { threads: Some(2), memory: Some(1000), nodes: Some(7), deadline: None, cancels: 0, watchers: 1 }";
        assert_eq!(format!("{effort:?}"), told);
    }
}
