/// Tells NDJSON from a single object by whether the first line is one or the second begins another.
///
/// The first line is read as both until then.
struct FirstLineScanner: RecordScanner {
    private var lines = LineScanner()
    private var object = ObjectScanner()
    private var objectRecords: [Range<Int>] = []
    private var lineRecords: [Range<Int>] = []
    private var objectError: DocumentError?
    private var isPastFirstLine = false
    private var decision: (any RecordScanner)?

    /// The records of the form that is not ruled out yet begin at the same byte.
    var openRecord: Int? {
        if let decision { return decision.openRecord }
        return objectRecords.first?.lowerBound ?? object.openRecord ?? lineRecords.first?.lowerBound ?? lines.openRecord
    }

    mutating func scan(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, into records: inout [Range<Int>]
    ) throws(DocumentError) {
        guard decision == nil else {
            try decision?.scan(bytes, at: offset, into: &records)
            return
        }
        let decisive = decisiveIndex(in: bytes) ?? bytes.count
        try readAsBoth(UnsafeRawBufferPointer(rebasing: bytes[..<decisive]), at: offset)
        takeSharedRecord(into: &records)
        guard decisive < bytes.count else { return }
        let isFirstLineWhole = objectError == nil && object.isComplete
        try decide(for: isFirstLineWhole || bytes[decisive] == ASCII.openBrace, into: &records)
        let rest = UnsafeRawBufferPointer(rebasing: bytes[decisive...])
        try decision?.scan(rest, at: offset + decisive, into: &records)
    }

    mutating func finish(at offset: Int, into records: inout [Range<Int>]) throws(DocumentError) {
        if decision == nil { try decide(for: true, into: &records) }
        try decision?.finish(at: offset, into: &records)
    }

    /// Where the first byte after the first line stands that is no white space.
    private mutating func decisiveIndex(in bytes: UnsafeRawBufferPointer) -> Int? {
        var rest = bytes[...]
        if !isPastFirstLine {
            guard let newline = rest.firstIndex(of: ASCII.newline) else { return nil }
            isPastFirstLine = true
            rest = bytes[newline...]
        }
        return rest.firstIndex { !ASCII.isSpace($0) }
    }

    private mutating func readAsBoth(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(DocumentError) {
        try lines.scan(bytes, at: offset, into: &lineRecords)
        guard objectError == nil else { return }
        do {
            try object.scan(bytes, at: offset, into: &objectRecords)
        } catch {
            objectError = error
        }
    }

    /// A first line that is a whole object is a record in either form: nothing of it need be kept back.
    private mutating func takeSharedRecord(into records: inout [Range<Int>]) {
        guard objectError == nil, lineRecords == objectRecords else { return }
        records += objectRecords
        lineRecords = []
        objectRecords = []
    }

    private mutating func decide(for isLines: Bool, into records: inout [Range<Int>]) throws(DocumentError) {
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
