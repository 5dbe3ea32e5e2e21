public import FermataDomain

/// The report about a damaged library that was moved aside and repaired.
public struct LibraryRepairText: Equatable, Sendable {
    /// The path of the damaged file, the content read and lost, and the next step.
    public let text: String

    public init(path: String, _ repair: LibraryRepair) {
        let sentences = [
            "The library \(path) was damaged. The damaged file is now \(repair.damagedPath).",
            Self.sentence("A new library contains what was readable:", repair, \.read)
                ?? (repair.counts.isEmpty
                    ? "A new library contains what was readable."
                    : "Nothing in it was readable; the new library is empty."),
            Self.sentence("Not readable, at least:", repair) { $0.lost ?? 0 },
            Self.unknown(repair),
            Self.sentence("Read with a text that is probably damaged:", repair, \.altered),
            Self.pages(repair.damagedPages),
            "To restore songs and playlists, add the sources that “fermata source list” does not show, and run "
                + "“fermata sync”. If more is missing, return to a backup with “fermata library restore FILE”.",
        ]
        text = sentences.compactMap(\.self).joined(separator: " ")
    }

    private static func sentence(
        _ start: String, _ repair: LibraryRepair, _ number: (LibraryRepair.Count) -> Int
    ) -> String? {
        let counts = repair.counts.filter { number($0) > 0 }
        if counts.isEmpty { return nil }
        return start + " " + counts.map { $0.content.text(number($0)) }.joined(separator: ", ") + "."
    }

    private static func pages(_ count: Int) -> String? {
        if count == 0 { return nil }
        let subject = CountText(count, "page").text + (count == 1 ? " has" : " have")
        return subject + " a wrong checksum: a value in any row there may differ from what was stored."
    }

    /// Names the kinds of content with an unknown number of lost rows.
    private static func unknown(_ repair: LibraryRepair) -> String? {
        let names = repair.counts.filter { $0.lost == nil }.map(\.content.key)
        return names.isEmpty ? nil : "The number of lost rows is unknown for: \(names.joined(separator: ", "))."
    }
}
