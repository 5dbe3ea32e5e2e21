import FermataDomain

/// Reads simple records several times as fast as Foundation's decoder.
///
/// A simple record is one flat object with each key once, and without `\u` or exponents. For all other records, invalid
/// ones included, it throws `FastPathUnsupported`, so that only Foundation's decoder reports errors.
struct FastRecordReader {
    private var cursor: FastJSONCursor

    init(_ bytes: UnsafeRawBufferPointer) {
        cursor = FastJSONCursor(bytes)
    }

    mutating func record() throws(FastPathUnsupported) -> CatalogueRecord {
        var record = CatalogueRecord()
        var seen: UInt32 = 0
        try cursor.expect(ASCII.openBrace)
        repeat {
            let found = CatalogueRecord.Key.find(try cursor.keyName())
            try cursor.expect(UInt8(ascii: ":"))
            guard let (key, bit) = found else {
                try cursor.skipScalar()
                continue
            }
            guard seen & bit == 0 else { throw FastPathUnsupported() }
            seen |= bit
            if !cursor.skips("null") { try read(key, into: &record) }
        } while cursor.skips(ASCII.comma)
        try cursor.expect(ASCII.closeBrace)
        guard cursor.isAtEnd, record.isValid else { throw FastPathUnsupported() }
        return record
    }

    private mutating func read(_ key: CatalogueRecord.Key, into record: inout CatalogueRecord)
        throws(FastPathUnsupported)
    {
        switch key {
        case .id: record.id = try identity()
        case .title: record.title = try cursor.text()
        case .singer: record.singer = try cursor.text()
        case .album: record.album = try cursor.text()
        case .duration: record.duration = try cursor.integer()
        case .image: record.image = try cursor.text()
        case .file: record.file = try cursor.text()
        case .lyrics: record.lyrics = try cursor.text()
        case .explicit: record.explicit = try explicitStatus()
        case .popularity: record.popularity = try cursor.number()
        case .released: record.released = try cursor.text()
        case .year: record.year = try cursor.integer()
        case .genre: record.genre = try cursor.text()
        case .track: record.track = try cursor.integer()
        case .disc: record.disc = try cursor.integer()
        case .recording: record.recording = try cursor.text()
        case .release: record.release = try cursor.text()
        case .albumArtist: record.albumArtist = try cursor.text()
        }
    }

    private mutating func identity() throws(FastPathUnsupported) -> String? {
        guard cursor.isAtQuote else { return String(try cursor.integer()) }
        let text = try cursor.text()
        return text.isEmpty ? nil : text
    }

    private mutating func explicitStatus() throws(FastPathUnsupported) -> ExplicitStatus {
        if cursor.skips("true") { return .explicit }
        if cursor.skips("false") { return .clean }
        guard let status = ExplicitStatus(rawValue: try cursor.text()) else { throw FastPathUnsupported() }
        return status
    }
}

/// Thrown for a record that Foundation's decoder must read.
struct FastPathUnsupported: Error {}

/// Reads simple JSON tokens one by one, and throws `FastPathUnsupported` for all others.
struct FastJSONCursor {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { index == bytes.count }

    /// Whether the next token is a string.
    var isAtQuote: Bool {
        mutating get {
            skipSpace()
            return index < bytes.count && bytes[index] == ASCII.quote
        }
    }

