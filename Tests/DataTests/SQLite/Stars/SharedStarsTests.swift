import FermataContracts
import FermataData
import FermataDomain
import Testing

@Suite("Stars of a library that two programs use, or that a program leaves at any moment")
struct SharedStarsTests {
    @Test("a change survives a program that ends between sending it and noting that")
    func changeSurvivesInterruption() async throws {
        let library = try await StarredLibrary()
        let remote = InMemoryRemoteStarRepository.withSongs()
        _ = try await library.sync("home", remote)
        try await library.set(true, ["a"])
        let sent = try await library.begin()
        _ = try await remote.setStar(true, of: sent.map(\.key))
        // The program is killed here. The next one removes the bookmark.
        let next = try StarredLibrary(path: library.path)
        #expect(try await next.waiting() == 1)
        try await next.set(false, ["a"])
        #expect(try await next.waiting() == 1)
        _ = try await next.sync("home", remote)
        #expect(remote.starred == [])
        #expect(try await next.bookmarked == "")
    }

    @Test("a song without a star that gains the recording id of a bookmarked one is starred")
    func starsSongThatGainsRecording() async throws {
        let library = try await StarredLibrary(["radio", "home"])
        let remote = InMemoryRemoteStarRepository.withSongs()
        _ = try await library.sync("home", remote)
        try await library.set(true, ["a"], source: "radio")
        for source in ["radio", "home"] {
            var songs = StarredLibrary.songs(of: source)
            songs[0].recording = MusicBrainzID(SIMD16(repeating: 1))
            _ = try await library.music.refresh(source, with: songs)
        }
        #expect(try await library.music.count(MusicQuery()) == 9)
        _ = try await library.sync("home", remote)
        #expect(remote.starred == ["a"])
    }

    @Test("a song without a star that replaces another one in a bookmarked row is starred")
    func starsReplacingSong() async throws {
        let library = try await StarredLibrary(["radio", "home"], isShared: true)
        var songs = StarredLibrary.songs(of: "")
        var again = songs[0]
        again.key = "a again"
        _ = try await library.music.refresh("home", with: songs + [again])
        let remote = InMemoryRemoteStarRepository(songs: ["a", "a again"])
        try await library.set(true, ["a"], source: "radio")
        _ = try await library.sync("home", remote)
        #expect(remote.starred == ["a"])
        songs[0] = again
        _ = try await library.music.refresh("home", with: songs)
        #expect(try await library.music.count(MusicQuery()) == 5)
        _ = try await library.sync("home", remote)
        #expect(remote.starred == ["a", "a again"])
    }

    @Test("two programs that deliver the same changes at once send each, and none is left")
    func twoProgramsDeliverAtOnce() async throws {
        let library = try await StarredLibrary([])
        try await library.sources.add(Source(name: "home", kind: "test", address: "", added: library.time.now))
        let keys = (1...2_000).map { "song \($0)" }
        _ = try await library.music.refresh("home", with: StarredLibrary.songs(of: "home", keys))
        let remote = InMemoryRemoteStarRepository(songs: Set(keys))
        _ = try await library.sync("home", remote)
        try await library.set(true, keys)
        let other = try StarredLibrary(path: library.path)
        async let first = library.sync("home", remote)
        async let second = other.sync("home", remote)
        _ = try await (first, second)
        #expect(remote.starred == Set(keys))
        _ = try await library.sync("home", remote)
        #expect(try await library.waiting() == 0)
        #expect(try await library.music.count(MusicQuery(bookmarkedOnly: true)) == keys.count)
    }

    @Test("stars that were read before another program's delivery change nothing")
    func discardsOutdatedStars() async throws {
        let library = try await StarredLibrary()
        let other = try StarredLibrary(path: library.path)
        let remote = InMemoryRemoteStarRepository.withSongs()
        _ = try await library.sync("home", remote)
        let revision = try await library.stars.revision(of: "home")
        let outdated = try await remote.starredKeys()
        try await other.set(true, ["a"])
        _ = try await other.sync("home", remote)
        #expect(try await library.stars.apply(outdated, of: "home", at: revision) == nil)
        #expect(try await library.bookmarked == "a")
    }

