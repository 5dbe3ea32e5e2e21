import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing
import TestTraits

/// A use of a library in which any file operation can fail.
struct FaultStory: Sendable, CustomTestStringConvertible {
    typealias Step = @Sendable (FaultSubject) async throws -> Void
    let name: String
    /// Creates the library.
    let prepare: Step
    /// Damages this library.
    var damage: Step?
    /// The repeatable changes. Each is acknowledged when it returns.
    let steps: [Step]
    /// Whether each step is done completely or not at all.
    var isAtomic = true
    /// Checks state beyond the content, such as other files.
    var verify: @Sendable (FaultSubject, _ isAcknowledged: Bool) async throws -> Void = { _, _ in }

    var testDescription: String { name }
}

extension FaultStory {
    /// Runs the steps until one fails; returns how many were acknowledged, and the failure of the next.
    func run(_ subject: FaultSubject) async -> (acknowledged: Int, failure: (any Error)?) {
        for (index, step) in steps.enumerated() {
            do { try await step(subject) } catch { return (index, error) }
        }
        return (steps.count, nil)
    }
}

/// Stories that change a library.
enum FaultStories {
    static let all = [
        firstSync, secondSync, bookmarks, toDos, ownPlaylists, undo, sources, downloads,
        backup, restore, restoreOfNothing, restoreOverDamage, repair, checksums, completeImport,
    ]

    static let songs = (1...24).map { number in
        RemoteMusic(
            key: "\(number)", title: "Song \(number)", artist: "Artist \(number % 5)",
            audioURL: "https://example.org/\(number).mp3", lyrics: number == 7 ? "la la " : "")
    }
    /// The source's later songs: two added, five removed, some renamed.
    static let laterSongs =
        songs.dropFirst(5).enumerated().map { index, song in
            var song = song
            if index % 4 == 0 { song.title += " (live)" }
            return song
        } + (25...26).map { RemoteMusic(key: "\($0)", title: "Song \($0)", artist: "New artist") }
    static let lists = [
        RemotePlaylist(key: "1", name: "Morning", songKeys: ["1", "2", "9"]),
        RemotePlaylist(key: "2", name: "Evening", songKeys: ["7", "8"]),
    ]
    static let source = Source(name: "radio", kind: "test", address: "test:radio", added: FaultSubject.now)

    /// Fills a library with a synced source, bookmarks and to-dos.
    @Sendable static func fill(_ subject: FaultSubject) async throws {
        try await subject.sources().add(source)
        _ = try await subject.music().refresh("radio", with: songs, revision: "1")
        _ = try await subject.playlists().refresh("radio", with: lists, revision: "1")
        for song in try await subject.music().all().prefix(6) {
            _ = try await subject.music().setBookmark(true, of: song.id)
        }
        try await subject.toDos().add(titles: ["Hear the band", "Buy the record"])
    }

    static func song(_ number: Int) -> MusicID { MusicID(source: "radio", key: "\(number)") }

    private static let firstSync = FaultStory(
        name: "first sync", prepare: { _ in },
        steps: [
            { subject in
                if try await subject.sources().sources().isEmpty { try await subject.sources().add(source) }
            },
            { _ = try await $0.music().refresh("radio", with: songs, revision: "1") },
            { _ = try await $0.playlists().refresh("radio", with: lists, revision: "1") },
        ])

    private static let secondSync = FaultStory(
        name: "second sync", prepare: fill,
        steps: [
            { _ = try await $0.music().refresh("radio", with: laterSongs, revision: "2") },
            { _ = try await $0.playlists().refresh("radio", with: [lists[1]], revision: "2") },
        ], isAtomic: false)

    private static let bookmarks = FaultStory(
        name: "bookmarks", prepare: fill,
        steps: [
            { _ = try await $0.music().setBookmark(true, of: song(20)) },
            { _ = try await $0.music().setBookmark(false, of: song(1)) },
        ])

