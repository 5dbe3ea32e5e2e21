import FermataPresentation
import Testing

@Suite("How much of a whole is there, as text")
struct AmountTextTests {
    @Test(
        "the unit is said once where it is the same",
        arguments: [
            (3_200_000, 7_100_000, "3.2 of 7.1 MB"), (850_000, 7_100_000, "850 kB of 7.1 MB"),
            (0, 7_100_000, "0 bytes of 7.1 MB"), (7_100_000, 7_100_000, "7.1 MB"), (8, 7, "7 bytes"),
            (1, 2, "1 byte of 2 bytes"), (0, 0, "0 bytes"),
        ])
    func known(count: Int64, whole: Int64, text: String) {
        #expect(AmountText(count, of: whole).text == text)
    }

    @Test("without a whole there is what is there, if anything")
    func unknown() {
        #expect(AmountText(3_200_000, of: nil).text == "3.2 MB")
        #expect(AmountText(0, of: nil).text == "")
    }
}
