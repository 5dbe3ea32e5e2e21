import AsyncHTTPClient
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer

/// The result of reading a catalogue once.
struct CatalogueFetchResult: Equatable {
    var titles: [String] = []
    var rejected: [RejectedRecord] = []
    var end: RemoteFetchResult?
}

/// Runs a body with a server and a client, and shuts both down.
func withServer(
    timeouts: HTTPTimeouts = HTTPTimeouts(), limits: CatalogueLimits = CatalogueLimits(),
    _ body: (CatalogueServer, Fetcher) async throws -> Void
) async throws {
    try await withCatalogueServer { server in
        try await withClient(timeouts: timeouts, limits: limits) { try await body(server, $0) }
    }
}

func withClient(
    timeouts: HTTPTimeouts = HTTPTimeouts(), limits: CatalogueLimits = CatalogueLimits(),
    _ body: (Fetcher) async throws -> Void
) async throws {
    let client = HTTPClient.fermata(timeouts: timeouts, limits: limits, addresses: [Fetcher.remoteHost: "127.0.0.1"])
    do {
        try await body(Fetcher(client: client, timeouts: timeouts, limits: limits))
    } catch {
        try await client.shutdown()
        throw error
    }
    try await client.shutdown()
}

/// Reads catalogues with one repository per request.
struct Fetcher: Sendable {
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    static let now = Date(timeIntervalSince1970: 784_111_777)
    /// A name that leads to this computer, and does not show that.
    static let remoteHost = "music.example"
    let client: HTTPClient
    let timeouts: HTTPTimeouts
    let limits: CatalogueLimits
    var clock: any Clock<Duration> = ContinuousClock()

    /// Returns a copy with another clock for time-outs.
    func with(clock: any Clock<Duration>) -> Fetcher {
        Fetcher(client: client, timeouts: timeouts, limits: limits, clock: clock)
    }

    func repository(_ address: String) throws -> HTTPMusicRepository {
        try HTTPMusicRepository(
            address: address, client: client, userAgent: "Fermata/1.2.3", timeouts: timeouts, limits: limits,
            clock: clock, now: { Self.now })
    }

    func playlists(_ address: String, catalogue: String) throws -> HTTPPlaylistRepository {
        try HTTPPlaylistRepository(
            address: address, catalogue: catalogue, client: client, userAgent: "Fermata/1.2.3", timeouts: timeouts,
            limits: limits, clock: clock, now: { Self.now })
    }

    func audio(byteLimit: Int64 = 4 << 30) -> HTTPAudioRepository {
        HTTPAudioRepository(
            client: client, userAgent: "Fermata/1.2.3", timeouts: timeouts, byteLimit: byteLimit,
            clock: clock, now: { Self.now })
    }

    func fetch(_ address: String, since revision: String? = nil) async throws -> CatalogueFetchResult {
        let (batches, end) = try await repository(address).batches(since: revision).collected()
        var fetched = CatalogueFetchResult(rejected: batches.flatMap(\.rejected), end: end)
        for record in batches.flatMap(\.records) {
            do {
                fetched.titles.append(try record.read().title)
            } catch let rejection as RejectedRecord {
                fetched.rejected.append(rejection)
            }
        }
        return fetched
    }

    /// The titles that a fetch sends, and the failure that ends it; nil if none does.
    func titlesBeforeFailure(_ address: String) async throws -> (titles: [String], failure: SourceFailure?) {
        var titles: [String] = []
        do {
            for try await element in try repository(address).batches(since: nil) {
                if case .batch(let batch) = element { titles += try batch.records.map { try $0.read().title } }
            }
        } catch let failure as SourceFailure {
            return (titles, failure)
        }
        return (titles, nil)
    }

    /// The failure of a request; nil if it succeeds.
    func failure(_ address: String, since revision: String? = nil) async throws -> SourceFailure? {
        do {
            _ = try await fetch(address, since: revision)
            return nil
        } catch let failure as SourceFailure {
            return failure
        }
    }

    /// The songs of a catalogue without rejected records.
    func music(_ address: String) async throws -> [RemoteMusic] {
        try await repository(address).batches(since: nil).collected().batches.flatMap(\.records).map { try $0.read() }
    }
}
