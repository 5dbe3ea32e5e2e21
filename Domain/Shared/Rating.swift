/// How much a person likes a song: one star to five.
public enum Rating: Int, Comparable, Sendable, CaseIterable {
    case one = 1
    case two, three, four, five

    public static func < (lhs: Rating, rhs: Rating) -> Bool { lhs.rawValue < rhs.rawValue }
}
