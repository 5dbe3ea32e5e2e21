import AudioFiles
import FermataContracts
import FermataData
import FermataDomain

/// What one fetch of a folder returned.
struct FolderFetchResult {
    var music: [RemoteMusic] = []
    var rejected: [RejectedRecord] = []
    var end: RemoteFetchResult?

    init(_ folder: MusicFolder, since revision: String? = nil) async throws {
        let fetched = try await FolderMusicRepository(folder: folder.path).batches(since: revision).collected()
        end = fetched.end
        for batch in fetched.batches {
            rejected += batch.rejected
            for record in batch.records {
                do { music.append(try record.read()) } catch let error as RejectedRecord { rejected.append(error) }
            }
        }
    }

    var revision: String? { if case .complete(let revision) = end { revision } else { nil } }

    /// The key of the only song.
    var key: String? { music.count == 1 ? music[0].key : nil }

    /// The key of a song by the end of its address.
    func key(of path: String) -> String? { music.first { $0.audioURL?.hasSuffix(path) == true }?.key }
}
