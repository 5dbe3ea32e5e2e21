import FermataDomain

extension CatalogueRecord: Decodable {
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        guard let title = try fields.decodeIfPresent(String.self, forKey: .title) else {
            throw RecordError.missing(CatalogueRecord.Key.title)
        }
        self.title = title
        if isBlank { throw RecordError.empty(field: Key.title.stringValue) }
        duration = try fields.duration()
        singer = try fields.text(.singer)
        album = try fields.text(.album)
        image = try fields.text(.image)
        file = try fields.text(.file)
        lyrics = try fields.text(.lyrics)
        id = try fields.identity(.id)
        explicit = try fields.explicitStatus()
        popularity = try fields.decodeIfPresent(Double.self, forKey: .popularity)
        released = try fields.decodeIfPresent(String.self, forKey: .released)
        year = try fields.integer(.year)
        genre = try fields.decodeIfPresent(String.self, forKey: .genre)
        track = try fields.integer(.track)
        disc = try fields.integer(.disc)
        // Any other value of these is ignored.
        albumArtist = (try? fields.decode(String.self, forKey: .albumArtist)) ?? ""
        recording = try? fields.decode(String.self, forKey: .recording)
    }
}

extension KeyedDecodingContainer<CatalogueRecord.Key> {
    fileprivate func text(_ key: Key) throws -> String {
        try decodeIfPresent(String.self, forKey: key) ?? ""
    }

    /// The duration in seconds.
    fileprivate func duration() throws -> Int {
        guard let seconds = try integer(.duration) else { throw RecordError.missing(CatalogueRecord.Key.duration) }
        guard seconds >= 0 else { throw RecordError.negative(field: CatalogueRecord.Key.duration.stringValue) }
        let maximum = CatalogueRecord.maximumDuration
        guard seconds <= maximum else {
            throw RecordError.tooLarge(field: CatalogueRecord.Key.duration.stringValue, limit: maximum)
        }
        return seconds
    }

    fileprivate func explicitStatus() throws -> ExplicitStatus {
        do {
            guard let isExplicit = try decodeIfPresent(Bool.self, forKey: .explicit) else { return .unknown }
            return isExplicit ? .explicit : .clean
        } catch DecodingError.typeMismatch {
            guard let status = ExplicitStatus(rawValue: try decode(String.self, forKey: .explicit)) else {
                throw RecordError.wrongType(CatalogueRecord.Key.explicit)
            }
            return status
        }
    }
}
