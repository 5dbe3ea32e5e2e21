import FermataDomain
import Foundation
import Synchronization

/// Writes the records of one source into a library in memory.
actor InMemoryMusicSyncSession: SyncSession {
    private(set) var summary = SyncSummary()
    private let repository: InMemoryMusicRepository
    private let source: String
    private var seen: Set<MusicID> = []
    /// The records of the songs that the sync has added.
    private var added: Set<MusicID> = []
    /// Whether the next sync has to read removed records again.
    private var hasDeferredRecords = false
    private var isExact: Bool { detector.isOnlySync && !hasDeferredRecords }
    private var detector: InMemorySyncConflictDetector

    /// Throws `SourceError.notFound`.
    init(repository: InMemoryMusicRepository, source: String) throws {
        detector = try InMemorySyncConflictDetector(source, in: repository)
        self.repository = repository
        self.source = source
    }

    var revision: String? { repository.state.withLock { $0.revisions[source] } }

    func apply(_ batch: RemoteBatch) throws {
        try detector.beginWriting()
        batch.rejected.forEach { summary.reject($0) }
        for record in batch.records {
            do { try apply(record) } catch {
                summary.reject(
                    error as? RejectedRecord ?? RejectedRecord(position: record.position, .unreadable))
            }
        }
        repository.notify()
    }

    func flush() -> SyncSummary { summary }

    func finish(_ result: RemoteFetchResult) throws -> SyncSummary {
        if case .complete = result { try detector.beginWriting() } else { try detector.check() }
        repository.state.withLock { state in
            if case .complete(let revision) = result {
                let rejected = summary.rejectedCount - summary.repeatedCount
                state.revisions[source] = isExact ? revision : nil
                if rejected <= state.rejected[source, default: 0], isExact {
                    let renewed = state.renewSongs(of: source, seen: seen, added: added)
                    summary.added -= renewed
                    summary.updated += renewed
                    summary.removed = state.removeRecords(of: source, where: { !seen.contains($0) }) {
                        .storeAsUnmatched
                    }
                }
                state.rejected[source] = rejected
            }
            for index in state.sources.indices where state.sources[index].name == source {
                state.sources[index].refreshed = repository.now()
            }
        }
        repository.notify()
        return summary
    }

    func cancel() {}

    func waitForWrite() {}

    private func apply(_ record: RemoteRecord) throws {
        let known = repository.state.withLock { state in
            state.records.first { $0.key.source == source && $0.value.fingerprint == record.fingerprint }?.key.id
        }
        let identity = repository.state.withLock { $0.identity(of: source) }
        let music = known == nil ? try record.read() : nil
        let id = known ?? MusicID(stableHash("\(identity)\0\(music?.key ?? "")"))
        guard seen.insert(id).inserted else {
            summary.repeatedCount += 1
            throw RejectedRecord(position: record.position, .repeatedID)
        }
        guard let music else {
            summary.unchanged += 1
            return
        }
        if music.isShortened { summary.shortenedCount += 1 }
        repository.state.withLock { state in
            if state.removeOthersOfSource(except: .init(source: source, id: id)) { hasDeferredRecords = true }
            let change = state.write(
                music, id: id, source: source, fingerprint: record.fingerprint, now: repository.now())
            summary[keyPath: change] += 1
            if change == \.added { added.insert(id) }
        }
    }
}

extension InMemoryMusicRepository.State {
    /// What happens to bookmarked music that no source provides any more.
    enum BookmarkHandling { case storeAsUnmatched, keepMusic, discard }

