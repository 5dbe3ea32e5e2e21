import FermataPresentation
import Testing

@Suite("A time within a song")
struct ElapsedTimeTests {
    @Test(
        "reads seconds, minutes and hours",
        arguments: [
            ("0", 0), ("83", 83_000), ("1:23", 83_000), ("1:23.5", 83_500), ("01:02.05", 62_050), ("90:00", 5_400_000),
            ("1:02:03", 3_723_000), ("1:2:3.125", 3_723_125), ("999999", 999_999_000), ("0.001", 1),
            ("1:59", 119_000), ("1:59:59", 7_199_000), ("10:00:00", 36_000_000),
        ])
    func readsTime(text: String, milliseconds: Int) {
        #expect(ElapsedTime(text)?.duration == .milliseconds(milliseconds))
    }

    @Test(
        "rejects other text",
        arguments: [
            "", "x", "-1", "+1", "1:", ":1", "1:60", "1:001", "1:60:00", "1:1:1:1", "1.", ".5", "1.2345", "1,5", " 1",
            "1234567", "٣", "1:23\n", "99999999999999999999",
        ])
    func rejectsText(text: String) {
        #expect(ElapsedTime(text) == nil)
    }
}
