import FermataDomain

/// Reads records that are written plainly, several times as fast as Foundation's decoder does.
///
/// Plainly means: one flat object, each key once, and no `\u` or exponent. It gives up on anything else, bad records
/// included, so that the decoder alone says what is wrong with a record.
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
            let key = CatalogueRecord.Key(bytes: try cursor.plainName())
            try cursor.expect(UInt8(ascii: ":"))
            guard let key else {
                try cursor.skipScalar()
                continue
            }
            guard seen & key.bit == 0 else { throw FastPathUnsupported() }
            seen |= key.bit
            if !cursor.takes("null") { try read(key, into: &record) }
        } while cursor.takes(ASCII.comma)
        try cursor.expect(ASCII.closeBrace)
        guard cursor.isAtEnd, record.isSound else { throw FastPathUnsupported() }
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
        case .duration: record.duration = try cursor.wholeNumber()
        case .image: record.image = try cursor.text()
        case .file: record.file = try cursor.text()
        case .lyrics: record.lyrics = try cursor.text()
        case .explicit: record.explicit = try explicitStatus()
        case .popularity: record.popularity = try cursor.number()
        case .released: record.released = try cursor.text()
        case .year: record.year = try cursor.wholeNumber()
        case .genre: record.genre = try cursor.text()
        case .track: record.track = try cursor.wholeNumber()
        case .disc: record.disc = try cursor.wholeNumber()
        }
    }

    private mutating func identity() throws(FastPathUnsupported) -> String? {
        guard cursor.isAtQuote else { return String(try cursor.wholeNumber()) }
        let text = try cursor.text()
        return text.isEmpty ? nil : text
    }

    private mutating func explicitStatus() throws(FastPathUnsupported) -> ExplicitStatus {
        if cursor.takes("true") { return .explicit }
        if cursor.takes("false") { return .clean }
        guard let status = ExplicitStatus(rawValue: try cursor.text()) else { throw FastPathUnsupported() }
        return status
    }
}

/// A record that is to be read by Foundation's decoder.
struct FastPathUnsupported: Error {}
