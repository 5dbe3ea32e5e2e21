import FermataDomain

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
