/// Breaks text and maps into lines; supplied by the renderer.
package struct TUITextLayout: Sendable {
    /// Wraps a text to a width in columns.
    package let wrap: @Sendable (_ text: String, _ columns: Int) -> [String]
    /// Draws a map as lines.
    package let drawMap: @Sendable (MapModel) -> [String]
    /// Returns the user's date style; called only for a text with a date, since locales load slowly.
    package let dateStyle: @Sendable () -> DateStyle

    package init(
        wrap: @escaping @Sendable (String, Int) -> [String], drawMap: @escaping @Sendable (MapModel) -> [String],
        dateStyle: @escaping @Sendable () -> DateStyle
    ) {
        self.wrap = wrap
        self.drawMap = drawMap
        self.dateStyle = dateStyle
    }
}
