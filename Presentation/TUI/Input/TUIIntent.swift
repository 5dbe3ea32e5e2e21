package import FermataDomain

/// A command of the user, independent of its key.
package enum TUIIntent: Hashable, Sendable {
    /// Rows to move; negative values move up.
    case move(Int)
    /// Half pages to move; negative values move up.
    case moveHalfPages(Int)
    case moveToStart, moveToEnd
    case open, back, cancel, showDetails, showLyrics
    case search, cycleOrder, reverse, toggleBookmarkedFirst
    /// Plays the selected song and those after it; adds the selected song to the queue.
    case play, enqueue
    case player(PlayerCommand), toggleShuffle, cycleRepetition
    case showPlayer, showQueue
    case bookmark, download, add, edit, check, remove, undo, sync, syncSelected
    case showTab(MainScreen), nextTab, previousTab
    case help, redraw, suspend, quit
    /// Ends the program with SIGINT.
    case interrupt
}