    private static let toDos = FaultStory(
        name: "to-dos", prepare: fill,
        steps: [
            { try await $0.toDos().add(titles: ["Learn the song"]) },
            { try await $0.toDos().setDone(true, of: [1]) },
            { _ = try await $0.toDos().update(1, allowing: .all) { $0.description = "On the guitar" } },
            { subject in
                if try await subject.toDos().toDo(2, allowing: .all) != nil { try await subject.toDos().remove([2]) }
            },
        ])

    private static let ownPlaylists = FaultStory(
        name: "own playlists", prepare: fill,
        steps: [
            { subject in
                guard try await subject.mix() == nil else { return }
                _ = try await subject.ownPlaylists().create("Mix", songs: (1...9).map(song), allowing: .all)
            },
            { subject in
                guard let mix = try await subject.mix(), mix.count == 9 else { return }
                _ = try await subject.ownPlaylists().change(mix.id, by: .insert([song(20)], at: 2), allowing: .all)
            },
            { subject in
                guard let mix = try await subject.mix(), mix.count == 10 else { return }
                _ = try await subject.ownPlaylists().change(mix.id, by: .remove([1, 10]), allowing: .all)
            },
            { subject in
                if let mix = try await subject.mix() { try await subject.ownPlaylists().delete(mix.id, allowing: .all) }
            },
        ])

    /// Undoes the last two of seven changes.
    private static let undo = FaultStory(
        name: "undo", prepare: fill,
        steps: [6, 5].map { left in
            { subject in
                while try await subject.undo().changes(allowing: .all, limit: 9).count > left {
                    _ = try await subject.undo().undoLast(allowing: .all)
                }
            }
        })

    private static let sources = FaultStory(
        name: "sources", prepare: fill,
        steps: [
            { subject in
                if try await subject.sources().sources().contains(where: { $0.name == "shop" }) { return }
                var shop = source
                (shop.name, shop.address) = ("shop", "test:shop")
                try await subject.sources().add(shop)
            },
            { subject in
                if try await subject.sources().sources().contains(where: { $0.name == "radio" }) {
                    try await subject.sources().remove(named: "radio", keepingBookmarked: true)
                }
            },
        ])
}

extension FaultStories {
    static let downloads = FaultStory(
        name: "downloads", prepare: fill,
        steps: [
            { subject in
                let missing = try await subject.downloads().states(of: [song(1), song(2)]).isEmpty
                if missing { try await subject.downloads().request([song(1), song(2)]) }
            },
            { subject in
                let audio = FakeAudioRepository([song(1): Data.varied(count: 3_000)])
                let usecase = DownloadMusicUsecase(
                    music: try subject.music(), audio: audio, downloads: try subject.downloads(), listener: .anyone)
                _ = try await usecase.execute([song(1)], jobs: 1).collected()
            },
            { try await $0.downloads().remove([song(2)]) },
        ])

    static let completeImport = FaultStory(
        name: "import", prepare: { _ = try $0.library() },
        steps: [
            { _ = try await $0.personalData().add([ExportedSource(source)]) },
            { subject in
                let bookmarks = (1...3).map { ExportedBookmark(id: song($0), title: "Song \($0)") }
                _ = try await subject.personalData().add(bookmarks, allowing: .all)
            },
            { subject in
                let list = ExportedPlaylist(
                    id: PlaylistID(1), name: "Morning", source: "radio", entries: [.init(id: song(1))])
                _ = try await subject.personalData().add([list], allowing: .all)
            },
            { try await $0.toDos().add(titles: ["Hear the band"]) },
        ])

    static let backup = FaultStory(
        name: "backup", prepare: fill,
        steps: [{ try await $0.backUp() }],
        verify: { subject, isAcknowledged in
            let names = try subject.names(startingWith: "backup")
            #expect(names == ["backup"] || !isAcknowledged && names.isEmpty)
            if names.isEmpty { return }
            let copy = FaultSubject(try TemporaryFolder().url)
            try FileManager.default.copyItem(atPath: subject.path("backup"), toPath: copy.path)
            #expect(try await copy.content() == subject.content())
            #expect(try await copy.findings() == [])
        })
}

