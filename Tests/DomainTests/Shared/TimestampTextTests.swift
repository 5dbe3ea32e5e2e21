import FermataDomain
import Foundation
import Testing

@Suite("Times as text")
struct TimestampTextTests {
    @Test(
        "a date is ISO 8601 in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (951_782_400, "2000-02-29T00:00:00Z"),
            (1_714_566_896, "2024-05-01T12:34:56Z"), (1_714_566_896.9, "2024-05-01T12:34:56Z"),
            (4_107_542_399, "2100-02-28T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
            (253_402_300_799, "9999-12-31T23:59:59Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
        ])
    func formatsUTC(seconds: Double, text: String) {
        #expect(TimestampText(Date(timeIntervalSince1970: seconds))?.text == text)
    }

    @Test("it agrees with Foundation on every month of two centuries")
    func agreesWithFoundation() {
        for month in 0..<2400 {
            let date = Date(timeIntervalSince1970: Double(month - 600) * 2_629_746 + 12_345)
            #expect(TimestampText(date)?.text == date.formatted(.iso8601))
        }
    }

    @Test(
        "a date beyond the year 9999 has no text",
        arguments: [253_402_300_800, -62_167_219_201, Double.infinity, -Double.infinity, Double.nan])
    func refusesLongYears(seconds: Double) {
        #expect(TimestampText(Date(timeIntervalSince1970: seconds)) == nil)
    }

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
