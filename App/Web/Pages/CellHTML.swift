import FermataDomain
import FermataPresentation

/// A row of music or of a download.
struct CellHTML: RowHTML {
    /// The lists whose rows can be redrawn one by one.
    enum Kind: String, CaseIterable {
        case music, track, albumTrack
    }

    let song: SongCollectionModel
    var kind: Kind?
    /// The names of the song, its artist and its album, of which some show the language of the others.
    var names: [String] = []
    var title = "", subtitle = "", album = "", duration = "", download = "", label = ""
    var isBookmarked = false, isDownloaded = false, isExplicit = false, isProblem = false
    /// The received part of a running download.
    var fraction: Double?
    var address: PageAddress
    var lyrics: PageAddress
    var artwork: ArtworkModel
    var subtitleAddress: PageAddress?
    var artistAddress: PageAddress?
    var albumAddress: PageAddress?
    /// Whether it is the current song of the queue; whether it is a row of the queue.
    var isCurrent = false, isQueued = false
    /// Nil without audio.
    var audio: AudioModel?
    /// The number of a track, which the row shows in place of its artwork; nil in other lists.
    var number: String?
    /// The artist of the song where the row shows another text in its place.
    var artist: String?
    /// The place in an own playlist; nil in other lists.
    var entry: PlaylistEntryModel?
    var star: ActionModel?
    var actions: [ActionModel] = []

    func html(at position: RowPosition, below root: HTML) -> HTML {
        """
        <article class="cell" data-key="\(key)" data-index="\(position.index)"\(kindAttribute)\
        \(audioAttributes(below: root)) tabindex="-1" aria-label="\(label)"\(HTML.attribute("aria-current", isCurrent ? true : nil)) \
        \(position.attributes)>
        \(picture(below: root))
        <p class="title"\(HTML.language(of: title, among: names))><a href="\(root)\(address)">\(title)</a></p>
        <p class="artist"\(HTML.language(of: subtitle, among: names))>\(HTML.link(subtitle, to: subtitleAddress, below: root))</p>
        <p class="meta">
        \(starButton(below: root))
        \(isBookmarked ? Self.bookmarkMark : nil)
        <span class="duration">\(duration)</span>
        \(isDownloaded ? Self.downloadMark : nil)
        \(isExplicit ? Self.explicitMark : nil)
        <bdi class="album">\(HTML.link(album, to: album.isEmpty ? nil : albumAddress, below: root))</bdi>
        <span class="download\(isProblem ? " problem" : nil)">\(download)</span>
        \(progress)
        </p>
        \(playButton)\(queueButtons)
        \(entry.map { _ in handle })\(SelectionModel.checkbox(title))
        \(Self.menu(of: title, at: position, items(below: root)))</article>

        """
    }

    /// The more button of a row, and the menu that it opens.
    static func menu(of title: String, at position: RowPosition, _ items: [HTML]) -> HTML {
        """
        <button type="button" class="more" data-part="more" popovertarget="more-\(position.index)" \
        aria-label="More about \(title)"><svg aria-hidden="true"><use href="#icon-dots"/></svg></button>
        <div class="menu" id="more-\(position.index)" popover>
        <ul>
        \(HTML(items.map { "<li>\($0)</li>\n" }))</ul>
        </div>

        """
    }

    private func items(below root: HTML) -> [HTML] {
        let links = [
            artistAddress.map { HTML.link("Artist", to: $0, below: root) },
            albumAddress.map { HTML.link("Album", to: $0, below: root) },
            HTML.link("Lyrics", to: lyrics, below: root), HTML.link("Details", to: address, below: root),
        ]
        return actions.map { HTML.button($0, below: root) } + queueItems + [song.button()] + entryItems
            + links.compactMap(\.self)
    }

    /// Identifies the row for the scripts.
    private var key: String { song.value }
    private var kindAttribute: HTML? { kind.map { " data-row=\"\($0.rawValue)\"" } }
    private func audioAttributes(below root: HTML) -> HTML? {
        audio.map { audio in
            let artist: HTML? = artist.map { " data-artist=\"\($0)\"" }
            let cover: HTML? = number.map { _ in " data-artwork=\"\(root)\(artwork.address(.row))\"" }
            return """
                 data-audio="\(root)\(audio.address)" data-played-after="\(audio.secondsUntilPlayed)"\(artist)\(cover)
                """
        }
    }

    private func picture(below root: HTML) -> HTML {
        if let number { return "<p class=\"artwork number\">\(number)</p>" }
        return """
            <img class="artwork" src="\(root)\(artwork.address(.row))" data-tint="\(artwork.tint)" alt="" \
            loading="lazy" decoding="async">
            """
    }

    private var queueItems: [HTML] {
        audio == nil || isQueued
            ? []
            : [
                HTML.queueButton(PlayerBarModel.playNext, part: "insert", swipe: PlayerBarModel.swipeToPlayNext),
                HTML.queueButton(PlayerBarModel.addAll, part: "add", swipe: PlayerBarModel.swipeToAdd),
            ]
    }

