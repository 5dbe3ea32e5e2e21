/// An image encoded for a terminal, ready to draw over a rectangle of cells.
package enum DrawnArtwork: Equatable, Sendable {
    /// One string of styled characters per row.
    case lines([String])
    /// The escape sequence that draws the image at the cursor, and the one that removes it.
    case graphics([UInt8], removal: [UInt8])

    /// Encodes an image for `columns` × `rows` cells of `cell` pixels each; nil if the terminal cannot show images.
    package init?(
        _ pixels: Pixels, using imageProtocol: TerminalImageProtocol, columns: Int, rows: Int, cell: CellSize,
        colours: ColourDepth
    ) {
        switch imageProtocol {
        case .none: return nil
        case .blocks:
            let lines = HalfBlocks(colours).lines(of: pixels, columns: columns, rows: rows)
            if lines.isEmpty { return nil }
            self = .lines(lines)
        case .kitty, .sixel:
            let fitted = pixels.fitting(width: columns * cell.width, height: rows * cell.height)
            guard fitted.width > 0 else { return nil }
            let text =
                imageProtocol == .sixel
                ? SixelImage.text(of: fitted)
                : KittyImage.text(
                    of: fitted, columns: max(1, fitted.width / cell.width), rows: max(1, fitted.height / cell.height))
            self = .graphics(Array(text.utf8), removal: imageProtocol == .kitty ? Array(KittyImage.removal.utf8) : [])
        }
    }
}
