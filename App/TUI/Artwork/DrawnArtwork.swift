import Foundation

/// An image encoded for a terminal, ready to draw over a rectangle of cells.
package enum DrawnArtwork: Equatable, Sendable {
    /// One string of styled characters per row.
    case lines([String])
    /// The escape sequence that draws the image at the cursor, and the one that removes it.
    case graphics([UInt8], removal: [UInt8])

    /// Encodes an image for `columns` × `rows` cells of `cell` pixels each; nil if the terminal cannot show images.
    package init?(
        _ pixels: Pixels, using imageProtocol: TerminalImageProtocol, columns: Int, rows: Int, cell: CellSize,
        colours: ColourDepth
    ) {
        switch imageProtocol {
        case .none: return nil
        case .blocks:
            let lines = HalfBlocks(colours).lines(of: pixels, columns: columns, rows: rows)
            if lines.isEmpty { return nil }
            self = .lines(lines)
        case .kitty, .sixel:
            let fitted = pixels.fitting(width: columns * cell.width, height: rows * cell.height)
            guard fitted.width > 0 else { return nil }
            let text =
                imageProtocol == .sixel
                ? SixelImage.text(of: fitted)
                : KittyImage.text(
                    of: fitted, columns: max(1, fitted.width / cell.width), rows: max(1, fitted.height / cell.height))
            self = .graphics(Array(text.utf8), removal: imageProtocol == .kitty ? Array(KittyImage.removal.utf8) : [])
        }
    }
}

/// A way to draw images in a terminal.
package enum TerminalImageProtocol: String, Sendable, CaseIterable {
    case kitty, sixel
    /// Half-block characters, each showing two pixels.
    case blocks
    case none

    /// Detects the protocol from environment variables.
    ///
    /// A terminal that sets none of them may still report sixel support through DA1.
    package init(environment: [String: String]) {
        let terminal = environment["TERM"] ?? ""
        let program = environment["TERM_PROGRAM"] ?? ""
        if environment["TMUX"] != nil || ["tmux", "screen"].contains(where: terminal.hasPrefix) {
            self = .blocks
        } else if environment["KITTY_WINDOW_ID"] != nil || ["xterm-kitty", "xterm-ghostty"].contains(terminal) {
            self = .kitty
        } else if program == "WezTerm" || ["foot", "mlterm", "contour"].contains(where: terminal.hasPrefix) {
            self = .sixel
        } else {
            self = .blocks
        }
    }
}

/// Draws an image with half-block characters, each showing two pixels above each other.
package struct HalfBlocks {
    private static let upper = "▀"
    private static let cubeSteps: [UInt8] = [0, 95, 135, 175, 215, 255]
    private let colours: ColourDepth

    package init(_ colours: ColourDepth) {
        self.colours = colours
    }

    /// Returns the styled lines of an image fitted into `columns` × `rows` characters; empty without colours.
    package func lines(of pixels: Pixels, columns: Int, rows: Int) -> [String] {
        guard colours != .none else { return [] }
        let fitted = pixels.fitting(width: columns, height: rows * 2)
        return stride(from: 0, to: fitted.height, by: 2).map { y in
            var line = ""
            var lastStyle = ""
            for x in 0..<fitted.width {
                var style = "\u{1B}[\(code(fitted[x, y], isBackground: false))"
                style += y + 1 < fitted.height ? ";\(code(fitted[x, y + 1], isBackground: true))m" : ";49m"
                line += (style == lastStyle ? "" : style) + Self.upper
                lastStyle = style
            }
            return line + "\u{1B}[0m"
        }
    }

    /// Returns the SGR parameters of a colour (ECMA-48, 8.3.117; ISO/IEC 8613-6; xterm's colour cube and greys).
    private func code(_ colour: Colour, isBackground: Bool) -> String {
        switch colours {
        case .full: "\(isBackground ? 48 : 38);2;\(colour.red);\(colour.green);\(colour.blue)"
        case .many: "\(isBackground ? 48 : 38);5;\(Self.indexed(colour))"
        case .sixteen, .none: "\(Self.basic(colour) + (isBackground ? 10 : 0))"
        }
    }

    /// Returns the index of the nearest of xterm's 216 colours and 24 greys.
    private static func indexed(_ colour: Colour) -> Int {
        func nearest(_ value: UInt8) -> Int {
            cubeSteps.indices.min { abs(Int(cubeSteps[$0]) - Int(value)) < abs(Int(cubeSteps[$1]) - Int(value)) } ?? 0
        }
        let (red, green, blue) = (nearest(colour.red), nearest(colour.green), nearest(colour.blue))
        let cube = Colour(red: cubeSteps[red], green: cubeSteps[green], blue: cubeSteps[blue])
        let mean = (Int(colour.red) + Int(colour.green) + Int(colour.blue)) / 3
        let step = max(0, min(23, (mean - 3) / 10))
        let grey = UInt8(8 + step * 10)
        let isGrey = distance(colour, Colour(red: grey, green: grey, blue: grey)) < distance(colour, cube)
        return isGrey ? 232 + step : 16 + 36 * red + 6 * green + blue
    }

    /// Returns the SGR code of one of the 16 basic colours.
    private static func basic(_ colour: Colour) -> Int {
        let parts = [colour.red, colour.green, colour.blue].map(Int.init)
        let brightest = parts.max() ?? 0
        if brightest < 64 { return 30 }
        let bits = parts.enumerated().reduce(0) { $0 | ($1.element * 3 >= brightest * 2 ? 1 << $1.offset : 0) }
        if bits == 7 { return brightest > 212 ? 97 : brightest > 128 ? 37 : 90 }
        return (brightest > 170 ? 90 : 30) + bits
    }

    private static func distance(_ one: Colour, _ other: Colour) -> Int {
        let (red, green, blue) = (
            Int(one.red) - Int(other.red), Int(one.green) - Int(other.green), Int(one.blue) - Int(other.blue)
        )
        return red * red + green * green + blue * blue
    }
}

/// Encodes an image in kitty's graphics protocol, which several terminals support.
///
/// Source: https://sw.kovidgoyal.net/kitty/graphics-protocol/
package enum KittyImage {
    /// The protocol's limit of one chunk of base64 text, in bytes.
    private static let chunkBytes = 4096
    /// The escape sequence that deletes all images on the screen.
    package static let removal = "\u{1B}_Ga=d,q=2\u{1B}\\"

    /// Returns the escape sequence that draws the image at the cursor over `columns` × `rows` cells.
    ///
    /// The cursor does not move.
    package static func text(of pixels: Pixels, columns: Int, rows: Int) -> String {
        guard pixels.width > 0, pixels.height > 0 else { return "" }
        let payload = Array(Data(pixels.bytes).base64EncodedString().utf8)
        let header = "a=T,f=24,s=\(pixels.width),v=\(pixels.height),c=\(columns),r=\(rows),C=1,q=2,"
        return stride(from: 0, to: payload.count, by: chunkBytes).map { start in
            let end = min(start + chunkBytes, payload.count)
            let more = end < payload.count ? 1 : 0
            let chunk = String(decoding: payload[start..<end], as: UTF8.self)
            return "\u{1B}_G\(start == 0 ? header : "")m=\(more);\(chunk)\u{1B}\\"
        }.joined()
    }
}

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
