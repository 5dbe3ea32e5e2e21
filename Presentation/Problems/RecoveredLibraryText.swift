/// The report about a damaged library that was moved aside and recovered.
public struct RecoveredLibraryText: Equatable, Sendable {
    public let text: String

    public init(path: String, damagedPath: String, music: Int, bookmarks: Int, toDos: Int) {
        let counts = [CountText(music, "song"), CountText(bookmarks, "bookmark"), CountText(toDos, "to-do")]
        text = """
            The library \(path) was damaged. The damaged file is now \(damagedPath); what could be recovered is in a \
            new library: \(counts.map(\.text).joined(separator: ", ")). To restore the rest, add the sources that \
            “fermata source list” does not show, and run “fermata sync”.
            """
    }
}
