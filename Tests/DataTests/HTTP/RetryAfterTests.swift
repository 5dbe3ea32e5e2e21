import FermataData
import Foundation
import Testing

@Suite("Retry-After")
struct RetryAfterTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    private let now = Date(timeIntervalSince1970: 784_111_777)

    @Test(
        "parses seconds and dates",
        arguments: [
            ("0", Duration.zero), ("120", .seconds(120)), ("Sun, 06 Nov 1994 08:50:07 GMT", .seconds(30)),
            ("Sun, 06 Nov 1994 08:49:00 GMT", .zero), ("99999999999999999999", .seconds(Int32.max)),
        ])
    func parsesSecondsAndDates(text: String, duration: Duration) {
        #expect(RetryAfter(text, now: now)?.duration == duration)
    }

    @Test("rejects any other text", arguments: ["", "-1", "1.5", "soon", "1994-11-06", "٣"])
    func rejectsOtherText(text: String) {
        #expect(RetryAfter(text, now: now) == nil)
    }
}
