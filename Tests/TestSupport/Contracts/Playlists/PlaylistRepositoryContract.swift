public import FermataDomain
import Testing

/// A library with its playlists, artists and personal data.
public typealias PlaylistLibrary = (
    music: any LocalMusicRepository, sources: any SourceRepository, playlists: any LocalPlaylistRepository,
    artists: any ArtistRepository, data: any PersonalDataRepository
)

/// Makes an empty library with playlists and personal data, with a clock.
public typealias PlaylistRepositoryFactory = ContractFactory<@Sendable (TestTime) async throws -> PlaylistLibrary>

extension PlaylistRepositoryFactory {
    /// Makes a library with empty sources of these names.
    func make(sources names: [String], time: TestTime = TestTime()) async throws -> PlaylistLibrary {
        let library = try await make(time)
        try await library.sources.add(names, time: time)
        return library
    }

    /// A library of one source, `radio`, with this music and these playlists.
    func make(
        _ music: [RemoteMusic] = SampleMusic.all, _ playlists: [RemotePlaylist] = SamplePlaylists.all
    ) async throws -> PlaylistLibrary {
        let library = try await make(sources: ["radio"])
        _ = try await library.music.refresh("radio", with: music)
        _ = try await library.playlists.refresh("radio", with: playlists)
        return library
    }
}

/// The rules of every `PlaylistRepository`.
public enum PlaylistRepositoryContract {
    public typealias Rule = ContractRule<PlaylistRepositoryFactory>
    public static let rules: [Rule] = listRules + musicRules

    private static let listRules: [Rule] = [
        Rule("lists playlists by the sort key of the name, then by name") { factory in
            let playlists = try await factory.make().playlists
            #expect(try await playlists.all().map(\.name) == SamplePlaylists.names)
            #expect(try await playlists.all().allSatisfy { $0.source == "radio" })
        },
        Rule("lists playlists of equal names by id, across all sources") { factory in
            let library = try await factory.make(sources: ["radio", "shop"])
            let same = (1...4).map { RemotePlaylist(key: "\($0)", name: "Mix", songKeys: []) }
            for source in ["shop", "radio"] { _ = try await library.playlists.refresh(source, with: same) }
            let all = try await library.playlists.all()
            #expect(all.map(\.id) == all.map(\.id).sorted() && Set(all.map(\.id)).count == 8)
            #expect(all.count { $0.source == "radio" } == 4 && all.count { $0.source == "shop" } == 4)
        },
        Rule("returns the requested window") { factory in
            let playlists = try await factory.make().playlists
            let (all, some) = (try await playlists.all(), try await playlists.all(allowing: .notExplicit))
            for window in [
                Window(limit: 0), Window(limit: 5), Window(offset: 4, limit: 3), Window(offset: 10, limit: 9),
                Window(offset: 12), Window(offset: 99),
            ] {
                for (filter, list) in [(ExplicitFilter.all, all), (.notExplicit, some)] {
                    let rest = list.dropFirst(window.offset)
                    #expect(
                        try await playlists.playlists(nameContaining: "", allowing: filter, window: window)
                            == Array(window.limit.map { rest.prefix($0) } ?? rest))
                }
            }
        },
        Rule("finds playlists by a part of the name, compared by sort keys") { factory in
            let playlists = try await factory.make().playlists
            for (text, names) in [
                ("road", ["The Road", "Road trip", "road trip"]), ("  ROAD trip! ", ["Road trip", "road trip"]),
                ("the road", ["The Road", "Road trip", "road trip"]), ("롤 모", ["캐롤 모음"]), ("слав", ["Слава"]),
                ("songs", ["99 songs", "100 songs"]), ("100", ["100 songs"]),
                ("nul and", ["NUL\u{0}and\u{1B}[31mescape"]),
                ("nothing", []), ("%", []), ("_", []), ("*", []),
            ] {
                #expect(try await playlists.names(containing: text) == names, "\(text)")
            }
            #expect(try await playlists.names(containing: "road", Window(offset: 1, limit: 1)) == ["Road trip"])
        },
        Rule("lists names that begin with the text first, then words, then others") { factory in
            let names = ["Bad Love", "Clover", "Love", "Loved", "All my love", "A love song"]
            let lists = names.map { RemotePlaylist(key: $0, name: $0, songKeys: []) }
            let playlists = try await factory.make([], lists).playlists
            let ranked = ["Love", "Loved", "A love song", "All my love", "Bad Love", "Clover"]
            #expect(try await playlists.names(containing: "love") == ranked)
            #expect(
                try await playlists.names(containing: "love", Window(offset: 2, limit: 2)) == [
                    "A love song", "All my love",
                ])
            #expect(try await playlists.playlists(matching: "lov", allowing: .all, limit: 9).map(\.name) == ranked)
        },
        Rule("finds all playlists by an empty text, and symbol names by symbols only") { factory in
            let playlists = try await factory.make().playlists
            for blank in ["", " ", "\t\n"] {
                #expect(try await playlists.names(containing: blank) == SamplePlaylists.names)
            }
            for symbols in ["!", "!!!", " !! "] { #expect(try await playlists.names(containing: symbols) == ["!!!"]) }
            for symbols in ["!!!!", "?", "!?"] { #expect(try await playlists.names(containing: symbols) == []) }
        },
        Rule("returns playlists of exactly that name instead of those that contain it") { factory in
            let playlists = try await factory.make().playlists
            for (text, names) in [
                ("road", ["The Road"]), ("Road Trip", ["Road trip", "road trip"]), ("!!!", ["!!!"]),
                ("trip", ["Road trip", "road trip"]), ("캐롤", ["캐롤 모음"]), ("캐롤 모음", ["캐롤 모음"]), ("!", ["!!!"]),
                ("nothing", []),
            ] {
                #expect(
                    try await playlists.playlists(matching: text, allowing: .all, limit: 10).map(\.name) == names,
                    "\(text)")
                #expect(
                    try await playlists.playlists(matching: text, allowing: .all, limit: 1).map(\.name)
                        == Array(names.prefix(1)))
            }
        },
        Rule("ignores a playlist of exactly that name if the filter excludes it") { factory in
            let music = [
                RemoteMusic(key: "1", title: "1", explicit: .explicit),
                RemoteMusic(key: "2", title: "2", explicit: .clean),
            ]
            let remote = [
                RemotePlaylist(key: "a", name: "Rude", songKeys: ["1"]),
                RemotePlaylist(key: "b", name: "Rude and clean", songKeys: ["2"]),
            ]
            let playlists = try await factory.make(music, remote).playlists
            for filter in [ExplicitFilter.notExplicit, .cleanOnly] {
                for text in ["rude!", "rud"] {
                    let found = try await playlists.playlists(matching: text, allowing: filter, limit: 9)
                    #expect(found.map(\.name) == ["Rude and clean"])
                }
            }
            #expect(try await playlists.playlists(matching: "rude", allowing: .all, limit: 9).map(\.name) == ["Rude"])
        },
        Rule("finds a playlist by its complete id") { factory in
            let playlists = try await factory.make().playlists
            for playlist in try await playlists.all() {
                let id = playlist.id.description
                for text in [id, id.uppercased()] {
                    let found = try await playlists.playlists(matching: text, allowing: .all, limit: 9)
                    #expect(found == [playlist.uncounted])
                }
            }
        },
        Rule("finds playlists by the first characters of their ids") { factory in
            let playlists = try await factory.make().playlists
            let all = try await playlists.all()
            for playlist in all {
                let id = playlist.id.description
                let found = try await playlists.playlists(matching: String(id.dropLast()), allowing: .all, limit: 9)
                #expect(found == [playlist.uncounted])
                let prefix = String(id.prefix(1))
                let expected = all.filter { $0.id.description.hasPrefix(prefix) }.map(\.uncounted)
                guard try await playlists.count(nameContaining: prefix, allowing: .all) == 0 else { continue }
                #expect(try await playlists.playlists(matching: prefix, allowing: .all, limit: 99) == expected)
                let first = try await playlists.playlists(matching: prefix, allowing: .all, limit: 1)
                #expect(first == Array(expected.prefix(1)))
            }
        },
        Rule("finds a playlist by its id even if another has that id as its name") { factory in
            let library = try await factory.make()
            let all = try await library.playlists.all()
            let impostors = all.map { RemotePlaylist(key: "as \($0.id)", name: $0.id.description, songKeys: ["1"]) }
            _ = try await library.playlists.refresh("radio", with: SamplePlaylists.all + impostors)
            for filter in ExplicitFilter.allCases {
                let listed = try await library.playlists.all(allowing: filter)
                for playlist in all {
                    #expect(
                        try await library.playlists.playlist(playlist.id, allowing: filter)
                            == listed.first(where: { $0.id == playlist.id }))
                }
            }
            #expect(try await library.playlists.playlist(PlaylistID(7), allowing: .all) == nil)
        },
        Rule("counts the playlists that it lists") { factory in
            let playlists = try await factory.make().playlists
            for text in ["", "a", "nowhere to be found"] {
                for filter in ExplicitFilter.allCases {
                    let listed = try await playlists.playlists(nameContaining: text, allowing: filter, window: .all)
                    #expect(try await playlists.count(nameContaining: text, allowing: filter) == listed.count)
                }
            }
        },
        Rule("has no playlists at first") { factory in
            let playlists = try await factory.make(sources: ["radio"]).playlists
            for filter in ExplicitFilter.allCases { #expect(try await playlists.all(allowing: filter).isEmpty) }
            #expect(try await playlists.playlists(matching: "", allowing: .all, limit: 9).isEmpty)
        },
    ]
}