extension FaultSubject {
    func backUp() async throws {
        for try await _ in backups.backUp(to: path("backup"), replacing: true) {}
    }
}

extension FaultStories {
    /// Replaces a library that was changed after its backup.
    static let restore = FaultStory(
        name: "restore",
        prepare: { subject in
            try await fill(subject)
            try await subject.backUp()
            try await change(subject)
        }, steps: [{ try await $0.restore() }],
        verify: { subject, _ in
            if try await subject.toDos().count(.toDo) == 3 { return }
            var isStored = false
            for name in try subject.names(startingWith: "library.sqlite.replaced-") where !isStored {
                isStored = try await isChanged(subject, name)
            }
            #expect(isStored, "the replaced content is lost")
        })

    static let restoreOfNothing = FaultStory(
        name: "restore without a library",
        prepare: { subject in
            let other = FaultSubject(try TemporaryFolder().url)
            try await fill(other)
            try await other.backUp()
            try FileManager.default.copyItem(atPath: other.path("backup"), toPath: subject.path("backup"))
        }, steps: [{ try await $0.restore() }])

    static let restoreOverDamage = FaultStory(
        name: "restore over a damaged library",
        prepare: { subject in
            try await fill(subject)
            try await subject.backUp()
        },
        damage: { subject in
            try checkpoint(subject.path)
            try subject.overwrite(at: 0, count: 200)
            try FileManager.default.copyItem(atPath: subject.path, toPath: subject.path("as damaged"))
        }, steps: [{ try await $0.restore() }], verify: expectDamagedFile)

    static let repair = FaultStory(
        name: "repair", prepare: fill,
        damage: { subject in
            try checkpoint(subject.path)
            let pages = Array(try subject.bytes("library.sqlite"))
            // The first byte of an index's leaf page is 10.
            let offset = try #require(stride(from: 0, to: pages.count, by: 4_096).reversed().first { pages[$0] == 10 })
            try subject.overwrite(at: offset, count: 4_096)
            try FileManager.default.copyItem(atPath: subject.path, toPath: subject.path("as damaged"))
        }, steps: [{ _ = try await $0.file.repair() }], verify: expectDamagedFile)

    /// A repair of an intact library without checksums, which adds checksums to its pages.
    static let checksums = FaultStory(
        name: "checksums for a library without them",
        prepare: { subject in
            let newer = FaultSubject(try TemporaryFolder().url)
            try await fill(newer)
            // A repair may lose the changes that can be undone.
            try DataTests.change(newer.path, "DELETE FROM undo")
            try LibraryWithoutChecksums.make(at: subject.path, from: newer.path)
        }, steps: [{ _ = try await $0.file.repair() }])

    /// Removes a bookmark and adds a to-do.
    @Sendable private static func change(_ subject: FaultSubject) async throws {
        _ = try await subject.music().setBookmark(false, of: song(1))
        try await subject.toDos().add(titles: ["Learn the song"])
    }

    /// Whether a replaced library contains the added to-do.
    private static func isChanged(_ subject: FaultSubject, _ name: String) async throws -> Bool {
        let copy = FaultSubject(try TemporaryFolder().url)
        try FileManager.default.copyItem(atPath: subject.path(name), toPath: copy.path)
        #expect(try await copy.findings() == [])
        return try await copy.content().toDos.count == 3
    }

    /// Checks that the damaged file still exists unchanged, under any name.
    @Sendable private static func expectDamagedFile(_ subject: FaultSubject, isAcknowledged: Bool) async throws {
        let damaged = try subject.bytes("as damaged")
        #expect(try subject.names(startingWith: "library.sqlite").contains { try subject.bytes($0) == damaged })
    }
}

extension FaultSubject {
    func restore() async throws { _ = try await backups.stage(path("backup")).restore() }

    func overwrite(at offset: Int, count: Int) throws {
        try overwriteBytes(of: path, at: offset, count: count)
    }
}
