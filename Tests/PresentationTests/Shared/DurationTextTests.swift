import FermataPresentation
import Testing

@Suite("Duration as text")
struct DurationTextTests {
    @Test(
        "minutes and seconds are shown, and hours where there are any",
        arguments: [
            (0, "0:00"), (5, "0:05"), (59, "0:59"), (60, "1:00"), (220, "3:40"), (3599, "59:59"),
            (3600, "1:00:00"), (3723, "1:02:03"), (360_000, "100:00:00"),
        ])
    func clock(seconds: Int, text: String) {
        #expect(DurationText(.seconds(seconds)).clock == text)
    }

    @Test("parts of a second are left out")
    func fraction() {
        #expect(DurationText(.milliseconds(3_999)).clock == "0:03")
    }

    @Test("no duration is negative", arguments: [Duration.seconds(-1), .milliseconds(-1), .seconds(Int64.min)])
    func negative(duration: Duration) {
        #expect(DurationText(duration).clock == "0:00")
        #expect(DurationText(duration).spoken == "")
    }

    @Test("the longest duration there is has a text")
    func longest() {
        #expect(DurationText(.seconds(Int64.max)).clock == "2562047788015215:30:07")
    }

    @Test(
        "it is spoken in whole words, without what is nought",
        arguments: [
            (0, ""), (1, "1 second"), (2, "2 seconds"), (60, "1 minute"), (61, "1 minute 1 second"),
            (217, "3 minutes 37 seconds"), (3600, "1 hour"), (7203, "2 hours 3 seconds"),
            (3723, "1 hour 2 minutes 3 seconds"),
        ])
    func spoken(seconds: Int, text: String) {
        #expect(DurationText(.seconds(seconds)).spoken == text)
    }
}
