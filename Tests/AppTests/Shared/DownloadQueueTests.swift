import FermataContracts
import FermataDomain
import FermataPresentation
import Synchronization
import TestTraits
import Testing
import FermataApp

@Suite("Downloads in the background", .deadline)
struct DownloadQueueTests {
    private static let id = MusicID(1)
    private let repository = DownloadRepositoryStub()

    @Test("a download requested during its removal runs afterwards")
    func runsDownloadRequestedDuringRemoval() async throws {
        let (began, cancelled, opened) = (Signal(), Signal(), Signal())
        let queue = queue { _ in
            guard !began.isSent else { return }
            began.send()
            while !Task.isCancelled { await Task.yield() }
            cancelled.send()
            await opened.wait()
            try Task.checkCancellation()
        }
        try await queue.add(Self.id)
        await began.wait()
        async let removal: Void = queue.remove([Self.id])
        await cancelled.wait()
        async let addition: Void = queue.add(Self.id)
        for _ in 1...100 { await Task.yield() }
        opened.send()
        try await removal
        try await addition
        try await waitUntil { repository.messages.contains(.finish(Self.id)) }
        let removed = try #require(repository.messages.firstIndex(of: .remove(Self.id)))
        #expect(repository.messages[(removed + 1)...].contains(.request([Self.id])))
    }

    @Test("accepts no download after its end")
    func acceptsNoDownloadsAfterEnd() async throws {
        let queue = queue { _ in }
        await queue.end()
        await #expect(throws: DownloadQueue.Failure.ended) { try await queue.add(Self.id) }
        #expect(repository.messages.isEmpty)
    }

    @Test("adds and removes many downloads in one change each, without undownloadable songs")
    func changesMany() async throws {
        let queue = queue { _ in try await Task.sleep(for: .seconds(60)) }
        #expect(try await queue.add([Self.id, MusicID(9), Self.id]) == 1)
        #expect(repository.messages.filter { $0 == .request([Self.id]) }.count >= 1)
        try await queue.remove([Self.id])
        #expect(repository.messages.last == .remove(Self.id))
        await queue.end()
        await #expect(throws: DownloadQueue.Failure.ended) { _ = try await queue.add([Self.id]) }
    }

    private func queue(_ read: @escaping @Sendable (Music) async throws -> Void) -> DownloadQueue {
        let music = MusicRepositoryStub([Music(id: Self.id, title: "Changes", audioURL: "a.mp3")])
        let source = DownloadsDataSource(
            getDownloads: GetDownloadsUsecase(repository: repository, listener: .anyone),
            downloadMusic: DownloadMusicUsecase(
                music: music, audio: AudioRepositoryStub(read), downloads: repository, listener: .anyone),
            removeDownload: RemoveDownloadUsecase(music: music, downloads: repository, listener: .anyone),
            clearDownloads: ClearDownloadsUsecase(repository: repository, listener: .anyone),
            checkDownloads: CheckDownloadsUsecase(repository: repository, music: music, listener: .anyone),
            audience: .user)
        return DownloadQueue(source, jobs: 1) { Issue.record($0) }
    }
}

/// A one-time event. Waiting for it ignores cancellation.
private final class Signal: Sendable {
    private let sent = Mutex(false)

    var isSent: Bool { sent.withLock { $0 } }

    func send() { sent.withLock { $0 = true } }

    func wait() async {
        while !isSent { await Task.yield() }
    }
}
