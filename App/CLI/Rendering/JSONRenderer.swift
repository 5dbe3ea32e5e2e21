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
            append(row.value(of: fields[index].field), to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    package mutating func end(into bytes: inout [UInt8]) {
        bytes.append(isEmpty ? "]\n" : "\n]\n")
    }

    private func append(_ texts: [String], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (position, text) in texts.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: ",")) }
            JSONText.append(text, to: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private func append(_ objects: [[NamedValue]], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "["))
        for (position, object) in objects.enumerated() {
            bytes.append(position > 0 ? ",{" : "{")
            for (position, value) in object.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                JSONText.append(value.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                append(value.value, to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
        bytes.append(UInt8(ascii: "]"))
    }

    @inline(__always)
    private func append(_ value: FieldValue, to bytes: inout [UInt8]) {
        switch value {
        case .text(let text): JSONText.append(text, to: &bytes)
        case .local(let text):
            if case .user = audience { JSONText.append(text, to: &bytes) } else { bytes.append("null") }
        case .integer(let number): bytes.append(decimal: number)
        case .number(let number): JSONText.append(number, to: &bytes)
        case .flag(let isSet): bytes.append(isSet ? "true" : "false")
        case .list(let texts): append(texts, to: &bytes)
        case .objects(let objects): append(objects, to: &bytes)
        case .none: bytes.append("null")
        }
    }
}
