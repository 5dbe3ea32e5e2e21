/// How whoever draws the browser breaks text into lines.
package struct TUITextLayout: Sendable {
    /// The lines of a text, none wider than so many columns.
    package let wrap: @Sendable (_ text: String, _ columns: Int) -> [String]
    /// The lines of a map.
    package let map: @Sendable (MapModel) -> [String]

    package init(
        wrap: @escaping @Sendable (String, Int) -> [String], map: @escaping @Sendable (MapModel) -> [String]
    ) {
        self.wrap = wrap
        self.map = map
    }
}
