import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestServer
import TestTraits
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

@Suite("Name of a downloaded file")
struct DownloadNameTests {
    private static let id = MusicID(0x0123_4567_89AB_CDEF)
    private static let ending = " [0123456789abcdef].mp3"

    private func name(_ title: String, _ artist: String = "", audio: String? = "https://example.org/a.mp3") -> String {
        DownloadName(Music(id: Self.id, title: title, artist: artist, audioURL: audio)).text
    }

    @Test(
        "is the library's text made safe",
        arguments: [
            ("Changes", "David Bowie", "David Bowie - Changes"), ("Changes", "", "Changes"),
            ("../../x", "", "_.._x"), ("../../etc/passwd", "..", "_.._etc_passwd"), ("a/b", "AC/DC", "AC_DC - a_b"),
            ("a\\b:c*d?e\"f<g>h|i", "", "a_b_c_d_e_f_g_h_i"), ("...", "...", ""), (" . x . ", ". y", "y - x"),
            ("CON", "", "_CON"), ("nul", "", "_nul"), ("com1.txt", "", "_com1.txt"), ("LPT9 . x", "", "_LPT9 . x"),
            ("COM²", "", "_COM²"), ("x", "aux.y", "_aux.y - x"), ("CONGA", "", "CONGA"), ("CON", "x", "x - CON"),
            ("a\u{0}b\nc\u{1B}[31md\u{7F}e\u{85}f", "", "abc[31mdef"),
            ("\u{202E}exe.\u{200F}\u{2066}x\u{2069}\u{61C}", "", "exe.x"), ("a\u{2028}b\u{FEFF}c\u{FFFF}d", "", "abcd"),
            ("e\u{301}", "", "é"), ("👩‍👩‍👧 한글", "", "👩‍👩‍👧 한글"), ("[0123456789abcdef].mp3", "", "[0123456789abcdef].mp3"),
        ])
    func isSafeText(title: String, artist: String, stem: String) {
        let expected = stem.isEmpty ? String(Self.ending.dropFirst()) : stem + Self.ending
        #expect(Array(name(title, artist).unicodeScalars) == Array(expected.unicodeScalars))
        #expect(DownloadName.id(in: name(title, artist)) == Self.id)
    }

    @Test(
        "has at most 200 bytes and complete characters",
        arguments: ["x", "é", "챔", "👩‍👩‍👧‍👦", "e\u{301}\u{302}\u{303}\u{304}", ".", " ", "/", "\u{301}", "x ", "a\u{0}."])
    func has200BytesAtMost(_ unit: String) {
        for count in [1, 50, 170, 300, 5_000] {
            let name = name(String(repeating: unit, count: count), "x")
            #expect(name.utf8.count <= 200)
            #expect(name.hasSuffix("[0123456789abcdef].mp3"))
            #expect(DownloadName.id(in: name) == Self.id)
            let stem = name.dropLast(Self.ending.count)
            #expect(!stem.hasSuffix(" ") && !stem.hasSuffix(".") && !name.hasPrefix(".") && !name.hasPrefix(" "))
            let stemPrefix = stem.dropFirst("x - ".count)
            #expect(stemPrefix.allSatisfy { unit.precomposedStringWithCanonicalMapping.contains($0) || $0 == "_" })
        }
    }

    @Test("uses all 200 bytes")
    func uses200Bytes() {
        #expect(name(String(repeating: "x", count: 300)).utf8.count == 200)
    }

    @Test(
        "ends with the extension of the audio, if it has one",
        arguments: [
            ("https://example.org/a.FLAC?key=x.mp3#y.ogg", "flac"), ("https://example.org/a.opus", "opus"),
            ("https://example.org/a.exe", "audio"), ("https://example.org/a", "audio"), ("https://mp3", "audio"),
            ("https://example.org/a.mp3/", "audio"), ("https://example.org/stream.view?x=a.mp3", "audio"),
            (nil, "audio"),
            ("https://example.org/a.m/p3", "audio"), ("a.\u{202E}mp3", "audio"),
        ])
    func endsWithAudioType(address: String?, type: String) {
        #expect(name("x", audio: address) == "x [0123456789abcdef].\(type)")
    }

    @Test(
        "has no id if the program did not create it",
        arguments: [
            "", "x", "x.mp3", "[].mp3", "[0123456789abcdef]", "x [0123456789abcdef].mp3.part",
            "x [0123456789abcdef].mp3.changed", "x [0123456789abcdef].exe", "x [0123456789ABCDEF].mp3",
            "x [f123456789abcdef].mp3", "x [123456789abcdef].mp3", "x [+123456789abcdef].mp3",
            "x 0123456789abcdef].mp3", "[0123456789abcdef] x.mp3", "x [0123456789abcdeg].mp3", ".mp3", "].mp3",
        ])
    func foreignNameHasNoID(name: String) {
        #expect(DownloadName.id(in: name) == nil)
    }
}
