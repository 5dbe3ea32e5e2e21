package import FermataPresentation

/// Prints rows as lists of their keys and values, for eyes.
package struct DetailRenderer<Row: RowModel>: RowRenderer {
    package init() {}

    package mutating func begin(into bytes: inout [UInt8]) {}

    package mutating func row(_ row: Row, into bytes: inout [UInt8]) {
        for field in Row.Field.allCases {
            guard let text = row.value(of: field).text else { continue }
            bytes.append(contentsOf: DetailLine(label: field.rawValue, text: text).text.utf8)
            bytes.append(UInt8(ascii: "\n"))
        }
    }

    package mutating func end(into bytes: inout [UInt8]) {}
}
