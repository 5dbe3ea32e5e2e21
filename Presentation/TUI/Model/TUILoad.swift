package import FermataDomain

/// A window of a screen's rows that is asked for.
///
/// The serial number tells an answer that is still wanted from one that came too late.
package struct TUILoad: Equatable, Sendable {
    package let page: Int
    package let serial: Int
    package let source: TUISource
    package let window: Window
    /// Whether there are rows on the screen already.
    package let isReload: Bool
}

/// What was read for a screen.
package enum TUIPromptAnswer: Equatable, Sendable {
    case rows([TUIRow], freshness: FreshnessModel? = nil)
    /// All rows of a screen that is not read by windows.
    case allRows([TUIRow], freshness: FreshnessModel?)
    case music(MusicCellModel)
    case toDo(ToDoDetailModel)
}
