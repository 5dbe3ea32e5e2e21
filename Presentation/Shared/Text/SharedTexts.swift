/// The parts of an import's result that all imports share.
enum ImportText {
    /// How many records existed before: `1 already exists`; nil if none did.
    static func existing(_ count: Int) -> String? {
        count > 0 ? "\(CountText.grouped(count)) already \(count == 1 ? "exists" : "exist")" : nil
    }

    /// The reasons of the listed rejected records, and a line that counts the others.
    static func rejected(_ reasons: [String], of count: Int) -> [String] {
        let rest = count - reasons.count
        return rest > 0 ? reasons + ["and \(CountText.grouped(rest)) more"] : reasons
    }
}

/// Texts about removals that several commands show.
public enum RemovalText {
    public static let cancelled = "Nothing was removed."
}

/// What a person has set on an album or artist.
enum AnnotationText {
    /// `bookmarked, ★★★★☆`; empty without annotations.
    static func text(isBookmarked: Bool, stars: String?) -> String {
        [isBookmarked ? "bookmarked" : nil, stars].compactMap(\.self).joined(separator: ", ")
    }
}

/// Texts about syncs that several screens show.
enum SyncText {
    static let running = "Updating…"
}
