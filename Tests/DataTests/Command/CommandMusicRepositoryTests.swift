import FermataContracts
import FermataData
import FermataDomain
import Foundation
import TestTraits
import Testing

@Suite("Programs that print a catalogue", .timeLimit(.minutes(2)))
struct CommandMusicRepositoryTests {
    private static let environment = ["PATH": "/usr/bin:/bin"]
    private static let song = #"{"title":"Fame","duration":1,"file":"https://a.example/a.mp3"}"#

    @Test("passes each argument as it is, without a shell, and an empty input")
    func passesArguments() async throws {
        let script = #"cat; for word; do printf '{"title":"%s","duration":1}\n' "$word"; done"#
        let fetched = try await Self.repository("sh", "-c", script, "sh", "a  b", "$HOME", "*", "it's").records()
        #expect(try fetched.map { try $0.read().title } == ["a  b", "$HOME", "*", "it's"])
    }

    @Test("rejects lines that are no records, and drops addresses that are not on the web")
    func rejectsBadLines() async throws {
        let lines = ["Loading", Self.song, "", #"{"title":"Low","duration":1,"file":"/etc/passwd"}"#, "[]", "7"]
        let batches = try await Self.repository("printf", "%s\\n", lines.joined(separator: "\n")).batches(since: nil)
            .collected().batches
        var (songs, rejected) = ([RemoteMusic](), batches.flatMap(\.rejected).map(\.position))
        for record in batches.flatMap(\.records) {
            do { songs.append(try record.read()) } catch { rejected.append(record.position) }
        }
        #expect(songs.map(\.title) == ["Fame", "Low"] && songs.map(\.audioURL) == ["https://a.example/a.mp3", nil])
        #expect(rejected == [1, 4, 5])
    }

    @Test(
        "reports exit codes and signals with the end of the standard error",
        arguments: [
            ("printf 'no\\033[31m \\nkey\\n' >&2; exit 3", CommandFailure.exited(code: 3, message: "no[31m key")),
            ("exit 1", .exited(code: 1, message: "")), ("kill -TERM $$", .killed(signal: 15, message: "")),
            ("printf '{\"title' ; exit 2", .exited(code: 2, message: "")),
        ])
    func reportsFailure(script: String, failure: CommandFailure) async throws {
        #expect(await Self.failure("sh", "-c", script) == .command(failure))
    }

    @Test("shows only the last 200 characters of the standard error")
    func limitsMessage() async throws {
        let script = "i=0; while [ $i -lt 20000 ]; do echo 0123456789 >&2; i=$((i+1)); done; echo end >&2; exit 1"
        guard case .command(.exited(_, let message))? = await Self.failure("sh", "-c", script) else {
            Issue.record("no message")
            return
        }
        #expect(message.count == 200 && message.hasSuffix("0123456789 end"))
    }

    @Test("reports a program that is missing or cannot be run", arguments: ["no-such-program", "/etc/hostname", "/"])
    func reportsMissingProgram(program: String) async throws {
        let failure = await Self.failure(program)
        guard case .command(let reason)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        switch reason {
        case .notFound, .cannotStart: break
        case .exited, .killed, .timedOut: Issue.record("\(reason)")
        }
    }

    @Test("kills a program and its children after the limit of time")
    func limitsTime() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let mark = folder.path("mark")
        let script = "trap '' TERM; (sleep 1; touch \(mark)) & echo '\(Self.song)'; sleep 600"
        let limits = CommandLimits(time: .milliseconds(300))
        #expect(
            await Self.failure("sh", "-c", script, limits: limits) == .command(.timedOut(after: .milliseconds(300))))
        try await ContinuousClock().sleep(for: .seconds(1.5))
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test("ends with the program, although its background processes have its output")
    func endsWithProgram() async throws {
        let script = "sleep 600 & echo '\(Self.song)'"
        let repository = Self.repository("sh", "-c", script, limits: CommandLimits(time: .seconds(30)))
        let fetched = try await repository.batches(since: nil).collected()
        #expect(fetched.end == .complete(revision: nil) && fetched.batches.flatMap(\.records).count == 1)
    }

