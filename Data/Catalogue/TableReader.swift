import FermataDomain
import Foundation

/// Divides a table that arrives in chunks of UTF-8 into batches of records.
///
/// The first row has the names of the fields, which are the keys of a catalogue in upper or lower case; other columns
/// are ignored. A field may be in quotation marks, in which two of them stand for one (RFC 4180). Rows end with LF,
/// CRLF or CR; blank rows are skipped. A row with an error is rejected with its number, counted after the first row.
struct TableReader {
    private static let batchCount = 2_000
    private static let batchBytes = 1 << 20
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let delimiters: [UInt8] = [ASCII.comma, UInt8(ascii: "\t"), UInt8(ascii: ";")]

    private enum State { case fieldStart, plain, quoted, afterQuote }

    private let limits: CatalogueLimits
    private let delimiter: UInt8
    private let decoder: RecordDecoder
    private var columns: TableColumns?
    private var state = State.fieldStart
    private var isAfterCarriageReturn = false
    /// The fields of the open row, one after the other, and the end of each.
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    private var hasQuotes = false
    private var hasQuotedLineBreak = false
    private var error: RecordError?
    private var length = 0
    private var count = 0
    private var batch = RemoteBatch()
    private var batchSize = 0
    private var full: [RemoteBatch] = []

    init(limits: CatalogueLimits, delimiter: UInt8, decoder: RecordDecoder) {
        (self.limits, self.delimiter, self.decoder) = (limits, delimiter, decoder)
    }

    /// The delimiter that occurs most often in the first row of a table: a comma, tab or semicolon.
    static func delimiter(of table: [UInt8]) -> UInt8 {
        let row = table.drop(while: ASCII.isSpace).prefix { $0 != ASCII.newline && $0 != carriageReturn }
        let counts = delimiters.map { delimiter in row.count { $0 == delimiter } }
        let most = counts.max() ?? 0
        return zip(delimiters, counts).first { $1 == most }?.0 ?? ASCII.comma
    }

    /// Reads the next chunk, and returns the batches that it completes.
    mutating func read(_ chunk: [UInt8]) throws(ContentFailure) -> [RemoteBatch] {
        length += chunk.count
        guard length <= limits.documentBytes else { throw .tooLarge(limit: limits.documentBytes, isUnpacked: false) }
        for byte in chunk { try read(byte) }
        defer { full = [] }
        return full
    }

    /// Ends the table, and returns its last batches.
    ///
    /// A last row without a line end may have been cut off: it must have all its fields.
    mutating func finish() throws(ContentFailure) -> [RemoteBatch] {
        let isCut = state == .quoted || !isBlank && columns.map { ends.count + 1 < $0.count } ?? false
        if isCut { throw .incompleteTable(rows: count) }
        try endRow()
        if columns == nil { throw .empty }
        return completeBatches()
    }

    /// Returns the complete rows so far, also before an error that ended the table early.
    mutating func completeBatches() -> [RemoteBatch] {
        if batch.count > 0 { full.append(batch) }
        defer { (full, batch, batchSize) = ([], RemoteBatch(), 0) }
        return full
    }

    private var isBlank: Bool { ends.isEmpty && !hasQuotes && error == nil && bytes.allSatisfy(ASCII.isSpace) }

    private mutating func read(_ byte: UInt8) throws(ContentFailure) {
        if isAfterCarriageReturn {
            isAfterCarriageReturn = false
            if byte == ASCII.newline { return }
        }
        switch (state, byte) {
        case (.quoted, ASCII.quote): state = .afterQuote
        case (.quoted, _):
            if byte == ASCII.newline || byte == Self.carriageReturn { hasQuotedLineBreak = true }
            append(byte)
        case (.afterQuote, ASCII.quote):
            append(byte)
            state = .quoted
        case (_, delimiter): endField()
        case (_, ASCII.newline): try endRow()
        case (_, Self.carriageReturn):
            try endRow()
            isAfterCarriageReturn = true
        case (.fieldStart, ASCII.quote): (state, hasQuotes) = (.quoted, true)
        case (.afterQuote, _): error = error ?? .misplacedQuote
        default:
            append(byte)
            state = .plain
        }
    }

    private mutating func append(_ byte: UInt8) {
        if bytes.count < limits.recordBytes { bytes.append(byte) } else { error = .tooLong(limit: limits.recordBytes) }
    }

    private mutating func endField() {
        state = .fieldStart
        // Delimiters without fields would fill memory, too.
        if ends.count < limits.recordBytes / 16 {
            ends.append(bytes.count)
        } else {
            error = .tooLong(limit: limits.recordBytes)
        }
    }

