import Crypto
import FermataDomain
import Foundation

/// Computes the SHA-256 of a file in pieces.
enum FileDigest {
    private static let pieceBytes = 1 << 18

    /// The hash of the first bytes, for resuming. Throws `DownloadError.cannotStore` if the file has fewer bytes.
    static func hash(_ descriptor: CInt, path: String, length: Int64) async throws -> SHA256 {
        var hash = SHA256()
        var offset: Int64 = 0
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceBytes, alignment: 16)
        defer { piece.deallocate() }
        while offset < length {
            try Task.checkCancellation()
            let count = pread(
                descriptor, piece.baseAddress, Int(min(Int64(pieceBytes), length - offset)), off_t(offset))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw DownloadError.file(path, errno: count < 0 ? errno : EIO) }
            hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: piece[..<count]))
            offset += Int64(count)
            await Task.yield()
        }
        return hash
    }
}
