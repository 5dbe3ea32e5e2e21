package import FermataDomain

/// The area of a song's artwork, in cells from the top left corner of the body.
package struct TUIArtworkFrame: Equatable, Sendable {
    package let music: MusicID
    package let column: Int
    package let line: Int
    package let columns: Int
    package let lines: Int
}
