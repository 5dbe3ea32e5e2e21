package import FermataDomain

/// The home page: the song to continue with, rows of albums, and genres.
package struct HomePageModel: Equatable, Sendable {
    /// A row of albums, and the link to the list that it is the beginning of.
    package struct Shelf: Equatable, Sendable {
        package let albums: [AlbumCellModel]
        package let list: LinkModel
    }

    package static let title = PageScreen.home.title
    package static let continueTitle = "Continue"
    package static let genresTitle = "By genre"
    /// The first step in a library without albums, and the page for it.
    package static let emptyText = """
        There are no albums yet. Add a music server or a catalogue on the Sources page, or a folder in a terminal: \
        fermata source add folder PATH
        """
    package static let emptyLink = LinkModel(PageScreen.sources.title, .sources)
    private let home: Home

    package init(_ home: Home) { self.home = home }

    /// Whether the library has no albums.
    package var isEmpty: Bool { home.random.isEmpty }
    /// The song at which the queue continues; nil without one.
    package var current: ContinueModel? { home.nowPlaying.flatMap(ContinueModel.init) }

    /// The albums added last and played most, above the genres.
    package var mainShelves: [Shelf] { [shelf(home.added, .added), shelf(home.mostPlayed, .plays)].compactMap(\.self) }
    /// Random albums, below the genres.
    package var randomShelf: Shelf? { shelf(home.random, .random) }

    /// The links to the albums of the genres with most songs.
    package var genres: [GenreCellModel] { home.genres.map(GenreCellModel.init) }

    /// Nil without albums.
    private func shelf(_ albums: [Album], _ order: AlbumOrderKey) -> Shelf? {
        guard !albums.isEmpty else { return nil }
        return Shelf(
            albums: albums.map { AlbumCellModel($0) },
            list: LinkModel(order.title, .albums(in: order, seed: home.seed)))
    }
}

/// The song at which the library's queue continues.
package struct ContinueModel: Equatable, Sendable {
    private let status: NowPlayingModel
    package let song: MusicCellModel

    /// Nil without a current song that the listener may see.
    init?(_ nowPlaying: NowPlaying) {
        status = NowPlayingModel(nowPlaying)
        guard let song = status.music else { return nil }
        self.song = song
    }

    /// `1:23 / 3:40`.
    package var timeText: String { status.timeText }
    /// `2 of 5`; empty if the listener may not see counts.
    package var positionText: String { status.positionText }

    /// `1:23 / 3:40, 2 of 5`, or `Plays in another program, 1:23 / 3:40, 2 of 5`.
    package var detailText: String {
        [stateText, timeText, positionText].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The row as one sentence for a screen reader.
    package var accessibilityLabel: String { "\(status.name.onOneLine), \(detailText)" }

    /// The buttons that control the program that plays; none if no program does.
    package var actions: [ActionModel] {
        let toggleTitle = status.isPaused ? playTitle : PlayerBarModel.pause
        return status.isStopped ? [] : [.previousSong, ActionModel(toggleTitle, .toggle), .nextSong]
    }

    /// The position and the volume of the program that plays; nil if no program does.
    package var remote: RemotePlayerModel? { status.isStopped ? nil : RemotePlayerModel(status) }

    /// The button that continues in the program that has paused: `Play in a terminal`.
    package var playTitle: String { "\(PlayerBarModel.play) \(status.otherPlaceText)" }

    /// Where it plays: `Plays in a terminal`; empty if no program plays.
    package var stateText: String {
        switch status.state {
        case .playing, .buffering: "Plays \(status.otherPlaceText)"
        case .paused: "Paused \(status.otherPlaceText)"
        case .stopped: ""
        }
    }
}

/// The sliders that control the program that plays the library's queue.
package struct RemotePlayerModel: Equatable, Sendable {
    private let model: NowPlayingModel

    init(_ model: NowPlayingModel) { self.model = model }

    package var isPaused: Bool { model.isPaused }
    /// The position in the song, in seconds.
    package var elapsed: Int { Int(model.elapsed.components.seconds) }
    /// The length of the song, in seconds; nil if it is unknown.
    package var duration: Int? { model.duration.map { Int($0.components.seconds) } }
    /// In percent.
    package var percent: Int { model.volume }
}
