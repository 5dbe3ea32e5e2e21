import FermataData
import Foundation
import Testing

@Suite("How long a server asks to be left alone")
struct RetryAfterTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    private let now = Date(timeIntervalSince1970: 784_111_777)

    @Test(
        "it is a number of seconds or a date",
        arguments: [
            ("0", Duration.zero), ("120", .seconds(120)), ("Sun, 06 Nov 1994 08:50:07 GMT", .seconds(30)),
            ("Sun, 06 Nov 1994 08:49:00 GMT", .zero), ("99999999999999999999", .seconds(Int32.max)),
        ])
    func readable(text: String, duration: Duration) {
        #expect(RetryAfter(text, now: now)?.duration == duration)
    }

    @Test("anything else is no answer", arguments: ["", "-1", "1.5", "soon", "1994-11-06", "٣"])
    func unreadable(text: String) {
        #expect(RetryAfter(text, now: now) == nil)
    }
}