    /// Skips the byte, and returns false if another one is next.
    mutating func skips(_ byte: UInt8) -> Bool {
        skipSpace()
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    /// Skips the word, and returns false if another token is next.
    mutating func skips(_ word: StaticString) -> Bool {
        skipSpace()
        let count = word.utf8CodeUnitCount
        guard index + count <= bytes.count,
            bytes[index..<(index + count)].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: count))
        else { return false }
        index += count
        return true
    }

    mutating func expect(_ byte: UInt8) throws(FastPathUnsupported) {
        guard skips(byte) else { throw FastPathUnsupported() }
    }

    /// Reads the name of a key. Only ASCII without escapes is supported.
    mutating func keyName() throws(FastPathUnsupported) -> UnsafeRawBufferPointer {
        let (content, kind) = try string()
        guard kind == .ascii else { throw FastPathUnsupported() }
        return content
    }

    mutating func text() throws(FastPathUnsupported) -> String {
        let (content, kind) = try string()
        if kind == .ascii { return String(decoding: content, as: UTF8.self) }
        if kind == .escaped { return try Self.unescaped(content) }
        guard let text = String(validating: content.assumingMemoryBound(to: UInt8.self), as: UTF8.self) else {
            throw FastPathUnsupported()
        }
        return text
    }

    /// Reads an integer of at most 18 digits, without a sign.
    mutating func integer() throws(FastPathUnsupported) -> Int {
        skipSpace()
        let start = index
        let value = digits(after: 0)
        guard (1...18).contains(index - start), index - start == 1 || bytes[start] != UInt8(ascii: "0") else {
            throw FastPathUnsupported()
        }
        return value
    }

    /// Reads a number of at most 15 digits, whose digits and power of ten `Double` represents exactly.
    mutating func number() throws(FastPathUnsupported) -> Double {
        let integer = try integer()
        let start = index
        guard index < bytes.count, bytes[index] == UInt8(ascii: ".") else { return Double(integer) }
        index += 1
        let value = digits(after: integer)
        let places = index - start - 1
        guard places > 0, places <= 15, value < 1_000_000_000_000_000 else { throw FastPathUnsupported() }
        return Double(value) / Self.powersOfTen[places]
    }

    /// Skips a value that is neither an object nor an array.
    mutating func skipScalar() throws(FastPathUnsupported) {
        if isAtQuote {
            _ = try text()
        } else if !skips("null"), !skips("true"), !skips("false") {
            _ = try number()
        }
    }

    private static let powersOfTen: [Double] = (0...15).map { (0..<$0).reduce(1) { power, _ in power * 10 } }

    private mutating func skipSpace() {
        while index < bytes.count, ASCII.isSpace(bytes[index]) { index += 1 }
    }

    /// Appends decimal digits to a number until it has 18.
    private mutating func digits(after number: Int) -> Int {
        var value = number
        while index < bytes.count, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
            guard value < 1_000_000_000_000_000_000 / 10 else { break }
            value = value * 10 + Int(digit)
            index += 1
        }
        return value
    }

    private enum StringKind {
        case ascii, unicode, escaped
    }

    private mutating func string() throws(FastPathUnsupported) -> (content: UnsafeRawBufferPointer, kind: StringKind) {
        try expect(ASCII.quote)
        let start = index
        var hasEscapes = false
        var bits: UInt8 = 0
        while index < bytes.count {
            switch bytes[index] {
            case ASCII.quote:
                index += 1
                let content = UnsafeRawBufferPointer(rebasing: bytes[start..<(index - 1)])
                return (content, hasEscapes ? .escaped : bits < 0x80 ? .ascii : .unicode)
            case ASCII.backslash:
                hasEscapes = true
                index += 2
            case 0..<0x20: throw FastPathUnsupported()
            case let byte:
                bits |= byte
                index += 1
            }
        }
        throw FastPathUnsupported()
    }
}

extension FastJSONCursor {
    /// Returns a string's text. Only one-letter escapes are supported.
    static func unescaped(_ content: UnsafeRawBufferPointer) throws(FastPathUnsupported) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count)
        var remainder = content[...]
        while let backslash = remainder.firstIndex(of: ASCII.backslash) {
            bytes += remainder[..<backslash]
            guard let byte = unescaped(content[backslash + 1]) else { throw FastPathUnsupported() }
            bytes.append(byte)
            remainder = content[(backslash + 2)...]
        }
        bytes += remainder
        guard let text = String(validating: bytes, as: UTF8.self) else { throw FastPathUnsupported() }
        return text
    }

    private static func unescaped(_ letter: UInt8) -> UInt8? {
        switch letter {
        case ASCII.quote, ASCII.backslash, UInt8(ascii: "/"): letter
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        default: nil
        }
    }
}
