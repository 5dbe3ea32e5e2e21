import Foundation
import Testing
import FermataApp

@Suite("The location of the library, and the precedence of settings")
struct FileLocationTests {
    @Test("Given a library on a network file system, then a command warns once and works")
    func warnsOfNetworkFileSystem() async throws {
        let program = try Program()
        let (output, errors) = (CapturedOutput(), CapturedOutput())
        let storage = LibraryStorage(networkFileSystem: { _ in "nfs4" })
        let runner = CommandRunner(
            environment: ["HOME": program.home.path], storage: storage, console: Console(output: output, errors: errors)
        )
        #expect(await runner.run(["todo", "add", "Gig", "--library", program.library]) == 0)
        #expect(
            errors.text
                == "The library \(program.library) is on a network file system (nfs4), where SQLite’s locks may "
                + "not hold. Use it from one computer at a time, or move it to a local disk.\n")
        #expect(output.text.contains("Gig"))
        #expect(try await program.run("todo").errors.isEmpty)
    }

    @Test("Given no library path, then the library is in the XDG data folder")
    func usesXDGDataFolder() async throws {
        var program = try Program()
        let data = program.home.appending(path: "data")
        program.environment["XDG_DATA_HOME"] = data.path
        #expect(try await program.run(["list", "--json"]).output == "[]\n")
        #expect(FileManager.default.fileExists(atPath: data.path + "/fermata/library.sqlite"))
        #expect(try mode(data.path + "/fermata") == 0o700)
    }

    @Test(
        "Given only a home, or a relative XDG folder, then it is in .local/share",
        arguments: [
            nil, "data",
        ])
    func usesHomeFolder(xdg: String?) async throws {
        var program = try Program()
        program.environment["XDG_DATA_HOME"] = xdg
        #expect(try await program.run(["list", "--json"]).code == 0)
        #expect(FileManager.default.fileExists(atPath: program.home.path + "/.local/share/fermata/library.sqlite"))
        #expect(try mode(program.home.path + "/.local/share/fermata") == 0o700)
    }

    @Test("Given a data folder that cannot be created, then the error has its path")
    func reportsUnusableFolder() async throws {
        var program = try Program()
        try Data().write(to: program.home.appending(path: "file"))
        program.environment["XDG_DATA_HOME"] = program.home.path + "/file"
        let refused = try await program.run(["list"])
        #expect(refused.code == 73)
        #expect(
            refused.errors.contains("its folder cannot be created. Choose another file"))
    }

    @Test("Given a library in file, environment and arguments, then the last wins")
    func librarySettingPrecedence() async throws {
        var program = try Program()
        for name in ["file", "environment", "argument"] {
            try await program.run([
                "source", "add", "http", "http://127.0.0.1:1/", "--name", "\(name).example", "--library",
                path(name, in: program),
            ])
        }
        try program.configure(#"{"library": "\#(path("file", in: program))"}"#)
        #expect(try await sourceNames(program) == ["file.example"])
        program.environment["FERMATA_LIBRARY"] = path("environment", in: program)
        #expect(try await sourceNames(program) == ["environment.example"])
        #expect(try await sourceNames(program, "--library", path("argument", in: program)) == ["argument.example"])
    }

    @Test("Given an age in file, environment and arguments, then the last wins")
    func ageSettingPrecedence() async throws {
        try await SharedLibrary.story.withCopy { synced in
            var program = synced
            try program.configure(#"{"age": 12}"#)
            #expect(try await program.column("title", "list problems").isEmpty)
            program.environment["FERMATA_AGE"] = "30"
            #expect(try await program.column("title", "list problems") == ["99 Problems"])
            #expect(try await program.column("title", "list problems --age 18").isEmpty)
        }
    }

    @Test("Given a config file with unknown keys, then a command works and names each")
    func namesUnknownSettings() async throws {
        let program = try Program()
        try await program.createLibrary()
        let file = program.configFile.path
        try program.configure(
            #"{"age": 12, "http": {"Atempts": 2, "stallTimeout": 9}, "downloads": {}, "serve": 1, "theme": {"a": []}}"#)
        let listed = try await program.run("list")
        #expect(listed.code == 0)
        #expect(
            listed.errors.split(separator: "\n").prefix(3) == [
                "The config file \(file) has an unknown setting: “http.Atempts”. Did you mean “http.attempts”?",
                "The config file \(file) has an unknown setting: “serve”.",
                "The config file \(file) has an unknown setting: “theme.a”.",
            ])
        try program.configure(
            #"{"age": 12, "serve": {"hosts": "music.example.org"}, "player": {"audioOutput": "null"}}"#)
        #expect(try await !program.run("list").errors.contains("setting"))
    }

    private func path(_ name: String, in program: Program) -> String { program.home.path + "/\(name).sqlite" }

    private func sourceNames(_ program: Program, _ options: String...) async throws -> [String] {
        try await program.run(["source", "list", "--plain", "--fields", "name"] + options).lines
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}
