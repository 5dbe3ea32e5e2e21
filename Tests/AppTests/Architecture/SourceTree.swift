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
