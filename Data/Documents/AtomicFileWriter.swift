import FermataDomain
import Foundation

/// Writes a temporary file and renames it over the destination after it is complete and durable.
struct AtomicFileWriter: DocumentTarget {
    private static let partsLimit = 100
    private static let nameBytes = 200
    private let path: String
    private let destination: String
    private let part: PartFile

    /// `destination` is the resolved path; `mode` are the permissions of the existing file.
    init(_ path: String, destination: String, mode: mode_t?) throws(ToDoDocumentError) {
        if mode != nil {
            let descriptor = open(destination, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw .cannotWrite(path, errno: errno) }
            close(descriptor)
        }
        let folder = open(DocumentPath.folder(of: destination), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw .cannotWrite(path, errno: errno) }
        close(folder)
        (self.path, self.destination) = (path, destination)
        part = try Self.namingPath(path) { () throws(DownloadError) in try Self.lockPart(of: destination) }
        if let mode, fchmod(part.descriptor, mode) != 0 {
            let code = errno
            try discard()
            throw .cannotWrite(path, errno: code)
        }
    }

    func write(_ bytes: Data, at offset: Int64) throws(ToDoDocumentError) {
        try Self.namingPath(path) { () throws(DownloadError) in try part.write(bytes, at: offset) }
    }

    func finish() throws(ToDoDocumentError) {
        try Self.namingPath(path) { () throws(DownloadError) in
            try part.flush()
            try part.rename(to: destination)
            try PartFile.flushFolder(DocumentPath.folder(of: destination))
        }
    }

    func discard() throws(ToDoDocumentError) {
        try Self.namingPath(path) { () throws(DownloadError) in try part.remove() }
    }

    /// A new temporary file under the first unlocked name; leftovers of a killed program are overwritten.
    private static func lockPart(of destination: String) throws(DownloadError) -> PartFile {
        let name = SafeFileName.cut(DocumentPath.name(of: destination), toBytes: nameBytes)
        let start = "\(DocumentPath.folder(of: destination))/.\(name)\(PartFile.suffix)"
        for number in 1...partsLimit {
            let path = number == 1 ? start : "\(start)-\(number)"
            guard isFree(path) else { continue }
            if let part = try PartFile.lock(path), try part.isOwn() { return part }
        }
        throw .cannotStore(path: start, .locked)
    }

    private static func isFree(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return true }
        do {
            guard let left = try PartFile.lock(path), try left.isOwn() else { return false }
            try left.remove()
            return true
        } catch {
            return false
        }
    }

    private static func namingPath<Value>(
        _ path: String, _ body: () throws(DownloadError) -> Value
    ) throws(ToDoDocumentError) -> Value {
        do {
            return try body()
        } catch {
            switch error {
            case .cannotStore(_, let failure): throw .cannotWrite(path: path, failure)
            case .noSpace: throw .cannotWrite(path: path, .full)
            }
        }
    }
}
