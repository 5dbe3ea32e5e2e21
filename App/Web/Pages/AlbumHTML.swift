import FermataDomain
import FermataPresentation

/// A tile of an album: its cover above its name.
struct AlbumTileHTML: RowHTML {
    let row: AlbumCellModel

    func html(at position: RowPosition, below root: HTML) -> HTML {
        let address = PageAddress.album(row.id)
        return """
            <article class="tile" data-key="album-\(row.id.description)" data-index="\(position.index)" tabindex="-1" \
            aria-label="\(row.accessibilityLabel)" \(position.attributes)>
            \(HTML.artwork(row.artworkModel, width: "(max-width: 560px) 45vw, 180px", below: root))
            <p class="title"\(HTML.language(of: row.name, among: [row.artist]))><a href="\(root)\(address)">\(row.name)</a></p>
            <p class="artist"\(HTML.language(of: row.artist, among: [row.name]))>\(HTML.link(row.artist, to: .artist(row.artist), below: root))</p>
            <p class="meta">\(row.isBookmarked ? Self.bookmarkMark : nil)\(row.yearAndCountText)</p>
            <button type="button" class="play action" data-part="play" data-list="\(root)\(address)" \
            aria-label="Play \(row.name)"><svg aria-hidden="true"><use href="#icon-play"/></svg></button>
            \(SelectionModel.checkbox(row.name))
            </article>

            """
    }

    /// The label of the tile names the bookmark.
    private static let bookmarkMark: HTML = """
        <svg class="mark bookmarked" aria-hidden="true"><use href="#icon-star"/></svg>
        """
}

extension AnnotationModel {
    /// The buttons; the text in their place on a page without scripts.
    func html(below root: HTML) -> HTML {
        let text: HTML? = text.isEmpty ? nil : "<p class=\"unscripted\">\(text)</p>\n"
        return """
            <div class="annotations" data-key="annotations">
            <p class="buttons">
            \(HTML.button(bookmark, below: root))
            \(HTML.rating(ratings, below: root))
            </p>
            \(text)</div>

            """
    }
}

extension AlbumListPageModel {
    /// The page of albums with a window of rows.
    func page(_ rows: [AlbumCellModel]) -> Page {
        let tiles = ListSection(rows: rows.map { AlbumTileHTML(row: $0) }, shape: .grid)
        return Page(
            title: title, screen: .albums, search: search, countText: countText,
            list: ListHTML([tiles], paging: paging, emptyText: emptyText),
            choices: ListChoices(sorts: sorts, switches: switches, filters: [("Genre", genres), ("Year", years)]))
    }
}

extension AlbumPageModel {
    /// The page of the album.
    var page: Page {
        let sections = tracks.chunked { $0.sectionTitle == $1.sectionTitle }.map { tracks in
            ListSection(title: tracks[0].sectionTitle, rows: tracks.map { CellHTML($0.track, in: .albumTrack) })
        }
        var page = Page(
            title: title, screen: .albums, countText: countText,
            list: ListHTML(sections, paging: paging, emptyText: emptyText), songs: address, collection: collection,
            head: head)
        page.names = [artist?.title ?? ""] + tracks.prefix(1).map(\.track.title)
        return page
    }

    private func head(below root: HTML) -> HTML {
        let links = ([artist].compactMap(\.self) + genres).map { link in
            """
            <li\(HTML.language(of: link.title, among: [title]))>\(HTML.link(link.title, to: link.address, below: root))</li>

            """ as HTML
        }
        let year: HTML? = yearText.isEmpty ? nil : "<li>\(yearText)</li>\n"
        return """
            <div class="album-head">
            \(HTML.artwork(artwork, width: "220px", isLazy: false, below: root))
            <div>
            <ul>
            \(HTML(links.prefix(artist == nil ? 0 : 1)))\(year)\(HTML(links.dropFirst(artist == nil ? 0 : 1)))</ul>
            \(annotations.html(below: root))</div>
            </div>

            """
    }
}

extension Array {
    /// Divides the elements into parts of consecutive ones that belong together. O(n).
    func chunked(by belongTogether: (Element, Element) -> Bool) -> [[Element]] {
        var parts: [[Element]] = []
        for element in self {
            if let last = parts.last?.last, belongTogether(last, element) {
                parts[parts.count - 1].append(element)
            } else {
                parts.append([element])
            }
        }
        return parts
    }
}
