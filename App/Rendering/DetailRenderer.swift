package import FermataPresentation

/// Prints rows as lists of their keys and values, for eyes.
package struct DetailRenderer<Row: RowModel>: RowRenderer {
    package init() {}

    package mutating func begin(into bytes: inout [UInt8]) {}

    package mutating func row(_ row: Row, into bytes: inout [UInt8]) {
        for field in Row.Field.allCases {
            let value = row.value(of: field)
            guard value != .none else { continue }
            bytes.append(contentsOf: DetailLine(label: field.rawValue, text: Self.text(of: value)).text.utf8)
            bytes.append(UInt8(ascii: "\n"))
        }
    }

    package mutating func end(into bytes: inout [UInt8]) {}

    private static func text(of value: FieldValue) -> String {
        switch value {
        case .text(let text): text
        case .whole(let number): "\(number)"
        case .number(let number): Int(exactly: number).map(String.init) ?? "\(number)"
        case .flag(let isSet): isSet ? "yes" : "no"
        case .none: ""
        }
    }
}
