public import FermataDomain

/// Checks and repairs the library's file, and provides the results as rows.
public struct LibraryFileDataSource: Sendable {
    private let path: String
    private let isDefault: Bool
    private let checkLibrary: CheckLibraryUsecase
    private let repairLibrary: RepairLibraryUsecase

    /// `isDefault` states whether commands without the option `--library` use this library.
    public init(
        path: String, isDefault: Bool, checkLibrary: CheckLibraryUsecase, repairLibrary: RepairLibraryUsecase
    ) {
        self.path = path
        self.isDefault = isDefault
        self.checkLibrary = checkLibrary
        self.repairLibrary = repairLibrary
    }

    /// The findings; empty for an intact library. Throws `LibraryError` or `DownloadError`.
    public func check() async throws -> [LibraryFindingCellModel] {
        let result = try await checkLibrary.execute()
        return result.findings.map(LibraryFindingCellModel.init).sorted { $0.text < $1.text }
            + result.downloads.map(LibraryFindingCellModel.init)
    }

    /// Returns the error of a check with findings; nil without findings.
    public func problem(of findings: [LibraryFindingCellModel]) -> DamagedLibraryError? {
        if findings.isEmpty { return nil }
        return DamagedLibraryError(
            path: path, isDefault: isDefault, isRepairable: findings.contains { $0.kind != "download" })
    }

    /// The rows of a repair and its report; no rows and no report for an intact library. Throws `LibraryError`.
    public func repair() async throws -> (rows: [LibraryRepairCellModel], report: String?) {
        guard let repair = try await repairLibrary.execute() else { return ([], nil) }
        return (repair.counts.map(LibraryRepairCellModel.init), repair.report(path: path))
    }
}

/// A row about damage that a check of the library has found.
public struct LibraryFindingCellModel: Equatable, Sendable {
    /// `file`, `log`, `structure`, `search`, `text`, `references` or `download`.
    public let kind: String
    /// The damage as a sentence.
    public let text: String
    private let count: Int?

    private init(_ kind: String, _ text: String, count: Int? = nil) {
        (self.kind, self.text, self.count) = (kind, text, count)
    }

    public init(_ finding: LibraryFinding) {
        switch finding {
        case .file: self.init("file", "Pages of the file are damaged or do not match each other.")
        case .page(let number):
            self.init("file", "Page \(number) of the file is not what was written: its checksum is wrong.")
        case .index(let name, 0):
            self.init("file", "The index “\(name)” and its table do not have the same number of rows.")
        case .index(let name, let count):
            self.init(
                "file", "The index “\(name)” does not match its table in \(Self.some(count, "row")).", count: count
            )
        case .table(let name, let count):
            self.init(
                "file", "The table “\(name)” has \(Self.some(count, "invalid value")).", count: count)
        case .log: self.init("log", "The log is damaged: it contains changes that the library does not show.")
        case .foreignLog: self.init("log", "The log beside the file belongs to another library, or to an older copy.")
        case .structure:
            self.init(
                "structure",
                """
                The file has tables, indexes, triggers or views that Fermata does not create, or lacks some that it \
                creates.
                """)
        case .search: self.init("search", "The search index does not match the songs.")
        case .text(let content, let count):
            self.init(
                "text", "The text of \(content.someText(count)) does not match its stored sort key.",
                count: count)
        case .references(let content, let count):
            self.init("references", "Rows that \(content.someText(count)) refer to are missing.", count: count)
        }
    }

    private static func some(_ count: Int?, _ noun: String) -> String {
        count.map { CountText($0, noun).text } ?? "some \(noun)s"
    }

    public init(_ issue: DownloadIssue) {
        let issue = DownloadIssueCellModel(issue)
        self.init("download", "\(issue.file): \(issue.text)")
    }
}

/// The keys of a row about damage.
public enum LibraryFindingField: String, RowField {
    case kind, count, text

    public var valueKind: FieldKind { self == .count ? .number : .text }
}

extension LibraryFindingCellModel: RowModel {
    public func value(of field: LibraryFindingField) -> FieldValue {
        switch field {
        case .kind: .text(kind)
        case .count: count.map(FieldValue.integer) ?? .none
        case .text: .text(text)
        }
    }

    package static let table = TableModel<LibraryFindingCellModel>(
        [
            .init("Damage", .fixed(10), priority: 1) { .plain($0.kind) },
            .init("Finding", .share(1), priority: 2) { .paragraph($0.text) },
        ], emptyText: EmptyListText("The library is intact."))
}

/// A row about the repair of one kind of content.
public struct LibraryRepairCellModel: Equatable, Sendable {
    private let count: LibraryRepair.Count

    public init(_ count: LibraryRepair.Count) { self.count = count }

    /// `sources`, `todos`, `songs`, `bookmarks`, `playlists`, `playlist entries` or `downloads`.
    public var content: String { count.content.key }
    /// How many rows were read: `4,000`.
    public var readText: String { CountText.grouped(count.read) }
    /// How many rows could not be read: `at least 12`, `unknown` if no index lists them, or empty.
    public var lostText: String {
        guard let lost = count.lost else { return "unknown" }
        return lost == 0 ? "" : "at least " + CountText.grouped(lost)
    }
    /// How many rows were read with a text that is probably damaged; empty if none.
    public var alteredText: String { count.altered == 0 ? "" : CountText.grouped(count.altered) }
}

/// The keys of a row about a repair.
public enum LibraryRepairField: String, RowField {
    case content, read, lost, altered

