import Foundation
import NIOHTTP1

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
