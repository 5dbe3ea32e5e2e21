import Foundation
import NIOHTTP1

/// The digest of a complete file in a response's headers, whichever range the response contains.
enum AudioDigest {
    private static let length = 32

    /// The SHA-256 digest in `Repr-Digest` (RFC 9530) or in the older `Digest` (RFC 3230); nil if there is none.
    static func sha256(_ headers: HTTPHeaders) -> Data? {
        structured(headers[canonicalForm: "Repr-Digest"]) ?? plain(headers[canonicalForm: "Digest"])
    }

    /// `sha-512=:…:, sha-256=:…:;a=b`.
    private static func structured(_ members: [Substring]) -> Data? {
        members.firstResult { member -> Data? in
            guard let (name, value) = pair(member), name == "sha-256" else { return nil }
            let pieces = value.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard pieces.count == 3, pieces[0].isEmpty else { return nil }
            return decoded(pieces[1])
        }
    }

    /// `SHA-256=…,MD5=…`.
    private static func plain(_ members: [Substring]) -> Data? {
        members.firstResult { member -> Data? in
            guard let (name, value) = pair(member), name.lowercased() == "sha-256" else { return nil }
            return decoded(value)
        }
    }

    private static func pair(_ member: Substring) -> (name: Substring, value: Substring)? {
        guard let sign = member.firstIndex(of: "=") else { return nil }
        return (member[..<sign], member[member.index(after: sign)...])
    }

    private static func decoded(_ base64: Substring) -> Data? {
        Data(base64Encoded: String(base64)).flatMap { $0.count == length ? $0 : nil }
    }
}
