import FermataDomain
import FermataPresentation
import Foundation

let sourceTime = Date(timeIntervalSince1970: 1_700_000_000)

extension SourceCellModel {
    /// A source that was read three minutes ago unless `isRead` is false.
    static func stored(
        _ name: String, kind: String = "http", address: String? = nil, count: Int? = 12, isRead: Bool = true,
        latest: SyncResultCellModel? = nil, progress: SyncProgressText? = nil
    ) -> SourceCellModel {
        let source = Source(
            name: name, kind: kind, address: address ?? "https://\(name).example/songs.json", added: sourceTime,
            refreshed: isRead ? sourceTime.addingTimeInterval(-180) : nil, count: count)
        return SourceCellModel(source, now: sourceTime, latest: latest, progress: progress)
    }
}

extension SyncResultCellModel {
    /// The result of a sync that added songs or failed.
    static func synced(
        _ name: String, added: Int = 3, failure: SourceFailureCause? = nil, playlists: SourceFailureCause? = nil
    ) -> SyncResultCellModel {
        var summary = SyncSummary()
        summary.added = added
        let address = "https://\(name).example/songs.json"
        return SyncResultCellModel(
            SyncResult(
                source: name, summary: failure == nil ? summary : nil,
                result: failure.map { .failed(SourceFailure($0, address: address)) } ?? .refreshed,
                playlistsFailure: playlists.map { SourceFailure($0, address: address) }))
    }
}
