import Foundation

/// The state of a folder's files after a fetch; the library stores it as the source's revision.
///
/// A later fetch finds unchanged files by their stamps, and moved files by their audio. The text is the folder's state,
/// a colon and the entries. Without the state, the next fetch lists all files.
struct FolderIndex: Equatable, Sendable {
    /// The version of the records. A new version makes the next fetch read all files.
    private static let version: Int64 = 3
    private static let entryBytes = 8 + 8 + AudioIdentity.size + 2

    struct Entry: Equatable, Sendable {
        let stamp: UInt64
        /// Nil for a file that is not a song.
        let song: FolderSong?
    }

    /// A hash of the folder's path and the version of the records.
    let origin: UInt64
    /// Identifies the state of all files; nil if they have to be listed again.
    var state: UInt64?
    private(set) var entries: [UInt64: Entry] = [:]

    init(root: BytePath) {
        origin = StableHash(root.bytes, [Self.version]).value
    }

    /// The entry of a file by the file's id.
    subscript(file: UInt64) -> Entry? {
        get { entries[file] }
        set { entries[file] = newValue }
    }

    /// The stamps of songs by file.
    var songStamps: [UInt64: UInt64] { entries.filter { $1.song != nil }.mapValues(\.stamp) }

    /// The lowest copy number that still has a file, by audio. Contains only numbers above 1.
    var firstCopies: [AudioIdentity: Int] {
        let songs = entries.values.compactMap(\.song)
        let copied = Set(songs.filter { $0.copy > 1 }.map(\.identity))
        let copies = songs.filter { copied.contains($0.identity) }.map { ($0.identity, $0.copy) }
        return Dictionary(copies, uniquingKeysWith: min).filter { $1 > 1 }
    }

    /// Reads a stored revision; nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let data = Data(base64Encoded: String(parts[1])), data.count >= 8,
            (data.count - 8) % Self.entryBytes == 0
        else { return nil }
        var bytes = [UInt8](data)[...]
        func integer(_ size: Int) -> UInt64 {
            defer { bytes = bytes.dropFirst(size) }
            return BigEndian.integer(bytes.prefix(size))
        }
        state = UInt64(parts[0], radix: 16)
        origin = integer(8)
        entries.reserveCapacity(bytes.count / Self.entryBytes)
        while !bytes.isEmpty {
            let (file, stamp) = (integer(8), integer(8))
            let identity = AudioIdentity(bytes)
            bytes = bytes.dropFirst(AudioIdentity.size)
            let copy = Int(integer(2))
            entries[file] = Entry(stamp: stamp, song: copy == 0 ? nil : FolderSong(identity: identity, copy: copy))
        }
    }

    var text: String {
        var data = Data(capacity: 8 + entries.count * Self.entryBytes)
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.bigEndian) { data.append(contentsOf: $0) }
        }
        append(origin)
        for (file, entry) in entries {
            append(file)
            append(entry.stamp)
            withUnsafeBytes(of: entry.song?.identity.bytes ?? SIMD16()) { data.append(contentsOf: $0) }
            append(UInt16(entry.song?.copy ?? 0))
        }
        return (state.map { String($0, radix: 16) } ?? "") + ":" + data.base64EncodedString()
    }
}

/// A song of a folder: its audio, and a number for each file with the same audio.
struct FolderSong: Hashable, Sendable {
    static let copiesLimit = Int(UInt16.max)

    let identity: AudioIdentity
    /// 1 for the first file with this audio.
    let copy: Int

    /// The song's key within its source.
    var key: String { "audio:" + identity.text + (copy == 1 ? "" : "#\(copy)") }
}
