package import FermataPresentation

/// Decodes the bytes that a terminal sends into keys, clicks and pasted text, however they are split.
///
/// Unknown sequences are skipped completely.
///
/// Sources: ECMA-48, 5.4; https://invisible-island.net/xterm/ctlseqs/ctlseqs.html (mouse 1006, bracketed paste 2004).
package struct InputDecoder: Sendable {
    /// The limit of pasted text in bytes; the excess is dropped.
    package static let pasteLimit = 1 << 16
    /// The limit of a sequence's parameters in bytes; longer than any known sequence.
    private static let sequenceLimit = 64
    private static let controlC: UInt8 = 3

    /// The input that the decoder waits for.
    package enum Wait: Equatable, Sendable {
        /// The rest of an escape sequence; without it, the input was the Escape key.
        case sequence
        /// The end of pasted text.
        case paste
    }

    private enum State: Equatable {
        case ground, escape, singleShift
        case control([UInt8])
        /// A control string that is skipped; it ends with ESC \\ or BEL.
        case string(sawEscape: Bool)
        case character([UInt8], missing: Int)
        /// The bytes after an X10 mouse report, which are skipped.
        case x10Mouse(missing: Int)
        case paste
        /// The remainder of pasted text that was already emitted; it is skipped.
        case pasteRemainder
    }

    private var state = State.ground
    /// Stored outside the state so that it is changed in place.
    private var pasted = PastedText()

    package init() {}

    /// The input that is awaited; nil if all received bytes are decoded.
    package var wait: Wait? {
        switch state {
        case .ground, .pasteRemainder: nil
        case .paste: .paste
        case .escape, .singleShift, .control, .string, .character, .x10Mouse: .sequence
        }
    }

    /// Returns the inputs that the bytes complete.
    package mutating func decode(_ bytes: some Sequence<UInt8>) -> [TerminalInput] {
        var inputs: [TerminalInput] = []
        for byte in bytes { decode(byte, &inputs) }
        return inputs
    }

    /// Ends an incomplete input after a time-out: a lone ESC is the Escape key, and pasted text is emitted.
    ///
    /// Later bytes of that pasted text are skipped until its end marker or Ctrl-C.
    package mutating func flush() -> [TerminalInput] {
        let incomplete = state
        state = [.paste, .pasteRemainder].contains(incomplete) ? .pasteRemainder : .ground
        switch incomplete {
        case .escape: return [.key(.escape)]
        case .singleShift: return [.key(.escape), .key("O")]
        case .paste: return [.paste(pasted.text)]
        case .ground, .control, .string, .character, .x10Mouse, .pasteRemainder: return []
        }
    }

    private mutating func decode(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
        switch state {
        case .ground: decodeGround(byte, &inputs)
        case .escape: decodeAfterEscape(byte, &inputs)
        case .singleShift:
            state = .ground
            if let key = ControlSequence.shiftedKey(byte) { inputs.append(.key(key)) }
        case .control(let sequence): decodeControl(byte, after: sequence, &inputs)
        case .string(let sawEscape):
            let isEnd = byte == 0x07 || sawEscape && byte == UInt8(ascii: "\\")
            state = isEnd ? .ground : .string(sawEscape: byte == 0x1B)
        case .character(let bytes, let missing): decodeContinuation(byte, of: bytes, missing, &inputs)
        case .x10Mouse(let missing): state = missing > 1 ? .x10Mouse(missing: missing - 1) : .ground
        case .paste: decodePasted(byte, &inputs)
        case .pasteRemainder: skipPasted(byte, &inputs)
        }
    }

    private mutating func decodeGround(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
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

    private mutating func decodeAfterEscape(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
        switch byte {
        case UInt8(ascii: "["): state = .control([])
        case UInt8(ascii: "O"): state = .singleShift
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            state = .string(sawEscape: false)
        case 0x1B: inputs.append(.key(.escape))
        default:
            state = .ground
            inputs.append(.key(.escape))
            decodeGround(byte, &inputs)
        }
    }

    private mutating func decodeContinuation(
        _ byte: UInt8, of bytes: [UInt8], _ missing: Int, _ inputs: inout [TerminalInput]
    ) {
        guard byte & 0xC0 == 0x80 else {
            state = .ground
            return decodeGround(byte, &inputs)
        }
        guard missing == 1 else { return state = .character(bytes + [byte], missing: missing - 1) }
        state = .ground
        guard let text = String(validating: bytes + [byte], as: UTF8.self), let scalar = text.unicodeScalars.first,
            scalar.properties.generalCategory != .control
        else { return }
        inputs.append(.key(.character(Character(scalar))))
    }

    private mutating func decodeControl(_ byte: UInt8, after sequence: [UInt8], _ inputs: inout [TerminalInput]) {
        switch byte {
        // The function keys of the Linux console start with CSI [.
        case UInt8(ascii: "[") where sequence.isEmpty: state = .control([byte])
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
        case .pasteStart: (state, pasted) = (.paste, PastedText())
        case .x10Mouse: state = .x10Mouse(missing: 3)
        case .nothing: break
        }
    }

    private mutating func decodePasted(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
        guard pasted.append(byte) else { return }
        inputs.append(.paste(pasted.text))
        (state, pasted) = (.ground, PastedText())
    }

    private mutating func skipPasted(_ byte: UInt8, _ inputs: inout [TerminalInput]) {
        let isInterrupt = byte == Self.controlC
        guard pasted.append(byte) || isInterrupt else { return }
        (state, pasted) = (.ground, PastedText())
        if isInterrupt { inputs.append(.key(.control("c"))) }
    }
}

/// A decoded input of the terminal.
package enum TerminalInput: Equatable, Sendable {
    case key(TUIKey)
    case paste(String)
    /// A press of the left mouse button, in cells from the top left corner.
    case click(column: Int, row: Int)
    /// The terminal's device attributes (DA1).
    case attributes([Int])
    /// Lines to scroll; negative values scroll up.
    case wheel(Int)
}

/// Bracketed pasted text while it arrives.
struct PastedText: Equatable {
    private static let end = Array("\u{1B}[201~".utf8)
    private var bytes: [UInt8] = []
    /// How many bytes of the end marker have arrived.
    private var matched = 0

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends a byte; returns whether it completed the end marker.
    mutating func append(_ byte: UInt8) -> Bool {
        if byte == Self.end[matched] {
            matched += 1
            return matched == Self.end.count
        }
        appendText(Self.end.prefix(matched))
        matched = byte == Self.end[0] ? 1 : 0
        if matched == 0 { appendText([byte]) }
        return false
    }

    private mutating func appendText(_ more: some Collection<UInt8>) {
        if bytes.count + more.count <= InputDecoder.pasteLimit { bytes.append(contentsOf: more) }
    }
}
