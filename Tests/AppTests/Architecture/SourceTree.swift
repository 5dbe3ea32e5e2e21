import Foundation
import Testing

/// The source files of the package.
enum SourceTree {
    /// A file with its path relative to the package's root.
    struct File {
        let path: String
        let text: String

        /// The folder that contains the file.
        var folder: String { (path as NSString).deletingLastPathComponent }
        /// The text without comments and string literals.
        var code: String { text.replacingMatches(of: Self.noise, with: " ") }

        private static let noise = SourcePattern(
            ##""{3}[\s\S]*?"{3}|#?"(?:\\.|[^"\\\n])*"#?|//[^\n]*|/\*[\s\S]*?\*/"##)
    }

    static let layers = ["Domain", "Data", "Presentation", "App"]
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The Swift files below a folder, at any depth.
    static func swiftFiles(in folder: String) throws -> [File] {
        try files(in: folder) { $0.hasSuffix(".swift") }
    }

    /// The UTF-8 files below a folder whose paths match, at any depth.
    static func files(in folder: String, where isIncluded: (String) -> Bool) throws -> [File] {
        let paths = FileManager.default.enumerator(atPath: root.appending(path: folder).path)?
            .compactMap { $0 as? String }.filter(isIncluded)
        let files = try (paths ?? []).map { path in
            File(
                path: "\(folder)/\(path)",
                text: try String(contentsOf: root.appending(path: "\(folder)/\(path)"), encoding: .utf8))
        }
        try #require(!files.isEmpty, "\(folder) has no files")
        return files
    }
}

/// An ICU regular expression. Swift's own are so slow in debug builds that they block other tests.
struct SourcePattern: @unchecked Sendable {
    fileprivate let expression: NSRegularExpression

    init(_ pattern: String) {
        do {
            expression = try NSRegularExpression(pattern: pattern)
        } catch {
            fatalError("\(pattern): \(error)")
        }
    }
}

extension String {
    /// The text of each match, followed by the texts of its groups.
    func matches(of pattern: SourcePattern) -> [[String]] {
        let text = self as NSString
        return pattern.expression.matches(in: self, range: NSRange(location: 0, length: text.length)).map { match in
            (0..<match.numberOfRanges).map { group in
                let range = match.range(at: group)
                return range.location == NSNotFound ? "" : text.substring(with: range)
            }
        }
    }

    func replacingMatches(of pattern: SourcePattern, with replacement: String) -> String {
        pattern.expression.stringByReplacingMatches(
            in: self, range: NSRange(location: 0, length: (self as NSString).length), withTemplate: replacement)
    }
}
