import FermataPresentation

extension ArtistCellModel {
    /// The values of the row’s template; `more` is the address of the tracks that the page omits.
    func values(more: PageAddress?) -> TemplateValues {
        switch self {
        case .track(let row): row.values
        case .playlist(let row): row.values
        case .relatedArtist(let row): row.values
        case .message(let row): row.values(more: more)
        }
    }
}

extension PlaylistCellModel {
    /// What the row’s template shows.
    var values: TemplateValues {
        [
            "cell": .text("relatedCell"), "key": TemplateValue("playlist-\(id)"), "label": .text(accessibilityLabel),
            "symbol": .text("list"), "address": TemplateValue(PageAddress.playlist(id)), "title": .text(name),
            "subtitle": .text("Playlist of " + source), "detail": .text(detailText),
        ]
    }
}

extension RelatedArtistCellModel {
    /// What the row’s template shows.
    var values: TemplateValues {
        [
            "cell": .text("relatedCell"), "key": TemplateValue("artist-" + id), "label": .text(accessibilityLabel),
            "symbol": .text("person"), "address": TemplateValue(PageAddress.artist(name)), "title": .text(name),
            "subtitle": .text("Related artist"), "detail": .text(detailText),
        ]
    }
}

extension MessageCellModel {
    /// What the row’s template shows.
    fileprivate func values(more: PageAddress?) -> TemplateValues {
        [
            "cell": .text("messageCell"), "key": .nothing, "label": .text(accessibilityLabel), "title": .text(text),
            "isProblem": .flag(isProblem), "address": id == Self.moreTracks ? TemplateValue(more) : .nothing,
        ]
    }

    private static let moreTracks = MessageCellModel(.more, of: .tracks, "").id
}
