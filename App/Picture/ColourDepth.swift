/// How many colours a terminal shows.
package enum ColourDepth: Equatable, Sendable, CaseIterable {
    case none
    /// 16.
    case few
    /// 256.
    case many
    case trueColour
}