extension LocalPlaylistRepository {
    /// Syncs a source completely with exactly these playlists.
    public func refresh(
        _ source: String, with playlists: [RemotePlaylist], rejected: [RejectedRecord] = [], revision: String? = nil
    ) async throws -> SyncSummary {
        let session = try await beginSync(over: source)
        try await session.apply(RemotePlaylistBatch(playlists: playlists, rejected: rejected))
        return try await session.finish(.complete(revision: revision))
    }
}

extension PlaylistRepository {
    /// All playlists that a filter allows.
    public func all(allowing filter: ExplicitFilter = .all) async throws -> [Playlist] {
        try await playlists(nameContaining: "", allowing: filter, window: .all)
    }

    /// The names of playlists whose name contains a text.
    func names(containing text: String, _ window: Window = .all) async throws -> [String] {
        try await playlists(nameContaining: text, allowing: .all, window: window).map(\.name)
    }

    /// The first playlist called by a name. Throws if there is none.
    func playlist(_ name: String, allowing filter: ExplicitFilter = .all) async throws -> Playlist {
        let found = try #require(try await playlists(matching: name, allowing: filter, limit: 1).first)
        return try #require(try await playlist(found.id, allowing: filter))
    }

    /// A playlist's music, read in batches.
    public func music(
        in playlist: Playlist, allowing filter: ExplicitFilter = .all, window: Window = .all
    ) async throws -> [Music] {
        try await batches(of: playlist.id, allowing: filter, window: window).joined()
    }

    /// The titles of the music in the first playlist called by a name.
    func titles(in name: String) async throws -> [String] { try await music(in: playlist(name)).map(\.title) }
}
