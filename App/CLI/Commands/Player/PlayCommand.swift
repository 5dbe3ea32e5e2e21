import ArgumentParser
import FermataDomain
import FermataPresentation

struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play", abstract: "Play songs.",
        discussion: """
            Plays the songs of ids or of a playlist in their order, the results of a search from the best match, and \
            other songs by album. Without a selection, it continues the queue where it stopped. Songs are played with \
            mpv. Control the player from another terminal with: fermata player
            """)

    @OptionGroup var global: GlobalOptions

    @Argument(help: "Ids as lists show them, or words to search for, as in: fermata list.")
    var words: [String] = []

    @Flag(help: "Play all bookmarked songs.")
    var bookmarked = false

    @Option(help: "Play all songs of an artist.")
    var artist: String?

    @Option(help: "Play all songs of an album.")
    var album: String?

    @Option(help: "Play all songs of a playlist.")
    var playlist: String?

    @Flag(help: "Continue the queue where it stopped.")
    var resume = false

    @Flag(help: "Play the songs in a random order.")
    var shuffle = false

    @Option(help: "Play the songs in the random order of this number, always the same.")
    var seed: UInt64?

    @Option(name: .customLong("repeat"), help: "Repeat: \(PlayQueue.Repetition.names).")
    var repetition: PlayQueue.Repetition?

    func validate() throws {
        let selections = [!words.isEmpty, bookmarked, artist != nil || album != nil, playlist != nil, resume]
        if selections.count(where: { $0 }) > 1 {
            throw ValidationError(
                "Choose one of words, --bookmarked, --artist or --album, --playlist and --resume.")
        }
    }

    /// `random` returns a seed, for a random order without a given seed.
    func run(
        _ program: PlayerProgram, _ screen: PlayScreen, selection: MusicSelection, random: @Sendable () -> UInt64
    ) async throws {
        let songs = try await songs(in: selection)
        if songs?.isEmpty == true {
            try await checkIDs(in: selection.music)
            throw PlayerError.noMatch
        }
        let seed = shuffle || seed != nil ? seed ?? random() : nil
        try await program.run { [self] in
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

    /// The selected songs; nil if the queue continues.
    private func songs(in selection: MusicSelection) async throws -> [MusicID]? {
        if let playlist {
            return try await selection.playlists.batches(of: try await selection.playlists.find(playlist)).ids()
        }
        if let found = try await songs(withIDs: words, in: selection.music) { return found }
        guard !words.isEmpty || bookmarked || artist != nil || album != nil else { return nil }
        let artist = if let artist { try await selection.artists.find(artist).name } else { artist }
        let query = MusicQuery(
            text: SearchQuery.text(of: words), bookmarkedOnly: bookmarked, artist: artist, album: album,
            order: words.isEmpty ? .album : .relevance)
        return try await selection.music.batches(of: query).ids()
    }

    /// Throws the error of the first word that is no id of a song, if all words look like ids.
    private func checkIDs(in music: MusicListDataSource) async throws {
        guard words.allSatisfy({ MusicIDPrefix($0) != nil }) else { return }
        for word in words { _ = try await music.find(word) }
    }

    /// The songs with ids; nil if one of the words is no id of a song, so that they are words of a search.
    private func songs(withIDs words: [String], in music: MusicListDataSource) async throws -> [MusicID]? {
        var songs: [MusicID] = []
        for word in words {
            do {
                songs.append(try await music.find(word).id)
            } catch MusicError.notFound, MusicError.ambiguousID {
                // A short word such as "a" or "99" is more likely a search word than the beginning of an id.
                return nil
            }
        }
        return words.isEmpty ? nil : songs
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
