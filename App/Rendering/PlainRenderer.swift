package import FermataPresentation

/// Prints rows as lines of values with a tab between them.
package struct PlainRenderer<Row: RowModel>: RowRenderer {
    private let fields: [Row.Field]

    package init(fields: [Row.Field] = Array(Row.Field.allCases)) {
        self.fields = fields
    }

    package mutating func begin(into bytes: inout [UInt8]) {}

    package mutating func row(_ row: Row, into bytes: inout [UInt8]) {
        for (position, field) in fields.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: "\t")) }
            append(row.value(of: field), to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    package mutating func end(into bytes: inout [UInt8]) {}

    @inline(__always)
    private func append(_ value: FieldValue, to bytes: inout [UInt8]) {
        switch value {
        case .text(let text), .local(let text): append(text, to: &bytes)
        case .integer(let number): bytes.append(decimal: number)
        case .number(let number): JSONText.append(number, to: &bytes)
        case .flag(let isSet): bytes.append(isSet ? "true" : "false")
        case .list(let texts): append(texts.joined(separator: ", "), to: &bytes)
        case .objects: append(value.text, to: &bytes)
        case .none: break
        }
    }

    private func append(_ text: String, to bytes: inout [UInt8]) {
        if DisplayWidth.isSimple(text) { return bytes.append(contentsOf: text.utf8) }
        let line = String(String.UnicodeScalarView(text.unicodeScalars.map(Self.spaced)))
        bytes.append(contentsOf: SafeText(line).text.utf8)
    }

    /// Replaces a scalar that would end a value or a line with a space.
    private static func spaced(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\t", "\n", "\u{B}", "\u{C}", "\r", "\u{85}", "\u{2028}", "\u{2029}": " "
        default: scalar
        }
    }
}

/// A label and its text, made safe for a terminal. Further lines of the text are indented.
package struct DetailLine {
    private static let labelWidth = 12
    package let text: String

    /// Breaks the text between words, so that no line has more than `columns` columns; nil breaks it nowhere.
    package init(label: String, text: String, columns: Int? = nil) {
        let room = String(repeating: " ", count: max(1, Self.labelWidth - label.utf8.count))
        let indent = "\n" + String(repeating: " ", count: Self.labelWidth)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { line in
            columns.map { TextWrap.lines(of: String(line), columns: max(1, $0 - Self.labelWidth)) }
                ?? [SafeText(String(line)).text]
        }
        self.text = label + room + lines.joined(separator: indent)
    }
}
