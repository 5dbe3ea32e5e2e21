package import FermataPresentation
import Foundation

extension ThemeFile {
    /// Reads the theme file; the defaults if there is none.
    package static func read(environment: [String: String]) -> ThemeFile {
        let file = XDGFolders(environment: environment).configuration.appending(path: "fermata/theme.conf")
        guard FileManager.default.fileExists(atPath: file.path) else { return ThemeFile() }
        guard let handle = try? FileHandle(forReadingFrom: file),
            // Returns nil at the end of an empty file.
            let data = try? handle.read(upToCount: limit + 1) ?? Data(), data.count <= limit
        else { return ThemeFile(problem: "It cannot be read, or has more than \(limit / 1_024) KiB.") }
        // A line with other bytes is an error of that line only.
        return ThemeFile(String(decoding: data, as: UTF8.self))
    }
}
