public import FermataDomain
public import Foundation
import Synchronization

/// Stores downloads in memory, where tests can change or remove them.
public final class InMemoryDownloadRepository: DownloadRepository {
    struct Entry {
        var state: DownloadState = .waiting
        var requestNumber: Int
        var part = Data()
        var start = AudioStart()
        /// The complete file, and its digest when it was finished.
        var complete: Data?
        var digest: String?
        var isLocked = false
    }

    struct State {
        var entries: [MusicID: Entry] = [:]
        var requestNumber = 0
        var followers: [UUID: AsyncStream<Download>.Continuation] = [:]
    }

    let state = Mutex(State())
    private let music: any MusicRepository

    public init(music: any MusicRepository) {
        self.music = music
    }

    /// Returns the stored bytes of a song.
    public func bytes(of id: MusicID) -> Data? { state.withLock { $0.entries[id]?.complete } }

    /// Removes a complete file, as another program might.
    public func deleteFile(_ id: MusicID) { state.withLock { $0.entries[id]?.complete = nil } }

    /// Changes a complete file, as another program might.
    public func corruptFile(_ id: MusicID) { state.withLock { $0.entries[id]?.complete?.append(0) } }

    public func downloads(allowing filter: ExplicitFilter, window: Window) async throws -> [Download] {
        var known: [Music] = []
        for id in state.withLock({ Array($0.entries.keys) }) { known += try await find(id) }
        return MusicQuery(explicit: filter, window: window).results(from: known).compactMap { music in
            state.withLock { state in state.entries[music.id].map { Self.download($0, of: music) } }
        }
    }

    public func count(allowing filter: ExplicitFilter) async throws -> Int {
        try await downloads(allowing: filter, window: .all).count
    }

    public func states(of music: [MusicID]) async throws -> [MusicID: DownloadState] {
        state.withLock { state in
            let known = music.compactMap { id in state.entries[id].map { (id, $0.state) } }
            return Dictionary(known) { first, _ in first }
        }
    }

    public func changes() -> AsyncStream<Download> {
        AsyncStream { continuation in
            let id = UUID()
            state.withLock { $0.followers[id] = continuation }
            continuation.onTermination = { [weak self] _ in
                self?.state.withLock { _ = $0.followers.removeValue(forKey: id) }
            }
        }
    }

    public func request(_ music: [MusicID]) async throws {
        var known: [Music] = []
        for id in music {
            guard let found = try await find(id).first else { throw MusicError.notFound(id.description) }
            known.append(found)
        }
        for music in known {
            let isNew = state.withLock { state in
                guard state.entries[music.id]?.isFailed ?? true else { return false }
                state.request(music.id)
                return true
            }
            if isNew { publish(Download(music: music, state: .waiting)) }
        }
    }

    public func pending() async throws -> [MusicID] {
        state.withLock { state in
            let pending = state.entries.filter { $0.value.isPending }
            return pending.sorted { $0.value.requestNumber < $1.value.requestNumber }.map(\.key)
        }
    }

    public func begin(_ music: Music) async throws -> DownloadStart {
        while !lock(music.id) { try await Task.sleep(for: .milliseconds(1)) }
        let entry = state.withLock { $0.entries[music.id] }
        if let entry, entry.complete != nil {
            end(music.id) { _ in }
            return .existing(Self.download(entry, of: music))
        }
        return .started(InMemoryDownloadFile(music: music, repository: self))
    }

    public func remove(_ id: MusicID) async throws {
        guard state.withLock({ $0.entries.removeValue(forKey: id) }) != nil else { return }
        for music in try await find(id) { publish(Download(music: music, state: .notDownloaded)) }
    }

    public func remove(_ group: DownloadGroup, allowing filter: ExplicitFilter) async throws -> Int {
        let members = try await members(of: group, allowing: filter)
        for id in members { try await remove(id) }
        return members.count
    }

    public func count(of group: DownloadGroup, allowing filter: ExplicitFilter) async throws -> Int {
        try await members(of: group, allowing: filter).count
    }

    private func members(of group: DownloadGroup, allowing filter: ExplicitFilter) async throws -> [MusicID] {
        var members: [MusicID] = []
        for (id, entry) in state.withLock({ $0.entries }) {
            let known = try await find(id)
            guard group == .failed ? entry.isFailed : known.isEmpty else { continue }
            guard filter == .all || known.contains(where: { filter.allows($0.explicit) }) else { continue }
            members.append(id)
        }
        return members
    }

    public func check() async throws -> [DownloadIssue] {
        state.withLock { state in
            let stored = state.entries.filter { $0.value.state == .downloaded }.sorted { $0.key < $1.key }
            return stored.compactMap { id, entry in
                if let complete = entry.complete, SHA256.hexadecimal(of: complete) == entry.digest { return nil }
                state.entries[id] = nil
                return DownloadIssue(entry.complete == nil ? .missing : .changed, file: Self.name(of: id), music: id)
            }
        }
    }
}

extension InMemoryDownloadRepository {
    static func name(of id: MusicID) -> String { "\(id).audio" }

    static func download(_ entry: Entry, of music: Music) -> Download {
        var music = music
        music.isDownloaded = entry.state == .downloaded
        return Download(
            music: music, state: entry.state, received: Int64(entry.complete?.count ?? entry.part.count),
            length: entry.complete.map { Int64($0.count) } ?? entry.start.total,
            file: entry.digest.map { _ in "/downloads/\(name(of: music.id))" }, digest: entry.digest)
    }

    func publish(_ download: Download) {
        for follower in state.withLock({ Array($0.followers.values) }) { follower.yield(download) }
    }

    /// Releases a download after a change by the body.
    func end(_ id: MusicID, _ body: (inout Entry) -> Void) {
        state.withLock { state in
            state.entries[id]?.isLocked = false
            if var entry = state.entries[id] {
                body(&entry)
                state.entries[id] = entry
            }
        }
    }

    private func lock(_ id: MusicID) -> Bool {
        state.withLock { state in
            if state.entries[id] == nil { state.request(id) }
            guard state.entries[id]?.isLocked == false else { return false }
            state.entries[id]?.isLocked = true
            return true
        }
    }

    private func find(_ id: MusicID) async throws -> [Music] {
        try await music.music(withPrefix: MusicIDPrefix(id), allowing: .all, limit: 1)
    }
}

extension InMemoryDownloadRepository.State {
    mutating func request(_ id: MusicID) {
        requestNumber += 1
        entries[id, default: InMemoryDownloadRepository.Entry(requestNumber: requestNumber)].state = .waiting
        entries[id]?.requestNumber = requestNumber
    }
}

extension InMemoryDownloadRepository.Entry {
    fileprivate var isFailed: Bool { if case .failed = state { true } else { false } }

    fileprivate var isPending: Bool {
        switch state {
        case .waiting, .downloading, .failed: true
        case .notDownloaded, .downloaded: false
        }
    }
}
