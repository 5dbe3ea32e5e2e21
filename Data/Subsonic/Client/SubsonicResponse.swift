import FermataDomain
import Foundation

/// The content of a response: a method's result, or an error of the server.
struct SubsonicResponse<Content: Decodable>: Decodable {
    let result: Result<Content, SubsonicError>

    private enum Key: String, CodingKey {
        case response = "subsonic-response"
    }

    private struct Body: Decodable {
        let result: Result<Content, SubsonicError>

        enum Key: String, CodingKey {
            case status, error
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: Key.self)
            if try values.decode(String.self, forKey: .status) == "ok" {
                result = .success(try Content(from: decoder))
            } else {
                result = .failure(try values.decode(SubsonicError.self, forKey: .error))
            }
        }
    }

    init(from decoder: any Decoder) throws {
        result = try decoder.container(keyedBy: Key.self).decode(Body.self, forKey: .response).result
    }

    /// Reads a response in JSON, or an error in XML. Throws `ContentFailure` for other content.
    static func read(_ content: Data) throws(ContentFailure) -> Result<Content, SubsonicError> {
        do {
            return try JSONDecoder().decode(Self.self, from: content).result
        } catch {
            if let error = SubsonicError(xml: content) { return .failure(error) }
            throw switch content.first(where: { !ASCII.isSpace($0) }) {
            case nil: .empty
            case ASCII.lessThan: .webPage
            default: Self.isTruncated(content) ? .incompleteJSON(after: content.count) : .invalidResponse
            }
        }
    }

    private static func isTruncated(_ content: Data) -> Bool {
        content.withUnsafeBytes { bytes in
            guard let first = bytes.first, var scanner = ValueScanner(first: first) else { return false }
            return scanner.end(in: bytes, from: 0) == nil
        }
    }
}

/// The result of a method that returns nothing.
struct SubsonicSuccess: Decodable {}
