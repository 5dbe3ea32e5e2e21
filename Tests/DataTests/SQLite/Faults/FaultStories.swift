import FermataContracts
import FermataData
import FermataDomain
import Foundation

/// Stories that change a library.
enum FaultStories {
    static let all = [
        firstSync, secondSync, bookmarks, toDos, undo, sources, downloads, migration(1), migration(2), migration(7),
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
