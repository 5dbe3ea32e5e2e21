import Foundation

/// The rule for names of sources.
enum SourceName {
    private static let longest = 64

    /// Throws `SourceError` for a name that cannot be used.
    ///
    /// Commas separate names in lists, control characters could forge lines, and browsers resolve `.` and `..` in the
    /// paths of addresses.
    static func check(_ name: String) throws {
        guard name.unicodeScalars.allSatisfy(isAllowed), (1...longest).contains(name.count),
            name == name.trimmingCharacters(in: .whitespaces), ![".", ".."].contains(name)
        else {
            throw SourceError.invalidName(limit: longest)
        }
    }

    /// The name of a source that was added without one: the host of its address, or the last part of its path.
    static func suggestion(for address: String) -> String {
        if let host = URL(string: address)?.host() { return host }
        let last = address.split(separator: "/").last.map(String.init) ?? address
        let allowed = String(String.UnicodeScalarView(last.unicodeScalars.filter(isAllowed)))
        return String(allowed.prefix(longest)).trimmingCharacters(in: .whitespaces)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: false
        default: scalar != ","
        }
    }
}
