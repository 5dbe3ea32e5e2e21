import FermataDomain
import FermataPresentation
import Testing

@Suite("The changes of an artist's table")
struct ArtistTableTests {
    private static let music = (1...3).map {
        Music(id: MusicID($0), title: "Song \($0)", artist: "David Bowie", audioURL: "https://a/\($0)")
    }
    private let page = ArtistPage(
        artist: "David Bowie", tracks: music, trackCount: 3, playlists: .loaded(RelatedSample.playlists),
        related: .loaded(RelatedSample.related), freshness: .stored(since: nil))

    @Test("a download's progress updates its row only")
    func updatesDownload() {
        var table = ArtistTable(page) { testNow }
        let row = ArtistCellModel.track(TrackCellModel(Self.music[1], download: .downloading(fraction: 0.45)))
        let changes = table.update(Download(music: Self.music[1], state: .downloading(fraction: 0.45)))
        #expect(changes == [.update(row, at: 1)])
        #expect(table.rows[1] == row)
        #expect(table.rows.count == 6)
    }

    @Test("a bookmark updates its row and leaves its download")
    func updatesBookmark() {
        var table = ArtistTable(page) { testNow }
        _ = table.update(Download(music: Self.music[2], state: .waiting))
        var marked = Self.music[2]
        marked.isBookmarked = true
        let row = ArtistCellModel.track(TrackCellModel(marked, download: .waiting))
        #expect(table.update(marked) == [.update(row, at: 2)])
        #expect(table.rows[2] == row)
    }

    @Test("a repeated change, or one of other music, changes no row")
    func ignoresOtherChanges() {
        var table = ArtistTable(page) { testNow }
        let before = table.rows
        #expect(table.update(Self.music[0]) == [])
        #expect(table.update(Download(music: Self.music[0], state: .notDownloaded)) == [])
        let other = Music(id: MusicID(9), title: "Other")
        #expect(table.update(other) == [])
        #expect(table.update(Download(music: other, state: .downloaded)) == [])
        #expect(table.show(page) == [])
        #expect(table.rows == before)
    }

    @Test("a row is changed in place, without copying the others")
    func changesInPlace() {
        var table = ArtistTable(page) { testNow }
        let place = table.rows.withUnsafeBufferPointer { $0.baseAddress }
        for percent in 0...100 {
            let state = DownloadState.downloading(fraction: Double(percent) / 100)
            #expect(table.update(Download(music: Self.music[0], state: state)).count == 1)
        }
        #expect(table.rows.withUnsafeBufferPointer { $0.baseAddress } == place)
    }

    @Test("with bookmarked tracks first, the next page moves a bookmarked row")
    func movesBookmarkedWithNextPage() {
        var table = ArtistTable(page) { testNow }
        var marked = Self.music[2]
        marked.isBookmarked = true
        let row = ArtistCellModel.track(TrackCellModel(marked))
        #expect(table.update(marked) == [.update(row, at: 2)])
        var next = page
        next.tracks = [marked, Self.music[0], Self.music[1]]
        #expect(table.show(next) == [.remove(at: 2), .insert(row, at: 0)])
    }

    @Test("changes reach their rows after rows before them changed")
    func findsMovedRows() {
        var table = ArtistTable(page) { testNow }
        var offline = page
        offline.freshness = .offline(since: nil, failures: [])
        offline.tracks.remove(at: 0)
        _ = table.show(offline)
        let changes = table.update(Download(music: Self.music[2], state: .waiting))
        #expect(changes == [.update(.track(TrackCellModel(Self.music[2], download: .waiting)), at: 2)])
        #expect(table.update(Download(music: Self.music[0], state: .waiting)) == [])
        _ = table.fail(LibraryError.busy(path: "a"))
        #expect(table.update(Self.music[1]) == [])
        #expect(table.update(Download(music: Self.music[1], state: .waiting)).count == 1)
    }

    @Test("loaded rows replace the loading messages, and no other row moves")
    func replacesLoading() {
        var loading = page
        (loading.playlists, loading.related) = (.loading, .loading)
        var table = ArtistTable(loading) { testNow }
        #expect(
            table.show(page) == [.remove(at: 4), .remove(at: 3)]
                + RelatedSample.rows.enumerated().map { .insert($0.element, at: $0.offset + 3) })
    }
}
