import FermataDomain
import Testing

@Suite("Date of release")
struct ReleaseDateTests {
    @Test(
        "a date is as exact as it was known", arguments: ["1971", "1971-12", "1971-12-17", "0001-01-01", "9999-12-31"])
    func roundTrip(text: String) {
        #expect(ReleaseDate(text)?.description == text)
    }

    @Test("a time of day is left out")
    func time() {
        #expect(ReleaseDate("1971-12-17T00:00:00Z") == ReleaseDate(year: 1971, month: 12, day: 17))
    }

    @Test(
        "a date that does not exist is none",
        arguments: [
            "", "T", "71", "01971", "0000", "1971-", "1971-00", "1971-13", "1971-02-29", "1900-02-29", "1971-04-31",
            "1971-12-00", "1971-12-32", "1971-12-17-01", "-1971", "+971", "19 71", "1971/12", "１９７１", "1971-1x",
        ])
    func none(text: String) {
        #expect(ReleaseDate(text) == nil)
    }

    @Test("leap days exist in leap years", arguments: ["1972-02-29", "2000-02-29", "2024-02-29"])
    func leap(text: String) {
        #expect(ReleaseDate(text)?.description == text)
    }

    @Test("a day needs a month")
    func dayAlone() {
        #expect(ReleaseDate(year: 1971, day: 1) == nil)
    }

    @Test("a year comes before its months, a month before its days")
    func order() {
        let dates = ["1970-12-31", "1971", "1971-01", "1971-01-01", "1971-01-02", "1971-02", "1972"].compactMap {
            ReleaseDate($0)
        }
        #expect(dates.count == 7)
        #expect(dates.reversed().sorted() == dates)
    }
}
