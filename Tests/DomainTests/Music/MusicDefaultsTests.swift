import FermataDomain
import Foundation
import Testing

@Suite("Default values of music and queries")
struct MusicDefaultsTests {
    @Test("music has no other values than its id and title by default")
    func musicHasIDAndTitleOnly() {
        let music = Music(id: MusicID(7), title: "Changes")
        #expect(music.id == MusicID(7) && music.title == "Changes")
        #expect(music.artist.isEmpty && music.artists.isEmpty && music.album.isEmpty && music.sources.isEmpty)
        #expect(music.duration == .zero && music.disc == nil && music.track == nil && music.genre == nil)
        #expect(music.artworkURL == nil && music.audioURL == nil)
        #expect(music.explicit == .unknown && music.popularity == nil && music.released == nil)
        #expect(music.release == nil)
        #expect(music.added == .distantPast && !music.isBookmarked && !music.isDownloaded)
    }

    @Test("remote music has no other values than its key and title by default")
    func remoteMusicHasKeyAndTitleOnly() {
        let music = RemoteMusic(key: "7", title: "Changes")
        #expect(music.key == "7" && music.title == "Changes")
        #expect(music.artist.isEmpty && music.artists.isEmpty && music.album.isEmpty && music.lyrics.isEmpty)
        #expect(music.duration == .zero && music.disc == nil && music.track == nil && music.genre == nil)
        #expect(music.artworkURL == nil && music.audioURL == nil)
        #expect(music.explicit == .unknown && music.popularity == nil && music.released == nil)
    }

    @Test("a query has no filter, the order of titles and no window by default")
    func queryHasNoFilters() {
        let query = MusicQuery()
        #expect(query.text.isEmpty && query.artist == nil && query.album == nil && query.source == nil)
        #expect(!query.bookmarkedOnly && !query.bookmarkedFirst && !query.isReversed)
        #expect(query.order == .relevance && query.explicit == .all && query.window == .all)
    }

    @Test("an artist's page shows 200 albums, 1,000 tracks and 20 related items by default")
    func artistPageHasLimits() {
        let query = ArtistPageQuery(artist: "Björk")
        #expect(query.artist == "Björk" && query.order == .popular && !query.bookmarkedFirst)
        #expect(query.albumLimit == 200 && query.trackLimit == 1_000 && query.relatedLimit == 20)
    }

    @Test("a listener has no age and is not strict by default; the limit is 19")
    func listenerIsUnrestricted() {
        let listener = Listener()
        #expect(listener == .anyone && listener.age == nil && listener.explicitAge == 19 && !listener.isStrict)
        #expect(listener.filter == .all)
    }

    @Test("a batch counts accepted and rejected records, none by default")
    func batchCountsRecords() {
        let rejected = [RejectedRecord(position: 2, .unreadable), RejectedRecord(position: 3, .unreadable)]
        let record = RemoteRecord(position: 1, fingerprint: 1) { RemoteMusic(key: "1", title: "Changes") }
        #expect(RemoteBatch().count == 0)
        #expect(RemoteBatch(records: [record]).count == 1)
        #expect(RemoteBatch(records: [record], rejected: rejected).count == 3)
        let playlist = RemotePlaylist(key: "1", name: "Glam", songKeys: [])
        #expect(RemotePlaylistBatch().count == 0)
        #expect(RemotePlaylistBatch(playlists: [playlist]).count == 1)
        #expect(RemotePlaylistBatch(playlists: [playlist], rejected: rejected).count == 3)
    }
}
