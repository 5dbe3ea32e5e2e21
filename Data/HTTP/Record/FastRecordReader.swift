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
            let key = CatalogueRecord.Key(bytes: try cursor.keyName())
            try cursor.expect(UInt8(ascii: ":"))
            guard let key else {
                try cursor.skipScalar()
                continue
            }
            guard seen & key.bit == 0 else { throw FastPathUnsupported() }
            seen |= key.bit
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
