import FermataPresentation

/// A tab with its position on the terminal.
struct PlacedTab {
    let tab: TUITab
    let text: String
    let start: Int

    /// Returns all tabs; if their titles do not fit, only the selected tab shows its title.
    static func placed(selected: TUITab?, in width: Int) -> [PlacedTab] {
        let titles = TUITab.allCases.map { (tab: $0, text: " \($0.number) \($0.title) ") }
        let isNarrow = titles.reduce(0) { $0 + $1.text.count } > width
        var start = 0
        return titles.map { tab, title in
            let text = isNarrow && tab != selected ? " \(tab.number) " : title
            defer { start += text.count }
            return PlacedTab(tab: tab, text: text, start: start)
        }
    }
}