    /// The buttons that a pointer over the row shows beside its menu.
    private var queueButtons: HTML? {
        if isQueued { return nil }
        return audio.map { _ in
            let next = HTML.queueButton(PlayerBarModel.playNext, part: "insert", icon: "insert", of: title)
            let add = HTML.queueButton(PlayerBarModel.addAll, part: "add", icon: "add", of: title)
            return "\n<span class=\"row-buttons\">\(next)\(add)</span>"
        }
    }

    /// The buttons that move or remove a song of an own playlist.
    private var entryItems: [HTML] {
        guard let entry else { return [] }
        let changes: [(name: HTML, title: String)?] = [
            entry.canMoveUp ? ("up", PlaylistEditingModel.moveUp) : nil,
            entry.canMoveDown ? ("down", PlaylistEditingModel.moveDown) : nil,
            ("remove", PlaylistEditingModel.remove),
        ]
        return changes.compactMap(\.self).map { name, title in
            "<button type=\"button\" class=\"action\" data-entry=\"\(name)\">\(title)</button>"
        }
    }

    /// The button that moves the row.
    private var handle: HTML {
        let label = PlayerBarModel.move.replacing("{title}", with: title)
        return "<button type=\"button\" class=\"handle action\" data-part=\"move\" aria-label=\"\(label)\">≡</button>\n"
    }

    private func starButton(below root: HTML) -> HTML? {
        star.map { star in
            """
            <button type="button" class="star action" data-part="star" data-method="\(star.method.rawValue)" \
            data-address="\(root)\(star.address)" aria-pressed="\(isBookmarked)" aria-label="Bookmark \(title)">\
            <svg aria-hidden="true"><use href="#icon-star"/></svg></button>
            """
        }
    }

    private var playButton: HTML? {
        audio.map { _ in
            """
            <button type="button" class="play action" data-part="play" aria-label="Play \(title)">\
            <svg aria-hidden="true"><use href="#icon-play"/></svg></button>
            """
        }
    }

    private var progress: HTML? {
        fraction.map { fraction in
            "<progress max=\"1\" value=\"\(fraction.description)\" aria-label=\"How much is downloaded\"></progress>"
        }
    }

    private static let bookmarkMark: HTML = """
        <svg class="mark star-mark" role="img" aria-label="bookmarked"><use href="#icon-star"/></svg>
        """
    private static let downloadMark: HTML = """
        <svg class="mark downloaded" role="img" aria-label="downloaded"><use href="#icon-downloaded"/></svg>
        """
    private static let explicitMark: HTML = "<abbr class=\"mark explicit\" title=\"explicit\">E</abbr>"
}

extension CellHTML {
    /// A row of a list of music, or of an artist's tracks.
    init(_ track: TrackCellModel, in kind: Kind) {
        let (row, artist) = (track.row, PageAddress.artist(track.artist))
        let actions = track.actions.models(of: track.id)
        self.init(
            song: .song(track.id), kind: kind, names: [track.title, track.artist, track.album],
            title: track.title, duration: track.durationText,
            download: track.openDownloadText, label: track.accessibilityLabel,
            isBookmarked: track.isBookmarked, isDownloaded: track.isDownloaded, isExplicit: track.isExplicit,
            isProblem: track.isProblem, address: .music(track.id), lyrics: .lyrics(track.id),
            artwork: row.artworkModel, star: actions.star,
            actions: actions.all)
        (audio, albumAddress) = (row.audio, row.albumAddress)
        switch kind {
        case .music:
            (subtitle, album) = (track.artist, track.album)
            (subtitleAddress, artistAddress) = (artist, artist)
        case .track:
            (subtitle, self.artist) = (track.album, track.artist)
            subtitleAddress = albumAddress
        case .albumTrack:
            (subtitle, self.artist, number) = (track.guestArtist, track.artist, track.numberText)
            (subtitleAddress, artistAddress) = (subtitle.isEmpty ? nil : artist, artist)
            albumAddress = nil
        }
    }

    /// A row of an own playlist. It has no kind, because a row that is redrawn alone does not know its place.
    init(_ track: TrackCellModel, entry: PlaylistEntryModel) {
        self.init(track, in: .music)
        (kind, self.entry) = (nil, entry)
    }

    init(_ download: DownloadCellModel) {
        let artist = PageAddress.artist(download.artist)
        self.init(
            song: .song(download.id), names: [download.title, download.artist],
            title: download.title, subtitle: download.artist, album: download.sizeText,
            download: download.stateText, label: download.accessibilityLabel, isProblem: download.isProblem,
            fraction: download.isUnderWay ? download.fraction : nil, address: .music(download.id),
            lyrics: .lyrics(download.id), artwork: download.artworkModel, subtitleAddress: artist,
            artistAddress: artist,
            actions: download.actions.models(of: download.id).all)
        audio = download.audio
    }

    init(_ played: HistoryCellModel) {
        self.init(played.song, album: played.ageText, label: played.accessibilityLabel)
    }

    init(_ queued: QueueCellModel) {
        self.init(queued.song, album: queued.song.album, label: queued.accessibilityLabel)
        (albumAddress, isCurrent, isQueued) = (queued.song.albumAddress, queued.isCurrent, true)
        actions = [queued.playAction].compactMap(\.self) + queued.editActions + actions
    }

