package import Foundation

extension URL {
    /// The folder of this process's tests, removed when all have ended. It exists once a test has created a file in it.
    private static let allTests: URL = {
        atexit { try? FileManager.default.removeItem(at: allTests) }  // may be missing
        return FileManager.default.temporaryDirectory.appending(path: "fermata-tests-\(shortID())")
    }()

    /// Returns the path of a new file or folder of a test. It is short enough for a socket in the folder.
    package static func ofTest() -> URL { allTests.appending(path: shortID()) }

    private static func shortID() -> String { String(UUID().uuidString.prefix(8)) }
}
