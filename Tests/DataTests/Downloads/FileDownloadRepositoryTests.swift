import FermataContracts
import FermataData
import FermataDomain
import Foundation
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

    @Test("resumes a partial file after its music was renamed")
    func resumesAfterRename() async throws {
        try await DownloadFixture.with { fixture, music in
            let downloads = try fixture.downloads()
            try await downloads.request([music.id])
            let file = try await downloads.open(music)
            try await file.begin(AudioStart(total: Int64(tune.count), version: "1"))
            try await file.write(tune.prefix(8))
            try await file.release()
            _ = try await fixture.library.refresh("radio", with: [RemoteMusic(key: "1", title: "Variations")])
            let renamed = try #require(try await fixture.library.all().first)
            let next = try await fixture.downloads().open(renamed)
            #expect(try await next.part?.length == 8)
            try await next.begin(AudioStart(offset: 8, total: Int64(tune.count), version: "1"))
            try await next.write(tune.dropFirst(8))
            _ = try await next.finish()
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
            _ = try await fixture.downloads().open(music).fail(.status(404))
            #expect(try fixture.names().isEmpty)
        }
    }

    @Test("adopts an unknown complete file instead of downloading")
    func adoptsCompleteFile() async throws {
        try await DownloadFixture.with { fixture, music in
            let name = DownloadName(music).text
            try fixture.write(tune, to: name)
            let audio = FakeAudioRepository()
            let ended = try await fixture.usecase(audio).execute([music.id], jobs: 1).collected()
            #expect(ended.map(\.state) == [.downloaded] && ended.map(\.digest) == [SHA256.hexadecimal(of: tune)])
            #expect(audio.reads.isEmpty)
            #expect(try fixture.names() == [name])
            #expect(try await fixture.downloads().check().isEmpty)
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
            let file = try await fixture.downloads().open(music)
            let other = try fixture.downloads()
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

    @Test("removing a running download leaves no file at its end")
    func removalEndsRunningDownload() async throws {
        try await DownloadFixture.with { fixture, music in
            let name = DownloadName(music).text
            for end in 0..<3 {
                try await fixture.downloads().request([music.id])
                let file = try await fixture.downloads().open(music)
                try await file.begin(AudioStart(total: Int64(tune.count), version: "1"))
                try await file.write(tune)
                try await fixture.downloads().remove(music.id)
                #expect(try fixture.names() == [name + ".part"])
                switch end {
                case 0: #expect(try await file.finish().state == .notDownloaded)
                case 1: #expect(try await file.fail(.truncated).state == .notDownloaded)
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
            try await other.remove(music.id)
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
}
