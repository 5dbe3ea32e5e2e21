import FermataDomain
import FermataPresentation

/// A page before it is rendered.
struct Page {
    let title: String
    /// The names of the artist and album of what the page shows, which help to find the language of the title.
    var names: [String] = []
    /// Whether it shows a program that plays, so that it is outdated at once.
    var isLive = false
    var screen: PageScreen?
    var search = SearchModel.music
    /// Nil on a page that counts nothing.
    var countText: String? = ""
    /// The list that the content is; nil on other pages.
    private(set) var list: ListHTML?
    /// The page whose songs the buttons above the list play; nil for the rows of the list.
    private(set) var songs: PageAddress?
    /// The page whose songs a button plays in a random order; nil without one.
    private(set) var shuffled: PageAddress?
    private(set) var rows = PageRows()
    /// The buttons beside the title that change what the page is about.
    private(set) var tools: ((_ root: HTML) -> HTML)?
    /// The songs that a button adds to a playlist; nil without one.
    private(set) var collection: SongCollectionModel?
    /// Whether people choose the rows, and can remove them.
    private(set) var isEditable = false
    /// The part that is rendered again when the library changes. `root` precedes the addresses of the server.
    let content: (_ root: HTML) -> HTML
    /// The form below the content.
    private(set) var form: ((_ root: HTML) -> HTML)?

    init(
        title: String, screen: PageScreen? = nil, countText: String? = "", rows: PageRows = PageRows(),
        content: @escaping (_ root: HTML) -> HTML, form: ((_ root: HTML) -> HTML)? = nil
    ) {
        (self.title, self.screen, self.countText) = (title, screen, countText)
        (self.rows, self.content, self.form) = (rows, content, form)
    }

    /// A page of a list, with the choices of its rows and their order, and what `head` draws above it.
    init(
        title: String, screen: PageScreen?, search: SearchModel = .music, countText: String = "", list: ListHTML,
        choices: ListChoices? = nil, songs: PageAddress? = nil, shuffled: PageAddress? = nil,
        collection: SongCollectionModel? = nil, head: @escaping (_ root: HTML) -> HTML? = { _ in nil }
    ) {
        (self.title, self.screen, self.search, self.countText) = (title, screen, search, countText)
        (self.list, rows, self.songs, self.shuffled) = (list, list.rows, songs, shuffled)
        self.collection = collection
        content = {
            "\(head($0))\(list.html(countText: countText, choices: choices, shuffled: shuffled, below: $0))"
        }
    }

    /// A page of a list that is read in windows.
    init(
        _ model: ListPageModel, screen: PageScreen?, search: SearchModel = .music, rows: [some RowHTML],
        songs: PageAddress? = nil, tools: ((_ root: HTML) -> HTML)? = nil, isEditable: Bool = false
    ) {
        self.init(
            title: model.title, screen: screen, search: search, countText: model.countText,
            list: ListHTML(rows, paging: model.paging, emptyText: model.emptyText), songs: songs)
        (self.tools, self.isEditable) = (tools, isEditable)
    }

    /// The complete page.
    func html(notice: String?, freshness: String = "", version: Int? = nil, in frame: PageFrame) -> HTML {
        let root = frame.root
        let notice: HTML? = notice.map { "<p class=\"notice\" role=\"alert\">\($0)</p>\n" }
        let count: HTML? = countText.map { "<p id=\"count\" role=\"status\">\($0)</p>\n" }
        let links = PageScreen.links(at: screen, hasSources: frame.hasSources).enumerated().map { index, link in
            link.html(current: "page", style: PageScreen.style(at: index), below: root)
        }
        return """
            <!DOCTYPE html>
            <html lang="en"\(HTML.attribute("data-version", version))\(HTML.attribute("data-account", frame.name))>
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title) – Fermata</title>
            <link rel="icon" href="\(root)/assets/fermata.svg" type="image/svg+xml">
            <link rel="stylesheet" href="\(root)/assets/cell.css">
            <link rel="stylesheet" href="\(root)/assets/fermata.css">
            <script type="module" src="\(root)/assets/fermata.js"></script>
            </head>
            <body>
            <a class="skip" href="#main">Skip to the content</a>
            \(Self.symbols)
            <header class="site">
            <a class="brand" href="\(root)/"><svg aria-hidden="true"><use href="#icon-sign"/></svg>Fermata</a>
            <nav aria-label="Screens">
            <ul>
            \(HTML(links))<li class="more-screens">\
            <button type="button" popovertarget="screens">\(PageScreen.moreTitle)</button></li>
            </ul>
            </nav>
            <nav class="menu" id="screens" aria-label="\(PageScreen.moreTitle)" popover>
            <ul>
            \(HTML(links.dropFirst(PageScreen.tabCount)))</ul>
            </nav>
            \(search.html(below: root))
            </header>
            <main id="main" tabindex="-1">
            \(notice)<header class="head">
            <h1 id="title" tabindex="-1"\(HTML.language(of: title, among: names))>\(title)</h1>
            \(count)\(actions(below: root))</header>
            \(list.map { _ in SelectionModel.bar(canRemove: isEditable || screen == .queue) })\
            <div id="list">
            \(content(root))</div>
            \(form?(root))
            </main>
            <footer class="site">
            <p id="freshness" role="status" dir="auto">\(freshness)</p>
            <button type="button" class="quiet action" data-method="POST" data-address="\(root)/api/sync">Refresh</button>
            \(frame.accountLinks)</footer>
            \(PlayerBarModel.html(below: root))
            \(PlaylistEditingModel.html)\
            <p id="message" dir="auto" popover="manual" data-undo="\(PlaylistEditingModel.undo)"></p>
            <p id="announcement" class="unseen" role="status"></p>
            </body>
            </html>

            """
    }

