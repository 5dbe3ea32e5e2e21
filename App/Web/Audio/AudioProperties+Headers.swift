import Crypto
import FermataDomain
import Foundation
import HTTPTypes

extension AudioProperties {
    /// A strong entity tag; nil without a version. It contains nothing of the version itself.
    var entityTag: String? {
        version.map { "\"" + Data(SHA256.hash(data: Data($0.utf8)).prefix(12)).base64EncodedString() + "\"" }
    }

    /// The header fields of every response with this audio.
    var headers: HTTPFields {
        var headers: HTTPFields = [
            .contentType: format?.mediaType ?? "application/octet-stream", .cacheControl: "private, no-cache",
        ]
        headers[.acceptRanges] = length == nil ? "none" : "bytes"
        headers[.eTag] = entityTag
        headers[.lastModified] = modified.map(HTTPDate.text)
        return headers
    }
}
