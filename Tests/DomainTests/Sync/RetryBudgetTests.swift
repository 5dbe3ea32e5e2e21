import FermataDomain
import Testing

@Suite("Attempts of the requests of one read")
struct RetryBudgetTests {
    private let lost = SourceFailure(.connectionReset, address: "")
    private let policy = RetryPolicy(attempts: 3, firstPause: .milliseconds(500))

    private func busy(_ pause: Duration?) -> SourceFailure {
        SourceFailure(.status(429, retryAfter: pause), address: "")
    }

    @Test("only a success restores the attempts")
    func restoresAttempts() {
        var budget = RetryBudget(policy)
        let before = (0..<4).map { _ in budget.pause(after: lost) }
        #expect(before == [.milliseconds(500), .seconds(1), nil, nil])
        budget.succeed()
        #expect(budget.pause(after: lost) == .milliseconds(500))
    }

    @Test(
        "retries other content only on demand",
        arguments: [
            (SourceFailureCause.content(.empty), true), (.content(.webPage), true),
            (.server(code: 0, message: ""), true),
            (.content(.incompleteJSON(after: 1)), true), (.content(.tooManyElements(limit: 1)), false),
            (.status(404), false), (.signIn(.wrongPassword), false), (.privateNetwork, false),
        ])
    func retriesContent(cause: SourceFailureCause, isRetried: Bool) {
        var budget = RetryBudget(policy)
        let failure = SourceFailure(cause, address: "")
        #expect(budget.pause(after: failure) == nil)
        #expect((budget.pause(after: failure, retriesContent: true) != nil) == isRetried)
    }

    @Test("a busy source uses up no attempt, and delays a request by two minutes at most")
    func limitsDelay() {
        var budget = RetryBudget(policy)
        for _ in 1...4 { #expect(budget.pause(after: busy(.seconds(30))) == .seconds(30)) }
        #expect(budget.pause(after: busy(.seconds(1))) == nil)
        budget.succeed()
        #expect(budget.pause(after: busy(.seconds(120))) == .seconds(120))
        var other = RetryBudget(policy)
        #expect(other.pause(after: busy(.seconds(121))) == nil)
        #expect(other.pause(after: lost) == .milliseconds(500))
    }

    @Test("pauses grow if a busy source demands none or too short ones", arguments: [nil, .zero] as [Duration?])
    func growsPauses(pause: Duration?) {
        var budget = RetryBudget(policy)
        let pauses = (0..<8).map { _ in budget.pause(after: busy(pause)) }
        #expect(
            pauses.prefix(7) == [
                .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(16), .seconds(30),
            ])
        #expect(pauses[7] == .seconds(30))
    }

    @Test("the pace slows with each refusal, and recovers with successes")
    func slowsPace() {
        var budget = RetryBudget(policy)
        #expect(budget.pace == .zero)
        var paces: [Duration] = []
        for _ in 1...6 {
            _ = budget.pause(after: busy(.zero))
            paces.append(budget.pace)
        }
        #expect(paces == [50, 100, 200, 400, 800, 1_000].map { .milliseconds($0) })
        budget.succeed()
        #expect(budget.pace == .milliseconds(950))
        for _ in 1...100 { budget.succeed() }
        #expect(budget.pace == .zero)
    }

    @Test("a single attempt is never retried, not even for a busy source")
    func retriesNothing() {
        var budget = RetryBudget(RetryPolicy(attempts: 1))
        #expect(budget.pause(after: lost) == nil && budget.pause(after: busy(.zero)) == nil)
    }
}
