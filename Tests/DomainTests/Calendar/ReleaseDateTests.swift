import FermataDomain
import Testing

@Suite("Release date")
struct ReleaseDateTests {
    @Test(
        "keeps the precision of its text", arguments: ["1971", "1971-12", "1971-12-17", "0001-01-01", "9999-12-31"])
    func keepsPrecision(text: String) {
        #expect(ReleaseDate(text)?.description == text)
    }

    @Test("ignores a time of day")
    func ignoresTime() {
        #expect(ReleaseDate("1971-12-17T00:00:00Z") == ReleaseDate(year: 1971, month: 12, day: 17))
    }

    @Test(
        "rejects a date that does not exist",
        arguments: [
            "", "T", "71", "01971", "0000", "1971-", "1971-00", "1971-13", "1971-02-29", "1900-02-29", "1971-04-31",
            "1971-12-00", "1971-12-32", "1971-12-17-01", "-1971", "+971", "19 71", "1971/12", "１９７１", "1971-1x",
        ])
    func rejectsInvalidDate(text: String) {
        #expect(ReleaseDate(text) == nil)
    }

    @Test(
        "reads the dates of tags as exactly as they are valid",
        arguments: [
            ("2008-05-00", "2008-05"), ("2008-00-00", "2008"), ("2008-02-30", "2008-02"), ("20080514", "2008-05-14"),
            ("20080500", "2008-05"), ("200805", "2008-05"), ("14.06.2019", "2019-06-14"), ("1.6.2019", "2019-06-01"),
            ("14/06/2019", "2019-06-14"), ("06/14/2019", "2019-06-14"), ("05/06/2019", "2019"),
            ("2019/6/1", "2019-06-01"), ("2001-02-03 04:05", "2001-02-03"), ("2001-02-03T04:05:06Z", "2001-02-03"),
            (" 2019 ", "2019"), ("May 2008", "2008"), ("2008?", "2008"), ("[1971]", "1971"),
            ("0000", nil), ("0000-05-14", nil), ("", nil), ("T", nil), ("88", nil), ("00000000", nil), ("unknown", nil),
            ("140619", nil), ("201913", nil), ("185912", nil), ("186001", "1860-01"), ("210012", "2100-12"),
            ("99999999999999999999", nil),
        ] as [(String, String?)])
    func readsWrittenDate(text: String, date: String?) {
        #expect(ReleaseDate(written: text)?.description == date)
    }

    @Test("accepts 29 February in leap years only", arguments: ["1972-02-29", "2000-02-29", "2024-02-29"])
    func acceptsLeapDays(text: String) {
        #expect(ReleaseDate(text)?.description == text)
    }

    @Test("rejects a day without a month")
    func dayNeedsMonth() {
        #expect(ReleaseDate(year: 1971, day: 1) == nil)
    }

    @Test("orders a year before its months, and a month before its days")
    func ordersYearsBeforeMonths() {
        let dates = ["1970-12-31", "1971", "1971-01", "1971-01-01", "1971-01-02", "1971-02", "1972"].compactMap {
            ReleaseDate($0)
        }
        #expect(dates.count == 7)
        #expect(dates.reversed().sorted() == dates)
        #expect(!dates.contains { $0 < $0 })
    }
}
