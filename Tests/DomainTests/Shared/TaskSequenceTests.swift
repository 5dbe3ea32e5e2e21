import FermataContracts
import FermataDomain
import Synchronization
import TestTraits
import Testing

@Suite("Sequence of a task's elements", .deadline)
struct TaskSequenceTests {
    private struct Failure: Error {}

    @Test("returns all elements in order, anew for each iteration")
    func returnsElements() async throws {
        let sequence = TaskSequence<Int> { send in
            for number in 1...3 { try send(number) {} }
        }
        for _ in 1...2 { #expect(try await sequence.collected() == [1, 2, 3]) }
        #expect(try await TaskSequence<Int> { _ in }.collected().isEmpty)
    }

    @Test("throws the task's error after the last element")
    func throwsAfterElements() async throws {
        var iterator = TaskSequence<Int> { send in
            try send(1) {}
            throw Failure()
        }.makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        await #expect(throws: Failure.self) { try await iterator.next() }
    }

    @Test("reports each element as received when the iterator returns it")
    func reportsReceivedElements() async throws {
        let received = Mutex<[Int]>([])
        var iterator = TaskSequence<Int> { send in
            for number in 1...3 { try send(number) { received.withLock { $0.append(number) } } }
        }.makeAsyncIterator()
        for count in 1...3 {
            #expect(try await iterator.next() == count)
            #expect(received.withLock { $0 } == Array(1...count))
        }
    }

    @Test("a task with back-pressure is never more than one element ahead")
    func staysOneAhead() async throws {
        let sent = Mutex(0)
        let sequence = TaskSequence<Int>.oneAhead { send in
            for number in 1...20 {
                sent.withLock { $0 = number }
                try await send(number)
            }
        }
        var count = 0
        for try await number in sequence {
            count += 1
            for _ in 0..<20 { await Task.yield() }
            let ahead = sent.withLock { $0 } - number
            #expect(number == count && (0...1).contains(ahead))
        }
        #expect(count == 20)
    }

    @Test("a dropped iterator ends a task that waits for it")
    func droppedIteratorEndsWaitingTask() async throws {
        let (ends, ending) = AsyncStream.makeStream(of: Bool.self)
        let sequence = TaskSequence<Int>.oneAhead { send in
            do {
                for number in 1...3 { try await send(number) }
                ending.yield(false)
            } catch {
                ending.yield(error is CancellationError)
                throw error
            }
        }
        for try await _ in sequence { break }
        for await isCancelled in ends {
            #expect(isCancelled)
            break
        }
    }

    @Test("waits for the task's end before a cancelled iteration throws")
    func cancelledIterationWaits() async throws {
        let hasEnded = Atomic(false)
        let (start, starting) = AsyncStream.makeStream(of: Void.self)
        let sequence = TaskSequence<Int> { _ in
            starting.yield()
            try? await Task.sleep(for: .seconds(3_600))
            for _ in 0..<100 { await Task.yield() }
            hasEnded.store(true, ordering: .relaxed)
        }
        let iteration = Task { try await sequence.collected() }
        for await _ in start { break }
        iteration.cancel()
        await #expect(throws: CancellationError.self) { try await iteration.value }
        let ended = hasEnded.load(ordering: .relaxed)
        #expect(ended)
    }

    @Test("a cancelled task can send nothing more", arguments: [false, true])
    func cancelledTaskSendsNothing(isDropped: Bool) async throws {
        let (starts, starting) = AsyncStream.makeStream(of: Void.self)
        let (ends, ending) = AsyncStream.makeStream(of: Bool.self)
        let sequence = TaskSequence<Int> { send in
            try send(1) {}
            // The handler runs during cancellation, which is the earliest moment at which a task can notice it.
            await withTaskCancellationHandler {
                starting.finish()
                try? await Task.sleep(for: .seconds(3_600))
            } onCancel: {
                do {
                    try send(2) {}
                    ending.yield(false)
                } catch {
                    ending.yield(error is CancellationError)
                }
            }
        }
        let received = Mutex<[Int]>([])
        let iteration = Task {
            for try await number in sequence {
                received.withLock { $0.append(number) }
                guard isDropped else { continue }
                for await _ in starts {}
                break
            }
        }
        if !isDropped {
            for await _ in starts {}
            iteration.cancel()
        }
        for await isRefused in ends {
            #expect(isRefused)
            break
        }
        let result = await iteration.result
        if !isDropped { #expect(throws: CancellationError.self) { try result.get() } }
        #expect(received.withLock { $0 } == [1])
    }
}
