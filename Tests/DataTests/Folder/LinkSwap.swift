import Foundation
import Synchronization

/// Exchanges a file with a link to another one, again and again, in a thread of its own.
final class LinkSwap: Sendable {
    private let isStopped = Atomic(false)
    private let exchanges = Atomic(0)
    private let (path, target): (String, String)

    /// Returns after the first exchange.
    init(of path: String, with target: String) throws {
        (self.path, self.target) = (path, target)
        try FileManager.default.copyItem(atPath: path, toPath: path + ".spare")
        exchange()
        Thread.detachNewThread { [self] in
            while !isStopped.load(ordering: .relaxed) { exchange() }
        }
    }

    /// How often the file was exchanged.
    var count: Int { exchanges.load(ordering: .relaxed) }

    private func exchange() {
        symlink(target, path + ".link")
        rename(path + ".link", path)
        link(path + ".spare", path + ".file")
        rename(path + ".file", path)
        exchanges.add(1, ordering: .relaxed)
    }

    func stop() { isStopped.store(true, ordering: .relaxed) }
}
