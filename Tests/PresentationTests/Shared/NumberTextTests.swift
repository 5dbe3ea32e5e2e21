import FermataDomain
import FermataPresentation
import Foundation
import Testing

@Suite("Counts, sizes, durations and ages as text")
struct NumberTextTests {
    @Test(
        "commas separate groups of three digits",
        arguments: [
            (0, "0 songs"), (1, "1 song"), (2, "2 songs"), (999, "999 songs"), (1_000, "1,000 songs"),
            (27_573, "27,573 songs"), (100_000, "100,000 songs"), (1_000_000, "1,000,000 songs"),
        ])
    func groupsDigits(count: Int, text: String) {
        #expect(CountText(count, "song").text == text)
    }

    @Test("a noun may have an irregular plural")
    func usesPlural() {
        #expect(CountText(2, "library", plural: "libraries").text == "2 libraries")
        #expect(CountText(1, "library", plural: "libraries").text == "1 library")
    }

    @Test("the smallest number has a text")
    func acceptsSmallestNumber() {
        #expect(CountText.grouped(.min) == "-9,223,372,036,854,775,808")
    }

    @Test(
        "units are powers of 1,000, with one decimal below ten",
        arguments: [
            (0, "0 bytes"), (1, "1 byte"), (12, "12 bytes"), (999, "999 bytes"), (1_000, "1.0 kB"),
            (1_049, "1.0 kB"), (1_050, "1.1 kB"), (9_949, "9.9 kB"), (9_950, "10 kB"), (850_000, "850 kB"),
            (999_499, "999 kB"), (999_500, "1.0 MB"), (3_200_000, "3.2 MB"), (999_499_999, "999 MB"),
            (4_294_967_296, "4.3 GB"), (1_000_000_000_000, "1.0 TB"), (-5, "0 bytes"),
        ])
    func usesUnits(count: Int64, text: String) {
        #expect(ByteText(count).text == text)
    }

    @Test("the largest and the smallest number have a text")
    func acceptsExtremes() {
        #expect(ByteText(.max).text == "9223372 TB")
        #expect(ByteText(.min).text == "0 bytes")
    }

    @Test(
        "a common unit is written once",
        arguments: [
            (3_200_000, 7_100_000, "3.2 of 7.1 MB"), (850_000, 7_100_000, "850 kB of 7.1 MB"),
            (0, 7_100_000, "0 bytes of 7.1 MB"), (7_100_000, 7_100_000, "7.1 MB"), (8, 7, "7 bytes"),
            (1, 2, "1 byte of 2 bytes"), (0, 0, "0 bytes"),
        ])
    func writesCommonUnitOnce(count: Int64, total: Int64, text: String) {
        #expect(AmountText(count, of: total).text == text)
    }

    @Test("without a total only the count is shown")
    func showsCountWithoutTotal() {
        #expect(AmountText(3_200_000, of: nil).text == "3.2 MB")
        #expect(AmountText(1, of: nil).text == "1 byte")
        #expect(AmountText(0, of: nil).text == "")
    }

    @Test(
        "minutes and seconds are shown, and hours from an hour on",
        arguments: [
            (0, "0:00"), (5, "0:05"), (9, "0:09"), (10, "0:10"), (59, "0:59"), (60, "1:00"), (220, "3:40"),
            (3599, "59:59"),
            (3600, "1:00:00"), (3723, "1:02:03"), (360_000, "100:00:00"),
        ])
    func showsClock(seconds: Int, text: String) {
        #expect(DurationText(.seconds(seconds)).clock == text)
    }

    @Test("fractions of a second are dropped")
    func dropsFraction() {
        #expect(DurationText(.milliseconds(3_999)).clock == "0:03")
    }

    @Test("a negative duration is 0", arguments: [Duration.seconds(-1), .milliseconds(-1), .seconds(Int64.min)])
    func clampsNegative(duration: Duration) {
        #expect(DurationText(duration).clock == "0:00")
        #expect(DurationText(duration).spoken == "")
    }

    @Test("the longest duration has a text")
    func acceptsLongest() {
        #expect(DurationText(.seconds(Int64.max)).clock == "2562047788015215:30:07")
    }

    @Test(
        "the spoken text has no zero units",
        arguments: [
            (0, ""), (1, "1 second"), (2, "2 seconds"), (60, "1 minute"), (61, "1 minute 1 second"),
            (217, "3 minutes 37 seconds"), (3600, "1 hour"), (7203, "2 hours 3 seconds"),
            (3723, "1 hour 2 minutes 3 seconds"),
        ])
    func speaksUnits(seconds: Int, text: String) {
        #expect(DurationText(.seconds(seconds)).spoken == text)
    }

    @Test(
        "reads seconds, minutes and hours",
        arguments: [
            ("0", 0), ("83", 83_000), ("1:23", 83_000), ("1:23.5", 83_500), ("01:02.05", 62_050), ("90:00", 5_400_000),
            ("1:02:03", 3_723_000), ("1:2:3.125", 3_723_125), ("999999", 999_999_000), ("0.001", 1),
            ("1:59", 119_000), ("1:59:59", 7_199_000), ("10:00:00", 36_000_000), ("999:59:59", 3_599_999_000),
        ])
    func readsTime(text: String, milliseconds: Int) {
        #expect(ElapsedTime(text)?.duration == .milliseconds(milliseconds))
    }

    @Test(
        "rejects other text",
        arguments: [
            "", "x", "-1", "+1", "1:", ":1", "1:60", "1:001", "1:60:00", "1:1:1:1", "1.", ".5", "1.2345", "1,5", " 1",
            "1234567", "٣", "1:23\n", "1000:00:00", "1 ",
            "99999999999999999999",
        ])
    func rejectsText(text: String) {
        #expect(ElapsedTime(text) == nil)
    }

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

    @Test(
        "is in quotes where a shell needs them",
        arguments: [
            ("radio", "radio"), ("a.b-c_d:1", "a.b-c_d:1"), ("사랑", "사랑"), ("my radio", "'my radio'"), ("", "''"),
            ("a'b", "'a'\\''b'"), ("$(x)", "'$(x)'"), ("~a", "'~a'"), ("-a", "'-a'"),
        ])
    func quotesWord(text: String, word: String) {
        #expect(text.shellWord == word)
    }
}
