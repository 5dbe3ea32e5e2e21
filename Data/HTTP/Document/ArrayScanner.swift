import FermataDomain

/// Finds the records of a JSON array: its elements.
struct ArrayScanner: RecordScanner {
    private enum Expectation {
        case opening, firstElement, element, separator, nothing
    }

    private var expectation = Expectation.opening
    private var value: ValueScanner?
    private(set) var openRecord: Int?

    mutating func scan(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, into records: inout [Range<Int>]
    ) throws(ContentFailure) {
        var index = 0
        while index < bytes.count {
            if let openRecord, value != nil {
                guard let end = value?.end(in: bytes, from: index) else { return }
                records.append(openRecord..<(offset + end))
                (self.openRecord, value, expectation) = (nil, nil, .separator)
                index = end
                continue
            }
            let byte = bytes[index]
            if ASCII.isSpace(byte) {
                index += 1
            } else if try consumes(byte, at: offset + index) {
                index += 1
            }
        }
    }

    mutating func finish(at offset: Int, into records: inout [Range<Int>]) throws(ContentFailure) {
        guard expectation == .nothing else { throw .incompleteJSON(after: offset) }
    }

    /// Advances by one byte, and returns false for an element's first byte, which its `ValueScanner` reads.
    private mutating func consumes(_ byte: UInt8, at offset: Int) throws(ContentFailure) -> Bool {
        switch (expectation, byte) {
        case (.opening, ASCII.openBracket): expectation = .firstElement
        case (.firstElement, ASCII.closeBracket), (.separator, ASCII.closeBracket): expectation = .nothing
        case (.separator, ASCII.comma): expectation = .element
        case (.firstElement, _), (.element, _):
            guard let scanner = ValueScanner(first: byte) else { throw .notJSON(byte: byte, at: offset) }
            (value, openRecord) = (scanner, offset)
            return false
        default: throw .notJSON(byte: byte, at: offset)
        }
        return true
    }
}
