import Testing
import fermata

@Suite("Scaling pixels")
struct PixelsTests {
    @Test(
        "fits into a size and keeps the aspect ratio",
        arguments: [(8, 8, 8, 4), (100, 2, 4, 2), (1, 1, 1, 1)])
    func keepsAspectRatio(limitX: Int, limitY: Int, width: Int, height: Int) {
        let picture = Pixels(width: 40, height: 20, bytes: Array(repeating: 9, count: 2_400))
        let small = picture.fitting(width: limitX, height: limitY)
        #expect(small.width == width && small.height == height)
        #expect(small.bytes == Array(repeating: 9, count: width * height * 3))
    }

    @Test("averages pixels when shrinking and repeats them when growing")
    func averagesPixels() {
        let picture = Pixels(width: 2, height: 1, bytes: [0, 10, 255, 100, 20, 255])
        #expect(picture.fitting(width: 1, height: 1).bytes == [50, 15, 255])
        #expect(picture.fitting(width: 4, height: 4).bytes.prefix(6) == [0, 10, 255, 0, 10, 255])
    }

    @Test("returns no pixels for empty sizes")
    func returnsNothingForEmptySizes() {
        let none = Pixels(width: 0, height: 0, bytes: [])
        #expect(none.fitting(width: 10, height: 10) == none)
        #expect(Pixels(width: 1, height: 1, bytes: [1, 2, 3]).fitting(width: 0, height: 5) == none)
    }
}
