/// A main screen as a tab.
extension MainScreen {
    /// The number key of the tab, from 1.
    package var number: Int { rawValue + 1 }

    /// Returns the tab `step` tabs later, wrapping around.
    func moved(by step: Int) -> MainScreen {
        let count = Self.allCases.count
        return Self.allCases[((rawValue + step) % count + count) % count]
    }
}
