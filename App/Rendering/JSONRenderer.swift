package import FermataPresentation

/// Prints rows as one JSON array of objects, an object a line.
package struct JSONRenderer<Row: RowModel>: RowRenderer {
    private let fields: [(field: Row.Field, opening: [UInt8])]
    private var isEmpty = true

    /// The keys of the objects, in their order.
    package init(fields: [Row.Field] = Array(Row.Field.allCases)) {
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
        for (field, opening) in fields {
            bytes.append(contentsOf: opening)
            append(row.value(of: field), to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    package mutating func end(into bytes: inout [UInt8]) {
        bytes.append(contentsOf: isEmpty ? "]\n".utf8 : "\n]\n".utf8)
    }

    @inline(__always)
    private func append(_ value: FieldValue, to bytes: inout [UInt8]) {
        switch value {
        case .text(let text): JSONText.append(text, to: &bytes)
        case .whole(let number): JSONText.append(number, to: &bytes)
        case .number(let number): JSONText.append(number, to: &bytes)
        case .flag(let isSet): bytes.append(contentsOf: isSet ? "true".utf8 : "false".utf8)
        case .none: bytes.append(contentsOf: "null".utf8)
        }
    }
}
