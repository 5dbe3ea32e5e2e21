import FermataPresentation

/// A row of music or of a download.
struct CellHTML: RowHTML {
    /// The lists whose rows can be redrawn one by one.
    enum Kind: String, CaseIterable {
        case music, track
    }

    let key: String
    var kind: Kind?
    var title = "", subtitle = "", album = "", duration = "", download = "", label = ""
    var isBookmarked = false, isDownloaded = false, isExplicit = false, isProblem = false
    /// The received part of a running download.
    var fraction: Double?
    var address: PageAddress
    var lyrics: PageAddress
    var artwork: PageAddress
    var subtitleAddress: PageAddress?
    var artistAddress: PageAddress?
    /// Nil without audio.
    var audio: AudioModel?
    /// The artist of the song where the row shows another text in its place.
    var artist: String?
    var star: ActionModel?
    var actions: [ActionModel] = []

    func html(at position: RowPosition, below root: HTML) -> HTML {
        """
        <article class="cell" data-key="\(key)" data-index="\(position.index)"\(kindAttribute)\
        \(audioAttributes(below: root)) tabindex="-1" aria-label="\(label)" \(position.attributes)>
        <img class="artwork" src="\(root)\(artwork)" alt="" loading="lazy" decoding="async">
        <p class="title" dir="auto"><a href="\(root)\(address)">\(title)</a></p>
        <p class="artist" dir="auto">\(HTML.link(subtitle, to: subtitleAddress, below: root))</p>
        <p class="meta">
        \(starButton(below: root))
        \(isBookmarked ? Self.bookmarkMark : nil)
        <span class="duration">\(duration)</span>
        \(isDownloaded ? Self.downloadMark : nil)
        \(isExplicit ? Self.explicitMark : nil)
        <bdi class="album">\(album)</bdi>
        <span class="download\(isProblem ? " problem" : nil)">\(download)</span>
        \(progress)
        </p>
        \(playButton)
        <button type="button" class="more" data-part="more" popovertarget="more-\(position.index)" \
        aria-label="More about \(title)"><svg aria-hidden="true"><use href="#icon-dots"/></svg></button>
        <div class="menu" id="more-\(position.index)" popover>
        <ul>
        \(HTML(actions.map { Self.item($0, below: root) }))\(artistItem(below: root))
        <li><a href="\(root)\(lyrics)">Lyrics</a></li>
        <li><a href="\(root)\(address)">Details</a></li>
        </ul>
        </div>
        </article>

        """
    }

    private var kindAttribute: HTML? { kind.map { " data-row=\"\($0.rawValue)\"" } }
    private func audioAttributes(below root: HTML) -> HTML? {
        audio.map { audio in
            let artist: HTML? = artist.map { " data-artist=\"\($0)\"" }
            return " data-audio=\"\(root)\(audio.address)\" data-played-after=\"\(audio.secondsUntilPlayed)\"\(artist)"
        }
    }
    private func artistItem(below root: HTML) -> HTML? {
        artistAddress.map { "<li><a href=\"\(root)\($0)\">Artist</a></li>" }
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

    private static func item(_ action: ActionModel, below root: HTML) -> HTML {
        """
        <li><button type="button" class="action" data-part="\(action.part.rawValue)" \
        data-method="\(action.method.rawValue)" data-address="\(root)\(action.address)">\(action.title)</button></li>

        """
    }

    private static let bookmarkMark: HTML = """
        <svg class="mark star-mark" role="img" aria-label="bookmarked"><use href="#icon-star"/></svg>
        """
    private static let downloadMark: HTML = """
        <svg class="mark downloaded" role="img" aria-label="downloaded"><use href="#icon-downloaded"/></svg>
        """
    private static let explicitMark: HTML = "<abbr class=\"mark explicit\" title=\"explicit\">E</abbr>"
}

extension HTML {
    /// A link; the text alone without an address.
    static func link(_ text: String, to address: PageAddress?, below root: HTML) -> HTML {
        address.map { "<a href=\"\(root)\($0)\">\(text)</a>" } ?? "\(text)"
    }
}
