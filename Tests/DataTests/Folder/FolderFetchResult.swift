import AudioFiles
import FermataData
import FermataDomain

/// The result of one fetch of a folder.
struct FolderFetchResult {
    var music: [RemoteMusic] = []
    var rejected: [RejectedRecord] = []
    var end: RemoteFetchResult?

    init() {}

    init(_ folder: MusicFolder, since revision: String? = nil) async throws {
        for try await element in try FolderMusicRepository(folder: folder.path).batches(since: revision) {
            try add(element)
        }
    }

    mutating func add(_ element: RemoteFetchElement<RemoteBatch>) throws {
        switch element {
        case .batch(let batch):
            rejected += batch.rejected
            for record in batch.records {
                do { music.append(try record.read()) } catch let error as RejectedRecord { rejected.append(error) }
            }
        case .end(let result): end = result
        }
    }

    var revision: String? { if case .complete(let revision) = end { revision } else { nil } }

    /// The key of the only song.
    var key: String? { music.count == 1 ? music[0].key : nil }

    /// The key of a song by the end of its address.
    func key(of path: String) -> String? { music.first { $0.audioURL?.hasSuffix(path) == true }?.key }
}
