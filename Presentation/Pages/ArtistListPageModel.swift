package import FermataDomain

/// The title, counts and links of the list of artists: those of songs, or those of albums.
package struct ArtistListPageModel: Equatable, Sendable {
    private let text: String
    private let areOfAlbums: Bool
    private let window: Window
    private let total: Int?

    /// `total` is nil if more rows follow than the window has, and they are not counted.
    package init(named text: String, areOfAlbums: Bool, window: Window, total: Int?) {
        (self.text, self.areOfAlbums, self.window, self.total) = (text, areOfAlbums, window, total)
    }

    package var title: String { PageScreen.artists.title }
    package var countText: String { CountText(total, "artist").text }

    package var search: SearchModel {
        SearchModel("Find artists", .artists, text: text, items: kindItems(areOfAlbums), completesTerms: false)
    }

    /// The links to the artists of songs and to those of albums.
    package var kinds: [LinkModel] {
        [("Of songs", false), ("Of albums", true)].map { title, isOfAlbums in
            let items = textItems + kindItems(isOfAlbums)
            return LinkModel(title, PageAddress.artists.withQuery(items), isCurrent: isOfAlbums == areOfAlbums)
        }
    }

    package var paging: PagingModel {
        PagingModel(window, total: total) { window in
            PageAddress.artists.withQuery(textItems + kindItems(areOfAlbums) + window.queryItems)
        }
    }

    package var emptyText: String { paging.emptyText(.artists(named: text)) }

    private var textItems: [(key: String, value: String)] { text.isEmpty ? [] : [("text", text)] }

    private func kindItems(_ isOfAlbums: Bool) -> [(key: String, value: String)] {
        isOfAlbums ? [("albumArtists", "true")] : []
    }
}
