import FermataContracts
import FermataDomain
import TestTraits
import Testing

@Suite("An artist's page", .deadline)
struct GetArtistPageUsecaseTests {
    private static let lists = [
        ArtistPlaylist(playlist: Playlist(id: PlaylistID(1), name: "Glam", source: "radio", count: 3), shared: 2)
    ]
    private static let others = [
        RelatedArtist(artist: Artist(name: "Björk", trackCount: 1), sharedPlaylists: 1, closeness: 7)
    ]
    private let query = ArtistPageQuery(artist: ArtistSample.artist)
    private let company = ArtistRepositoryStub(playlists: { _ in lists }, related: { _ in others })

    @Test("the tracks come at once, and then what is beside them")
    func tracksFirst() async throws {
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

    @Test("of many tracks the first are shown, and all are counted")
    func limit() async throws {
        let query = ArtistPageQuery(artist: "david bowie", order: .popular, trackLimit: 2, relatedLimit: 7)
        var pages = try await pages(of: query)
        let page = try await pages.next()
        #expect(page?.tracks.map(\.title) == ["Starman", "Changes"])
        #expect(page?.trackCount == 5)
        _ = try await pages.next()
        #expect(company.messages.count == 2)
        #expect(company.messages.contains(.playlists("david bowie", .all, limit: 8)))
        #expect(company.messages.contains(.related("david bowie", .all, limit: 8)))
    }

    @Test("the listener's rule holds for all that is on the page")
    func rule() async throws {
        var pages = try await pages(listener: Listener(age: 12))
        let page = try await pages.next()
        #expect(page?.tracks.map(\.title) == ["ashes to ashes", "Changes", "Starman", "Zion"])
        #expect(page?.trackCount == 4)
        _ = try await pages.next()
        #expect(company.messages.contains(.playlists(ArtistSample.artist, .notExplicit, limit: 21)))
        #expect(company.messages.contains(.related(ArtistSample.artist, .notExplicit, limit: 21)))
    }

    @Test("a bookmark brings the page again, and what is beside the tracks is not read again for it")
    func bookmark() async throws {
        let library = try await ArtistSample.library()
        var pages = try await pages(library: library)
        _ = try await pages.next()
        _ = try await pages.next()
        _ = try await library.setBookmark(true, of: library.music(called: "Fame").id)
        let page = try await pages.next()
        #expect(page?.tracks.filter(\.isBookmarked).map(\.title) == ["Fame"])
        #expect(page?.playlists == .loaded(Self.lists) && page?.related == .loaded(Self.others))
        #expect(company.messages.count == 2)
    }

    @Test("a refresh has what is beside the tracks read again, and what was there stays meanwhile")
    func refreshed() async throws {
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
        #expect(company.messages.count == 4)
    }

    @Test("what cannot be read beside the tracks is told in its place")
    func failing() async throws {
        let failing = ArtistRepositoryStub(
            playlists: { _ in throw LibraryError.busy(path: "a.db") }, related: { _ in Self.others })
        var pages = try await pages(artists: failing)
        _ = try await pages.next()
        let page = try await pages.next()
        #expect(page?.playlists == .failed(.busy(path: "a.db")))
        #expect(page?.related == .loaded(Self.others))
        #expect(page?.tracks.count == 5)
    }

    @Test("a damaged library ends the page, so that it can be recovered, wherever that is met")
    func damaged() async throws {
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

    @Test("a reading that was cancelled is no part of the page that failed")
    func cancelled() async throws {
        var pages = try await pages(artists: ArtistRepositoryStub(related: { _ in throw CancellationError() }))
        _ = try await pages.next()
        await #expect(throws: CancellationError.self) { _ = try await pages.next() }
    }

    @Test("an error of the library ends the page")
    func failure() async throws {
        let failing = MusicRepositoryStub([], error: LibraryError.busy(path: "a.db"))
        let usecase = GetArtistPageUsecase(
            music: failing, artists: company, downloads: DownloadRepositoryStub(), listener: .anyone)
        await #expect(throws: LibraryError.busy(path: "a.db")) {
            for try await _ in usecase.execute(query) {}
        }
    }

    @Test("the page ends all it follows as soon as nobody looks")
    func ended() async throws {
        let downloads = DownloadRepositoryStub()
        let usecase = GetArtistPageUsecase(
            music: try await ArtistSample.library(), artists: company, downloads: downloads, listener: .anyone)
        for try await _ in usecase.execute(query) { break }
        for await _ in downloads.endsOfChanges { break }
    }

    private func pages(
        of query: ArtistPageQuery? = nil, library: InMemoryMusicRepository? = nil,
        artists: ArtistRepositoryStub? = nil, listener: Listener = .anyone
    ) async throws -> Pages {
        let music: any MusicRepository = if let library { library } else { try await ArtistSample.library() }
        let usecase = GetArtistPageUsecase(
            music: music, artists: artists ?? company, downloads: DownloadRepositoryStub(), listener: listener)
        return Pages(updates: usecase.execute(query ?? self.query).makeAsyncIterator())
    }
}

/// The pages of a stream, one after the other.
private struct Pages {
    var updates: AsyncThrowingStream<ArtistPageUpdate, any Error>.Iterator

    mutating func next() async throws -> ArtistPage? {
        while let update = try await updates.next() {
            if case .page(let page) = update { return page }
        }
        return nil
    }
}
