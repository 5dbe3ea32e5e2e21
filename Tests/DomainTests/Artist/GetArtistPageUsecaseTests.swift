import FermataContracts
import FermataDomain
import TestTraits
import Testing

@Suite("Artist's page", .deadline)
struct GetArtistPageUsecaseTests {
    private static let lists = [
        ArtistPlaylist(
            playlist: Playlist(id: PlaylistID(1), name: "Glam", source: "radio", count: 3), artistSongCount: 2)
    ]
    private static let others = [
        RelatedArtist(artist: Artist(name: "Björk", trackCount: 1), sharedPlaylists: 1, closeness: 7)
    ]
    private let query = ArtistPageQuery(artist: ArtistSample.artist, order: .alphabetical)
    private let relatedContent = ArtistRepositoryStub(playlists: { _ in lists }, related: { _ in others })

    @Test("emits tracks at once and related content later")
    func emitsTracksFirst() async throws {
        let (gate, opening) = AsyncStream.makeStream(of: Void.self)
        let slow = ArtistRepositoryStub(
            playlists: { _ in
                for await _ in gate { break }
                return Self.lists
            }, related: { _ in Self.others })
        var pages = try await pages(artists: slow)
        let first = try await pages.next()
        #expect(first?.tracks.map(\.title) == ["ashes to ashes", "Changes", "Fame", "Starman", "Zion"])
        #expect(first?.trackCount == 5)
        #expect(first?.playlists == .loading && first?.related == .loading)
        opening.yield()
        let second = try await pages.next()
        #expect(second?.tracks == first?.tracks)
        #expect(second?.playlists == .loaded(Self.lists) && second?.related == .loaded(Self.others))
    }

    @Test("shows the first tracks and counts all of them")
    func limitsTracks() async throws {
        let query = ArtistPageQuery(artist: "david bowie", order: .popular, trackLimit: 2, relatedLimit: 7)
        var pages = try await pages(of: query)
        let page = try await pages.next()
        #expect(page?.tracks.map(\.title) == ["Starman", "Changes"])
        #expect(page?.trackCount == 5)
        _ = try await pages.next()
        #expect(relatedContent.messages.count == 2)
        #expect(relatedContent.messages.contains(.playlists("david bowie", .all, limit: 8)))
        #expect(relatedContent.messages.contains(.related("david bowie", .all, limit: 8)))
    }

    @Test("separates the artist's albums from those the artist appears on, latest first")
    func separatesAlbums() async throws {
        let library = try await AlbumsSample.library()
        var pages = try await pages(of: ArtistPageQuery(artist: "queen"), library: library)
        #expect(try await pages.next()?.albums == .loading)
        guard case .loaded(let albums) = try await pages.next()?.albums else {
            Issue.record("no albums")
            return
        }
        #expect(albums.own.map(\.name) == ["The Works", "Jazz", "Live"] && !albums.hasMore)
        #expect(albums.appearances.map(\.name) == ["Hits of 1984", "Hot Space Duets"])
    }

    @Test("shows the first albums and whether there are more, without hidden ones")
    func limitsAlbums() async throws {
        let library = try await AlbumsSample.library()
        let expected = [(0, [], false), (1, ["Hits of 1984"], true), (4, ["The Works", "Jazz"], false)]
        for (limit, names, hasMore) in expected {
            let query = ArtistPageQuery(artist: "queen", albumLimit: limit)
            var pages = try await pages(of: query, library: library, listener: Listener(age: 12))
            _ = try await pages.next()
            guard case .loaded(let albums) = try await pages.next()?.albums else {
                Issue.record("no albums")
                return
            }
            #expect((limit < 4 ? albums.appearances : albums.own).map(\.name) == names)
            #expect(albums.hasMore == hasMore, "\(limit)")
        }
    }

    @Test("applies the listener's rule to the entire page")
    func appliesListenerRule() async throws {
        var pages = try await pages(listener: Listener(age: 12))
        let page = try await pages.next()
        #expect(page?.tracks.map(\.title) == ["ashes to ashes", "Changes", "Starman", "Zion"])
        #expect(page?.trackCount == 4)
        _ = try await pages.next()
        #expect(relatedContent.messages.contains(.playlists(ArtistSample.artist, .notExplicit, limit: 21)))
        #expect(relatedContent.messages.contains(.related(ArtistSample.artist, .notExplicit, limit: 21)))
    }

    @Test("emits the page after a bookmark without reading related content again")
    func emitsPageAfterBookmark() async throws {
        let library = try await ArtistSample.library()
        var pages = try await pages(library: library)
        _ = try await pages.next()
        _ = try await pages.next()
        _ = try await library.setBookmark(true, of: library.music(called: "Fame").id)
        let page = try await pages.next()
        #expect(page?.tracks.filter(\.isBookmarked).map(\.title) == ["Fame"])
        #expect(page?.playlists == .loaded(Self.lists) && page?.related == .loaded(Self.others))
        #expect(relatedContent.messages.count == 2)
    }

    @Test("reads related content again after a sync and shows the old one meanwhile")
    func readsRelatedContentAfterSync() async throws {
        let time = TestTime()
        let library = try await ArtistSample.library(time: time)
        var pages = try await pages(library: library)
        _ = try await pages.next()
        _ = try await pages.next()
        time.advance(by: 60)
        _ = try await library.refresh("radio", with: ArtistSample.music.filter { $0.title != "Zion" })
        var page = try await pages.next()
        while let next = page, next.tracks.contains(where: { $0.title == "Zion" }) {
            #expect(next.playlists == .loaded(Self.lists) && next.related == .loaded(Self.others))
            page = try await pages.next()
        }
        #expect(page?.playlists == .loaded(Self.lists) && page?.related == .loaded(Self.others))
        #expect(try await pages.next()?.trackCount == 4)
        #expect(relatedContent.messages.count == 4)
    }

