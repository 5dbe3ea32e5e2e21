import FermataPresentation

/// A row of an artist's page without a song, a playlist or an artist.
struct MessageCellHTML: RowHTML {
    private static let moreTracks = MessageCellModel(.more, of: .tracks, "").id
    let row: MessageCellModel
    /// The tracks that the page omits.
    let more: PageAddress?

    func html(at position: RowPosition, below root: HTML) -> HTML {
        """
        <article class="cell message\(row.isProblem ? " problem" : nil)" data-index="\(position.index)" tabindex="-1" \
        aria-label="\(row.accessibilityLabel)" \(position.attributes)>
        <p dir="auto">\(HTML.link(row.text, to: row.id == Self.moreTracks ? more : nil, below: root))</p>
        </article>

        """
    }
}

extension ArtistCellModel {
    /// The row to draw; `more` is the address of the tracks that the page omits.
    func row(more: PageAddress?) -> any RowHTML {
        switch self {
        case .track(let row): CellHTML(row, in: .track)
        case .playlist(let row): RelatedCellHTML(row)
        case .relatedArtist(let row): RelatedCellHTML(row)
        case .message(let row): MessageCellHTML(row: row, more: more)
        }
    }
}
