/// Encodes an image as sixels: bands of six rows, one colour after the other.
///
/// Source: DEC, "VT330/VT340 Programmer Reference Manual", volume 2, chapter 14.
package enum SixelImage {
    /// The levels of each of red, green and blue.
    private static let steps = 6
    private static let bandRows = 6

    /// Returns the escape sequence that draws the image at the cursor.
    package static func text(of pixels: Pixels) -> String {
        guard pixels.width > 0, pixels.height > 0 else { return "" }
        let indices = indices(of: pixels)
        var text = "\u{1B}P0;1q\"1;1;\(pixels.width);\(pixels.height)"
        for index in Set(indices).sorted() {
            let parts = [index / 36, index / 6 % 6, index % 6].map { $0 * 100 / (steps - 1) }
            text += "#\(index);2;\(parts[0]);\(parts[1]);\(parts[2])"
        }
        for top in stride(from: 0, to: pixels.height, by: bandRows) {
            text += band(top, indices, width: pixels.width, height: pixels.height) + "-"
        }
        return text + "\u{1B}\\"
    }

    private static func band(_ top: Int, _ indices: [Int], width: Int, height: Int) -> String {
        let rows = top..<min(top + bandRows, height)
        var masks: [Int: [UInt8]] = [:]
        for y in rows {
            for x in 0..<width {
                masks[indices[y * width + x], default: Array(repeating: 0, count: width)][x] |= 1 << UInt8(y - top)
            }
        }
        return masks.sorted { $0.key < $1.key }.map { "#\($0.key)" + runs(of: $0.value) }.joined(separator: "$")
    }

    /// Run-length encodes the sixels of one colour.
    private static func runs(of masks: [UInt8]) -> String {
        var text = ""
        var start = 0
        while start < masks.count {
            let end = masks[start...].firstIndex { $0 != masks[start] } ?? masks.count
            let sixel = String(UnicodeScalar(63 + masks[start]))
            text += end - start > 3 ? "!\(end - start)\(sixel)" : String(repeating: sixel, count: end - start)
            start = end
        }
        return text
    }

    /// Returns the palette index of each pixel, one of 216, with error diffusion.
    ///
    /// Source: R. W. Floyd and L. Steinberg, "An adaptive algorithm for spatial grey scale", 1976.
    private static func indices(of pixels: Pixels) -> [Int] {
        let (width, height) = (pixels.width, pixels.height)
        var values = pixels.bytes.map(Int.init)
        var indices = Array(repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 0..<width {
                for part in 0..<3 {
                    let offset = (y * width + x) * 3 + part
                    let value = max(0, min(255, values[offset]))
                    let step = (value * (steps - 1) + 127) / 255
                    indices[y * width + x] = indices[y * width + x] * steps + step
                    let error = value - step * 255 / (steps - 1)
                    if x + 1 < width { values[offset + 3] += error * 7 / 16 }
                    guard y + 1 < height else { continue }
                    let below = offset + width * 3
                    if x > 0 { values[below - 3] += error * 3 / 16 }
                    values[below] += error * 5 / 16
                    if x + 1 < width { values[below + 3] += error / 16 }
                }
            }
        }
        return indices
    }
}
