import FermataPresentation
import Synchronization
import Testing
import FermataApp

@Suite("The end of a program whose shutdown lasts too long")
struct ShutdownDeadlineTests {
    private final class Recorder: Sendable {
        let scheduled = Mutex<[(limit: Duration, body: @Sendable () -> Void)]>([])
        let codes = Mutex<[Int32]>([])

        var limits: [Duration] { scheduled.withLock { $0.map(\.limit) } }

        func expire() {
            for (_, body) in scheduled.withLock({ $0 }) { body() }
        }
    }

    private let recorder = Recorder()
    private let errors = CapturedOutput()

    private func deadline() -> ShutdownDeadline {
        ShutdownDeadline(
            console: Console(output: CapturedOutput(), errors: errors),
            schedule: { [recorder] limit, body in recorder.scheduled.withLock { $0.append((limit, body)) } },
            end: { [recorder] code in recorder.codes.withLock { $0.append(code) } })
    }

    @Test("ends the program with 0 after ten seconds, once")
    func endsProgram() {
        let deadline = deadline()
        deadline.start()
        deadline.start(after: .seconds(1)) { ProblemModel(.stopping, "late") }
        #expect(recorder.limits == [.seconds(10)])
        #expect(recorder.codes.withLock { $0 } == [])
        recorder.expire()
        #expect(recorder.codes.withLock { $0 } == [0])
        #expect(errors.text.isEmpty)
    }

    @Test("does not end a program whose deadline was cancelled")
    func endsNothingAfterCancellation() {
        let deadline = deadline()
        deadline.start()
        deadline.cancel()
        recorder.expire()
        #expect(recorder.codes.withLock { $0 } == [])
    }

    @Test("prints the problem that exists at the limit, and ends with its exit code")
    func reportsProblem() {
        deadline().start(after: .seconds(30)) { ProblemModel(.incomplete, "It was not stored.", hint: "Try again.") }
        #expect(recorder.limits == [.seconds(30)])
        recorder.expire()
        #expect(recorder.codes.withLock { $0 } == [69])
        #expect(errors.text == "It was not stored. Try again.\n")
    }
}
