/// A colour, which terminals with fewer colours show as the nearest one that they have.
package enum TextColour: Equatable, Sendable {
    /// One of the 16 colours of every terminal, whose look a person chooses.
    case basic(Int)
    /// A colour of the 256 of xterm.
    case indexed(Int)
    case rgb(red: UInt8, green: UInt8, blue: UInt8)

    package init(red: UInt8, green: UInt8, blue: UInt8) { self = .rgb(red: red, green: green, blue: blue) }

    /// The names of the first eight colours.
    private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    private static let brightPrefix = "bright-"

    /// Reads a name such as `red` or `bright-red`, a number from 0 to 255, or `#rrggbb`; nil for other text.
    package init?(_ text: String) {
        let text = text.lowercased()
        let isBright = text.hasPrefix(Self.brightPrefix)
        if let index = Self.names.firstIndex(of: isBright ? String(text.dropFirst(Self.brightPrefix.count)) : text) {
            self = .basic(isBright ? index + 8 : index)
        } else if let number = UInt8(text), text.allSatisfy(\.isNumber) {
            self = number < 16 ? .basic(Int(number)) : .indexed(Int(number))
        } else if text.utf8.count == 7, text.hasPrefix("#"), text.dropFirst().allSatisfy(\.isHexDigit),
            let number = UInt32(text.dropFirst(), radix: 16)
        {
            self.init(
                red: UInt8(number >> 16 & 0xFF), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
        } else {
            return nil
        }
    }

    /// The nearest of the 16 colours.
    package var nearestBasic: Int {
        if case .basic(let index) = self { return index }
        return Self.nearest(to: components, in: Self.basicColours, from: 0)
    }

    /// The nearest of the 256 colours.
    package var nearestIndexed: Int {
        switch self {
        case .basic(let index), .indexed(let index): index
        case .rgb: Self.nearest(to: components, in: Self.indexedColours, from: 16)
        }
    }

    private var components: [Int] {
        switch self {
        case .basic(let index): Self.basicColours[index]
        case .indexed(let index): Self.indexedColours[index - 16]
        case .rgb(let red, let green, let blue): [Int(red), Int(green), Int(blue)]
        }
    }

    private static func nearest(to colour: [Int], in colours: [[Int]], from first: Int) -> Int {
        func distance(_ other: [Int]) -> Int { zip(colour, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
        return first + (colours.indices.min { distance(colours[$0]) < distance(colours[$1]) } ?? 0)
    }

    /// The 16 colours as xterm shows them.
    private static let basicColours = [
        [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205],
        [229, 229, 229], [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0], [92, 92, 255], [255, 0, 255],
        [0, 255, 255], [255, 255, 255],
    ]

    /// The colours from 16 on as xterm shows them: a cube of 216 and 24 greys.
    private static let indexedColours: [[Int]] = {
        let levels = [0, 95, 135, 175, 215, 255]
        let cube = levels.flatMap { red in levels.flatMap { green in levels.map { [red, green, $0] } } }
        return cube + (0..<24).map { Array(repeating: 8 + 10 * $0, count: 3) }
    }()
}
