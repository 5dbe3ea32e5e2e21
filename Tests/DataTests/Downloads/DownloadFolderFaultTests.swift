import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite("A faulty download folder")
struct DownloadFolderFaultTests {
    private let tune = Data("a tune of some length".utf8)

    @Test("fails if the folder is removed; the next run works")
    func failsIfFolderIsRemoved() async throws {
        try await DownloadFixture.with { fixture, music in
            let file = try await fixture.downloads().open(music)
            try await file.begin(AudioStart(total: Int64(tune.count), version: "1"))
            try await file.write(tune.prefix(8))
            try FileManager.default.removeItem(at: fixture.folder)
            try await file.write(tune.dropFirst(8))
            let removed = DownloadError.cannotStore(path: fixture.folder.path, .removed)
            await #expect(throws: removed) { _ = try await file.finish() }
            try await file.release()
            #expect(try fixture.names().isEmpty)
            #expect(try await fixture.downloads().pending() == [music.id])
            try await fixture.usecase(FakeAudioRepository([music.id: tune])).resume(jobs: 1).collected()
            #expect(fixture.content(DownloadName(music).text) == tune)
        }
    }

    @Test("removes the other files of a group if one cannot be removed, which stays listed")
    func removesOtherFiles() async throws {
        let songs = (1...3).map { number in
            RemoteMusic(key: "\(number)", title: "Song \(number)", audioURL: "https://example.org/\(number)")
        }
        try await DownloadFixture.with(songs) { fixture in
            let downloads = try fixture.downloads()
            let ids = fixture.music.map(\.id).sorted()
            let audio = FakeAudioRepository(Dictionary(uniqueKeysWithValues: ids.map { ($0, tune) }))
            try await fixture.usecase(audio).execute(ids, jobs: 1).collected()
            let blocked = try #require(fixture.music.first { $0.id == ids[1] })
            try FileManager.default.removeItem(atPath: fixture.path(DownloadName(blocked).text))
            try FileManager.default.createDirectory(
                atPath: fixture.path(DownloadName(blocked).text), withIntermediateDirectories: false)
            _ = try await fixture.library.refresh("radio", with: [])
            await #expect(throws: DownloadError.self) { try await downloads.remove(.ofRemovedMusic, allowing: .all) }
            #expect(try await downloads.states(of: ids) == [ids[1]: .downloaded])
            #expect(try fixture.names() == [DownloadName(blocked).text])
            try FileManager.default.removeItem(atPath: fixture.path(DownloadName(blocked).text))
            #expect(try await downloads.remove(.ofRemovedMusic, allowing: .all) == 1)
        }
    }

    @Test("a check finds the removed folder, and files can return")
    func checkFindsRemovedFolder() async throws {
        try await DownloadFixture.with { fixture, music in
            let usecase = try fixture.usecase(FakeAudioRepository([music.id: tune]))
            try await usecase.execute([music.id], jobs: 1).collected()
            try FileManager.default.removeItem(at: fixture.folder)
            #expect(try await fixture.downloads().check().map(\.kind) == [.missing])
            try await usecase.execute([music.id], jobs: 1).collected()
            #expect(fixture.content(DownloadName(music).text) == tune)
        }
    }

