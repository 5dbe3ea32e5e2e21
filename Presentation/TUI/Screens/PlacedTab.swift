/// A tab with its text and its position on the screen.
package struct PlacedTab: Equatable, Sendable {
    package let tab: MainScreen
    package let text: String
    /// The first column, from 0.
    package let start: Int
    /// The columns of the tab.
    package var columns: Range<Int> { start..<start + text.count }

    /// Returns all tabs; if their titles do not fit, only the selected tab shows its title.
    static func placed(selected: MainScreen, in width: Int) -> [PlacedTab] {
        let titles = MainScreen.allCases.map { (tab: $0, text: " \($0.number) \($0.title) ") }
        let isNarrow = titles.reduce(0) { $0 + $1.text.count } > width
        var start = 0
        return titles.map { tab, title in
            let text = isNarrow && tab != selected ? " \(tab.number) " : title
            defer { start += text.count }
            return PlacedTab(tab: tab, text: text, start: start)
        }
    }
}
