/// A message about the bookmarks that wait for their songs.
package struct WaitingBookmarksText: Equatable, Sendable {
    package let text: String

    /// Returns nil if none waits.
    package init?(_ count: Int) {
        switch count {
        case ...0: return nil
        case 1: text = "1 bookmark waits for its song. It is listed after a sync provides the song."
        default:
            text =
                "\(CountText.grouped(count)) bookmarks wait for their songs. "
                + "They are listed after a sync provides the songs."
        }
    }
}
