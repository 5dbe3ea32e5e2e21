/// The size of a terminal's character cell in pixels.
package struct CellSize: Equatable, Sendable {
    package let width, height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}
