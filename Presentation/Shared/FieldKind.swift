/// The kind of a key's values, which determines the width and the alignment of their column in a table.
public enum FieldKind: Equatable, Sendable {
    case text, number, flag, day, time
    /// A number of up to five digits, such as that of a track.
    case shortNumber

    var isNumber: Bool { self == .number || self == .shortNumber }

    /// The width of the longest usual value; nil for text, which has any length.
    var width: Int? {
        switch self {
        case .text: nil
        case .number: 11
        case .shortNumber: 5
        case .flag: 3
        case .day: 10
        case .time: 20
        }
    }
}
