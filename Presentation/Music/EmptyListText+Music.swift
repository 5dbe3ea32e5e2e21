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
        if !query.text.isEmpty { return EmptyListText("No music matches “\(query.text.onOneLine)”.") }
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
