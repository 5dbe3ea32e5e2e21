/// A key of a record, which can tell what its value has to be.
protocol RecordKey: CodingKey {
    /// What the key's value must be, to go on after "must be".
    var expectation: String { get }
}

extension KeyedDecodingContainer where Key: RecordKey {
    /// Foundation's own error for a fraction does not tell it from a broken document.
    func wholeNumber(_ key: Key) throws -> Int? {
        do {
            return try decodeIfPresent(Int.self, forKey: key)
        } catch {
            throw (try? decode(Double.self, forKey: key)) == nil ? error : RecordError.wrongType(key)
        }
    }

    /// Text or a whole number; an empty identity is none.
    func identity(_ key: Key) throws -> String? {
        do {
            let id = try decodeIfPresent(String.self, forKey: key)
            return id == "" ? nil : id
        } catch DecodingError.typeMismatch {
            return try wholeNumber(key)?.description
        }
    }
}
