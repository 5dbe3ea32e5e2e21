import FermataPresentation

/// The geometry of a row of music as custom properties of a style sheet, one pixel per point.
package struct CellStyle {
    package let text: String

    /// `100%` is the width of the row in values that depend on it.
    package init(height: Double) {
        let layout = MusicCellLayout(width: 0, height: height)
        let (artwork, title, more) = (layout.artwork, layout.title, layout.moreButton)
        let properties = [
            ("height", Self.pixels(height)), ("artwork-x", Self.pixels(artwork.x)),
            ("artwork-y", Self.pixels(artwork.y)),
            ("artwork-width", Self.pixels(artwork.width)), ("artwork-height", Self.pixels(artwork.height)),
            ("title-x", Self.pixels(title.x)), ("title-y", Self.pixels(title.y)),
            ("title-width", "calc(100% + \(Self.pixels(title.width)))"),
            ("artist-gap", Self.pixels(layout.artist(belowTitleOfHeight: 0).y - title.y)),
            ("title-font", Self.font(MusicCellLayout.titleFont)),
            ("artist-font", Self.font(MusicCellLayout.artistFont)),
            ("more-right", Self.pixels(-more.trailing)), ("more-middle", Self.pixels(more.middle)),
        ]
        text = ":root {\n" + properties.map { "  --cell-\($0.0): \($0.1);\n" }.joined() + "}\n"
    }

    private static func pixels(_ points: Double) -> String {
        (Int(exactly: points).map(String.init) ?? "\(points)") + "px"
    }

    private static func font(_ font: MusicCellLayout.Font) -> String {
        (font.isBold ? "700 " : "400 ") + pixels(font.size)
    }
}
