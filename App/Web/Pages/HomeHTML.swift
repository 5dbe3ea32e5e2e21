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
            return Page(title: Self.title, screen: .home, list: ListHTML(sections.compactMap(\.self)))
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
        let actions = model.actions.map { HTML.button($0, style: "action check", below: root) }
        return """
            <article class="continue" data-key="continue" data-index="\(position.index)" tabindex="-1" \
            aria-label="\(model.accessibilityLabel)" \(position.attributes)>
            <img class="cover" src="\(root)\(song.artworkAddress)" alt="" loading="lazy" decoding="async">
            <div>
            <p class="title"\(HTML.language(of: song.title))>\(HTML.link(song.title, to: .music(song.id), below: root))</p>
            <p class="artist"\(HTML.language(of: song.artist))>\(HTML.link(song.artist, to: .artist(song.artist), below: root))</p>
            <p class="meta">\(model.detailText)</p>
            <p class="buttons">
            <button type="button" class="action primary" data-part="continue" data-list="\(root)\(PageAddress.queue)">\
            \(ContinueModel.buttonTitle)</button>
            \(HTML(actions))</p>
            </div>
            </article>

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