    @Test("fails if the partial file is removed")
    func failsIfPartIsRemoved() async throws {
        try await DownloadFixture.with { fixture, music in
            let file = try await fixture.downloads().open(music)
            try await file.begin(AudioStart(total: Int64(tune.count), version: "1"))
            try await file.write(tune)
            try FileManager.default.removeItem(atPath: fixture.path(DownloadName(music).text + ".part"))
            let path = fixture.path(DownloadName(music).text)
            await #expect(throws: DownloadError.cannotStore(path: path, .removed)) {
                _ = try await file.finish()
            }
            try await file.release()
        }
    }

    @Test("fails if a folder has the final name, and keeps the partial file")
    func failsIfFolderHasFinalName() async throws {
        try await DownloadFixture.with { fixture, music in
            let name = DownloadName(music).text
            let file = try await fixture.downloads().open(music)
            try await file.begin(AudioStart(total: Int64(tune.count), version: "1"))
            try await file.write(tune)
            try FileManager.default.createDirectory(atPath: fixture.path(name), withIntermediateDirectories: false)
            let refusal = DownloadError.cannotStore(path: fixture.path(name + ".part"), .nameInUse)
            await #expect(throws: refusal) { _ = try await file.finish() }
            try await file.release()
            #expect(try fixture.names() == [name, name + ".part"])
            #expect(try await fixture.downloads().pending() == [music.id])
        }
    }

    @Test("creates the folder with its parents")
    func createsFolderWithParents() async throws {
        try await DownloadFixture.with { fixture, music in
            let folder = fixture.folder.appending(path: "of/ann")
            let library = try SQLiteLibrary(path: fixture.home.appending(path: "library.sqlite").path)
            let downloads = FileDownloadRepository(library: library, folder: folder, clock: ContinuousClock())
            let file = try await downloads.open(music)
            let path = folder.appending(path: DownloadName(music).text + ".part").path
            #expect(FileManager.default.fileExists(atPath: path))
            try await file.release()
        }
    }

    @Test("fails if the folder is a file")
    func failsIfFolderIsFile() async throws {
        try await DownloadFixture.with { fixture, music in
            try tune.write(to: fixture.folder)
            let path = fixture.path(DownloadName(music).text + ".part")
            let refusal = DownloadError.cannotStore(path: path, .notAFolder)
            await #expect(throws: refusal) { _ = try await fixture.downloads().begin(music) }
            #expect(try Data(contentsOf: fixture.folder) == tune)
        }
    }

    @Test("refuses a partial file with a second name, whose content would change as well")
    func refusesHardLink() async throws {
        try await DownloadFixture.with { fixture, music in
            let name = DownloadName(music).text + ".part"
            try fixture.write(tune, to: "mine.txt")
            try FileManager.default.linkItem(atPath: fixture.path("mine.txt"), toPath: fixture.path(name))
            let refusal = DownloadError.cannotStore(path: fixture.path(name), .nameInUse)
            await #expect(throws: refusal) { _ = try await fixture.downloads().begin(music) }
            #expect(fixture.content("mine.txt") == tune && fixture.content(name) == tune)
        }
    }

    @Test("refuses a partial file of another user", .enabled(if: geteuid() == 0, "only root can give a file away"))
    func refusesForeignOwner() async throws {
        try await DownloadFixture.with { fixture, music in
            let name = DownloadName(music).text + ".part"
            try fixture.write(tune, to: name)
            #expect(chown(fixture.path(name), 65_534, 65_534) == 0)
            let refusal = DownloadError.cannotStore(path: fixture.path(name), .nameInUse)
            await #expect(throws: refusal) { _ = try await fixture.downloads().begin(music) }
            #expect(fixture.content(name) == tune)
        }
    }

    @Test("leaves another file with the partial file's name unchanged", arguments: [true, false])
    func leavesForeignPart(isLink: Bool) async throws {
        try await DownloadFixture.with { fixture, music in
            let name = DownloadName(music).text + ".part"
            try fixture.write(tune, to: "mine.txt")
            if isLink {
                try FileManager.default.createSymbolicLink(
                    atPath: fixture.path(name), withDestinationPath: fixture.path("mine.txt"))
            } else {
                try FileManager.default.createDirectory(atPath: fixture.path(name), withIntermediateDirectories: false)
            }
            let refusal = DownloadError.cannotStore(path: fixture.path(name), .nameInUse)
            await #expect(throws: refusal) { _ = try await fixture.downloads().begin(music) }
            #expect(fixture.content("mine.txt") == tune)
            #expect(try await fixture.downloads().check().isEmpty)
            #expect(try fixture.names().count == 2)
        }
    }

    @Test("replaces a link by the file and keeps the link's target")
    func replacesLinkWithFile() async throws {
        try await DownloadFixture.with { fixture, music in
            let name = DownloadName(music).text
            try fixture.write(Data("mine".utf8), to: "mine.txt")
            try FileManager.default.createSymbolicLink(
                atPath: fixture.path(name), withDestinationPath: fixture.path("mine.txt"))
            try await fixture.usecase(FakeAudioRepository([music.id: tune])).execute([music.id], jobs: 1).collected()
            #expect(fixture.content(name) == tune)
            #expect(fixture.content("mine.txt") == Data("mine".utf8))
        }
    }

    @Test("fails before writing if the disk is too small")
    func failsBeforeWritingWithoutRoom() async throws {
        try await DownloadFixture.with { fixture, music in
            let downloads = try fixture.downloads(freeSpace: { _ in (1 << 20) + 99 })
            let audio = FakeAudioRepository([music.id: Data(count: 100)])
            let refusal = DownloadError.noSpace(
                path: fixture.folder.path, needed: (1 << 20) + 100, free: (1 << 20) + 99)
            await #expect(throws: refusal) {
                try await fixture.usecase(audio, into: downloads).execute([music.id], jobs: 1).collected()
            }
            #expect(try fixture.names().isEmpty)
            #expect(try await downloads.pending() == [music.id])
            audio.change { $0.bytes[music.id] = Data(count: 99) }
            let ended = try await fixture.usecase(audio, into: downloads).resume(jobs: 1).collected()
            #expect(ended.map(\.state) == [.downloaded])
        }
    }

    @Test("fails before writing a file that is larger than the disk")
    func failsBeforeWritingBeyondDisk() async throws {
        try await DownloadFixture.with { fixture, music in
            let file = try await fixture.downloads().open(music)
            let total: Int64 = 1 << 60
            let error = await #expect(throws: DownloadError.self) { try await file.begin(AudioStart(total: total)) }
            let needed = total + (1 << 20)
            guard case .noSpace(fixture.folder.path, needed, _)? = error else {
                Issue.record("unexpected error: \(String(describing: error))")
                return
            }
            try await file.release()
        }
    }

    @Test("resumes if the rest of a partial file fits")
    func resumesWithRoomForRest() async throws {
        try await DownloadFixture.with { fixture, music in
            let file = try await fixture.downloads().open(music)
            try await file.begin(AudioStart(total: 100, version: "1"))
            try await file.write(Data(count: 60))
            try await file.release()
            let audio = FakeAudioRepository([music.id: Data(count: 100)])
            let downloads = try fixture.downloads(freeSpace: { _ in (1 << 20) + 40 })
            let ended = try await fixture.usecase(audio, into: downloads).resume(jobs: 1).collected()
            #expect(ended.map(\.state) == [.downloaded])
        }
    }
}
