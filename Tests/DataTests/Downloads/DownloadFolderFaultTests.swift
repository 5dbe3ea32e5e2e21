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
        try await DownloadFixture.with { place, music in
            let file = try await place.downloads().open(music)
            try await file.begin(AudioStart(total: Int64(tune.count), version: "1"))
            try await file.write(tune.prefix(8))
            try FileManager.default.removeItem(at: place.folder)
            try await file.write(tune.dropFirst(8))
            let gone = DownloadError.cannotStore(path: place.folder.path, .removed)
            await #expect(throws: gone) { _ = try await file.finish() }
            try await file.release()
            #expect(try place.names().isEmpty)
            #expect(try await place.downloads().pending() == [music.id])
            try await place.usecase(FakeAudioRepository([music.id: tune])).resume(jobs: 1).collected()
            #expect(place.content(DownloadName(music).text) == tune)
        }
    }

    @Test("removes the other files of a group if one cannot be removed, which stays listed")
    func removesOtherFiles() async throws {
        let songs = (1...3).map { number in
            RemoteMusic(key: "\(number)", title: "Song \(number)", audioURL: "https://example.org/\(number)")
        }
        try await DownloadFixture.with(songs) { place in
            let downloads = try place.downloads()
            let ids = place.music.map(\.id).sorted()
            let audio = FakeAudioRepository(Dictionary(uniqueKeysWithValues: ids.map { ($0, tune) }))
            try await place.usecase(audio).execute(ids, jobs: 1).collected()
            let blocked = try #require(place.music.first { $0.id == ids[1] })
            try FileManager.default.removeItem(atPath: place.path(DownloadName(blocked).text))
            try FileManager.default.createDirectory(
                atPath: place.path(DownloadName(blocked).text), withIntermediateDirectories: false)
            _ = try await place.library.refresh("radio", with: [])
            await #expect(throws: DownloadError.self) { try await downloads.remove(.ofRemovedMusic, allowing: .all) }
            #expect(try await downloads.states(of: ids) == [ids[1]: .downloaded])
            #expect(try place.names() == [DownloadName(blocked).text])
            try FileManager.default.removeItem(atPath: place.path(DownloadName(blocked).text))
            #expect(try await downloads.remove(.ofRemovedMusic, allowing: .all) == 1)
        }
    }

    @Test("a check finds the removed folder, and files can return")
    func checkFindsRemovedFolder() async throws {
        try await DownloadFixture.with { place, music in
            let usecase = try place.usecase(FakeAudioRepository([music.id: tune]))
            try await usecase.execute([music.id], jobs: 1).collected()
            try FileManager.default.removeItem(at: place.folder)
            #expect(try await place.downloads().check().map(\.kind) == [.missing])
            try await usecase.execute([music.id], jobs: 1).collected()
            #expect(place.content(DownloadName(music).text) == tune)
        }
    }

    @Test("fails if the partial file is removed")
    func failsIfPartIsRemoved() async throws {
        try await DownloadFixture.with { place, music in
            let file = try await place.downloads().open(music)
            try await file.begin(AudioStart(total: Int64(tune.count), version: "1"))
            try await file.write(tune)
            try FileManager.default.removeItem(atPath: place.path(DownloadName(music).text + ".part"))
            let path = place.path(DownloadName(music).text)
            await #expect(throws: DownloadError.cannotStore(path: path, .removed)) {
                _ = try await file.finish()
            }
            try await file.release()
        }
    }

    @Test("fails if the folder is a file")
    func failsIfFolderIsFile() async throws {
        try await DownloadFixture.with { place, music in
            try tune.write(to: place.folder)
            let path = place.path(DownloadName(music).text + ".part")
            let refusal = DownloadError.cannotStore(path: path, .notAFolder)
            await #expect(throws: refusal) { _ = try await place.downloads().begin(music) }
            #expect(try Data(contentsOf: place.folder) == tune)
        }
    }

    @Test("refuses a partial file with a second name, whose content would change as well")
    func refusesHardLink() async throws {
        try await DownloadFixture.with { place, music in
            let name = DownloadName(music).text + ".part"
            try place.write(tune, to: "mine.txt")
            try FileManager.default.linkItem(atPath: place.path("mine.txt"), toPath: place.path(name))
            let refusal = DownloadError.cannotStore(path: place.path(name), .nameInUse)
            await #expect(throws: refusal) { _ = try await place.downloads().begin(music) }
            #expect(place.content("mine.txt") == tune && place.content(name) == tune)
        }
    }

    @Test("refuses a partial file of another user", .enabled(if: geteuid() == 0, "only root can give a file away"))
    func refusesForeignOwner() async throws {
        try await DownloadFixture.with { place, music in
            let name = DownloadName(music).text + ".part"
            try place.write(tune, to: name)
            #expect(chown(place.path(name), 65_534, 65_534) == 0)
            let refusal = DownloadError.cannotStore(path: place.path(name), .nameInUse)
            await #expect(throws: refusal) { _ = try await place.downloads().begin(music) }
            #expect(place.content(name) == tune)
        }
    }

    @Test("leaves another file with the partial file's name unchanged", arguments: [true, false])
    func leavesForeignPart(isLink: Bool) async throws {
        try await DownloadFixture.with { place, music in
            let name = DownloadName(music).text + ".part"
            try place.write(tune, to: "mine.txt")
            if isLink {
                try FileManager.default.createSymbolicLink(
                    atPath: place.path(name), withDestinationPath: place.path("mine.txt"))
            } else {
                try FileManager.default.createDirectory(atPath: place.path(name), withIntermediateDirectories: false)
            }
            let refusal = DownloadError.cannotStore(path: place.path(name), .nameInUse)
            await #expect(throws: refusal) { _ = try await place.downloads().begin(music) }
            #expect(place.content("mine.txt") == tune)
            #expect(try await place.downloads().check().isEmpty)
            #expect(try place.names().count == 2)
        }
    }

    @Test("replaces a link by the file and keeps the link's target")
    func replacesLinkWithFile() async throws {
        try await DownloadFixture.with { place, music in
            let name = DownloadName(music).text
            try place.write(Data("mine".utf8), to: "mine.txt")
            try FileManager.default.createSymbolicLink(
                atPath: place.path(name), withDestinationPath: place.path("mine.txt"))
            try await place.usecase(FakeAudioRepository([music.id: tune])).execute([music.id], jobs: 1).collected()
            #expect(place.content(name) == tune)
            #expect(place.content("mine.txt") == Data("mine".utf8))
        }
    }

    @Test("fails before writing if the disk is too small")
    func failsBeforeWritingWithoutRoom() async throws {
        try await DownloadFixture.with { place, music in
            let downloads = try place.downloads(freeSpace: { _ in (1 << 20) + 99 })
            let audio = FakeAudioRepository([music.id: Data(count: 100)])
            let refusal = DownloadError.noSpace(
                path: place.folder.path, needed: (1 << 20) + 100, free: (1 << 20) + 99)
            await #expect(throws: refusal) {
                try await place.usecase(audio, into: downloads).execute([music.id], jobs: 1).collected()
            }
            #expect(try place.names().isEmpty)
            #expect(try await downloads.pending() == [music.id])
            audio.change { $0.bytes[music.id] = Data(count: 99) }
            for try await ended in try place.usecase(audio, into: downloads).resume(jobs: 1) {
                #expect(ended.state == .downloaded)
            }
        }
    }

    @Test("resumes if the rest of a partial file fits")
    func resumesWithRoomForRest() async throws {
        try await DownloadFixture.with { place, music in
            let file = try await place.downloads().open(music)
            try await file.begin(AudioStart(total: 100, version: "1"))
            try await file.write(Data(count: 60))
            try await file.release()
            let audio = FakeAudioRepository([music.id: Data(count: 100)])
            let downloads = try place.downloads(freeSpace: { _ in (1 << 20) + 40 })
            for try await ended in try place.usecase(audio, into: downloads).resume(jobs: 1) {
                #expect(ended.state == .downloaded)
            }
        }
    }
}
