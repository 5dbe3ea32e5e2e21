import FermataDomain
import Testing

@Suite("Failure of a source")
struct SourceFailureTests {
    private static let pause = Duration.seconds(7)

    @Test(
        "has a kind that follows from its cause",
        arguments: [
            (SourceFailureCause.hostNotFound, SourceFailure.Kind.unreachable), (.stalled(for: pause), .unreachable),
            (.status(429), .busy(retryAfter: nil)), (.status(429, retryAfter: pause), .busy(retryAfter: pause)),
            (.status(503, retryAfter: pause), .busy(retryAfter: pause)), (.status(503), .unreachable),
            (.status(500), .unreachable), (.status(499), .refused), (.status(404), .refused),
            (.tls(.timedOut), .unreachable), (.tls(.failed), .refused), (.noAudio, .refused),
            (.content(.noRecords), .badData), (.folder(.missing), .unreachable), (.folder(.empty), .unreachable),
            (.folder(.notAFolder), .refused), (.folder(.changed), .unreachable),
        ])
    func hasKindOfCause(cause: SourceFailureCause, kind: SourceFailure.Kind) {
        let failure = SourceFailure(cause, address: "radio")
        #expect(failure.kind == kind && failure.cause == cause && failure.address == "radio")
    }

    @Test("has a response if the host answered, even with an error")
    func recognizesResponses() {
        let responses: [SourceFailureCause] = [.status(404), .status(503), .notHTTP, .content(.empty)]
        #expect(responses.filter(\.hasResponse) == responses)
        let others: [SourceFailureCause] = [.hostNotFound, .timedOut(after: nil), .folder(.missing), .noAudio]
        #expect(others.filter(\.hasResponse) == [])
    }

    @Test("is transient if the source is unreachable or busy only")
    func isTransient() {
        for (status, expected) in [(404, false), (429, true), (500, true), (503, true)] {
            #expect(SourceFailure(.status(status), address: "radio").isTransient == expected, "\(status)")
        }
        #expect(!SourceFailure(.content(.noRecords), address: "radio").isTransient)
        #expect(!SourceFailure(.folder(.missing), address: "/music").isTransient)
        #expect(SourceFailure(.folder(.changed), address: "/music").isTransient)
    }
}
