package import FermataPresentation

/// Turns rows into bytes, one row at a time.
package protocol RowRenderer<Row>: Sendable {
    associatedtype Row: RowModel

    mutating func begin(into bytes: inout [UInt8])
    mutating func row(_ row: Row, into bytes: inout [UInt8])
    mutating func end(into bytes: inout [UInt8])
}
