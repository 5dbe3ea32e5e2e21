package import FermataDomain

extension EmptyListText {
    /// A library without music.
    package static let music = EmptyListText(
        "There is no music yet.",
        commandLine: "Add a source, such as a folder, and sync it: fermata source add folder ~/Music && fermata sync",
        tui: "Press 6, then a to add a source, or r to sync all.",
        web: "Add or sync a source on the Sources page.")

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
            return EmptyListText("No music\(name) was found.")
        }
        if query.bookmarkedOnly {
            return EmptyListText(
                "Nothing is bookmarked yet.", commandLine: "Add a bookmark: fermata bookmark WORDS",
                tui: "Press b on a song to bookmark it.", web: "The star of a row bookmarks it.")
        }
        if query.downloadedOnly { return .downloads }
        guard let source = query.source else { return music }
        return EmptyListText(
            "There is no music from “\(source.onOneLine)” yet.", commandLine: "Read the source: fermata sync")
    }
}

extension InvalidSearchValue {
    /// The values that the key can have.
    fileprivate var hint: String {
        let (kind, examples) =
            switch key {
            case .number(.year): ("a year", "year:1977, or year:1970..1979 for a range")
            case .number(.added): ("a day", "added:2026-01-31, or added:2026-01..2026-03 for a range")
            case .number(.duration): ("a duration", "duration:3:00, or duration:2:30..3:00 for a range")
            case .state: ("a state", "one of: " + SearchState.allCases.map { "is:\($0)" }.joined(separator: ", "))
            }
        return "“\(value.onOneLine)” is not \(kind). Write \(examples)."
    }
}
