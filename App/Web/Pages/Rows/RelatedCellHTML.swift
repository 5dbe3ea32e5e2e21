import FermataPresentation

/// A row of a playlist or of a related artist.
struct RelatedCellHTML: RowHTML {
    private let key, label, symbol, title, subtitle, detail: String
    private let address: PageAddress?

    init(_ playlist: PlaylistCellModel) {
        (key, symbol) = ("playlist-\(playlist.id)", "list")
        (title, subtitle) = (playlist.name, "Playlist of " + playlist.source)
        (label, detail) = (playlist.accessibilityLabel, playlist.detailText)
        address = .playlist(playlist.id)
    }

    init(_ artist: RelatedArtistCellModel) {
        (key, symbol) = ("artist-" + artist.id, "person")
        (title, subtitle) = (artist.name, "Related artist")
        (label, detail) = (artist.accessibilityLabel, artist.detailText)
        address = .artist(artist.name)
    }

    func html(at position: RowPosition, below root: HTML) -> HTML {
        """
        <article class="cell related" data-key="\(key)" data-index="\(position.index)" tabindex="-1" \
        aria-label="\(label)" \(position.attributes)>
        <svg class="artwork glyph" aria-hidden="true"><use href="#icon-\(symbol)"/></svg>
        <p class="title" dir="auto">\(HTML.link(title, to: address, below: root))</p>
        <p class="artist" dir="auto">\(subtitle)</p>
        <p class="meta"><bdi class="album">\(detail)</bdi></p>
        </article>

        """
    }
}
