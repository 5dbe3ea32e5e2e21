import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import TestTraits
import Testing

@Suite(
    "A download to a disk that fills up",
    .enabled("a disk that is soon full has to be mounted, which takes the rights of root") {
        await LimitedDisk.isPossible()
    })
struct FullDiskDownloadTests {
    private let long = Data.varied(count: 4 << 20)

    @Test("reports a full disk and resumes once there is room")
    func resumesAfterFullDisk() async throws {
        try await LimitedDisk.with(kibibytes: 3_072) { disk in
            try await DownloadFixture.with(home: URL(filePath: disk.path)) { fixture, music in
                let audio = FakeAudioRepository([music.id: long])
                audio.change { ($0.pieceSize, $0.sendsLength) = (1 << 16, false) }
                let full = DownloadError.cannotStore(
                    path: fixture.path(DownloadName(music).text + ".part"), .full)
                await #expect(throws: full) {
                    try await fixture.usecase(audio).execute([music.id], jobs: 1).collected()
                }
                #expect(try fixture.names() == [DownloadName(music).text + ".part"])
                #expect(try await fixture.downloads().pending() == [music.id])
                try disk.remount("size=64m")
                let file = try await fixture.downloads().open(music)
                #expect(try await file.part?.length ?? 0 >= 1 << 20)
                try await file.release()
                let ended = try await fixture.usecase(audio).resume(jobs: 1).collected()
                #expect(ended.map(\.state) == [.downloaded])
                #expect(fixture.content(DownloadName(music).text) == long)
            }
        }
    }

    @Test("rejects a known length that does not fit")
    func rejectsKnownLength() async throws {
        try await LimitedDisk.with(kibibytes: 3_072) { disk in
            let songs = (1...2).map { RemoteMusic(key: "\($0)", title: "Song \($0)", audioURL: "http://a/\($0).mp3") }
            try await DownloadFixture.with(songs, home: URL(filePath: disk.path)) { fixture in
                let (first, second) = (fixture.music[0], fixture.music[1])
                let audio = FakeAudioRepository([first.id: long.prefix(10_000), second.id: long])
                audio.change { $0.pieceSize = 1 << 16 }
                try await fixture.usecase(audio).execute([first.id], jobs: 1).collected()
                let error = await #expect(throws: DownloadError.self) {
                    try await fixture.usecase(audio).execute([second.id], jobs: 1).collected()
                }
                guard case .noSpace(fixture.folder.path, 5 << 20, _)? = error else {
                    Issue.record("unexpected error: \(String(describing: error))")
                    return
                }
                #expect(try fixture.names() == [DownloadName(first).text])
                #expect(try await fixture.downloads().check().isEmpty)
            }
        }
    }
}
