import FermataDomain

extension CatalogueRecord.Key {
    /// What the key's value must be, to go on after "must be".
    var expectation: String {
        switch self {
        case .title, .singer, .album, .image, .file, .lyrics, .released, .genre: "text"
        case .duration: "a whole number of seconds, 0 or more"
        case .id: "text or a whole number"
        case .explicit: "true, false, \"explicit\", \"clean\" or \"unknown\""
        case .popularity: "a number"
        case .year, .track, .disc: "a whole number"
        }
    }
}

extension KeyedDecodingContainer<CatalogueRecord.Key> {
    /// The longest recording that is believed, in seconds: some 68 years.
    private static var longest: Int { Int(Int32.max) }

    func text(_ key: Key) throws -> String {
        try decodeIfPresent(String.self, forKey: key) ?? ""
    }

    /// Foundation's own error for a fraction does not tell it from a broken document.
    func wholeNumber(_ key: Key) throws -> Int? {
        do {
            return try decodeIfPresent(Int.self, forKey: key)
        } catch {
            throw (try? decode(Double.self, forKey: key)) == nil ? error : RecordError.wrongType(key)
        }
    }

    func title() throws -> String {
        guard let title = try decodeIfPresent(String.self, forKey: .title) else { throw RecordError.missing(.title) }
        guard title.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            throw RecordError(reason: "title is empty")
        }
        return title
    }

    /// Whole seconds.
    func duration() throws -> Int {
        guard let seconds = try wholeNumber(.duration) else { throw RecordError.missing(.duration) }
        guard seconds >= 0 else { throw RecordError(reason: "duration is negative") }
        guard seconds <= Self.longest else {
            throw RecordError(reason: "duration is more than \(Self.longest) seconds")
        }
        return seconds
    }

    /// An empty id is none.
    func identity() throws -> String? {
        do {
            let id = try decodeIfPresent(String.self, forKey: .id)
            return id == "" ? nil : id
        } catch DecodingError.typeMismatch {
            return try wholeNumber(.id)?.description
        }
    }

    func explicitStatus() throws -> ExplicitStatus {
        do {
            guard let isExplicit = try decodeIfPresent(Bool.self, forKey: .explicit) else { return .unknown }
            return isExplicit ? .explicit : .clean
        } catch DecodingError.typeMismatch {
            guard let status = ExplicitStatus(rawValue: try decode(String.self, forKey: .explicit)) else {
                throw RecordError.wrongType(.explicit)
            }
            return status
        }
    }
}
