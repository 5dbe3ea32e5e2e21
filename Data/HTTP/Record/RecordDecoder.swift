import Crypto
package import FermataDomain
package import Foundation

/// Reads the records of one catalogue document.
package struct RecordDecoder: Sendable {
    private let json = JSONDecoder()
    private let depthLimit: Int
    private let addresses: AddressResolver

    /// Addresses within records are relative to `base`, the document's own.
    package init(base: URL, depthLimit: Int) {
        addresses = AddressResolver(base: base)
        self.depthLimit = depthLimit
    }

    /// The record, which is decoded when it is read and not before.
    package func record(at position: Int, _ bytes: Data) -> RemoteRecord {
        RemoteRecord(position: position, fingerprint: Self.fingerprint(of: bytes)) {
            do throws(RecordError) {
                if let music = plainMusic(from: bytes) { return music }
                return try music(from: bytes)
            } catch {
                throw RejectedRecord(position: position, reason: error.reason)
            }
        }
    }

    /// The music of a record that is written plainly; nil for any other, good or bad.
    package func plainMusic(from bytes: Data) -> RemoteMusic? {
        bytes.withUnsafeBytes { bytes in
            var reader = PlainRecordReader(bytes)
            return try? reader.record().music(addresses)
        }
    }

    /// The music of any record. Throws `RecordError`.
    package func music(from bytes: Data) throws(RecordError) -> RemoteMusic {
        guard depth(of: bytes) <= depthLimit else { throw .tooDeep(depthLimit) }
        do {
            return try json.decode(CatalogueRecord.self, from: bytes).music(addresses)
        } catch let error as DecodingError {
            throw RecordError(error, in: bytes)
        } catch let error as RecordError {
            throw error
        } catch {
            throw .unreadable
        }
    }

    private func depth(of bytes: Data) -> Int {
        bytes.withUnsafeBytes { bytes in
            guard let first = bytes.first, var scanner = ValueScanner(first: first) else { return 0 }
            _ = scanner.end(in: bytes, from: 0)
            return scanner.deepest
        }
    }

    /// The first 64 bits of SHA-256.
    private static func fingerprint(of bytes: Data) -> UInt64 {
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
        return hash.finalize().withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
    }
}
