package import FermataDomain
import Foundation

/// The stars of the user of a server.
extension SubsonicRepository: RemoteStarRepository {
    /// The songs of one request: an address of 100 ids is shorter than what servers accept.
    private static let batchSize = 100

    package func starredKeys() async throws -> Set<String> {
        try await connections.run(for: source) { client in
            let request = SubsonicRequest("getStarred2")
            return Set(
                try await client.call(request, limit: SubsonicLimits.references, returning: StarredSongs.self).ids)
        }
    }

    package func setStar(_ isStarred: Bool, of keys: [String]) async throws -> Set<String> {
        let client = try await connections.client(for: source)
        let method = isStarred ? "star" : "unstar"
        var missing: Set<String> = []
        for start in stride(from: 0, to: keys.count, by: Self.batchSize) {
            let batch = Array(keys[start..<min(start + Self.batchSize, keys.count)])
            do {
                try await Self.send(method, batch, client)
            } catch is SubsonicError {
                // Servers differ in what they have changed before an error, and some report a repeated star as one.
                for key in batch where try await !Self.succeeds(method, key, client) { missing.insert(key) }
            }
        }
        return missing
    }

    private static func send(_ method: String, _ keys: [String], _ client: SubsonicClient) async throws {
        _ = try await client.call(
            SubsonicRequest(method, keys.map { ("id", $0) }), returning: SubsonicSuccess.self)
    }

    /// Returns false if the server has no such song.
    ///
    /// Any other error of the server is ignored: the next read of the stars shows whether the song has its star.
    private static func succeeds(_ method: String, _ key: String, _ client: SubsonicClient) async throws -> Bool {
        do {
            try await send(method, [key], client)
        } catch let error as SubsonicError {
            return error.code != SubsonicError.notFoundCode
        }
        return true
    }
}

/// The songs that the user of a server has starred.
struct StarredSongs: SubsonicContent {
    static let list: String? = Key.song.rawValue
    private(set) var ids: [String] = []

    private enum Key: String, CodingKey {
        case starred2, song
    }

    init(from decoder: any Decoder) throws {
        try add(try decoder.container(keyedBy: Key.self).list(.song, in: .starred2))
    }

    /// Throws for a song without an id: it would count as a song without a star.
    mutating func add(_ elements: [Result<ItemReference, InvalidElement>]) throws {
        ids += try elements.map { element in
            guard let id = element.id else { throw RecordError.missing(field: "id") }
            return id
        }
    }
}

/// Sends plays to a server: https://opensubsonic.netlify.app/docs/endpoints/scrobble/
extension SubsonicRepository: RemoteScrobbleRepository {
    package func send(_ scrobble: Scrobble) async throws {
        let client = try await connections.client(for: source)
        let milliseconds = Int64(saturating: scrobble.started.timeIntervalSince1970 * 1_000)
        let request = SubsonicRequest(
            "scrobble", [("id", scrobble.key), ("time", String(milliseconds)), ("submission", "true")])
        do {
            _ = try await client.call(request, returning: SubsonicSuccess.self)
        } catch is SubsonicError {
            // The server has no such song, or counts no plays; it would refuse the next attempt as well.
        } catch let failure as SourceFailure where failure.showsUnknownMethod {
        } catch let failure as SourceFailure where failure.cause == .status(500, retryAfter: nil) {
            // The server cannot handle this play, which must not block later ones.
        }
    }
}