    /// The buttons beside the title. In a narrow window, all but the first ones are in a menu.
    private func actions(below root: HTML) -> HTML? {
        let (first, others) = list == nil ? ([], []) : playButtons(below: root)
        let rest = HTML(others + [tools?(root)].compactMap(\.self))
        if first.isEmpty, rest.markup.isEmpty { return nil }
        return """
            \(HTML(first))<button type="button" class="action rest-button" popovertarget="rest" \
            aria-label="\(PlayerBarModel.moreActions)"><svg aria-hidden="true"><use href="#icon-dots"/></svg></button>
            <div class="rest" id="rest" popover>
            \(rest)</div>

            """
    }

    private func playButtons(below root: HTML) -> (first: [HTML], others: [HTML]) {
        guard let songs else {
            let shuffle = shuffled.map {
                Self.playButton(
                    PlayerBarModel.shuffleAll, part: "shuffle", " data-sample data-list=\"\(root)\($0)\"",
                    icon: "shuffle")
            }
            let play = Self.playButton(PlayerBarModel.playAll, part: "play", nil, icon: "play")
            return ([play] + [shuffle].compactMap(\.self), [SelectionModel.button])
        }
        let list: HTML = " data-list=\"\(root)\(songs)\""
        let done = { (text: String) in "\(list) data-done=\"\(text)\"" as HTML }
        let first: [HTML] = [
            Self.playButton(PlayerBarModel.playAll, part: "play", list, icon: "play"),
            Self.playButton(PlayerBarModel.shuffleAll, part: "shuffle", list, icon: "shuffle"),
        ]
        let others: [HTML] = [
            Self.playButton(PlayerBarModel.playNext, part: "insert", done(PlayerBarModel.playsNext)),
            Self.playButton(PlayerBarModel.addAll, part: "add", done(PlayerBarModel.added)),
            collection.map { "\($0.button(style: "action tool"))\n" } ?? "", SelectionModel.button,
        ]
        return (first, others)
    }

    /// In a narrow window, an icon replaces the title.
    private static func playButton(_ title: String, part: HTML, _ attributes: HTML?, icon: HTML? = nil) -> HTML {
        let symbol = icon.map {
            "<svg class=\"line-icon\" aria-hidden=\"true\"><use href=\"#icon-\($0)\"/></svg>" as HTML
        }
        return """
            <button type="button" class="action play-all" data-part="\(part)"\(attributes)>\(title)\(symbol)</button>

            """
    }

