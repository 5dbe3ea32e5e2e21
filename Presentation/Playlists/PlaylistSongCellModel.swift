import FermataDomain

/// A row of a playlist: a song and its position.
public struct PlaylistSongCellModel: Equatable, Sendable {
    /// Counts from 1 the songs that the listener may see; commands name it.
    public let position: Int
    public let song: MusicCellModel

    public init(_ song: MusicCellModel, position: Int) {
        (self.song, self.position) = (song, position)
    }
}

/// The keys of a row of a playlist: those of a song, and its position.
public enum PlaylistSongField: RowField {
    case position
    case song(MusicField)

    private static let positionKey = "position"

    public init?(rawValue: String) {
        guard rawValue != Self.positionKey else {
            self = .position
            return
        }
        guard let field = MusicField(rawValue: rawValue) else { return nil }
        self = .song(field)
    }

    public var rawValue: String {
        switch self {
        case .position: Self.positionKey
        case .song(let field): field.rawValue
        }
    }

    public static let allCases = MusicField.allCases.map { PlaylistSongField.song($0) }
    public static let requestedOnly = [.position] + MusicField.requestedOnly.map { PlaylistSongField.song($0) }

    public var valueKind: FieldKind {
        switch self {
        case .position: .shortNumber
        case .song(let field): field.valueKind
        }
    }
}

extension PlaylistSongCellModel: RowModel {
    public func value(of field: PlaylistSongField) -> FieldValue {
        switch field {
        case .position: .integer(position)
        case .song(let field): song.value(of: field)
        }
    }

    package static let table = MusicCellModel.table.showing { (row: PlaylistSongCellModel) in row.song }
        .preceded(
            by: .init("No.", .fixed(5), .trailing, priority: 4, key: "position", isDim: true) {
                .plain("\($0.position)")
            })
}

extension AsyncSequence where Self: Sendable, Element == [MusicCellModel], Failure == any Error {
    /// Returns the same rows with their positions in a playlist, of which `offset` songs precede them.
    package func numbered(after offset: Int) -> any AsyncSequence<[PlaylistSongCellModel], any Error> & Sendable {
        NumberedRows(rows: self, offset: offset)
    }
}

/// Batches of rows with their positions.
private struct NumberedRows<Rows: AsyncSequence<[MusicCellModel], any Error> & Sendable>: AsyncSequence, Sendable {
    let rows: Rows
    let offset: Int

    func makeAsyncIterator() -> Iterator { Iterator(rows: rows.makeAsyncIterator(), position: offset) }

    struct Iterator: AsyncIteratorProtocol {
        var rows: Rows.AsyncIterator
        var position: Int

        mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(any Error) -> [PlaylistSongCellModel]? {
            guard let batch = try await rows.next(isolation: actor) else { return nil }
            return batch.map { row in
                position += 1
                return PlaylistSongCellModel(row, position: position)
            }
        }
    }
}
