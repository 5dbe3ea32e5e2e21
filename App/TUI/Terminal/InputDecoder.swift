internal import FermataPresentation

/// Reads what a terminal sends, however it is split; what is not known is left out whole.
///
/// Sources: ECMA-48, 5.4; https://invisible-island.net/xterm/ctlseqs/ctlseqs.html (mouse 1006, bracketed paste 2004).
package struct InputDecoder: Sendable {
    /// More of what is pasted is dropped.
    package static let pasteLimit = 1 << 16
    /// More parameters than any sequence has.
    private static let sequenceLimit = 64
    private static let controlC: UInt8 = 3

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
        case paste
        /// What was being pasted is told already; what still comes of it means nothing.
        case restOfPaste
    }

    private var state = State.ground
    /// Beside the state, where it is changed in place.
    private var pasted = PastedText()

    package init() {}

    /// Nil where all that came is told.
    package var wait: Wait? {
        switch state {
        case .ground, .restOfPaste: nil
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
    ///
    /// What comes of a pasted text after that is no keys: it is left out to its end, or until Ctrl-C.
    package mutating func flush() -> [TerminalInput] {
        let ended = state
        state = [.paste, .restOfPaste].contains(ended) ? .restOfPaste : .ground
        switch ended {
        case .escape: return [.key(.escape)]
        case .singleShift: return [.key(.escape), .key("O")]
        case .paste: return [.paste(pasted.text)]
        case .ground, .control, .string, .character, .oldMouse, .restOfPaste: return []
        }
    }

    private mutating func take(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
        switch state {
        case .ground: takeFirst(byte, &inputs)
        case .escape: takeAfterEscape(byte, &inputs)
        case .singleShift:
            state = .ground
            if let key = ControlSequence.cursorKey(byte) { inputs.append(.key(key)) }
        case .control(let sequence): takeControl(byte, after: sequence, &inputs)
        case .string(let sawEscape):
            let isEnd = byte == 0x07 || sawEscape && byte == UInt8(ascii: "\\")
            state = isEnd ? .ground : .string(sawEscape: byte == 0x1B)
        case .character(let bytes, let missing): takeRest(byte, of: bytes, missing, &inputs)
        case .oldMouse(let missing): state = missing > 1 ? .oldMouse(missing: missing - 1) : .ground
        case .paste: takePasted(byte, &inputs)
        case .restOfPaste: takeRestOfPaste(byte, &inputs)
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

    private mutating func takeControl(_ byte: UInt8, after sequence: [UInt8], _ inputs: inout [TerminalInput]) {
        switch byte {
        case UInt8(ascii: "[") where sequence.isEmpty: state = .control([byte])  // Linux's own function keys
        case 0x20...0x3F: state = .control(sequence.count < Self.sequenceLimit ? sequence + [byte] : sequence)
        case 0x40...0x7E: end(ControlSequence(parameters: sequence, final: byte), &inputs)
        case 0x1B: state = .escape
        default: state = .ground
        }
    }

    private mutating func end(_ sequence: ControlSequence, _ inputs: inout [TerminalInput]) {
        state = .ground
        switch sequence.meaning {
        case .input(let input): inputs.append(input)
        case .beginOfPaste: (state, pasted) = (.paste, PastedText())
        case .oldMouse: state = .oldMouse(missing: 3)
        case .nothing: break
        }
    }

    private mutating func takePasted(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
        guard pasted.take(byte) else { return }
        inputs.append(.paste(pasted.text))
        (state, pasted) = (.ground, PastedText())
    }

    private mutating func takeRestOfPaste(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
        let isWayOut = byte == Self.controlC
        guard pasted.take(byte) || isWayOut else { return }
        (state, pasted) = (.ground, PastedText())
        if isWayOut { inputs.append(.key(.control("c"))) }
    }
}
