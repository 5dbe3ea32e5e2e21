import AsyncHTTPClient
import FermataDomain
import Foundation
import NIOHTTP1

/// What the head of an answer means for a catalogue.
enum HTTPDocumentResponse {
    case document(revision: HTTPRevision?)
    case unchanged

    /// Throws `SourceFailure` for an answer that brings no document.
    init(_ response: HTTPClientResponse, wasConditional: Bool, address: String, now: Date) throws(SourceFailure) {
        switch response.status.code {
        case 200, 203, 204: self = .document(revision: HTTPRevision(answer: response.headers))
        case 304 where wasConditional: self = .unchanged
        default: throw SourceFailure(answer: response, address: address, now: now)
        }
    }
}
