package import FermataDomain

/// A request for a window of a page's rows.
package struct TUILoad: Equatable, Sendable {
    package let page: Int
    /// Identifies the request, so that the page ignores results of superseded requests.
    package let serial: Int
    package let source: TUISource
    package let window: Window
    /// Whether the page already shows rows.
    package let isReload: Bool
}
