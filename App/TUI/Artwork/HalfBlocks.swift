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
