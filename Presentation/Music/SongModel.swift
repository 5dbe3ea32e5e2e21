import FermataDomain

/// A song with the records of its sources.
public struct SongModel: Equatable, Sendable {
    public let row: MusicCellModel
    public let records: [MusicRecordModel]

    public init(_ row: MusicCellModel, records: [MusicRecordModel]) {
        self.row = row
        self.records = records
    }
}

/// The keys of a song: those of a row of music, and `records`.
public enum SongField: RowField {
    case music(MusicField)
    case records

    public static let allCases = MusicField.allCases.map(SongField.music) + [.records]
    public static let requestedOnly = MusicField.requestedOnly.map(SongField.music)

    public init?(rawValue: String) {
        if rawValue == "records" {
            self = .records
        } else if let field = MusicField(rawValue: rawValue) {
            self = .music(field)
        } else {
            return nil
        }
    }

    public var rawValue: String {
        switch self {
        case .music(let field): field.rawValue
        case .records: "records"
        }
    }

    public var valueKind: FieldKind {
        switch self {
        case .music(let field): field.valueKind
        case .records: .text
        }
    }
}

extension SongModel: RowModel {
    /// The table for requested keys; without them, `MusicDetailModel` shows the song as lines.
    package static let table = MusicCellModel.table.showing { (song: SongModel) in song.row }

    public func value(of field: SongField) -> FieldValue {
        switch field {
        case .music(let field): row.value(of: field)
        case .records: .objects(records.map(\.values))
        }
    }
}
