import FermataDomain

/// The keys of a row about a refresh; those about playlists have no value where none were read.
public enum SyncResultField: String, RowField {
    case source, result, added, merged, updated, unchanged, removed, skipped, reason
    case playlistsAdded, playlistsUpdated, playlistsUnchanged, playlistsRemoved, playlistsSkipped
}

extension SyncResultCellModel: RowModel {
    public func value(of field: SyncResultField) -> FieldValue {
        let (music, playlists) = (outcome.summary, outcome.playlists)
        return switch field {
        case .source: .text(source)
        case .result: .text(result)
        case .added: .whole(music.added)
        case .merged: .whole(music.merged)
        case .updated: .whole(music.updated)
        case .unchanged: .whole(music.unchanged)
        case .removed: .whole(music.removed)
        case .skipped: .whole(music.rejectedCount)
        case .reason: if case .failed(let failure) = outcome.result { .text(failure.reason) } else { .none }
        case .playlistsAdded: FieldValue(playlists?.added)
        case .playlistsUpdated: FieldValue(playlists?.updated)
        case .playlistsUnchanged: FieldValue(playlists?.unchanged)
        case .playlistsRemoved: FieldValue(playlists?.removed)
        case .playlistsSkipped: FieldValue(playlists?.rejectedCount)
        }
    }
}