    private static let symbols: HTML = """
        <svg class="symbols" aria-hidden="true">
        <symbol id="icon-star" viewBox="0 0 16 16">\
        <path d="M8 1.6l1.95 4.1 4.5.55-3.3 3.1.85 4.45L8 11.6l-4 2.2.85-4.45-3.3-3.1 4.5-.55z"/></symbol>
        <symbol id="icon-dots" viewBox="0 0 15 4">\
        <circle cx="2" cy="2" r="1.5"/><circle cx="7.5" cy="2" r="1.5"/><circle cx="13" cy="2" r="1.5"/></symbol>
        <symbol id="icon-downloaded" viewBox="0 0 16 16"><path d="M8 2v8m-3.5-3.2L8 10.3l3.5-3.5M3 13.5h10"/></symbol>
        <symbol id="icon-list" viewBox="0 0 24 24"><path d="M4 6.5h16M4 12h16M4 17.5h10"/></symbol>
        <symbol id="icon-person" viewBox="0 0 24 24">\
        <circle cx="12" cy="8.5" r="3.75"/><path d="M4.5 20c.9-3.9 3.9-6 7.5-6s6.6 2.1 7.5 6"/></symbol>
        <symbol id="icon-sign" viewBox="0 0 32 20">\
        <path d="M2 18C3 8 9 2.5 16 2.5S29 8 30 18h-1.6C27 10.5 22.3 6.5 16 6.5S5 10.5 3.6 18z"/>\
        <circle cx="16" cy="15.5" r="2.5"/></symbol>
        <symbol id="icon-play" viewBox="0 0 16 16"><path d="M4 2.5v11l9.5-5.5z"/></symbol>
        <symbol id="icon-pause" viewBox="0 0 16 16"><path d="M3.5 2.5h3v11h-3zm6 0h3v11h-3z"/></symbol>
        <symbol id="icon-next" viewBox="0 0 16 16"><path d="M3 3v10l7.5-5zm8 0h2v10h-2z"/></symbol>
        <symbol id="icon-previous" viewBox="0 0 16 16"><path d="M13 3v10L5.5 8zM3 3h2v10H3z"/></symbol>
        <symbol id="icon-insert" viewBox="0 0 24 24">\
        <path d="M4 6h16M4 12h9M4 18h9M16.5 12l4.5 3-4.5 3z"/></symbol>
        <symbol id="icon-add" viewBox="0 0 24 24"><path d="M4 6h16M4 12h9M4 18h9M18.5 12v7M15 15.5h7"/></symbol>
        <symbol id="icon-repeat" viewBox="0 0 24 24">\
        <path d="M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4"/></symbol>
        <symbol id="icon-repeat-one" viewBox="0 0 24 24">\
        <path d="M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4M10.5 11l2-1v4.5"/></symbol>
        <symbol id="icon-shuffle" viewBox="0 0 24 24">\
        <path d="M16 4h4v4M4 19L20 4M20 15v4h-4M14.5 14L20 19M4 5l5 4.5"/></symbol>
        <symbol id="icon-expand" viewBox="0 0 24 24"><path d="M6 15l6-6 6 6"/></symbol>
        <symbol id="icon-stop" viewBox="0 0 24 24"><circle cx="12" cy="12" r="8.5"/><path d="M9 9h6v6H9z"/></symbol>
        <symbol id="icon-moon" viewBox="0 0 24 24">\
        <path d="M19.5 14.5A8 8 0 1 1 9.5 4.5a7 7 0 0 0 10 10z"/></symbol>
        <symbol id="icon-volume" viewBox="0 0 24 24">\
        <path d="M4 9.5h3.5L12 5.5v13l-4.5-4H4zM16 9a4 4 0 0 1 0 6"/></symbol>
        </svg>
        """
}

/// What the pages of a site have in common.
struct PageFrame: Sendable {
    /// What precedes the address of every page.
    let root: HTML
    /// Whether the person manages the sources of the library.
    let hasSources: Bool
    /// The name of the account; nil for the person at the computer.
    fileprivate let name: String?

    /// `path` is that below which the server is reached; empty without one.
    init(path: String, account: Account?) {
        (root, hasSources, name) = ("\(path)", account?.managesSources ?? true, account?.name)
    }

    /// The link to the accounts, who has signed in, and the button that signs out.
    fileprivate var accountLinks: HTML {
        let signOut = name.map { name in
            """

            <form method="post" action="\(root)/sign-out"><span dir="auto">\(SignInPageModel.signedIn(name))</span>
            <button class="quiet">\(SignInPageModel.signOut)</button></form>
            """ as HTML
        }
        return """
            <a class="quiet" href="\(root)\(PageAddress.accounts)">\(AccountsPageModel.link.title)</a>\(signOut)

            """
    }
}

extension PageScreen {
    /// The class of the link at an index: of one that needs a medium or wide window.
    fileprivate static func style(at index: Int) -> HTML? {
        index < tabCount ? nil : index < mediumTabCount ? "medium" : "wide"
    }
}

extension SearchModel {
    fileprivate func html(below root: HTML) -> HTML {
        let list: HTML? = suggestions.map { " list=\"keys\" data-suggestions=\"\(root)\($0)\"" }
        let options = keys.map { "<option value=\"\($0)\">" as HTML }
        let keys: HTML? = suggestions.map { _ in "<datalist id=\"keys\">\(HTML(options))</datalist>\n" }
        let fields = fields.map { "<input type=\"hidden\" name=\"\($0.key)\" value=\"\($0.value)\">" as HTML }
        return """
            <form class="search" role="search" action="\(root)\(address)" method="get">
            <label for="text">\(label)</label>
            <input id="text" type="search" name="text" value="\(text)" placeholder="\(label)" maxlength="200" \
            dir="auto" autocomplete="off" spellcheck="false"\(list)>
            \(keys)\(HTML(fields))
            </form>
            """
    }
}

