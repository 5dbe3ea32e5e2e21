import FermataDomain
import TestServer
import Testing

@Suite("Revisions of an HTTP catalogue")
struct HTTPRevisionTests {
    private let date = "Wed, 21 Oct 2015 07:28:00 GMT"

    @Test("sends the entity tag, and 304 means unchanged")
    func sendsEntityTag() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .json(record("a"), etag: "W/\"v:1\""))
            let revision = try await fetcher.revision(server.url("/songs"))
            let fetched = try await fetcher.fetch(server.url("/songs"), since: revision)
            #expect(fetched == CatalogueFetchResult(end: .unchanged))
            #expect(server.requests.map { $0["If-None-Match"] } == [nil, "W/\"v:1\""])
            #expect(server.requests.map { $0["If-Modified-Since"] } == [nil, nil])
        }
    }

    @Test("sends the modification date, and 304 means unchanged")
    func sendsModificationDate() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .json(record("a"), lastModified: date))
            let revision = try await fetcher.revision(server.url("/songs"))
            #expect(try await fetcher.fetch(server.url("/songs"), since: revision).end == .unchanged)
            #expect(server.requests.last?["If-Modified-Since"] == date)
        }
    }

    @Test("delivers a changed catalogue completely, with its new revision")
    func deliversChangedCatalogue() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .json(record("a"), etag: "\"1\"", lastModified: date))
            let revision = try await fetcher.revision(server.url("/songs"))
            server.answer("/songs", .json(record("b"), etag: "\"2\"", lastModified: date))
            let fetched = try await fetcher.fetch(server.url("/songs"), since: revision)
            #expect(fetched.titles == ["b"])
            #expect(fetched.end != .complete(revision: revision))
            #expect(server.requests.last?["If-None-Match"] == "\"1\"")
            #expect(server.requests.last?["If-Modified-Since"] == date)
        }
    }

    @Test("reads a catalogue without a version completely")
    func readsWithoutRevision() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .json(record("a")))
            let end = try await fetcher.fetch(server.url("/songs")).end
            #expect(end == .complete(revision: nil))
        }
    }

    @Test(
        "sends validators without control characters whose line has at most 1,024 bytes",
        arguments: [
            ("x", true), ("\"a b\"", true), (String(repeating: "x", count: 1_018), true),
            (String(repeating: "x", count: 1_019), false), ("a\u{7F}", false), ("a\u{1F}", false),
        ])
    func sendsValidValidators(value: String, isSent: Bool) async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .json(record("a")))
            _ = try await fetcher.fetch(server.url("/songs"), since: "ETag: \(value)")
            #expect(server.requests.last?["If-None-Match"] == (isSent ? value : nil))
        }
    }

    @Test("stores an entity tag of one character")
    func storesShortestTag() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .json(record("a"), etag: "x"))
            let revision = try await fetcher.revision(server.url("/songs"))
            #expect(revision == "ETag: x")
        }
    }

    @Test("does not send an invalid revision", arguments: ["", "nonsense", "ETag: ", "ETag: \u{7}", "\n\n"])
    func ignoresInvalidRevision(revision: String) async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .json(record("a")))
            let titles = try await fetcher.fetch(server.url("/songs"), since: revision).titles
            #expect(titles == ["a"])
            #expect(server.requests.last?["If-None-Match"] == nil)
        }
    }

    @Test("refuses status 304 for an unconditional request")
    func refusesUnrequested304() async throws {
        try await withServer { server, fetcher in
            server.answer("/songs", .status(304))
            let failure = try await fetcher.failure(server.url("/songs"))
            #expect(failure?.kind == .refused)
            #expect(failure?.cause == .status(304))
        }
    }
}

extension Fetcher {
    fileprivate func revision(_ address: String) async throws -> String? {
        guard case .complete(let revision) = try await fetch(address).end else { return nil }
        return revision
    }
}
