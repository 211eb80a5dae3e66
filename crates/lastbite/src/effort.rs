//! How hard to work: threads, memory, nodes, a deadline, a way to call it off, and somebody who watches.
//!
//! One word for all long work: searches, the sieve, Grundy values, tables and their proofs.

use std::fmt;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use thiserror::Error;

use crate::clock::Clock;
use crate::notation::Bytes;

/// The most threads that are ever started: more than any machine this was made for has cores.
pub const MOST_THREADS: usize = 1024;

/// The memory that is used at most when nobody says how much, and the system does not tell how much is free:
/// 4 GiB.
pub const USUAL_MEMORY: u64 = 4 << 30;

/// A switch that calls work off, from another thread say; all clones are the same switch.
///
/// ```
/// use lastbite::{Cancel, Effort, Stopped};
/// let cancel = Cancel::new();
/// let effort = Effort::default().cancelled_by(&cancel);
/// assert_eq!(effort.check(), Ok(()));
/// cancel.cancel();
/// assert_eq!(effort.check(), Err(Stopped::Cancelled));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Makes a switch that nobody has pressed yet.
    #[must_use]
    pub fn new() -> Self {
        Cancel::default()
    }

    /// Calls the work off; it stops soon, and for good.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Says whether the work was called off.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why work was stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[non_exhaustive]
pub enum Stopped {
    /// Somebody called it off.
    #[error("it was called off")]
    Cancelled,
    /// The deadline was reached.
    #[error("its time was up")]
    OutOfTime,
    /// As many nodes as were allowed had been visited.
    #[error("it had visited all the nodes it was allowed")]
    OutOfNodes,
    /// There was no memory left to remember positions in.
    #[error("there was no memory left for it")]
    OutOfMemory,
}

/// That work takes more memory than it may use.
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

/// How far some work has come.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// The share that is done, from 0 to 1, where that can be told.
    pub share: Option<f64>,
    /// The nodes visited so far, where nodes are counted.
    pub nodes: u64,
}

type Watcher = Arc<dyn Fn(Progress) + Send + Sync>;

/// How much work may be done for an answer, and who is told about it.
///
/// ```
/// use lastbite::{Algorithm, Chomp, Effort, Game, Stopped};
///
/// let chomp = Chomp::new(99, 99)?;
/// let effort = Effort::default().nodes(1000);
/// let unfinished = Algorithm::Memo.search(&chomp, &chomp.start(), &effort).unwrap_err();
/// assert_eq!((unfinished.why, unfinished.nodes), (Stopped::OutOfNodes, 1000));
/// # Ok::<(), lastbite::games::chomp::BarError>(())
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

    /// Lets a search visit this many nodes and not one more.
    pub fn nodes(self, nodes: u64) -> Self {
        Effort { nodes: Some(nodes), ..self }
    }

    /// Reads the time from this clock, not from the system's.
    pub fn clock(self, clock: Clock) -> Self {
        Effort { clock, ..self }
    }

    /// Stops this long from now, by the clock as it is set; a time beyond the end of all clocks is no limit.
    ///
    /// The time runs from now on, even while nobody works. An effort that is kept for several pieces of work
    /// is [restarted](Effort::restarted) for each of them.
    pub fn within(self, time: Duration) -> Self {
        Effort { time: Some(time), ..self }.restarted()
    }

    /// Starts its time again, by the clock as it is set; an effort without a time stays as it is.
    ///
    /// ```
    /// use lastbite::Effort;
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

    /// Stops soon after this switch is pressed, or any other that was named before.
    pub fn cancelled_by(mut self, cancel: &Cancel) -> Self {
        self.cancels.push(cancel.clone());
        self
    }

    /// Adds a watcher, who is told now and then, on any thread, how far the work has come.
    pub fn watched(mut self, watcher: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        self.watchers.push(Arc::new(watcher));
        self
    }

    /// Removes all watchers: for parts of some work that reports as a whole.
    pub fn unwatched(self) -> Self {
        Effort { watchers: Vec::new(), ..self }
    }

    /// Returns how many threads to use: as many as were asked for, else one for each core.
    #[must_use]
    pub fn threads_used(&self) -> usize {
        if cfg!(feature = "threads") { self.threads.unwrap_or_else(cores) } else { 1 }
    }

    /// Returns how many bytes may be used: as many as were allowed, else three quarters of what is free.
    #[must_use]
    pub fn memory_allowed(&self) -> u64 {
        self.memory.unwrap_or_else(|| usual_memory(free_memory()))
    }

    /// Returns how many nodes a search may visit, if that is limited.
    #[must_use]
    pub fn nodes_allowed(&self) -> Option<u64> {
        self.nodes
    }

    /// Returns the clock that times are taken from.
    pub fn clock_used(&self) -> Clock {
        self.clock
    }

    /// Says whether to stop, and why: called off, or out of time.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.cancels.iter().any(Cancel::is_cancelled) {
            Err(Stopped::Cancelled)
        } else if self.deadline.is_some_and(|deadline| self.clock.now() >= deadline) {
            Err(Stopped::OutOfTime)
        } else {
            Ok(())
        }
    }

    /// Says whether anybody watches.
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

/// The cores that this process may use.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// The bytes that are used when nobody says how many, where this many are free.
fn usual_memory(free: Option<u64>) -> u64 {
    free.map_or(USUAL_MEMORY, |free| free / 4 * 3)
}

/// The bytes of memory nobody uses, where the system tells: of the machine, or of the groups in which this
/// process is.
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

/// The room that the control groups of Linux leave this process: containers, services and jobs of a batch
/// system have limits.
///
/// Each group is inside others with limits of their own, and the least room counts. Seen from inside a
/// container, its group may be named as it is outside, where no folder is of that name; then it is the
/// outermost one.
fn room_in_groups(root: &Path) -> Option<u64> {
    let groups = read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    // `0::/a/b` by the second version of groups, `7:cpu,memory:/a/b` by the first.
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

    /// What is free on a machine of 8,000 MB whose system tells what is in these files.
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

    /// A group of the second version that has this many megabytes, and uses this many.
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
