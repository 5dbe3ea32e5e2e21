import FermataDomain
import FermataPresentation
import Testing

@Suite("Several songs, and own playlists, in the TUI")
struct TUIPlaylistTests {
    private static let mix = Playlist(id: PlaylistID(7), name: "Mix", origin: .own, count: 3)
    private static let radio = Playlist(id: PlaylistID(8), name: "Radio", source: "radio", count: 3)
    private static let search = Playlist(id: PlaylistID(9), name: "Search", origin: .search(SavedSearch(text: "bowie")))
    private static let row = PlaylistCellModel(mix)

    private static func session() -> TUISession { .started(playlists: [mix, radio, search]) }

    /// The ids of songs by their rows.
    private static func ids(_ rows: Int...) -> [MusicID] { rows.map { TUISession.song($0, "").id } }

    // MARK: - Several songs

    @Test("V selects rows up to the one that is moved to, and Esc ends the selection")
    func selectsRows() {
        var session = Self.session()
        session.press("V", .down)
        #expect(session.lines.filter { $0.hasPrefix("> ") }.count == 2)
        #expect(session.position == "2 selected, 2 of 3")
        session.press(.escape)
        #expect(session.lines.filter { $0.hasPrefix("> ") }.count == 1)
        #expect(session.position == "2 of 3")
    }

    @Test(
        "an action takes all selected songs and ends the selection",
        arguments: [
            ("p", TUIEffect.play(.songs(ids(1, 2)))), ("A", .enqueue(.songs(ids(1, 2)))),
            ("I", .enqueueNext(.songs(ids(1, 2)))), ("b", .setBookmarks(true, of: .songs(ids(1, 2)))),
            ("4", .setRatings(.four, of: .songs(ids(1, 2)))), ("0", .setRatings(nil, of: .songs(ids(1, 2)))),
        ] as [(TUIKey, TUIEffect)])
    func actsOnSelection(key: TUIKey, effect: TUIEffect) {
        var session = Self.session()
        session.press("G", "V", "k")
        session.clearRequested()
        session.press(key)
        #expect(session.requested == [effect])
        #expect(session.position == "2 of 3")
    }

    @Test("a selection beyond the loaded rows names their positions")
    func selectsUnloadedRows() {
        var session = TUISession.started(songs: (0..<2_000).map { "Song \($0)" })
        session.press("V")
        session.holdReplies()
        session.press("G", "A")
        let source = TUISource.music(MusicQuery())
        #expect(session.requested.last == .enqueue(.rows(source, Window(offset: 0, limit: 2_000))))
        #expect(session.statusText == "Added 2,000 songs to the queue.")
    }

    @Test("refuses to change more songs than a change may have")
    func refusesLargeSelection() {
        var session = TUISession.started()
        session.songs = Array(repeating: "Song", count: 100_001)
        session.send(.libraryChanged)
        session.press("V", "G")
        session.clearRequested()
        session.press("b")
        #expect(session.requested.isEmpty)
        #expect(session.statusText == "Select at most 100,000 songs.")
    }

    @Test("removes bookmarks only if all selected songs have one")
    func togglesBookmarks() {
        var session = Self.session()
        let changed = [0, 1].map { MusicCellModel(TUISession.song($0, "Song \($0)", isBookmarked: true)) }
        session.send(.songsChanged(changed, "Bookmarked 2 songs."))
        #expect(session.statusText == "Bookmarked 2 songs.")
        #expect(session.lines[1] == "  b|Song 1|David Bowie|Hunky Dory|3:37")
        session.press("V", "j", "b")
        #expect(session.requested.last == .setBookmarks(false, of: .songs(Self.ids(0, 1))))
        session.press("V", "j", "b")
        #expect(session.requested.last == .setBookmarks(true, of: .songs(Self.ids(1, 2))))
    }

