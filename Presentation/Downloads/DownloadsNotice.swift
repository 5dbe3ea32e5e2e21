/// The message about downloads that no list contains.
package struct DownloadsNotice: Equatable, Sendable {
    package let text: String

    /// `removedMusic` is the number of downloads of songs that have left the library. Returns nil if there are none.
    package init?(removedMusic count: Int) {
        if count == 0 { return nil }
        text =
            "Not listed: \(ClearedDownloadsModel.removedSongsText(count)). "
            + "To clear \(count == 1 ? "it" : "them"), run: fermata downloads --clear-removed"
    }
}
