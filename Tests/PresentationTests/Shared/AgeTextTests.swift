import FermataPresentation
import Foundation
import Testing

@Suite("Age as text")
struct AgeTextTests {
    @Test(
        "an age has its largest unit",
        arguments: [
            (0, "just now"), (59, "just now"), (60, "1 minute ago"), (119, "1 minute ago"), (180, "3 minutes ago"),
            (3599, "59 minutes ago"), (3600, "1 hour ago"), (7200, "2 hours ago"), (86_399, "23 hours ago"),
        ])
    func usesLargestUnit(seconds: Int, text: String) {
        #expect(age(seconds: seconds) == text)
    }

    @Test(
        "days, months of 30 days and years of 365 days follow",
        arguments: [
            (1, "1 day ago"), (29, "29 days ago"), (30, "1 month ago"), (364, "12 months ago"), (365, "1 year ago"),
            (1000, "2 years ago"),
        ])
    func usesLongUnits(days: Int, text: String) {
        #expect(age(seconds: days * 86_400) == text)
    }

    private func age(seconds: Int) -> String {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        return AgeText(of: now.addingTimeInterval(-Double(seconds)), now: now).text
    }

    @Test("a future date is just now", arguments: [1, 3600, 1e12])
    func acceptsFutureDate(seconds: Double) {
        let now = Date(timeIntervalSince1970: 0)
        #expect(AgeText(of: now.addingTimeInterval(seconds), now: now).text == "just now")
    }
}