    @Test("shows an error of related content in its part of the page")
    func showsFailedPart() async throws {
        let failing = ArtistRepositoryStub(
            playlists: { _ in throw LibraryError.busy(path: "a.db") }, related: { _ in Self.others })
        var pages = try await pages(artists: failing)
        _ = try await pages.next()
        let page = try await pages.next()
        #expect(page?.playlists == .failed(.busy(path: "a.db")))
        #expect(page?.related == .loaded(Self.others))
        #expect(page?.tracks.count == 5)
    }

    @Test("ends with the error of a damaged library, whichever part finds it")
    func endsForDamagedLibrary() async throws {
        let damaged = LibraryError.damaged(path: "a.db")
        for artists in [
            ArtistRepositoryStub(playlists: { _ in throw damaged }),
            ArtistRepositoryStub(related: { _ in throw damaged }),
        ] {
            var pages = try await pages(artists: artists)
            _ = try await pages.next()
            await #expect(throws: damaged) { _ = try await pages.next() }
        }
    }

    @Test("does not show a cancelled read as a failure")
    func cancelledReadIsNoFailure() async throws {
        var pages = try await pages(artists: ArtistRepositoryStub(related: { _ in throw CancellationError() }))
        _ = try await pages.next()
        await #expect(throws: CancellationError.self) { _ = try await pages.next() }
    }

    @Test("ends with an error of the library")
    func endsForLibraryError() async throws {
        let failing = MusicRepositoryStub([], error: LibraryError.busy(path: "a.db"))
        let usecase = GetArtistPageUsecase(
            music: failing, albums: InMemoryAlbumRepository { [] }, artists: relatedContent,
            downloads: DownloadRepositoryStub(), listener: .anyone)
        await #expect(throws: LibraryError.busy(path: "a.db")) {
            for try await _ in usecase.execute(query) {}
        }
    }

    @Test("ends after the last page of its music")
    func endsAfterLastPage() async throws {
        let usecase = GetArtistPageUsecase(
            music: MusicRepositoryStub([]), albums: InMemoryAlbumRepository { [] }, artists: relatedContent,
            downloads: DownloadRepositoryStub(), listener: .anyone)
        #expect(try await usecase.execute(query).collected().count == 4)
    }

    @Test("reads related content without a limit")
    func readsRelatedContentWithoutLimit() async throws {
        var pages = try await pages(of: ArtistPageQuery(artist: ArtistSample.artist, relatedLimit: .max))
        _ = try await pages.next()
        _ = try await pages.next()
        #expect(relatedContent.messages.contains(.playlists(ArtistSample.artist, .all, limit: .max)))
        #expect(relatedContent.messages.contains(.related(ArtistSample.artist, .all, limit: .max)))
    }

    @Test("ends everything that it observes when its consumer stops")
    func endsWithConsumer() async throws {
        let (music, downloads) = (MusicRepositoryStub([], staysOpen: true), DownloadRepositoryStub())
        let usecase = GetArtistPageUsecase(
            music: music, albums: InMemoryAlbumRepository { [] }, artists: relatedContent, downloads: downloads,
            listener: .anyone)
        for try await _ in usecase.execute(query) { break }
        for await _ in downloads.endsOfChanges { break }
        for await _ in music.endsOfPages { break }
    }

    private func pages(
        of query: ArtistPageQuery? = nil, library: InMemoryMusicRepository? = nil,
        artists: ArtistRepositoryStub? = nil, listener: Listener = .anyone
    ) async throws -> Pages {
        let music = if let library { library } else { try await ArtistSample.library() }
        let usecase = GetArtistPageUsecase(
            music: music, albums: InMemoryAlbumRepository(music), artists: artists ?? relatedContent,
            downloads: DownloadRepositoryStub(), listener: listener)
        return Pages(updates: usecase.execute(query ?? self.query).makeAsyncIterator())
    }
}

/// The pages among the updates of a stream.
private struct Pages {
    var updates: AsyncThrowingStream<ArtistPageUpdate, any Error>.Iterator

    mutating func next() async throws -> ArtistPage? {
        while let update = try await updates.next() {
            if case .page(let page) = update { return page }
        }
        return nil
    }
}

/// A library with albums of an artist and albums of others with a song of the artist.
private enum AlbumsSample {
    static func library() async throws -> InMemoryMusicRepository {
        let songs = [
            song("1", "Jazz", released: 1978), song("2", "The Works", released: 1984),
            song("3", "Live", explicit: .explicit), song("4", "Hits of 1984", by: "Various Artists", released: 1985),
            song("5", "Hot Space Duets", by: "David Bowie", released: 1982),
            RemoteMusic(key: "6", title: "Let’s Dance", artist: "David Bowie", album: "Let’s Dance"),
        ]
        let repository = InMemoryMusicRepository { TestTime().now }
        try await LibrarySeed(songs).fill(repository, repository, time: TestTime())
        return repository
    }

    private static func song(
        _ key: String, _ album: String, by artist: String = "", released year: Int? = nil,
        explicit: ExplicitStatus = .unknown
    ) -> RemoteMusic {
        RemoteMusic(
            key: key, title: "Song \(key)", artist: "Queen", album: album, albumArtist: artist, explicit: explicit,
            released: year.flatMap { ReleaseDate(year: $0) })
    }
}
