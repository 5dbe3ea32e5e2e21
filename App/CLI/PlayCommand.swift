import ArgumentParser
import FermataDomain
import FermataPresentation
import Synchronization

struct PlayCommand: OpenLibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Play songs.",
        discussion: """
            Plays the songs of ids or of a playlist in their order, the results of a search from the best match, and \
            other songs by album. Words, --bookmarked, --artist, --album and --source can be combined. Without any of \
            them, it continues the queue where it stopped. With --all or --shuffle, it plays songs of the complete \
            library, 1,000 unless --limit is another number. Songs are played with mpv. Control the player from another \
            terminal with: fermata player
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: NamedSongOptions.help)
    var words: [String] = []

    @Flag(help: "Play only bookmarked songs.")
    var bookmarked = false

    @Option(help: "Play only songs of an artist.")
    var artist: String?

    @Option(help: "Play only songs of an album: its name, a part of it that no other name has, or its id.")
    var album: String?

    @Option(help: "Play only songs of a source.")
    var source: String?

    @Option(help: "Play the songs of a playlist.")
    var playlist: String?

    @Flag(help: "Play the songs of the complete library, or all that the words find.")
    var all = false

    @Option(parsing: .unconditional, help: "Play at most this many songs; with --shuffle, any of them.")
    var limit: Int?

    @Flag(help: "Continue the queue where it stopped.")
    var resume = false

    @Flag(help: "Play the songs in a random order.")
    var shuffle = false

    @Option(help: "Play the songs in the random order of this number, always the same.")
    var seed: UInt64?

    @Option(name: .customLong("repeat"), help: "Repeat: \(PlayQueue.Repetition.names).")
    var repetition: PlayQueue.Repetition?

    @Flag(help: "If music of the library plays already, add the songs to its queue.")
    var add = false

    @Flag(help: "If music of the library plays already, stop it and play here.")
    var replace = false

    @Flag(help: "Play in the background, after this command ends; control it with: fermata player")
    var background = false

    @Flag(help: "Say so if media keys cannot control the player.")
    var verbose = false

    func validate() throws {
        if [isSearch, playlist != nil, all && !isSearch, resume].count(where: \.self) > 1 {
            throw ValidationError(
                "Choose one of --playlist, --all, --resume, and words or --bookmarked, --artist, --album and --source.")
        }
        if all, isSearch, words.isEmpty {
            throw ValidationError("Use --all alone or with words: the other options choose all of their songs.")
        }
        if let limit, limit < 1 { throw ValidationError("The limit must be 1 or more.") }
        if limit != nil, resume { throw ValidationError("Choose one of --limit and --resume.") }
        if add && replace { throw ValidationError("Choose one of --add and --replace.") }
        if add, !choosesSongs { throw ValidationError("Choose the songs to add, such as: fermata play --add bowie") }
        if add, repetition != nil { throw ValidationError("Choose one of --add and --repeat.") }
    }

    private var isSearch: Bool { !words.isEmpty || bookmarked || artist != nil || album != nil || source != nil }

    /// Whether the command plays songs, rather than continuing the queue.
    private var choosesSongs: Bool { isSearch || playlist != nil || all || limit != nil || isShuffled && !resume }

    private var isShuffled: Bool { shuffle || seed != nil }

    /// What playing uses of the library.
    struct Dependencies {
        let program: PlayerProgram
        /// Shows what `program` plays.
        let player: PlayerDataSource
        /// Controls the player of another program, which `clock` gives time to end.
        let otherPlayer: PlayerDataSource
        let selection: SelectionDataSources
        let background: BackgroundPlayer
        let lyrics: LyricsDataSource
        let deliveries: DeliveryDataSource
        let clock: any Clock<Duration>
    }

    static func dependencies(_ application: FermataApplication) -> Dependencies {
        dependencies(application, playingWith: application.player(at: .play))
    }

    static func dependencies(_ application: FermataApplication, playingWith program: PlayerProgram) -> Dependencies {
        Dependencies(
            program: program, player: application.players(over: program.session), otherPlayer: application.otherPlayer,
            selection: application.selection, background: application.backgroundPlayer, lyrics: application.lyrics,
            deliveries: application.deliveries, clock: application.clock.sleep)
    }

    func run(_ dependencies: Dependencies, on console: Console) async throws {
        let chosen = try await chosenSongs(in: dependencies.selection, on: console)
        let replaces = try await takesOver(from: dependencies.otherPlayer, on: console)
        let suspension = PlayerSuspension(dependencies.program.session, clock: dependencies.clock)
        let keys = console.showsProgress && !background ? try TerminalKeys(suspension) : nil
        defer { keys?.close() }
        try await play(
            chosen.songs, seed: chosen.seed, replaces: replaces, dependencies,
            keys: keys?.keys ?? AsyncStream { $0.finish() },
            on: console)
    }

    /// Plays what the command selects, with the keys of a stream, and asks nothing.
    func run(_ dependencies: Dependencies, keys: AsyncStream<TUIKey>, on console: Console) async throws {
        let chosen = try await chosenSongs(in: dependencies.selection, on: console)
        try await play(chosen.songs, seed: chosen.seed, replaces: replace, dependencies, keys: keys, on: console)
    }

    /// The songs to play, nil to continue the queue, and the seed of their random order, if they have one.
    private func chosenSongs(
        in selection: SelectionDataSources, on console: Console
    ) async throws -> (songs: [MusicID]?, seed: UInt64?) {
        let seed = isShuffled ? seed ?? .random(in: .min ... .max) : nil
        let songs = choosesSongs ? try await songs(in: selection, seed: seed, on: console) : nil
        if songs?.isEmpty == true { throw PlayerError.noMatch }
        return (songs, seed)
    }

    /// Whether the music of another program is stopped. Asks on a terminal if no option says what happens.
    ///
    /// Throws `PlayerError.alreadyRunning` if the person declines.
    private func takesOver(from other: PlayerDataSource, on console: Console) async throws -> Bool {
        guard !replace, !add, console.canAskNow,
            let question = try? await other.status().takeoverQuestion(inBackground: background)
        else {
            return replace
        }
        guard try console.confirm(question) else { throw PlayerError.alreadyRunning }
        return true
    }

    /// Plays songs, or continues the queue without any, with the keys that a person presses.
    private func play(
        _ songs: [MusicID]?, seed: UInt64?, replaces: Bool, _ dependencies: Dependencies, keys: AsyncStream<TUIKey>,
        on console: Console
    ) async throws {
        let (program, selection) = (dependencies.program, dependencies.selection)
        let screen = PlayScreen(
            program.session, dependencies.player, music: selection.music, lyrics: dependencies.lyrics,
            deliveries: dependencies.deliveries, console: console, keys: keys)
        func play() async throws {
            if background { return try await playInBackground(songs, seed: seed, dependencies, on: console) }
            try await playHere(songs, seed: seed, program, screen, on: console)
        }
        do {
            try await play()
        } catch PlayerError.alreadyRunning where add {
            let songs = seed.map { (songs ?? []).random(.max, seed: $0) } ?? songs ?? []
            console.note(try await dependencies.otherPlayer.perform(.add(songs)).addedText(songs.count))
        } catch PlayerError.alreadyRunning where replaces {
            // The other program continues if mpv is not installed.
            try program.check()
            _ = try await dependencies.otherPlayer.perform(.stop)
            try await playOnceOtherHasEnded(dependencies.clock) { try await play() }
        } catch PlayerError.nothingToPlay {
            // Without music in the library, there is nothing that could be chosen.
            _ = try await selection.music.ids(named: [], in: MusicQuery(window: Window(limit: 1)))
            throw PlayerError.nothingToPlay
        }
    }

    private func playHere(
        _ songs: [MusicID]?, seed: UInt64?, _ program: PlayerProgram, _ screen: PlayScreen, on console: Console
    ) async throws {
        let desktopFailed: @Sendable () -> Void = { [verbose] in
            if verbose { console.note(NowPlayingModel.desktopText) }
        }
        try await program.run(desktopFailed: desktopFailed) { [self] in
            if let songs {
                _ = try await program.session.perform(.play(songs, repetition: repetition ?? .off, seed: seed))
            } else {
                if let repetition { _ = try await program.session.perform(.setRepetition(repetition)) }
                if let seed { _ = try await program.session.perform(.shuffle(seed: seed)) }
                _ = try await program.session.perform(.resume)
            }
            try await screen.show()
        }
    }

    private func playInBackground(
        _ songs: [MusicID]?, seed: UInt64?, _ dependencies: Dependencies, on console: Console
    ) async throws {
        let commands: [PlayerCommand] =
            if let songs {
                [.play(songs, repetition: repetition ?? .off, seed: seed)]
            } else {
                [repetition.map { .setRepetition($0) }, seed.map { .shuffle(seed: $0) }, .resume].compactMap(\.self)
            }
        let status = try await dependencies.background.start(commands)
        let model = try await dependencies.player.model(of: status)
        console.note("\(model.line)  \(model.placeText)")
    }

    /// Repeats `body` until the other player, which was stopped, has ended.
    private func playOnceOtherHasEnded(_ clock: any Clock<Duration>, _ body: () async throws -> Void) async throws {
        for _ in 1..<Self.attempts {
            do { return try await body() } catch PlayerError.alreadyRunning {
                try await clock.sleep(for: Self.pause)
            }
        }
        try await body()
    }

    private static let (attempts, pause) = (100, Duration.milliseconds(50))

    /// The selected songs: at most `limit`, any of them if there is a seed.
    private func songs(
        in selection: SelectionDataSources, seed: UInt64?, on console: Console
    ) async throws -> [MusicID] {
        if !isSearch, playlist == nil { return try await songsOfLibrary(in: selection.music, seed: seed, on: console) }
        let window = Window(limit: seed == nil ? limit : nil)
        let songs: [MusicID]
        if let playlist {
            let found = try await selection.playlists.find(playlist)
            songs = try await selection.playlists.batches(of: found, window: window).ids()
        } else {
            var query = try await selection.query(ofAlbum: album, by: artist)
            (query.bookmarkedOnly, query.source, query.window) = (bookmarked, source, window)
            if !words.isEmpty { query.order = .relevance }
            songs = try await selection.music.ids(named: words, in: query)
        }
        guard let seed, let limit else { return songs }
        return songs.random(limit, seed: seed)
    }

    /// The first songs of the library or, if there is a seed, any of them. Says so if there are others.
    private func songsOfLibrary(
        in music: MusicListDataSource, seed: UInt64?, on console: Console
    ) async throws -> [MusicID] {
        let count = limit ?? PlayQueue.libraryLimit
        // One more shows whether there are others.
        let requested = count < .max ? count + 1 : count
        var songs: [MusicID] = []
        if let seed { songs = try await music.randomIDs(requested, seed: seed) }
        // Also reports why there are no songs.
        if songs.isEmpty {
            songs = try await music.ids(named: [], in: MusicQuery(order: .album, window: Window(limit: requested)))
        }
        if songs.count > count, limit == nil { console.note(NowPlayingModel.partText(count)) }
        return Array(songs.prefix(count))
    }
}

extension PlayQueue.Repetition {
    /// The names of all values.
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension AsyncSequence where Element == [MusicCellModel] {
    fileprivate func ids() async throws -> [MusicID] {
        var ids: [MusicID] = []
        for try await rows in self { ids += rows.map(\.id) }
        return ids
    }
}

/// Sends changed bookmarks to their sources while music plays, so that a slow source delays no key.
final class PlayDelivery: Sendable {
    private let deliveries: DeliveryDataSource
    private let lines: TerminalLines
    private let (requests, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    /// Whether a requested delivery has not started, or was cancelled.
    private let isPending = Atomic(false)

    init(_ deliveries: DeliveryDataSource, _ lines: TerminalLines) {
        (self.deliveries, self.lines) = (deliveries, lines)
    }

    /// Requests a delivery, which starts after the running one.
    func request() {
        isPending.store(true, ordering: .releasing)
        continuation.yield()
    }

    /// Sends changes after each request until the task is cancelled, then names the sources for which changes wait.
    ///
    /// A cancelled delivery ends when its outcome is stored; changes that were not accepted wait. Throws
    /// `LibraryError.damaged`.
    func run() async throws {
        for await _ in requests {
            isPending.store(false, ordering: .releasing)
            do {
                try await lines.reportProblem { try await note(deliveries.deliverWithinTimeout()) }
            } catch is CancellationError {
                isPending.store(true, ordering: .releasing)
            }
        }
        guard isPending.load(ordering: .acquiring) else { return }
        // In a task of its own, because this one is cancelled, which would end the read.
        await Task { await noteWaiting() }.value
    }

    /// Ignores an unreadable library, because the changes are stored.
    private func noteWaiting() async {
        if let texts = try? await deliveries.waiting() { note(texts) }
    }

    private func note(_ texts: [String]) {
        for text in texts { lines.note(text) }
    }
}
