import FermataDomain
import Testing

@Suite("Integers from any number")
struct SaturatingIntegerTests {
    @Test(
        "are the integer part, or the nearest limit of the type",
        arguments: [
            (1.9, 1), (-1.9, -1), (0, 0), (9_223_372_036_854_775_808, .max), (-9_223_372_036_854_775_808, .min),
            (1e308, .max), (-1e308, .min), (.infinity, .max), (-.infinity, .min), (.nan, 0),
        ] as [(Double, Int64)])
    func saturates(number: Double, integer: Int64) {
        #expect(Int64(saturating: number) == integer)
    }

    @Test(
        "add up to a limit of the type",
        arguments: [(1, 2, 3), (100, 28, 127), (-100, -29, -128)] as [(Int8, Int8, Int8)])
    func adds(first: Int8, second: Int8, sum: Int8) {
        #expect(first.adding(saturating: second) == sum)
    }
}
