import FermataDomain

/// Finds the records of one form of catalogue document.
///
/// It reads each byte once and stores none. Offsets count from the document's first byte.
protocol RecordScanner: Sendable {
    /// The offset of the record that has not ended yet.
    var openRecord: Int? { get }

    /// Appends each record that ends within these bytes, which start at `offset`.
    mutating func scan(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, into records: inout [Range<Int>]
    ) throws(ContentFailure)

    /// Ends the document, which is `offset` bytes long.
    mutating func finish(at offset: Int, into records: inout [Range<Int>]) throws(ContentFailure)
}
