import Foundation
import Testing
import FermataApp

@Suite("Story: I set what I use often")
struct ConfigTests {
    @Test("Given values in file, environment and options, then the list says where each comes from")
    func listsOrigins() async throws {
        var program = try Program()
        try await program.run(["config", "set", "http.attempts", "7"])
        program.environment["FERMATA_AGE"] = "30"
        program.environment["FERMATA_SERVE_TOKEN"] = "secret-secret-secret"
        let rows = try await program.run("config --plain").lines
        for row in [
            "http.attempts\t7\tfile\tFERMATA_HTTP_ATTEMPTS", "age\t30\tenvironment\tFERMATA_AGE",
            "library\t\(program.library)\toption\tFERMATA_LIBRARY",
            "http.stallTimeout\t30\tdefault\tFERMATA_HTTP_STALL_TIMEOUT",
            "serve.token\t(hidden)\tenvironment\tFERMATA_SERVE_TOKEN",
            "serve.watchFolders\ttrue\tdefault\tFERMATA_SERVE_WATCH_FOLDERS",
            "geocoder.url\t\tdefault\tFERMATA_GEOCODER_URL",
        ] {
            #expect(rows.contains(row), "\(row)")
        }
        let table = try await program.run("config")
        #expect(table.errors.contains("The config file is \(program.configFile.path)."))
        #expect(!table.output.contains("secret-secret") && table.output.contains("http.attempts"))
        #expect(rows.count > 25)
        #expect(try await program.run("config get http.attempts").output == "7\n")
        #expect(try await program.run("config get serve.token").output == "(hidden)\n")
    }

    @Test("Given a value, then the file has it, and unset restores the default")
    func storesValue() async throws {
        let program = try Program()
        let path = program.configFile.path
        let missing = try await program.run("config")
        #expect(missing.errors.contains("There is no config file yet.") && missing.errors.contains(path))
        let stored = try await program.run(["config", "set", "refresh", "yes"])
        #expect(stored.code == 0 && stored.errors == "Stored “refresh” in \(path).\n", "\(stored.errors)")
        try await program.run(["config", "set", "downloads.limitRate", "500k"])
        try await program.run(["config", "set", "downloads.folder", "/my music", "and more"])
        try await program.run(["config", "set", "lockTimeout", "0"])
        #expect(
            try String(contentsOfFile: path, encoding: .utf8) == """
                {
                  "refresh": true,
                  "downloads": {"limitRate": "500k", "folder": "/my music and more"},
                  "lockTimeout": 0
                }

                """)
        #expect(try await program.run(["config", "unset", "refresh"]).code == 0)
        #expect(try await program.run("config get refresh --plain --fields value,from").lines == ["false\tdefault"])
    }

    @Test(
        "Given a bad name or value, then nothing is stored",
        arguments: [
            (["http.Attempts", "3"], "Did you mean “http.attempts”?"), (["colour", "red"], "fermata config"),
            (["http.attempts", "0"], "must be an integer from 1 to 100"), (["refresh", "maybe"], "true or false"),
            (["http.stallTimeout", "-1"], "a number of seconds"), (["downloads.limitRate", "fast"], "500k"),
            (["age"], "The value for “age” is missing."), (["serve.token", "0123456789abcdef"], "secret"),
        ])
    func refusesBadValue(words: [String], message: String) async throws {
        let program = try Program()
        let outcome = try await program.run(["config", "set"] + words)
        #expect(outcome.code == 64 && outcome.errors.contains(message), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: program.configFile.path))
    }

    @Test("Given a bad value in the file, then it can be replaced")
    func replacesBadValue() async throws {
        let program = try Program()
        try program.configure(#"{"age": "old", "theme": "dark"}"#)
        #expect(try await program.run("config").code == 64)
        #expect(try await program.run(["config", "set", "age", "44"]).code == 0)
        #expect(try String(contentsOf: program.configFile, encoding: .utf8) == #"{"age": 44, "theme": "dark"}"#)
        try program.configure("{")
        #expect(try await program.run(["config", "set", "age", "45"]).errors.contains("as JSON"))
    }

    @Test("Given a secret on standard input, then only the owner can read the file")
    func storesSecret() async throws {
        let program = try Program()
        let errors = CapturedOutput()
        let console = Console(output: CapturedOutput(), errors: errors, readHidden: { "0123456789abcdef" })
        #expect(await program.run(["config", "set", "serve.token"], on: console) == 0)
        #expect(!errors.text.contains("0123456789abcdef"))
        let attributes = try FileManager.default.attributesOfItem(atPath: program.configFile.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try await !program.run("config --json").output.contains("0123456789abcdef"))
    }

    @Test("Given a variable that overrides the file, then set says so")
    func namesOverride() async throws {
        var program = try Program()
        program.environment["FERMATA_AGE"] = "30"
        let outcome = try await program.run(["config", "set", "age", "12"])
        #expect(outcome.errors.hasSuffix("The environment variable FERMATA_AGE overrides the file.\n"))
    }
}
