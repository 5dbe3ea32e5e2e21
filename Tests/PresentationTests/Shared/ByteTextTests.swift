import FermataPresentation
import Testing

@Suite("Bytes as text")
struct ByteTextTests {
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
}
