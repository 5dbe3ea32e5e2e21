import FermataDomain
import Foundation
import Testing

extension UndoRepositoryContract {
    static let playlists: [Rule] = [
        rule("undoes each change of a playlist, step by step") { library in
            let ids = try await library.music.all().map(\.id)
            var states: [[String]] = [[]]
            func step(_ change: () async throws -> Void) async throws {
                try await change()
                states.append(try await texts(of: library.playlists))
            }
            let own = library.own
            try await step { _ = try await own.create("Mix", songs: Array(ids.prefix(6)), allowing: .all) }
            let mix = try #require(try await library.playlists.all().first)
            for change in [
                PlaylistChange.add([ids[7], ids[0]]), .insert([ids[8]], at: 1), .move([2, 9], to: 5), .remove([1, 9]),
                .insert([ids[9], ids[9]], at: 8),
            ] {
                try await step { _ = try await own.change(mix.id, by: change, allowing: .all) }
            }
            try await step { _ = try await own.rename(mix.id, to: "Blend", allowing: .all) }
            try await step { _ = try await own.create("Copy", copying: mix.id, allowing: .all) }
            try await step { try await own.delete(mix.id, allowing: .all) }
            let search = SavedSearch(text: "bowie", order: .added, isReversed: true, limit: 3)
            try await step { _ = try await own.create("Saved", search: search) }
            let saved = try await library.playlists.playlist("Saved")
            try await step { try await own.delete(saved.id, allowing: .all) }
            let changes = try await library.undo.all()
            #expect(
                changes.actions == [
                    .deletePlaylist, .createPlaylist, .deletePlaylist, .createPlaylist, .renamePlaylist,
                    .addToPlaylist, .removeFromPlaylist, .moveInPlaylist, .addToPlaylist, .addToPlaylist,
                    .createPlaylist,
                ])
            #expect(changes.map(\.count) == [0, 0, 0, 0, 0, 2, 2, 2, 1, 2, 6])
            #expect(changes.last?.subject == .playlist(mix.id, name: "Mix"))
            for (change, state) in zip(changes, states.dropLast().reversed()) {
                #expect(try await library.undo.undoLast() == change)
                #expect(try await texts(of: library.playlists) == state)
            }
            #expect(try await library.undo.undoLast() == nil)
        },
        rule("restores comment, sharing and times of a deleted playlist") { library in
            let mix = try await library.own.create("Mix", songs: [], allowing: .all)
            _ = try await library.own.setShared(true, mix.id, allowing: .all)
            let before = try await library.own.setComment("two", of: mix.id, allowing: .all)
            library.time.advance(by: 60)
            try await library.own.delete(mix.id, allowing: .all)
            try await library.undo.undoLast()
            let restored = try await library.playlists.playlist("Mix")
            #expect(restored.comment == "two" && restored.isShared && restored.created == before.created)
            #expect(restored.changed == before.changed?.addingTimeInterval(60))
        },
        rule("undoes a change with a number only while it is the last one") { library in
            let ids = try await library.music.all().map(\.id)
            let mix = try await library.own.create("Mix", songs: Array(ids.prefix(2)), allowing: .all)
            _ = try await library.own.rename(mix.id, to: "Blend", allowing: .all)
            let numbers = try await library.undo.changes(allowing: .all, limit: 2).map(\.number)
            for number in [numbers[1], numbers[0] + 1] {
                await #expect(throws: UndoError.notLast) {
                    try await library.undo.undoLast(allowing: .all, includingQueue: true, only: number)
                }
            }
            #expect(try await library.playlists.playlist("Blend").id == mix.id)
            let undone = try await library.undo.undoLast(allowing: .all, includingQueue: true, only: numbers[0])
            #expect(undone?.number == numbers[0])
            await #expect(throws: UndoError.notLast) {
                try await library.undo.undoLast(allowing: .all, includingQueue: true, only: numbers[0])
            }
        },
        rule("stores no change of a playlist for calls that change nothing") { library in
            let ids = try await library.music.all().map(\.id)
            let mix = try await library.own.create("Mix", songs: Array(ids.prefix(3)), allowing: .all)
            for change in [
                PlaylistChange.add([]), .insert([], at: 2), .move([2], to: 2), .remove([]), .replace([], by: []),
            ] {
                _ = try await library.own.change(mix.id, by: change, allowing: .all)
            }
            _ = try await library.own.rename(mix.id, to: "Mix", allowing: .all)
            #expect(try await library.undo.all().actions == [.createPlaylist])
        },
        rule("undoes no change of a playlist with hidden songs, nor one below it") { library in
            let songs = try await library.music.all()
            let clean = try #require(songs.first { $0.explicit == .clean }).id
            let explicit = try #require(songs.first { $0.explicit == .explicit }).id
            let mix = try await library.own.create("Mix", songs: [clean], allowing: .all)
            let other = try await library.own.create("Other", songs: [clean], allowing: .all)
            _ = try await library.own.change(mix.id, by: .add([explicit]), allowing: .all)
            #expect(try await library.undo.all(.notExplicit).map(\.subject.title) == ["Other"])
            _ = try await library.own.change(mix.id, by: .insert([clean], at: 1), allowing: .notExplicit)
            #expect(try await library.undo.undoLast(allowing: .notExplicit)?.action == .addToPlaylist)
            #expect(try await library.undo.undoLast(allowing: .notExplicit)?.subject.title == other.name)
            #expect(try await library.undo.undoLast(allowing: .notExplicit) == nil)
            #expect(try await library.playlists.music(in: mix).map(\.id) == [clean, explicit])
        },
        rule("undoes changes of songs that have left the library") { library in
            let ids = try await library.music.all().map(\.id)
            let mix = try await library.own.create("Mix", songs: ids, allowing: .all)
            _ = try await library.own.change(mix.id, by: .remove([1]), allowing: .all)
            _ = try await library.music.refresh("radio", with: [])
            try await library.undo.undoLast()
            _ = try await library.music.refresh("radio", with: SampleMusic.all)
            #expect(try await library.playlists.music(in: mix).map(\.id) == ids)
        },
    ]
}

/// The playlists of a library as text.
private func texts(of playlists: any PlaylistRepository) async throws -> [String] {
    var texts: [String] = []
    for playlist in try await playlists.all() {
        texts.append("\(playlist) \(try await playlists.music(in: playlist).map(\.id))")
    }
    return texts
}
