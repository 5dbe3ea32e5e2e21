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

/// Finds the records of a document. Its first byte determines the form of a catalogue.
struct DocumentScanner: RecordScanner {
    private let member: String?
    private var form: (any RecordScanner)?

    var openRecord: Int? { form?.openRecord }

    /// `member` is the name of the array with the records in the document's one object; nil for a catalogue.
    init(member: String?) {
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

/// Distinguishes NDJSON from a single object: a document is NDJSON if its first line is a complete object, or if its
/// second line starts another one.
///
/// Until that is known, the first line is scanned as both.
struct FirstLineScanner: RecordScanner {
    private var lines = LineScanner()
    private var object = ObjectScanner()
    private var objectRecords: [Range<Int>] = []
    private var lineRecords: [Range<Int>] = []
    private var objectError: ContentFailure?
    private var isPastFirstLine = false
    private var decision: (any RecordScanner)?

    /// The offset of the open record, which is the same in every form that is still possible.
    var openRecord: Int? {
        if let decision { return decision.openRecord }
        return objectRecords.first?.lowerBound ?? object.openRecord ?? lineRecords.first?.lowerBound ?? lines.openRecord
    }

    mutating func scan(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, into records: inout [Range<Int>]
    ) throws(ContentFailure) {
        guard decision == nil else {
            try decision?.scan(bytes, at: offset, into: &records)
            return
        }
        let decisive = decisiveIndex(in: bytes) ?? bytes.count
        try scanAsBoth(UnsafeRawBufferPointer(rebasing: bytes[..<decisive]), at: offset)
        moveSharedRecord(into: &records)
        guard decisive < bytes.count else { return }
        let isFirstLineComplete = objectError == nil && object.isComplete
        try decide(isLines: isFirstLineComplete || bytes[decisive] == ASCII.openBrace, into: &records)
        let remainder = UnsafeRawBufferPointer(rebasing: bytes[decisive...])
        try decision?.scan(remainder, at: offset + decisive, into: &records)
    }

    mutating func finish(at offset: Int, into records: inout [Range<Int>]) throws(ContentFailure) {
        if decision == nil { try decide(isLines: true, into: &records) }
        try decision?.finish(at: offset, into: &records)
    }

    /// The index of the first byte after the first line that is not white space.
    private mutating func decisiveIndex(in bytes: UnsafeRawBufferPointer) -> Int? {
        var remainder = bytes[...]
        if !isPastFirstLine {
            guard let newline = remainder.firstIndex(of: ASCII.newline) else { return nil }
            isPastFirstLine = true
            remainder = bytes[newline...]
        }
        return remainder.firstIndex { !ASCII.isSpace($0) }
    }

    private mutating func scanAsBoth(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ContentFailure) {
        try lines.scan(bytes, at: offset, into: &lineRecords)
        guard objectError == nil else { return }
        do {
            try object.scan(bytes, at: offset, into: &objectRecords)
        } catch {
            objectError = error
        }
    }

    /// Delivers a first line that is a complete object at once, because it is a record in either form.
    private mutating func moveSharedRecord(into records: inout [Range<Int>]) {
        guard objectError == nil, lineRecords == objectRecords else { return }
        records += objectRecords
        lineRecords = []
        objectRecords = []
    }

    private mutating func decide(isLines: Bool, into records: inout [Range<Int>]) throws(ContentFailure) {
        if isLines {
            records += lineRecords
            decision = lines
        } else {
            if let objectError { throw objectError }
            records += objectRecords
            decision = object
        }
    }
}

/// Finds the records of NDJSON: the lines that are not blank, without surrounding white space.
struct LineScanner: RecordScanner {
    private(set) var openRecord: Int?
    private var end = 0
    private var lastByte: UInt8 = 0

    mutating func scan(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, into records: inout [Range<Int>]
    ) throws(ContentFailure) {
        var start = 0
        while start < bytes.count {
            let stop = bytes[start...].firstIndex(of: ASCII.newline) ?? bytes.count
            extendRecord(by: bytes[start..<stop], at: offset)
            if stop < bytes.count { endLine(into: &records) }
            start = stop + 1
        }
    }

    /// Ends the document. An unterminated last line that is no object means that the document is truncated.
    mutating func finish(at offset: Int, into records: inout [Range<Int>]) throws(ContentFailure) {
        if openRecord != nil, lastByte != ASCII.closeBrace { throw .incompleteJSON(after: offset) }
        endLine(into: &records)
    }

    private mutating func extendRecord(by piece: Slice<UnsafeRawBufferPointer>, at offset: Int) {
        guard let last = piece.lastIndex(where: { !ASCII.isSpace($0) }) else { return }
        end = offset + last + 1
        lastByte = piece[last]
        if openRecord == nil, let first = piece.firstIndex(where: { !ASCII.isSpace($0) }) {
            openRecord = offset + first
        }
    }

    private mutating func endLine(into records: inout [Range<Int>]) {
        if let openRecord { records.append(openRecord..<end) }
        openRecord = nil
    }
}

/// Finds the one record of a document that is a single object, on any number of lines.
struct ObjectScanner: RecordScanner {
    private var value: ValueScanner?
    private(set) var openRecord: Int?
    private(set) var isComplete = false

    mutating func scan(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, into records: inout [Range<Int>]
    ) throws(ContentFailure) {
        var index = 0
        while index < bytes.count {
            if let openRecord {
                guard let end = value?.end(in: bytes, from: index) else { return }
                records.append(openRecord..<(offset + end))
                (self.openRecord, value, isComplete) = (nil, nil, true)
                index = end
                continue
            }
            let byte = bytes[index]
            if ASCII.isSpace(byte) {
                index += 1
            } else {
                guard !isComplete, byte == ASCII.openBrace else { throw .notJSON(byte: byte, at: offset + index) }
                (value, openRecord) = (ValueScanner(first: byte), offset + index)
            }
        }
    }

    mutating func finish(at offset: Int, into records: inout [Range<Int>]) throws(ContentFailure) {
        guard isComplete else { throw .incompleteJSON(after: offset) }
    }
}
