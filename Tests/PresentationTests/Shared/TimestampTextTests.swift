import FermataPresentation
import Foundation
import Testing

@Suite("Timestamp as text")
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
}
