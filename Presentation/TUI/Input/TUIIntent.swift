/// What a person wants of the browser, whatever key or click says so.
package enum TUIIntent: Hashable, Sendable {
    /// Rows downwards; upwards where it is negative.
    case move(Int)
    /// Half screens downwards; upwards where it is negative.
    case moveHalfScreens(Int)
    case moveToStart, moveToEnd
    case open, back, cancel, showDetails
    case search, cycleOrder, reverse, toggleBookmarkedFirst
    case bookmark, download, add, check, remove, refresh
    case showTab(TUITab), nextTab, previousTab
    case help, redraw, suspend, quit
    /// Ends the program as Ctrl-C does elsewhere.
    case interrupt
}