    @Test("a bookmark that changes while its star is sent is sent again")
    func sendsChangeDuringDelivery() async throws {
        let library = try await StarredLibrary()
        let changes = returningOnce(1)
        let remote = InMemoryRemoteStarRepository(songs: ["a"]) { message in
            if message == .star(["a"]), changes() != nil { try await library.set(false, ["a"]) }
        }
        _ = try await library.sync("home", remote)
        try await library.set(true, ["a"])
        _ = try await library.sync("home", remote)
        #expect(remote.starred == [])
        #expect(try await library.bookmarked == "")
        #expect(try await library.waiting() == 0)
    }

    @Test("resends a later change that a late delivery may have reverted", arguments: [true, false])
    func resendsLaterChange(isDelivered: Bool) async throws {
        let library = try await StarredLibrary()
        _ = try await library.sync("home", InMemoryRemoteStarRepository.withSongs())
        try await library.set(true, ["a"])
        let late = try await library.begin()
        try await library.set(false, ["a"])
        let later = try await library.begin()
        if isDelivered { try await library.end(delivered: later) }
        try await library.end(delivered: late)
        if !isDelivered { try await library.end(delivered: later) }
        let repeated = try await library.begin()
        #expect(repeated.map(\.key) == ["a"] && repeated.allSatisfy { !$0.value })
        try await library.end(delivered: repeated)
        #expect(try await library.waiting() == 0)
    }

    @Test(
        "resends a later change that a cancelled request may have reverted", .timeLimit(.minutes(3)),
        arguments: [false, true])
    func resendsAfterCancelledRequest(isVerified: Bool) async throws {
        let library = try await StarredLibrary()
        let (started, continuation) = AsyncStream<Void>.makeStream()
        let remote = InMemoryRemoteStarRepository(songs: Set(StarredLibrary.keys)) { message in
            guard case .star = message else { return }
            continuation.finish()
            try await Task.sleep(for: .seconds(3_600))
        }
        let deliver = DeliverChangesUsecase(
            outboxes: [.stars(library.stars) { _ in remote }], sources: library.sources, listener: .anyone,
            clock: ContinuousClock())
        try await library.set(true, ["a"])
        let earlier = Task { try await deliver.execute() }
        for await _ in started {}
        try await library.set(false, ["a"])
        #expect(try await deliver.execute() == [])
        if isVerified { _ = try await library.sync("home", remote) }
        earlier.cancel()
        await #expect(throws: CancellationError.self) { try await earlier.value }
        remote.change { $0.starred = ["a"] }  // the cancelled request arrives late
        #expect(try await library.waiting() == 1)
        _ = try await library.sync("home", remote)
        #expect(remote.starred == [])
        #expect(try await library.bookmarked == "")
        #expect(try await library.waiting() == 0)
    }

    @Test(
        "the end of an old delivery does not end a new change of the same song", arguments: [false, true],
        [Set(), ["a"]])
    func oldDeliveryEndsNoNewChange(isSending: Bool, missing: Set<String>) async throws {
        let library = try await StarredLibrary()
        let remote = InMemoryRemoteStarRepository.withSongs()
        _ = try await library.sync("home", remote)
        try await library.set(true, ["a"])
        let old = try await library.begin()
        try await library.set(false, ["a"])
        _ = try await library.sync("home", remote)
        try await library.set(true, ["a"])
        if isSending { _ = try await library.begin() }
        try await library.end(delivered: old, missing: missing)
        #expect(try await library.waiting() == 1)
        _ = try await library.sync("home", remote)
        #expect(remote.starred == ["a"])
    }

