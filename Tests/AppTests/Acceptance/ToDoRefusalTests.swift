import Foundation
import TestTraits
import Testing

@Suite("A bad to-do is refused with a reason, and nothing is lost")
struct ToDoRefusalTests {
    @Test("refuses a bad to-do with a reason")
    func refusesBadToDos() async throws {
        let cases: [([String], String)] = [
            ([""], "needs a title"), ([" \n\t"], "needs a title"), (["Gig", "--due", "2026-02-30"], "no day"),
            (["Gig", "--due", "02/29/2023"], "no day"), (["Gig", "--due", "soon"], "like 12/24/2026"),
            (["Gig", "--due", "-3d"], "like 12/24/2026"),
            (["Gig", "--due", "2026-03-29 02:30"], "when they go forward"),
            (["Gig", "--address", String(repeating: "a", count: 1_001)], "1,000 characters"),
            (["Gig", "--music", "1", "--artist", "b"], "one of --music and --artist"),
        ]
        var program = try Program()
        program.environment["TZ"] = "Europe/Berlin"
        try await program.run(words: ["todo", "add", "There before"])
        for (arguments, reason) in cases {
            let outcome = try await program.run(words: ["todo", "add"] + arguments)
            #expect(outcome.code == 64, "\(arguments)")
            #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        }
        #expect(try await program.column("title", "todo") == ["There before"])
    }

    @Test("accepts 29 February and the last year", arguments: ["2024-02-29", "9999-12-31"])
    func acceptsLeapDayAndLastYear(day: String) async throws {
        let program = try Program()
        try await program.run(words: ["todo", "add", "Gig", "--due", day])
        #expect(try await program.column("due", "todo") == [day])
    }

    @Test(
        "exits with 66 for an unknown number, and changes nothing",
        arguments: ["check", "uncheck", "show", "remove --force"])
    func refusesUnknownNumber(command: String) async throws {
        let program = try Program()
        try await program.run(words: ["todo", "add", "Gig"])
        let numbers = command == "show" ? "7" : "1 7"
        let outcome = try await program.run("todo \(command) \(numbers)")
        #expect(outcome.code == 66 && outcome.errors.contains("No to-do has the number 7"))
        #expect(try await program.column("title,done", "todo") == ["Gig\tfalse"])
    }

    @Test(
        "exits with 65 or 66 for a bad file, and changes nothing",
        arguments: [
            ("a.ics", "hello", Int32(65)), ("a.plist", "hello {", 65), ("a.plist", "<plist><dict/></plist>", 65),
            ("a.ics", "BEGIN:VCALENDAR\nBEGIN:VTODO\nDUE:x\nEND:VTODO\nEND:VCALENDAR\n", 65),
            ("a.plist", "({a=b;})", 65), ("a.plist", "bplist00", 65),
            ("b.ics", nil, 66), ("b.plist", nil, 66),
        ])
    func refusesBadFiles(name: String, text: String?, code: Int32) async throws {
        let program = try Program()
        try await program.run(words: ["todo", "add", "Gig"])
        let file = program.home.appending(path: name)
        try text.map { try Data($0.utf8).write(to: file) }
        let outcome = try await program.run("todo import \(file.path)")
        #expect(outcome.code == code && outcome.errors.contains(name))
        #expect(try await program.column("title", "todo") == ["Gig"])
    }

    @Test("imports the good to-dos of a file and reports the position of bad ones")
    func importsGoodToDosAndReportsBadOnes() async throws {
        let program = try Program()
        let toDos = ["SUMMARY:Good", "DESCRIPTION:no title", "SUMMARY:Where\nGEO:91;NaN", "SUMMARY:Better"]
        let text = toDos.map { "BEGIN:VTODO\n\($0)\nEND:VTODO\n" }.joined()
        let file = try program.write("BEGIN:VCALENDAR\nVERSION:2.0\n\(text)END:VCALENDAR\n", to: "a.ics")
        let outcome = try await program.run("todo import \(file.path)")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("Number 2: SUMMARY is missing"))
        #expect(outcome.errors.contains("Number 3 is incomplete: GEO “91;NaN” is not a point on the Earth"))
        #expect(try await program.column("title", "todo") == ["Good", "Where", "Better"])
    }

