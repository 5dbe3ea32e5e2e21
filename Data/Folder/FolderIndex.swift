import Foundation

/// What a fetch of a folder knows about its files; the library stores it as the source's revision.
///
/// It says which files have not changed, and which song a moved file is.
struct FolderIndex: Equatable, Sendable {
    /// Increased when the same files lead to other records, so that all files are read again.
    private static let version: UInt64 = 1
    private static let entryBytes = 8 + 8 + AudioIdentity.size + 2

    struct Entry: Equatable, Sendable {
        let stamp: UInt64
        /// Nil for a file that is not a song.
        let song: FolderSong?
    }

    /// Identifies the state of the complete folder.
    let digest: UInt64
    private(set) var entries: [UInt64: Entry] = [:]

    init(digest: UInt64) {
        self.digest = digest
    }

    subscript(file: UInt64) -> Entry? {
        get { entries[file] }
        set { entries[file] = newValue }
    }

    /// Reads a stored revision; nil if this version of the program did not write it.
    init?(_ text: String) {
        guard let data = Data(base64Encoded: text), data.count >= 16, (data.count - 16) % Self.entryBytes == 0 else {
            return nil
        }
        var bytes = [UInt8](data)[...]
        func integer(_ size: Int) -> UInt64 {
            defer { bytes = bytes.dropFirst(size) }
            return BigEndian.integer(bytes.prefix(size))
        }
        guard integer(8) == Self.version else { return nil }
        digest = integer(8)
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
        var data = Data(capacity: 16 + entries.count * Self.entryBytes)
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.bigEndian) { data.append(contentsOf: $0) }
        }
        append(Self.version)
        append(digest)
        for (file, entry) in entries {
            append(file)
            append(entry.stamp)
            withUnsafeBytes(of: entry.song?.identity.bytes ?? SIMD16()) { data.append(contentsOf: $0) }
            append(UInt16(entry.song?.copy ?? 0))
        }
        return data.base64EncodedString()
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
