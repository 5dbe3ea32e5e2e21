import Foundation
import NIOHTTP1

extension HTTPRevision {
    /// What an answer names its version by; nil where a part of it could not be told from one of another.
    ///
    /// A date of change counts only in an answer that is at least a second younger (RFC 9110, 8.8.2.2).
    static func ofPart(answer headers: HTTPHeaders) -> HTTPRevision? {
        guard let revision = HTTPRevision(answer: headers) else { return nil }
        if revision.strongTag != nil { return revision }
        guard let changed = revision.value(of: "Last-Modified").flatMap(RetryAfter.date),
            let answered = headers.first(name: "Date").flatMap(RetryAfter.date),
            answered.timeIntervalSince(changed) >= 1
        else { return nil }
        return revision
    }

    /// What `If-Range` may hold: a strong entity tag, else the date of change (RFC 9110, 13.1.5).
    var rangeValidator: String? {
        strongTag ?? value(of: "Last-Modified")
    }

    /// Whether this names the version that an earlier answer named, so that its part can be gone on with.
    ///
    /// The validator that was asked by has to be told again; another need not be (RFC 9110, 15.3.7).
    func isSameVersion(as earlier: HTTPRevision) -> Bool {
        let asked = earlier.strongTag == nil ? "Last-Modified" : "ETag"
        guard let told = value(of: asked), told == earlier.value(of: asked) else { return false }
        return ["ETag", "Last-Modified"].allSatisfy { name in
            guard let now = value(of: name), let before = earlier.value(of: name) else { return true }
            return now == before
        }
    }

    private var strongTag: String? {
        value(of: "ETag").flatMap { $0.hasPrefix("W/") ? nil : $0 }
    }
}
