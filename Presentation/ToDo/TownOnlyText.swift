/// The texts that mark a place if only the town of its address is known.
enum TownOnlyText {
    /// Precedes the name of the place in a row, so that a narrow column does not cut it off.
    static let mark = "≈"
    /// Follows the name of the place in a sentence, and the coordinate.
    static let note = "(town centre)"
    /// Describes a map.
    static let map = "The map shows the town centre."
}
