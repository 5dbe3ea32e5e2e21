import FermataDomain

/// The keys of a row about a sync; counts have no value for a listener who may not see them.
public enum SyncResultField: String, RowField {
    case source, result, added, merged, updated, unchanged, removed, skipped, reason
    case playlistsAdded, playlistsUpdated, playlistsUnchanged, playlistsRemoved, playlistsSkipped, playlistsReason
    case bookmarksAdded, bookmarksRemoved, waiting, starsReason

    public var valueKind: FieldKind {
        switch self {
        case .source, .result, .reason, .playlistsReason, .starsReason: .text
        default: .number
        }
    }
}

extension SyncResultCellModel: RowModel {
    public func value(of field: SyncResultField) -> FieldValue {
        let (music, playlists) = (syncResult.summary, syncResult.playlists)
        return switch field {
        case .source: .text(source)
        case .result: .text(result)
        case .added: FieldValue(music?.added)
        case .merged: FieldValue(music?.merged)
        case .updated: FieldValue(music?.updated)
        case .unchanged: FieldValue(music?.unchanged)
        case .removed: FieldValue(music?.removed)
        case .skipped: FieldValue(music?.rejectedCount)
        case .reason: FieldValue(failure.map { SourceFailureText($0.cause).text })
        case .playlistsAdded: FieldValue(playlists?.added)
        case .playlistsUpdated: FieldValue(playlists?.updated)
        case .playlistsUnchanged: FieldValue(playlists?.unchanged)
        case .playlistsRemoved: FieldValue(playlists?.removed)
        case .playlistsSkipped: FieldValue(playlists?.rejectedCount)
        case .playlistsReason: FieldValue(syncResult.playlistsFailure.map { SourceFailureText($0.cause).text })
        case .bookmarksAdded: FieldValue(syncResult.stars?.added)
        case .bookmarksRemoved: FieldValue(syncResult.stars?.removed)
        case .waiting: FieldValue(syncResult.waiting)
        case .starsReason: FieldValue(syncResult.starsFailure.map { SourceFailureText($0.cause).text })
        }
    }
}
