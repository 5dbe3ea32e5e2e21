internal import FermataPresentation

/// Reads what a terminal sends, however it is split; what is not known is left out whole.
///
/// Sources: ECMA-48, 5.4; https://invisible-island.net/xterm/ctlseqs/ctlseqs.html (mouse 1006, bracketed paste 2004).
package struct InputDecoder: Sendable {
    /// More of what is pasted is dropped.
    package static let pasteLimit = 1 << 16
    private static let wheelStep = 3
    private static let sequenceLimit = 64
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    /// What is awaited before more can be said.
    package enum Wait: Equatable, Sendable {
        /// The rest of a sequence, or it was the Escape key.
        case sequence
        /// The end of what is pasted.
        case paste
    }

    private enum State: Equatable {
        case ground, escape, singleShift
        case control([UInt8])
        /// A string of which nothing is wanted: its end is an escape and a backslash, or a bell.
        case string(sawEscape: Bool)
        case character([UInt8], missing: Int)
        /// The old form of a mouse: three bytes that mean nothing here.
        case oldMouse(missing: Int)
        case paste([UInt8], matched: Int)
    }

    private var state = State.ground

    package init() {}

    /// Nil where all that came is told.
    package var wait: Wait? {
        switch state {
        case .ground: nil
        case .paste: .paste
        case .escape, .singleShift, .control, .string, .character, .oldMouse: .sequence
        }
    }

    package mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
        var inputs: [TerminalInput] = []
        for byte in bytes { take(byte, &inputs) }
        return inputs
    }

    /// Ends what did not go on for too long: an escape alone is the key, and pasted text is all there is.
    package mutating func flush() -> [TerminalInput] {
        defer { state = .ground }
        switch state {
        case .escape: return [.key(.escape)]
        case .singleShift: return [.key(.escape), .key("O")]
        case .paste(let text, _): return [.paste(String(decoding: text, as: UTF8.self))]
        case .ground, .control, .string, .character, .oldMouse: return []
        }
    }

    private mutating func take(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
        switch state {
        case .ground: takeFirst(byte, &inputs)
        case .escape: takeAfterEscape(byte, &inputs)
        case .singleShift:
            state = .ground
            if let key = Self.cursorKey(byte) { inputs.append(.key(key)) }
        case .control(let sequence): takeControl(byte, after: sequence, &inputs)
        case .string(let sawEscape):
            let isEnd = byte == 0x07 || sawEscape && byte == UInt8(ascii: "\\")
            state = isEnd ? .ground : .string(sawEscape: byte == 0x1B)
        case .character(let bytes, let missing): takeRest(byte, of: bytes, missing, &inputs)
        case .oldMouse(let missing): state = missing > 1 ? .oldMouse(missing: missing - 1) : .ground
        case .paste: takePasted(byte, &inputs)
        }
    }

    private mutating func takeFirst(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
        switch byte {
        case 0x1B: state = .escape
        case 0x0D, 0x0A: inputs.append(.key(.enter))
        case 0x09: inputs.append(.key(.tab))
        case 0x08, 0x7F: inputs.append(.key(.backspace))
        case 0x01...0x1A: inputs.append(.key(.control(Character(Unicode.Scalar(byte + 0x60)))))
        case 0x20...0x7E: inputs.append(.key(.character(Character(Unicode.Scalar(byte)))))
        case 0xC2...0xDF: state = .character([byte], missing: 1)
        case 0xE0...0xEF: state = .character([byte], missing: 2)
        case 0xF0...0xF4: state = .character([byte], missing: 3)
        default: break
        }
    }

    private mutating func takeAfterEscape(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
        switch byte {
        case UInt8(ascii: "["): state = .control([])
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            state = .string(sawEscape: false)
        case 0x1B: inputs.append(.key(.escape))
        default:
            state = .ground
            inputs.append(.key(.escape))
            takeFirst(byte, &inputs)
        }
    }

    private mutating func takeRest(
        _ byte: UInt8, of bytes: [UInt8], _ missing: Int, _ inputs: inout [TerminalInput]
    ) {
        guard byte & 0xC0 == 0x80 else {
            state = .ground
            return takeFirst(byte, &inputs)
        }
        guard missing == 1 else { return state = .character(bytes + [byte], missing: missing - 1) }
        state = .ground
        guard let text = String(validating: bytes + [byte], as: UTF8.self), let scalar = text.unicodeScalars.first,
            scalar.properties.generalCategory != .control
        else { return }
        inputs.append(.key(.character(Character(scalar))))
    }
}

