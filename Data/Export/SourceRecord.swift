import FermataDomain
import Foundation

/// A source in a document: `{"name": …, "kind": …, "address": …, "playlists": …, "identity": …}`.
struct SourceRecord: Codable {
    enum CodingKeys: String, RecordKey {
        case name, kind, address, playlists, identity

        var expectation: ExpectedValue { .text }
    }

    private let name: String
    private let kind: String
    private let address: String
    private let playlists: String?
    private let identity: String?

    init(_ exported: ExportedSource) {
        let source = exported.source
        (name, kind, address, playlists) = (source.name, source.kind, source.address, source.playlists)
        identity = exported.identity
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        name = try fields.required(.name)
        kind = try fields.required(.kind)
        address = try fields.required(.address)
        playlists = try fields.decodeIfPresent(String.self, forKey: .playlists)
        identity = try fields.decodeIfPresent(String.self, forKey: .identity)
    }

    func source(added: Date) -> ExportedSource {
        ExportedSource(
            Source(name: name, kind: kind, address: address, playlists: playlists, added: added), identity: identity)
    }
}
