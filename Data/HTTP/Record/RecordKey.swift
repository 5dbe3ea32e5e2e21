import FermataDomain

/// A key of a record that describes its valid values.
protocol RecordKey: CodingKey {
    /// The valid values of the key.
    var expectation: ExpectedValue { get }
}

extension KeyedDecodingContainer where Key: RecordKey {
    /// Decodes an integer. Throws `wrongType` for a fraction, which Foundation reports as damaged JSON.
    func integer(_ key: Key) throws -> Int? {
        do {
            return try decodeIfPresent(Int.self, forKey: key)
        } catch {
            throw (try? decode(Double.self, forKey: key)) == nil ? error : RecordError.wrongType(key)
        }
    }

    /// Decodes an id, which is text or an integer; nil for empty text. Throws `textTooLong` for one beyond the limit.
    func identity(_ key: Key) throws -> String? {
        do {
            guard let id = try decodeIfPresent(String.self, forKey: key), !id.isEmpty else { return nil }
            guard id.utf8.count <= TextLimits.key else {
                throw RecordError.textTooLong(field: key.stringValue, limit: TextLimits.key)
            }
            return id
        } catch DecodingError.typeMismatch {
            return try integer(key)?.description
        }
    }
}