    /// A row of a song whose download is not followed. `album` is the text in the place of the album.
    private init(_ song: MusicCellModel, album: String, label: String) {
        let (artist, actions) = (PageAddress.artist(song.artist), song.actions.models(of: song.id))
        self.init(
            song: .song(song.id), names: [song.title, song.artist, song.album],
            title: song.title, subtitle: song.artist, album: album,
            duration: song.durationText, label: label, isBookmarked: song.isBookmarked,
            isDownloaded: song.isDownloaded, isExplicit: song.isExplicit, address: .music(song.id),
            lyrics: .lyrics(song.id), artwork: song.artworkModel, subtitleAddress: artist, artistAddress: artist,
            star: actions.star, actions: actions.all)
        audio = song.audio
    }
}

/// A row of a playlist, of an artist or of a genre.
struct RelatedCellHTML: RowHTML {
    private let key, label, symbol, title, subtitle, detail: String
    private let address: PageAddress?
    /// The songs of a playlist; nil for other rows.
    private var collection: SongCollectionModel?

    init(_ playlist: PlaylistCellModel) {
        (key, symbol) = ("playlist-\(playlist.id)", "list")
        (title, subtitle) = (playlist.name, playlist.kindText)
        (label, detail) = (playlist.accessibilityLabel, playlist.detailText)
        (address, collection) = (.playlist(playlist.id), .playlist(playlist.id))
    }

    init(_ artist: RelatedArtistCellModel) {
        (key, symbol) = ("artist-" + artist.id, "person")
        (title, subtitle) = (artist.name, "Related artist")
        (label, detail) = (artist.accessibilityLabel, artist.detailText)
        address = .artist(artist.name)
    }

    init(_ genre: GenreCellModel) {
        (key, symbol) = ("genre-" + genre.id, "list")
        (title, subtitle, detail) = (genre.name, genre.detailText, "")
        label = genre.accessibilityLabel
        address = genre.address
    }

    init(_ artist: ListedArtistCellModel) {
        (key, symbol) = ("artist-" + artist.id, "person")
        (title, subtitle, detail) = (artist.name, artist.countText, artist.marksText)
        label = artist.accessibilityLabel
        address = .artist(artist.name)
    }

    func html(at position: RowPosition, below root: HTML) -> HTML {
        """
        <article class="cell related" data-key="\(key)" data-index="\(position.index)" tabindex="-1" \
        aria-label="\(label)" \(position.attributes)>
        <svg class="artwork glyph" aria-hidden="true"><use href="#icon-\(symbol)"/></svg>
        <p class="title"\(HTML.language(of: title))>\(HTML.link(title, to: address, below: root))</p>
        <p class="artist" dir="auto">\(subtitle)</p>
        <p class="meta"><bdi class="album">\(detail)</bdi></p>
        \(collection.map { menu($0, at: position, below: root) })</article>

        """
    }

    /// The check box and the menu of a playlist.
    private func menu(_ songs: SongCollectionModel, at position: RowPosition, below root: HTML) -> HTML {
        let list: HTML? = address.map { " data-list=\"\(root)\($0)\"" }
        let items = [
            HTML.queueButton(PlayerBarModel.playNext, part: "insert", list),
            HTML.queueButton(PlayerBarModel.addAll, part: "add", list), songs.button(),
            HTML.link("Songs", to: address, below: root),
        ]
        return "\(SelectionModel.checkbox(title))\n\(CellHTML.menu(of: title, at: position, items))"
    }
}

/// A row of an artist's page without a song, a playlist or an artist.
struct MessageCellHTML: RowHTML {
    let row: MessageCellModel
    /// The list of the rows that the page omits; nil if there is none.
    let more: PageAddress?

    func html(at position: RowPosition, below root: HTML) -> HTML {
        """
        <article class="cell message\(row.isProblem ? " problem" : nil)" data-index="\(position.index)" tabindex="-1" \
        aria-label="\(row.accessibilityLabel)" \(position.attributes)>
        <p dir="auto">\(HTML.link(row.text, to: more, below: root))</p>
        </article>

        """
    }
}

extension ArtistPageModel {
    /// The sections of the page; albums are tiles.
    func sections(_ rows: [ArtistCellModel]) -> [ListSection] {
        rows.chunked { $0.sectionTitle == $1.sectionTitle }.map { rows in
            let isGrid = rows.contains { if case .album = $0 { true } else { false } }
            return ListSection(title: rows[0].sectionTitle, rows: rows.map(html), shape: isGrid ? .grid : .rows)
        }
    }

    private func html(_ row: ArtistCellModel) -> any RowHTML {
        switch row {
        case .album(let row): AlbumTileHTML(row: row)
        case .track(let row): CellHTML(row, in: .track)
        case .playlist(let row): RelatedCellHTML(row)
        case .relatedArtist(let row): RelatedCellHTML(row)
        case .message(let row): MessageCellHTML(row: row, more: list(for: row))
        }
    }
}
