import FermataPresentation
import Testing

@Suite("Count as text")
struct CountTextTests {
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
}
