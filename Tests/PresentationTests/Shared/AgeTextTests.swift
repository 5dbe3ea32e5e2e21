import FermataPresentation
import Foundation
import Testing

@Suite("Age as text")
struct AgeTextTests {
    @Test(
        "an age is told in its greatest whole unit",
        arguments: [
            (0, "just now"), (59, "just now"), (60, "1 minute ago"), (119, "1 minute ago"), (180, "3 minutes ago"),
            (3599, "59 minutes ago"), (3600, "1 hour ago"), (7200, "2 hours ago"), (86_399, "23 hours ago"),
        ])
    func hours(seconds: Int, text: String) {
        #expect(age(seconds: seconds) == text)
    }

    @Test(
        "days, months of thirty days and years of 365 follow",
        arguments: [
            (1, "1 day ago"), (29, "29 days ago"), (30, "1 month ago"), (364, "12 months ago"), (365, "1 year ago"),
            (1000, "2 years ago"),
        ])
    func days(days: Int, text: String) {
        #expect(age(seconds: days * 86_400) == text)
    }

    private func age(seconds: Int) -> String {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        return AgeText(of: now.addingTimeInterval(-Double(seconds)), now: now).text
    }

    @Test("what lies ahead was just now", arguments: [1, 3600, 1e12])
    func ahead(seconds: Double) {
        let now = Date(timeIntervalSince1970: 0)
        #expect(AgeText(of: now.addingTimeInterval(seconds), now: now).text == "just now")
    }
}
