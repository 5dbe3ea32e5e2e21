/// An image as red, green and blue bytes, row by row.
package struct Pixels: Equatable, Sendable {
    package let width: Int
    package let height: Int
    /// Three bytes per pixel.
    package private(set) var bytes: [UInt8]

    package init(width: Int, height: Int, bytes: [UInt8]) {
        precondition(bytes.count == width * height * 3)
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    package subscript(x: Int, y: Int) -> Colour {
        let offset = (y * width + x) * 3
        return Colour(red: bytes[offset], green: bytes[offset + 1], blue: bytes[offset + 2])
    }

    /// Returns the image scaled to the largest size within the limits that keeps its aspect ratio.
    ///
    /// Each pixel is the mean of the source pixels that it covers.
    package func fitting(width limitX: Int, height limitY: Int) -> Pixels {
        guard width > 0, height > 0, limitX > 0, limitY > 0 else { return Pixels(width: 0, height: 0, bytes: []) }
        let scale = min(Double(limitX) / Double(width), Double(limitY) / Double(height))
        let (newWidth, newHeight) = (
            max(1, min(limitX, Int((Double(width) * scale).rounded()))),
            max(1, min(limitY, Int((Double(height) * scale).rounded())))
        )
        var scaled: [UInt8] = []
        scaled.reserveCapacity(newWidth * newHeight * 3)
        for y in 0..<newHeight {
            let rows = Self.sourceRange(y, of: newHeight, over: height)
            for x in 0..<newWidth { appendMean(Self.sourceRange(x, of: newWidth, over: width), rows, to: &scaled) }
        }
        return Pixels(width: newWidth, height: newHeight, bytes: scaled)
    }

    private func appendMean(_ columns: Range<Int>, _ rows: Range<Int>, to target: inout [UInt8]) {
        var sums = (0, 0, 0)
        for y in rows {
            for offset in stride(
                from: (y * width + columns.lowerBound) * 3, to: (y * width + columns.upperBound) * 3, by: 3)
            {
                sums.0 += Int(bytes[offset])
                sums.1 += Int(bytes[offset + 1])
                sums.2 += Int(bytes[offset + 2])
            }
        }
        let count = columns.count * rows.count
        for sum in [sums.0, sums.1, sums.2] { target.append(UInt8((sum + count / 2) / count)) }
    }

    /// Returns the source pixels that pixel `index` of `count` covers; at least one.
    private static func sourceRange(_ index: Int, of count: Int, over size: Int) -> Range<Int> {
        let start = index * size / count
        return start..<max(start + 1, (index + 1) * size / count)
    }
}

/// The colour of a pixel.
package struct Colour: Equatable, Hashable, Sendable {
    package let red, green, blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }
}
