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
        let failure = SourceFailure(.unreachable, address: "http://example.com/a.json", reason: "connection refused")
        #expect(
            line([failure], since: now.addingTimeInterval(-7200))
                == "Offline: could not reach http://example.com/a.json (connection refused). "
                + "Showing what was stored 2 hours ago.")
    }

    @Test("rows of a source that was never read whole have no age")
    func neverWhole() {
        let failure = SourceFailure(.unreachable, address: "a", reason: "")
        #expect(line([failure], since: nil) == "Offline: could not reach a. Showing what is stored.")
    }

    @Test("a source that answers badly is not offline")
    func badAnswers() {
        let failures = [
            SourceFailure(.badData, address: "a", reason: "not JSON"),
            SourceFailure(.refused, address: "b", reason: "404"),
            SourceFailure(.busy(retryAfter: nil), address: "c", reason: "429"),
        ]
        #expect(
            line(failures, since: nil)
                == "Not updated: a sent what cannot be used (not JSON); b refused (404); "
                + "c asks to be left alone for a while (429). Showing what is stored.")
    }

    @Test("of many failures the first three are named", arguments: [(4, "1 more source"), (6, "3 more sources")])
    func many(count: Int, rest: String) {
        let failures = (1...count).map { SourceFailure(.unreachable, address: "s\($0)", reason: "down") }
        let line = line(failures, since: nil)
        #expect(line.hasSuffix("could not reach s3 (down); \(rest) failed. Showing what is stored."))
        #expect(!line.contains("s4"))
    }

    @Test("a reason of several lines stays on one")
    func oneLine() {
        let failure = SourceFailure(.unreachable, address: "a", reason: " reset\r\nby peer ")
        #expect(line([failure], since: nil) == "Offline: could not reach a (reset by peer). Showing what is stored.")
    }

    private func line(_ failures: [SourceFailure], since: Date?) -> String {
        let model = FreshnessModel(.offline(since: since, failures: failures), now: now)
        #expect(model.isProblem)
        return model.text
    }
}
