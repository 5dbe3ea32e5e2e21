import Crypto
package import FermataDomain
import Foundation

/// The download folder; created at its first use.
struct DownloadFolder: Sendable {
    /// The free bytes that downloads leave on the disk.
    private static let margin: Int64 = 1 << 20
    let path: String
    /// The free bytes on the disk of a path.
    let freeSpace: @Sendable (String) -> Int64?

    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Opens and locks a partial file; nil if it is locked elsewhere.
    ///
    /// Throws `DownloadError.cannotStore` for a file of another user, and for one that has a second name (hard link),
    /// whose content would change as well.
    func lockPart(of name: String) throws(DownloadError) -> PartFile? {
        try make()
        let path = path(name) + PartFile.suffix
        guard let part = try PartFile.lock(path) else { return nil }
        guard try part.isOwn() else { throw .cannotStore(path: path, .nameInUse) }
        return part
    }

    func checkRoom(for bytes: Int64) throws(DownloadError) {
        let needed = bytes.addingReportingOverflow(Self.margin).partialValue
        guard let free = freeSpace(path), free < needed else { return }
        throw .noSpace(path: path, needed: needed, free: free)
    }

    /// Returns after all names are durable.
    func flush() throws(DownloadError) {
        try PartFile.flushFolder(path)
    }

    /// Removes a file if it exists.
    func remove(_ name: String) throws(DownloadError) {
        if unlink(path(name)) != 0, ![ENOENT, ENOTDIR].contains(errno) { throw .file(path(name), errno: errno) }
    }

    /// Removes a partial file unless it is locked; the owner of the lock removes it at its end.
    func removePart(of name: String) throws(DownloadError) {
        let path = path(name) + PartFile.suffix
        if try ReadOnlyFile(path) != nil { try PartFile.lock(path)?.remove() }
    }

    /// Renames a file to `name.changed`, with a number if that name exists.
    func setAside(_ name: String) throws(DownloadError) {
        var (other, number) = (name + ".changed", 2)
        while exists(other) { (other, number) = ("\(name).changed-\(number)", number + 1) }
        if rename(path(name), path(other)) != 0 { throw .file(path(name), errno: errno) }
    }

    func exists(_ name: String) -> Bool { DocumentPath.exists(path(name)) }

    /// The sorted names of the folder's entries.
    func names() throws -> [String] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw DownloadError.cannotStore(path: path, .unreadable)
        }
    }

    private func make() throws(DownloadError) {
        if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
        guard errno == ENOENT else { throw .file(path, errno: errno) }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw .cannotStore(path: path, .folderNotCreated)
        }
    }

    /// The free bytes on the disk of a path (statvfs(3)); nil if unknown.
    static func freeSpace(at path: String) -> Int64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflow ? .max : Int64(clamping: bytes)
    }
}

/// A complete file, opened for reading; symbolic links are not followed.
final class ReadOnlyFile: Sendable {
    let path: String
    let length: Int64
    private let file: OpenFile

    /// Returns nil if no regular file has this path.
    ///
    /// Throws `DownloadError.cannotStore` where it cannot be read.
    init?(_ path: String) throws(DownloadError) {
        do throws(StorageFailure) {
            file = try OpenFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            let status = try file.status()
            guard status.st_mode & S_IFMT == S_IFREG else { return nil }
            (self.path, length) = (path, Int64(status.st_size))
        } catch {
            if [.missing, .notAFolder, .linkLoop].contains(error) { return nil }
            throw .file(path, error)
        }
    }

    /// SHA-256, 32 bytes. Throws `DownloadError.cannotStore`, or `CancellationError`.
    func digest() async throws -> Data {
        do { return Data(try await file.hash(ofFirst: length).finalize()) } catch let failure as StorageFailure {
            throw DownloadError.file(path, failure)
        }
    }

    /// Whether another program is writing it; tries a shared lock and releases it at once.
    var isLocked: Bool {
        guard flock(file.descriptor, LOCK_SH | LOCK_NB) != 0 else {
            flock(file.descriptor, LOCK_UN)
            return false
        }
        return errno == EWOULDBLOCK
    }
}

/// The name of a downloaded file, made from the library's data: `Artist - Title [0123456789abcdef].mp3`.
///
/// Valid on every common file system: NFC, at most 200 bytes.
package struct DownloadName {
    package static let byteLimit = 200
    private static let types: Set<Substring> = [
        "mp3", "m4a", "aac", "ogg", "oga", "opus", "flac", "wav", "aif", "aiff", "wma", "mka",
    ]
    private static let unknownType = "audio"
    package let text: String

    package init(_ music: Music) {
        let ending = "[\(music.id)].\(Self.type(of: music.audioURL))"
        let words = [music.artist, music.title].map(SafeFileName.text).filter { !$0.isEmpty }.joined(separator: " - ")
        let room = Self.byteLimit - ending.utf8.count - 1
        let stem = SafeFileName.trimmed(SafeFileName.cut(SafeFileName.withoutDevice(words), toBytes: room))
        text = stem.isEmpty ? ending : "\(stem) \(ending)"
    }

    /// Returns the id in the name of a downloaded file; nil for any other name.
    package static func id(in name: String) -> MusicID? {
        guard let dot = name.lastIndex(of: "."), name[..<dot].hasSuffix("]") else { return nil }
        let type = name[name.index(after: dot)...]
        guard types.contains(type) || type == unknownType else { return nil }
        let marked = name[..<dot].utf8.suffix(MusicID.digits + 2)
        let digits = marked.dropFirst().dropLast()
        guard marked.first == UInt8(ascii: "["), digits.count == MusicID.digits,
            let value = UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
        else { return nil }
        let id = MusicID(value)
        return id.description.utf8.elementsEqual(digits) ? id : nil
    }

    /// The id in the name of a partial file.
    static func id(inPart name: String) -> MusicID? {
        name.hasSuffix(PartFile.suffix) ? id(in: String(name.dropLast(PartFile.suffix.count))) : nil
    }

    /// The audio file extension at the end of an address's path, if any.
    private static func type(of address: String?) -> String {
        let path = (address ?? "").prefix { $0 != "?" && $0 != "#" }
        guard let dot = path.lastIndex(of: ".") else { return unknownType }
        let type = path[path.index(after: dot)...].lowercased()
        return types.contains(Substring(type)) ? type : unknownType
    }
}