    @Test("kills a program when its consumer stops")
    func stopsWithConsumer() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let mark = folder.path("pid")
        let script = "echo $$ > \(mark); while echo '\(Self.song)'; do :; done"
        for try await _ in Self.repository("sh", "-c", script).batches(since: nil) { break }
        let id = try #require(
            Int32(String(contentsOfFile: mark, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)))
        try await waitUntil { kill(id, 0) != 0 }
    }

    @Test("limits output and memory")
    func limitsOutput() async throws {
        var limits = CommandLimits()
        limits.output.documentBytes = 10_000
        let endless = await Self.failure("yes", Self.song, limits: limits)
        #expect(endless == .content(.tooLarge(limit: 10_000, isUnpacked: false)))
        #if os(Linux)
            limits = CommandLimits(memoryBytes: 64 << 20)
            let script = "x=x; while :; do x=$x$x; done"
            guard case .command? = await Self.failure("sh", "-c", script, limits: limits) else {
                Issue.record("The program used more memory.")
                return
            }
        #endif
    }

    @Test("inherits no file of Fermata")
    func inheritsNoFile() async throws {
        let script = #"for f in /proc/self/fd/*; do printf '{"title":"%s","duration":1}\n' "${f##*/}"; done"#
        let titles = try await Self.repository("sh", "-c", script).records().map { try $0.read().title }
        // The shell itself opens the folder.
        #expect(Set(titles).isSubset(of: ["0", "1", "2", "3", "10"]), "\(titles)")
    }

    private static func repository(_ words: String..., limits: CommandLimits = CommandLimits())
        -> CommandMusicRepository
    {
        CommandMusicRepository(words, environment: environment, limits: limits, clock: ContinuousClock())
    }

    private static func failure(_ words: String..., limits: CommandLimits = CommandLimits()) async
        -> SourceFailureCause?
    {
        let repository = CommandMusicRepository(
            words, environment: environment, limits: limits, clock: ContinuousClock())
        do {
            _ = try await repository.batches(since: nil).collected()
            return nil
        } catch {
            return (error as? SourceFailure)?.cause
        }
    }
}

@Suite("Sources of kind command")
struct CommandKindTests {
    private let kind = CommandKind(environment: ["PATH": "/usr/bin:/bin"], clock: ContinuousClock())

    @Test("stores the words exactly, and the path of the program as an absolute one")
    func storesWords() throws {
        #expect(try prepared("sh  -c 'a  b' \"it's\"").address == #"sh -c 'a  b' 'it'\''s'"#)
        #expect(try prepared("/bin/sh").address == "/bin/sh")
        let relative = try prepared("./list").address
        #expect(relative.hasPrefix("/") && relative.hasSuffix("/list") && !relative.contains("./"))
        #expect(try prepared("sh -c ''").address == "sh -c ''")
        let source = try prepared("/bin/sh -c 'a/b'")
        #expect(kind.suggestedName(for: source) == "sh")
    }

    @Test("rejects text that is no command", arguments: ["'", "''", "sh \\", "sh \0"])
    func rejectsOtherText(text: String) {
        #expect(throws: SourceError.invalidAddress(.notACommand)) { _ = try kind.music(of: try prepared(text)) }
        #expect(throws: SourceError.invalidAddress(.empty)) { _ = try prepared("") }
    }

    @Test("is not run for a stored source without the trait of programs")
    func requiresTrait() throws {
        let kinds = SourceKinds([kind])
        var source = Source(name: "a", kind: "command", address: "sh", added: .distantPast)
        #expect(throws: SourceError.unknownKind("command", known: [])) { try kinds.music(of: source) }
        source = try kinds.prepare(source)
        _ = try kinds.music(of: source)
    }

    @Test("reports a new source whose program is missing")
    func reportsMissingProgram() throws {
        let source = try prepared("no-such-program")
        #expect(throws: SourceFailure(.command(.notFound), address: "no-such-program")) { try kind.checkNew(source) }
        try kind.checkNew(try prepared("sh"))
    }

    private func prepared(_ address: String) throws -> Source {
        try kind.prepare(Source(name: "a", kind: "command", address: address, added: .distantPast))
    }
}
