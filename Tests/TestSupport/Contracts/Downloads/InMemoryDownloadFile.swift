import FermataDomain
import Foundation
import Synchronization

/// A file that is being downloaded in memory.
actor InMemoryDownloadFile: DownloadFile {
    private let music: Music
    private let repository: InMemoryDownloadRepository
    /// Identifies the request; a request after a removal has another number.
    private let requestNumber: Int?

    init(music: Music, repository: InMemoryDownloadRepository) {
        var music = music
        music.isDownloaded = false
        self.music = music
        self.repository = repository
        requestNumber = repository.state.withLock { state in
            let entry = state.entries[music.id]
            state.entries[music.id]?.state = .downloading(fraction: entry?.fraction)
            return entry?.requestNumber
        }
        publish()
    }

    deinit {
        repository.state.withLock { state in
            if state.entries[music.id]?.requestNumber == requestNumber { state.entries[music.id]?.isLocked = false }
        }
    }

    var part: AudioPart? {
        guard let entry, !entry.part.isEmpty, let version = entry.start.version else { return nil }
        return AudioPart(length: Int64(entry.part.count), version: version, total: entry.start.total)
    }

    func begin(_ start: AudioStart) throws {
        change { entry in
            entry.part = entry.part.prefix(Int(start.offset))
            entry.start = start
        }
    }

    func write(_ bytes: Data) { change { $0.part.append(bytes) } }

    func finish() throws -> Download {
        guard let entry else { return ended(.notDownloaded) }
        let digest = SHA256.digest(of: entry.part)
        guard !entry.part.isEmpty, entry.start.total ?? Int64(entry.part.count) == Int64(entry.part.count),
            entry.start.digest ?? digest == digest
        else {
            change { ($0.part, $0.start) = (Data(), AudioStart()) }
            throw SourceFailure(.content(.wrongDigest), address: music.title)
        }
        return ended(.downloaded) { entry in
            entry.complete = entry.part
            entry.digest = SHA256.hexadecimal(of: entry.part)
        }
    }

    func fail(_ cause: SourceFailureCause) -> Download { ended(.failed(cause)) { $0.dropUselessPart() } }

    func release() { _ = ended(.waiting) { $0.dropUselessPart() } }

    private var entry: InMemoryDownloadRepository.Entry? {
        repository.state.withLock { [requestNumber] state in
            state.entries[music.id].flatMap { $0.requestNumber == requestNumber ? $0 : nil }
        }
    }

    private func ended(
        _ end: DownloadState, _ body: (inout InMemoryDownloadRepository.Entry) -> Void = { _ in }
    ) -> Download {
        if entry != nil {
            repository.end(music.id) { entry in
                entry.state = end
                body(&entry)
            }
        }
        let download =
            entry.map { InMemoryDownloadRepository.download($0, of: music) }
            ?? Download(music: music, state: .notDownloaded)
        repository.publish(download)
        return download
    }

    private func change(_ body: (inout InMemoryDownloadRepository.Entry) -> Void) {
        guard var entry else { return }
        body(&entry)
        entry.state = .downloading(fraction: entry.fraction)
        repository.state.withLock { $0.entries[music.id] = entry }
        publish()
    }

    private nonisolated func publish() {
        let entry = repository.state.withLock { $0.entries[music.id] }
        if let entry { repository.publish(InMemoryDownloadRepository.download(entry, of: music)) }
    }
}

extension InMemoryDownloadRepository.Entry {
    var fraction: Double? {
        guard let total = start.total, total > 0 else { return nil }
        return min(1, Double(part.count) / Double(total))
    }

    mutating func dropUselessPart() {
        if start.version == nil { (part, start) = (Data(), AudioStart()) }
    }
}
