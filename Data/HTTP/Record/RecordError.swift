import Foundation

/// Why a record cannot be taken in. The reason goes on from the record: "… title is missing".
package struct RecordError: Error, Equatable {
    package let reason: String

    static let unreadable = RecordError(reason: "cannot be read")
    static let notUTF8 = RecordError(reason: "is not valid UTF-8")
    static let notObject = RecordError(reason: "is not a JSON object")

    static let emptyTitle = RecordError(reason: "title is empty")
    static let emptyName = RecordError(reason: "name is empty")
    static let negativeDuration = RecordError(reason: "duration is negative")

    static func tooLong(_ limit: Int) -> RecordError {
        RecordError(reason: "duration is more than \(limit) seconds")
    }

    static func missing(_ key: some RecordKey) -> RecordError {
        RecordError(reason: "\(key.stringValue) is missing")
    }

    static func wrongType(_ key: any RecordKey) -> RecordError {
        RecordError(reason: "\(key.stringValue) must be \(key.expectation)")
    }

    static func tooDeep(_ limit: Int) -> RecordError {
        RecordError(reason: "is nested deeper than \(limit) levels")
    }
}

extension RecordError {
    /// Puts the decoder's error into words.
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
                self = RecordError(reason: "is not JSON: \(Self.fault(in: bytes))")
            } else {
                self = .notObject
            }
        case .keyNotFound(let key, _): self = RecordError(reason: "\(key.stringValue) is missing")
        @unknown default: self = .unreadable
        }
    }

    /// The decoder does not say what is wrong with bytes that are not JSON; the older parser does.
    private static func fault(in bytes: Data) -> String {
        do {
            _ = try JSONSerialization.jsonObject(with: bytes)
            return "a value in it cannot be read"
        } catch {
            let text = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String ?? "it cannot be read"
            let clause = text.replacing(" in Swift", with: "").trimmingCharacters(in: ["."])
            return clause.prefix(1).lowercased() + clause.dropFirst()
        }
    }
}
