import FermataDomain
import Testing

@Suite("Failure of a source")
struct SourceFailureTests {
    @Test(
        "may pass if the source is unreachable or busy only",
        arguments: [
            (SourceFailure.Kind.unreachable, true), (.busy(retryAfter: nil), true), (.busy(retryAfter: .zero), true),
            (.refused, false), (.badData, false),
        ])
    func mayPass(kind: SourceFailure.Kind, expected: Bool) {
        #expect(SourceFailure(kind, address: "radio", reason: "404").mayPass == expected)
    }
}
