/// The frames of the parts of a row of music, in points from its top left corner.
///
/// The renderer supplies the heights of the two lines of text, since they depend on the fonts.
public struct MusicCellLayout: Equatable, Sendable {
    /// The default height of a row.
    public static let defaultHeight = 60.0
    public static let titleFont = Font(size: 16, isBold: true)
    public static let artistFont = Font(size: 10, isBold: false)
    private let width: Double
    private let height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The artwork, scaled to fit and clipped to the frame.
    public var artwork: Frame { Frame(x: 15, y: 5, width: height, height: height - 10) }

    public var title: Line { Line(x: artwork.x + artwork.width + 10, y: artwork.y, width: width - 120) }

    /// The line of the artist, below a title of this height.
    public func artist(belowTitleOfHeight titleHeight: Double) -> Line {
        Line(x: title.x, y: title.y + titleHeight + 2, width: title.width)
    }

    /// The trailing edge and the vertical centre of the more button, an ellipsis.
    public var moreButton: Anchor { Anchor(trailing: width - 20, middle: height / 2) }

    /// A rectangle, by its top left corner and its size.
    public struct Frame: Equatable, Sendable {
        public let x, y, width, height: Double
    }

    /// A line of text, left-aligned.
    public struct Line: Equatable, Sendable {
        public let x, y, width: Double
    }

    /// A position at a trailing edge, by its vertical centre.
    public struct Anchor: Equatable, Sendable {
        public let trailing, middle: Double
    }

    /// The size of a font in points, and its weight.
    public struct Font: Equatable, Sendable {
        public let size: Double
        public let isBold: Bool
    }
}
