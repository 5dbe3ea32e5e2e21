public import FermataDomain

/// The report about a damaged library that was moved aside and repaired.
public struct LibraryRepairText: Equatable, Sendable {
    /// Where the damaged file is, what was read, what was lost, and what to do next.
    public let text: String

    public init(path: String, _ repair: LibraryRepair) {
        let sentences = [
            "The library \(path) was damaged. The damaged file is now \(repair.damagedPath).",
            Self.sentence("A new library contains what was readable:", repair, \.read)
                ?? (repair.counts.isEmpty
                    ? "A new library contains what was readable."
                    : "Nothing in it was readable; the new library is empty."),
            Self.sentence("Not readable, at least:", repair, \.lost),
            Self.sentence("Read with a text that is probably damaged:", repair, \.altered),
            "To restore songs and playlists, add the sources that “fermata source list” does not show, and run "
                + "“fermata sync”.",
        ]
        text = sentences.compactMap(\.self).joined(separator: " ")
    }

    private static func sentence(
        _ start: String, _ repair: LibraryRepair, _ number: KeyPath<LibraryRepair.Count, Int>
    ) -> String? {
        let counts = repair.counts.filter { $0[keyPath: number] > 0 }
        if counts.isEmpty { return nil }
        return start + " " + counts.map { $0.content.text($0[keyPath: number]) }.joined(separator: ", ") + "."
    }
}
