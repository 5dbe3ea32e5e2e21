/// Finds the records of one form of catalogue document.
///
/// It sees each byte once and keeps none. Offsets count from the document's beginning.
protocol RecordScanner: Sendable {
    /// Where the record begins that has not ended yet.
    var openRecord: Int? { get }

    /// Appends each record that ends within these bytes, which begin at `offset`.
    mutating func scan(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, into records: inout [Range<Int>]
    ) throws(DocumentError)

    /// Ends the document, which is `offset` bytes long.
    mutating func finish(at offset: Int, into records: inout [Range<Int>]) throws(DocumentError)
}
