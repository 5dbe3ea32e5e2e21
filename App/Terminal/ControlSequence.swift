import FermataPresentation

/// A complete control sequence and its meaning (ECMA-48, 5.4).
struct ControlSequence {
    enum Meaning: Equatable {
        case input(TerminalInput)
        case pasteStart
        /// The X10 form of a mouse report; three bytes follow, which are skipped.
        case x10Mouse
        case nothing
    }

    private static let wheelStep = 3
    let parameters: String
    let final: UInt8

    init(parameters: [UInt8], final: UInt8) {
        self.parameters = String(decoding: parameters, as: UTF8.self)
        self.final = final
    }

    var meaning: Meaning {
        switch final {
        case UInt8(ascii: "~") where parameters == "200": .pasteStart
        case UInt8(ascii: "~"): Self.meaning(of: numberedKey)
        case UInt8(ascii: "M") where parameters.isEmpty: .x10Mouse
        case UInt8(ascii: "M") where parameters.hasPrefix("<"): mouse.map(Meaning.input) ?? .nothing
        case UInt8(ascii: "Z"): .input(.key(.backTab))
        case UInt8(ascii: "c") where parameters.hasPrefix("?"): .input(.attributes(attributes))
        case UInt8(ascii: "A")...UInt8(ascii: "E") where parameters == "[":
            // The Linux console.
            .input(.key(.function(Int(final - UInt8(ascii: "A")) + 1)))
        case _ where parameters.hasPrefix("<") || parameters.hasPrefix("["): .nothing
        default: Self.meaning(of: Self.cursorKey(final))
        }
    }

    /// Returns the cursor key of a final byte after CSI or SS3; nil for any other byte.
    static func cursorKey(_ final: UInt8) -> TUIKey? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "M"): .enter
        default: nil
        }
    }

    /// Returns the key of a byte after SS3; nil for any other byte.
    static func shiftedKey(_ byte: UInt8) -> TUIKey? {
        switch byte {
        case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(byte - UInt8(ascii: "P")) + 1)
        default: cursorKey(byte)
        }
    }

    private static func meaning(of key: TUIKey?) -> Meaning { key.map { .input(.key($0)) } ?? .nothing }

    /// The key of a `CSI number ~` sequence; modifiers are ignored.
    private var numberedKey: TUIKey? {
        let number = parameters.prefix { $0 != ";" }
        switch number {
        case "1", "7": return .home
        case "3": return .delete
        case "4", "8": return .end
        case "5": return .pageUp
        case "6": return .pageDown
        case "11", "12", "13", "14", "15": return Int(number).map { .function($0 - 10) }
        case "17", "18", "19", "20", "21": return Int(number).map { .function($0 - 11) }
        default: return nil
        }
    }

    /// The terminal's device attributes (DA1).
    private var attributes: [Int] { parameters.dropFirst().split(separator: ";").compactMap { Int($0) } }

    /// The click or wheel step of an SGR mouse report, `<button;column;row`, counted from 1.
    private var mouse: TerminalInput? {
        let numbers = parameters.dropFirst().split(separator: ";", omittingEmptySubsequences: false)
            .map { Int($0) ?? -1 }
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
        switch numbers[0] {
        case 0: return .click(column: numbers[1] - 1, row: numbers[2] - 1)
        case 64: return .wheel(-Self.wheelStep)
        case 65: return .wheel(Self.wheelStep)
        default: return nil
        }
    }
}

/// The number of colours that a terminal supports.
package enum ColourDepth: Sendable {
    case none, sixteen, many, full

    /// Detects the colours from `TERM`, `COLORTERM` and `NO_COLOR` (https://no-color.org).
    package init(environment: [String: String]) {
        let terminal = environment["TERM"] ?? ""
        if !(environment["NO_COLOR"] ?? "").isEmpty || terminal.hasPrefix("vt") {
            self = .none
        } else if ["truecolor", "24bit"].contains(environment["COLORTERM"]) || terminal.hasSuffix("-direct") {
            self = .full
        } else {
            self = terminal.contains("256color") ? .many : .sixteen
        }
    }
}