// MARK: - Control sequences

extension InputDecoder {
    private mutating func takeControl(_ byte: UInt8, after sequence: [UInt8], _ inputs: inout [TerminalInput]) {
        switch byte {
        case UInt8(ascii: "[") where sequence.isEmpty: state = .control([byte])  // Linux's own function keys
        case 0x20...0x3F: state = .control(sequence.count < Self.sequenceLimit ? sequence + [byte] : sequence)
        case 0x40...0x7E:
            state = .ground
            end(sequence, byte, &inputs)
        case 0x1B: state = .escape
        default: state = .ground
        }
    }

    private mutating func end(_ sequence: [UInt8], _ final: UInt8, _ inputs: inout [TerminalInput]) {
        let text = String(decoding: sequence, as: UTF8.self)
        switch final {
        case UInt8(ascii: "~") where text == "200": state = .paste([], matched: 0)
        case UInt8(ascii: "~"): if let key = Self.key(numbered: text) { inputs.append(.key(key)) }
        case UInt8(ascii: "M") where text.isEmpty: state = .oldMouse(missing: 3)
        case UInt8(ascii: "M") where text.hasPrefix("<"):
            if let input = Self.mouse(text.dropFirst()) { inputs.append(input) }
        case UInt8(ascii: "c") where text.hasPrefix("?"):
            inputs.append(.attributes(text.dropFirst().split(separator: ";").compactMap { Int($0) }))
        case UInt8(ascii: "Z"): inputs.append(.key(.backTab))
        default:
            if let key = Self.cursorKey(final), !text.hasPrefix("<"), !text.hasPrefix("[") { inputs.append(.key(key)) }
        }
    }

    private static func cursorKey(_ final: UInt8) -> BrowserKey? {
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

    /// The key of a number; which keys are held with it does not matter.
    private static func key(numbered text: String) -> BrowserKey? {
        switch text.prefix(while: { $0 != ";" }) {
        case "1", "7": .home
        case "3": .delete
        case "4", "8": .end
        case "5": .pageUp
        case "6": .pageDown
        default: nil
        }
    }

    /// Reads `button;column;row`, counted from 1.
    private static func mouse(_ text: Substring) -> TerminalInput? {
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
        switch numbers[0] {
        case 0: return .click(column: numbers[1] - 1, row: numbers[2] - 1)
        case 64: return .wheel(-wheelStep)
        case 65: return .wheel(wheelStep)
        default: return nil
        }
    }
}

// MARK: - Pasted text

extension InputDecoder {
    private mutating func takePasted(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
        guard case .paste(var text, var matched) = state else { return }
        // The text is not to be copied for each of its bytes.
        state = .ground
        if byte == Self.pasteEnd[matched] {
            matched += 1
            guard matched < Self.pasteEnd.count else {
                return inputs.append(.paste(String(decoding: text, as: UTF8.self)))
            }
        } else {
            Self.append(Self.pasteEnd.prefix(matched), to: &text)
            matched = byte == Self.pasteEnd[0] ? 1 : 0
            if matched == 0 { Self.append([byte], to: &text) }
        }
        state = .paste(text, matched: matched)
    }

    private static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
        if text.count + bytes.count <= pasteLimit { text.append(contentsOf: bytes) }
    }
}
