import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("Check of downloads")
struct DownloadRepairTests {
    private let tune = Data("a tune of some length".utf8)

    @Test("renames changed files, each to a new name")
    func renamesChangedFiles() async throws {
        try await DownloadFixture.with { fixture, music in
            let name = DownloadName(music).text
            for other in ["a tune of some LENGTH", "longer than that tune is", ""] {
                let usecase = try fixture.usecase(FakeAudioRepository([music.id: tune]))
                try await usecase.execute([music.id], jobs: 1).collected()
                try fixture.write(Data(other.utf8), to: name)
                let findings = try await fixture.downloads().check()
                #expect(findings == [DownloadIssue(.changed, file: name, music: music.id)])
            }
            #expect(try fixture.names() == [name + ".changed", name + ".changed-2", name + ".changed-3"])
            #expect(fixture.content(name + ".changed") == Data("a tune of some LENGTH".utf8))
            #expect(try await fixture.downloads().states(of: [music.id]).isEmpty)
        }
    }

    @Test("adopts complete files after the library has lost their rows")
    func adoptsUnknownFiles() async throws {
        try await DownloadFixture.with(Array(SampleMusic.all.prefix(3))) { fixture in
            let bytes = Dictionary(uniqueKeysWithValues: fixture.music.map { ($0.id, Data($0.title.utf8)) })
            try await fixture.usecase(FakeAudioRepository(bytes)).execute(fixture.music.map(\.id), jobs: 2).collected()
            let before = try await fixture.downloads().downloads(allowing: .all, window: Window())
            try fixture.forgetAll()
            try fixture.write(tune, to: "another name [\(fixture.music[0].id)].flac")
            let findings = try await fixture.downloads().check()
            #expect(Set(findings.map(\.kind)) == [.unknown] && findings.count == 3)
            try FileManager.default.removeItem(atPath: fixture.path("another name [\(fixture.music[0].id)].flac"))
            _ = try await fixture.downloads().check()
            _ = try await fixture.downloads().check()
            #expect(try await fixture.downloads().downloads(allowing: .all, window: Window()) == before)
        }
    }

    @Test("adopts a complete file of a requested or failed download and emits the change", .timeLimit(.minutes(3)))
    func adoptsRequestedFiles() async throws {
        try await DownloadFixture.with(Array(SampleMusic.all.prefix(2))) { fixture in
            try await fixture.downloads().request(fixture.music.map(\.id))
            _ = try await fixture.downloads().open(fixture.music[1]).fail(.status(404))
            for music in fixture.music { try fixture.write(tune, to: DownloadName(music).text) }
            let downloads = try fixture.downloads()
            var changes = downloads.changes().makeAsyncIterator()
            #expect(try await downloads.check().map(\.kind) == [.unknown, .unknown])
            let states = try await fixture.downloads().states(of: fixture.music.map(\.id))
            #expect(states.count == 2 && states.values.allSatisfy { $0 == .downloaded })
            try await downloads.remove([fixture.music[0].id])
            var emitted: [DownloadState] = []
            while emitted.last != .notDownloaded, let change = await changes.next() { emitted.append(change.state) }
            #expect(emitted == [.downloaded, .downloaded, .notDownloaded])
        }
    }

    @Test("renames a file whose length differs from the request")
    func renamesFilesOfWrongLength() async throws {
        try await DownloadFixture.with { fixture, music in
            let file = try await fixture.downloads().open(music)
            try await file.begin(AudioStart(total: Int64(tune.count), version: "1"))
            try await file.write(tune.prefix(4))
            try await file.release()
            let name = DownloadName(music).text
            try fixture.write(Data("x".utf8), to: name)
            #expect(try await fixture.downloads().check() == [DownloadIssue(.changed, file: name, music: music.id)])
            #expect(try await fixture.downloads().states(of: [music.id]) == [music.id: .waiting])
            #expect(fixture.content(name + ".changed") == Data("x".utf8))
        }
    }

    @Test("removes abandoned partial files only")
    func removesAbandonedParts() async throws {
        try await DownloadFixture.with(Array(SampleMusic.all.prefix(4))) { fixture in
            let downloads = try fixture.downloads()
            try await downloads.request(fixture.music.prefix(3).map(\.id))
            let names = fixture.music.map { DownloadName($0).text }
            try await fixture.usecase(FakeAudioRepository([fixture.music[2].id: tune])).execute(
                [fixture.music[2].id], jobs: 1
            ).collected()
            let file = try await downloads.open(fixture.music[1])
            for index in [0, 2, 3] { try fixture.write(tune, to: names[index] + ".part") }
            try fixture.write(tune, to: "old title [\(fixture.music[0].id)].mp3.part")
            let findings = try await fixture.downloads().check()
            #expect(findings.allSatisfy { $0.kind == .abandoned })
            #expect(
                Set(findings.map(\.file)) == [
                    names[2] + ".part", names[3] + ".part", "old title [\(fixture.music[0].id)].mp3.part",
                ])
            #expect(try fixture.names() == [names[0] + ".part", names[1] + ".part", names[2]].sorted())
            try await file.release()
        }
    }

    @Test("keeps partial files of another library in the folder")
    func keepsPartsOfOtherLibrary() async throws {
        try await DownloadFixture.with { fixture, _ in
            let name = "Changes [\(MusicID(7))].mp3.part"
            try fixture.write(tune, to: name)
            #expect(try await fixture.downloads().check().isEmpty)
            #expect(try fixture.names() == [name])
        }
    }

    @Test("ignores files that are not downloads")
    func ignoresForeignFiles() async throws {
        try await DownloadFixture.with { fixture, music in
            let names = [
                "cover.jpg", "Changes.mp3", "Changes [\(MusicID(7))].mp3", "Changes [\(music.id)].txt", "x.part",
                "Changes [\(music.id)].mp3.changed", ".hidden", "[\(music.id)]",
            ]
            for name in names { try fixture.write(tune, to: name) }
            try fixture.write(Data(), to: DownloadName(music).text)
            try FileManager.default.createDirectory(
                atPath: fixture.path("folder [\(music.id)].mp3"), withIntermediateDirectories: false)
            let before = try fixture.names()
            #expect(try await fixture.downloads().check().isEmpty)
            #expect(try fixture.names() == before)
            #expect(try await fixture.downloads().states(of: [music.id]).isEmpty)
        }
    }

    @Test("checks any number of downloads")
    func checksManyDownloads() async throws {
        let songs = (1...600).map { RemoteMusic(key: "\($0)", title: "Song \($0)", audioURL: "http://a/\($0).mp3") }
        try await DownloadFixture.with(songs) { fixture in
            for music in fixture.music { try fixture.write(Data("\(music.id)".utf8), to: DownloadName(music).text) }
            #expect(try await fixture.downloads().check().count == 600)
            #expect(try await fixture.downloads().check().isEmpty)
            for music in fixture.music.prefix(3) { try fixture.write(tune, to: DownloadName(music).text) }
            #expect(
                Set(try await fixture.downloads().check().map(\.music)) == Set(fixture.music.prefix(3).map(\.id)))
        }
    }
}

extension DownloadFixture {
    /// Deletes the rows of all downloads, as if the library were new.
    fileprivate func forgetAll() throws {
        try change(home.appending(path: "library.sqlite").path, "DELETE FROM download")
    }
}
