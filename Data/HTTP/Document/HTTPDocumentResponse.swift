import AsyncHTTPClient
import FermataDomain
import Foundation
import NIOHTTP1

/// Interprets the head of a catalogue's response.
enum HTTPDocumentResponse {
    case document(revision: HTTPRevision?)
    case unchanged

    /// Throws `SourceFailure` for a response without a document.
    init(_ response: HTTPClientResponse, wasConditional: Bool, address: String, now: Date) throws(SourceFailure) {
        switch response.status.code {
        case 200, 203, 204: self = .document(revision: HTTPRevision(response.headers))
        case 304 where wasConditional: self = .unchanged
        default: throw SourceFailure(response, address: address, now: now)
        }
    }
}
