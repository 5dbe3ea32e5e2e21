package import Foundation
import Synchronization

extension URL {
    /// The folder of this process's tests, removed when all have ended. It exists once a test has created a file in it.
    private static let allTests: URL = {
        atexit { try? FileManager.default.removeItem(at: allTests) }  // may be missing
        let name = "fermata-tests-\(UUID().uuidString.prefix(8))"
        return FileManager.default.temporaryDirectory.appending(path: name)
    }()

    private static let count = Atomic(0)

    /// Returns the path of a new file or folder of a test. It is short enough for a socket in the folder.
    package static func ofTest() -> URL {
        allTests.appending(path: "\(count.add(1, ordering: .relaxed).newValue)")
    }
}
