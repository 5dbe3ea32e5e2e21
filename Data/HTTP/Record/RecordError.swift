import Foundation

/// Why a record cannot be taken in. The reason goes on from the record: "… title is missing".
struct RecordError: Error, Equatable {
    let reason: String

    static let unreadable = RecordError(reason: "cannot be read")
    static let notUTF8 = RecordError(reason: "is not valid UTF-8")
    static let notObject = RecordError(reason: "is not a JSON object")

    static func missing(_ key: CatalogueRecord.Key) -> RecordError {
        RecordError(reason: "\(key.stringValue) is missing")
    }

    static func wrongType(_ key: CatalogueRecord.Key) -> RecordError {
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
            if let key = context.codingPath.first as? CatalogueRecord.Key {
                self = .wrongType(key)
            } else if case .dataCorrupted = error {
                self = RecordError(reason: "is not JSON: \(Self.fault(in: context))")
            } else {
                self = .notObject
            }
        case .keyNotFound(let key, _): self = RecordError(reason: "\(key.stringValue) is missing")
        @unknown default: self = .unreadable
        }
    }

    private static func fault(in context: DecodingError.Context) -> String {
        let fault = (context.underlyingError as NSError?)?.userInfo[NSDebugDescriptionErrorKey] as? String
        let text = fault ?? context.debugDescription
        let sentence = text.prefix(1).lowercased() + text.dropFirst()
        return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }
}
