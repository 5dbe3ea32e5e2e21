import FermataDomain

/// Finds the records of a document. Its first byte determines the form of a catalogue.
struct DocumentScanner: RecordScanner {
    private let member: String?
    private var form: (any RecordScanner)?

    var openRecord: Int? { form?.openRecord }

    /// `member` is the name of the array with the records in the document's one object; nil for a catalogue.
    init(member: String? = nil) {
        self.member = member
    }

    mutating func scan(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, into records: inout [Range<Int>]
    ) throws(ContentFailure) {
        guard form == nil else {
            try form?.scan(bytes, at: offset, into: &records)
            return
        }
        guard let index = bytes.indices.first(where: { !Self.isSkipped(bytes[$0], at: offset + $0) }) else { return }
        form = try form(for: bytes[index], at: offset + index)
        let document = UnsafeRawBufferPointer(rebasing: bytes[index...])
        try form?.scan(document, at: offset + index, into: &records)
    }

    mutating func finish(at offset: Int, into records: inout [Range<Int>]) throws(ContentFailure) {
        guard form != nil else { throw .empty }
        try form?.finish(at: offset, into: &records)
    }

    private static func isSkipped(_ byte: UInt8, at offset: Int) -> Bool {
        ASCII.isSpace(byte) || (offset < ByteOrderMark.utf8.count && ByteOrderMark.utf8[offset] == byte)
    }

    private func form(for byte: UInt8, at offset: Int) throws(ContentFailure) -> any RecordScanner {
        switch (byte, member) {
        case (ASCII.openBrace, let member?): return ArrayScanner(member: member)
        case (ASCII.openBracket, let member?): throw .noArray(named: member)
        case (ASCII.openBracket, nil): return ArrayScanner()
        case (ASCII.openBrace, nil): return FirstLineScanner()
        case (ASCII.lessThan, nil): throw .webPage
        default: throw .notJSON(byte: byte, at: offset)
        }
    }
}
