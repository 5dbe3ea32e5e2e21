public import FermataDomain
import Foundation
import Testing

/// A library with the playlists of its own; `own` changes those that `playlists` lists.
public typealias OwnPlaylistLibrary = (
    music: any LocalMusicRepository, sources: any SourceRepository, playlists: any PlaylistRepository,
    own: any OwnPlaylistRepository
)

/// Makes an empty library with a clock.
public typealias OwnPlaylistRepositoryFactory = ContractFactory<
    @Sendable (TestTime) async throws -> OwnPlaylistLibrary
>

/// The rules of every `OwnPlaylistRepository`.
public enum OwnPlaylistRepositoryContract {
    public typealias Rule = ContractRule<OwnPlaylistRepositoryFactory>

    public static let rules: [Rule] = listRules + changeRules + survivalRules

    /// A rule for a library with `SampleMusic` of the source `radio`.
    static func rule(
        _ name: String, _ check: @escaping @Sendable (OwnPlaylistLibrary, [MusicID]) async throws -> Void
    ) -> Rule {
        timedRule(name) { library, ids, _ in try await check(library, ids) }
    }

    /// The same with the clock of the library.
    private static func timedRule(
        _ name: String, _ check: @escaping @Sendable (OwnPlaylistLibrary, [MusicID], TestTime) async throws -> Void
    ) -> Rule {
        Rule(name) { factory in
            let time = TestTime()
            let library = try await factory.make(time)
            try await library.sources.add(["radio", "shop"], time: time)
            _ = try await library.music.refresh("radio", with: SampleMusic.all)
            try await check(library, try await library.music.all().map(\.id), time)
        }
    }

