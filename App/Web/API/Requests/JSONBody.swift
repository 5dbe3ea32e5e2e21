import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The body of a request as a JSON object whose members are texts.
struct JSONBody {
    /// Bytes that a body may have.
    static let limit = 64 << 10
    private let members: [String: String]

    /// Throws `Problem` for what is no such object, or has other members than the known ones.
    init(_ request: Request, known: [String]) async throws {
        let type = request.headers[.contentType]?.prefix { $0 != ";" }
        guard type?.lowercased().trimmingCharacters(in: .whitespaces) == "application/json" else {
            throw Problem(.unsupportedMediaType, "The body has to be application/json.")
        }
        let bytes: ByteBuffer
        do {
            bytes = try await request.body.collect(upTo: Self.limit)
        } catch is NIOTooManyBytesError {
            throw Problem(.contentTooLarge, "The body is larger than \(Self.limit) bytes.")
        }
        let object: Any
        do {
            object = try JSONSerialization.jsonObject(with: Data(bytes.readableBytesView))
        } catch {
            throw Problem(.badRequest, "The body is not JSON: \(Self.reason(error)).")
        }
        guard let object = object as? [String: Any] else {
            throw Problem(.badRequest, "The body has to be a JSON object.")
        }
        var members: [String: String] = [:]
        for (name, value) in object {
            guard known.contains(name) else {
                throw Problem(.badRequest, "The member “\(name)” is not known here.", field: name)
            }
            if value is NSNull { continue }
            guard let text = value as? String else {
                throw Problem(.badRequest, "The member “\(name)” has to be a text or null.", field: name)
            }
            members[name] = text
        }
        self.members = members
    }

    /// The text of a member; nil where it is not there, or null.
    subscript(_ name: String) -> String? { members[name] }

    private static func reason(_ error: any Error) -> String {
        let told = (error as NSError).userInfo["NSDebugDescription"] as? String
        return (told ?? "it cannot be read").trimmingCharacters(in: CharacterSet(charactersIn: ". "))
    }
}
