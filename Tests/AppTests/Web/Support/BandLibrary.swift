import Foundation
import Testing
import TestServer

/// The library file of `BandCatalogue`, synced once for all tests without its server.
enum BandLibrary {
    private static let file = Task {
        try await withSyncedLibrary { program in
            // While a reader is still connected, changes may be in the log only.
            try await LibraryFile(path: program.library).checkpoint()
            return try Data(contentsOf: URL(filePath: program.library))
        }
    }

    /// Runs the body with a program that has a copy of the library.
    static func withCopy(_ body: (Program) async throws -> Void) async throws {
        let program = try Program()
        try await file.value.write(to: URL(filePath: program.library))
        try await body(program)
    }

    private static func withSyncedLibrary<Value: Sendable>(
        _ body: (Program) async throws -> Value
    ) async throws -> Value {
        var value: Value?
        try await BandCatalogue.withSyncedLibrary { program, _ in value = try await body(program) }
        return try #require(value)
    }
}
