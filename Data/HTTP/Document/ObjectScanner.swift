import FermataDomain

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
