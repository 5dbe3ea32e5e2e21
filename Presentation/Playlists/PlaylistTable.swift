extension PlaylistCellModel {
    package static let table = TableModel<PlaylistCellModel>(
        [
            .init("Name", .share(4), priority: 4) { .plain($0.name) },
            .init("Songs", .fixed(13), .trailing, priority: 3, key: "count") { .plain($0.countText) },
            .init("Missing", .fixed(24), priority: 1) { .plain($0.missingText) },
            .init("Source", .share(2), priority: 2) { .plain($0.source) },
        ], emptyText: .playlists())
}

extension EmptyListText {
    /// A list of the playlists whose names contain a text.
    package static func playlists(named text: String = "") -> EmptyListText {
        EmptyListText(
            text.isEmpty ? "No source has playlists yet." : "No playlist has “\(text.onOneLine)” in its name.")
    }

    /// A playlist whose music the library does not have.
    package static let playlist = EmptyListText("None of its music is in the library.")
}
