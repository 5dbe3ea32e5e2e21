import Crypto
package import FermataDomain
package import Foundation

/// Reads the records of one catalogue document.
package struct RecordDecoder: DocumentDecoder {
    private let json: RecordJSON
    private let addresses: AddressResolver

    package init(base: URL, depthLimit: Int) {
        addresses = AddressResolver(base: base)
        json = RecordJSON(depthLimit: depthLimit)
    }

    /// The record itself is decoded only when it is read.
    package func decode(_ bytes: Data, at position: Int, into batch: inout RemoteBatch) {
        let record = RemoteRecord(position: position, fingerprint: Self.fingerprint(of: bytes)) {
            do throws(RecordError) {
                if let music = plainMusic(from: bytes) { return music }
                return try music(from: bytes)
            } catch {
                throw RejectedRecord(position: position, reason: error.reason)
            }
        }
        batch.records.append(record)
    }

    /// The music of a record that is written plainly; nil for any other, good or bad.
    package func plainMusic(from bytes: Data) -> RemoteMusic? {
        bytes.withUnsafeBytes { bytes in
            var reader = FastRecordReader(bytes)
            return try? reader.record().music(addresses)
        }
    }

    /// The music of any record. Throws `RecordError`.
    package func music(from bytes: Data) throws(RecordError) -> RemoteMusic {
        try json.decode(CatalogueRecord.self, from: bytes).music(addresses)
    }

    /// The first 64 bits of SHA-256.
    private static func fingerprint(of bytes: Data) -> UInt64 {
        var hash = SHA256()
        bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
        return hash.finalize().withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
    }
}