    @Test("a star that arrived late is removed if its bookmark was set and removed again", arguments: [true, false])
    func removesLateStar(isDelivered: Bool) async throws {
        let library = try await StarredLibrary()
        let remote = InMemoryRemoteStarRepository.withSongs()
        _ = try await library.sync("home", remote)
        try await library.set(true, ["a"])
        let late = try await library.begin()
        try await library.set(false, ["a"])
        _ = try await library.sync("home", remote)
        remote.change { $0.starred = ["a"] }
        try await library.set(true, ["a"])
        try await library.end(delivered: isDelivered ? late : [], failed: isDelivered ? [] : late)
        try await library.set(false, ["a"])
        _ = try await library.sync("home", remote)
        #expect(remote.starred == [])
        #expect(try await library.bookmarked == "")
        #expect(try await library.waiting() == 0)
    }

    @Test("a late delivery of another program does not revert a later change")
    func lateDeliveryOfOtherProgramRevertsNothing() async throws {
        let library = try await StarredLibrary()
        let other = try StarredLibrary(path: library.path)
        let remote = InMemoryRemoteStarRepository.withSongs(starred: ["a"])
        _ = try await library.sync("home", remote)
        try await other.set(false, ["a"])
        let late = try await other.begin()
        try await library.set(true, ["a"])
        _ = try await library.sync("home", remote)
        _ = try await remote.setStar(false, of: ["a"])
        try await other.end(delivered: late)
        _ = try await library.sync("home", remote)
        #expect(remote.starred == ["a"])
        #expect(try await library.bookmarked == "a")
    }

    @Test("stores the outcome of a delivery to a source that is renamed meanwhile")
    func storesDeliveryToRenamedSource() async throws {
        let library = try await StarredLibrary()
        _ = try await library.sync("home", InMemoryRemoteStarRepository.withSongs())
        try await library.set(true, ["a", "b", "c"])
        let sent = try await library.begin()
        try await library.renameHome(to: "studio")
        try await library.end(
            delivered: sent.filter { $0.key != "b" }, failed: sent.filter { $0.key == "b" }, missing: ["c"])
        #expect(try await library.waiting("studio") == 1)
        let remote = InMemoryRemoteStarRepository(songs: ["a", "b"], starred: ["a"])
        _ = try await library.sync("studio", remote)
        #expect(remote.received == [.star(["b"]), .read])
        #expect(try await library.bookmarked == "abc")
        #expect(try await library.waiting("studio") == 0)
    }

    @Test("sends each change once if the source is renamed during the request")
    func sendsOnceToRenamedSource() async throws {
        let library = try await StarredLibrary()
        let renames = returningOnce(1)
        let remote = InMemoryRemoteStarRepository(songs: Set(StarredLibrary.keys)) { message in
            if message != .read, renames() != nil { try await library.renameHome(to: "studio") }
        }
        let deliver = DeliverChangesUsecase(
            outboxes: [.stars(library.stars) { _ in remote }], sources: library.sources, listener: .anyone,
            clock: ContinuousClock())
        try await library.set(true, ["a"])
        #expect(try await deliver.execute() == [])
        #expect(try await deliver.execute() == [])
        #expect(remote.received == [.star(["a"])])
    }

    @Test("the end of a delivery to a removed source is no error")
    func endsDeliveryToRemovedSource() async throws {
        let library = try await StarredLibrary(["home", "away"])
        try await library.set(true, ["a"])
        let sent = try await library.begin()
        try await library.sources.remove(named: "home", keepingBookmarked: true)
        try await library.end(delivered: sent)
        #expect(try await library.stars.waiting() == [])
        #expect(try await library.bookmarked == "a")
    }
}

extension StarredLibrary {
    /// Gives the source `home` another name, as another program does.
    fileprivate func renameHome(to name: String) async throws {
        let other = try StarredLibrary(path: path)
        var source = try #require(try await other.sources.sources().first { $0.name == "home" })
        source.name = name
        try await other.sources.update("home", to: source)
    }
}
