import Foundation

/// The state of a folder's files after a fetch; the library stores it as the source's revision.
///
/// A later fetch finds unchanged files by their stamps, and moved files by their audio. The text is the folder's state,
/// the entries, and the audio of songs that an earlier version identified by other bytes, separated by colons. Without
/// the state, the next fetch lists all files.
struct FolderIndex: Equatable, Sendable {
    /// The version of the records and of `AudioPayload`. A new version makes the next fetch read all files.
    private static let version: Int64 = 4
    private static let entryBytes = 8 + 8 + AudioIdentity.size + 2

    struct Entry: Equatable, Sendable {
        let stamp: UInt64
        /// Nil for a file that is not a song.
        let song: FolderSong?
        /// The audio, by which the file is found when it is moved or retagged.
        let audio: AudioIdentity?

        /// `audio` is that of the song, unless an earlier version identified the song by other bytes.
        init(stamp: UInt64, song: FolderSong?, audio: AudioIdentity? = nil) {
            (self.stamp, self.song, self.audio) = (stamp, song, audio ?? song?.identity)
        }
    }

    /// A hash of the folder's path and the version of the records.
    private(set) var origin: UInt64
    /// Identifies the state of all files; nil if they have to be listed again.
    var state: UInt64?
    private(set) var entries: [UInt64: Entry] = [:]
    /// Whether an earlier version, which identified some audio by other bytes, wrote the text without the last part.
    private(set) var isFromEarlierVersion: Bool

    init(root: BytePath) {
        origin = StableHash(root.bytes, [Self.version]).value
        isFromEarlierVersion = false
    }

    /// Makes the next fetch read all files again as after a fetch of an earlier version, which `earlier` is from.
    mutating func keepVersion(of earlier: FolderIndex) {
        (origin, isFromEarlierVersion, state) = (earlier.origin, true, nil)
    }

    /// The entry of a file by the file's id.
    subscript(file: UInt64) -> Entry? {
        get { entries[file] }
        set { entries[file] = newValue }
    }

    /// The stamps of songs by file.
    var songStamps: [UInt64: UInt64] { entries.filter { $1.song != nil }.mapValues(\.stamp) }

    /// The song of the first of several files with the same audio, unless its key follows from the audio.
    var firstCopies: [AudioIdentity: FolderSong] {
        let songs = entries.values.compactMap { entry in entry.audio.flatMap { audio in entry.song.map { (audio, $0) } }
        }
        let copied = Set(songs.filter { $1 != FolderSong(identity: $0, copy: 1) }.map(\.0))
        return Dictionary(songs.filter { copied.contains($0.0) }) { min($0, $1) }
            .filter { $1 != FolderSong(identity: $0, copy: 1) }
    }

    /// The keys of songs by the text of their audio.
    var keysByAudio: [String: [String]] {
        entries.values.reduce(into: [:]) { keys, entry in
            if let audio = entry.audio, let song = entry.song { keys[audio.text, default: []].append(song.key) }
        }
    }

    /// Reads a stored revision; nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let data = Data(base64Encoded: String(parts[1])), data.count >= 8,
            (data.count - 8) % Self.entryBytes == 0, let audio = Self.audio(parts.count == 3 ? String(parts[2]) : "")
        else { return nil }
        var bytes = [UInt8](data)[...]
        func integer(_ size: Int) -> UInt64 {
            defer { bytes = bytes.dropFirst(size) }
            return BigEndian.integer(bytes.prefix(size))
        }
        isFromEarlierVersion = parts.count == 2
        state = UInt64(parts[0], radix: 16)
        origin = integer(8)
        entries.reserveCapacity(bytes.count / Self.entryBytes)
        while !bytes.isEmpty {
            let (file, stamp) = (integer(8), integer(8))
            let identity = AudioIdentity(bytes)
            bytes = bytes.dropFirst(AudioIdentity.size)
            let copy = Int(integer(2))
            let song = copy == 0 ? nil : FolderSong(identity: identity, copy: copy)
            entries[file] = Entry(stamp: stamp, song: song, audio: song.flatMap { audio[$0.identity] })
        }
    }

    /// Reads pairs of a song's identity and its audio; nil for any other text.
    private static func audio(_ text: String) -> [AudioIdentity: AudioIdentity]? {
        guard let data = Data(base64Encoded: text), data.count % (2 * AudioIdentity.size) == 0 else { return nil }
        let pairs = stride(from: 0, to: data.count, by: 2 * AudioIdentity.size).map { position in
            (AudioIdentity(data[position...]), AudioIdentity(data[(position + AudioIdentity.size)...]))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    var text: String {
        var (data, audio) = (Data(capacity: 8 + entries.count * Self.entryBytes), Data())
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.bigEndian) { data.append(contentsOf: $0) }
        }
        func append(_ identity: AudioIdentity?, to data: inout Data) {
            withUnsafeBytes(of: identity?.bytes ?? SIMD16()) { data.append(contentsOf: $0) }
        }
        append(origin)
        for (file, entry) in entries {
            append(file)
            append(entry.stamp)
            append(entry.song?.identity, to: &data)
            append(UInt16(entry.song?.copy ?? 0))
            if let song = entry.song, entry.audio != song.identity {
                append(song.identity, to: &audio)
                append(entry.audio, to: &audio)
            }
        }
        let state = state.map { String($0, radix: 16) } ?? ""
        let parts = [state, data.base64EncodedString()]
        return (isFromEarlierVersion ? parts : parts + [audio.base64EncodedString()]).joined(separator: ":")
    }
}

/// A song of a folder: its audio when it was first read, and a number for each file with the same audio.
struct FolderSong: Hashable, Comparable, Sendable {
    static let copiesLimit = Int(UInt16.max)

    let identity: AudioIdentity
    /// 1 for the first file with this audio.
    let copy: Int

    /// The song's key within its source.
    var key: String { "audio:" + identity.text + (copy == 1 ? "" : "#\(copy)") }

    static func < (lhs: FolderSong, rhs: FolderSong) -> Bool { (lhs.copy, lhs.key) < (rhs.copy, rhs.key) }
}