    @Test("adds bookmarks if not all selected rows are loaded")
    func bookmarksUnloadedRows() {
        var session = TUISession.started(songs: (0..<2_000).map { "Song \($0)" })
        session.press("V")
        session.holdReplies()
        session.press("G", "b")
        let songs = TUISongs.rows(.music(MusicQuery()), Window(offset: 0, limit: 2_000))
        #expect(session.requested.last == .setBookmarks(true, of: songs))
    }

    @Test("d downloads the selected songs that need it, else asks whether to remove them")
    func downloadsSelection() {
        var session = TUISession()
        session.states = [TUISession.song(0, "").id: .downloaded]
        session.start()
        session.press("V", "G")
        session.clearRequested()
        session.press("d")
        #expect(session.requested == [.downloadSongs(.songs(Self.ids(1, 2)))])
        session.send(.downloadsRequested(count: 2))
        #expect(session.statusText == "Downloading 2 songs." && session.position == "3 of 3")
        for row in [1, 2] { session.states[TUISession.song(row, "").id] = .downloaded }
        session.send(.libraryChanged)
        session.press("g", "V", "j", "d")
        #expect(session.statusText == "Remove 2 downloads? y/n")
        session.clearRequested()
        session.press("y")
        #expect(session.requested == [.removeDownloads(.songs(Self.ids(0, 1)))])
    }

    @Test("d on more songs than are loaded names their positions")
    func downloadsUnloadedSelection() {
        var session = TUISession.started(songs: (0..<2_000).map { "Song \($0)" })
        session.press("V")
        session.holdReplies()
        session.press("G", "d")
        #expect(session.statusText == "Download 2,000 songs? y/n")
        session.press("y")
        #expect(session.requested.last == .downloadSongs(.rows(.music(MusicQuery()), Window(offset: 0, limit: 2_000))))
    }

    @Test("moves and removes several songs of the queue")
    func changesQueue() {
        var session = Self.session()
        session.queue = [4, 5, 6, 7].map { number in
            QueuedSong(number: number, song: TUISession.song(number, "Song \(number)"), isCurrent: false)
        }
        session.press("W", "V", "j")
        session.clearRequested()
        session.press("J")
        #expect(session.requested.first == .player(.move(entries: [4, 5], to: .before(entry: 7))))
        session.holdReplies()
        session.press("x")
        #expect(session.requested.first == .player(.remove(entries: [4, 5])))
    }

    @Test("a list of sources has no rows to select")
    func selectsNoSources() {
        var session = Self.session()
        session.press(.function(7), "V")
        #expect(session.statusText == "Several rows can be selected in lists of songs, albums, artists and playlists.")
    }

    // MARK: - Albums, playlists and artists

    @Test("p, A and I on a playlist are about its songs")
    func playsPlaylist() {
        var session = Self.session()
        session.press(.function(4))
        session.clearRequested()
        session.press("p", "A", "I")
        let songs = TUISongs.rows(.playlist(Self.row))
        #expect(session.requested == [.play(songs), .enqueue(songs), .enqueueNext(songs)])
        #expect(session.statusText == "“Mix” will play next.")
    }

    @Test("an album, playlist or artist is played completely, and a list of songs in part")
    func limitsPlayedSongs() {
        let album = AlbumCellModel(Album(id: AlbumID(1), name: "Low", artist: "David Bowie", songCount: 5_000))
        for source in [
            TUISource.album(album), .playlist(Self.row), .music(MusicQuery(artist: "David Bowie", order: .album)),
        ] {
            #expect(TUISongs.rows(source).playLimit == 100_000)
        }
        #expect(TUISongs.rows(.music(MusicQuery())).playLimit == PlayQueue.libraryLimit)
        #expect(TUISongs.rows(.music(MusicQuery()), Window(offset: 0, limit: 2_000)).playLimit == 100_000)
    }

