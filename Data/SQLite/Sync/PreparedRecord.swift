import FermataDomain
import GRDB

/// A record ready to be written: parsed with its keys, or known to be unchanged.
enum PreparedRecord: Sendable {
    case unchanged(MusicID, position: Int)
    indirect case read(ReadRecord)
}

struct ReadRecord: Sendable {
    let id: MusicID
    let position: Int
    let fingerprint: Int64
    let music: RemoteMusic
    let title: SortKey
    let titleOrder: [UInt8]
    let artist: SortKey
    let album: SortKey
    /// The key of `AlbumArtist`.
    let albumArtist: SortKey
    /// The text for the search index.
    let searchText: String

    /// Throws `RejectedRecord` if the record is invalid.
    init(_ record: RemoteRecord, source: String) throws {
        music = try record.read()
        id = MusicID(source: source, key: music.key)
        position = record.position
        fingerprint = Int64(bitPattern: record.fingerprint)
        title = SortKey(music.title)
        titleOrder = TitleOrder.bytes(title: music.title, key: title.text)
        artist = SortKey(music.artist)
        album = SortKey(music.album)
        let albumArtist = AlbumArtist.name(music.albumArtist, ofSongBy: music.artist)
        self.albumArtist = albumArtist == music.artist ? artist : SortKey(albumArtist)
        searchText = SearchText(title: music.title, artist: music.artist, album: music.album).indexed
    }
}

/// The records of one or more batches, ready for one transaction.
struct PreparedBatch: Sendable {
    var records: [PreparedRecord] = []
    var rejected: [RejectedRecord]

    /// Parses each record whose fingerprint is unknown.
    init(_ batch: RemoteBatch, source: String, known: [UInt64: MusicID]) {
        rejected = batch.rejected
        records.reserveCapacity(batch.records.count)
        for record in batch.records {
            if let id = known[record.fingerprint] {
                records.append(.unchanged(id, position: record.position))
                continue
            }
            do {
                records.append(.read(try ReadRecord(record, source: source)))
            } catch {
                rejected.append(
                    error as? RejectedRecord ?? RejectedRecord(position: record.position, .unreadable))
            }
        }
    }
}
