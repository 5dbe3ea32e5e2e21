import FermataDomain
import Foundation

extension RecordError {
    static func missing(_ key: some RecordKey) -> RecordError { .missing(field: key.stringValue) }

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
