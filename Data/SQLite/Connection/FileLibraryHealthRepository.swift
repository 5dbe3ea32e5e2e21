public import FermataDomain
import Foundation

/// Stores the health of a library in a small JSON document beside it.
public struct FileLibraryHealthRepository: LibraryHealthRepository {
    private static let largestDocument = 1_000
    private let file: URL

    /// The document's content; `nextCheck` is in seconds since 1970.
    private struct Document: Codable {
        let isDamaged: Bool
        let nextCheck: Double
    }

    public init(library path: String) {
        file = URL(filePath: (DocumentPath.destination(of: path) ?? path) + ".health")
    }

    /// Forgets the health of a file that has been replaced.
    func remove() { unlink(file.path) }

    /// Returns nil if the document is missing or unreadable.
    public func health() -> LibraryHealth? {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
        defer { try? handle.close() }  // nothing was written
        guard let data = try? handle.read(upToCount: Self.largestDocument) else { return nil }
        guard let document = try? JSONDecoder().decode(Document.self, from: data) else { return nil }
        return LibraryHealth(
            isDamaged: document.isDamaged, nextCheck: Date(timeIntervalSince1970: document.nextCheck))
    }

    public func store(_ health: LibraryHealth) {
        let document = Document(isDamaged: health.isDamaged, nextCheck: health.nextCheck.timeIntervalSince1970)
        // The next check finds unstored damage again.
        try? PartFile.write(JSONEncoder().encode(document), to: file.path, permissions: 0o600)
    }
}
