import FermataPresentation
import Testing

@Suite("A number of bytes out of a total as text")
struct AmountTextTests {
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
}