    @Test(
        "refuses an export to a folder, a device or a pipe at once",
        arguments: [
            (".", "it is a folder"), ("DEVICE", "this kind of file cannot be used"),
            ("PIPE", "this kind of file cannot be used"),
        ])
    func refusesOtherTargets(path: String, reason: String) async throws {
        let program = try Program()
        try await program.run(words: ["todo", "add", "Gig"])
        let pipe = program.home.appending(path: "pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let path = path.replacing("PIPE", with: pipe).replacing("DEVICE", with: TestDevice.path(in: program.home))
        for option in [["--force"], []] {
            let outcome = try await program.run(words: ["todo", "export", "--format", "ics", path] + option)
            #expect(outcome.code == 73 && outcome.errors.contains(path), "\(outcome.errors)")
            #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        }
    }

    @Test("an export through a link to a missing file needs --force")
    func refusesDanglingLink() async throws {
        let program = try Program()
        try await program.run(words: ["todo", "add", "Gig"])
        let (link, target) = (program.home.appending(path: "link.ics"), program.home.appending(path: "other.ics"))
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: target.path)
        let refused = try await program.run("todo export \(link.path)")
        #expect(refused.code == 73 && refused.errors.contains("Use --force"), "\(refused.errors)")
        #expect(!FileManager.default.fileExists(atPath: target.path))
        #expect(try await program.run("todo export \(link.path) --force").code == 0)
        #expect(FileManager.default.fileExists(atPath: target.path))
    }

    @Test("refuses a pipe or a device as the library at once", arguments: ["DEVICE", "PIPE", "LINK"])
    func refusesPipeAsLibrary(path: String) async throws {
        let program = try Program()
        let (pipe, link) = (program.home.appending(path: "pipe").path, program.home.appending(path: "link").path)
        #expect(mkfifo(pipe, 0o600) == 0)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: pipe)
        let path = path.replacing("PIPE", with: pipe).replacing("LINK", with: link)
            .replacing("DEVICE", with: TestDevice.path(in: program.home))
        let outcome = try await program.run(["list", "--library", path])
        #expect(outcome.code == 73, "\(outcome.errors)")
        #expect(outcome.errors.contains("Cannot open the library \(path): this kind of file cannot be used."))
    }

    @Test("an export never replaces the library", arguments: ["", "-wal", "link"])
    func exportNeverReplacesLibrary(ending: String) async throws {
        let program = try Program()
        try await program.run(words: ["todo", "add", "Gig"])
        let path = program.library + ending
        if ending == "link" {
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: program.library)
        }
        let outcome = try await program.run(words: ["todo", "export", "--force", "--format", "ics", path])
        #expect(outcome.code == 73 && outcome.errors.contains("it is the library itself"), "\(outcome.errors)")
        #expect(try await program.column("title", "todo") == ["Gig"])
    }

    @Test("imports nothing from a calendar of events, and says why")
    func importsNoEvents() async throws {
        let program = try Program()
        let event = "BEGIN:VEVENT\nSUMMARY:Gig\nEND:VEVENT\n"
        let file = try program.write("BEGIN:VCALENDAR\nVERSION:2.0\n\(event)END:VCALENDAR\n", to: "a.ics")
        let outcome = try await program.run("todo import \(file.path)")
        #expect(outcome.code == 0 && outcome.output.contains("0 to-dos added"))
        #expect(outcome.errors.contains("\(file.path) has no to-dos."))
    }

    @Test("refuses a file of unknown format")
    func refusesUnknownFormat() async throws {
        let program = try Program()
        let outcome = try await program.run("todo export \(program.home.path)/list.txt")
        #expect(outcome.code == 64 && outcome.errors.contains(".ics or .plist"))
    }
}
