import FermataDomain
import Foundation
import Testing

@Suite("Due date of a to-do")
struct DueDateTests {
    @Test("writes a day as in ISO 8601", arguments: ["2026-12-24", "2024-02-29", "0001-01-01", "9999-12-31"])
    func writesISODay(text: String) throws {
        let day = try #require(Day(text))
        #expect(day.description == text)
        #expect(Day(year: day.year, month: day.month, day: day.day) == day)
    }

    @Test(
        "rejects a day that does not exist",
        arguments: [
            (2023, 2, 29), (1900, 2, 29), (2024, 2, 30), (2026, 4, 31), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0),
            (2026, 1, 32), (0, 1, 1), (10_000, 1, 1), (-1, 1, 1), (.max, .max, .max), (.min, .min, .min),
        ] as [(Int, Int, Int)])
    func rejectsInvalidDay(year: Int, month: Int, day: Int) {
        #expect(Day(year: year, month: month, day: day) == nil)
    }

    @Test(
        "rejects text that is not a day",
        arguments: [
            "", "2026", "2026-12", "2023-02-29", "2026-12-24T00:00:00Z", "2026-12-24T", "2026-12-24 ", " 2026-12-24",
            "2026-12-2", "26-12-24", "12026-12-24", "2026/12/24", "24.12.2026", "-026-12-24", "２０２６-12-24",
            "2026-12-24\u{0}", "2026-12-24\n", "2026-12-24\u{301}", "10000-01-01",
        ])
    func rejectsInvalidText(text: String) {
        #expect(Day(text) == nil)
    }

    @Test(
        "numbers days from 1 January 1970",
        arguments: [
            ("0001-01-01", -719_162), ("1900-03-01", -25_508), ("1969-12-31", -1), ("1970-01-01", 0),
            ("1972-02-28", 788), ("1972-02-29", 789), ("1972-03-01", 790), ("1972-12-31", 1_095),
            ("2000-02-29", 11_016), ("2026-11-24", 20_781), ("9999-12-31", 2_932_896),
        ])
    func numbersDays(text: String, number: Int) throws {
        #expect(Day(text)?.number == number)
        #expect(Day(number: number) == Day(text))
    }

    @Test("has no day before the year 1 or after the year 9999", arguments: [-719_163, -800_000, 2_932_897, 4_000_000])
    func hasNoDay(number: Int) {
        #expect(Day(number: number) == nil)
    }

    @Test("rounds a moment down to the second", arguments: [0, 0.25, 0.999_999])
    func roundsDownToSeconds(fraction: Double) {
        for second in [1_798_139_400, 0, -1] {
            let moment = Moment(Date(timeIntervalSince1970: Double(second) + fraction))
            #expect(moment == Moment(seconds: second))
            #expect(moment?.date == Date(timeIntervalSince1970: Double(second)))
        }
    }

    @Test("accepts moments in the years 1 to 9999 of every time zone")
    func acceptsYears1To9999() throws {
        var calendar = Calendar(identifier: .gregorian)
        for (seconds, outside, years) in [(-62_135_510_400, -1, 1...1), (253_402_214_399, 1, 9999...9999)] {
            let moment = try #require(Moment(seconds: seconds))
            for hours in [-12, 0, 14] {
                calendar.timeZone = try #require(TimeZone(secondsFromGMT: hours * 3_600))
                #expect(years.contains(calendar.component(.year, from: moment.date)))
                #expect(calendar.component(.era, from: moment.date) == 1)
            }
            #expect(Moment(seconds: seconds + outside) == nil)
            #expect(Moment(Date(timeIntervalSince1970: Double(seconds + outside))) == nil)
        }
    }

    @Test("rejects moments out of range and numbers that are not finite")
    func rejectsInvalidMoment() {
        for seconds in [Int.min, .max] { #expect(Moment(seconds: seconds) == nil) }
        for interval in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 9.3e18] {
            #expect(Moment(Date(timeIntervalSince1970: interval)) == nil)
        }
    }

    @Test("a day never equals a moment")
    func dayDiffersFromMoment() throws {
        let (day, moment) = (try #require(Day("1970-01-01")), try #require(Moment(seconds: 0)))
        #expect(DueDate.day(day) != .moment(moment))
        #expect(DueDate.day(day) == .day(day) && DueDate.moment(moment) == .moment(moment))
    }

    @Test("compares days and moments by the clocks of a time zone")
    func comparesByLocalClocks() throws {
        let seoul = try #require(TimeZone(identifier: "Asia/Seoul"))
        let day = DueDate.day(try #require(Day("2026-12-24")))
        let start = DueDate.moment(try #require(Moment(seconds: 1_798_038_000)))
        #expect(day.localSeconds(in: seoul) == 1_798_070_400 && day.localSeconds(in: .gmt) == 1_798_070_400)
        #expect(start.localSeconds(in: seoul) == 1_798_070_400 && start.localSeconds(in: .gmt) == 1_798_038_000)
        #expect(DueDate.day(try #require(Day("1969-12-31"))).localSeconds(in: seoul) == -86_400)
    }
}
