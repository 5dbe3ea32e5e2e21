import Foundation
import Testing
import TestServer

/// The library file of `BandCatalogue`, synced once for all tests without its server.
enum BandLibrary {
    private static let files = Task {
        try await withSyncedLibrary { program in
            try ["", "-wal"].reduce(into: [String: Data]()) { files, suffix in
                let file = URL(filePath: program.library + suffix)
                if FileManager.default.fileExists(atPath: file.path) { files[suffix] = try Data(contentsOf: file) }
            }
        }
    }

    /// Runs the body with a program that has a copy of the library.
    static func withCopy(_ body: (Program) async throws -> Void) async throws {
        let program = try Program()
        for (suffix, bytes) in try await files.value {
            try bytes.write(to: URL(filePath: program.library + suffix))
        }
        try await body(program)
        try program.remove()
    }

    private static func withSyncedLibrary<Value: Sendable>(_ body: (Program) throws -> Value) async throws -> Value {
        var value: Value?
        try await BandCatalogue.withSyncedLibrary { program, _ in value = try body(program) }
        return try #require(value)
    }
}
