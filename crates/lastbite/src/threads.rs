//! The same work on several threads at once, with as many as the system gives.

/// Does the same work on this many threads and returns what each made of it; on one, or where there are none,
/// here.
///
/// Where the system has no thread to give, the others do the work: there must be a share of it for whoever
/// comes.
pub(crate) fn run_on_all<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    if !cfg!(feature = "threads") {
        return vec![work()];
    }
    std::thread::scope(|scope| {
        let others: Vec<_> =
            (1..threads).map_while(|_| std::thread::Builder::new().spawn_scoped(scope, &work).ok()).collect();
        let mut made = vec![work()];
        for other in others {
            match other.join() {
                Ok(result) => made.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        made
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "threads")]
    #[test]
    fn every_thread_does_its_share() {
        for threads in 1..=4 {
            assert_eq!(run_on_all(threads, || 7), vec![7; threads]);
        }
    }

    #[test]
    fn somebody_does_the_work_even_where_no_thread_was_asked_for() {
        assert_eq!(run_on_all(0, || 7), [7]);
    }
}