    mutating func write(_ remote: RemoteMusic, id: MusicID, source: String, fingerprint: UInt64, now: Date)
        -> WritableKeyPath<SyncSummary, Int>
    {
        let key = InMemoryMusicRepository.RecordKey(source: source, id: id)
        let known = records[key]?.music
        if let known { resyncOthers(in: known, except: key, ifRecordingIDChanged: remote.recording) }
        let isRead = records[key]?.fingerprint != nil
        let before = known.flatMap { music[$0] }
        let lyricsBefore = known.flatMap { lyrics[$0] }
        if let known { split(known, from: source, key, as: remote) }
        if let known { move(known, from: source, key, as: remote) }
        if records[key] == nil { separateOthers(ifUnlike: remote, from: id, key) }
        let row = records[key]?.music ?? (music[id] != nil ? id : sameRecording(as: remote, notFrom: source)) ?? id
        let isMerged = known == nil && music[row] != nil
        var entry =
            music[row]
            ?? Music(
                id: row, title: "",
                added: Date(timeIntervalSince1970: (remote.added ?? now).timeIntervalSince1970.rounded(.down)))
        if !entry.sources.contains(source) { entry.sources = order(of: entry.sources + [source]) }
        entry.merge(remote, from: source)
        if entry.sources.first == source { lyrics[row] = remote.lyrics }
        entry.isDownloaded = isLocal(entry)
        if let waiting = unmatchedBookmarks[id] {
            entry.isBookmarked = true
            unmatchedBookmarks = unmatchedBookmarks.filter { $0.value != waiting }
        }
        if let held = heldRatings[id] {
            entry.rating = entry.rating ?? held.rating
            heldRatings = heldRatings.filter { $0.value.music != held.music }
        }
        music[row] = entry
        records[key] = (fingerprint, row)
        recordings[key] = remote.recording
        provided[key] = remote
        let isChanged = entry != before || lyrics[row] != lyricsBefore
        if known != nil { return isRead || isChanged ? \.updated : \.unchanged }
        return isMerged ? \.merged : \.added
    }

    /// Removes a source from a row.
    mutating func removeSource(_ source: String, from entry: inout Music) {
        let wasLocal = entry.isLocal
        if let source = sources.first(where: { $0.name == source }) { entry.leave(source) }
        if wasLocal, !entry.isLocal {
            for other in records.keys where records[other]?.music == entry.id {
                records[other]?.fingerprint = nil
                revisions[other.source] = nil
            }
        }
        entry.isDownloaded = isLocal(entry)
    }

    private func isLocal(_ entry: Music) -> Bool {
        entry.isLocal && sources.contains { $0.isLocal && entry.sources.contains($0.name) }
    }

    @discardableResult
    mutating func removeRecords(
        of source: String, where isMissing: (MusicID) -> Bool, bookmarks: () -> BookmarkHandling
    ) -> Int {
        let missing = records.filter { $0.key.source == source && isMissing($0.key.id) }
        for (key, record) in missing {
            (records[key], recordings[key]) = (nil, nil)
            for other in records.keys where records[other]?.music == record.music { revisions[other.source] = nil }
            for other in records.keys where records[other]?.music == record.music { records[other]?.fingerprint = nil }
            guard var entry = music[record.music] else { continue }
            removeSource(source, from: &entry)
            music[record.music] = entry
            guard entry.sources.isEmpty else { continue }
            switch bookmarks() {
            case .keepMusic where entry.isBookmarked: continue
            case .storeAsUnmatched: hold(entry, under: [key.id, entry.id], as: entry.id)
            default: break
            }
            (music[record.music], lyrics[record.music], requestedLyrics[record.music]) = (nil, nil, nil)
        }
        if case .storeAsUnmatched = bookmarks() {
            for record in missing.values { reunite(record.music, with: source) }
        }
        return missing.count
    }

    func identity(of source: String) -> String { identities[source] ?? source }

    /// Moves all data of a source to its new name.
    mutating func rename(_ name: String, to new: String) {
        identities[new] = identity(of: name)
        identities[name] = nil
        for index in sources.indices where sources[index].name == name { sources[index].name = new }
        for (id, entry) in music { music[id]?.sources = entry.sources.map { $0 == name ? new : $0 } }
        for (key, record) in records where key.source == name {
            records[key] = nil
            let renamed = InMemoryMusicRepository.RecordKey(source: new, id: key.id)
            records[renamed] = record
            recordings[renamed] = recordings.removeValue(forKey: key)
            provided[renamed] = provided.removeValue(forKey: key)
        }
        (revisions[new], revisions[name]) = (revisions[name], nil)
        (rejected[new], rejected[name]) = (rejected[name], nil)
    }

    func order(of names: [String]) -> [String] {
        sources.map(\.name).filter(names.contains)
    }
}
