/// An editable line of text.
package struct TUITextField: Equatable, Sendable {
    package enum Edit: Sendable {
        case eraseBackward, eraseForward, eraseWord, eraseToStart
        case moveBackward, moveForward, moveToStart, moveToEnd
    }

    package private(set) var text: String
    /// The number of characters before the cursor.
    package private(set) var cursor: Int
    /// The maximum number of Unicode scalars; excess text is dropped.
    let limit: Int

    package init(_ text: String = "", limit: Int) {
        self.text = text
        cursor = text.count
        self.limit = limit
    }

    /// Inserts text at the cursor; white space becomes spaces, and control characters are dropped.
    package mutating func insert(_ raw: String) {
        var room = limit - text.unicodeScalars.count
        var added = String.UnicodeScalarView()
        for scalar in raw.unicodeScalars {
            guard room > 0 else { break }
            guard let scalar = Self.sanitized(scalar) else { continue }
            added.append(scalar)
            room -= 1
        }
        let (before, after) = (text.prefix(cursor), text.dropFirst(cursor))
        let start = String(before) + String(added)
        text = start + after
        cursor = start.count
    }

    package mutating func apply(_ edit: Edit) {
        switch edit {
        case .eraseBackward: erase(from: max(0, cursor - 1), to: cursor)
        case .eraseForward: erase(from: cursor, to: cursor + 1)
        case .eraseWord: erase(from: wordStart, to: cursor)
        case .eraseToStart: erase(from: 0, to: cursor)
        case .moveBackward: cursor = max(0, cursor - 1)
        case .moveForward: cursor = min(text.count, cursor + 1)
        case .moveToStart: cursor = 0
        case .moveToEnd: cursor = text.count
        }
    }

    /// The field with a dot for each character.
    var masked: TUITextField {
        var field = self
        field.text = String(repeating: "•", count: text.count)
        return field
    }

    package mutating func move(to position: Int) { cursor = max(0, min(position, text.count)) }

    private mutating func erase(from start: Int, to end: Int) {
        text = String(text.prefix(start)) + text.dropFirst(end)
        cursor = min(start, text.count)
    }

    /// The start of the word before the cursor.
    private var wordStart: Int {
        let before = text.prefix(cursor)
        let gap = before.reversed().prefix { $0.isWhitespace }.count
        let word = before.dropLast(gap).reversed().prefix { !$0.isWhitespace }.count
        return cursor - gap - word
    }

    private static func sanitized(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if scalar.properties.isWhitespace { return " " }
        return scalar.properties.generalCategory == .control ? nil : scalar
    }
}
