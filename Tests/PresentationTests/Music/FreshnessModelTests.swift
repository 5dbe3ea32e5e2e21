import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("How fresh a screen is")
struct FreshnessModelTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("what is fresh, stored or on its way is no problem")
    func calm() {
        let expected: [(Freshness, String)] = [
            (.fresh(at: now), "Updated just now"),
            (.fresh(at: now.addingTimeInterval(-180)), "Updated 3 minutes ago"),
            (.stored(since: now.addingTimeInterval(-7200)), "Updated 2 hours ago"),
            (.stored(since: nil), "Never updated"), (.sourceless, "No source to update from"),
            (.refreshing(since: nil), "Updating…"),
            (.refreshing(since: now), "Updating…"),
        ]
        for (freshness, text) in expected {
            let model = FreshnessModel(freshness, now: now)
            #expect(model.text == text)
            #expect(!model.isProblem)
        }
    }

    @Test("offline says what could not be reached, why, and how old the rows are")
    func offline() {
        let failure = SourceFailure(.connectionFailed, address: "http://example.com/a.json")
        #expect(
            line([failure], since: now.addingTimeInterval(-7200))
                == "Offline: cannot reach http://example.com/a.json (the connection failed). "
                + "Showing what was stored 2 hours ago.")
    }

    @Test("rows of a source that was never read whole have no age")
    func neverWhole() {
        let failure = SourceFailure(.connectionFailed, address: "a")
        #expect(line([failure], since: nil) == "Offline: cannot reach a (the connection failed). Showing what is stored.")
    }

    @Test("a source that answers badly is not offline")
    func badAnswers() {
        let failures = [
            SourceFailure(.content(.empty), address: "a"),
            SourceFailure(.status(404), address: "b"),
            SourceFailure(.status(429, retryAfter: nil), address: "c"),
        ]
        #expect(
            line(failures, since: nil)
                == "Not updated: cannot use the content of a (the response is empty); "
                + "cannot read b (the server returned 404 Not Found); "
                + "c is busy (the server returned 429 Too Many Requests). Showing what is stored.")
    }

    @Test("of many failures the first three are named", arguments: [(4, "1 more source"), (6, "3 more sources")])
    func many(count: Int, rest: String) {
        let failures = (1...count).map { SourceFailure(.connectionFailed, address: "s\($0)") }
        let line = line(failures, since: nil)
        #expect(line.hasSuffix("cannot reach s3 (the connection failed); \(rest) failed. Showing what is stored."))
        #expect(!line.contains("s4"))
    }

    @Test("a reason of several lines stays on one")
    func oneLine() {
        let failure = SourceFailure(.other(" reset\r\nby peer "), address: "a")
        #expect(line([failure], since: nil) == "Not updated: cannot read a (reset by peer). Showing what is stored.")
    }

    private func line(_ failures: [SourceFailure], since: Date?) -> String {
        let model = FreshnessModel(.offline(since: since, failures: failures), now: now)
        #expect(model.isProblem)
        return model.text
    }
}