    private static let listRules: [Rule] = [
        rule("lists a created playlist with its songs in order, repeated ones too") { library, ids in
            let songs = [ids[2], ids[0], ids[2]]
            let created = try await library.own.create("Mix", songs: songs, allowing: .all)
            #expect((created.name, created.origin, created.count, created.missing) == ("Mix", .own, 3, 0))
            #expect(try await library.playlists.all() == [created])
            #expect(try await library.playlists.music(in: created).map(\.id) == songs)
            let window = try await library.playlists.music(in: created, window: Window(offset: 1, limit: 1))
            #expect(window.map(\.id) == [ids[0]])
        },
        rule("lists saved searches, whose songs it does not count") { library, _ in
            let search = SavedSearch(text: "artist:bowie", order: .newest, isReversed: true, limit: 2)
            let saved = try await library.own.create("Bowie", search: search)
            #expect((saved.origin, saved.count, saved.missing) == (.search(search), nil, 0))
            let plain = try await library.own.create("All", search: SavedSearch())
            #expect(try await library.playlists.all() == [plain, saved])
            #expect(try await library.playlists.music(in: saved).isEmpty)
            await #expect(throws: PlaylistError.ofSearch(name: "Bowie")) {
                _ = try await library.own.change(saved.id, by: .remove([1]), allowing: .all)
            }
            #expect(try await library.own.rename(saved.id, to: "David", allowing: .all).search == search)
        },
        rule("lists its playlists for every listener, without hidden songs") { library, _ in
            let songs = try await library.music.all().filter { $0.explicit == .explicit }.map(\.id)
            _ = try await library.own.create("Loud", songs: songs, allowing: .all)
            _ = try await library.own.create("Empty", songs: [], allowing: .notExplicit)
            for filter in [ExplicitFilter.notExplicit, .cleanOnly] {
                let listed = try await library.playlists.all(allowing: filter)
                #expect(listed.map(\.name) == ["Empty", "Loud"] && listed.map(\.count) == [0, 0])
                #expect(listed.map(\.missing) == [0, 0])
                #expect(try await library.playlists.music(in: listed[1], allowing: filter).isEmpty)
            }
        },
        rule("refuses a second playlist of a name, as lists compare names") { library, ids in
            let mix = try await library.own.create("The Mix!", songs: [ids[0]], allowing: .all)
            _ = try await library.own.create("!!!", songs: [], allowing: .all)
            _ = try await library.own.create("???", search: SavedSearch())
            for name in ["mix", "MIX", " the mix "] {
                await #expect(throws: PlaylistError.nameInUse(name)) {
                    _ = try await library.own.create(name, songs: [], allowing: .all)
                }
                await #expect(throws: PlaylistError.nameInUse(name)) {
                    _ = try await library.own.create(name, search: SavedSearch())
                }
            }
            await #expect(throws: PlaylistError.nameInUse("!!!")) {
                _ = try await library.own.rename(mix.id, to: "!!!", allowing: .all)
            }
            #expect(try await library.own.rename(mix.id, to: "mix", allowing: .all).name == "mix")
            #expect(try await library.playlists.all().map(\.name) == ["mix", "!!!", "???"])
        },
        rule("finds its playlists by name, part of the name, and beginning of the id") { library, _ in
            let mix = try await library.own.create("Mix", songs: [], allowing: .all)
            let remix = try await library.own.create("Remix", songs: [], allowing: .all)
            for (text, expected) in [
                ("mix", [mix]), ("MIX!", [mix]), ("rem", [remix]), ("mi", [mix, remix]), ("nothing", []),
                (remix.id.description, [remix]),
            ] {
                let found = try await library.own.ownPlaylists(matching: text, allowing: .all, limit: 9)
                #expect(found == expected, "\(text)")
            }
            #expect(try await library.own.ownPlaylists(matching: "mi", allowing: .all, limit: 1) == [mix])
        },
        rule("shares a playlist that is private at first, until that is reverted") { library, ids in
            let created = try await library.own.create("Mix", songs: [ids[0]], allowing: .all)
            let search = try await library.own.create("Old", search: SavedSearch(text: "year:1971"))
            #expect(!created.isShared && !search.isShared)
            for id in [created.id, search.id] {
                #expect(try await library.own.setShared(true, id, allowing: .all).isShared)
            }
            _ = try await library.own.rename(created.id, to: "Mix 2", allowing: .all)
            #expect(try await library.playlists.all().map(\.isShared) == [true, true])
            #expect(try await !library.own.setShared(false, created.id, allowing: .all).isShared)
            #expect(try await library.playlists.all().map(\.isShared) == [false, true])
        },
        rule("stores a comment, which an empty one removes") { library, ids in
            let mix = try await library.own.create("Mix", songs: [ids[0]], allowing: .all)
            #expect(mix.comment.isEmpty)
            let commented = try await library.own.setComment("for “cars”", of: mix.id, allowing: .all)
            #expect(commented.comment == "for “cars”" && commented.count == 1)
            _ = try await library.own.rename(mix.id, to: "Mix 2", allowing: .all)
            #expect(try await library.playlists.all().map(\.comment) == ["for “cars”"])
            #expect(try await library.own.setComment("", of: mix.id, allowing: .all).comment.isEmpty)
            await #expect(throws: PlaylistError.notFound(PlaylistID(1).description)) {
                _ = try await library.own.setComment("", of: PlaylistID(1), allowing: .all)
            }
        },
        timedRule("states when a playlist was created, and when it last changed") { library, ids, time in
            time.advance(by: 0.75)
            let created = Date(timeIntervalSince1970: time.now.timeIntervalSince1970.rounded(.down))
            let mix = try await library.own.create("Mix", songs: [ids[0]], allowing: .all)
            let saved = try await library.own.create("Old", search: SavedSearch(text: "year:1971"))
            #expect([mix.created, mix.changed, saved.created, saved.changed].allSatisfy { $0 == created })
            let changes: [@Sendable () async throws -> Playlist] = [
                { try await library.own.change(mix.id, by: .add([ids[1]]), allowing: .all) },
                { try await library.own.rename(mix.id, to: "Mix 2", allowing: .all) },
                { try await library.own.setComment("two", of: mix.id, allowing: .all) },
                { try await library.own.setShared(true, mix.id, allowing: .all) },
                { try await library.own.change(mix.id, by: .remove([1]), allowing: .all) },
            ]
            for (number, change) in changes.enumerated() {
                time.advance(by: 60)
                let changed = try await change()
                #expect(changed.changed == created + Double(number + 1) * 60 && changed.created == created)
            }
            time.advance(by: 60)
            _ = try await library.own.rename(mix.id, to: "Mix 2", allowing: .all)
            _ = try await library.own.change(mix.id, by: .add([]), allowing: .all)
            #expect(try await library.playlists.playlist(mix.id, allowing: .all)?.changed == created + 300)
        },
        rule("adds up the durations of songs that a listener may see, repeated ones too") { library, ids in
            let songs = try await library.music.all()
            let mix = try await library.own.create("Mix", songs: ids + [ids[0]], allowing: .all)
            let search = try await library.own.create("Old", search: SavedSearch())
            for filter in ExplicitFilter.allCases {
                let allowed = (songs + [songs[0]]).filter { filter.allows($0.explicit) }
                let expected = allowed.reduce(Duration.zero) { $0 + $1.duration }
                #expect(
                    try await library.playlists.durations(
                        of: [search.id, mix.id, PlaylistID(1)], allowing: filter) == [.zero, expected, .zero])
            }
        },
        rule("deletes a playlist, whose name is free then") { library, ids in
            for _ in 1...3 {
                let mix = try await library.own.create("Mix", songs: ids, allowing: .all)
                try await library.own.delete(mix.id, allowing: .all)
                #expect(try await library.playlists.all().isEmpty)
                await #expect(throws: PlaylistError.notFound(mix.id.description)) {
                    try await library.own.delete(mix.id, allowing: .all)
                }
            }
        },
        rule("gives playlists of one moment different ids") { library, _ in
            var ids: Set<PlaylistID> = []
            for number in 1...5 {
                let created = try await library.own.create("Mix", songs: [], allowing: .all)
                ids.insert(created.id)
                _ = try await library.own.rename(created.id, to: "Mix \(number)", allowing: .all)
            }
            #expect(ids.count == 5)
        },
    ]

    private static let changeRules: [Rule] = [
        rule("changes the songs that a listener sees as specified") { library, ids in
            let all = try await library.music.all()
            var generator = SeededGenerator(SeededGenerator.seed(for: "own playlists"))
            for filter in ExplicitFilter.allCases {
                let songs = (0..<12).map { _ in all[Int.random(in: 0..<all.count, using: &generator)] }
                var expected = PlaylistEntries(
                    songs.map { PlaylistEntries.Entry($0.id, isShown: filter.allows($0.explicit)) })
                let mix = try await library.own.create("Mix \(filter)", songs: songs.map(\.id), allowing: .all)
                for _ in 1...40 {
                    let allowed = all.filter { filter.allows($0.explicit) }.map(\.id)
                    let change = PlaylistChange.random(among: allowed, count: expected.shown.count, using: &generator)
                    try expected.apply(change)
                    let changed = try await library.own.change(mix.id, by: change, allowing: filter)
                    #expect(changed.count == expected.shown.count)
                    #expect(try await library.playlists.music(in: mix).map(\.id) == expected.all.map(\.song))
                    let shown = try await library.playlists.music(in: mix, allowing: filter)
                    #expect(shown.map(\.id) == expected.shown, "\(change)")
                }
            }
        },
        rule("changes nothing for a position without a song, or a song that is hidden") { library, ids in
            let mix = try await library.own.create("Mix", songs: Array(ids.prefix(3)), allowing: .all)
            let explicit = try #require(try await library.music.all().first { $0.explicit == .explicit }).id
            for (change, position) in [
                (PlaylistChange.remove([1, 4]), 4), (.remove([0]), 0), (.move([1, 4], to: 1), 4),
                (.move([1], to: 4), 4), (.insert([ids[5]], at: 5), 5), (.insert([ids[5]], at: 0), 0),
                (.remove([-1]), -1), (.remove([.max]), .max), (.insert([ids[5]], at: .min), .min),
            ] {
                await #expect(throws: PlaylistError.noPosition(position, count: 3)) {
                    _ = try await library.own.change(mix.id, by: change, allowing: .all)
                }
            }
            for change in [PlaylistChange.add([ids[4], explicit]), .insert([explicit], at: 1), .add([MusicID(7)])] {
                await #expect(throws: MusicError.self) {
                    _ = try await library.own.change(mix.id, by: change, allowing: .notExplicit)
                }
            }
            await #expect(throws: MusicError.notFound(explicit.description)) {
                _ = try await library.own.create("Other", songs: [ids[4], explicit], allowing: .notExplicit)
            }
            await #expect(throws: PlaylistError.notFound(PlaylistID(7).description)) {
                _ = try await library.own.change(PlaylistID(7), by: .add([ids[0]]), allowing: .all)
            }
            #expect(try await library.playlists.all() == [mix])
            #expect(try await library.playlists.music(in: mix).map(\.id) == Array(ids.prefix(3)))
        },
        rule("changes nothing if another song is at a position") { library, ids in
            let mix = try await library.own.create("Mix", songs: Array(ids.prefix(3)), allowing: .all)
            func change(_ change: PlaylistChange, expecting songs: [MusicID]) async throws {
                _ = try await library.own.change(mix.id, by: change, expecting: songs, allowing: .all)
            }
            await #expect(throws: PlaylistError.otherSong(position: 2)) {
                try await change(.move([1, 2], to: 3), expecting: [ids[0], ids[0]])
            }
            await #expect(throws: PlaylistError.otherSong(position: 3)) {
                try await change(.remove([3]), expecting: [ids[1]])
            }
            #expect(try await library.playlists.music(in: mix).map(\.id) == Array(ids.prefix(3)))
            try await change(.move([3], to: 1), expecting: [ids[2]])
            try await change(.remove([2]), expecting: [ids[0]])
            #expect(try await library.playlists.music(in: mix).map(\.id) == [ids[2], ids[1]])
        },
        rule("copies all songs, hidden and missing ones too") { library, ids in
            let mix = try await library.own.create("Mix", songs: ids + [ids[0]], allowing: .all)
            _ = try await library.music.refresh("radio", with: Array(SampleMusic.all.dropFirst()))
            let copy = try await library.own.create("Copy", copying: mix.id, allowing: .notExplicit)
            #expect(copy.missing > 0)
            _ = try await library.music.refresh("radio", with: SampleMusic.all)
            #expect(try await library.playlists.music(in: copy).map(\.id) == ids + [ids[0]])
        },
        rule("loses no song of concurrent additions") { library, ids in
            let mix = try await library.own.create("Mix", songs: [], allowing: .all)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for id in ids {
                    group.addTask { _ = try await library.own.change(mix.id, by: .add([id]), allowing: .all) }
                }
                try await group.waitForAll()
            }
            #expect(try await library.playlists.music(in: mix).map(\.id).sorted() == ids.sorted())
        },
        rule("finds the songs that descriptions mean, as specified") { library, _ in
            let all = try await library.music.all()
            let descriptions =
                all.flatMap { song in
                    let names = [SongDescription.Names(artist: song.artist.uppercased(), title: "the " + song.title)]
                    return [
                        SongDescription(names: names, duration: song.duration),
                        SongDescription(names: names, duration: song.duration + .seconds(3)),
                        SongDescription(addresses: ["x", song.audioURL ?? "y"], names: names),
                    ]
                } + [
                    SongDescription(), SongDescription(names: [.init(artist: "", title: "Don't Stop")]),
                    SongDescription(names: [.init(artist: "A", title: "B"), .init(artist: "!!!", title: "!!!")]),
                    SongDescription(names: [.init(artist: "???", title: "!!!")]),
                ]
            for filter in ExplicitFilter.allCases {
                let allowed = all.filter { filter.allows($0.explicit) }
                let found = try await library.own.songs(meant: descriptions, allowing: filter)
                #expect(found == descriptions.map { $0.song(among: allowed)?.id })
                #expect(found.contains { $0 != nil } && found.contains(nil))
            }
        },
    ]

    private static let survivalRules: [Rule] = [
        rule("shows a song again that has left the library and returns") { library, ids in
            let mix = try await library.own.create("Mix", songs: ids, allowing: .all)
            for kept in [Array(SampleMusic.all.dropFirst(5)), [], SampleMusic.all] {
                _ = try await library.music.refresh("radio", with: kept)
                let listed = try #require(try await library.playlists.all().first)
                #expect((listed.count, listed.missing) == (kept.count, ids.count - kept.count))
            }
            #expect(try await library.playlists.music(in: mix).map(\.id) == ids)
        },
        rule("keeps the songs of a source that renews its ids") { library, ids in
            let mix = try await library.own.create("Mix", songs: ids, allowing: .all)
            let songs = SampleMusic.all.filter { !$0.artist.isEmpty }
            for number in 1...2 {
                let renewed = songs.map { song in
                    var song = song
                    song.key = "new \(number) " + song.key
                    return song
                }
                _ = try await library.music.refresh("radio", with: renewed)
                let listed = try #require(try await library.playlists.all().first)
                #expect((listed.count, listed.missing) == (renewed.count, ids.count - renewed.count))
            }
            let present = try await library.music.all().map(\.id)
            #expect(try await library.playlists.music(in: mix).map(\.id) == ids.filter(present.contains))
        },
        rule("keeps the songs of a source that other sources provide, when it is removed") { library, ids in
            let mix = try await library.own.create("Mix", songs: ids, allowing: .all)
            let others = SampleMusic.all.filter { !$0.artist.isEmpty }
            _ = try await library.music.refresh("shop", with: others)
            let late = try await library.own.create("Late", songs: ids, allowing: .all)
            try await library.sources.remove(named: "radio", keepingBookmarked: false)
            let titles = try await library.music.all().map(\.title).sorted()
            for playlist in [mix, late] {
                #expect(try await library.playlists.music(in: playlist).map(\.title).sorted() == titles)
            }
        },
        rule("keeps bookmarked songs of a removed source, which can be added, too") { library, ids in
            let mix = try await library.own.create("Mix", songs: ids, allowing: .all)
            _ = try await library.music.setBookmark(true, of: Array(ids.prefix(2)))
            try await library.sources.remove(named: "radio", keepingBookmarked: true)
            #expect(try await library.playlists.music(in: mix).map(\.id) == Array(ids.prefix(2)))
            _ = try await library.own.change(mix.id, by: .add([ids[1]]), allowing: .all)
            #expect(try await library.playlists.music(in: mix).map(\.id) == [ids[0], ids[1], ids[1]])
        },
    ]
}

extension PlaylistChange {
    /// A change of a playlist that shows `count` songs.
    static func random(
        among songs: [MusicID], count: Int, using generator: inout some RandomNumberGenerator
    ) -> PlaylistChange {
        let added = Array(songs.shuffled(using: &generator).prefix(Int.random(in: 0...3, using: &generator)))
        let positions = Array(
            (1...max(1, count)).shuffled(using: &generator).prefix(Int.random(in: 1...3, using: &generator)))
        return switch count == 0 ? 0 : Int.random(in: 0...4, using: &generator) {
        case 0: .add(added)
        case 1: .insert(added, at: Int.random(in: 1...count + 1, using: &generator))
        case 2, 3: .move(positions, to: Int.random(in: 1...count, using: &generator))
        default: .remove(positions)
        }
    }
}
