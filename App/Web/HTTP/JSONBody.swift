import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The body of a request: a JSON object whose members are strings.
struct JSONBody {
    /// The largest body of most requests, in bytes.
    static let limit = 64 << 10
    private let members: [String: String]
    /// The names of all members, including those that are null.
    let names: Set<String>

    /// Throws `Problem` if the body is not such an object, or has members that are not in `known`.
    init(_ request: Request, known: [String], limit: Int = Self.limit) async throws {
        let type = request.headers[.contentType]?.prefix { $0 != ";" }
        guard type?.lowercased().trimmingCharacters(in: .whitespaces) == "application/json" else {
            throw Problem(.unsupportedMediaType, "The content type of the body must be application/json.")
        }
        let bytes: ByteBuffer
        do {
            bytes = try await request.body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw Problem(.contentTooLarge, "The body is larger than \(limit) bytes.")
        }
        let object: Any
        do {
            object = try JSONSerialization.jsonObject(with: Data(bytes.readableBytesView))
        } catch {
            throw Problem(.badRequest, "The body is not JSON: \(Self.reason(error)).")
        }
        guard let object = object as? [String: Any] else {
            throw Problem(.badRequest, "The body must be a JSON object.")
        }
        members = try Self.members(of: object, known: known)
        names = Set(object.keys)
    }

    /// The text of a member; nil if it is missing or null.
    subscript(_ name: String) -> String? { members[name] }

    private static func members(of object: [String: Any], known: [String]) throws -> [String: String] {
        var members: [String: String] = [:]
        for (name, value) in object {
            guard known.contains(name) else {
                let names = known.joined(separator: ", ")
                throw Problem(.badRequest, "Unknown member “\(name)”. Choose from: \(names).", field: name)
            }
            if value is NSNull { continue }
            guard let text = value as? String else {
                throw Problem(.badRequest, "The member “\(name)” must be a string or null.", field: name)
            }
            members[name] = text
        }
        return members
    }

    private static func reason(_ error: any Error) -> String {
        let description = (error as NSError).userInfo["NSDebugDescription"] as? String
        return (description ?? "it cannot be read").trimmingCharacters(in: CharacterSet(charactersIn: ". "))
    }
}
