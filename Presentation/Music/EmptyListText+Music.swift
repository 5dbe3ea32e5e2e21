package import FermataDomain

extension EmptyListText {
    /// A library without music.
    package static let music = EmptyListText(
        "There is no music yet.",
        commandLine: "Add a source and read it: fermata source add folder ~/Music && fermata sync",
        tui: "Press 6, then a, to add a source.",
        web: "Add a source: fermata source add folder ~/Music")

    /// A query without results.
    package static func music(_ query: MusicQuery) -> EmptyListText {
        if !query.text.isEmpty {
            let hint = SearchQuery.invalidValue(in: query.text)?.hint ?? ""
            return EmptyListText(
                "No music matches “\(query.text.onOneLine)”.", commandLine: hint, tui: hint, web: hint)
        }
        let names = [query.album, query.artist].compactMap { $0?.onOneLine }
        if !names.isEmpty {
            let name = names.first { !$0.isEmpty }.map { " of “\($0)”" } ?? ""
            return EmptyListText(
                "No music\(name) was found.",
                commandLine: query.album == nil
                    ? "" : "--album needs the full name. To search for a part: fermata list album:NAME")
        }
        if query.bookmarkedOnly {
            return EmptyListText(
                "Nothing is bookmarked yet.", commandLine: "Add a bookmark: fermata bookmark ID",
                tui: "Press b on a song to bookmark it.", web: "The star of a row bookmarks it.")
        }
        if query.downloadedOnly {
            return EmptyListText(
                "Nothing is downloaded yet.", commandLine: "Download songs: fermata download ID",
                tui: "Press d on a song to download it.")
        }
        guard let source = query.source else { return music }
        return EmptyListText(
            "There is no music from “\(source.onOneLine)” yet.", commandLine: "Read the source: fermata sync")
    }
}

extension InvalidSearchValue {
    /// The values that the key can have.
    fileprivate var hint: String {
        switch self {
        case .number(.year): "A year is written as in year:1977, and years as in year:1970..1979."
        case .number(.added): "A day is written as in added:2026-01-31, and days as in added:2026-01 or added:2026-01.."
        case .number(.duration): "A duration is written as in duration:3:00, and durations as in duration:..3:00."
        case .state: "A state is written as in is:bookmarked, is:downloaded or is:played."
        }
    }
}
