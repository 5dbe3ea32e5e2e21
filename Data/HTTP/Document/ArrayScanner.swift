import FermataDomain

/// Finds the elements of a JSON array: the document itself, or a member of the document's one object.
///
/// It skips all other members: `{"version": 1, "songs": […]}`.
struct ArrayScanner: RecordScanner {
    private enum Expectation {
        case opening, firstKey, key, colon, value, memberSeparator, firstElement, element, separator, nothing
    }

    private let member: String?
    /// The member's name in its quotes.
    private let name: [UInt8]
    private var expectation = Expectation.opening
    /// The value that is being scanned: an element, a key, or a value to skip.
    private var value: ValueScanner?
    /// The first bytes of the last key, in its quotes.
    private var key: [UInt8] = []
    private var isArrayFound = false
    private(set) var openRecord: Int?

    /// `member` is the name of the array in the document's object; nil if the document is the array.
    init(member: String? = nil) {
        self.member = member
        name = Array("\"\(member ?? "")\"".utf8)
    }

    mutating func scan(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, into records: inout [Range<Int>]
    ) throws(ContentFailure) {
        var index = 0
        while index < bytes.count {
            if value != nil {
                let end = value?.end(in: bytes, from: index)
                if expectation == .key { addToKey(bytes[index..<(end ?? bytes.count)]) }
                guard let end else { return }
                finishValue(at: offset + end, into: &records)
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
        if let member, !isArrayFound { throw .noArray(named: member) }
    }

    /// Advances by one byte, and returns false for a value's first byte, which its `ValueScanner` reads.
    private mutating func consumes(_ byte: UInt8, at offset: Int) throws(ContentFailure) -> Bool {
        switch (expectation, byte) {
        case (.opening, ASCII.openBracket) where member == nil: expectation = .firstElement
        case (.opening, ASCII.openBrace) where member != nil: expectation = .firstKey
        case (.firstKey, ASCII.closeBrace), (.memberSeparator, ASCII.closeBrace): expectation = .nothing
        case (.memberSeparator, ASCII.comma): expectation = .key
        case (.colon, UInt8(ascii: ":")): expectation = .value
        case (.value, ASCII.openBracket) where key == name: (expectation, isArrayFound) = (.firstElement, true)
        case (.firstElement, ASCII.closeBracket), (.separator, ASCII.closeBracket):
            expectation = member == nil ? .nothing : .memberSeparator
        case (.separator, ASCII.comma): expectation = .element
        case (.firstKey, ASCII.quote), (.key, ASCII.quote), (.value, _), (.firstElement, _), (.element, _):
            try begin(byte, at: offset)
            return false
        default: throw .notJSON(byte: byte, at: offset)
        }
        return true
    }

    private mutating func begin(_ byte: UInt8, at offset: Int) throws(ContentFailure) {
        guard let scanner = ValueScanner(first: byte) else { throw .notJSON(byte: byte, at: offset) }
        value = scanner
        switch expectation {
        case .value: break
        case .firstElement, .element: (openRecord, expectation) = (offset, .element)
        default: (key, expectation) = ([], .key)
        }
    }

    private mutating func finishValue(at end: Int, into records: inout [Range<Int>]) {
        value = nil
        switch expectation {
        case .key: expectation = .colon
        case .element:
            if let openRecord { records.append(openRecord..<end) }
            (openRecord, expectation) = (nil, .separator)
        default: expectation = .memberSeparator
        }
    }

    /// Adds bytes of the key, up to one more than the member's name has.
    private mutating func addToKey(_ bytes: Slice<UnsafeRawBufferPointer>) {
        key += bytes.prefix(max(0, name.count + 1 - key.count))
    }
}
