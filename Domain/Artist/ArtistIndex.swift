/// The artists of a list under their first letters.
public enum ArtistIndex {
    /// The letter of names that begin with a digit or a symbol.
    public static let other = "#"

    /// The letter under which a name stands: the first of its sort key, in upper case.
    public static func letter(of name: String) -> String {
        guard let first = SortKey(name).text.first, first.isLetter else { return other }
        return String(first).uppercased()
    }

    /// Groups values by the letters of their names. Letters and values are in their first order.
    public static func groups<Value>(
        of values: [Value], name: (Value) -> String
    ) -> [(letter: String, values: [Value])] {
        var (groups, places): ([(letter: String, values: [Value])], [String: Int]) = ([], [:])
        for value in values {
            let letter = letter(of: name(value))
            if let place = places[letter] {
                groups[place].values.append(value)
            } else {
                places[letter] = groups.count
                groups.append((letter, [value]))
            }
        }
        return groups
    }
}
