import Dispatch
import Synchronization

/// Queues tasks until a test runs them or resumes it.
final class PausableExecutor: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]?>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isPaused = jobs.withLock { jobs in
            jobs?.append(job)
            return jobs != nil
        }
        if !isPaused { run(job) }
    }

    /// Runs the queued tasks until all are suspended.
    func runUntilIdle() {
        while let job = jobs.withLock({ $0?.isEmpty == false ? $0?.removeFirst() : nil }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// Runs the tasks concurrently from now on.
    func resume() {
        for job in jobs.withLock({ $0.take() }) ?? [] { run(job) }
    }

    private func run(_ job: UnownedJob) {
        DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
