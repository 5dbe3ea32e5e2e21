import FermataPresentation
import Foundation
import Testing

@Suite("Reading times of RFC 3339")
struct TimestampReadingTests {
    @Test(
        "reads a time with a fraction and an offset, rounded down to seconds",
        arguments: [
            ("2023-11-14T22:13:20Z", 0.0), ("2023-11-14T22:13:20.987Z", 0), ("2023-11-14T23:13:21+01:00", 1),
            ("2023-11-14T16:43:20-05:30", 0), ("2024-02-29T00:00:00Z", 9_164_800),
            ("2024-03-10T00:00:00.05Z", 10_028_800),
        ])
    func readsTimes(text: String, seconds: TimeInterval) {
        #expect(TimestampText.date(text) == Date(timeIntervalSince1970: 1_700_000_000 + seconds))
    }

    @Test(
        "reads no other text, and no day or time that does not exist",
        arguments: [
            "", "now", "2023-11-14", "2023-11-14T22:13:20", "2023-11-14 22:13:20Z", "2023-11-14T22:13:20Zx",
            "2023-11-14T22:13:20Z\n", "2023-02-30T00:00:00Z", "2023-13-01T00:00:00Z", "2023-11-14T24:00:00Z",
            "2023-11-14T22:60:00Z", "2023-11-14T22:13:60Z", "2023-11-14T22:13:20+24:00", "2023-11-14T22:13:20+00:60",
            "2023-11-14T::::::::Z",
            "٢٠٢٣-11-14T22:13:20Z", "12023-11-14T22:13:20Z",
        ])
    func rejectsText(text: String) {
        #expect(TimestampText.date(text) == nil)
    }
}
