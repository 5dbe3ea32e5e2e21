import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("The freshness of a screen")
struct FreshnessModelTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    @Test("fresh, stored and refreshing rows are no problem")
    func reportsNoProblem() {
        let expected: [(Freshness, String)] = [
            (.fresh(at: now), "Updated just now"),
            (.fresh(at: now.addingTimeInterval(-180)), "Updated 3 minutes ago"),
            (.stored(since: now.addingTimeInterval(-7200)), "Updated 2 hours ago"),
            (.stored(since: nil), "Never updated"), (.noSources, "No source to update from"),
            (.refreshing(since: nil), "Updating…"),
            (.refreshing(since: now), "Updating…"),
        ]
        for (freshness, text) in expected {
            let model = FreshnessModel(freshness, now: now)
            #expect(model.text == text)
            #expect(!model.isProblem && !model.isOffline)
            #expect(model.isRefreshing == (text == "Updating…"))
        }
    }

    @Test("offline names the address, the reason and the age of the rows")
    func describesOffline() {
        let failure = SourceFailure(.connectionFailed, address: "http://example.com/a.json")
        #expect(
            line([failure], since: now.addingTimeInterval(-7200))
                == "Offline: cannot reach http://example.com/a.json (the connection failed). "
                + "Showing what was stored 2 hours ago.")
    }

    @Test("rows of a source that was never read completely have no age")
    func omitsUnknownAge() {
        let failure = SourceFailure(.connectionFailed, address: "a")
        #expect(
            line([failure], since: nil) == "Offline: cannot reach a (the connection failed). Showing stored songs.")
    }

    @Test("a source with bad data is not offline")
    func separatesBadData() {
        let failures = [
            SourceFailure(.content(.empty), address: "a"),
            SourceFailure(.status(404), address: "b"),
            SourceFailure(.status(429, retryAfter: nil), address: "c"),
        ]
        #expect(
            line(failures, since: nil)
                == "Not updated: cannot use the content of a (the response is empty); "
                + "cannot read b (the server returned 404 Not Found); "
                + "c is busy (the server returned 429 Too Many Requests). Showing stored songs.")
    }

    @Test("only the first three of many failures are named", arguments: [(4, "1 more source"), (6, "3 more sources")])
    func namesThreeFailures(count: Int, rest: String) {
        let failures = (1...count).map { SourceFailure(.connectionFailed, address: "s\($0)") }
        let line = line(failures, since: nil)
        #expect(line.hasSuffix("cannot reach s3 (the connection failed); \(rest) failed. Showing stored songs."))
        #expect(!line.contains("s4"))
    }

    @Test("three failures are all named, and no failure is plainly offline")
    func namesAllFailures() {
        let failures = (1...3).map { SourceFailure(.connectionFailed, address: "s\($0)") }
        let date = Date(timeIntervalSince1970: 0)
        let model = FreshnessModel(.offline(since: nil, failures: failures), now: date)
        #expect(
            !model.text.contains("more source") && model.text.contains("; cannot reach s3 (the connection failed). "))
        let plain = FreshnessModel(.offline(since: date, failures: []), now: date)
        #expect(plain.text.hasPrefix("Offline. ") && plain.isOffline && plain.isProblem && !plain.isRefreshing)
    }

    @Test("names the updated sources beside those that were not updated")
    func namesUpdatedSources() {
        let failures = [SourceFailure(.connectionFailed, address: "a")]
        let hours = now.addingTimeInterval(-7200)
        let one = Freshness.offline(since: hours, failures: failures, updated: ["shop", "ra\ndio"])
        let model = FreshnessModel(one, now: now)
        #expect(model.isProblem && !model.isOffline)
        #expect(
            model.text == "Updated: shop, ra dio. Not updated: cannot reach a (the connection failed). "
                + "Its songs are shown as stored 2 hours ago.")
        let many = Freshness.offline(
            since: nil, failures: failures + failures, updated: ["1", "2", "3", "4", "5"])
        #expect(FreshnessModel(many, now: now).text.hasPrefix("Updated: 1, 2, 3, 2 more sources. Not updated: "))
        #expect(FreshnessModel(many, now: now).text.hasSuffix("). Their songs are shown as stored."))
        let three = Freshness.offline(since: nil, failures: failures, updated: ["1", "2", "3"])
        #expect(FreshnessModel(three, now: now).text.hasPrefix("Updated: 1, 2, 3. Not updated: "))
    }

    @Test("a reason of several lines is put on one line")
    func putsReasonOnOneLine() {
        let failure = SourceFailure(.other(" reset\r\nby peer "), address: "a")
        #expect(line([failure], since: nil) == "Not updated: cannot read a (reset by peer). Showing stored songs.")
    }

    private func line(_ failures: [SourceFailure], since: Date?) -> String {
        let model = FreshnessModel(.offline(since: since, failures: failures), now: now)
        #expect(model.isProblem)
        return model.text
    }
}
