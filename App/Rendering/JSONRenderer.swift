package import FermataPresentation

/// Prints rows as one JSON array, with one object per line.
package struct JSONRenderer<Row: RowModel>: RowRenderer {
    private let fields: [(field: Row.Field, opening: [UInt8])]
    private let audience: ProblemModel.Audience
    private var isEmpty = true

    /// The keys of the objects are in the given order. A web client gets null for paths on this computer.
    package init(fields: [Row.Field] = Array(Row.Field.allCases), for audience: ProblemModel.Audience) {
        self.audience = audience
        self.fields = fields.enumerated().map { position, field in
            var opening: [UInt8] = [UInt8(ascii: position == 0 ? "{" : ",")]
            JSONText.append(field.rawValue, to: &opening)
            return (field, opening + [UInt8(ascii: ":")])
        }
    }

    package mutating func begin(into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
    }

    package mutating func row(_ row: Row, into bytes: inout [UInt8]) {
        if !isEmpty { bytes.append(UInt8(ascii: ",")) }
        isEmpty = false
        bytes.append(UInt8(ascii: "\n"))
        for index in fields.indices {
            bytes.append(contentsOf: fields[index].opening)
            JSONText.append(row.value(of: fields[index].field), for: audience, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    package mutating func end(into bytes: inout [UInt8]) {
        bytes.append(isEmpty ? "]\n" : "\n]\n")
    }
}

/// Writes JSON (RFC 8259) in which no control reaches a terminal.
enum JSONText {
    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")
    private static let hexDigits: [UInt8] = Array("0123456789abcdef".utf8)

    /// An object for a web client, with values by name.
    static func object(_ values: [NamedValue]) -> [UInt8] {
        var bytes: [UInt8] = []
        append(values, for: .webClient, to: &bytes)
        return bytes
    }

    /// A web client gets null for a path on this computer.
    @inline(__always)
    static func append(_ value: FieldValue, for audience: ProblemModel.Audience, to bytes: inout [UInt8]) {
        switch value {
        case .text(let text): append(text, to: &bytes)
        case .local(let text): if case .user = audience { append(text, to: &bytes) } else { bytes.append("null") }
        case .integer(let number): bytes.append(decimal: number)
        case .number(let number): append(number, to: &bytes)
        case .flag(let isSet): bytes.append(isSet ? "true" : "false")
        case .list(let texts): appendArray(of: texts, to: &bytes) { append($0, to: &$1) }
        case .objects(let objects): appendArray(of: objects, to: &bytes) { append($0, for: audience, to: &$1) }
        case .none: bytes.append("null")
        }
    }

    private static func append(_ object: [NamedValue], for audience: ProblemModel.Audience, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (position, value) in object.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: ",")) }
            append(value.name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            append(value.value, for: audience, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private static func appendArray<Element>(
        of elements: [Element], to bytes: inout [UInt8], _ append: (Element, inout [UInt8]) -> Void
    ) {
        bytes.append(UInt8(ascii: "["))
        for (position, element) in elements.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: ",")) }
            append(element, &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        bytes.append(quote)
        text.withUTF8 { append($0, to: &bytes) }
        bytes.append(quote)
    }

    /// Integers have no fraction. NaN and infinity are null.
    static func append(_ number: Double, to bytes: inout [UInt8]) {
        if let integer = Int(exactly: number) {
            bytes.append(decimal: integer)
        } else {
            bytes.append(contentsOf: number.isFinite ? number.description.utf8 : "null".utf8)
        }
    }

    private static func append(_ utf8: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        guard let base = utf8.baseAddress else { return }
        var start = 0
        var index = 0
        while index < utf8.count {
            let byte = utf8[index]
            if index + 8 <= utf8.count, needsNoEscape(UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self)) {
                index += 8
                continue
            }
            guard byte == quote || byte == backslash || ControlScalar.mayBegin(with: byte) else {
                index += 1
                continue
            }
            let control = ControlScalar(in: utf8, at: index)
            guard byte == quote || byte == backslash || control != nil else {
                index += 1
                continue
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
            appendEscape(of: control?.value ?? UInt32(byte), to: &bytes)
            index += control?.length ?? 1
            start = index
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
    }

    /// Whether eight bytes are all ASCII that needs no escape.
    ///
    /// Source: Sean Eron Anderson, "Bit Twiddling Hacks", "Determine if a word has a byte less than n".
    @inline(__always)
    private static func needsNoEscape(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs = ones << 7
        let quotes = word ^ (ones &* 0x22)
        let backslashes = word ^ (ones &* 0x5C)
        let found =
            word | (word &- ones &* 0x20) | (word &+ ones)
            | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
        return found & highs == 0
    }

    private static func appendEscape(of value: UInt32, to bytes: inout [UInt8]) {
        bytes.append(backslash)
        switch value {
        case 0x22, 0x5C: bytes.append(UInt8(value))
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        default:
            bytes.append(UInt8(ascii: "u"))
            for shift in [12, 8, 4, 0] { bytes.append(hexDigits[Int(value >> shift & 0xF)]) }
        }
    }
}
