import Foundation
import TestServer
import Testing

/// A library file that is filled once for all tests. Its copies have no server.
struct SharedLibrary: Sendable {
    static let band = SharedLibrary { try await BandCatalogue.withSyncedLibrary($0) }
    static let story = SharedLibrary { try await StoryCatalogue.withSyncedLibrary($0) }
    static let lyrics = SharedLibrary { try await LyricsCatalogue.withSyncedLibrary($0) }
    /// 1,000 generated songs.
    static let generated = SharedLibrary { try await Program.withLibrary(of: .ndjson(count: 1_000), $0) }

    private let file: Task<Data, any Error>

    /// `fill` runs its argument with a program whose library is filled.
    private init(
        _ fill: @escaping @Sendable (_ body: (Program, CatalogueServer) async throws -> Void) async throws -> Void
    ) {
        file = Task {
            var file: Data?
            try await fill { program, _ in
                // While a reader is still connected, changes may be in the log only.
                try await LibraryFile(path: program.library).checkpoint()
                file = try Data(contentsOf: URL(filePath: program.library))
            }
            return try #require(file)
        }
    }

    /// Runs the body with a program that has a copy of the library.
    func withCopy(_ body: (Program) async throws -> Void) async throws {
        let program = try Program()
        try await file.value.write(to: URL(filePath: program.library))
        try await body(program)
    }
}
