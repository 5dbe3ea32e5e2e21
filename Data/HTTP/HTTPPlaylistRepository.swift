package import AsyncHTTPClient
package import FermataDomain
package import Foundation

/// Provides the playlists of a document behind a URL: one object, an array of objects, or NDJSON.
package struct HTTPPlaylistRepository: RemotePlaylistRepository {
    private let document: HTTPDocument<PlaylistDecoder>

    /// The address may be relative to the catalogue's address. Otherwise see `HTTPMusicRepository`.
    package init(
        address: String, catalogue: String, client: HTTPClient, network: NetworkGuard = NetworkGuard(),
        userAgent: String, timeouts: HTTPTimeouts = HTTPTimeouts(), limits: CatalogueLimits = CatalogueLimits(),
        clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
    ) throws(SourceError) {
        document = HTTPDocument(
            address: try Self.resolved(address, relativeTo: catalogue), client: client, network: network,
            userAgent: userAgent, timeouts: timeouts, limits: limits, clock: clock, now: now)
    }

    private static func resolved(
        _ address: String, relativeTo catalogue: String
    ) throws(SourceError) -> CatalogueAddress {
        do throws(InvalidAddress) {
            let base = try CatalogueAddress(catalogue).url
            guard let url = URL(string: address, relativeTo: base) else { throw .notAURL }
            return try CatalogueAddress(url.absoluteString)
        } catch {
            throw .invalidPlaylistAddress(error)
        }
    }

    package func playlistBatches(since revision: String?) -> RemoteFetch<RemotePlaylistBatch> {
        document.batches(since: revision)
    }
}

/// Decodes the playlists of a document.
package struct PlaylistDecoder: DocumentDecoder {
    private let json: RecordJSON

    package init(base: URL, depthLimit: Int) {
        json = RecordJSON(depthLimit: depthLimit)
    }

    package func decode(_ bytes: Data, at position: Int, into batch: inout RemotePlaylistBatch) throws(RecordError) {
        batch.playlists.append(try json.decode(PlaylistRecord.self, from: bytes).playlist)
    }
}

/// A playlist in a document: `{"name": …, "music": [ids]}`, with an optional `id`.
struct PlaylistRecord: Decodable {
    enum Key: String, RecordKey {
        case id, name, music

        var expectation: ExpectedValue {
            switch self {
            case .id: .textOrInteger
            case .name: .text
            case .music: .musicIDs
            }
        }
    }

    let playlist: RemotePlaylist

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        let name = try fields.required(.name)
        let music = try fields.required([Identity].self, .music)
        playlist = RemotePlaylist(
            key: try fields.identity(.id) ?? name, name: name, songKeys: music.map(\.text))
    }

    /// The id of a song: text or an integer.
    private struct Identity: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self.text = text
            } else if let number = try? value.decode(Int.self) {
                text = number.description
            } else {
                throw RecordError.wrongType(Key.music)
            }
        }
    }
}
