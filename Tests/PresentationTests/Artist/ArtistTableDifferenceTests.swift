import FermataDomain
import FermataPresentation
import Testing

@Suite("The changes of an artist's table, applied in order, give the next one")
struct ArtistTableDifferenceTests {
    @Test("the changes turn any page into any other page", arguments: 0..<200)
    func turnsAnyPageIntoAnother(seed: UInt64) {
        var random = Random(seed: seed)
        var table = ArtistTable { testNow }
        var rows: [ArtistCellModel] = []
        rows.apply([.insert(table.rows[0], at: 0)])
        for _ in 0..<10 {
            let page = random.page()
            let changes = table.show(page)
            rows.apply(changes)
            #expect(rows == table.rows)
            #expect(rows == ArtistTable(page) { testNow }.rows)
            rows.apply(table.update(random.download()))
            rows.apply(table.update(random.music()))
            #expect(rows == table.rows)
        }
        rows.apply(table.fail(LibraryError.busy(path: "a")))
        #expect(rows == table.rows)
        #expect(rows.count { if case .message(let message) = $0 { message.kind == .loading } else { false } } == 0)
    }

    @Test("as few rows as possible move")
    func movesFewestRows() {
        let music = (0..<100).map { Music(id: MusicID($0), title: "\($0)") }
        var page = ArtistPage(
            artist: "", tracks: music, trackCount: 100, playlists: .loaded([]), related: .loaded([]),
            freshness: .stored(since: nil))
        var table = ArtistTable(page) { testNow }
        page.tracks = Array(music[50...]) + music[..<50]
        #expect(table.show(page).count == 100)
        page.tracks.insert(page.tracks.removeLast(), at: 0)
        #expect(table.show(page).count == 2)
        page.tracks.remove(at: 30)
        page.trackCount = 99
        #expect(table.show(page) == [.remove(at: 30)])
    }
}

/// Random pages of few pieces, so that rows come, go, move and change.
private struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func page() -> ArtistPage {
        let tracks = subset(of: 0..<8).map { music(MusicID($0)) }
        var page = ArtistPage(
            artist: "Artist", tracks: tracks, trackCount: tracks.count + Int.random(in: 0...1, using: &self),
            freshness: Bool.random(using: &self) ? .fresh(at: testNow) : .offline(since: nil, failures: []))
        for track in tracks where Bool.random(using: &self) { page.downloads[track.id] = downloadState() }
        page.playlists = loading { random in
            random.subset(of: 0..<4).map { id in
                ArtistPlaylist(
                    playlist: Playlist(id: PlaylistID(id), name: "List \(id)", source: "radio"),
                    shared: Int.random(in: 1...2, using: &random))
            }
        }
        page.related = loading { random in
            random.subset(of: 0..<4).map { id in
                RelatedArtist(
                    artist: Artist(name: "Artist \(id)", trackCount: 1),
                    sharedPlaylists: Int.random(in: 1...2, using: &random), closeness: 1)
            }
        }
        return page
    }

    mutating func music() -> Music { music(MusicID(UInt64.random(in: 0..<8, using: &self))) }

    mutating func download() -> Download { Download(music: music(), state: downloadState()) }

    private mutating func music(_ id: MusicID) -> Music {
        Music(id: id, title: "Song \(id)", isBookmarked: Bool.random(using: &self))
    }

    private mutating func downloadState() -> DownloadState {
        Bool.random(using: &self) ? .waiting : .downloading(fraction: Double.random(in: 0...1, using: &self))
    }

    private mutating func subset(of ids: Range<UInt64>) -> [UInt64] {
        var some: [UInt64] = []
        for id in ids where Bool.random(using: &self) { some.append(id) }
        some.shuffle(using: &self)
        return some
    }

    private mutating func loading<Value>(_ make: (inout Random) -> [Value]) -> Loading<[Value]> {
        switch UInt64.random(in: 0..<4, using: &self) {
        case 0: .loading
        case 1: .failed(.busy(path: "a"))
        default: .loaded(make(&self))
        }
    }
}
