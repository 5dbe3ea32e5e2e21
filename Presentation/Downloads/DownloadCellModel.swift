public import FermataDomain
public import Foundation

/// A row of the list of downloads.
public struct DownloadCellModel: Equatable, Sendable, Identifiable {
    let download: Download

    /// The row for a web client has neither the folder of its file nor text of the song's server.
    public init(_ download: Download, for audience: ProblemModel.Audience) {
        self.download = audience == .webClient ? download.forWebClients : download
    }

    public var id: MusicID { download.id }
    public var shortID: String { download.id.short }
    public var title: String { download.music.title }
    public var artist: String { download.music.artist }
    /// `waiting`, `downloading`, `downloaded`, `failed` or `not downloaded`.
    public var state: String { download.state.word }
    /// The state with its details: `45 %`, `failed: the connection failed`.
    public var stateText: String { download.state.text }
    public var isProblem: Bool { if case .failed = download.state { true } else { false } }
    /// Why the download failed: `the connection failed`; nil unless it failed.
    public var reason: String? {
        if case .failed(let cause) = download.state { cause.clause } else { nil }
    }
    /// Why the download failed, in full, as a sentence; nil unless it failed.
    public var failureText: String? { reason.map { "Cannot download \(name): \($0)." } }
    public var isUnderWay: Bool { download.state.isUnderWay }
    /// The received part, from 0 to 1; nil if the length is unknown.
    public var fraction: Double? { download.state.fraction }
    /// The actions of the row’s more button.
    public var actions: [MusicAction] { MusicAction.actions(for: download.state, of: download.music) }
    /// The number of received bytes.
    public var received: Int64 { download.received }
    /// The received and the expected bytes: `3.2 of 7.1 MB`; empty if both are unknown.
    public var sizeText: String { AmountText(download.received, of: download.length).text }

    /// `3.2 of 7.1 MB, 45 %, 1.2 MB a second`; without the speed if it is unknown.
    public func progressText(bytesPerSecond: Double?) -> String {
        let speed = bytesPerSecond.flatMap { Int64(exactly: $0.rounded()) }.map { ByteText($0).text + " a second" }
        return [sizeText, stateText, speed ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The row in one line while the download runs.
    ///
    /// `Perfect by Ed Sheeran: 3.2 of 7.1 MB, 45 %, 1.2 MB a second`.
    public func progressLine(bytesPerSecond: Double?) -> String {
        name + ": " + progressText(bytesPerSecond: bytesPerSecond)
    }

    private var name: String {
        let artist = artist.onOneLine
        return title.onOneLine + (artist.isEmpty ? "" : " by " + artist)
    }

    /// The row as one sentence for a screen reader, without unknown values.
    public var accessibilityLabel: String {
        let parts = [name, download.state.spoken, sizeText]
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension Download {
    fileprivate var forWebClients: Download {
        var download = self
        download.state = state.withoutForeignText
        download.file = file.flatMap { $0.split(separator: "/").last.map(String.init) }
        return download
    }
}

/// The keys of a row of the list of downloads.
public enum DownloadField: String, RowField {
    case id, title, artist, state, fraction, received, length, file, digest, reason

    public var valueKind: FieldKind {
        switch self {
        case .fraction, .received, .length: .number
        case .id, .title, .artist, .state, .file, .digest, .reason: .text
        }
    }
}

extension DownloadCellModel: RowModel {
    public func value(of field: DownloadField) -> FieldValue {
        switch field {
        case .id: .text(download.id.description)
        case .title: .text(title)
        case .artist: FieldValue(artist)
        case .state: .text(state)
        case .fraction: FieldValue(fraction)
        case .received: .integer(Int(download.received))
        case .length: FieldValue(download.length.map { Int($0) })
        case .file: FieldValue(download.file)
        case .digest: FieldValue(download.digest)
        case .reason: FieldValue(reason)
        }
    }

    /// The table with the reason of each failed download.
    package static let table = makeTable(
        .init("State", .share(3), priority: 5) { .plain($0.stateText) })
    /// The table of a command, which states the reasons of failed downloads below it.
    package static let commandTable = makeTable(
        .init("State", .fixed(14), priority: 5) { .plain($0.isProblem ? $0.state : $0.stateText) })

    private static func makeTable(_ state: TableModel<DownloadCellModel>.Column) -> TableModel<DownloadCellModel> {
        TableModel(
            [
                .init("ID", .fixed(10), priority: 3, isDim: true, isCommandID: true) { .plain($0.shortID) },
                .init("", .fixed(3), priority: 1) { .marks($0.marks) },
                .init("Title", .share(4), priority: 6) { .plain($0.title) },
                .init("Artist", .share(2), priority: 2) { .plain($0.artist) },
                .init("Size", .fixed(16), .trailing, priority: 4) { .plain($0.sizeText) },
                state,
            ], emptyText: .downloads)
    }

    private var marks: MusicMarks { MusicCellModel(download.music).marks }
}

extension EmptyListText {
    /// A list of downloads.
    package static let downloads = EmptyListText(
        "No song in the library is downloaded.",
        commandLine: "Songs of folders need no download. Download others for offline use: fermata download WORDS",
        tui: "Songs of folders need no download. Press {download} on another song to download it.",
        web: "Songs of folders need no download. The menu of another song downloads it.")
    /// A selection of music without anything to download.
    package static let nothingToDownload = EmptyListText("There is nothing to download.")
    /// A library without interrupted downloads.
    package static let nothingToResume = EmptyListText("There is no download to resume.")

    /// A check of the downloads that found no issue.
    ///
    /// A restricted listener gets no report of issues of music that the listener may not see.
    package static func downloadIssues(isRestricted: Bool) -> EmptyListText {
        EmptyListText(
            isRestricted
                ? "No issue was found with downloads that you may see." : "The folder and the library agree.")
    }
}

/// Measures the speed of each download since its first progress report.
public struct DownloadSpeed: Sendable {
    /// The number of seconds before which a speed is too inexact to show.
    private static let minimumTime = 0.5
    private var starts: [MusicID: (time: Date, received: Int64)] = [:]

    public init() {}

    /// The progress line of a running download; nil once it has ended.
    public mutating func line(of row: DownloadCellModel, at now: Date) -> String? {
        guard row.isUnderWay else {
            starts[row.id] = nil
            return nil
        }
        let start = starts[row.id] ?? (now, row.received)
        starts[row.id] = start
        let seconds = now.timeIntervalSince(start.time)
        let speed = seconds > Self.minimumTime ? Double(row.received - start.received) / seconds : nil
        return row.progressLine(bytesPerSecond: speed)
    }
}
