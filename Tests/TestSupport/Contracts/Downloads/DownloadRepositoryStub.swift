package import FermataDomain
import Foundation
import Synchronization

/// Stores downloads in an array, records messages, and emits the changes that a test sends.
package final class DownloadRepositoryStub: DownloadRepository {
    package enum Message: Equatable, Sendable {
        case request([MusicID])
        case begin(MusicID)
        case finish(MusicID)
        case fail(MusicID, SourceFailureCause)
        case release(MusicID)
        case remove(MusicID)
        case removeGroup(DownloadGroup, ExplicitFilter)
        case check
    }

    private struct State {
        var downloads: [Download]
        var pending: [MusicID]
        var done: [Message] = []
        var observers: [AsyncStream<Download>.Continuation] = []
    }

    private let state: Mutex<State>
    private let issues: [DownloadIssue]
    private let beginError: (any Error)?
    private let storing: @Sendable (MusicID) async -> Void
    private let ended = AsyncStream.makeStream(of: Void.self)

    /// `check` returns `issues`. `begin` throws `beginError`, if there is one. Files call `storing` before they finish.
    package init(
        _ downloads: [Download] = [], pending: [MusicID] = [], issues: [DownloadIssue] = [],
        beginError: (any Error)? = nil, storing: @escaping @Sendable (MusicID) async -> Void = { _ in }
    ) {
        state = Mutex(State(downloads: downloads, pending: pending))
        self.issues = issues
        self.beginError = beginError
        self.storing = storing
    }

    package var messages: [Message] { state.withLock { $0.done } }

    /// Emits each time that an observer of changes stops.
    package var endsOfChanges: AsyncStream<Void> { ended.stream }

    package func downloads(allowing filter: ExplicitFilter, window: Window) async throws -> [Download] {
        let allowed = state.withLock { $0.downloads.filter { filter.allows($0.music.explicit) } }
        let rest = allowed.dropFirst(window.offset)
        return Array(window.limit.map { rest.prefix($0) } ?? rest)
    }

    package func count(allowing filter: ExplicitFilter) async throws -> Int {
        try await downloads(allowing: filter, window: .all).count
    }

    package func states(of music: [MusicID]) async throws -> [MusicID: DownloadState] {
        let known = state.withLock { $0.downloads.filter { music.contains($0.id) } }
        return Dictionary(known.map { ($0.id, $0.state) }) { $1 }
    }

    package func changes() -> AsyncStream<Download> {
        let (stream, continuation) = AsyncStream.makeStream(of: Download.self)
        continuation.onTermination = { [ended] _ in ended.continuation.yield() }
        state.withLock { $0.observers.append(continuation) }
        return stream
    }

    package func request(_ music: [MusicID]) async throws {
        note(.request(music)) { $0.pending += music }
    }

    package func pending() async throws -> [MusicID] { state.withLock { $0.pending } }

    package func begin(_ music: Music) async throws -> DownloadStart {
        note(.begin(music.id)) { _ in }
        if let beginError { throw beginError }
        let known = state.withLock { $0.downloads.first { $0.id == music.id && $0.state == .downloaded } }
        if let known { return .existing(known) }
        return .started(DownloadFileStub(music: music, repository: self))
    }

    package func remove(_ music: [MusicID]) async throws {
        for id in music { note(.remove(id)) { $0.downloads.removeAll { $0.id == id } } }
    }

    /// Treats all music as known.
    package func remove(_ group: DownloadGroup, allowing filter: ExplicitFilter) async throws -> Int {
        note(.removeGroup(group, filter)) { state in
            let count = state.downloads.count
            state.downloads.removeAll { Self.isMember($0, of: group, allowing: filter) }
            return count - state.downloads.count
        }
    }

    /// Treats all music as known.
    package func count(of group: DownloadGroup, allowing filter: ExplicitFilter) async throws -> Int {
        state.withLock { $0.downloads.count { Self.isMember($0, of: group, allowing: filter) } }
    }

    private static func isMember(
        _ download: Download, of group: DownloadGroup, allowing filter: ExplicitFilter
    ) -> Bool {
        guard case .failed = download.state, group == .failed else { return false }
        return filter.allows(download.music.explicit)
    }

    package func check() async throws -> [DownloadIssue] { note(.check) { _ in issues } }

    /// Sends a change to all observers.
    package func send(_ download: Download) {
        for observer in state.withLock({ $0.observers }) { observer.yield(download) }
    }

    private func note<Value: Sendable>(_ message: Message, _ change: (inout State) -> Value) -> Value {
        state.withLock {
            $0.done.append(message)
            return change(&$0)
        }
    }

    fileprivate func store(_ music: MusicID) async { await storing(music) }

    fileprivate func end(_ download: Download, _ message: Message) -> Download {
        note(message) { state in
            state.downloads.removeAll { $0.id == download.id }
            state.downloads.append(download)
            if download.state != .waiting { state.pending.removeAll { $0 == download.id } }
        }
        return download
    }
}

/// Counts the bytes written.
private final class DownloadFileStub: DownloadFile {
    private let music: Music
    private let repository: DownloadRepositoryStub
    private let received = Mutex<Int64>(0)

    init(music: Music, repository: DownloadRepositoryStub) {
        self.music = music
        self.repository = repository
    }

    var part: AudioPart? { nil }

    func begin(_ start: AudioStart) async throws { received.withLock { $0 = start.offset } }

    func write(_ bytes: Data) async throws { received.withLock { $0 += Int64(bytes.count) } }

    func finish() async throws -> Download {
        await repository.store(music.id)
        return end(.downloaded, .finish(music.id))
    }

    func fail(_ cause: SourceFailureCause) async throws -> Download {
        end(.failed(cause), .fail(music.id, cause))
    }

    func release() async throws {
        // A file must be released even if its download was cancelled, so not in the cancelled task.
        try Task.checkCancellation()
        _ = end(.waiting, .release(music.id))
    }

    private func end(_ state: DownloadState, _ message: DownloadRepositoryStub.Message) -> Download {
        let count = received.withLock { $0 }
        return repository.end(Download(music: music, state: state, received: count), message)
    }
}