extension PlayerBarModel {
    fileprivate static func html(below root: HTML) -> HTML {
        let places = Self.places.map { " data-\(HTML(stringLiteral: $0.place))-place=\"\($0.text)\"" as HTML }
        return """
            <section id="player" class="player" aria-label="\(title)" data-failed="\(failed)" \
            data-unplayable="\(unplayable)" data-swipe-hint="\(swipeHint)" data-moved="\(movedToPage)" \
            data-successor="\(successor)"\(HTML(places)) hidden>
            <img id="player-artwork" src="\(root)/assets/placeholder.svg" alt="">
            <p class="song"><a id="player-title" dir="auto" href="\(root)/"></a>\
            <button type="button" id="player-here" data-part="continue" hidden>\(playHere)</button>\
            <span class="by"><a id="player-artist" dir="auto"></a><span id="player-note"></span></span></p>
            <p class="controls">
            \(button("previous", "previous", previous))
            <button type="button" class="toggle" data-player="toggle" aria-label="\(play)" data-play="\(play)" \
            data-pause="\(pause)"><svg aria-hidden="true"><use href="#icon-play"/></svg></button>
            \(button("next", "next", next))
            <button type="button" id="player-star" class="star" aria-pressed="false" aria-label="\(star)" title="\(star)">\
            <svg aria-hidden="true"><use href="#icon-star"/></svg></button>
            <button type="button" class="expand" data-player="more" aria-expanded="false" aria-label="\(more)">\
            <svg aria-hidden="true"><use href="#icon-expand"/></svg></button>
            </p>
            <p class="time"><span id="player-elapsed">0:00</span>\
            <input id="player-position" type="range" min="0" max="0" step="any" value="0" aria-label="\(position)">\
            <span id="player-total"></span></p>
            <p id="player-line" class="line" hidden><span dir="auto"></span><span dir="auto"></span></p>
            <p class="marks">
            <span id="player-rating" class="rating" role="group" aria-label="\(rating)">\(HTML(stars))</span>
            <label class="pick rate" title="\(rating)"><span aria-hidden="true">–★</span>\
            <select id="player-stars" aria-label="\(rating)" autocomplete="off">\(HTML(ratingChoices))</select></label>
            <svg class="line-icon" aria-hidden="true"><use href="#icon-volume"/></svg>
            <input id="player-volume" type="range" min="0" max="100" value="100" aria-label="\(volume)">
            </p>
            <p class="others">
            <button type="button" id="player-jumping" aria-pressed="false">\(jumping)</button>
            <a id="player-lyrics" href="\(root)/">\(lyrics)</a>
            \(button("repeat", "repeat", repeatOff, " data-off=\"\(repeatOff)\" data-all=\"\(repeatAll)\" data-one=\"\(repeatOne)\""))
            \(button("shuffle", "shuffle", shuffle))
            \(button("stop-after", "stop", stopAfterSong, " aria-pressed=\"false\" data-text=\"\(stopsAfterSong)\""))
            <label class="pick sleep" title="\(sleep)"><svg class="line-icon" aria-hidden="true"><use href="#icon-moon"/></svg>\
            <select id="player-sleep" aria-label="\(sleep)" data-text="\(sleeps)" autocomplete="off">\(HTML(times))\
            <option value="running" hidden>\(sleep)</option></select></label>
            <button type="button" popovertarget="player-queue">\(queue)</button>
            <a class="queue-link" href="\(root)\(PageAddress.queue)">\(queue)</a>
            </p>
            <div id="player-queue" class="menu queue" popover role="group" aria-label="\(queue)">
            <p><button type="button" data-player="clear" data-done="\(cleared)">\(clear)</button></p>
            <ol data-remove="\(remove)" data-removed="\(removed)" data-move="\(move)" data-moved="\(moved)"></ol>
            <form data-done="\(savedPlaylist)">
            <input name="name" required maxlength="200" dir="auto" autocomplete="off" placeholder="\(playlistName)" \
            aria-label="\(playlistName)"><button type="submit">\(savePlaylist)</button>
            </form>
            </div>
            </section>
            """
    }

    /// A button that shows a symbol.
    private static func button(_ name: HTML, _ icon: HTML, _ label: String, _ attributes: HTML = "") -> HTML {
        """
        <button type="button" class="icon" data-player="\(name)" aria-label="\(label)" title="\(label)"\(attributes)>\
        <svg class="line-icon" aria-hidden="true"><use href="#icon-\(icon)"/></svg></button>
        """
    }

    private static var stars: [HTML] {
        ratings.map { "<button type=\"button\" aria-pressed=\"false\" aria-label=\"\($0)\">☆</button>" }
    }

    private static var ratingChoices: [HTML] {
        ([noRating] + ratings).enumerated().map { "<option value=\"\($0)\">\($1)</option>" }
    }

    private static var times: [HTML] {
        sleepTimes.map { value, text in "<option value=\"\(value)\">\(text)</option>" }
    }
}
