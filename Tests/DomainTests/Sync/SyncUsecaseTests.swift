import FermataContracts
import FermataDomain
import Foundation
import Testing

@Suite("Syncing sources")
struct SyncUsecaseTests {
    private let library = InMemoryMusicRepository(now: { Date(timeIntervalSince1970: 0) })

    init() async throws {
        for name in ["shop", "radio", "home"] {
            try await library.add(Source(name: name, kind: "test", address: "", added: Date(timeIntervalSince1970: 0)))
        }
    }

    @Test("reads all sources in the order they were added, with progress before each result")
    func readsInOrder() async throws {
        let events = try await events(SourceReaderStub())
        #expect(events.map(\.source) == ["shop", "shop", "radio", "radio", "home", "home"])
        #expect(events.first == .progress(SyncProgress(source: "shop", count: 2)))
        #expect(events.map(\.isResult) == [false, true, false, true, false, true])
    }

    @Test("reads only the named sources, in the order they were added")
    func readsNamedSources() async throws {
        let reader = SourceReaderStub()
        _ = try await events(reader, named: ["home", "shop"])
        #expect(reader.read == ["shop", "home"])
    }

    @Test("refuses an unknown name before any source is read")
    func refusesUnknownName() async throws {
        let reader = SourceReaderStub()
        await #expect(throws: SourceError.notFound("attic", known: ["shop", "radio", "home"])) {
            try await events(reader, named: ["radio", "attic"])
        }
        #expect(reader.read.isEmpty)
    }

    @Test("a failing source has a result, and the next source is read")
    func continuesAfterFailure() async throws {
        let failure = SourceFailure(.connectionFailed, address: "")
        let results = try await events(SourceReaderStub { $0.name == "shop" ? .failed(failure) : .unchanged })
            .compactMap(\.result)
        #expect(results == [.failed(failure), .unchanged, .unchanged])
    }

    @Test(
        "reports a source that is removed or changed meanwhile after reading the others",
        arguments: [SourceError.notFound("radio", known: ["shop", "home"]), .changed("radio")])
    func reportsMissedSource(error: SourceError) async throws {
        let reader = SourceReaderStub { source in
            if source.name == "radio" { throw error }
            return .refreshed
        }
        await #expect(throws: error) { try await events(reader) }
        #expect(reader.read == ["shop", "radio", "home"])
    }

    @Test("an error of the library ends the sync")
    func endsOnLibraryError() async throws {
        let reader = SourceReaderStub { _ in throw LibraryError.busy(path: "library") }
        await #expect(throws: LibraryError.busy(path: "library")) { try await events(reader) }
        #expect(reader.read == ["shop"])
    }

    @Test("a restricted listener gets no counts", arguments: [false, true])
    func hidesCounts(isStrict: Bool) async throws {
        let events = try await events(SourceReaderStub(), listener: Listener(age: 12, isStrict: isStrict))
        #expect(
            events.prefix(2) == [
                .progress(SyncProgress(source: "shop", count: nil)),
                .result(SyncResult(source: "shop", summary: nil, playlists: nil, result: .refreshed)),
            ])
    }

    @Test(
        "hides from a restricted listener only the issue that reveals excluded songs",
        arguments: [SyncIssue.Cause.incomplete, .playlists(.truncated)])
    func hidesIncompleteIssue(cause: SyncIssue.Cause) async throws {
        let issue = SyncIssue(cause, at: Date(timeIntervalSince1970: 0))
        let reader = PartialSourceReader(issue: issue)
        let all = try await events(reader, named: ["shop"])
        #expect(all == [.result(reader.result(of: "shop"))])
        let restricted = try await events(reader, named: ["shop"], listener: Listener(age: 12))
        let visible = cause == .incomplete ? nil : issue
        #expect(restricted == [.result(SyncResult(source: "shop", summary: nil, result: .refreshed, issue: visible))])
    }

    @Test("cancelling the iteration cancels the sync and waits for its end")
    func cancellationStopsSync() async throws {
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let reader = SourceReaderStub { _ in
            start.yield()
            defer { end.yield() }
            try await Task.sleep(for: .seconds(60))
            return .refreshed
        }
        let task = Task { try await events(reader) }
        for await _ in started { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        for await _ in ended { break }
        #expect(reader.read == ["shop"])
    }

    @discardableResult
    private func events(
        _ reader: any SourceReader, named names: [String] = [], listener: Listener = .anyone
    ) async throws -> [SyncEvent] {
        var events: [SyncEvent] = []
        let sync = SyncUsecase(sources: library, reader: reader, listener: listener)
        for try await event in sync.execute(named: names) { events.append(event) }
        return events
    }
}

/// Reads only a part of each source.
private struct PartialSourceReader: SourceReader {
    let issue: SyncIssue

    func read(_ source: Source, progress: @escaping @Sendable (SyncProgress) -> Void) async throws -> SyncResult {
        result(of: source.name)
    }

    func result(of source: String) -> SyncResult {
        SyncResult(source: source, summary: nil, result: .refreshed, isPartial: true, issue: issue)
    }
}

extension SyncEvent {
    fileprivate var isResult: Bool { result != nil }

    fileprivate var result: SyncResult.Outcome? {
        if case .result(let result) = self { result.result } else { nil }
    }

    fileprivate var source: String {
        switch self {
        case .progress(let progress): progress.source
        case .result(let result): result.source
        }
    }
}
