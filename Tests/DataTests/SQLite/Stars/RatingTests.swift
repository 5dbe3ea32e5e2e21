import FermataContracts
import FermataData
import FermataDomain
import GRDB
import Testing

@Suite("Ratings and the sources that store them")
struct RatingTests {
    @Test("stores a source's ratings, also when they change later or are removed")
    func followsSource() async throws {
        let library = try await StarredLibrary()
        try await library.refresh(["a": .four, "b": .two])
        #expect(try await library.rated == ["a": 4, "b": 2])
        try await library.refresh(["a": .five, "c": .one])
        #expect(try await library.rated == ["a": 5, "c": 1])
        #expect(try await library.ratings.waiting().isEmpty)
    }

    @Test("the first sync of a library stores the ratings that records state")
    func storesRatingsOfFirstSync() async throws {
        let library = try await StarredLibrary([])
        try await library.sources.add(Source(name: "home", kind: "test", address: "", added: library.time.now))
        try await library.refresh(["a": .four])
        #expect(try await library.rated == ["a": 4])
        try await library.refresh(["b": .two])
        #expect(try await library.rated == ["b": 2])
    }

    @Test("the library's rating is sent and verified, and overrides the source's until then")
    func sendsAndVerifies() async throws {
        let library = try await StarredLibrary()
        try await library.refresh(["a": .two])
        let remote = InMemoryRemoteRatingRepository(songs: Set(StarredLibrary.keys), ratings: ["a": .two])
        try await library.rate(.five, ["a"])
        try await library.rate(.one, ["b"])
        try await library.refresh(["a": .three])
        #expect(try await library.rated == ["a": 5, "b": 1])
        #expect(try await library.ratings.waiting() == [WaitingChanges(source: "home", count: 2)])
        try await library.ratings.sendChanges(to: "home", through: remote)
        #expect(remote.ratings == ["a": .five, "b": .one])
        #expect(remote.received == [.rate(.five, ["a"]), .rate(.one, ["b"]), .read(["a", "b"])])
        #expect(try await library.ratings.waiting().isEmpty)
        try await library.refresh(["a": .four, "b": nil])
        #expect(try await library.rated == ["a": 4])
    }

    @Test("a source that ignores ratings does not change those of the library")
    func keepsUnverifiedRating() async throws {
        let library = try await StarredLibrary()
        let remote = InMemoryRemoteRatingRepository(songs: Set(StarredLibrary.keys))
        remote.change { $0.ignoresChanges = true }
        try await library.rate(.five, ["a"])
        for _ in 1...2 { try await library.ratings.sendChanges(to: "home", through: remote) }
        #expect(try await library.rated == ["a": 5])
        remote.change { $0.ignoresChanges = false }
        try await library.ratings.sendChanges(to: "home", through: remote)
        #expect(remote.ratings == ["a": .five])
        #expect(try await library.ratings.waiting().isEmpty)
    }

    @Test("a failed delivery waits, and a change back is sent as well")
    func resendsFailedDelivery() async throws {
        let library = try await StarredLibrary()
        let remote = InMemoryRemoteRatingRepository(songs: Set(StarredLibrary.keys))
        let failure = SourceFailure(.connectionRefused, address: "")
        remote.change { $0.failures = [failure] }
        try await library.rate(.five, ["a"])
        await #expect(throws: failure) { try await library.ratings.sendChanges(to: "home", through: remote) }
        try await library.rate(nil, ["a"])
        #expect(try await library.ratings.waiting() == [WaitingChanges(source: "home", count: 1)])
        try await library.ratings.sendChanges(to: "home", through: remote)
        #expect(remote.received.suffix(2) == [.rate(nil, ["a"]), .read(["a"])])
        #expect(try await library.ratings.waiting().isEmpty)
    }

