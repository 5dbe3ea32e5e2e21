import FermataDomain
import Foundation

extension StoredAudio {
    /// Reads the properties of a file; other programs may open it at `path`. Throws `StorageFailure`.
    init(_ audio: AudioFile, path: String?) throws(StorageFailure) {
        let format = AudioPayload.format(of: audio)
        let version = try audio.version()
        if let failure = audio.failure { throw failure }
        let descriptor = fcntl(audio.descriptor, F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0 else { throw StorageFailure(errno: errno) }
        self.init(
            AudioProperties(
                length: audio.length, version: version.text, format: format, modified: version.modified),
            path: path,
            file: FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    }
}

extension AudioFile {
    /// The modification date, and a text that identifies this version of this file.
    fileprivate func version() throws(StorageFailure) -> (text: String, modified: Date) {
        let status = try FileStatus(of: descriptor)
        let numbers = [Int64(bitPattern: status.id.device), Int64(bitPattern: status.id.file)]
        let hash = StableHash([], numbers + [status.size, status.modified, status.changed])
        let modified = Date(timeIntervalSince1970: Double(status.modified) / 1e9)
        return (String(hash.value, radix: 16), modified)
    }
}
