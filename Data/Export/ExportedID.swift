import FermataDomain

/// The id of music or of a playlist in a document: 16 hexadecimal digits.
struct ExportedID: Codable {
    let music: MusicID

    init(_ id: MusicID) {
        music = id
    }

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard text.utf8.count == MusicID.digits, let prefix = MusicIDPrefix(text) else {
            throw RecordError.invalidValue(field: "id", text: text, expected: .musicID)
        }
        music = prefix.range.lowerBound
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(music.description)
    }
}

extension KeyedDecodingContainer where Key: RecordKey {
    /// Decodes text that must exist and must not be blank.
    func required(_ key: Key) throws -> String {
        let text = try required(String.self, key)
        if text.allSatisfy(\.isWhitespace) { throw RecordError.empty(field: key.stringValue) }
        return text
    }

    func required<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        guard let value = try decodeIfPresent(type, forKey: key) else { throw RecordError.missing(key) }
        return value
    }
}
