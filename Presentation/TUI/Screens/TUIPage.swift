import FermataDomain

/// A page of a tab: its source, its content, and its outstanding requests.
struct TUIPage: Sendable {
    enum Content: Sendable {
        case list(TUIList)
        case detail(TUIDetail)
        case lyrics(TUILyrics)
    }

    let id: Int
    var source: TUISource
    var content: Content
    /// The serial number of the latest load; results of earlier loads are ignored. 0 before the first load, and
    /// after a restart.
    private(set) var loadSerial = 0
    /// Whether the latest load has no result yet.
    private var isLoading = false
    /// The serial number of the running count.
    var countSerial: Int?
    private var needsCount = true
    /// Whether the detail has to be read again.
    private var isStale = false
    /// Why the last read failed; blocks further reads until the user acts.
    private(set) var failure: ProblemModel?

    init(id: Int, source: TUISource, content: Content = .list(TUIList())) {
        self.id = id
        self.source = source
        self.content = content
        isStale = source != .help && (detail?.isIncomplete == true || lyrics != nil)
    }

    var list: TUIList? {
        get { if case .list(let list) = content { list } else { nil } }
        set { if let newValue { content = .list(newValue) } }
    }

    var detail: TUIDetail? {
        get { if case .detail(let detail) = content { detail } else { nil } }
        set { if let newValue { content = .detail(newValue) } }
    }

    var lyrics: TUILyrics? {
        get { if case .lyrics(let lyrics) = content { lyrics } else { nil } }
        set { if let newValue { content = .lyrics(newValue) } }
    }

    /// The music of the selected row, of the detail, of the player or of the lyrics.
    var music: MusicCellModel? {
        list?.selected?.music ?? detail?.music ?? detail?.player?.nowPlaying.music ?? lyrics?.music
    }

    /// The to-do of the selected row or of the detail.
    var toDo: ToDoCellModel? {
        if case .toDo(let row)? = list?.selected { return row }
        return detail?.toDo?.row
    }

    /// The source of the selected row or of the detail.
    var selectedSource: SourceCellModel? {
        if case .source(let row)? = list?.selected { return row }
        return detail?.source?.row
    }

    /// The playlist that is shown, or the selected one of a list of playlists.
    var playlist: PlaylistCellModel? {
        if case .playlist(let row) = source { return row }
        if case .playlist(let row)? = list?.selected { return row }
        return nil
    }

    /// The artist of the selected row, of the page or of its song; nil without a known one.
    var artist: String? {
        if let artist = list?.selected?.artist { return artist }
        if case .artist(let query) = source { return query.artist }
        return music.flatMap { $0.artist.isEmpty ? nil : $0.artist }
    }

    /// The artist of the selection, unless this is the page of the artist.
    var otherArtist: String? {
        guard case .artist(let query) = source else { return artist }
        return artist.flatMap { ArtistName($0) == ArtistName(query.artist) ? nil : $0 }
    }

    /// The name of the source that is about to be selected, is selected, or has its details shown.
    var sourceName: String? {
        if case .source(let name)? = list?.awaitedRow { name } else { selectedSource?.name }
    }

    mutating func layOut(_ layout: TUIScreenLayout, _ text: TUITextLayout) {
        switch content {
        case .list(var list):
            let height = layout.bodyHeight(withHeading: true)
            list.height = max(1, height - source.sectionLimit(height: height))
            content = .list(list)
        case .detail(var detail):
            detail.layOut(source, in: layout, text)
            content = .detail(detail)
        case .lyrics(var lyrics):
            lyrics.layOut(source.columns(in: layout.bodyColumns), height: layout.bodyHeight(withHeading: true), text)
            content = .lyrics(lyrics)
        }
    }

    /// The columns of its list that fit a width; a compact list has only the most important ones.
    func columns(in width: Int, isCompact: Bool) -> [PlacedColumn] { source.columns(in: width, isCompact: isCompact) }

    /// Shows another query on the same page.
    mutating func change(to source: TUISource) {
        self.source = source
        list?.reset()
        (countSerial, needsCount, failure) = (nil, true, nil)
    }

    // MARK: - Changes

    /// Replaces changed songs wherever the page shows them.
    mutating func replace(_ songs: [MusicID: MusicCellModel]) {
        list?.replace { row in row.music.flatMap { songs[$0.id] }.map(row.replacing) ?? row }
        if let song = detail?.music.flatMap({ songs[$0.id] }) { detail?.music = song }
        if let song = lyrics.flatMap({ songs[$0.music.id] }) { lyrics?.music = song }
    }

    /// Shows what is set on albums and artists, by their ids, wherever the page shows them.
    mutating func annotate(_ subjects: [UInt64: SubjectAnnotations]) {
        list?.replace { row in row.annotated.flatMap { subjects[$0.subject.id] }.map(row.annotated(by:)) ?? row }
    }

    // MARK: - Loading

    /// Marks the content for reading again.
    mutating func makeStale() {
        list?.makeStale()
        (isStale, needsCount, failure) = (source != .help, true, nil)
    }

    /// Ignores the results of running reads, which may precede a change of the rows, and marks the content for reading
    /// again.
    mutating func restartReads() {
        if countSerial != nil { (countSerial, needsCount) = (nil, true) }
        guard isLoading else { return }
        list?.restartLoad()
        (loadSerial, isLoading, isStale, failure) = (0, false, true, nil)
    }

    /// Stores why a load or count failed, unless a later request superseded it.
    mutating func fail(_ serial: Int, _ problem: ProblemModel) {
        if countSerial == serial {
            (countSerial, needsCount, failure) = (nil, true, problem)
        } else if loadSerial == serial {
            list?.fail()
            (isLoading, isStale, failure) = (false, true, problem)
        }
    }

    /// Allows failed reads to be requested again.
    mutating func retry() { failure = nil }

    /// Whether the number of rows has to be requested.
    var shouldCount: Bool {
        if case .artist = source { return false }
        if source == .upcoming { return false }
        return needsCount && countSerial == nil && failure == nil && list?.isLoaded == true
    }

    mutating func startLoad(serial: Int) { (loadSerial, isLoading) = (serial, true) }

    /// Records that a load has a result; returns false if the result has to be ignored.
    mutating func receiveResult(ofLoad serial: Int) -> Bool {
        guard loadSerial == serial else { return false }
        isLoading = false
        return true
    }

    mutating func startCount(serial: Int) { (countSerial, needsCount) = (serial, false) }

    /// Returns the window to request; nil if nothing is missing.
    mutating func windowToLoad() -> Window? {
        guard failure == nil else { return nil }
        if list != nil { return list?.windowToLoad() }
        defer { isStale = false }
        return isStale ? .all : nil
    }
}

/// The pages of a tab: its root page and those opened from it, of which the last one is visible.
struct TUIPageStack: Sendable {
    private static let limit = 31
    private var pages: [TUIPage]

    init(_ root: TUIPage) { pages = [root] }

    var isAtRoot: Bool { pages.count == 1 }

    var top: TUIPage {
        get { pages[pages.count - 1] }
        set { pages[pages.count - 1] = newValue }
    }

    /// Returns the id of the oldest opened page if it is closed because the stack is full.
    mutating func push(_ page: TUIPage) -> Int? {
        pages.append(page)
        return pages.count > Self.limit ? pages.remove(at: 1).id : nil
    }

    /// Closes the visible page and returns its id; nil at the root.
    mutating func pop() -> Int? { isAtRoot ? nil : pages.removeLast().id }

    mutating func updateAll(_ change: (inout TUIPage) -> Void) {
        for index in pages.indices { change(&pages[index]) }
    }
}