    private mutating func endRow() throws(ContentFailure) {
        defer {
            (bytes, ends, hasQuotes, hasQuotedLineBreak, error, state) = ([], [], false, false, nil, .fieldStart)
        }
        if isBlank { return }
        endField()
        guard let columns else {
            guard error == nil else { throw .noColumn(named: CatalogueRecord.Key.title.rawValue) }
            return self.columns = try TableColumns(TableRow(bytes: bytes, ends: ends))
        }
        count += 1
        let size = bytes.count + MemoryLayout<Int>.size * ends.count
        batchSize += size
        if ends.count != columns.count, error == nil { error = .wrongFieldCount(ends.count, expected: columns.count) }
        if let error {
            // A quotation mark that is not closed in its row hides all rows up to the next one.
            if hasQuotedLineBreak { throw .incompleteTable(rows: count) }
            batch.rejected.append(RejectedRecord(position: count, error))
        } else {
            let (row, decoder, position) = (TableRow(bytes: bytes, ends: ends), decoder, count)
            batch.records.append(
                RemoteRecord(position: position, fingerprint: columns.fingerprint(of: row), size: size) {
                    do throws(RecordError) {
                        return decoder.music(from: try columns.record(row))
                    } catch {
                        throw RejectedRecord(position: position, error)
                    }
                })
        }
        if batch.count >= Self.batchCount || batchSize >= Self.batchBytes {
            full.append(batch)
            (batch, batchSize) = (RemoteBatch(), 0)
        }
    }
}

/// The fields of a row: their bytes one after the other, and the end of each.
private struct TableRow: Sendable {
    let bytes: [UInt8]
    let ends: [Int]

    subscript(index: Int) -> ArraySlice<UInt8> { bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]] }
}

/// The columns of a table that have a key of a catalogue.
private struct TableColumns: Sendable {
    let count: Int
    private let columns: [(key: CatalogueRecord.Key, index: Int)]

    /// `artist` is another name of `singer`. Of columns with the same name, the first one is used.
    ///
    /// Throws `noColumn` without a title or a duration.
    init(_ header: TableRow) throws(ContentFailure) {
        count = header.ends.count
        let names = (0..<count).map { index in
            String(decoding: header[index], as: UTF8.self).trimmingCharacters(in: .whitespaces).lowercased()
        }
        columns = CatalogueRecord.Key.allCases.compactMap { key in
            let index = names.firstIndex(of: key.rawValue.lowercased())
            return (index ?? (key == .singer ? names.firstIndex(of: "artist") : nil)).map { (key, $0) }
        }
        for key in [CatalogueRecord.Key.title, .duration] where !columns.contains(where: { $0.key == key }) {
            throw .noColumn(named: key.rawValue)
        }
    }

    /// A fingerprint of the fields that are used.
    func fingerprint(of row: TableRow) -> UInt64 {
        let fields = columns.map { ($0.key.rawValue, row[$0.index]) }
        return StableHash(
            fields.flatMap { Array($0.utf8) + $1 }, fields.flatMap { [Int64($0.utf8.count), Int64($1.count)] }
        ).value
    }

    /// Reads the fields of a row; an empty field is one that the record does not have. Throws `RecordError`.
    func record(_ row: TableRow) throws(RecordError) -> CatalogueRecord {
        var record = CatalogueRecord()
        for (key, index) in columns {
            guard let text = String(validating: row[index], as: UTF8.self) else { throw .notUTF8 }
            if !text.isEmpty { try record.set(key, to: text) }
        }
        try record.check()
        return record
    }
}

extension CatalogueRecord {
    /// Sets the value of a key from the text of a table's field. Throws `RecordError.wrongType`.
    fileprivate mutating func set(_ key: Key, to text: String) throws(RecordError) {
        switch key {
        case .id:
            guard text.utf8.count <= TextLimits.key else {
                throw .textTooLong(field: key.stringValue, limit: TextLimits.key)
            }
            id = text
        case .title: title = text
        case .singer: singer = text
        case .album: album = text
        case .albumArtist: albumArtist = text
        case .duration: duration = try Self.number(key, text)
        case .image: image = text
        case .file: file = text
        case .lyrics: lyrics = text
        case .explicit: explicit = try Self.explicitStatus(text)
        case .popularity:
            let number: Double = try Self.number(key, text)
            guard number.isFinite else { throw .wrongType(key) }
            popularity = number
        case .released: released = text
        case .year: year = try Self.number(key, text)
        case .genre: genre = text
        case .track: track = try Self.number(key, text)
        case .disc: disc = try Self.number(key, text)
        case .recording: recording = text
        case .release: release = text
        }
    }

    /// Throws `RecordError` without a title, or without a duration within the limits.
    fileprivate func check() throws(RecordError) {
        let (field, maximum) = (Key.duration.stringValue, Self.maximumDuration)
        if isValid { return }
        if duration < 0 { throw duration == Self().duration ? .missing(field: field) : .negative(field: field) }
        if duration > maximum { throw .tooLarge(field: field, limit: maximum) }
        throw title.isEmpty ? .missing(field: Key.title.stringValue) : .empty(field: Key.title.stringValue)
    }

    private static func number<Number: LosslessStringConvertible>(
        _ key: Key, _ text: String
    ) throws(RecordError) -> Number {
        guard let number = Number(text.trimmingCharacters(in: .whitespaces)) else { throw .wrongType(key) }
        return number
    }

    private static func explicitStatus(_ text: String) throws(RecordError) -> ExplicitStatus {
        switch text.lowercased() {
        case "true", "1": return .explicit
        case "false", "0": return .clean
        case let text:
            guard let status = ExplicitStatus(rawValue: text) else { throw .wrongType(Key.explicit) }
            return status
        }
    }
}
