import AudioFiles
import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestTraits
import Testing

@Suite("Downloads in a folder")
struct FileDownloadRepositoryTests {
    private let tune = Data("a tune of some length".utf8)

    @Test("a file gets its final name only when complete")
    func finalNameMeansComplete() async throws {
        try await DownloadFixture.with { fixture, music in
            let downloads = try fixture.downloads()
            #expect(try fixture.names().isEmpty)
            try await downloads.request([music.id])
            #expect(try fixture.names().isEmpty)
            let file = try await downloads.open(music)
            let name = "Changes [\(music.id)].mp3"
            #expect(try fixture.names() == [name + ".part"])
            try await file.begin(AudioStart(total: Int64(tune.count), version: "1"))
            try await file.write(tune)
            #expect(try fixture.names() == [name + ".part"])
            #expect(try await file.finish().file == fixture.path(name))
            #expect(try fixture.names() == [name])
            #expect(fixture.content(name) == tune)
        }
    }

    @Test(
        "a title never leads out of the folder",
        arguments: [
            "../../x", "/etc/passwd", "a/b", "..", ".", "CON", "👩‍👩‍👧‍👦🎄", "\u{202E}gpj.exe", "a\u{0}b", "\\\\host\\x",
            String(repeating: "long ", count: 60), String(repeating: "챔버", count: 150),
        ])
    func titleStaysInFolder(_ title: String) async throws {
        try await DownloadFixture.with(title: title) { fixture, music in
            let audio = FakeAudioRepository([music.id: tune])
            let ended = try await fixture.usecase(audio).execute([music.id], jobs: 1).collected()
            #expect(ended.map(\.state) == [.downloaded])
            let names = try fixture.names()
            #expect(names == [DownloadName(music).text])
            #expect(fixture.content(names.first ?? "") == tune)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: fixture.home.path).allSatisfy {
                    $0 == "downloads" || $0.hasPrefix("library.sqlite")
                })
        }
    }

    @Test("resumes a partial file after its music was renamed", arguments: [1, 8])
    func resumesAfterRename(length: Int) async throws {
        try await DownloadFixture.with { fixture, music in
            let downloads = try fixture.downloads()
            try await downloads.request([music.id])
            let file = try await downloads.open(music)
            try await file.begin(AudioStart(total: Int64(tune.count), version: "1"))
            try await file.write(tune.prefix(length))
            try await file.release()
            _ = try await fixture.library.refresh("radio", with: [RemoteMusic(key: "1", title: "Variations")])
            let renamed = try #require(try await fixture.library.all().first)
            let next = try await fixture.downloads().open(renamed)
            #expect(try await next.part?.length == Int64(length))
            try await next.begin(AudioStart(offset: Int64(length), total: Int64(tune.count), version: "1"))
            try await next.write(tune.dropFirst(length))
            #expect(try await next.finish().digest == SHA256.hexadecimal(of: tune))
            #expect(try fixture.names() == ["Changes [\(music.id)].mp3"])
        }
    }

    @Test("chooses the name again after a failure")
    func choosesNewNameAfterFailure() async throws {
        try await DownloadFixture.with(audio: nil) { fixture, music in
            let audio = FakeAudioRepository()
            try await fixture.usecase(audio).execute([music.id], jobs: 1).collected()
            let song = RemoteMusic(key: "1", title: "Changes", audioURL: "https://example.org/a.ogg")
            _ = try await fixture.library.refresh("radio", with: [song])
            audio.change { $0.bytes[music.id] = Data("a tune".utf8) }
            try await fixture.usecase(audio).execute([music.id], jobs: 1).collected()
            #expect(try fixture.names() == ["Changes [\(music.id)].ogg"])
        }
    }

    @Test("removes a partial file that cannot be resumed")
    func removesUselessPart() async throws {
        try await DownloadFixture.with { fixture, music in
            let file = try await fixture.downloads().open(music)
            try await file.begin(AudioStart(total: nil, version: nil))
            try await file.write(tune)
            try await file.release()
            #expect(try fixture.names().isEmpty)
            let empty = try await fixture.downloads().open(music)
            try await empty.begin(AudioStart(total: nil, version: "1"))
            try await empty.release()
            #expect(try fixture.names().isEmpty)
            _ = try await fixture.downloads().open(music).fail(.status(404))
            #expect(try fixture.names().isEmpty)
        }
    }

    @Test(
        "adopts an unknown complete file instead of downloading, and emits the change", .timeLimit(.minutes(3)),
        arguments: [1, 21])
    func adoptsCompleteFile(length: Int) async throws {
        try await DownloadFixture.with { fixture, music in
            let (name, bytes) = (DownloadName(music).text, tune.prefix(length))
            try fixture.write(bytes, to: name)
            let downloads = try fixture.downloads()
            var changes = downloads.changes().makeAsyncIterator()
            let audio = FakeAudioRepository()
            let ended = try await fixture.usecase(audio, into: downloads).execute([music.id], jobs: 1).collected()
            #expect(ended.map(\.state) == [.downloaded] && ended.map(\.digest) == [SHA256.hexadecimal(of: bytes)])
            #expect(audio.reads.isEmpty)
            #expect(try fixture.names() == [name])
            #expect(try await fixture.downloads().check().isEmpty)
            try await downloads.remove([music.id])
            var states: [DownloadState] = []
            while states.last != .notDownloaded, let change = await changes.next() { states.append(change.state) }
            #expect(states == [.waiting, .downloaded, .notDownloaded])
        }
    }

    @Test("downloads a removed file again on request")
    func downloadsRemovedFileAgain() async throws {
        try await DownloadFixture.with { fixture, music in
            let audio = FakeAudioRepository([music.id: tune])
            for _ in 1...2 {
                let ended = try await fixture.usecase(audio).execute([music.id], jobs: 1).collected()
                #expect(ended.map(\.state) == [.downloaded])
                try FileManager.default.removeItem(atPath: fixture.path(DownloadName(music).text))
            }
            #expect(audio.reads.count == 2)
        }
    }

    @Test("shows the progress of another program")
    func showsProgressOfOtherProgram() async throws {
        try await DownloadFixture.with { fixture, music in
            let half = Data(repeating: 1, count: 1 << 20)
            let other = try fixture.downloads()
            try await other.request([music.id])
            #expect(try await other.downloads(allowing: .all, window: Window()).map(\.received) == [0])
            let file = try await fixture.downloads().open(music)
            #expect(try await other.states(of: [music.id]) == [music.id: .downloading(fraction: nil)])
            try await file.begin(AudioStart(total: 2 << 20, version: "1"))
            try await file.write(half)
            #expect(try await other.states(of: [music.id]) == [music.id: .downloading(fraction: 0.5)])
            let listed = try await other.downloads(allowing: .all, window: Window())
            #expect(listed.map(\.state) == [.downloading(fraction: 0.5)])
            #expect(listed.map(\.received) == [1 << 20] && listed.map(\.length) == [2 << 20])
            try await file.release()
            #expect(try await other.states(of: [music.id]) == [music.id: .waiting])
        }
    }

    @Test("emits the start of a download before its first byte", .timeLimit(.minutes(3)))
    func emitsStart() async throws {
        try await DownloadFixture.with { fixture, music in
            let downloads = try fixture.downloads()
            var changes = downloads.changes().makeAsyncIterator()
            try await downloads.open(music).release()
            var states: [DownloadState] = []
            while states.last != .waiting, let change = await changes.next() { states.append(change.state) }
            #expect(states == [.downloading(fraction: nil), .waiting])
        }
    }

    @Test(
        "shows a fraction from 0 to 1 of a known length", arguments: [(0, nil), (1, 0), (4, 1)] as [(Int64, Double?)])
    func showsFraction(total: Int64, fraction: Double?) async throws {
        try await DownloadFixture.with { fixture, music in
            let downloads = try fixture.downloads()
            let file = try await downloads.open(music)
            try await file.begin(AudioStart(total: total))
            if total > 1 { try await file.write(tune) }
            #expect(try await downloads.states(of: [music.id]) == [music.id: .downloading(fraction: fraction)])
            try await file.release()
        }
    }

    @Test("shows the received bytes of a file of unknown length in steps of 256 KiB")
    func showsReceivedBytesInSteps() async throws {
        try await DownloadFixture.with { fixture, music in
            let downloads = try fixture.downloads()
            let file = try await downloads.open(music)
            try await file.begin(AudioStart())
            for (count, received) in [((1 << 18) - 1, 0), (1, 1 << 18), (1, 1 << 18)] as [(Int, Int64)] {
                try await file.write(Data(count: count))
                let listed = try await downloads.downloads(allowing: .all, window: Window())
                #expect(listed.map(\.received) == [received])
            }
            try await file.release()
        }
    }

    @Test("an abandoned download waits again")
    func abandonedDownloadWaits() async throws {
        try await DownloadFixture.with { fixture, music in
            let downloads = try fixture.downloads()
            try await downloads.writeAndAbandon(music, AudioStart(total: 21, version: "1"), tune.prefix(8))
            try await waitUntil { try await downloads.states(of: [music.id]) == [music.id: .waiting] }
        }
    }

    @Test("counts only the downloads that it removes itself")
    func countsOwnRemovals() async throws {
        try await DownloadFixture.with(Array(SampleMusic.all.prefix(3))) { fixture in
            let downloads = try fixture.downloads()
            for music in fixture.music { _ = try await downloads.open(music).fail(.status(404)) }
            // Deletes the other rows after the first one, as another program might.
            try change(
                fixture.home.appending(path: "library.sqlite").path,
                "CREATE TRIGGER removal AFTER DELETE ON download BEGIN DELETE FROM download; END")
            #expect(try await downloads.remove(.failed, allowing: .all) == 1)
        }
    }

    @Test("removes a complete file while another program writes, and its row afterwards", .deadline)
    func removesFileBeforeRow() async throws {
        try await DownloadFixture.with { fixture, music in
            let downloads = try fixture.downloads()
            let audio = FakeAudioRepository([music.id: tune])
            try await fixture.usecase(audio, into: downloads).execute([music.id], jobs: 1).collected()
            let other = try OpenTransaction(path: fixture.home.appending(path: "library.sqlite").path)
            async let removal: Void = downloads.remove([music.id])
            try await waitUntil { try fixture.names().isEmpty }
            #expect(try await downloads.states(of: [music.id]) == [music.id: .downloaded])
            try other.end()
            try await removal
            #expect(try await downloads.states(of: [music.id]).isEmpty)
        }
    }

    @Test("removing a running download leaves no file at its end")
    func removalEndsRunningDownload() async throws {
        try await DownloadFixture.with { fixture, music in
            let name = DownloadName(music).text
            for end in 0..<3 {
                try await fixture.downloads().request([music.id])
                let file = try await fixture.downloads().open(music)
                try await file.begin(AudioStart(total: Int64(tune.count), version: "1"))
                try await file.write(tune)
                try await fixture.downloads().remove([music.id])
                #expect(try fixture.names() == [name + ".part"])
                switch end {
                case 0: #expect(try await file.finish().state == .notDownloaded)
                case 1:
                    let ended = try await file.fail(.truncated)
                    #expect(ended.state == .notDownloaded && ended.received == 0 && ended.length == nil)
                default: try await file.release()
                }
                #expect(try fixture.names().isEmpty)
                #expect(try await fixture.downloads().states(of: [music.id]).isEmpty)
            }
        }
    }

    @Test("removing and requesting a running download starts it once")
    func requestAfterRemovalStartsOnce() async throws {
        try await DownloadFixture.with { fixture, music in
            let file = try await fixture.downloads().open(music)
            try await file.begin(AudioStart(total: Int64(tune.count), version: "1"))
            try await file.write(tune.prefix(8))
            let other = try fixture.downloads()
            try await other.remove([music.id])
            try await other.request([music.id])
            let waiting = Task { try await other.begin(music) }
            try await file.write(tune.dropFirst(8))
            #expect(try await file.finish().state == .downloaded)
            guard case .existing(let found) = try await waiting.value else {
                Issue.record("it is downloaded twice")
                return
            }
            #expect(found.digest == SHA256.hexadecimal(of: tune))
            #expect(try fixture.names() == [DownloadName(music).text])
        }
    }

    @Test("two programs download the same music once")
    func twoProgramsDownloadOnce() async throws {
        try await DownloadFixture.with(SampleMusic.all) { fixture in
            let bytes = Dictionary(uniqueKeysWithValues: fixture.music.map { ($0.id, Data($0.id.description.utf8)) })
            let audio = FakeAudioRepository(bytes)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...2 {
                    let usecase = try fixture.usecase(audio)
                    group.addTask {
                        let ended = try await usecase.execute(fixture.music.map(\.id), jobs: 3).collected()
                        #expect(ended.count == fixture.music.count && ended.allSatisfy { $0.state == .downloaded })
                    }
                }
                try await group.waitForAll()
            }
            #expect(audio.reads.count == fixture.music.count)
            #expect(try fixture.names() == fixture.music.map { DownloadName($0).text }.sorted())
            for music in fixture.music { #expect(fixture.content(DownloadName(music).text) == bytes[music.id]) }
            #expect(try await fixture.downloads().check().isEmpty)
        }
    }

    @Test("opens a downloaded file and recognizes it by its content")
    func opensDownloadedFile() async throws {
        try await DownloadFixture.with { fixture, music in
            let bytes = try MusicFolder.audio("song.flac")
            try await download(music, bytes, in: fixture)
            let audio = try #require(try await fixture.downloads().audio(of: music))
            #expect(audio.properties.length == Int64(bytes.count))
            #expect(audio.properties.format == .flac)
            #expect(audio.path == fixture.path(DownloadName(music).text))
            try FileManager.default.removeItem(atPath: try #require(audio.path))
            #expect(try audio.file.readToEnd() == bytes)
        }
    }

    @Test("has no file for requested or removed music, and behind a symbolic link")
    func hasNoOtherFile() async throws {
        try await DownloadFixture.with { fixture, music in
            let downloads = try fixture.downloads()
            #expect(try await downloads.audio(of: music) == nil)
            try await downloads.request([music.id])
            #expect(try await downloads.audio(of: music) == nil)
            try await download(music, Data("tune".utf8), in: fixture)
            let path = fixture.path(DownloadName(music).text)
            try FileManager.default.removeItem(atPath: path)
            #expect(try await downloads.audio(of: music) == nil)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
            #expect(try await downloads.audio(of: music) == nil)
        }
    }

    private func download(_ music: Music, _ bytes: Data, in fixture: DownloadFixture) async throws {
        let usecase = try fixture.usecase(FakeAudioRepository([music.id: bytes]))
        let ended = try await usecase.execute([music.id], jobs: 1).collected()
        #expect(ended.map(\.state) == [.downloaded])
    }
}
