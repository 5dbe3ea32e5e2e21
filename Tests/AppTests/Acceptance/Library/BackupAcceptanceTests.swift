import Foundation
import Testing
import FermataApp

@Suite("Story: I back up my library and restore it")
struct BackupAcceptanceTests {
    @Test("Given a library, when I back it up, then one private file is a complete library")
    func backsUpLibrary() async throws {
        try await SharedLibrary.story.withCopy { program in
            let id = try #require(try await program.column("id", "list Changes").first)
            try await program.run("bookmark \(id)")
            let file = program.home.appending(path: "backups/music.sqlite").path
            try FileManager.default.createDirectory(
                atPath: program.home.appending(path: "backups").path, withIntermediateDirectories: true)
            let outcome = try await program.run("library backup \(file)")
            #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
            #expect(outcome.errors.hasPrefix("The library is backed up and checked: \(file), "))
            #expect(try program.names(in: "backups") == ["music.sqlite"])
            #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
            #expect(try await LibraryFile(path: file).integrity() == ["ok"])
            let listed = try await program.run(["list", "--bookmarked", "--plain", "--fields", "id", "--library", file])
            #expect(listed.lines == [id])
        }
    }

    @Test("Given an existing file, when I back up, then only --force replaces it")
    func replacesOnlyWithForce() async throws {
        try await SharedLibrary.story.withCopy { program in
            let file = try program.write("precious", to: "music.sqlite").path
            let refused = try await program.run("library backup \(file)")
            #expect(refused.code == 73)
            #expect(refused.errors == "Cannot write \(file): it exists already. Use --force to replace it.\n")
            #expect(try Data(contentsOf: URL(filePath: file)) == Data("precious".utf8))
            #expect(try await program.run("library backup --force \(file)").code == 0)
            #expect(try await LibraryFile(path: file).integrity() == ["ok"])
        }
    }

    @Test("Given a library in use, when I back it up, then the backup has its latest state")
    func backsUpLibraryInUse() async throws {
        try await SharedLibrary.story.withCopy { program in
            let library = LibraryFile(path: program.library)
            let code = try await library.whileOpen(
                changing: "UPDATE music SET title = 'New' WHERE title = 'Changes'"
            ) { try await program.run("library backup \(program.library).backup").code }
            #expect(code == 0)
            let listed = try await program.run([
                "list", "--plain", "--fields", "title", "--library", program.library + ".backup",
            ])
            #expect(listed.lines.contains("New") && !listed.lines.contains("Changes"))
        }
    }

    @Test(
        "Given damage, when I back up, then I see how to repair, and nothing is written",
        arguments: [0.0, 0.3, 0.6, 0.9])
    func refusesDamagedLibrary(place: Double) async throws {
        try await SharedLibrary.generated.withCopy { program in
            let library = LibraryFile(path: program.library)
            try await library.checkpoint()
            try library.overwrite(at: Int(Double(try library.size()) * place), count: 20_000)
            let before = try Data(contentsOf: URL(filePath: program.library))
            let names = try program.names(in: "")
            let refused = try await program.run("library backup \(program.library).backup")
            #expect(refused.code == 65 || place == 0, "\(refused.errors)")
            #expect(refused.code != 0 && !refused.errors.isEmpty)
            if place > 0 { #expect(refused.errors.contains("Repair it with: fermata library repair")) }
            #expect(try Data(contentsOf: URL(filePath: program.library)) == before)
            let others = try program.names(in: "").filter { !$0.contains(/(-wal|-shm|\.health)$/) }
            #expect(Set(others).isSubset(of: names))
        }
    }
}

extension Program {
    /// The names of the files in a folder of the program's home.
    func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: home.appending(path: folder).path).sorted()
    }
}
