//! The same work on several threads at once, with as many as the system gives.

/// Does the same work on so many threads and returns what each made of it; on one, or where there are none, here.
///
/// Where the system has no thread to give, the others do the work: there must be a share of it for whoever comes.
pub(crate) fn run_on_all<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    if threads <= 1 || !cfg!(feature = "threads") {
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
