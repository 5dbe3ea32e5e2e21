import Foundation
import TestTraits
import Testing

@Suite("Story: I list what a program prints", .timeLimit(.minutes(3)))
struct CommandAcceptanceTests {
    private let song = #"{"title":"Fame","singer":"David Bowie","duration":252,"file":"https://a.example/a.mp3"}"#

    @Test("Given a program, when I sync, then its songs are listed, and its command is shown in quotes")
    func syncsProgram() async throws {
        let program = try Program()
        let added = try await add(["printf", "%s\\n", song, "no record"], to: program)
        #expect(
            added.code == 0 && added.errors.contains("Its first song is “Fame” by “David Bowie”."), "\(added.errors)")
        let synced = try await program.run("sync")
        #expect(synced.code == 0 && synced.errors.contains("2"), "\(synced.errors)")
        #expect(try await program.column("title", "list") == ["Fame"])
        let address = try #require(try await program.rows("source list").first?["address"] as? String)
        #expect(address == #"printf '%s\n' '\#(song)' 'no record'"#)
        let changed = "printf '%s\\n' '\(song.replacing("Fame", with: "Low"))'"
        #expect(try await program.run(words: ["source", "set", "list", "--address", changed]).code == 0)
        #expect(try await program.run("sync").code == 0)
        #expect(try await program.column("title", "list") == ["Low"])
        #expect(try await program.run("source remove list --force").code == 0)
        #expect(try await program.column("title", "list").isEmpty)
    }

    @Test("Given a program that fails, when I sync, then nothing is removed, and I see what it says")
    func reportsFailure() async throws {
        let program = try Program()
        let flag = program.home.appending(path: "fails").path
        let script =
            "[ -e '\(flag)' ] && { echo 'no key' >&2; exit 7; }; echo '\(song)'; echo '{\"title\":\"Low\",\"duration\":1}'"
        #expect(try await add(["sh", "-c", script], to: program).code == 0)
        #expect(try await program.run("sync").code == 0)
        try Data().write(to: URL(filePath: flag))
        let failed = try await program.run("sync")
        #expect(
            failed.code == 69 && failed.errors.contains("the program ended with exit code 7: “no key”"),
            "\(failed.errors)")
        #expect(try await program.column("title", "list").count == 2)
        #expect(try await add(["no-such-program"], to: program, name: "other").code == 69)
        #expect(try await program.column("name", "source list") == ["list"])
    }

    @Test(
        "Given a running program, when a signal ends the sync, then the program ends, too",
        arguments: [SIGTERM, SIGINT])
    func endsProgramOnSignal(signal: Int32) async throws {
        let program = try Program()
        let (flag, mark) = (program.home.appending(path: "slow").path, program.home.appending(path: "pid").path)
        let pipe = program.home.appending(path: "pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        // Prints more than a pipe holds, so that Fermata reads the program before it writes its id.
        let script = """
            [ -e '\(flag)' ] || { echo '\(song)'; exit; }; trap '' INT TERM; yes '' | head -n 100000; \
            exec 9>'\(pipe)'; echo $$ > '\(mark)'; sleep 600
            """
        #expect(try await add(["sh", "-c", script], to: program).code == 0)
        try Data().write(to: URL(filePath: flag))
        // Ends when no process of the program has the pipe open. The id of a killed process can stay in use.
        let reader = try RunningProgram.tool(["cat", pipe])
        defer { reader.send(SIGKILL) }
        let sync = try program.launch("sync")
        defer { sync.send(SIGKILL) }
        try await waitUntil { FileManager.default.fileExists(atPath: mark) }
        #expect(reader.isRunning)
        sync.send(signal)
        try await waitUntil { !sync.isRunning }
        #expect(await sync.outcome().code == -signal)
        try await waitUntil { !reader.isRunning }
    }

    @Test("Given the web server, then no client adds, changes, sees or runs a program")
    func isClosedToWeb() async throws {
        let program = try Program()
        let mark = program.home.appending(path: "ran").path
        _ = try await add(["sh", "-c", "touch '\(mark)'; echo '\(song)'"], to: program)
        try? FileManager.default.removeItem(atPath: mark)
        try await InProcessServer.run(program) { server in
            let added = try await server.send(
                "POST", "/api/sources", body: #"{"kind":"command","address":"touch /tmp/x"}"#)
            #expect(added.status == 403)
            let changed = try await server.send("PATCH", "/api/sources/list", body: #"{"address":"touch /tmp/x"}"#)
            #expect(changed.status == 403)
            #expect(try await server.send("POST", "/api/sources/list/sync").status == 403)
            #expect(try await server.send("POST", "/api/sync").status == 202)
            for target in ["/api/sources", "/api/sources/list", "/sources", "/sources/list"] {
                #expect(try await !server.get(target).text.contains("touch"), "\(target)")
            }
        }
        #expect(!FileManager.default.fileExists(atPath: mark))
        #expect(try await program.column("name", "source list") == ["list"])
    }

    @Test("Given an export with a program, when I import it, then that source is skipped with the reason")
    func importsNoProgram() async throws {
        let program = try Program()
        _ = try await add(["printf", "%s", song], to: program)
        let folder = program.home.appending(path: "export").path
        #expect(try await program.run("library export \(folder)").code == 0)
        let other = try Program()
        let outcome = try await other.run("library import \(folder)")
        #expect(outcome.errors.contains("a source of kind “command” runs a program"), "\(outcome.errors)")
        #expect(try await other.rows("source list").isEmpty)
    }

    private func add(_ words: [String], to program: Program, name: String = "list") async throws -> Outcome {
        try await program.run(
            ["source", "add", "command", "--name", name, "--library", program.library, "--"] + words)
    }
}
