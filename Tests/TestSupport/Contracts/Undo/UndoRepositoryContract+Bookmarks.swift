import FermataDomain
import Foundation
import Testing

extension UndoRepositoryContract {
    static let bookmarks: [Rule] = [
        rule("undoes bookmarks that were set at once, with the time and the first song") { library in
            library.time.advance(by: 60)
            let songs = try await library.music.all().prefix(3)
            let marked = try await library.music.setBookmark(true, of: songs.map(\.id))
            let change = UndoableChange(.bookmark, made: library.time.now, .song(marked[0]), count: 3)
            #expect(try await library.undo.all() == [change])
            #expect(try await library.undo.undoLast() == change)
            #expect(try await library.music.count(MusicQuery(bookmarkedOnly: true)) == 0)
            #expect(try await library.undo.all() == [])
        },
        rule("undoes the removal of a bookmark") { library in
            let song = try #require(try await library.music.all().first)
            try await library.music.setBookmark(true, of: song.id)
            try await library.music.setBookmark(false, of: song.id)
            #expect(try await library.undo.undoLast()?.action == .unbookmark)
            #expect(try await library.music.results(of: MusicQuery(bookmarkedOnly: true)).map(\.id) == [song.id])
            #expect(try await library.undo.all().actions == [.bookmark])
        },
        rule("stores no change for a bookmark that is already set, or after an error") { library in
            let ids = try await library.music.all().prefix(2).map(\.id)
            try await library.music.setBookmark(true, of: ids[0])
            try await library.music.setBookmark(true, of: ids[0])
            await #expect(throws: MusicError.self) {
                _ = try await library.music.setBookmark(true, of: [ids[1], MusicID(7)])
            }
            #expect(try await library.undo.all().actions == [.bookmark])
            _ = try await library.music.setBookmark(true, of: ids)
            #expect(try await library.undo.all().map(\.count) == [1, 1])
            try await library.undo.undoLast()
            #expect(try await library.music.results(of: MusicQuery(bookmarkedOnly: true)).map(\.id) == [ids[0]])
        },
        rule("undoes ratings, each to the one before") { library in
            let ids = try await library.music.all().prefix(3).map(\.id)
            try await library.music.setRating(.two, of: ids[0])
            _ = try await library.music.setRating(.five, of: Array(ids))
            _ = try await library.music.setRating(nil, of: [ids[1]])
            #expect(try await library.undo.all().map(\.count) == [1, 3, 1])
            #expect(try await library.undo.undoLast()?.action == .rate)
            #expect(try await library.music.all().filter { $0.rating == .five }.map(\.id) == Array(ids))
            try await library.undo.undoLast()
            let rated = try await library.music.all().filter { $0.rating != nil }
            #expect(rated.map(\.id) == [ids[0]] && rated.map(\.rating) == [.two])
        },
        rule("stores no change for a rating that is already set") { library in
            let id = try #require(try await library.music.all().first).id
            for rating in [nil, Rating.three, .three] { try await library.music.setRating(rating, of: id) }
            #expect(try await library.undo.all().actions == [.rate])
        },
        rule("does not list changes of songs that left the library, until they return") { library in
            let songs = try await library.music.all()
            let gone = try #require(songs.first { $0.title == "Changes" })
            let stays = try #require(songs.first { $0.title == "1999" })
            try await library.music.setBookmark(true, of: stays.id)
            try await library.music.setBookmark(true, of: gone.id)
            try await library.music.setBookmark(false, of: gone.id)
            _ = try await library.music.refresh("radio", with: Array(SampleMusic.all.dropFirst()))
            #expect(try await library.undo.all().map(\.subject.title) == ["1999"])
            _ = try await library.music.refresh("radio", with: SampleMusic.all)
            #expect(try await library.undo.all().map(\.subject.title) == ["Changes", "Changes", "1999"])
            try await library.undo.undoLast()
            let marked = try await library.music.results(of: MusicQuery(bookmarkedOnly: true))
            #expect(marked.map(\.title) == ["1999", "Changes"])
        },
    ]
}

extension UndoableChange.Subject {
    var title: String {
        switch self {
        case .song(let music): music.title
        case .toDo(let toDo): toDo.item.title
        case .annotated(.album(_, let name, _)), .annotated(.artist(let name)): name
        case .playlist(_, let name): name
        case .queue: "queue"
        }
    }
}
