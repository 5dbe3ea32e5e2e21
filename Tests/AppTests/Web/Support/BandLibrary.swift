import Foundation
import Testing
import TestServer

/// The library file of `BandCatalogue`, gathered once for all tests that need no source.
enum BandLibrary {
    private static let files = Task {
        try await withBandLibrary { program in
            try ["", "-wal"].reduce(into: [String: Data]()) { files, suffix in
                let file = URL(filePath: program.library + suffix)
                if FileManager.default.fileExists(atPath: file.path) { files[suffix] = try Data(contentsOf: file) }
            }
        }
    }

    /// Runs the body with a program that has a copy of the library.
    static func copied(_ body: (Program) async throws -> Void) async throws {
        let program = try Program()
        for (suffix, bytes) in try await files.value {
            try bytes.write(to: URL(filePath: program.library + suffix))
        }
        try await body(program)
        try program.remove()
    }

    private static func withBandLibrary<Value: Sendable>(_ body: (Program) throws -> Value) async throws -> Value {
        var value: Value?
        try await BandCatalogue.gathered { program, _ in value = try body(program) }
        return try #require(value)
    }
}
