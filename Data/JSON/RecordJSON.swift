import FermataDomain
import Foundation

/// Decodes single records of a document, and reports the cause if a record is invalid.
struct RecordJSON: Sendable {
    private let decoder = JSONDecoder()
    private let depthLimit: Int

    init(depthLimit: Int) {
        self.depthLimit = depthLimit
    }

    func decode<Record: Decodable>(_ type: Record.Type, from bytes: Data) throws(RecordError) -> Record {
        guard depth(of: bytes) <= depthLimit else { throw .tooDeep(limit: depthLimit) }
        do {
            return try decoder.decode(type, from: bytes)
        } catch let error as DecodingError {
            throw RecordError(error, in: bytes)
        } catch let error as RecordError {
            throw error
        } catch {
            throw .unreadable
        }
    }

    private func depth(of bytes: Data) -> Int {
        bytes.withUnsafeBytes { bytes in
            guard let first = bytes.first, var scanner = ValueScanner(first: first) else { return 0 }
            _ = scanner.end(in: bytes, from: 0)
            return scanner.deepest
        }
    }
}

/// A key of a record that describes its valid values.
protocol RecordKey: CodingKey {
    /// The valid values of the key.
    var expectation: ExpectedValue { get }
}

extension KeyedDecodingContainer where Key: RecordKey {
    /// Decodes a value that must exist.
    func required<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
        guard let value = try decodeIfPresent(type, forKey: key) else {
            throw RecordError.missing(field: key.stringValue)
        }
        return value
    }

    /// Decodes text that must exist and must not be blank.
    func required(_ key: Key) throws -> String {
        let text = try required(String.self, key)
        guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            throw RecordError.empty(field: key.stringValue)
        }
        return text
    }

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

extension RecordError {
    static func wrongType(_ key: any RecordKey) -> RecordError {
        .wrongType(field: key.stringValue, expected: key.expectation)
    }

    /// The error that a decoder reports for the bytes of a record.
    init(_ error: DecodingError, in bytes: Data) {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            self = .notUTF8
            return
        }
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            if let key = context.codingPath.first as? any RecordKey {
                self = .wrongType(key)
            } else if case .dataCorrupted = error {
                self = .invalidJSON(Self.description(of: bytes))
            } else {
                self = .notAnObject
            }
        case .keyNotFound(let key, _): self = .missing(field: key.stringValue)
        @unknown default: self = .unreadable
        }
    }

    /// Returns the description of `JSONSerialization`, because the decoder has none; nil if it accepts the bytes.
    private static func description(of bytes: Data) -> String? {
        do {
            _ = try JSONSerialization.jsonObject(with: bytes)
            return nil
        } catch {
            let text = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
            let clause = text?.replacing(" in Swift", with: "").trimmingCharacters(in: ["."])
            return clause.map { $0.prefix(1).lowercased() + $0.dropFirst() }
        }
    }
}
