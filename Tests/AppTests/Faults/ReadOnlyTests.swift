import Foundation
import TestServer
import Testing

@Suite(
    "A read-only library can be read",
    .enabled("needs to run the program without root's rights") { await UnprivilegedProgram.isPossible() })
struct ReadOnlyTests {
    @Test(
        "Given a read-only folder, then I can list and search, and changes are refused",
        arguments: [
            "library.sqlite", "my music #1 100%?.sqlite",
        ])
    func readsFromReadOnlyFolder(name: String) async throws {
        try await withLibrary(named: name, folderMode: 0o555, fileMode: 0o644) { program, path in
            let listed = try await program.run(["list", "--plain", "--fields", "title", "--library", path])
            #expect(listed.lines == (1...50).map { "Song \($0)" }, "\(listed.errors)")
            let found = try await program.run([
                "list", "song 7", "--sort", "title", "--plain", "--fields", "title", "--library", path,
            ])
            #expect(found.lines == ["Song 7", "Song 17", "Song 27", "Song 37", "Song 47"])
            let screen = try await program.run(["list", "--limit", "1", "--library", path])
            #expect(screen.errors.hasPrefix("Updated "))
            try await expectRefusals(
                program, path,
                because: "its folder is read-only")
        }
    }

    @Test("Given a read-only file, then I can list, and no file is left beside it")
    func readsReadOnlyFile() async throws {
        try await withLibrary(named: "library.sqlite", folderMode: 0o777, fileMode: 0o444) { program, path in
            let listed = try await program.run(["list", "--plain", "--fields", "title", "--library", path])
            #expect(listed.lines.count == 50, "\(listed.errors)")
            try await expectRefusals(program, path, because: "it is read-only")
            let folder = URL(filePath: path).deletingLastPathComponent().path
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["library.sqlite"])
        }
    }

    @Test("Given a library in use in a read-only folder, then I see its latest state")
    func readsLatestStateOfLibraryInUse() async throws {
        try await withLibrary(named: "library.sqlite", folderMode: 0o755, fileMode: 0o644) { program, path in
            try await LibraryFile(path: path).whileOpen(
                changing: "UPDATE music SET title = 'New' WHERE title = 'Song 1'"
            ) {
                let listed = try await program.run([
                    "list", "--plain", "--fields", "title", "--limit", "1", "--library", path,
                ])
                #expect(listed.lines == ["New"], "\(listed.errors)")
            }
        }
    }

    @Test("Given an unreadable library, or a new one in a read-only folder, then I see why")
    func reportsUnreadableLibrary() async throws {
        try await withLibrary(named: "library.sqlite", folderMode: 0o755, fileMode: 0o000) { program, path in
            let unreadable = try await program.run(["list", "--library", path])
            #expect(unreadable.code == 73)
            #expect(unreadable.errors.contains("Cannot open the library \(path): permission is denied."))
            let missing = try await program.run(["todo", "add", "Hear Bowie", "--library", path + "-new"])
            #expect(missing.code == 73)
            #expect(missing.errors.contains("is read-only. Choose another file with --library."))
        }
    }

    @Test("Given a damaged library in a read-only folder, then it is not repaired")
    func doesNotRecoverReadOnlyLibrary() async throws {
        try await withLibrary(named: "library.sqlite", folderMode: 0o555, fileMode: 0o444) { program, path in
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            try LibraryFile(path: path).overwrite(at: 0, count: 40)
            let listed = try await program.run(["list", "--library", path])
            #expect(listed.code == 73)
            #expect(listed.errors.contains("it is damaged and cannot be repaired: its folder is read-only"))
        }
    }

    /// Runs the body with a program without root's rights and a library of 50 songs in its own folder.
    private func withLibrary(
        named name: String, folderMode: Int, fileMode: Int, _ body: (Program, String) async throws -> Void
    ) async throws {
        try await Program.withLibrary(of: .ndjson(count: 50)) { owner, _ in
            let files = FileManager.default
            let folder = owner.home.appending(path: "shared")
            try files.createDirectory(at: folder, withIntermediateDirectories: true)
            let path = folder.appending(path: name).path
            // While a reader is still connected, changes may be in the log only.
            try await LibraryFile(path: owner.library).checkpoint()
            try files.moveItem(atPath: owner.library, toPath: path)
            try files.setAttributes([.posixPermissions: fileMode], ofItemAtPath: path)
            try files.setAttributes([.posixPermissions: folderMode], ofItemAtPath: folder.path)
            try await body(UnprivilegedProgram.unprivileged(owner), path)
            try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        }
    }

    private func expectRefusals(_ program: Program, _ path: String, because reason: String) async throws {
        let before = try Data(contentsOf: URL(filePath: path))
        let listed = try await program.run(["list", "--limit", "1", "--plain", "--fields", "id", "--library", path])
        let id = try #require(listed.lines.first)
        for command in [["bookmark", id], ["sync"], ["source", "add", "http", "http://127.0.0.1:1/"]] {
            let refused = try await program.run(command + ["--library", path])
            #expect(refused.code == 73)
            #expect(
                refused.errors.contains("Cannot change the library \(path): \(reason)."))
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
}

/// Runs the program without root's rights, which override file permissions.
enum UnprivilegedProgram {
    private static let launcher =
        geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []

    static func isPossible() async -> Bool {
        do {
            var program = try Program()
            program.launcher = launcher
            let isPossible = try await program.run(["--version"]).code == 0
            return isPossible
        } catch {
            return false
        }
    }

    /// The same program without root's rights.
    static func unprivileged(_ program: Program) -> Program {
        var program = program
        program.launcher = launcher
        return program
    }
}
