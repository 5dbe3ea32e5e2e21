public import FermataDomain
import Foundation

/// Provides the list of duplicates.
public struct DuplicatesDataSource: Sendable {
    private let getDuplicates: GetDuplicatesUsecase

    public init(getDuplicates: GetDuplicatesUsecase) {
        self.getDuplicates = getDuplicates
    }

    /// The songs of all groups, one group after the other.
    public func list() async throws -> [DuplicateCellModel] {
        try await getDuplicates.execute().enumerated().flatMap { index, group in
            zip(group.songs, Self.origins(of: group.songs)).map { song, origin in
                DuplicateCellModel(song, of: group, number: index + 1, from: origin)
            }
        }
    }
}

extension DuplicatesDataSource {
    /// The files of duplicates, each with its folder and as many more as distinguish them; for songs without a file, the
    /// names of their sources.
    private static func origins(of songs: [Music]) -> [String] {
        let paths = songs.map { song in
            song.isLocal ? song.audioURL.flatMap { URL(string: $0)?.pathComponents.dropFirst() }.map(Array.init) : nil
        }
        let files = paths.compactMap(\.self)
        let longest = files.map(\.count).max() ?? 0
        let length = (2...max(2, longest)).first { length in Set(files.map { $0.suffix(length) }).count == files.count }
        return zip(songs, paths).map { song, path in
            path?.suffix(length ?? longest).joined(separator: "/") ?? song.sources.joined(separator: ", ")
        }
    }
}

/// A song of a group of duplicates.
public struct DuplicateCellModel: Equatable, Sendable {
    public let song: MusicCellModel
    /// The number of the group, from 1.
    public let number: Int
    /// Its file, or the names of its sources.
    package let originText: String
    private let group: DuplicateGroup

    init(_ song: Music, of group: DuplicateGroup, number: Int, from origin: String) {
        (self.song, self.group, self.number, originText) = (MusicCellModel(song), group, number, origin)
    }

    /// The heading of the group: `3. “Fame”: 2 songs, the same recording`.
    public var heading: String {
        "\(CountText.grouped(number)). “\(group.songs[0].title)”: \(CountText(group.songs.count, "song").text), \(sameText)"
    }

    private var sameText: String {
        switch (group.isSameRecording, group.isSameAudio) {
        case (true, true): "the same recording and audio"
        case (false, true): "the same audio"
        default: "the same recording"
        }
    }

    /// What the songs of the group share: `recording`, `audio`.
    fileprivate var shared: [String] {
        (group.isSameRecording ? ["recording"] : []) + (group.isSameAudio ? ["audio"] : [])
    }
}

/// The keys of a duplicate: its group, and those of a row of music.
public enum DuplicateField: RowField {
    case group
    /// What the songs of the group share: `recording`, `audio`.
    case shared
    case music(MusicField)

    public static let allCases: [DuplicateField] = [.group, .shared] + MusicField.allCases.map(DuplicateField.music)
    public static let requestedOnly =
        MusicField.requestedOnly.filter { $0 != .lyrics }.map(DuplicateField.music)

    public init?(rawValue: String) {
        let known = Self.allCases + Self.requestedOnly
        guard let field = known.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = field
    }

    public var rawValue: String {
        switch self {
        case .group: "group"
        case .shared: "shared"
        case .music(let field): field.rawValue
        }
    }

    public var valueKind: FieldKind {
        switch self {
        case .group: .number
        case .shared: .text
        case .music(let field): field.valueKind
        }
    }
}

extension DuplicateCellModel: RowModel {
    package static let table = TableModel<DuplicateCellModel>(
        [
            .init("ID", .fixed(10), priority: 4, isDim: true, isCommandID: true) { .plain($0.song.shortID) },
            .init("Title", .share(2), priority: 5) { .plain($0.song.title) },
            .init("Album", .share(2), priority: 2) { .plain($0.song.album) },
            .init("File or source", .share(3), priority: 6, key: "") { .plain($0.originText) },
            .init("Time", .fixed(8), .trailing, priority: 1, key: "duration") { .plain($0.song.durationText) },
        ], emptyText: EmptyListText("No duplicates were found."))

    public func value(of field: DuplicateField) -> FieldValue {
        switch field {
        case .group: .integer(number)
        case .shared: .list(shared)
        case .music(let field): song.value(of: field)
        }
    }
}