    @Test("M plays all songs by the artist, as the artist's page orders the albums")
    func playsArtist() {
        var session = Self.session()
        session.clearRequested()
        session.press("M")
        #expect(session.requested == [.play(.artist("David Bowie"))])
        #expect(session.statusText == "Playing all songs by David Bowie.")
    }

    // MARK: - Choosing a playlist

    @Test("y lists a new playlist and those that can be changed, and Enter adds the songs")
    func addsToPlaylist() {
        var session = Self.session()
        session.press("V", "j", "y")
        #expect(session.screen.title == "Add 2 songs to a playlist")
        #expect(session.lines[0] == "  New playlist…" && session.lines[1].hasPrefix("> Mix"))
        #expect(session.screen.hints?.contains("Enter add") == true)
        session.press(.enter)
        #expect(session.requested.last == .addToPlaylist(Self.row, .songs(Self.ids(0, 1))))
        #expect(session.screen.title == "Music by title")
    }

    @Test("y and Enter ask for the name of a new playlist")
    func createsPlaylist() {
        var session = Self.session()
        session.press("y", "k")
        #expect(session.screen.hints?.contains("Enter create") == true)
        session.press(.enter, .enter)
        #expect(session.statusText == "Enter a name.")
        session.type("Best")
        session.press(.enter)
        #expect(session.requested.last == .createPlaylist("Best", .songs(Self.ids(0))))
        session.send(.playlistRejected(ProblemModel(.conflict, "It exists.")))
        #expect(session.screen.title == "A new playlist")
        #expect(session.statusText == "It exists.")
    }

    @Test("a name that is typed in the list of playlists changes none of them")
    func ignoresTypedName() {
        var session = Self.session()
        session.press("y")
        session.clearRequested()
        session.press("x", "e", "b", "d", "p", "A", "I", "V", "X", "3")
        #expect(session.requested.isEmpty && session.screen.title == "Add “Changes” to a playlist")
        #expect(session.screen.hints?.contains("x remove") == false)
    }

    @Test("selects the playlist to which songs were added last")
    func selectsLastPlaylist() {
        var session = TUISession.started(
            playlists: [Self.mix, Playlist(id: PlaylistID(10), name: "Other", origin: .own, count: 1)])
        session.press("y", "j", .enter, "y")
        #expect(session.selectedLine?.hasPrefix("> Other") == true)
    }

    @Test("returns to the list when the new playlist is created")
    func returnsAfterCreation() {
        var session = Self.session()
        session.press("y", "g", .enter)
        session.type("Mix")
        session.press(.enter)
        session.send(.playlistSaved(PlaylistChangeModel(Self.mix, "Created “Mix”.")))
        #expect(session.screen.title == "Music by title")
        #expect(session.statusText == "Created “Mix”.")
    }

    @Test("a late change of another playlist keeps a typed name and an open choice")
    func keepsInputOnLateChange() {
        var session = Self.session()
        let changed = TUIEvent.playlistChanged(PlaylistChangeModel(Self.mix, "Added 1 song to “Mix”."))
        session.press("y", .enter, "y")
        session.send(changed)
        #expect(session.screen.title == "Add “Changes” to a playlist")
        session.press("g", .enter)
        session.type("Best")
        session.send(changed)
        #expect(session.screen.title == "A new playlist" && session.lines[0].contains("Best"))
    }

    @Test("rows of a playlist are not read between a rename and the end of a move")
    func readsAfterAllChanges() {
        var session = Self.session()
        session.press(.function(4), .enter)
        session.holdReplies()
        session.press("J", "e")
        session.type("!")
        session.press(.enter)
        session.send(.playlistSaved(PlaylistChangeModel(Self.mix, "Renamed “Mix” to “Mix!”.")))
        #expect(session.loads.isEmpty)
        session.send(.playlistChanged(PlaylistChangeModel(Self.mix, "Moved 1 song.")))
        #expect(session.loads.count == 1)
    }

    // MARK: - Changing a playlist

