/// Pixels of one cell of a terminal.
package struct CellSize: Equatable, Sendable {
    package let width, height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A picture as a terminal draws it over some cells.
package enum DrawnArtwork: Equatable, Sendable {
    /// A line of characters a row.
    case lines([String])
    /// Bytes that draw it at the cursor, and those that take it away.
    case graphics([UInt8], removal: [UInt8])

    /// Nil where nothing can be drawn. A cell is so many pixels wide and high.
    package init?(
        _ pixels: Pixels, by drawing: TerminalImageProtocol, columns: Int, rows: Int, cell: CellSize,
        colours: ColourDepth
    ) {
        switch drawing {
        case .none: return nil
        case .blocks:
            let lines = HalfBlocks(colours).lines(of: pixels, columns: columns, rows: rows)
            if lines.isEmpty { return nil }
            self = .lines(lines)
        case .kitty, .sixel:
            let fitted = pixels.fitting(width: columns * cell.width, height: rows * cell.height)
            guard fitted.width > 0 else { return nil }
            let text =
                drawing == .sixel
                ? SixelImage.text(of: fitted)
                : KittyImage.text(
                    of: fitted, columns: max(1, fitted.width / cell.width), rows: max(1, fitted.height / cell.height))
            self = .graphics(Array(text.utf8), removal: drawing == .kitty ? Array(KittyImage.removal.utf8) : [])
        }
    }
}
