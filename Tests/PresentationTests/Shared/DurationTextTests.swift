import FermataPresentation
import Testing

@Suite("Duration as text")
struct DurationTextTests {
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
}