    @Test("moves songs at once, and reads the rows again when the last move is made")
    func movesSongs() {
        var session = Self.session()
        session.press(.function(4), .enter)
        session.holdReplies()
        session.press("J", "J")
        #expect(
            session.requested == [
                .changePlaylist(Self.row, .move([1], to: 2)), .changePlaylist(Self.row, .move([2], to: 3)),
            ])
        #expect(session.lines.prefix(3).map { $0.prefix(6) } == ["  Fame", "  Hero", "> Chan"])
        let moved = PlaylistChangeModel(Self.mix, "Moved 1 song.")
        session.send(.playlistChanged(moved))
        #expect(session.loads.isEmpty)
        session.send(.playlistChanged(moved))
        #expect(session.loads.count == 1)
    }

    @Test("moves a block of songs up")
    func movesBlock() {
        var session = Self.session()
        session.press(.function(4), .enter, "j", "V", "j")
        session.holdReplies()
        session.press("K")
        #expect(session.requested == [.changePlaylist(Self.row, .move([2, 3], to: 1))])
        #expect(session.lines.prefix(3).map { $0.prefix(6) } == ["> Fame", "> Hero", "  Chan"])
        session.press("K")
        #expect(session.requested.count == 1)
    }

    @Test("removes the selected songs, and shows the old rows if that fails")
    func removesSongs() {
        var session = Self.session()
        session.press(.function(4), .enter)
        session.holdReplies()
        session.press("x")
        #expect(session.requested == [.changePlaylist(Self.row, .remove([1]))])
        session.send(.playlistFailed(Self.mix.id, ProblemModel(.storageFull, "The disk is full.")))
        #expect(session.statusText == "The disk is full.")
        #expect(session.loads.count == 1)
    }

    @Test("x removes the row that is shown, however fast it is pressed")
    func removesShownSongs() {
        var session = TUISession.started(songs: (0..<6).map { "Song \($0)" }, playlists: [Self.mix])
        session.press(.function(4), .enter, "j")
        session.holdReplies()
        session.press("x", "j", "x", "V", "j", "x")
        #expect(
            session.requested == [
                .changePlaylist(Self.row, .remove([2])), .changePlaylist(Self.row, .remove([3])),
                .changePlaylist(Self.row, .remove([3, 4])),
            ])
        #expect(session.lines.prefix(3).map { $0.prefix(8) } == ["  Song 0", "> Song 2", ""])
    }

    @Test("renames and deletes a playlist in its screen and in the list")
    func renamesAndDeletes() {
        for opens in [true, false] {
            var session = Self.session()
            session.press(.function(4))
            if opens { session.press(.enter) }
            session.press("e", .control("u"))
            session.type("New")
            session.press(.enter)
            #expect(session.requested.last == .renamePlaylist(Self.row, to: "New"))
            session.press(.escape)
            session.send(.playlistRejected(ProblemModel(.conflict, "It exists.")))
            session.press(.escape, "y", "X", "y")
            #expect(session.requested.last == .deletePlaylist(Self.row))
            session.send(.playlistDeleted(Self.row))
            #expect(session.statusText == "Deleted “Mix”. Press u to undo.")
            #expect(session.screen.title == "Playlists")
        }
    }

    @Test("says why the playlist of a source and the songs of a search cannot be changed")
    func explainsRefusal() {
        var session = Self.session()
        session.press(.function(4), "j", "X")
        #expect(session.statusText == "A source provides the playlist “Radio”, so it cannot be changed here.")
        session.press("j", .enter, "x")
        #expect(session.statusText == "“Search” is a saved search: its songs are the results of the search.")
    }

    @Test("a adds a playlist to the list of playlists")
    func addsPlaylist() {
        var session = Self.session()
        session.press(.function(4), "a")
        session.type("Empty")
        session.press(.enter)
        #expect(session.requested.last == .createPlaylist("Empty", .songs([])))
    }
}