    @Test("a song of two sources has the first one's rating, and a change reaches both")
    func sharesRating() async throws {
        let library = try await StarredLibrary(isShared: true)
        try await library.refresh("home", ["a": .four], isShared: true)
        library.time.advance(by: 1)
        try await library.sources.add(Source(name: "away", kind: "test", address: "", added: library.time.now))
        try await library.refresh("away", ["a": .two, "b": .three], isShared: true)
        #expect(try await library.rated == ["a": 4, "b": 3])
        #expect(try await library.ratings.waiting() == [WaitingChanges(source: "home", count: 1)])
        try await library.rate(.one, ["a"])
        #expect(
            try await library.ratings.waiting()
                == [WaitingChanges(source: "home", count: 2), WaitingChanges(source: "away", count: 1)])
        try await library.refresh("away", ["a": .two, "b": .five], isShared: true)
        #expect(try await library.rated == ["a": 1, "b": 5])
    }

    @Test("a rating from before another delivery changes nothing, and is read again")
    func discardsOutdatedRating() async throws {
        let library = try await StarredLibrary()
        try await library.refresh(["a": .two])
        var songs = StarredLibrary.songs(of: "home")
        songs[0].rating = .two
        songs[0].genre = "Pop"
        let session = try await library.music.beginSync(over: "home")
        let remote = InMemoryRemoteRatingRepository(songs: Set(StarredLibrary.keys), ratings: ["a": .two])
        try await library.rate(.five, ["a"])
        try await library.ratings.sendChanges(to: "home", through: remote)
        try await session.apply(RemoteBatch(records: RemoteRecord.records(of: songs)))
        _ = try await session.finish(.complete(revision: "1"))
        #expect(try await library.rated == ["a": 5])
        #expect(try await library.music.beginSync(over: "home").revision == nil)
        songs[0].rating = .five
        _ = try await library.music.refresh("home", with: songs)
        #expect(try await library.rated == ["a": 5])
        songs[0].rating = .three
        _ = try await library.music.refresh("home", with: songs)
        #expect(try await library.rated == ["a": 3])
    }

    @Test("a rating that the source had before a delivered one is noticed when it returns")
    func noticesFormerRating() async throws {
        let library = try await StarredLibrary()
        var songs = StarredLibrary.songs(of: "home")
        songs[0].rating = .two
        _ = try await library.music.refresh("home", with: songs)
        let remote = InMemoryRemoteRatingRepository(songs: Set(StarredLibrary.keys), ratings: ["a": .two])
        try await library.rate(.five, ["a"])
        try await library.ratings.sendChanges(to: "home", through: remote)
        _ = try await library.music.refresh("home", with: songs)
        #expect(try await library.rated == ["a": 2])
    }

    @Test("a rating of a song without one is sent when the source gets the song", arguments: [true, false])
    func sendsRatingOfJoinedSong(isHeld: Bool) async throws {
        let library = try await StarredLibrary(isHeld ? [] : ["radio"], isShared: true)
        try await library.sources.add(Source(name: "home", kind: "test", address: "", added: library.time.now))
        let song = ExportedSong(id: MusicID(source: "home", key: "a"))
        let rating = ExportedRating(.four, of: song)
        if isHeld {
            _ = try await SQLitePersonalDataRepository(library: library.file).add([rating], allowing: .all)
        } else {
            try await library.rate(.four, ["a"], source: "radio")
        }
        try await library.refresh("home", [:], isShared: true)
        #expect(try await library.rated == ["a": 4])
        #expect(try await library.ratings.waiting().contains(WaitingChanges(source: "home", count: 1)))
    }

    @Test("a song that its source lists under a new id keeps a rating that waits")
    func renewedSongKeepsRating() async throws {
        let library = try await StarredLibrary()
        try await library.refresh(["a": .two])
        try await library.rate(.five, ["a"])
        let renewed = StarredLibrary.songs(of: "home").map { song in
            var song = song
            song.key = "new \(song.key)"
            song.rating = song.title.hasPrefix("a") ? .two : nil
            return song
        }
        _ = try await library.music.refresh("home", with: renewed)
        #expect(try await library.rated == ["a": 5])
        let remote = InMemoryRemoteRatingRepository(songs: Set(renewed.map(\.key)), ratings: ["new a": .two])
        try await library.ratings.sendChanges(to: "home", through: remote)
        #expect(remote.ratings == ["new a": .five])
    }

    @Test("changes end with the source, and a new address joins the new server's ratings")
    func endsChangesWithSource() async throws {
        let library = try await StarredLibrary(["home", "away"])
        try await library.refresh(["a": .two])
        try await library.rate(.four, ["b"])
        var source = try #require(try await library.sources.sources().first)
        source.address = "test:new"
        try await library.sources.update("home", to: source)
        try await library.refresh(["c": .one])
        #expect(try await library.rated == ["a": 2, "b": 4, "c": 1])
        #expect(try await library.ratings.waiting() == [WaitingChanges(source: "home", count: 2)])
        try await library.sources.remove(named: "home", keepingBookmarked: false)
        #expect(try await library.ratings.waiting().isEmpty)
        #expect(try await library.rated == [:])
    }

    @Test("a repair keeps ratings, those of missing songs, and changes that wait")
    func repairKeepsRatings() async throws {
        let library = try await StarredLibrary()
        try await library.refresh(["a": .two, "b": .three])
        try await library.rate(.five, ["a"])
        let held = ExportedRating(.one, of: ExportedSong(id: MusicID(1 << 40)))
        let data = SQLitePersonalDataRepository(library: library.file)
        _ = try await data.add([held], allowing: .all)
        try await SQLiteHistoryRepository(library: library.file)
            .add(Play(MusicID(source: "home", key: "a"), started: library.time.now))
        let path = try TemporaryFolder().path("damaged.sqlite")
        try await DatabaseQueue(path: library.path, configuration: .patient).writeWithoutTransaction {
            try $0.execute(sql: "VACUUM INTO ?", arguments: [path])
        }
        let lost = MusicID(source: "home", key: "e").value
        try await DatabaseQueue(path: path).write { db in
            try db.execute(sql: "DELETE FROM record WHERE id = \(Int64(bitPattern: lost))")
        }
        #expect(try await SQLiteLibraryFile(path: path, now: { library.time.now }).repair() != nil)
        let repaired = try StarredLibrary(path: path)
        #expect(try await repaired.rated == ["a": 5, "b": 3])
        #expect(try await repaired.ratings.waiting() == [WaitingChanges(source: "home", count: 1)])
        let ratings = try await SQLitePersonalDataRepository(library: repaired.file).ratings(allowing: .all).joined()
        #expect(ratings.last == held)
        #expect(try await SQLiteLibraryFile(path: path, now: { library.time.now }).check() == [])
    }
}
