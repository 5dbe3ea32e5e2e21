import Foundation

/// The rule for names of sources.
enum SourceName {
    private static let longest = 64

    /// Throws `SourceError` for a name that cannot be used.
    ///
    /// Commas separate names in lists, and control characters could forge lines.
    static func check(_ name: String) throws {
        let isPrintable = name.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: scalar != ","
            }
        }
        guard isPrintable, (1...longest).contains(name.count), name == name.trimmingCharacters(in: .whitespaces)
        else {
            throw SourceError.invalidName(limit: longest)
        }
    }
}
