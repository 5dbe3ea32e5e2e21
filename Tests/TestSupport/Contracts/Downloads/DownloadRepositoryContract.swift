public import FermataDomain
import Foundation
import Testing

/// Downloads under test, with the library that they belong to.
public struct DownloadSubject: Sendable {
    public let library: any LocalMusicRepository
    public let downloads: any DownloadRepository
    /// The same downloads as another program sees them.
    public let another: any DownloadRepository

    public init(
        library: any LocalMusicRepository, downloads: any DownloadRepository, another: any DownloadRepository
    ) {
        (self.library, self.downloads, self.another) = (library, downloads, another)
    }

    /// Returns the bytes of a complete file.
    func content(_ download: Download) -> Data? { download.file.flatMap { FileManager.default.contents(atPath: $0) } }
}

/// Makes a library with the content of a seed, and runs a body with its downloads.
public typealias DownloadRepositoryFactory = ContractFactory<
    @Sendable (LibrarySeed, @Sendable (DownloadSubject) async throws -> Void) async throws -> Void
>

/// The rules of every `DownloadRepository`.
public enum DownloadRepositoryContract {
    public typealias Rule = ContractRule<DownloadRepositoryFactory>

    public static let rules: [Rule] =
        requestRules + writeRules + endRules + concurrencyRules + listRules + groupRemovalRules

    /// Makes a rule for a library of all sample music, by title.
    static func rule(
        _ name: String, _ check: @escaping @Sendable (DownloadSubject, [Music]) async throws -> Void
    ) -> Rule {
        Rule(name) { factory in
            try await factory.make(LibrarySeed(SampleMusic.all)) { subject in
                try await check(subject, try await subject.library.all())
            }
        }
    }
}

extension DownloadRepository {
    /// Begins a download. Throws if it is finished.
    func file(_ music: Music) async throws -> any DownloadFile {
        guard case .started(let file) = try await begin(music) else { throw AlreadyDownloaded() }
        return file
    }

    /// Downloads some bytes as a source would send them.
    func download(_ music: Music, _ bytes: Data) async throws -> Download {
        let file = try await file(music)
        try await file.fill(bytes)
        return try await file.finish()
    }
}

extension DownloadFile {
    /// Writes bytes from an offset, four at a time, without finishing.
    func fill(
        _ bytes: Data, from offset: Int = 0, version: String? = "1", total: Int? = nil, digest: Data? = nil
    ) async throws {
        try await begin(
            AudioStart(
                offset: Int64(offset), total: Int64(total ?? offset + bytes.count), version: version, digest: digest))
        for piece in bytes.pieces(of: 4) { try await write(piece) }
    }
}

private struct AlreadyDownloaded: Error {}
