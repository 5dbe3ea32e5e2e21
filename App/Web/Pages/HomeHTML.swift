import FermataDomain
import FermataPresentation

extension HomePageModel {
    /// The home page: the song to continue with, and rows of covers.
    var page: Page {
        let albums = { (shelf: Shelf) in
            ListSection(
                title: shelf.list.title, list: shelf.list.address, rows: shelf.albums.map { AlbumTileHTML(row: $0) },
                shape: .shelf)
        }
        let current = current.map {
            ListSection(title: Self.continueTitle, list: .queue, rows: [ContinueHTML(model: $0)], shape: .shelf)
        }
        let genres =
            genres.isEmpty
            ? nil
            : ListSection(
                title: Self.genresTitle, list: .genres, rows: genres.map { GenreTileHTML(row: $0) }, shape: .chips)
        let sections = [current] + mainShelves.map(albums) + [genres, randomShelf.map(albums)]
        if !isEmpty || current != nil {
            var page = Page(
                title: Self.title, screen: .home, list: ListHTML(sections.compactMap(\.self)), shuffled: .random)
            page.isLive = self.current?.remote != nil
            return page
        }
        return Page(title: Self.title, screen: .home) { root in
            """
            <p class="empty">\(Self.emptyText)</p>
            <p class="candidate">\(HTML.link(Self.emptyLink.title, to: Self.emptyLink.address, below: root))</p>

            """
        }
    }
}

/// The song at which the queue continues, with a button that plays it on this page.
struct ContinueHTML: RowHTML {
    let model: ContinueModel

    func html(at position: RowPosition, below root: HTML) -> HTML {
        let song = model.song
        let names = [song.title, song.artist, song.album]
        let actions = model.actions.map { HTML.button($0, style: "action check", below: root) }
        return """
            <article class="continue" data-key="continue" data-song="\(song.id.description)" data-index="\(position.index)" tabindex="-1" \
            aria-label="\(model.accessibilityLabel)" \(position.attributes)>
            \(HTML.artwork(song.artworkModel, width: "120px", below: root))
            <div>
            <p class="title"\(HTML.language(of: song.title, among: names))>\(HTML.link(song.title, to: .music(song.id), below: root))</p>
            <p class="artist"\(HTML.language(of: song.artist, among: names))>\(HTML.link(song.artist, to: .artist(song.artist), below: root))</p>
            <p class="meta">\(model.stateText) <span class="time">\(model.timeText)</span> \(model.positionText)</p>
            <p class="buttons">
            <button type="button" class="action primary" data-part="continue">\
            \(PlayerBarModel.playHere)</button>
            \(HTML(actions))
            \(HTML.link(PlayerBarModel.queue, to: .queue, below: root))</p>
            \(model.remote.map { $0.html(playTitle: model.playTitle) })</div>
            </article>

            """
    }
}

extension RemotePlayerModel {
    /// The sliders, which follow the program that plays.
    fileprivate func html(playTitle: String) -> HTML {
        let duration = duration ?? 0
        return """
            <p class="remote action" data-play="\(playTitle)" data-pause="\(PlayerBarModel.pause)">
            <input type="range" name="seconds" data-part="seconds" min="0" max="\(duration)" value="\(elapsed)" \
            data-command="position" autocomplete="off" \
            aria-label="\(PlayerBarModel.position)"\(duration == 0 ? " disabled" : nil)>
            <input type="range" name="percent" data-part="percent" min="0" max="100" value="\(percent)" \
            data-command="volume" autocomplete="off" aria-label="\(PlayerBarModel.volume)">
            </p>

            """
    }
}

/// A genre as a link to its albums.
struct GenreTileHTML: RowHTML {
    let row: GenreCellModel

    func html(at position: RowPosition, below root: HTML) -> HTML {
        """
        <article class="chip" data-key="genre-\(row.id)" data-index="\(position.index)" tabindex="-1" \
        aria-label="\(row.accessibilityLabel)" \(position.attributes)>
        <p class="title"\(HTML.language(of: row.name))>\(HTML.link(row.name, to: row.address, below: root))</p>
        <p class="meta">\(row.albumsText)</p>
        </article>

        """
    }
}
