import FermataContracts
import FermataData
import FermataDomain
import Foundation
import Testing

@Suite(
    "To-do documents and other software",
    .enabled(if: PythonToDos.isInstalled, "Python’s icalendar has to be installed, which Tests/run --install does"))
struct OtherSoftwareTests {
    @Test(
        "Python reads every text that is written here",
        arguments: [("plist", Repositories.propertyList), ("ics", Repositories.iCalendar)])
    func isReadByPython(form: String, factory: ToDoDocumentFactory) async throws {
        try await factory.withFolder { folder in
            let file = folder.appending(path: "todos.\(form)")
            let toDos = SampleDocument.all
            try await factory.make(file).write(toDos)
            let rows = try PythonToDos.read(form, file)
            #expect(rows.count == toDos.count)
            for (row, toDo) in zip(rows, toDos) {
                let expected = Row(toDo)
                #expect(Row(row) == expected, "\(String(reflecting: toDo.item))")
            }
        }
    }

    @Test("reads property lists that Python writes")
    func readsPythonPropertyLists() async throws {
        let toDos = """
            [{"title": "Gig", "description": "two\\nlines & <more> 🎵", "due": 1798142400.75, "place": "Berlin",
              "latitude": 52.5, "longitude": -13}, {"title": "챔버오케스트라", "place": "Seoul", "due": -1}]
            """
        let reading = try await read("plist", toDos, as: Repositories.propertyList)
        let point = try #require(Coordinate(latitude: 52.5, longitude: -13))
        #expect(
            reading.items == [
                ToDoItem(
                    title: "Gig", description: "two\nlines & <more> 🎵", timestamp: moment(1_798_142_400),
                    location: Location(name: "Berlin", coordinate: point)),
                ToDoItem(title: "챔버오케스트라", timestamp: moment(-1), location: Location(name: "Seoul")),
            ])
        #expect(reading.error == nil && reading.recordErrors.isEmpty)
    }

    @Test("reads calendars that Python writes")
    func readsPythonCalendars() async throws {
        let toDos = """
            [{"title": "a; b, c \\\\ d: \\"e\\"", "description": "one\\ntwo \\\\n three", "due": "2026-12-24"},
             {"title": "\(String(repeating: "é𝄐챔", count: 100))", "due": 1798142400},
             {"title": "zone", "due": 1798142400, "zone": "America/New_York", "done": true},
             {"title": "floating", "due": 1782842400, "floating": "Europe/Berlin"},
             {"title": "place", "place": "Royal Albert Hall, London", "latitude": 51.50094, "longitude": -0.17741}]
            """
        let reading = try await read("ics", toDos, as: Repositories.iCalendar)
        let point = try #require(Coordinate(latitude: 51.50094, longitude: -0.17741))
        #expect(
            reading.items == [
                ToDoItem(
                    title: "a; b, c \\ d: \"e\"", description: "one\ntwo \\n three",
                    timestamp: Day("2026-12-24").map { .day($0) }),
                ToDoItem(title: String(repeating: "é𝄐챔", count: 100), timestamp: moment(1_798_142_400)),
                ToDoItem(title: "zone", timestamp: moment(1_798_142_400)),
                ToDoItem(title: "floating", timestamp: moment(1_782_842_400)),
                ToDoItem(title: "place", location: Location(name: "Royal Albert Hall, London", coordinate: point)),
            ])
        #expect(reading.entries.map(\.isDone) == [false, false, true, false, false])
        #expect(reading.error == nil && reading.recordErrors.isEmpty)
    }

    private func read(_ form: String, _ toDos: String, as factory: ToDoDocumentFactory) async throws -> ToDoReading {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let file = folder.url.appending(path: "theirs")
        try PythonToDos.write(form, toDos, to: file)
        return try await ToDoReading(factory.make(file))
    }
}

/// A to-do as the script prints it, with texts as arrays of scalars.
private struct Row: Equatable {
    var texts: [[Unicode.Scalar]?]
    var point: [Double]
    var isDone: Bool

    init(_ toDo: ToDo) {
        let (item, point) = (toDo.item, toDo.item.location?.coordinate)
        var due: String?
        if case .day(let day) = item.timestamp { due = day.description }
        if case .moment(let moment) = item.timestamp { due = "\(moment.seconds)" }
        var (music, artist): (String?, String?)
        if case .music(let id) = item.subject { music = id.description }
        if case .artist(let name) = item.subject { artist = name }
        texts = [item.title, item.description, due, item.location?.name, music, artist].map(Self.scalars)
        self.point = point.map { [$0.latitude, $0.longitude] } ?? []
        isDone = toDo.isDone
    }

    init(_ row: [String: any Sendable]) {
        let due = row["due"] as? String ?? (row["due"] as? Int).map { "\($0)" }
        texts = [row["title"], row["description"], due, row["place"], row["music"], row["artist"]]
            .map { Self.scalars($0 as? String) }
        point = [row["latitude"], row["longitude"]].compactMap { $0 as? Double ?? ($0 as? Int).map(Double.init) }
        isDone = row["done"] as? Bool ?? false
    }

    private static func scalars(_ text: String?) -> [Unicode.Scalar]? { text.map { Array($0.unicodeScalars) } }
}

/// Python with its `plistlib` and the package `icalendar`, which `Tests/run` installs below `.build`.
enum PythonToDos {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let python = root.appending(path: ".build/python/bin/python3")
    private static let script = root.appending(path: "Tests/TestSupport/Python/todos.py")

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: python.path) }

    /// Returns the to-dos that Python reads from a document.
    static func read(_ form: String, _ file: URL) throws -> [[String: any Sendable]] {
        let output = try run(["read", form, file.path], input: Data())
        return try JSONSerialization.jsonObject(with: output) as? [[String: any Sendable]] ?? []
    }

    /// Makes Python write to-dos, given as JSON.
    static func write(_ form: String, _ toDos: String, to file: URL) throws {
        _ = try run(["write", form, file.path], input: Data(toDos.utf8))
    }

    private static func run(_ arguments: [String], input: Data) throws -> Data {
        let (files, process) = (try TemporaryFolder(), Process())
        defer { files.remove() }
        let (given, output, errors) = (files.path("input"), files.path("output"), files.path("errors"))
        try input.write(to: URL(filePath: given))
        for path in [output, errors] { try Data().write(to: URL(filePath: path)) }
        process.executableURL = python
        process.arguments = [script.path] + arguments
        process.environment = ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"]
        process.standardInput = FileHandle(forReadingAtPath: given)
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = FileHandle(forWritingAtPath: errors)
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(reason: try String(contentsOfFile: errors, encoding: .utf8))
        }
        return try Data(contentsOf: URL(filePath: output))
    }

    struct Failure: Error {
        let reason: String
    }
}
