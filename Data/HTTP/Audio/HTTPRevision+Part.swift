import Foundation
import NIOHTTP1

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
