import FermataDomain
import Foundation
import NIOHTTP1

/// Interprets range responses for a partial file.
extension AudioPart {
    /// The number of bytes in a response that resumes the file exactly at its end and in the same version.
    ///
    /// Returns nil for any other response.
    func remainingCount(in headers: HTTPHeaders) -> Int64? {
        guard let range = ContentRange(headers), let bytes = range.bytes, bytes.lowerBound == length,
            range.total == total || range.total == nil || total == nil, isSameVersion(headers)
        else { return nil }
        return bytes.upperBound - bytes.lowerBound + 1
    }

    /// Whether a response with status 416 confirms that the file is already complete.
    func isComplete(_ headers: HTTPHeaders) -> Bool {
        total == length && ContentRange(headers)?.total == length && isSameVersion(headers)
    }

    /// The start of a download that resumes the file.
    func start(_ headers: HTTPHeaders) -> AudioStart {
        AudioStart(
            offset: length, total: total ?? ContentRange(headers)?.total, version: version,
            digest: AudioDigest.sha256(headers))
    }

    private func isSameVersion(_ headers: HTTPHeaders) -> Bool {
        HTTPRevision(headers)?.isSameVersion(as: HTTPRevision(version)) == true
    }
}

extension AudioStart {
    /// Creates the start of a complete download.
    init(_ headers: HTTPHeaders) {
        self.init(
            total: headers.first(name: "Content-Length").flatMap { Int64($0) },
            version: HTTPRevision.resumable(headers)?.text,
            digest: AudioDigest.sha256(headers))
    }
}

/// A `Content-Range` header: the bytes of the complete file that a response contains (RFC 9110, 14.4).
struct ContentRange: Equatable {
    /// Nil if the requested range cannot be satisfied: `bytes */1000`.
    let bytes: ClosedRange<Int64>?
    /// The length of the complete file; nil if it is unknown: `bytes 0-9/*`.
    let total: Int64?

    /// Whether the response contains the complete file.
    var isComplete: Bool {
        guard let total, let bytes else { return false }
        return bytes.lowerBound == 0 && bytes.upperBound == total - 1
    }

    /// Parses the header; nil if there is none, or an invalid one.
    init?(_ headers: HTTPHeaders) {
        let values = headers["Content-Range"]
        guard values.count == 1, let value = values.first else { return nil }
        let words = value.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        total = Self.number(parts[1])
        guard total != nil || parts[1] == "*" else { return nil }
        guard parts[0] != "*" else {
            bytes = nil
            return
        }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last, last < total ?? .max else {
            return nil
        }
        bytes = first...last
    }

    private static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? Int64(text) : nil
    }
}

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

/// The validators of a document's version (RFC 9110, 8.8), stored as one string until the next request.
struct HTTPRevision: Equatable {
    private static let headers = [
        (validator: "ETag", condition: "If-None-Match"), (validator: "Last-Modified", condition: "If-Modified-Since"),
    ]
    private static let lengthLimit = 1_024
    private var lines: [String]

    /// Reads the validators of a response; nil if it has none that can be stored.
    init?(_ response: HTTPHeaders) {
        lines = Self.headers.compactMap { name, _ in
            response.first(name: name).flatMap { Self.isValid($0) ? "\(name): \($0)" : nil }
        }
        if lines.isEmpty { return nil }
    }

    /// Parses the `text` of an earlier response's revision.
    init(_ text: String) {
        lines = text.split(separator: "\n").map(String.init).filter(Self.isValid)
    }

    /// One line per validator: `ETag: "1"`.
    var text: String { lines.joined(separator: "\n") }

    /// The request headers that request the document only if it has changed.
    var conditions: [(String, String)] {
        Self.headers.compactMap { name, condition in value(of: name).map { (condition, $0) } }
    }

    /// The value of a response header; nil if the response had none.
    func value(of header: String) -> String? {
        let start = header + ": "
        guard let line = lines.first(where: { $0.hasPrefix(start) }), line != start else { return nil }
        return String(line.dropFirst(start.count))
    }

    private static func isValid(_ value: String) -> Bool {
        (1...lengthLimit).contains(value.utf8.count) && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}

extension HTTPRevision {
    /// The version of a response whose download can be resumed later; nil if the response identifies none safely.
    ///
    /// A modification date counts only if the response is at least a second younger (RFC 9110, 8.8.2.2).
    static func resumable(_ headers: HTTPHeaders) -> HTTPRevision? {
        guard let revision = HTTPRevision(headers) else { return nil }
        if revision.strongTag != nil { return revision }
        guard let modified = revision.value(of: "Last-Modified").flatMap(RetryAfter.date),
            let sent = headers.first(name: "Date").flatMap(RetryAfter.date),
            sent.timeIntervalSince(modified) >= 1
        else { return nil }
        return revision
    }

    /// The value for `If-Range`: a strong entity tag, or else the modification date (RFC 9110, 13.1.5).
    var rangeValidator: String? {
        strongTag ?? value(of: "Last-Modified")
    }

    /// Whether a partial file of an earlier response can be resumed with this one.
    ///
    /// The validator in `If-Range` must be repeated; the other one may be missing (RFC 9110, 15.3.7).
    func isSameVersion(as earlier: HTTPRevision) -> Bool {
        let validator = earlier.strongTag == nil ? "Last-Modified" : "ETag"
        guard let current = value(of: validator), current == earlier.value(of: validator) else { return false }
        return ["ETag", "Last-Modified"].allSatisfy { name in
            guard let current = value(of: name), let previous = earlier.value(of: name) else { return true }
            return current == previous
        }
    }

    private var strongTag: String? {
        value(of: "ETag").flatMap { $0.hasPrefix("W/") ? nil : $0 }
    }
}