    public var valueKind: FieldKind { self == .content ? .text : .number }
}

extension LibraryRepairCellModel: RowModel {
    public func value(of field: LibraryRepairField) -> FieldValue {
        switch field {
        case .content: .text(content)
        case .read: .integer(count.read)
        case .lost: count.lost.map(FieldValue.integer) ?? .none
        case .altered: .integer(count.altered)
        }
    }

    package static let table = TableModel<LibraryRepairCellModel>(
        [
            .init("Content", .fixed(16), priority: 4) { .plain($0.content) },
            .init("Read", .fixed(12), .trailing, priority: 3) { .plain($0.readText) },
            .init("Not readable", .fixed(20), .trailing, priority: 2) { .plain($0.lostText) },
            .init("Probably damaged", .fixed(16), .trailing, priority: 1) { .plain($0.alteredText) },
        ], emptyText: EmptyListText("The library is intact."))
}

extension LibraryRepair {
    /// Reports where the damaged file is, the content read and lost, and the next step.
    package func report(path: String) -> String {
        [
            "The library \(path) was damaged. The damaged file is now \(damagedPath).",
            sentence("A new library contains what was readable:", \.read)
                ?? (counts.isEmpty
                    ? "A new library contains what was readable."
                    : "Nothing in it was readable; the new library is empty."),
            sentence("Not readable, at least:") { $0.lost ?? 0 },
            unknownLosses,
            sentence("Read with a text that is probably damaged:", \.altered),
            wrongChecksums,
            "To restore songs and playlists, add the sources that “fermata source list” does not show, and run "
                + "“fermata sync”. If more is missing, return to a backup with “fermata library restore FILE”.",
        ].compactMap(\.self).joined(separator: " ")
    }

    private func sentence(_ start: String, _ number: (Count) -> Int) -> String? {
        let counts = counts.filter { number($0) > 0 }
        if counts.isEmpty { return nil }
        return start + " " + counts.map { $0.content.text(number($0)) }.joined(separator: ", ") + "."
    }

    private var wrongChecksums: String? {
        if damagedPages == 0 { return nil }
        let subject = CountText(damagedPages, "page").text + (damagedPages == 1 ? " has" : " have")
        return subject + " a wrong checksum: a value in any row there may differ from what was stored."
    }

    /// Names the kinds of content with an unknown number of lost rows.
    private var unknownLosses: String? {
        let names = counts.filter { $0.lost == nil }.map(\.content.key)
        return names.isEmpty ? nil : "The number of lost rows is unknown for: \(names.joined(separator: ", "))."
    }
}

extension LibraryContent {
    private var nouns: (one: String, many: String) {
        switch self {
        case .sources: ("source", "sources")
        case .toDos: ("to-do", "to-dos")
        case .music: ("song", "songs")
        case .bookmarks: ("bookmark", "bookmarks")
        case .playlists: ("playlist", "playlists")
        case .playlistEntries: ("playlist entry", "playlist entries")
        case .downloads: ("download", "downloads")
        }
    }

    /// The name of this content as a key of rows.
    fileprivate var key: String { self == .toDos ? "todos" : nouns.many }

    /// `1 song`, `2 to-dos`.
    fileprivate func text(_ count: Int) -> String { CountText(count, nouns.one, plural: nouns.many).text }

    /// `2 to-dos`, or `some to-dos` without a count.
    fileprivate func someText(_ count: Int?) -> String { count.map(text) ?? "some " + nouns.many }
}

/// The error of a check that has found damage. The findings are printed before it.
public struct DamagedLibraryError: ProblemConvertible {
    let path: String
    let isDefault: Bool
    /// Whether the library's file is damaged; if not, only downloads are.
    let isRepairable: Bool

    public func problem(for audience: ProblemModel.Audience) -> ProblemModel {
        isRepairable
            ? ProblemModel(
                .invalidFile, audience == .user ? "The library \(path) is damaged." : "The library is damaged.",
                hint: repairHint(path: isDefault || audience != .user ? nil : path))
            : ProblemModel(
                .incomplete, "Some downloads are damaged.", hint: "Download them again with: fermata download ID")
    }
}

/// The notice that the last check has found damage, and what to do; every screen shows it.
public struct LibraryNotice: Sendable {
    private let health: any LibraryHealthRepository
    private let path: String?

    /// `path` is the path of a library that is not the default one.
    public init(health: any LibraryHealthRepository, path: String?) { (self.health, self.path) = (health, path) }

    /// Nil if the last check found no damage, or before the first check.
    public func text(for audience: ProblemModel.Audience) -> String? {
        guard health.health()?.isDamaged == true else { return nil }
        return "The library is damaged. " + repairHint(path: audience == .user ? path : nil)
    }

    /// The message that another program has replaced the file of an open library.
    package static func replacedText(path: String) -> String {
        "Another program has repaired or restored the library \(path). This program now uses the new file."
    }

    /// The warning about a library on a network file system, such as `nfs4`.
    package static func networkText(path: String, fileSystem: String) -> String {
        """
        The library \(path) is on a network file system (\(fileSystem)), where SQLite’s locks may not hold. Use it from \
        one computer at a time, or move it to a local disk.
        """
    }
}

/// The command that repairs a damaged library. `path` is that of a library that is not the default one, for the person
/// who runs the program.
private func repairHint(path: String?) -> String {
    "Repair it with: fermata library repair" + (path.map { " --library " + $0.shellWord } ?? "")
}
